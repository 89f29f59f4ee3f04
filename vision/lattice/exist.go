package lattice

import (
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/mat"
)

// places decides which places of a fitted lattice are hexes. A printed side is
// there if a hex lies on either side of it; what edges leave open (a place among
// hexes has all its sides from them) color decides: is it more like the hexes
// or more like what surrounds them?
type places struct {
	f     *fitter
	usual float64 // what a printed side's support usually is
	sides map[mat.Axial][6]float64
	color map[mat.Axial][3]float64 // Lab of the inside
}

// Weights of the decision, in sides: a side that stands out fully counts a
// half for a hex, one that isn't there a half against it.
const (
	mostSide  = 0.5
	sideShare = 0.37 // of a usual side's support: as likely there as not
	// A place among hexes is one of them unless its color says otherwise:
	// holes are rare, and hexes in glare have no color.
	among     = 0.2
	colorSays = 0.6 // at most: about one side's worth, as color alone invents hexes
	// colorNoise is the difference in Lab below which two colors can't be told
	// apart over a mat's uneven light.
	colorNoise = 6
)

// newPlaces measures all whole hexes of the lattice up to two steps beyond
// the hexes of the fit.
func newPlaces(f *fitter, lab gocv.Mat, fitted map[mat.Axial]bool) (*places, error) {
	p := &places{f: f, usual: f.usual(fitted), sides: map[mat.Axial][6]float64{}, color: map[mat.Axial][3]float64{}}
	data, err := lab.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("measure the hexes' colors: %w", err)
	}
	all := map[mat.Axial]bool{}
	for a := range fitted {
		all[a] = true
	}
	for range 2 {
		for _, a := range rim(all) {
			all[a] = true
		}
	}
	for a := range all {
		if f.inside(a) {
			p.sides[a] = f.support(a)
			p.color[a] = f.insideColor(data, lab.Cols(), a)
		}
	}
	return p, nil
}

// insideColor returns the median of each Lab channel on the inner part of hex a:
// printed symbols and lines cover less than half of it.
func (f *fitter) insideColor(lab []uint8, width int, a mat.Axial) [3]float64 {
	const rings, spokes = 5, 18
	var values [3][]uint8
	m := f.layout.Middle(a)
	for r := 1; r <= rings; r++ {
		for s := range spokes {
			angle := 2 * math.Pi * (float64(s) + float64(r%2)/2) / spokes
			d := 0.68 * float64(r) / rings // radii: inside the side's band
			q := f.toImg.Apply(mat.Point{X: m.X + d*math.Cos(angle), Y: m.Y + d*math.Sin(angle)})
			i := 3 * (int(q.Y+.5)*width + int(q.X+.5))
			if i < 0 || i+2 >= len(lab) {
				continue
			}
			for c := range 3 {
				values[c] = append(values[c], lab[i+c])
			}
		}
	}
	var out [3]float64
	for c := range 3 {
		if n := len(values[c]); n > 0 {
			slices.Sort(values[c])
			out[c] = float64(values[c][n/2])
		}
	}
	return out
}

// decide starts with the hexes of the fit and changes one place after the
// other for as long as that agrees better with the edges and the colors.
func (p *places) decide(fitted map[mat.Axial]bool) map[mat.Axial]bool {
	hexes := map[mat.Axial]bool{}
	for a := range fitted {
		if _, ok := p.sides[a]; ok {
			hexes[a] = true
		}
	}
	p.addColored(hexes)
	order := make([]mat.Axial, 0, len(p.sides))
	for a := range p.sides {
		order = append(order, a)
	}
	slices.SortFunc(order, func(a, b mat.Axial) int { return (a.R-b.R)*1000 + a.Q - b.Q })
	for range 12 { // it settles in two or three; the bound is for ties that swing
		changed := false
		for _, a := range order {
			if is := p.favor(a, hexes) > 0; is != hexes[a] {
				changed = true
				if is {
					hexes[a] = true
				} else {
					delete(hexes, a)
				}
			}
		}
		if !changed {
			break
		}
	}
	return largest(hexes)
}

// addColored adds places that edges alone left out: a dark field printed with dark
// borders shows no sides inside, so its hexes can only come in together. They
// must be colored unlike what lies around the whole, and their common outline
// must be there.
func (p *places) addColored(hexes map[mat.Axial]bool) {
	around := p.around(hexes)
	if len(around) == 0 {
		return
	}
	colored := map[mat.Axial]bool{}
	for a, c := range p.color {
		unlike := math.Inf(1)
		for _, b := range around {
			unlike = min(unlike, labDistance(c, p.color[b]))
		}
		if unlike > foreign && !hexes[a] {
			colored[a] = true
		}
	}
	for _, part := range parts(colored) {
		sum, n := 0.0, 0
		for a := range part {
			for k, s := range p.sides[a] {
				if b := a.Add(mat.Directions[k]); !hexes[b] && !part[b] {
					sum += s / p.usual
					n++
				}
			}
		}
		if n > 0 && sum/float64(n) < outlined {
			continue
		}
		for a := range part {
			hexes[a] = true
		}
	}
}

// outlined is what the outline of a group of hexes must answer, of usual sides.
const outlined = 0.6

// around returns the places that surely are no hexes: those that don't touch one
// of the fitted, as far as they can be reached from outside through each other.
func (p *places) around(fitted map[mat.Axial]bool) []mat.Axial {
	far := func(a mat.Axial) bool {
		for _, d := range mat.Directions {
			if fitted[a.Add(d)] {
				return false
			}
		}
		return !fitted[a]
	}
	var out []mat.Axial
	seen := map[mat.Axial]bool{}
	for a := range p.color {
		for _, d := range mat.Directions {
			if _, measured := p.color[a.Add(d)]; !measured && far(a) && !seen[a] {
				seen[a] = true
				out = append(out, a)
			}
		}
	}
	for i := 0; i < len(out); i++ {
		for _, d := range mat.Directions {
			b := out[i].Add(d)
			if _, measured := p.color[b]; measured && far(b) && !seen[b] {
				seen[b] = true
				out = append(out, b)
			}
		}
	}
	return out
}

// favor returns how much speaks for a hex at a, given what the others are.
func (p *places) favor(a mat.Axial, hexes map[mat.Axial]bool) float64 {
	sum, shared := 0.0, 0
	for k, s := range p.sides[a] {
		if hexes[a.Add(mat.Directions[k])] {
			shared++
			continue
		}
		sum += max(-mostSide, min(mostSide, s/p.usual-sideShare))
	}
	if shared == 0 {
		return -1 // a hex by itself is no part of a mat
	}
	if shared == 6 {
		sum = among
	}
	return sum + p.colorFavor(a, hexes)
}

// foreign is the difference in Lab from bare print beyond which a place is no
// part of it.
const foreign = 20

// colorFavor compares a's color with the nearest in color among the hexes and
// among the places near a that are none.
func (p *places) colorFavor(a mat.Axial, hexes map[mat.Axial]bool) float64 {
	like, unlike := p.alike(a, hexes)
	if math.IsInf(like, 1) || math.IsInf(unlike, 1) {
		return 0
	}
	return colorSays * (unlike - like) / (unlike + like + colorNoise)
}

// alike returns how far a's color is from the nearest hex's and from that of the
// nearest place around that is none.
func (p *places) alike(a mat.Axial, hexes map[mat.Axial]bool) (like, unlike float64) {
	like, unlike = math.Inf(1), math.Inf(1)
	for b, c := range p.color {
		if b == a {
			continue
		}
		d := labDistance(p.color[a], c)
		if hexes[b] {
			like = min(like, d)
		} else if a.Distance(b) <= 4 { // light changes over the mat
			unlike = min(unlike, d)
		}
	}
	return like, unlike
}

func labDistance(a, b [3]float64) float64 {
	// Lightness counts half: shade and glare change it most.
	dl, da, db := (a[0]-b[0])/2, a[1]-b[1], a[2]-b[2]
	return math.Sqrt(dl*dl + da*da + db*db)
}

// largest returns the largest connected part.
func largest(hexes map[mat.Axial]bool) map[mat.Axial]bool {
	var best map[mat.Axial]bool
	for _, part := range parts(hexes) {
		if len(part) > len(best) {
			best = part
		}
	}
	return best
}

// parts returns the connected parts of a set.
func parts(set map[mat.Axial]bool) []map[mat.Axial]bool {
	var out []map[mat.Axial]bool
	done := map[mat.Axial]bool{}
	for from := range set {
		if done[from] {
			continue
		}
		part := map[mat.Axial]bool{}
		queue := []mat.Axial{from}
		for len(queue) > 0 {
			a := queue[0]
			queue = queue[1:]
			if !set[a] || done[a] {
				continue
			}
			done[a], part[a] = true, true
			for _, d := range mat.Directions {
				queue = append(queue, a.Add(d))
			}
		}
		out = append(out, part)
	}
	return out
}
