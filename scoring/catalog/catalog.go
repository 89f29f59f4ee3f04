// Package catalog lists the games on the shelf. A new game is its folder
// beside this one and one line here.
package catalog

import (
	"io/fs"

	"harbormaster/scoring"
	"harbormaster/scoring/agricola"
	"harbormaster/scoring/orleans"
	"harbormaster/scoring/plantation"
	"harbormaster/scoring/riverboat"
	"harbormaster/scoring/strict"
)

// Games returns all games in the order in which people are shown them.
func Games() []scoring.Game {
	return []scoring.Game{
		riverboat.Game{},
		orleans.Game{},
		agricola.Game{},
		plantation.Game{},
	}
}

// Game returns the game of that name, or a *scoring.Violation that gives the
// nearest known name.
func Game(name string) (scoring.Game, error) {
	var known []string
	for _, g := range Games() {
		if g.Info().Name == name {
			return g, nil
		}
		known = append(known, g.Info().Name)
	}
	return nil, scoring.Forbid("", "game", "file.game", "name", name, "nearest", strict.Nearest(name, known), "known", known)
}

// Messages returns the message files of all games.
func Messages() []fs.FS {
	var out []fs.FS
	for _, g := range Games() {
		out = append(out, g.Info().Messages)
	}
	return out
}

// ReadState reads a state file of any game: its key "game" says which.
func ReadState(data []byte) (scoring.Game, scoring.State, error) {
	root := strict.Parse(data)
	if root.Failed() {
		return nil, nil, root.Err()
	}
	name := root.Map().Need("game").Text()
	if root.Failed() {
		return nil, nil, root.Err()
	}
	g, err := Game(name)
	if err != nil {
		return nil, nil, err
	}
	s, err := g.ReadState(data)
	return g, s, err
}
