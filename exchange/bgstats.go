package exchange

import (
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"crypto/sha256"

	"harbormaster/history"
	"harbormaster/session"
)

// BG Stats is an app that most players log their plays with. It takes a play
// from a link that opens it filled in; its owner decides what comes of it.

// sourceName is part of BG Stats' key of our plays, games and players: were it
// ever renamed, everybody would have to match all of them again.
const sourceName = "Harbormaster"

// mostLink is the length that all browsers and phones open.
const mostLink = 8000

const linkStart = "https://app.bgstatsapp.com/createPlay.html?data="

// appTime is how BG Stats writes times, in UTC.
const appTime = "2006-01-02 15:04:05"

//go:embed bgg.json
var boxes []byte

// box returns BoardGameGeek's number of a game and whether it is known.
func box(game string) (int, bool) {
	var numbers map[string]int
	if json.Unmarshal(boxes, &numbers) != nil { // a test reads it
		return 0, false
	}
	n, ok := numbers[game]
	return n, ok
}

// pushed is a play as the link carries it. The booleans are always sent: the
// app on Android fails without them.
type pushed struct {
	SourceName   string         `json:"sourceName"`
	SourcePlayID string         `json:"sourcePlayId"`
	PlayDate     string         `json:"playDate"`
	DurationMin  int            `json:"durationMin,omitempty"`
	Location     string         `json:"location,omitempty"`
	Comments     string         `json:"comments,omitempty"`
	Game         pushedGame     `json:"game"`
	Players      []pushedPlayer `json:"players"`
}

type pushedGame struct {
	Name         string `json:"name"`
	SourceGameID string `json:"sourceGameId"`
	BGGID        int    `json:"bggId,omitempty"`
	HighestWins  bool   `json:"highestWins"`
	NoPoints     bool   `json:"noPoints"`
}

type pushedPlayer struct {
	Name           string `json:"name"`
	SourcePlayerID string `json:"sourcePlayerId"`
	StartPlayer    bool   `json:"startPlayer"`
	Winner         bool   `json:"winner"`
	Score          *int   `json:"score,omitempty"`
	Rank           *int   `json:"rank,omitempty"`
}

// Link returns the address that opens BG Stats with a finished play filled in.
// The people are those of the play's seats by their id; comments is a text for
// people, which is shortened or left out where the address gets too long.
func Link(p history.Play, games session.Games, people map[int64]history.Player, comments string) (string, error) {
	if p.Status != session.Complete {
		return "", &session.Failure{Reason: session.Locked, What: "only a finished play can be sent to BG Stats", Hint: "finish it first"}
	}
	out := pushed{SourceName: sourceName, SourcePlayID: p.ID, PlayDate: p.Began.UTC().Format(appTime), DurationMin: p.Minutes,
		Location: p.Place, Comments: clip(comments, 2000), Players: []pushedPlayer{},
		Game: pushedGame{Name: title(games, p), SourceGameID: p.Game, HighestWins: true}}
	if out.Game.SourceGameID == "" {
		out.Game.SourceGameID = "title:" + out.Game.Name
	}
	out.Game.BGGID, _ = box(p.Game)
	out.Game.NoPoints = true
	for i, seat := range p.Seats {
		name, id := who(seat, people)
		out.Players = append(out.Players, pushedPlayer{Name: name, SourcePlayerID: id, StartPlayer: i == 0 && p.Source == "", Winner: seat.Won, Score: seat.Total, Rank: seat.Rank})
		if seat.Total != nil {
			out.Game.NoPoints = false
		}
	}
	return out.address()
}

// address shortens the play, what matters least first, until it fits.
func (p pushed) address() (string, error) {
	names := make([]string, len(p.Players))
	for i, player := range p.Players {
		names[i] = player.Name
	}
	shorter := []func(){
		func() { p.Comments = clip(p.Comments, 700) },
		func() { p.Comments = clip(p.Comments, 200) },
		func() { p.Comments = "" },
		func() { p.Location = clip(p.Location, 40) },
		func() { p.Location = "" },
	}
	for _, most := range []int{40, 20, 8} {
		shorter = append(shorter, func() {
			p.Game.Name, p.Game.SourceGameID = clip(p.Game.Name, 2*most), clip(p.Game.SourceGameID, 2*most)
			for i := range p.Players {
				p.Players[i].Name = clip(names[i], most)
			}
		})
	}
	for i := 0; ; i++ {
		data, err := compact(p)
		if err != nil {
			return "", err
		}
		// Spaces as %20: the app doesn't take the + of forms for one.
		link := linkStart + strings.ReplaceAll(url.QueryEscape(string(data)), "+", "%20")
		if len(link) < mostLink {
			return link, nil
		}
		if i == len(shorter) {
			return "", &session.Failure{Reason: session.Invalid, What: fmt.Sprintf("a play of %d players is too long for a link to BG Stats", len(p.Players)),
				Hint: "export it as a .bgsplay file and open that with BG Stats"}
		}
		shorter[i]()
	}
}

// who names the person of a seat, and gives an id that stays the same for that
// person from play to play.
func who(seat history.Seat, people map[int64]history.Player) (name, id string) {
	if p, ok := people[seat.Player]; ok {
		return p.Name, p.UUID
	}
	name = seat.Name
	if seat.Person != "" {
		name = seat.Person
	}
	return name, derived("player", strings.ToLower(name))
}

// derived makes a UUID (version 8) from what it stands for, so that the same
// thing has the same in every export.
func derived(kind, name string) string {
	sum := sha256.Sum256([]byte("harbormaster " + kind + "\x00" + name))
	return asUUID([16]byte(sum[:16]))
}

func asUUID(b [16]byte) string {
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// clip shortens a text to a number of characters.
func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:most-1])) + "…"
}

// compact writes JSON without escaping <, > and &, which would only make it longer.
func compact(v any) ([]byte, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write a play for BG Stats: %w", err)
	}
	return []byte(strings.TrimSuffix(b.String(), "\n")), nil
}

// appMoment reads a time as BG Stats writes it.
func appMoment(s string) (time.Time, bool) {
	for _, layout := range []string{appTime, "2006-01-02T15:04:05Z07:00", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil && !t.Before(earliest) && t.Before(latest) {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
