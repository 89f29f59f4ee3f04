package display

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"unicode"
)

//go:embed fonts
var fontFiles embed.FS

// segments names the bits of a digit, the lowest first.
var segments = map[Kind]string{Seven: "abcdefgp", Fourteen: "abcdefghijklmnp"}

// font draws text for one kind of face.
type font struct {
	kind   Kind
	glyphs map[rune][]uint16 // a digit is one cell; a letter of a matrix some columns
	fold   map[rune]rune
}

// fonts reads the embedded files once; they are ours, so a mistake in one is
// found by the tests and not by people.
var fonts = sync.OnceValue(func() map[Kind]font {
	all := map[Kind]font{}
	fold := map[rune]rune{}
	for _, line := range fontLines("fold") {
		letter, others, _ := strings.Cut(line, " ")
		for _, o := range others {
			fold[o] = []rune(letter)[0]
		}
	}
	for kind, names := range segments {
		f := font{kind, map[rune][]uint16{}, fold}
		for _, line := range fontLines(string(kind)) {
			letter, lit, _ := strings.Cut(line, " ")
			var lamps uint16
			for _, s := range lit {
				bit := strings.IndexRune(names, s)
				if bit < 0 {
					panic(fmt.Sprintf("font %s: %s has no segment %c", kind, letter, s))
				}
				lamps |= 1 << bit
			}
			f.glyphs[[]rune(letter)[0]] = []uint16{lamps}
		}
		all[kind] = f
	}
	f := font{Matrix, map[rune][]uint16{}, fold}
	const height = 7
	lines := fontLines(string(Matrix))
	for i := 0; i+height < len(lines); i += height + 1 {
		columns := make([]uint16, len(lines[i+1]))
		for y, row := range lines[i+1 : i+1+height] {
			for x, c := range row {
				if c == '#' {
					columns[x] |= 1 << y
				}
			}
		}
		f.glyphs[[]rune(lines[i])[0]] = columns
	}
	all[Matrix] = f
	return all
})

// fontLines returns the lines of a font file that aren't comments. A lone # is
// a row of a drawing.
func fontLines(name string) []string {
	data, err := fontFiles.ReadFile("fonts/" + name + ".txt")
	if err != nil {
		panic(err) // the file is part of the program
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimRight(line, "\n"); !strings.HasPrefix(line, "# ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// glyph returns how a character is drawn: as it is, or as the plain letter it
// comes from, or in the other case, or as a blank.
func (f font) glyph(r rune) []uint16 {
	plain, ok := f.fold[r]
	if !ok {
		plain = r
	}
	for _, try := range []rune{r, plain, unicode.ToUpper(plain), unicode.ToLower(plain)} {
		if g, ok := f.glyphs[try]; ok {
			return g
		}
	}
	return f.blank()
}

// blank returns the space between words.
func (f font) blank() []uint16 {
	if f.kind == Matrix {
		return []uint16{0, 0}
	}
	return []uint16{0}
}

// set draws a text as cells. A dot goes into the digit before it; letters of a
// matrix stand one column apart.
func (f font) set(text string) []uint16 {
	var cells []uint16
	dotted := true // there is no digit that could take a dot
	for _, r := range text {
		g := f.glyph(r)
		if f.kind == Matrix {
			if len(cells) > 0 {
				cells = append(cells, 0)
			}
			cells = append(cells, g...)
			continue
		}
		if dot := f.dot(); g[0] == dot && !dotted {
			cells[len(cells)-1] |= dot
			dotted = true
			continue
		}
		dotted = g[0]&f.dot() != 0
		cells = append(cells, g...)
	}
	return cells
}

// cut draws as many whole characters of a text as fit into the cells.
func (f font) cut(text string, cells int) []uint16 {
	var fitted []uint16
	runes := []rune(text)
	for n := range runes {
		next := f.set(string(runes[:n+1]))
		if len(next) > cells {
			break
		}
		fitted = next
	}
	return fitted
}

// dot is the lamp that marks a digit; of a column, the lamp under the letters.
func (f font) dot() uint16 {
	if f.kind == Matrix {
		return 1 << 7
	}
	return 1 << strings.IndexByte(segments[f.kind], 'p')
}
