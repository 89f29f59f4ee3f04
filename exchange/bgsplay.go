package exchange

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"harbormaster/history"
	"harbormaster/session"
)

// The file of BG Stats, .bgsplay: one object; ids are numbers local to the
// file, UUIDs are the same everywhere.

type appFile struct {
	About     string        `json:"about"`
	Games     []appGame     `json:"games"`
	Locations []appLocation `json:"locations"`
	Players   []appPlayer   `json:"players"`
	Plays     []appPlay     `json:"plays"`
	UserInfo  appUser       `json:"userInfo"`
}

type appUser struct {
	MeRefID looseInt `json:"meRefId"`
}

type appGame struct {
	ID               looseInt  `json:"id"`
	UUID             looseText `json:"uuid"`
	Name             looseText `json:"name"`
	BGGID            looseInt  `json:"bggId,omitempty"`
	BGGName          looseText `json:"bggName"`
	HighestWins      *loose    `json:"highestWins"` // nil where the file doesn't say
	NoPoints         looseBool `json:"noPoints"`
	Cooperative      looseBool `json:"cooperative"`
	UsesTeams        looseBool `json:"usesTeams"`
	ModificationDate looseText `json:"modificationDate"`
}

// loose is looseBool, by a name that reads well behind a *.
type loose = looseBool

type appLocation struct {
	ID               looseInt  `json:"id"`
	UUID             looseText `json:"uuid"`
	Name             looseText `json:"name"`
	ModificationDate looseText `json:"modificationDate"`
}

type appPlayer struct {
	ID               looseInt  `json:"id"`
	UUID             looseText `json:"uuid"`
	Name             looseText `json:"name"`
	IsAnonymous      looseBool `json:"isAnonymous"`
	ModificationDate looseText `json:"modificationDate"`
}

type appPlay struct {
	UUID             looseText  `json:"uuid"`
	GameRefID        looseInt   `json:"gameRefId"`
	LocationRefID    looseInt   `json:"locationRefId,omitempty"`
	PlayDate         looseText  `json:"playDate"`
	PlayDateYMD      looseInt   `json:"playDateYmd"`
	EntryDate        looseText  `json:"entryDate"`
	ModificationDate looseText  `json:"modificationDate"`
	DurationMin      looseInt   `json:"durationMin"`
	Board            looseText  `json:"board"`
	Comments         looseText  `json:"comments"`
	Rounds           looseInt   `json:"rounds"`
	UsesTeams        looseBool  `json:"usesTeams"`
	ManualWinner     looseBool  `json:"manualWinner"`
	Ignored          looseBool  `json:"ignored"`
	Rating           looseInt   `json:"rating"`
	ScoringSetting   looseInt   `json:"scoringSetting"`
	PlayerScores     []appScore `json:"playerScores"`
}

type appScore struct {
	PlayerRefID   looseInt  `json:"playerRefId"`
	Score         looseText `json:"score"`
	Winner        looseBool `json:"winner"`
	StartPlayer   looseBool `json:"startPlayer"`
	NewPlayer     looseBool `json:"newPlayer"`
	Rank          looseInt  `json:"rank"`
	SeatOrder     looseInt  `json:"seatOrder"`
	Role          looseText `json:"role"`
	Team          looseText `json:"team,omitempty"`
	TeamRole      looseText `json:"teamRole,omitempty"`
	StartPosition looseText `json:"startPosition,omitempty"`
}

// appNames are the refs of an export by what they stand for.
type appNames struct{ games, places, players map[string]looseInt }

// WriteBGStats writes all finished plays that the filter takes as a file that BG
// Stats imports. The points by category go into the comments, as words says them.
func WriteBGStats(ctx context.Context, w io.Writer, l Library, o Options, games session.Games, words Words) error {
	list, err := l.Players(ctx, true)
	if err != nil {
		return fmt.Errorf("export for BG Stats: %w", err)
	}
	people := make(map[int64]history.Player, len(list))
	for _, p := range list {
		people[p.ID] = p
	}
	now := looseText(o.Now.UTC().Format(appTime))
	file := appFile{About: "Plays kept by Harbormaster " + o.Program, Games: []appGame{}, Locations: []appLocation{}, Players: []appPlayer{}, Plays: []appPlay{}}
	ids := appNames{map[string]looseInt{}, map[string]looseInt{}, map[string]looseInt{}}
	for log, err := range l.Logs(ctx, o.Filter) {
		if err != nil {
			return fmt.Errorf("export for BG Stats: %w", err)
		}
		outcome, err := result(ctx, l, log.Play)
		if err != nil {
			return fmt.Errorf("export for BG Stats: %w", err)
		}
		if outcome == nil {
			continue // under way or abandoned: BG Stats knows no such plays
		}
		play := ofPlay(log.Play, *outcome, words)
		play.GameRefID = file.game(ids.games, log.Play, games, *outcome, now)
		play.LocationRefID = file.place(ids.places, log.Play.Place, now)
		for i := range play.PlayerScores {
			play.PlayerScores[i].PlayerRefID = file.player(ids.players, log.Play.Seats[i], people, now)
		}
		file.Plays = append(file.Plays, play)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(file); err != nil {
		return fmt.Errorf("export for BG Stats: write the file: %w", err)
	}
	return nil
}

// ofPlay returns a play as BG Stats keeps it, but for the refs.
func ofPlay(p history.Play, o session.Outcome, words Words) appPlay {
	day := p.Began.UTC()
	out := appPlay{UUID: looseText(appUUID(p)), PlayDate: looseText(day.Format(appTime)), PlayDateYMD: looseInt(day.Year()*10000 + int(day.Month())*100 + day.Day()),
		DurationMin: looseInt(p.Minutes), Rounds: looseInt(len(o.Rounds)), PlayerScores: []appScore{}}
	out.EntryDate, out.ModificationDate = out.PlayDate, out.PlayDate
	if p.Ended != nil {
		out.EntryDate = looseText(p.Ended.UTC().Format(appTime))
		out.ModificationDate = out.EntryDate
	}
	comments := []string{}
	if p.Note != "" {
		comments = append(comments, p.Note)
	}
	for i, player := range o.Result.Players {
		seat := p.Seats[i]
		score := appScore{Winner: looseBool(seat.Won), StartPlayer: looseBool(i == 0 && p.Source == ""), Rank: looseInt(rank(o, i)), SeatOrder: looseInt(i + 1)}
		if len(player.Lines) > 0 {
			score.Score = looseText(fmt.Sprint(player.Total))
		}
		out.PlayerScores = append(out.PlayerScores, score)
		if parts := breakdown(p.Game, player, words); parts != "" {
			comments = append(comments, oneLine(player.Name)+": "+parts)
		}
	}
	out.Comments = looseText(strings.Join(comments, "\n"))
	// Somebody may win by a tie break, or against the points.
	out.ManualWinner = looseBool(!slices.Equal(session.Ranks(o.Result), o.Ranks) || len(o.Result.Winners) == 0)
	return out
}

func (f *appFile) game(ids map[string]looseInt, p history.Play, games session.Games, o session.Outcome, now looseText) looseInt {
	name := title(games, p)
	if id, ok := ids[name]; ok {
		return id
	}
	id := looseInt(len(f.Games) + 1)
	highest := looseBool(true)
	g := appGame{ID: id, UUID: looseText(derived("game", name)), Name: looseText(clip(name, mostName)), HighestWins: &highest, ModificationDate: now, NoPoints: true}
	if n, ok := box(p.Game); ok {
		g.BGGID, g.BGGName = looseInt(n), looseText(name)
	}
	for _, player := range o.Result.Players {
		g.NoPoints = g.NoPoints && len(player.Lines) == 0
	}
	ids[name] = id
	f.Games = append(f.Games, g)
	return id
}

func (f *appFile) place(ids map[string]looseInt, name string, now looseText) looseInt {
	if name == "" {
		return 0
	}
	id, ok := ids[name]
	if !ok {
		id = looseInt(len(f.Locations) + 1)
		ids[name] = id
		f.Locations = append(f.Locations, appLocation{ID: id, UUID: looseText(derived("place", strings.ToLower(name))), Name: looseText(name), ModificationDate: now})
	}
	return id
}

func (f *appFile) player(ids map[string]looseInt, seat history.Seat, people map[int64]history.Player, now looseText) looseInt {
	name, uuid := who(seat, people)
	id, ok := ids[uuid]
	if !ok {
		id = looseInt(len(f.Players) + 1)
		ids[uuid] = id
		f.Players = append(f.Players, appPlayer{ID: id, UUID: looseText(uuid), Name: looseText(name), ModificationDate: now})
	}
	return id
}

// source names BG Stats in the plays that come from it.
const source = "BG Stats"

// appUUID returns the UUID of a play in BG Stats: its own, if it came from there.
func appUUID(p history.Play) string {
	if p.Source == source && goodUUID.MatchString(p.SourceID) {
		return p.SourceID
	}
	return derived("play", p.ID)
}

// recordID returns the id that a play of BG Stats gets here: always the same
// for the same play.
func recordID(uuid string) string {
	sum := sha256.Sum256([]byte("bgstats\x00" + strings.ToLower(uuid)))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10])) // 16 letters, as our own
}

// minutes returns the length of a play as a duration, within reason.
func minutes(n looseInt) time.Duration {
	return time.Duration(min(max(n, 0), 100_000)) * time.Minute
}
