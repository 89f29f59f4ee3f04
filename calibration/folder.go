package calibration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"harbormaster/mat"
)

// The file every profile folder has, and what its first key must say.
const (
	profileFile    = "profile.json"
	profileFormat  = "harbormaster-profile"
	profileVersion = 1
)

// EmptyPicture is the role of the picture of the empty table among a
// profile's files, as the bytes the camera gave.
const EmptyPicture = "empty"

// fileMark tells a whole file from a cut-off one.
type fileMark struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
	CRC   uint32 `json:"crc32"`
}

type profileJSON struct {
	Format   string              `json:"format"`
	Version  int                 `json:"version"`
	ID       string              `json:"id"`
	Picture  Size                `json:"picture"`
	Mats     []matJSON           `json:"mats"`
	Notes    []Note              `json:"notes,omitempty"`
	Problems []string            `json:"problems,omitempty"` // of profiles from before there were notes
	Files    map[string]fileMark `json:"files"`
}

type matJSON struct {
	Name        string          `json:"name"`
	Orientation mat.Orientation `json:"orientation"`
	ToPicture   Homography      `json:"to_picture"`
	Corners     [4][2]float64   `json:"corners"`
	Tags        []int           `json:"tags,omitempty"`
	Cards       []cardJSON      `json:"cards,omitempty"`
	Harbor      *harborJSON     `json:"harbor,omitempty"`
	AgentsArea  [][2]float64    `json:"agents_area,omitempty"`
	Hexes       []hexJSON       `json:"hexes"`
}

type cardJSON struct {
	ID      int           `json:"id"`
	Corners [4][2]float64 `json:"corners"`
}

type harborJSON struct {
	First   [2]float64 `json:"first"`
	Last    [2]float64 `json:"last"`
	Steps   int        `json:"steps"`
	Notches []int      `json:"notches,omitempty"`
}

type hexJSON struct {
	ID    string    `json:"id"`
	Q     int       `json:"q"`
	R     int       `json:"r"`
	Field mat.Field `json:"field"`
}

func pair(p mat.Point) [2]float64  { return [2]float64{p.X, p.Y} }
func point(p [2]float64) mat.Point { return mat.Point{X: p[0], Y: p[1]} }

func pairs(points []mat.Point) [][2]float64 {
	var out [][2]float64
	for _, p := range points {
		out = append(out, pair(p))
	}
	return out
}

// Save writes the profile and its files (by role: EmptyPicture and others)
// to the folder dir, made if need be. The files get new names and profile.json
// is renamed into place last, so a power cut at any moment leaves either
// the old profile or the new one. What other packages keep there stays.
func (p *Profile) Save(dir string, files map[string][]byte) error {
	if err := p.check(); err != nil {
		return fmt.Errorf("save the profile: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("save the profile: make its folder: %w", err)
	}
	p.ID = p.NextID(files[EmptyPicture])
	p.files = map[string]fileMark{}
	for role, data := range files {
		name := fmt.Sprintf("%s-%s%s", role, p.ID, extension(data))
		if err := WriteFile(filepath.Join(dir, name), data); err != nil {
			return fmt.Errorf("save the profile: %w", err)
		}
		p.files[role] = fileMark{Name: name, Bytes: len(data), CRC: crc32.ChecksumIEEE(data)}
	}
	data, err := json.MarshalIndent(p.toJSON(), "", " ")
	if err != nil {
		return fmt.Errorf("save the profile: %w", err)
	}
	old, oldErr := load(dir)
	if err := WriteFile(filepath.Join(dir, profileFile), append(data, '\n')); err != nil {
		return fmt.Errorf("save the profile: %w", err)
	}
	p.dir = dir
	if oldErr == nil && old.ID != p.ID {
		for _, f := range old.files { // left-overs cost disk only, so a failure is no failure
			_ = os.Remove(filepath.Join(dir, f.Name))
		}
	}
	return nil
}

// NextID returns the ID that the profile gets when it is saved with this picture
// of the empty table.
func (p *Profile) NextID(empty []byte) string {
	sum := crc32.NewIEEE()
	for _, m := range p.Mats { // the same picture calibrated twice is not the same profile
		fmt.Fprint(sum, m.Name, m.ToPicture, mat.NewMat(m.Template))
	}
	sum.Write(empty)
	return fmt.Sprintf("%08x", sum.Sum32())
}

// extension names a file by its first bytes, so that people can open it.
func extension(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8")):
		return ".jpg"
	case bytes.HasPrefix(data, []byte("\x89PNG")):
		return ".png"
	case bytes.HasPrefix(data, []byte("P6")), bytes.HasPrefix(data, []byte("P5")):
		return ".pnm"
	}
	return ".bin"
}

// Load reads the profile in dir. A missing, foreign, newer or cut-off one is
// refused with what to do.
func Load(dir string) (*Profile, error) {
	p, err := load(dir)
	if err != nil {
		return nil, err
	}
	for _, f := range p.files {
		info, err := os.Stat(filepath.Join(dir, f.Name))
		if err != nil || info.Size() != int64(f.Bytes) {
			return nil, fmt.Errorf("load the profile in %s: its file %s is missing or cut off: calibrate again", dir, f.Name)
		}
	}
	return p, nil
}

func load(dir string) (*Profile, error) {
	data, err := os.ReadFile(filepath.Join(dir, profileFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("load the profile: there is none in %s: run calibrate with a picture of the empty table first", dir)
	}
	if err != nil {
		return nil, fmt.Errorf("load the profile: %w", err)
	}
	var j profileJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, fmt.Errorf("load the profile: %s is cut off or not a profile (%v): calibrate again", filepath.Join(dir, profileFile), err)
	}
	if j.Format != profileFormat {
		return nil, fmt.Errorf("load the profile: %s isn't a profile of this program: calibrate into a folder of its own", filepath.Join(dir, profileFile))
	}
	if j.Version != profileVersion {
		return nil, fmt.Errorf("load the profile: %s has version %d, this program reads version %d: calibrate again", filepath.Join(dir, profileFile), j.Version, profileVersion)
	}
	p, err := j.profile()
	if err == nil {
		err = p.check()
	}
	if err != nil {
		return nil, fmt.Errorf("load the profile in %s: %w: calibrate again", dir, err)
	}
	p.dir = dir
	return p, nil
}

// FilePath returns where the profile's file of that role lies.
func (p *Profile) FilePath(role string) (string, error) {
	f, ok := p.files[role]
	if !ok {
		return "", fmt.Errorf("find the profile's %s: it was saved without one: calibrate again", role)
	}
	return filepath.Join(p.dir, f.Name), nil
}

// ReadFile returns the profile's file of that role, refused where its bytes
// aren't those that were saved.
func (p *Profile) ReadFile(role string) ([]byte, error) {
	f, ok := p.files[role]
	if !ok {
		return nil, fmt.Errorf("read the profile's %s: it was saved without one: calibrate again", role)
	}
	data, err := os.ReadFile(filepath.Join(p.dir, f.Name))
	if err != nil {
		return nil, fmt.Errorf("read the profile's %s: %w", role, err)
	}
	if len(data) != f.Bytes || crc32.ChecksumIEEE(data) != f.CRC {
		return nil, fmt.Errorf("read the profile's %s: %s is cut off or was changed: calibrate again", role, f.Name)
	}
	return data, nil
}

func (p *Profile) toJSON() profileJSON {
	j := profileJSON{Format: profileFormat, Version: profileVersion, ID: p.ID, Picture: p.Picture, Notes: p.Notes, Files: p.files}
	for _, m := range p.Mats {
		mj := matJSON{Name: m.Name, Orientation: m.Template.Orientation(), ToPicture: m.ToPicture, Tags: m.Tags, AgentsArea: pairs(m.AgentsArea)}
		for i, c := range m.Corners {
			mj.Corners[i] = pair(c)
		}
		for _, c := range m.Cards {
			cj := cardJSON{ID: c.ID}
			for i, q := range c.Corners {
				cj.Corners[i] = pair(q)
			}
			mj.Cards = append(mj.Cards, cj)
		}
		if h := m.Harbor; h != nil {
			mj.Harbor = &harborJSON{pair(h.First), pair(h.Last), h.Steps, h.Notches}
		}
		for i := range m.Template.Len() {
			s := m.Template.Space(i)
			mj.Hexes = append(mj.Hexes, hexJSON{s.ID, s.At.Q, s.At.R, s.Field})
		}
		j.Mats = append(j.Mats, mj)
	}
	return j
}

func (j profileJSON) profile() (*Profile, error) {
	p := &Profile{ID: j.ID, Picture: j.Picture, Notes: j.Notes, files: j.Files}
	for _, s := range j.Problems {
		p.Notes = append(p.Notes, Note{Text: s})
	}
	for _, mj := range j.Mats {
		m := Mat{Name: mj.Name, ToPicture: mj.ToPicture, Tags: mj.Tags}
		for i, c := range mj.Corners {
			m.Corners[i] = point(c)
		}
		for _, cj := range mj.Cards {
			c := Card{ID: cj.ID}
			for i, q := range cj.Corners {
				c.Corners[i] = point(q)
			}
			m.Cards = append(m.Cards, c)
		}
		if h := mj.Harbor; h != nil {
			m.Harbor = &Harbor{point(h.First), point(h.Last), h.Steps, h.Notches}
		}
		for _, q := range mj.AgentsArea {
			m.AgentsArea = append(m.AgentsArea, point(q))
		}
		spaces := make([]mat.Space, len(mj.Hexes))
		for i, h := range mj.Hexes {
			spaces[i] = mat.Space{ID: h.ID, At: mat.Axial{Q: h.Q, R: h.R}, Field: h.Field}
		}
		t, err := mat.NewTemplate(mj.Orientation, spaces)
		if err != nil {
			return nil, fmt.Errorf("mat %q: %w", mj.Name, err)
		}
		m.Template = t
		p.Mats = append(p.Mats, m)
	}
	for role, f := range p.files {
		if f.Name != filepath.Base(f.Name) || !strings.HasPrefix(f.Name, role) {
			return nil, fmt.Errorf("it names a file outside its folder (%q)", f.Name)
		}
	}
	return p, nil
}

// WriteFile puts data at path so that a power cut leaves the old file or the
// new one and nothing between: write beside it, sync, rename, sync the folder.
func WriteFile(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err = f.Chmod(0o644); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err = f.Sync(); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err = f.Close(); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return syncFolder(filepath.Dir(path))
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("sync the folder %s: %w", dir, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("sync the folder %s: %w", dir, err)
	}
	return nil
}
