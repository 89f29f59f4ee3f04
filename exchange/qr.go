package exchange

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"

	qr "github.com/piglig/go-qr"
)

// quiet is the white rim that a QR code needs to be found, in cells.
const quiet = 4

// Code is a QR code: cells by rows, true where dark, without its rim.
type Code [][]bool

// QR draws a text, mostly an address, as a QR code. The text should be short:
// 60 letters make cells that a phone reads from a television across the room.
func QR(text string) (Code, error) {
	q, err := qr.EncodeText(text, qr.Medium)
	if err != nil {
		return nil, fmt.Errorf("draw a QR code of %d bytes: %w (a shorter text fits)", len(text), err)
	}
	code := make(Code, q.Size())
	for y := range code {
		code[y] = make([]bool, q.Size())
		for x := range code[y] {
			code[y][x] = q.Module(x, y)
		}
	}
	return code, nil
}

// SVG returns the code as a drawing that scales. It is dark on white whatever
// the page's colors, since many phones don't read it the other way round.
func (c Code) SVG() []byte {
	side := len(c) + 2*quiet
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges" role="img"><path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`, side, side, side, side)
	for y, row := range c {
		for x := 0; x < len(row); x++ {
			run := 0
			for x+run < len(row) && row[x+run] {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
				x += run
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return []byte(b.String())
}

// PNG returns the code as a picture with cells of that many pixels.
func (c Code) PNG(cell int) ([]byte, error) {
	if cell < 1 || cell > 64 {
		return nil, fmt.Errorf("draw a QR code: cells of %d pixels can't be drawn, take 1 to 64", cell)
	}
	side := (len(c) + 2*quiet) * cell
	img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y, row := range c {
		for x, dark := range row {
			if !dark {
				continue
			}
			for dy := range cell {
				start := img.PixOffset((x+quiet)*cell, (y+quiet)*cell+dy)
				for dx := range cell {
					img.Pix[start+dx] = 1
				}
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("draw a QR code: %w", err)
	}
	return b.Bytes(), nil
}
