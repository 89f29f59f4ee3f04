// Package exchange writes what leaves the program for people and other
// programs. Here: the printable cards. It knows nothing of pictures and files.
package exchange

import (
	"fmt"
	"io"

	"codeberg.org/go-pdf/fpdf"
)

// Paper is the sheet that cards are printed on: a4 or letter.
type Paper string

// Measures in mm. A card with its rim is 10 cells of 4 mm: that fits beside a mat
// and is 35 px and more in a usual picture. Four cards a player lie as two
// rows of two on the page, with a ruler to check the printer by.
const (
	cell      = 4.0
	cardCells = 10
	cardSide  = cell * cardCells
	gap       = 12.0 // between cards, room for scissors and the text below each
	margin    = 20.0
	rulerLong = 100.0
)

// corner names the four cards of a mat in the order of their numbers.
var corner = [4]string{"top left", "top right", "bottom right", "bottom left"}

// Pattern gives a card's cells by rows, true where black, rim included.
type Pattern func(id int) ([][]bool, error)

// WriteCards writes a PDF with one page a player: cards 4n to 4n+3, clockwise
// from the top left of the mat seen by its player, and a 100 mm ruler.
func WriteCards(w io.Writer, players int, paper Paper, pattern Pattern) error {
	size, ok := map[Paper]string{"a4": "A4", "letter": "Letter"}[paper]
	if !ok {
		return fmt.Errorf("draw the cards: paper %q is neither a4 nor letter", paper)
	}
	pdf := fpdf.New("P", "mm", size, "")
	pdf.SetTitle("Harbormaster cards", false)
	pdf.SetAutoPageBreak(false, 0)
	for player := range players {
		pdf.AddPage()
		pdf.SetFont("Helvetica", "B", 16)
		pdf.Text(margin, margin, fmt.Sprintf("Player %d: cards %d to %d", player+1, 4*player, 4*player+3))
		pdf.SetFont("Helvetica", "", 10)
		pdf.Text(margin, margin+7, "Print at 100 percent. Cut along the gray lines; the white rim belongs to the card.")
		pdf.Text(margin, margin+12, "Lay each card flat beside its corner of the mat, as seen by the player.")
		for k := range 4 {
			// On the page as round the mat: the last two cards are below, the third right.
			column, row := 0, k/2
			if k == 1 || k == 2 {
				column = 1
			}
			x, y := margin+float64(column)*(cardSide+gap), margin+22+float64(row)*(cardSide+gap)
			if err := drawCard(pdf, 4*player+k, x, y, pattern); err != nil {
				return err
			}
			pdf.SetFont("Helvetica", "", 9)
			pdf.Text(x, y+cardSide+5, fmt.Sprintf("%d  %s", 4*player+k, corner[k]))
		}
		ruler(pdf, margin, margin+22+2*(cardSide+gap)+12)
	}
	if err := pdf.Output(w); err != nil {
		return fmt.Errorf("draw the cards: %w", err)
	}
	return nil
}

// drawCard draws one card with its top left at (x, y) mm. Runs of black cells
// are one rectangle, so that no printer leaves hairlines between them.
func drawCard(pdf *fpdf.Fpdf, id int, x, y float64, pattern Pattern) error {
	rows, err := pattern(id)
	if err != nil {
		return err
	}
	pdf.SetFillColor(0, 0, 0)
	for r, cells := range rows {
		for c := 0; c < len(cells); c++ {
			run := 0
			for c+run < len(cells) && cells[c+run] {
				run++
			}
			if run > 0 {
				pdf.Rect(x+float64(c)*cell, y+float64(r)*cell, float64(run)*cell, cell, "F")
				c += run
			}
		}
	}
	pdf.SetDrawColor(170, 170, 170)
	pdf.SetLineWidth(0.1)
	pdf.Rect(x, y, cardSide, cardSide, "D")
	return nil
}

// ruler draws 100 mm with a mark every 10.
func ruler(pdf *fpdf.Fpdf, x, y float64) {
	pdf.SetDrawColor(0, 0, 0)
	pdf.SetLineWidth(0.3)
	pdf.Line(x, y, x+rulerLong, y)
	pdf.SetFont("Helvetica", "", 9)
	for mm := 0.0; mm <= rulerLong; mm += 10 {
		pdf.Line(x+mm, y-2, x+mm, y+2)
	}
	pdf.Text(x, y+7, "This line is 100 mm long. If it isn't, switch off \"fit to page\" and print again.")
}
