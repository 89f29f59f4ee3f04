package pieces

import "math"

// evenLight fits the light of now to that of before (same frame, 8 bits): a gain,
// a haze and a tilt each way a color, on pixels that agree, and returns now as it would
// look in before's light. For small pieces of table away from the hexes.
func evenLight(before, now Pixels) Pixels {
	out := Pixels{now.W, now.H, make([]uint8, len(now.Pix))}
	for c := range 3 {
		k := [4]float64{1, 0, 0, 0}
		spread := 0.25 // of linear light; tightened each round
		for round := range 5 {
			var m [4][5]float64
			for y := round % 2; y < now.H; y += 4 {
				for x := y / 4 % 2; x < now.W; x += 4 {
					i := 3*(y*now.W+x) + c
					a, b := before.Pix[i], now.Pix[i]
					if a >= clippedValue || b >= clippedValue {
						continue
					}
					row := [4]float64{float64(linearOf[b]), 1, float64(x)/float64(now.W) - 0.5, float64(y)/float64(now.H) - 0.5}
					want := float64(linearOf[a])
					e := k[0]*row[0] + k[1] + k[2]*row[2] + k[3]*row[3] - want
					w := 1.0
					if round > 0 {
						q := e * e / (spread * spread)
						w = 1 / (1 + q*q)
					}
					for p := range 4 {
						for q := range 4 {
							m[p][q] += w * row[p] * row[q]
						}
						m[p][4] += w * row[p] * want
					}
				}
			}
			// Towards unchanged light: a patch of one color doesn't tell gain from haze.
			m[0][0] += 0.5
			m[0][4] += 0.5 * k[0]
			k = solve4(&m)
			spread = math.Max(spread/2, 0.02)
		}
		for y := range now.H {
			tilt := float32(k[1] + k[3]*(float64(y)/float64(now.H)-0.5) - k[2]*0.5)
			step := float32(k[2] / float64(now.W))
			for x := range now.W {
				i := 3*(y*now.W+x) + c
				v := float32(k[0])*linearOf[now.Pix[i]] + tilt + step*float32(x)
				out.Pix[i] = srgbOf[min(max(int(v*codeSteps), 0), codeSteps)]
			}
		}
	}
	return out
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
			n := now.Pix[at : at+3 : at+3]
			best := farthest(n, before.Pix[at:at+3:at+3])
			if best >= sameEnough {
				for _, s := range [4]int{-3, 3, -3 * w, 3 * w} {
					// The neighbor, or half of it: a print that lies a part of a
					// pixel aside shows mixtures of both.
					q := before.Pix[at+s : at+s+3 : at+s+3]
					best = min(best, farthest(n, q), toMiddle(n, before.Pix[at:at+3:at+3], q))
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
