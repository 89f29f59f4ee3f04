package exchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// Reading is a file that was read and checked.
type Reading struct {
	Batch history.Batch
	// Notes say in words what of the file was left out or changed, and why.
	Notes []string
}

// Note adds a note; a file with a thousand oddities needs no thousand notes.
func (r *Reading) Note(format string, args ...any) {
	const most = 100
	switch n := len(r.Notes); {
	case n < most:
		r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
	case n == most:
		r.Notes = append(r.Notes, "there is more like this")
	}
}

// ReadBGStats reads a file of BG Stats. Keys that aren't known are passed over, sums
// are worked out. Games are known by UUID, by the number of BoardGameGeek, or by
// name; a game that isn't in the catalog is kept by its title. The plays come
// out as records: results without a log. Now is when that happens.
func ReadBGStats(data []byte, games []scoring.Game, now time.Time) (*Reading, error) {
	a := appReader{games: games, now: now.UTC().Truncate(time.Millisecond), titles: map[looseInt]appGame{}, places: map[looseInt]string{}, players: map[looseInt]appPlayer{}, ids: map[looseInt]int64{}, seen: map[string]bool{}}
	if err := a.file(data); err != nil {
		return nil, err
	}
	return &a.Reading, nil
}

type appReader struct {
	Reading
	games   []scoring.Game
	now     time.Time
	titles  map[looseInt]appGame
	places  map[looseInt]string
	players map[looseInt]appPlayer
	ids     map[looseInt]int64 // the batch's ids of those who play
	seen    map[string]bool    // UUIDs of plays
}

func (a *appReader) file(data []byte) error {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var file struct {
		Games, Locations, Players, Plays []json.RawMessage
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return appProblem(data, err)
	}
	if file.Plays == nil {
		return &Problem{What: `there are no "plays" in the file`, Hint: "take a file that this program exported, or one that BG Stats did (.bgsplay or BGStatsExport.json)"}
	}
	if max(len(file.Plays), len(file.Players), len(file.Games), len(file.Locations)) > mostPlays {
		return &Problem{What: fmt.Sprintf("the file holds more than %d of a kind", mostPlays), Hint: "export fewer plays at a time"}
	}
	for i, raw := range file.Games {
		var g appGame
		if err := part("games", i, raw, &g); err != nil {
			return err
		}
		a.titles[g.ID] = g
	}
	for i, raw := range file.Locations {
		var l appLocation
		if err := part("locations", i, raw, &l); err != nil {
			return err
		}
		a.places[l.ID] = clip(clean(string(l.Name)), mostName)
	}
	for i, raw := range file.Players {
		var p appPlayer
		if err := part("players", i, raw, &p); err != nil {
			return err
		}
		a.players[p.ID] = p
	}
	for i, raw := range file.Plays {
		var p appPlay
		if err := part("plays", i, raw, &p); err != nil {
			return err
		}
		if err := a.play(fmt.Sprintf("plays[%d]", i), p); err != nil {
			return err
		}
	}
	return nil
}

// part reads one element of a list.
func part(list string, i int, raw json.RawMessage, v any) error {
	where := fmt.Sprintf("%s[%d]", list, i)
	if err := json.Unmarshal(raw, v); err != nil || string(raw) == "null" {
		return &Problem{Where: where, What: cmpText(plain(cmpErr(err, fmt.Errorf("nothing stands here (null)"))), "it can't be read"), Hint: "export the file again from BG Stats"}
	}
	return nil
}

func appProblem(data []byte, err error) error {
	r := reader{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	if json.Valid(data) {
		return &Problem{What: "this is no file of BG Stats: " + plain(err), Hint: "take a file that this program or BG Stats exported"}
	}
	return r.broken("", err)
}

// play turns a play into a record.
func (a *appReader) play(where string, p appPlay) error {
	bad := func(what string) error {
		return &Problem{Where: where, What: what, Hint: "export the file again from BG Stats"}
	}
	began, ok := appMoment(strings.TrimSpace(string(p.PlayDate)))
	if !ok {
		if began, ok = day(p.PlayDateYMD); !ok {
			return bad(fmt.Sprintf("%.40q is no date", p.PlayDate))
		}
	}
	game, ok := a.titles[p.GameRefID]
	if !ok {
		return bad(fmt.Sprintf("the game %d isn't in the file", p.GameRefID))
	}
	name := clip(clean(string(game.Name)), mostName)
	what := fmt.Sprintf("%s of %s (%s)", cmpText(name, "a game without a name"), began.Format("2006-01-02 15:04"), where)
	switch {
	case bool(p.Ignored):
		a.Note("%s: left out, since BG Stats is told to ignore it", what)
		return nil
	case len(p.PlayerScores) == 0:
		a.Note("%s: left out, since nobody played it", what)
		return nil
	case len(p.PlayerScores) > mostSeats:
		return bad(fmt.Sprintf("%d played it", len(p.PlayerScores)))
	}
	uuid := strings.TrimSpace(string(p.UUID))
	if !goodUUID.MatchString(uuid) {
		uuid = derived("foreign", fmt.Sprint(p.PlayDate, name, p.PlayerScores))
	}
	if a.seen[strings.ToLower(uuid)] {
		a.Note("%s: left out, since it is in the file twice", what)
		return nil
	}
	a.seen[strings.ToLower(uuid)] = true
	scores := slices.Clone(p.PlayerScores)
	sort.SliceStable(scores, func(i, j int) bool { // in order of play, as far as it is known
		if scores[i].SeatOrder != scores[j].SeatOrder {
			return scores[i].SeatOrder < scores[j].SeatOrder
		}
		return bool(scores[i].StartPlayer && !scores[j].StartPlayer)
	})
	key, title := a.catalog(game, name)
	start := &session.Start{Game: key, Place: a.places[p.LocationRefID], Note: clip(clean(string(p.Comments)), mostText)}
	outcome := &session.Outcome{Result: scoring.NewResult(key), Started: began, Ended: began.Add(minutes(p.DurationMin)), Source: source, SourceID: uuid, Title: title}
	var seats []int64
	for _, s := range scores {
		id, seat, err := a.seat(s.PlayerRefID, start.Seats)
		if err != nil {
			return bad(err.Error())
		}
		start.Seats, seats = append(start.Seats, session.Seat{Name: seat}), append(seats, id)
		score := scoring.PlayerResult{Name: seat, Lines: []scoring.Line{}}
		points, exact, ok := sum(string(s.Score))
		switch {
		case ok:
			score.Add(scoring.Line{Category: "total", Points: points})
			if !exact {
				a.Note("%s: the score %.40q of %s was rounded to %d", what, s.Score, seat, points)
			}
		case strings.TrimSpace(string(s.Score)) != "":
			a.Note("%s: the score %.40q of %s is no number and was left out", what, s.Score, seat)
		}
		outcome.Result.Players = append(outcome.Result.Players, score)
		if s.Winner {
			outcome.Result.Winners = append(outcome.Result.Winners, seat)
		}
	}
	outcome.Ranks = ranked(outcome.Result, scores, game)
	e := session.Event{Number: 1, Play: recordID(uuid), At: a.now, Kind: session.Recorded, Start: start, Record: outcome}
	a.Batch.Plays = append(a.Batch.Plays, history.Incoming{Events: []session.Event{e}, Seats: seats,
		Projection: session.Projection{Status: session.Complete, Note: start.Note, Outcome: outcome}})
	return nil
}

// seat returns the batch's id of a player and a name that nobody else has at that table.
func (a *appReader) seat(ref looseInt, taken []session.Seat) (int64, string, error) {
	p, ok := a.players[ref]
	if !ok {
		return 0, "", fmt.Errorf("the player %d isn't in the file", ref)
	}
	name := cmpText(clip(clean(string(p.Name)), 80), fmt.Sprintf("Player %d", ref))
	id, known := a.ids[ref]
	if !known {
		uuid := strings.TrimSpace(string(p.UUID))
		if !goodUUID.MatchString(uuid) {
			uuid = derived("player", strings.ToLower(name))
		}
		if i := slices.IndexFunc(a.Batch.Players, func(q history.Player) bool { return q.UUID == uuid }); i >= 0 {
			id = a.Batch.Players[i].ID
		} else {
			id = int64(len(a.Batch.Players) + 1)
			a.Batch.Players = append(a.Batch.Players, history.Player{ID: id, UUID: uuid, Name: name, Created: a.now})
		}
		a.ids[ref] = id
	}
	seat := name
	for n := 2; slices.ContainsFunc(taken, func(s session.Seat) bool { return s.Name == seat }); n++ {
		seat = fmt.Sprintf("%s (%d)", name, n)
	}
	return id, seat, nil
}

// catalog finds the game in the catalog; of any other it returns a key that is
// the same for all plays of it, and the title.
func (a *appReader) catalog(g appGame, name string) (key, title string) {
	is := []func(scoring.Info) bool{
		func(i scoring.Info) bool { return string(g.UUID) == derived("game", i.Title) },
		func(i scoring.Info) bool { n, ok := box(i.Name); return ok && int(g.BGGID) == n },
		func(i scoring.Info) bool {
			return strings.EqualFold(name, i.Title) || strings.EqualFold(string(g.BGGName), i.Title)
		},
	}
	for _, fits := range is {
		for _, game := range a.games {
			if fits(game.Info()) {
				return game.Info().Name, ""
			}
		}
	}
	title = cmpText(name, "a game without a name")
	return "other:" + clip(strings.ToLower(title), 80), title
}

// ranked returns the ranks: as the file has them, if all have one, else by who
// won and the points.
func ranked(r scoring.Result, scores []appScore, g appGame) []int {
	ranks := make([]int, len(scores))
	for i, s := range scores {
		ranks[i] = int(s.Rank)
	}
	if slices.Min(ranks) >= 1 && slices.Max(ranks) <= len(ranks) {
		return ranks
	}
	if g.HighestWins != nil && !bool(*g.HighestWins) { // the fewest points are best
		r.Players = slices.Clone(r.Players)
		for i := range r.Players {
			r.Players[i].Total = -r.Players[i].Total
		}
	}
	return session.Ranks(r)
}

func day(ymd looseInt) (time.Time, bool) {
	t, err := time.Parse("20060102", fmt.Sprint(int64(ymd)))
	return t, err == nil && !t.Before(earliest) && t.Before(latest)
}

// clean drops what no page shows from a text of another program.
func clean(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd")))
}
