package display

import (
	"fmt"
	"strings"
	"time"
)

// How long things are shown.
const (
	pageTime  = 4 * time.Second        // a player's score, where they take turns
	roundTime = 2 * time.Second        // round and phase, where scores take turns with them
	calmTime  = 16 * time.Second       // all scores, before round and phase are shown
	blinkTime = time.Second            // the dot of whose turn it is: on, then off for a quarter
	digitTime = 350 * time.Millisecond // scrolling by a digit
	pixelTime = 50 * time.Millisecond  // scrolling by a column
	forever   = time.Duration(0)
)

// slotWidth is the least number of columns for a name and its points.
const slotWidth = 32

// Layout returns what a face shows of the content at a time since its mode was
// first shown, and after how long that changes by itself; 0 is never.
// The players are shown in the order given; nil is the order of play.
func Layout(f Face, c Content, order []int, at time.Duration) (Picture, time.Duration) {
	l := layout{face: f, font: fonts()[f.Kind], picture: f.Blank(), at: max(at, 0)}
	c.Players = ordered(c.Players, order)
	l.slots, l.width = f.Modules, f.Cells
	if f.Kind == Matrix { // one row, parted anew
		l.slots = max(1, f.Modules*f.Cells/slotWidth)
		l.width = f.Modules * f.Cells / l.slots
	}
	switch c.Mode {
	case Greeting:
		l.text(c.greeting(f.Still), 0)
	case Scores:
		l.scores(c)
	case Finale:
		l.finale(c)
	}
	return l.picture, l.next
}

// greeting is the text of a greeting, without the PIN where it would be kept.
func (c Content) greeting(kept bool) string {
	if c.PIN == "" || kept {
		return c.Text
	}
	return c.Text + " PIN " + c.PIN
}

// ordered puts players in the order of their numbers, from 1. Those that the
// order doesn't name are not shown.
func ordered(players []Player, order []int) []Player {
	if order == nil {
		return players
	}
	var list []Player
	for _, n := range order {
		if n >= 1 && n <= len(players) {
			list = append(list, players[n-1])
		}
	}
	return list
}

// layout is one picture under way. A slot is the part of the face that shows
// one player.
type layout struct {
	face         Face
	font         font
	picture      Picture
	slots, width int // width in cells
	at, next     time.Duration
	turned       time.Duration // when the page with these players began
}

// slot returns the cells of a slot; they may be written.
func (l *layout) slot(i int) []uint16 { return l.picture.Lamps[i*l.width : (i+1)*l.width] }

// until notes that the picture changes at a time, if nothing does before.
func (l *layout) until(t time.Duration) {
	if wait := t - l.at; l.next == forever || wait < l.next {
		l.next = wait
	}
}

// scores shows each player on a slot of its own, as long as there are enough
// slots; else they take turns. Round and phase are on a free slot, or take
// turns with the scores.
func (l *layout) scores(c Content) {
	round := c.Round > 0 || c.Phase != ""
	players := len(c.Players)
	if l.slots > players || l.face.Still {
		for i, p := range c.Players[:min(players, l.slots)] {
			l.player(i, p)
		}
		if l.slots > players && round {
			l.round(players, c)
		}
		return
	}
	pages := (players + l.slots - 1) / l.slots
	each := pageTime
	if pages == 1 {
		each = calmTime
	}
	cycle := time.Duration(pages) * each
	if round {
		cycle += roundTime
	}
	in := l.at % cycle
	page := int(in / each)
	if page >= pages {
		l.round(0, c)
		l.until(l.at - in + cycle)
		return
	}
	if pages > 1 || round {
		l.until(l.at - in + time.Duration(page+1)*each)
	}
	l.turned = l.at - in + time.Duration(page)*each
	first := page * l.slots
	for i, p := range c.Players[first:min(players, first+l.slots)] {
		l.player(i, p)
	}
}

// player shows one: as much of the name as there is room for, and the points.
func (l *layout) player(i int, p Player) {
	cells := l.slot(i)
	points := l.font.set(p.score())
	switch start := l.width - len(points); {
	case start < 0 && l.face.Still:
		copy(cells, l.font.cut("?", l.width)) // better than a part of the number
	case start < 0:
		copy(cells, l.scrolled(l.font.set(p.Name+" "+p.score()), l.width, l.turned))
	default:
		gap := 1
		if l.face.Kind == Matrix {
			gap = 2
		}
		copy(cells, l.font.cut(p.Name, start-gap))
		copy(cells[start:], points)
	}
	if !p.Turn {
		return
	}
	if l.face.Kind == Matrix { // a line under the slot, which needn't blink to be seen
		for x := range cells {
			cells[x] |= l.font.dot()
		}
		return
	}
	if l.blinked() {
		cells[l.width-1] |= l.font.dot()
	}
}

// blinked reports whether what blinks is lit.
func (l *layout) blinked() bool {
	if l.face.Still {
		return true
	}
	in := l.at % blinkTime
	on := blinkTime * 3 / 4
	if in < on {
		l.until(l.at - in + on)
		return true
	}
	l.until(l.at - in + blinkTime)
	return false
}

// round shows round and phase on a slot: "r3 Pla".
func (l *layout) round(i int, c Content) {
	var words []string
	if c.Round > 0 {
		words = append(words, fmt.Sprintf("r%d", c.Round))
	}
	if c.Phase != "" {
		words = append(words, c.Phase)
	}
	copy(l.slot(i), l.font.cut(strings.Join(words, " "), l.width))
}

// finale lets the text with all scores run through, then shows the scores for
// a while, and so on.
func (l *layout) finale(c Content) {
	scores := Content{Mode: Scores, Players: c.Players}
	if l.face.Still {
		l.scores(scores)
		if n := len(c.Players); l.slots > n { // what is left says who has won
			l.write(c.Text, n)
		}
		return
	}
	words := []string{c.Text}
	for _, p := range c.Players {
		words = append(words, p.Name+" "+p.score())
	}
	text := strings.Join(words, "   ")
	calm := calmTime
	if pages := (len(c.Players) + l.slots - 1) / l.slots; pages > 1 {
		calm = time.Duration(pages) * pageTime
	}
	run := l.running(text)
	cycle := run + calm
	start := l.at / cycle * cycle
	if l.at-start < run {
		l.text(text, start)
		l.until(start + run)
		return
	}
	whole := l.at
	l.at -= start + run
	l.scores(scores)
	l.until(calm)
	l.at = whole
}

// text shows a text from a time on: whole if it fits on a slot, else scrolling.
func (l *layout) text(text string, from time.Duration) {
	if l.face.Still {
		l.write(text, 0)
		return
	}
	cells, width := l.font.set(text), l.room()
	shown := make([]uint16, width)
	if len(cells) <= width {
		copy(shown, cells)
	} else {
		shown = l.scrolled(cells, width, from)
	}
	for i := 0; i < len(l.picture.Lamps); i += width { // the same on every module
		copy(l.picture.Lamps[i:], shown)
	}
}

// scrolled returns the part of a text's cells that is to be seen while it
// scrolls over some width from a time on, again and again.
func (l *layout) scrolled(cells []uint16, width int, from time.Duration) []uint16 {
	shown := make([]uint16, width)
	step := l.step()
	turn := len(cells) + width
	moved := int((l.at - from) / step)
	for x := range shown { // it comes in from the right and leaves to the left
		if at := moved%turn + x - width + 1; at >= 0 && at < len(cells) {
			shown[x] = cells[at]
		}
	}
	l.until(from + time.Duration(moved+1)*step)
	return shown
}

// write spreads a text over the slots from the first given, word by word where
// they fit.
func (l *layout) write(text string, first int) {
	line := ""
	slot := first
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && len(l.font.set(longer)) > l.width {
			copy(l.slot(slot), l.font.cut(line, l.width))
			if slot++; slot == l.slots {
				return
			}
			longer = word
		}
		for len(l.font.set(longer)) > l.width && slot < l.slots-1 { // a long word is broken
			runes := []rune(longer)
			n := 0
			for n < len(runes) && len(l.font.set(string(runes[:n+1]))) <= l.width {
				n++
			}
			copy(l.slot(slot), l.font.cut(longer, l.width))
			slot++
			longer = string(runes[max(n, 1):])
		}
		line = longer
	}
	copy(l.slot(slot), l.font.cut(line, l.width))
}

// room is how many cells a scrolling text has: a module, since modules of
// digits stand apart; a matrix is one row.
func (l *layout) room() int {
	if l.face.Kind == Matrix {
		return len(l.picture.Lamps)
	}
	return l.width
}

// step is how long a scrolling text stands still.
func (l *layout) step() time.Duration {
	if l.face.Kind == Matrix {
		return pixelTime
	}
	return digitTime
}

// running is how long a text takes to scroll through once.
func (l *layout) running(text string) time.Duration {
	cells := l.font.set(text)
	if len(cells) <= l.room() {
		return pageTime
	}
	return time.Duration(len(cells)+l.room()) * l.step()
}
