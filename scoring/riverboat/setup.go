package riverboat

import (
	"encoding/json"
	"slices"

	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

// What to do with a cultivation card whose color has no empty field left; the
// English rulebook is silent, the French text says any.
const (
	FullColorAny  = "any"
	FullColorSkip = "skip"
)

// Settings are the choices a table makes before the game.
type Settings struct {
	Round4Actions int    `json:"round4_actions"` // boats and surveyors in round 4: 2 or 3
	FullColor     string `json:"full_color"`     // FullColorAny or FullColorSkip
	// HarborStart is the place where harbor masters begin; it depends on the
	// number of players and isn't public.
	HarborStart int `json:"harbor_start,omitempty"`
	// Cards are the opportunity cards the table has defined.
	Cards []CardRule `json:"opportunity_cards,omitempty"`
}

func defaultSettings() Settings { return Settings{Round4Actions: 2, FullColor: FullColorAny} }

// settingKeys are the keys of the settings in a state file; a setup adds
// setupKeys.
var (
	settingKeys = []string{"round4_actions", "full_color", "harbor_start", "opportunity_cards"}
	setupKeys   = []string{"harbor_track", "mats"}
)

// actions returns how many boats or surveyors a player may take in the round.
func (s Settings) actions(round, usual int) int {
	if round == theRules().Play.Rounds {
		return max(usual, s.Round4Actions)
	}
	return usual
}

func readSettings(o strict.Object) Settings {
	s := defaultSettings()
	if o.Has("round4_actions") {
		s.Round4Actions = o.Get("round4_actions").Int(2, 3)
	}
	if o.Has("full_color") {
		s.FullColor = o.Get("full_color").OneOf("setting", FullColorAny, FullColorSkip)
	}
	if o.Has("harbor_start") {
		s.HarborStart = o.Get("harbor_start").Int(0, maxTrack)
	}
	if o.Has("opportunity_cards") {
		for _, v := range o.Get("opportunity_cards").List() {
			rule := readCardRule(v)
			if slices.ContainsFunc(s.Cards, func(c CardRule) bool { return c.Name == rule.Name }) {
				v.Forbid("riverboat.card-twice", "card", rule.Name)
			}
			s.Cards = append(s.Cards, rule)
		}
	}
	return s
}

// Start sets up a game: every player with an empty mat, workers, surveyors and
// coins as in the box. Settings beside those of Settings: "harbor_track", and
// "mats", a list of mats in the one-line notation, one for all or one a player
// in order of play.
func (Game) Start(setup scoring.Setup) (scoring.State, error) {
	raw := setup.Settings
	if len(raw) == 0 {
		raw = json.RawMessage("{}")
	}
	root := strict.Parse(raw)
	if root.Failed() {
		return nil, root.Err()
	}
	o := root.Object(append(slices.Clone(settingKeys), setupKeys...)...)
	s := &State{Round: 1, Phase: Tiles, Settings: readSettings(o), Track: readTrack(o.Need("harbor_track"))}
	lines := o.Need("mats").List()
	if root.Failed() {
		return nil, root.Err()
	}
	if err := scoring.CheckPlayers(Game{}.Info(), setup.Players); err != nil {
		return nil, err
	}
	if n := len(lines); n != 1 && n != len(setup.Players) {
		return nil, scoring.Forbid("", "mats", "riverboat.mats", "got", n, "players", len(setup.Players))
	}
	if s.Settings.HarborStart > s.Track.Steps {
		return nil, scoring.Forbid("", "harbor_start", "riverboat.harbor-start", "place", s.Settings.HarborStart, "steps", s.Track.Steps)
	}
	templates := make([]*mat.Template, len(lines))
	for i, v := range lines {
		m, err := mat.Parse(v.Text())
		if err != nil {
			v.Forbid("riverboat.mat-notation", "reason", err.Error())
			return nil, root.Err()
		}
		checkPrinted(v, m)
		templates[i] = m.Template
	}
	if root.Failed() {
		return nil, root.Err()
	}
	start := theRules().Start
	for i, name := range setup.Players {
		s.Players = append(s.Players, Player{
			Name: name, Mat: mat.NewMat(templates[i%len(templates)]), HarborMaster: s.Settings.HarborStart,
			Coins: start.Coins, Surveyors: start.Surveyors, Workers: start.Workers,
		})
	}
	s.Flow = Flow{Known: true, TrackWorkers: start.TrackWorkers, Seats: make([]Seat, len(s.Players))}
	return s, nil
}

// checkPrinted refuses a mat that no state file could hold, or that isn't
// empty, as a mat at the start is.
func checkPrinted(v strict.Value, m mat.Mat) {
	numbered := m.Len() > 0 && m.Space(0).Field >= mat.Field1
	for i, c := range m.On {
		space := m.Space(i)
		switch {
		case !c.Empty():
			v.Forbid("riverboat.mat-not-empty", "hex", space.ID)
		case space.Field == mat.NoField:
			v.Forbid("riverboat.mat-no-field", "hex", space.ID)
		case (space.Field >= mat.Field1) != numbered:
			// One cultivation card must mean the same to everybody.
			v.Forbid("riverboat.mat-mixed", "hex", space.ID)
		case max(space.At.Q, -space.At.Q, space.At.R, -space.At.R) > maxPlace:
			v.Forbid("riverboat.mat-far", "hex", space.ID, "most", maxPlace)
		}
	}
}
