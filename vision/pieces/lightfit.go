package pieces

import "math"

// The prior's spreads: how far each part of the light may stray where the
// glimpses don't say. blockSpread is the error of one block they are weighed against.
const (
	blockSpread = 0.02
	levelSpread = 0.5
	shapeSpread = 0.25
	tiltSpread  = 0.05
	hazeSpread  = 0.06
	// Between two pictures under one lamp the glare hardly changes, and what
	// looks like more of it is rather a sleeve on the paper.
	newHazeSpread = 0.02
)

// fit fits the light to the glimpses in some rounds, trusting those less that
// don't agree with the rest (something lies there).
func (s *lightShape) fit(glimpses []glimpse, start *Light, rounds int, haze float64) *Light {
	l := *start
	l.Bumps = append([]float64(nil), start.Bumps...)
	trust := make([]float64, len(glimpses))
	errs := make([]float64, len(glimpses))
	for i := range trust {
		trust[i] = glimpses[i].weight
	}
	for round := range rounds {
		if round > 0 {
			s.reweigh(glimpses, trust, errs, &l)
		}
		s.solve(glimpses, trust, haze, &l)
	}
	return &l
}

// level sets the lamp's strength to the median ratio of what is seen to what
// is known, so that the fit starts near.
func (l *Light) level(glimpses []glimpse) {
	for c := range 3 {
		// The median of ratios in 200 steps an octave from 1/16 to 16.
		const steps, octaves = 200, 4
		var hist [2*steps*octaves + 1]float64
		total := 0.0
		for i := range glimpses {
			p := &glimpses[i]
			if p.color[c] < 0.01 || p.seen[c] < 0.002 {
				continue
			}
			r := (math.Log2(p.seen[c]/p.color[c]) + octaves) * steps
			hist[int(math.Min(math.Max(r, 0), 2*steps*octaves))] += p.weight
			total += p.weight
		}
		sum := 0.0
		for i, h := range hist {
			if sum += h; total > 0 && sum >= total/2 {
				l.Level[c] = math.Exp2((float64(i)+0.5)/steps - octaves)
				break
			}
		}
	}
}

// reweigh gives each glimpse Cauchy's weight, squared, by its error relative
// to the usual one. The floor is what print, noise and rectifying differ by anyway.
func (s *lightShape) reweigh(glimpses []glimpse, trust, errs []float64, l *Light) {
	const floor = 0.012
	mean := (l.Level[0] + l.Level[1] + l.Level[2]) / 3
	for i := range glimpses {
		p := &glimpses[i]
		gain, haze := l.at(s, p.block)
		worst := 0.0
		for c := range 3 {
			// Relative to what is seen: noise and shading grow with light.
			e := math.Abs(p.color[c]*gain[c]+haze[c]-p.seen[c]) / (0.1*mean + p.seen[c])
			worst = math.Max(worst, e)
		}
		errs[i] = worst
	}
	usual := math.Max(weightedMedian(errs, glimpses), floor)
	for i := range glimpses {
		r := errs[i] / (2 * usual)
		trust[i] = glimpses[i].weight / (1 + r*r*r*r)
	}
}

func weightedMedian(errs []float64, glimpses []glimpse) float64 {
	const bins = 400 // of 0.25 % up to 100 %
	var hist [bins + 1]float64
	total := 0.0
	for i, e := range errs {
		hist[min(int(e*bins), bins)] += glimpses[i].weight
		total += glimpses[i].weight
	}
	sum := 0.0
	for i, h := range hist {
		if sum += h; sum >= total/2 {
			return (float64(i) + 0.5) / bins
		}
	}
	return 1
}

// solve is one round of weighted least squares: the unknowns are the shape,
// nine tilts and the bumps. A bump that comes out negative is taken out and the
// rest solved again: there is no negative light.
func (s *lightShape) solve(glimpses []glimpse, trust []float64, haze float64, l *Light) {
	n := gainTerms + 9 + s.bumps
	m := make([]float64, n*(n+1))
	line := func(r int) []float64 { return m[r*(n+1) : (r+1)*(n+1)] }
	type bump struct {
		at int     // which unknown
		v  float64 // over this block
	}
	near := make([]bump, 0, s.bumps)
	for i := range glimpses {
		p, w := &glimpses[i], trust[i]
		if w < 1e-3 {
			continue
		}
		terms := s.at(p.block)
		var t [gainTerms]float64
		for k := range t {
			t[k] = float64(terms[k])
		}
		near = near[:0]
		for k, v := range terms[gainTerms:] {
			if v >= 0.02 { // others are too far to matter
				near = append(near, bump{gainTerms + 9 + k, float64(v)})
			}
		}
		// Of each color an equation: (shape + tilt) x color + bumps x lamp = seen. Its products
		// are added up over the colors where they have unknowns in common.
		var cc, cl, cs [3]float64
		var allCC, allCL, allCS, allLL, allLS float64
		for c := range 3 {
			level := l.Level[c]
			color, seen, lamp := p.color[c], p.seen[c]/level, l.Lamp[c]/level
			// Noise and shading grow with light; relative errors, softened.
			wc := w / ((0.2 + seen) * (0.2 + seen))
			cc[c], cl[c], cs[c] = wc*color*color, wc*color*lamp, wc*color*seen
			allCC, allCL, allCS = allCC+cc[c], allCL+cl[c], allCS+cs[c]
			allLL, allLS = allLL+wc*lamp*lamp, allLS+wc*lamp*seen
		}
		for a, v := range t {
			to := line(a)
			for k := a; k < gainTerms; k++ {
				to[k] += allCC * v * t[k]
			}
			for c, cc := range cc {
				for k := range 3 {
					to[gainTerms+3*c+k] += cc * v * t[k]
				}
			}
			for _, q := range near {
				to[q.at] += allCL * v * q.v
			}
			to[n] += allCS * v
		}
		for c := range 3 {
			for a, v := range t[:3] {
				to := line(gainTerms + 3*c + a)
				for k := a; k < 3; k++ {
					to[gainTerms+3*c+k] += cc[c] * v * t[k]
				}
				for _, q := range near {
					to[q.at] += cl[c] * v * q.v
				}
				to[n] += cs[c] * v
			}
		}
		for a, p := range near {
			to := line(p.at)
			for _, q := range near[a:] {
				to[q.at] += allLL * p.v * q.v
			}
			to[n] += allLS * p.v
		}
	}
	level := (l.Level[0] + l.Level[1] + l.Level[2]) / 3
	for r := range n {
		for k := range r {
			m[r*(n+1)+k] = m[k*(n+1)+r]
		}
		spread, mean := shapeSpread, 0.0
		switch {
		case r == 0:
			spread, mean = levelSpread, 1
		case r >= gainTerms+9:
			spread = haze * level
		case r >= gainTerms:
			spread = tiltSpread
		}
		ridge := blockSpread * blockSpread / (spread * spread)
		m[r*(n+1)+r] += ridge
		m[r*(n+1)+n] += ridge * mean
	}
	x := solvePositive(m, n, gainTerms+9)
	copy(l.Shape[:], x)
	for c := range 3 {
		copy(l.Tilt[c][:], x[gainTerms+3*c:])
		if up := 1 + l.Tilt[c][0]; up > 0.2 { // a color's constant belongs to its level
			l.Level[c] *= up
			l.Tilt[c][1], l.Tilt[c][2], l.Tilt[c][0] = l.Tilt[c][1]/up, l.Tilt[c][2]/up, 0
		}
	}
	copy(l.Bumps, x[gainTerms+9:])
}

// solvePositive solves the n normal equations in m (n+1 columns) by Gauss, and
// again without those unknowns from first on that came out negative, until
// none is: few, so this ends after some rounds.
func solvePositive(m []float64, n, first int) []float64 {
	dropped := make([]bool, n)
	work := make([]float64, len(m))
	x := make([]float64, n)
	for range 4 {
		copy(work, m)
		for r := range n {
			if dropped[r] {
				for k := range n {
					work[r*(n+1)+k], work[k*(n+1)+r] = 0, 0
				}
				work[r*(n+1)+r], work[r*(n+1)+n] = 1, 0
			}
		}
		gauss(work, n, x)
		again := false
		for r := first; r < n; r++ {
			if x[r] < -1e-9 {
				dropped[r], again = true, true
			}
		}
		if !again {
			break
		}
	}
	for r := first; r < n; r++ {
		x[r] = math.Max(x[r], 0)
	}
	return x
}

// gauss solves symmetric positive equations in place; the ridge keeps pivots
// above zero, so none need be searched for.
func gauss(m []float64, n int, x []float64) {
	for c := range n {
		pivot := m[c*(n+1) : (c+1)*(n+1)]
		for r := c + 1; r < n; r++ {
			f := m[r*(n+1)+c] / pivot[c]
			if f == 0 {
				continue
			}
			line := m[r*(n+1) : (r+1)*(n+1)]
			for k := c; k <= n; k++ {
				line[k] -= f * pivot[k]
			}
		}
	}
	for r := n - 1; r >= 0; r-- {
		v := m[r*(n+1)+n]
		for c := r + 1; c < n; c++ {
			v -= m[r*(n+1)+c] * x[c]
		}
		x[r] = v / m[r*(n+1)+r]
	}
}
