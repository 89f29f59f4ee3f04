package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"harbormaster/calibration"
	"harbormaster/live"
	"harbormaster/mat"
	"harbormaster/scoring"
	"harbormaster/scoring/riverboat"
	"harbormaster/scoring/say"
	"harbormaster/tracking"
	"harbormaster/tracking/river"
	"harbormaster/vision"
)

type replayCommand struct {
	Profile string `required:"" placeholder:"DIR" help:"Folder of the profile, calibrated and taught."`
	Folder  string `arg:"" help:"Folder of pictures, *.jpg in order of name; 00-* (empty table) and 01-* (teaching) are skipped."`
	Known   string `placeholder:"FILE" help:"What the people at the table say: a JSON object from picture name to what no camera sees."`
	JSON    bool   `help:"Print one JSON document a line, one a picture."`
}

// replayLine is what replay prints of one picture.
type replayLine struct {
	Picture   string           `json:"picture"`
	Actions   []scoring.Action `json:"actions"`
	Questions []replayQuestion `json:"questions"`
	State     scoring.State    `json:"state"`
}

type replayQuestion struct {
	Player string         `json:"player,omitempty"`
	Text   string         `json:"text"`
	Key    string         `json:"key"`
	Params map[string]any `json:"params"`
	Spaces []string       `json:"spaces"`
}

// Run follows the game over a folder of pictures.
func (c *replayCommand) Run(p *program) error {
	pictures, err := picturesIn(c.Folder)
	if err != nil {
		return err
	}
	known, err := readKnown(c.Known, pictures)
	if err != nil {
		return err
	}
	profile, reader, err := openProfile(c.Profile)
	if err != nil {
		return err
	}
	defer reader.Close()
	r := replay{program: p, json: c.JSON, known: known, follower: followerOf(profile)}
	for _, name := range pictures {
		sights, err := sightsIn(reader, name)
		if err != nil {
			return err
		}
		if err := r.look(filepath.Base(name), sights); err != nil {
			return err
		}
	}
	return nil
}

// picturesIn lists the pictures to replay, in order of name.
func picturesIn(folder string) ([]string, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("replay %s: it is no folder; give the folder that holds the pictures", folder)
	}
	all, err := filepath.Glob(filepath.Join(escapeGlob(folder), "*.jpg"))
	if err != nil {
		return nil, fmt.Errorf("list the pictures in %s: %w", folder, err)
	}
	all = slices.DeleteFunc(all, func(name string) bool {
		base := filepath.Base(name)
		return strings.HasPrefix(base, "00-") || strings.HasPrefix(base, "01-")
	})
	if len(all) == 0 {
		return nil, fmt.Errorf("replay %s: it holds no *.jpg but 00-* and 01-*, which are skipped; give the folder of a recorded game", folder)
	}
	slices.Sort(all)
	return all, nil
}

// escapeGlob makes a folder's name mean itself in a pattern.
func escapeGlob(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// readKnown reads the answers of the people at the table, by picture. A name
// that no picture has is a mistake worth telling.
func readKnown(file string, pictures []string) (map[string]json.RawMessage, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read what is known: %w", err)
	}
	var known map[string]json.RawMessage
	if err := json.Unmarshal(data, &known); err != nil {
		return nil, fmt.Errorf("read what is known in %s: it must be a JSON object from picture name to what is known then: %w", file, err)
	}
	for name := range known {
		skipped := strings.HasPrefix(name, "00-") || strings.HasPrefix(name, "01-")
		if !skipped && !slices.ContainsFunc(pictures, func(p string) bool { return filepath.Base(p) == name }) {
			return nil, fmt.Errorf("read what is known in %s: there is no picture %q in the folder", file, name)
		}
	}
	return known, nil
}

// followerOf returns a follower of the table of the profile.
func followerOf(profile *calibration.Profile) river.Follower {
	var templates []*mat.Template
	for _, m := range profile.Mats {
		templates = append(templates, m.Template)
	}
	var track riverboat.Track
	if t := trackOf(profile); t != nil {
		track = *t
	}
	return river.New(templates, track, tracking.Single())
}

func sightsIn(reader *vision.Reader, name string) ([]tracking.SideSight, error) {
	frame, err := vision.DecodeFile(name)
	if err != nil {
		return nil, err
	}
	defer frame.Close()
	reading, err := reader.Read(frame)
	if err != nil {
		return nil, err
	}
	return live.Sights(reading)
}

// replay is a run over pictures that were read.
type replay struct {
	*program
	json     bool
	known    map[string]json.RawMessage
	follower river.Follower
}

// look follows one picture and prints its line.
func (r *replay) look(picture string, sights []tracking.SideSight) error {
	next, seen, err := r.follower.Look(sights, r.known[picture])
	if err != nil {
		return fmt.Errorf("follow the game at %s: %s", picture, r.say.Error(err))
	}
	r.follower = next
	line := replayLine{Picture: picture, Actions: []scoring.Action{}, Questions: []replayQuestion{}, State: seen.State}
	line.Actions = append(line.Actions, seen.Actions...)
	for _, q := range seen.Questions {
		out := replayQuestion{Player: q.Player, Text: r.say.Sentence(q.Message), Key: q.Key, Params: q.Params, Spaces: []string{}}
		out.Spaces = append(out.Spaces, q.Spaces...)
		if out.Params == nil {
			out.Params = map[string]any{}
		}
		line.Questions = append(line.Questions, out)
	}
	if r.json {
		return r.printJSON(line)
	}
	if _, err := io.WriteString(r.out, line.text()); err != nil {
		return fmt.Errorf("print what was done: %w", err)
	}
	return nil
}

// text is the line for people.
func (l replayLine) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", say.Printable(l.Picture))
	for _, a := range l.Actions {
		fmt.Fprintf(&b, "  %s\n", say.Printable(actionText(a)))
	}
	for _, q := range l.Questions {
		fmt.Fprintf(&b, "  ? %s\n", say.Printable(strings.TrimSpace(q.Player+" "+q.Text)))
	}
	return b.String()
}

func actionText(a scoring.Action) string {
	words := append([]string{a.Player, a.Do, a.Kind, a.Space, a.Boat}, a.Hexes...)
	if a.Count > 0 {
		words = append(words, fmt.Sprint(a.Count))
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if a.Points != nil && *a.Points > 0 {
		words = append(words, fmt.Sprintf("(%d VP)", *a.Points))
	}
	return strings.Join(words, " ")
}
