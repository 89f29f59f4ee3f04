package pieces

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// File is the name of what was learnt in a profile's folder.
const File = "pieces.bin"

// fileMagic begins the file; the byte after it is the version. What an older
// version trained is made anew from its examples, which are kept as they were
// cut out; before oldestVersion they weren't.
const (
	fileMagic     = "HMpieces"
	fileVersion   = 4
	oldestVersion = 2
)

// mostUnpacked bounds what a damaged file can make the reader take.
const mostUnpacked = 256 << 20

// ErrNotTaught says that the profile's pieces weren't taught.
var ErrNotTaught = errors.New("this table's pieces weren't taught yet: run teach with a picture of all pieces and its labels")

// saved is the file's content.
type saved struct {
	ProfileID string
	Sheets    []savedSheet
	Tracks    []*savedTrack
	Areas     []*savedArea
	Examples  []savedExample
	Palette   [][]savedRun
	Judges    map[string]savedJudge
	Boats     *savedBoats
	Agents    agentRuler
}

type savedSheet struct {
	W, H  int
	Print []byte
	Lit   []float32
	Owner []int16
	Empty Light
}

type savedTrack struct {
	W, H, Steps        int
	Step, First, Nadir float64
	ToPlane            calibration.Homography
	Empty              []byte
	Gold               []savedRun
}

type savedArea struct {
	W, H    int
	ToEmpty calibration.Homography
	Inside  []bool
	Empty   []byte
}

type savedExample struct {
	Field       mat.Field
	On          mat.Contents
	Seen, Print []byte
	Clipped     []bool
}

type savedJudge struct {
	Base, HasWell, ByWell *forest
	Meeples               []*forest // by base
	WellDots              []savedDot
	Tones                 map[mat.Crop]tone
}

type savedDot struct {
	DX, DY int8
	Color  [3]uint8
}

type savedBoats struct {
	Board  boatBoard
	W, H   int
	Prints []boatPrint
}

// savedRun is a stretch of equal or of different numbers: palettes are mostly
// zeros, and a flat list of them would be most of the file.
type savedRun struct {
	Skip   int // that many of Fill first
	Fill   float32
	Values []float32
}

func packRuns(v []float32, fill float32) (runs []savedRun) {
	for at := 0; at < len(v); {
		start := at
		for at < len(v) && v[at] == fill {
			at++
		}
		run := savedRun{Skip: at - start, Fill: fill}
		from := at
		for at < len(v) && v[at] != fill {
			at++
		}
		run.Values = v[from:at]
		runs = append(runs, run)
	}
	return runs
}

func unpackRuns(runs []savedRun, n int) ([]float32, error) {
	out := make([]float32, 0, n)
	for _, r := range runs {
		if r.Skip < 0 || len(out)+r.Skip+len(r.Values) > n {
			return nil, errDamaged
		}
		for range r.Skip {
			out = append(out, r.Fill)
		}
		out = append(out, r.Values...)
	}
	if len(out) != n {
		return nil, errDamaged
	}
	return out, nil
}

var errDamaged = errors.New("the file is damaged: teach again")

// Save writes what was learnt into the profile's folder, whole or not at all.
func (k *Knowledge) Save(dir string) error { return k.saveAs(filepath.Join(dir, File)) }

func (k *Knowledge) saveAs(file string) error {
	s := saved{ProfileID: k.ProfileID, Agents: k.agents, Judges: map[string]savedJudge{}}
	for _, sh := range k.sheets {
		s.Sheets = append(s.Sheets, savedSheet{sh.print.W, sh.print.H, sh.print.Pix, sh.lit, sh.owner, *sh.empty})
	}
	for i := range k.sheets {
		var t *savedTrack
		if q := k.tracks[i]; q != nil {
			t = &savedTrack{q.w, q.h, q.steps, q.step, q.first, q.nadir, q.toPlane, q.empty.Pix, packRuns(q.gold, q.gold[0])}
		} else {
			t = &savedTrack{}
		}
		a := &savedArea{}
		if q := k.areas[i]; q != nil {
			a = &savedArea{q.w, q.h, q.toEmpty, q.inside, q.empty.Pix}
		}
		s.Tracks, s.Areas = append(s.Tracks, t), append(s.Areas, a)
	}
	for _, e := range k.examples {
		s.Examples = append(s.Examples, savedExample{e.field, e.on, e.seen[:], e.print[:], e.clipped[:]})
	}
	if k.palette != nil {
		for _, d := range k.palette.density {
			s.Palette = append(s.Palette, packRuns(d, 0))
		}
	}
	for o, j := range k.judges {
		s.Judges[o.String()] = savedJudge{j.base, j.well, j.byWell, j.meeple[:], j.shape.saved(), j.tones}
	}
	if b := k.boats; b != nil {
		s.Boats = &savedBoats{b.Board, b.W, b.H, b.Prints}
	}
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		return fmt.Errorf("save what was taught: %w", err)
	}
	if err := gob.NewEncoder(z).Encode(s); err != nil {
		return fmt.Errorf("save what was taught: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("save what was taught: %w", err)
	}
	out := append([]byte(fileMagic), fileVersion)
	out = append(out, binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(packed.Bytes()))...)
	if err := calibration.WriteFile(file, append(out, packed.Bytes()...)); err != nil {
		return fmt.Errorf("save what was taught: %w", err)
	}
	return nil
}

// Load reads what was learnt of the profile's table from its folder. Where
// nothing was, or for an older calibration, it is ErrNotTaught.
func Load(profile *calibration.Profile) (*Knowledge, error) {
	k, err := load(profile, filepath.Join(profile.Dir(), File))
	if errors.Is(err, ErrNotTaught) {
		// A change of the profile may have been broken off just before its end.
		if beside, other := load(profile, besideFile(profile.Dir(), profile.ID)); other == nil {
			return beside, nil
		}
	}
	return k, err
}

func load(profile *calibration.Profile, file string) (*Knowledge, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("load the pieces: %w", ErrNotTaught)
	}
	if err != nil {
		return nil, fmt.Errorf("load the pieces: %w", err)
	}
	head := len(fileMagic) + 1 + 4
	if len(data) < head || string(data[:len(fileMagic)]) != fileMagic {
		return nil, fmt.Errorf("load the pieces from %s: %w", file, errDamaged)
	}
	version := data[len(fileMagic)]
	switch {
	case version > fileVersion:
		return nil, fmt.Errorf("load the pieces from %s: a newer version of this program wrote them: use that one, or teach again", file)
	case version < oldestVersion:
		return nil, fmt.Errorf("load the pieces from %s: an older version of this program wrote them: teach again", file)
	case crc32.ChecksumIEEE(data[head:]) != binary.LittleEndian.Uint32(data[head-4:]):
		return nil, fmt.Errorf("load the pieces from %s: %w", file, errDamaged)
	}
	var s saved
	z := flate.NewReader(bytes.NewReader(data[head:]))
	if err := gob.NewDecoder(io.LimitReader(z, mostUnpacked)).Decode(&s); err != nil {
		return nil, fmt.Errorf("load the pieces: %w (%w)", errDamaged, err)
	}
	if s.ProfileID != profile.ID {
		return nil, fmt.Errorf("load the pieces: the table was calibrated anew since they were taught: %w", ErrNotTaught)
	}
	k, err := s.knowledge(profile)
	if err == nil && version == fileVersion {
		err = s.learnt(k)
	}
	if err != nil {
		return nil, fmt.Errorf("load the pieces: %w", err)
	}
	if version < fileVersion {
		return k, s.renew(k, file)
	}
	return k, nil
}

// renew trains anew from the examples that an older version kept, which takes
// seconds, and keeps the outcome where the folder can be written.
func (s *saved) renew(k *Knowledge, file string) error {
	if err := s.learntBoats(k); err != nil {
		return fmt.Errorf("load the pieces: %w", err)
	}
	if len(k.examples) > 0 {
		k.train()
	}
	if err := k.saveAs(file); err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return err
	}
	return nil
}

func (s *saved) knowledge(profile *calibration.Profile) (*Knowledge, error) {
	n := len(profile.Mats)
	if len(s.Sheets) != n || len(s.Tracks) != n || len(s.Areas) != n {
		return nil, errDamaged
	}
	k := &Knowledge{ProfileID: s.ProfileID, agents: s.Agents, judges: map[mat.Orientation]*judge{}}
	for i := range n {
		m := &profile.Mats[i]
		sh := &sheet{canvas: newCanvas(m), mat: m, lit: s.Sheets[i].Lit, empty: &s.Sheets[i].Empty}
		print := Pixels{s.Sheets[i].W, s.Sheets[i].H, s.Sheets[i].Print}
		if print.W != sh.frame.W || print.H != sh.frame.H || len(print.Pix) != 3*print.W*print.H ||
			len(s.Sheets[i].Owner) != len(sh.owner) || len(sh.lit) != 3*len(sh.owner) || len(sh.empty.Bumps) != sh.shape.bumps {
			return nil, errDamaged
		}
		sh.owner = s.Sheets[i].Owner
		sh.setPrint(print)
		k.sheets = append(k.sheets, sh)
		t, err := s.Tracks[i].track()
		if err != nil {
			return nil, err
		}
		a, err := s.Areas[i].area()
		if err != nil {
			return nil, err
		}
		k.tracks, k.areas = append(k.tracks, t), append(k.areas, a)
	}
	for _, e := range s.Examples {
		q := &example{field: e.Field, on: e.On}
		if copy(q.seen[:], e.Seen) != len(q.seen) || copy(q.print[:], e.Print) != len(q.print) || copy(q.clipped[:], e.Clipped) != len(q.clipped) {
			return nil, errDamaged
		}
		k.examples = append(k.examples, q)
	}
	return k, nil
}

// learnt fills in what was trained.
func (s *saved) learnt(k *Knowledge) error {
	if len(s.Palette) == stuffs {
		k.palette = &palette{}
		for i, runs := range s.Palette {
			d, err := unpackRuns(runs, cells)
			if err != nil {
				return err
			}
			k.palette.density[i] = d
		}
		k.palette.pack()
	}
	for name, j := range s.Judges {
		var o mat.Orientation
		if err := o.UnmarshalText([]byte(name)); err != nil {
			return errDamaged
		}
		if len(j.Meeples) != numBases {
			return errDamaged
		}
		for _, f := range append([]*forest{j.Base, j.HasWell, j.ByWell}, j.Meeples...) {
			if !f.sound() {
				return errDamaged
			}
		}
		shape, err := wellShapeFrom(j.WellDots)
		if err != nil {
			return err
		}
		k.judges[o] = &judge{j.Base, j.HasWell, [numBases]*forest(j.Meeples), j.ByWell, shape, j.Tones}
	}
	for _, sh := range k.sheets {
		if k.palette != nil && k.judges[sh.mat.Template.Orientation()] == nil {
			return errDamaged
		}
	}
	return s.learntBoats(k)
}

func (w *wellShape) saved() (out []savedDot) {
	if w == nil {
		return nil
	}
	for _, d := range w.from.dots {
		out = append(out, savedDot{d.dx, d.dy, d.color})
	}
	return out
}

func wellShapeFrom(dots []savedDot) (*wellShape, error) {
	if len(dots) == 0 {
		return nil, nil
	}
	q := &piece{size: len(dots)}
	for _, d := range dots {
		if abs(int(d.DX)) > patchSide || abs(int(d.DY)) > patchSide {
			return nil, errDamaged
		}
		q.dots = append(q.dots, dot{dx: d.DX, dy: d.DY, color: d.Color})
	}
	return wellShapeOf(q), nil
}

func (s *saved) learntBoats(k *Knowledge) error {
	if b := s.Boats; b != nil {
		r := &boatReader{Board: b.Board, W: b.W, H: b.H, Prints: b.Prints}
		for _, p := range r.Prints {
			if b.W <= 2 || b.H <= 2 || len(p.Pix) != 3*b.W*b.H {
				return errDamaged
			}
		}
		r.prepare()
		k.boats = r
	}
	return nil
}

func (s *savedTrack) track() (*track, error) {
	if s.W == 0 {
		return nil, nil
	}
	gold, err := unpackRuns(s.Gold, cells)
	if err != nil || len(s.Empty) != 3*s.W*s.H || s.Steps < 1 {
		return nil, errDamaged
	}
	return &track{w: s.W, h: s.H, steps: s.Steps, step: s.Step, first: s.First, nadir: s.Nadir, toPlane: s.ToPlane, empty: Pixels{s.W, s.H, s.Empty}, gold: gold}, nil
}

func (s *savedArea) area() (*agentArea, error) {
	if s.W == 0 {
		return nil, nil
	}
	if len(s.Inside) != s.W*s.H || len(s.Empty) != 3*s.W*s.H {
		return nil, errDamaged
	}
	return &agentArea{w: s.W, h: s.H, toEmpty: s.ToEmpty, inside: s.Inside, empty: Pixels{s.W, s.H, s.Empty}}, nil
}

// sound reports whether no walk through the trees can leave them.
func (f *forest) sound() bool {
	if f == nil || f.Classes < 1 {
		return false
	}
	for _, t := range f.Trees {
		for i, n := range t.Nodes {
			if n.Feature < 0 {
				if n.Left < 0 || int(n.Left)+f.Classes > len(t.Shares) {
					return false
				}
			} else if int(n.Left) <= i || int(n.Right) <= i || int(n.Left) >= len(t.Nodes) || int(n.Right) >= len(t.Nodes) || int(n.Feature) >= featureCount {
				return false
			}
		}
		if len(t.Nodes) == 0 {
			return false
		}
	}
	return true
}
