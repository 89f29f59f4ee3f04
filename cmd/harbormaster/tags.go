package main

import (
	"bytes"
	"fmt"

	"harbormaster/calibration"
	"harbormaster/calibration/apriltag"
	"harbormaster/exchange"
)

type tagsCommand struct {
	Players int    `default:"4" help:"For how many players, four cards each."`
	Paper   string `default:"a4" enum:"a4,letter" help:"a4 or letter."`
	Out     string `required:"" placeholder:"FILE" help:"PDF to write."`
}

// mostPlayers is how many mats the cards of the family are enough for.
const mostPlayers = calibration.TagCount / 4

// Run writes the printable cards.
func (c *tagsCommand) Run(p *program) error {
	if c.Players < 1 || c.Players > mostPlayers {
		return usageError(fmt.Sprintf("--players is %d, want 1 to %d", c.Players, mostPlayers))
	}
	pdf, err := drawCards(c.Players, c.Paper)
	if err != nil {
		return err
	}
	if err := calibration.WriteFile(c.Out, pdf); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "Wrote %s. Print it at 100 percent, check the ruler, and lay each player's four cards beside the corners of the mat.\n", c.Out)
	return err
}

// drawCards returns the cards as PDF.
func drawCards(players int, paper string) ([]byte, error) {
	var pdf bytes.Buffer
	if err := exchange.WriteCards(&pdf, players, exchange.Paper(paper), apriltag.Pattern); err != nil {
		return nil, err
	}
	return pdf.Bytes(), nil
}
