package pieces

import "math"

// evenLight fits the light of now to that of before (same frame, 8 bits): a gain,
// a haze and a tilt each way a color, on pixels that agree, and returns now as it would
// look in before's light. For small pieces of table away from the hexes.
func evenLight(before, now Pixels) Pixels {
	out := Pixels{now.W, now.H, make([]uint8, len(now.Pix))}
	across := make([]float64, now.W) // each column's place, -0.5 to 0.5
	for x := range across {
		across[x] = float64(x)/float64(now.W) - 0.5
	}
	for c := range 3 {
		usual := usualGainOf(before, now, c)
		k := [4]float64{usual, 0, 0, 0}
		spread := 0.25 // of linear light; tightened each round
		for round := range 5 {
			var sums lightSums
			for y := round % 2; y < now.H; y += 4 {
				down := float64(y)/float64(now.H) - 0.5
				for x := y / 4 % 2; x < now.W; x += 4 {
					i := 3*(y*now.W+x) + c
					a, b := before.Pix[i], now.Pix[i]
					if a >= clippedValue || b >= clippedValue {
						continue
					}
					v, want := float64(linearOf[b]), float64(linearOf[a])
					w := 1.0
					if round > 0 {
						e := k[0]*v + k[1] + k[2]*across[x] + k[3]*down - want
						q := e * e / (spread * spread)
						w = 1 / (1 + q*q)
					}
					sums.add(w, v, across[x], down, want)
				}
			}
			m := sums.equations()
			// Towards light that is only weaker or stronger: a patch of one color doesn't
			// tell gain from haze, and its noise would make all of it haze.
			m[0][0] += gainHeld
			m[0][4] += gainHeld * usual
			k = solve4(&m)
			spread = math.Max(spread/2, 0.02)
		}
		gain, step := float32(k[0]), float32(k[2]/float64(now.W))
		for y := range now.H {
			tilt := float32(k[1] + k[3]*(float64(y)/float64(now.H)-0.5) - k[2]*0.5)
			from, to := now.Pix[3*y*now.W:3*(y+1)*now.W], out.Pix[3*y*now.W:3*(y+1)*now.W]
			for x, i := 0, c; i < len(from) && i < len(to); x, i = x+1, i+3 {
				v := gain*linearOf[from[i]] + tilt + step*float32(x)
				to[i] = srgbOf[min(max(int(v*codeSteps), 0), codeSteps)]
			}
		}
	}
	return out
}

// gainHeld is how much the usual gain counts against what pixels say: as much as some
// thousand pixels that differ by noise alone, less than a tenth of those that show
// print.
const gainHeld = 3

// usualGainOf is how many times as light the middle pixel of color c was before.
func usualGainOf(before, now Pixels, c int) float64 {
	var was, is [256]int
	for y := 0; y < now.H; y += 4 {
		for i := 3*y*now.W + c; i < 3*(y+1)*now.W; i += 12 {
			was[before.Pix[i]]++
			is[now.Pix[i]]++
		}
	}
	light := func(hist *[256]int) float64 { return float64(linearOf[uint8(medianIn(hist))]) }
	return min(max(light(&was)/max(light(&is), 1e-3), 0.1), 10)
}

// lightSums are the weighted sums that fit light by least squares: wanted = gain x
// value + haze + a tilt each way.
type lightSums struct {
	w, v, x, y             float64
	vv, vx, vy, xx, xy, yy float64
	t, vt, xt, yt          float64 // products with what is wanted
}

// add counts one pixel of light v at (x, y), which want is wanted of, with weight w.
func (s *lightSums) add(w, v, x, y, want float64) {
	wv, wx, wy := w*v, w*x, w*y
	s.w += w
	s.v += wv
	s.x += wx
	s.y += wy
	s.vv += wv * v
	s.vx += wv * x
	s.vy += wv * y
	s.xx += wx * x
	s.xy += wx * y
	s.yy += wy * y
	s.t += w * want
	s.vt += wv * want
	s.xt += wx * want
	s.yt += wy * want
}

// equations returns the normal equations, for solve4.
func (s *lightSums) equations() [4][5]float64 {
	return [4][5]float64{
		{s.vv, s.v, s.vx, s.vy, s.vt},
		{s.v, s.w, s.x, s.y, s.t},
		{s.vx, s.x, s.xx, s.xy, s.xt},
		{s.vy, s.y, s.xy, s.yy, s.yt},
	}
}

// srgbOf is the way back from linear light, in codeSteps.
var srgbOf = func() (t [codeSteps + 1]uint8) {
	for i := range t {
		v := float64(i) / codeSteps
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		t[i] = uint8(255*v + 0.5)
	}
	return t
}()

// differences returns, for each pixel, how far now is from before in its
// farthest color, codes, allowing for a pixel's shift.
func differences(before, now Pixels) []uint8 {
	w, h := now.W, now.H
	out := make([]uint8, w*h)
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			at := 3 * (y*w + x)
			n, here := now.Pix[at:at+3:at+3], before.Pix[at:at+3:at+3]
			best := farthest(n, here)
			if best >= sameEnough {
				for _, s := range [4]int{-3, 3, -3 * w, 3 * w} {
					// The neighbor, or half of it: a print that lies a part of a
					// pixel aside shows mixtures of both.
					q := before.Pix[at+s : at+s+3 : at+s+3]
					best = min(best, farthest(n, q), toMiddle(n, here, q))
				}
			}
			out[y*w+x] = uint8(best)
		}
	}
	return out
}

// sameEnough is a difference in codes that nobody takes for a piece.
const sameEnough = 6

// toMiddle is the difference to the mean of two colors, in the color that differs most.
func toMiddle(n, a, b []uint8) int {
	return max(abs(2*int(n[0])-int(a[0])-int(b[0])), abs(2*int(n[1])-int(a[1])-int(b[1])), abs(2*int(n[2])-int(a[2])-int(b[2]))) / 2
}

// farthest is the difference in the color that differs most.
func farthest(a, b []uint8) int {
	return max(abs(int(a[0])-int(b[0])), abs(int(a[1])-int(b[1])), abs(int(a[2])-int(b[2])))
}
