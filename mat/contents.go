// Package mat is the vocabulary of the table: hex coordinates, the spaces of a
// player's mat as printed (Template), what lies on them (Contents), and a
// one-line text notation of both. It knows nothing of pictures, rules of play,
// points, files or time.
package mat

import (
	"fmt"
	"slices"
)

// Crop is what grows on a hex. The zero value is no crop.
type Crop uint8

// The five crops of Riverboat.
const (
	NoCrop Crop = iota
	Turnip
	Wheat
	Corn
	Potato
	Pumpkin
	NumCrops = int(Pumpkin)
)

var cropNames = [...]string{"", "turnip", "wheat", "corn", "potato", "pumpkin"}

// Crops returns the five crops in their usual order.
func Crops() []Crop { return []Crop{Turnip, Wheat, Corn, Potato, Pumpkin} }

// String returns the crop's name, or "" for none.
func (c Crop) String() string { return cropNames[c] }

// ParseCrop returns the crop called name.
func ParseCrop(name string) (Crop, error) {
	if i := slices.Index(cropNames[1:], name); i >= 0 {
		return Crop(i + 1), nil
	}
	return NoCrop, fmt.Errorf("%q is no crop (turnip, wheat, corn, potato, pumpkin)", name)
}

// MarshalText writes the crop's name.
func (c Crop) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a crop's name; the empty text is no crop.
func (c *Crop) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*c = NoCrop
		return nil
	}
	*c, err = ParseCrop(string(text))
	return err
}

// Field is the color of a printed field, called by its symbol, or by a number
// where a mat learnt from a picture has no known symbols. The zero value is unknown.
type Field uint8

// The field colors by symbol, and by number for mats learnt from a picture.
const (
	NoField Field = iota
	Heart
	Spade
	Club
	Diamond
	Star
	Field1
	Field2
	Field3
	Field4
	Field5
)

var fieldNames = [...]string{"", "heart", "spade", "club", "diamond", "star", "field-1", "field-2", "field-3", "field-4", "field-5"}

// FieldNames returns the names that ParseField knows.
func FieldNames() []string { return slices.Clone(fieldNames[1:]) }

// String returns the field's name, or "" for unknown.
func (f Field) String() string { return fieldNames[f] }

// ParseField returns the field color called name.
func ParseField(name string) (Field, error) {
	if i := slices.Index(fieldNames[1:], name); i >= 0 {
		return Field(i + 1), nil
	}
	return NoField, fmt.Errorf("%q is no field color (heart, spade, club, diamond, star, or field-1 to field-5)", name)
}

// MarshalText writes the field's name.
func (f Field) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a field's name; the empty text is unknown.
func (f *Field) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*f = NoField
		return nil
	}
	*f, err = ParseField(string(text))
	return err
}

// Contents is what lies on one hex.
type Contents struct {
	Crop     Crop
	Worker   bool
	Barn     bool
	Well     bool
	Surveyor bool
}

// Empty reports whether nothing at all lies on the hex.
func (c Contents) Empty() bool { return c == Contents{} }

// Mat is a template with what lies on each of its hexes, by index.
type Mat struct {
	*Template
	On []Contents
}

// NewMat returns an empty mat of template t.
func NewMat(t *Template) Mat { return Mat{Template: t, On: make([]Contents, t.Len())} }

// Clone returns a copy that shares the template and nothing else.
func (m Mat) Clone() Mat { return Mat{Template: m.Template, On: slices.Clone(m.On)} }

// Equal reports whether both mats have the same hexes, fields and contents.
func (m Mat) Equal(o Mat) bool {
	if m.Template == nil || o.Template == nil {
		return m.Template == o.Template
	}
	return m.orientation == o.orientation && slices.Equal(m.spaces, o.spaces) && slices.Equal(m.On, o.On)
}

// Count returns the number of hexes for which is holds.
func (m Mat) Count(is func(Contents) bool) int {
	n := 0
	for _, c := range m.On {
		if is(c) {
			n++
		}
	}
	return n
}
