package vision

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Colors of a proof's paper and ink.
var (
	proofPaper = color.RGBA{247, 242, 232, 255}
	proofInk   = color.RGBA{28, 42, 51, 255}
	proofQuiet = color.RGBA{91, 103, 112, 255}
	proofWhite = color.RGBA{255, 255, 255, 255}
	proofShade = color.RGBA{20, 24, 28, 255}
)

// lettering is the type of proofs. OpenCV's own strokes know no letters but
// ASCII's, and players have names.
type lettering struct{ small, text, bold, title font.Face }

func newLettering() (*lettering, error) {
	face := func(ttf []byte, size float64) (font.Face, error) {
		f, err := opentype.Parse(ttf)
		if err != nil {
			return nil, fmt.Errorf("read the font: %w", err)
		}
		return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	}
	var l lettering
	for _, want := range []struct {
		into *font.Face
		ttf  []byte
		size float64
	}{{&l.small, gobold.TTF, 13}, {&l.text, goregular.TTF, 16}, {&l.bold, gobold.TTF, 20}, {&l.title, gobold.TTF, 30}} {
		var err error
		if *want.into, err = face(want.ttf, want.size); err != nil {
			return nil, err
		}
	}
	return &l, nil
}

// at writes text with its baseline starting at p.
func (l *lettering) at(img draw.Image, face font.Face, text string, p image.Point, c color.Color) {
	d := font.Drawer{Dst: img, Src: image.NewUniform(c), Face: face, Dot: fixed.P(p.X, p.Y)}
	d.DrawString(text)
}

// centered writes text around p, with a rim so that it stands out anywhere.
func (l *lettering) centered(img draw.Image, face font.Face, text string, p image.Point, c, rim color.Color) {
	p.X -= font.MeasureString(face, text).Round() / 2
	for _, d := range []image.Point{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		l.at(img, face, text, p.Add(d), rim)
	}
	l.at(img, face, text, p, c)
}

// badge writes a number on a dark plate with an edge in the outline's color.
func (l *lettering) badge(img draw.Image, text string, middle image.Point, edge color.Color) {
	half := font.MeasureString(l.bold, text).Round()/2 + 6
	plate := image.Rect(middle.X-half, middle.Y-12, middle.X+half, middle.Y+12)
	draw.Draw(img, plate.Inset(-2), image.NewUniform(edge), image.Point{}, draw.Src)
	draw.Draw(img, plate, image.NewUniform(proofShade), image.Point{}, draw.Src)
	l.at(img, l.bold, text, image.Pt(middle.X-half+6, middle.Y+7), proofWhite)
}

// proofColumn is the width of the text beside a mat, px.
const proofColumn = 460

// panel sets a mat and its points side by side.
func (l *lettering) panel(above *image.RGBA, p ProofMat) *image.RGBA {
	const edge = 16
	var size image.Point
	if above != nil {
		size = above.Bounds().Size()
	}
	// Set the text first to know its height.
	text := image.NewRGBA(image.Rect(0, 0, proofColumn, 2000))
	draw.Draw(text, text.Bounds(), image.NewUniform(proofPaper), image.Point{}, draw.Src)
	height := l.points(text, p) + edge
	out := image.NewRGBA(image.Rect(0, 0, size.X+proofColumn+3*edge, max(size.Y, height)+2*edge))
	draw.Draw(out, out.Bounds(), image.NewUniform(proofPaper), image.Point{}, draw.Src)
	if above != nil {
		draw.Draw(out, above.Bounds().Add(image.Pt(edge, edge)), above, image.Point{}, draw.Src)
	}
	draw.Draw(out, text.Bounds().Add(image.Pt(size.X+2*edge, edge)), text, image.Point{}, draw.Src)
	return out
}

// points writes the lines of the score and returns how far down they go.
func (l *lettering) points(img draw.Image, p ProofMat) int {
	y := 30
	l.at(img, l.title, p.Title, image.Pt(0, y), proofInk)
	total := font.MeasureString(l.title, p.Total).Round()
	l.at(img, l.title, p.Total, image.Pt(proofColumn-total, y), proofInk)
	for _, line := range p.Lines {
		y += 34
		l.at(img, l.bold, line.Name, image.Pt(0, y), proofInk)
		width := font.MeasureString(l.bold, line.Points).Round()
		l.at(img, l.bold, line.Points, image.Pt(proofColumn-width, y), proofInk)
		for _, part := range l.wrap(line.Note, proofColumn-60) {
			y += 21
			l.at(img, l.text, part, image.Pt(0, y), proofQuiet)
		}
	}
	return y
}

// wrap breaks text between words so that no line is wider than width px.
func (l *lettering) wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && font.MeasureString(l.text, longer).Round() > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
