package vision

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/mat"
)

// print is how a part of the table looked when it was empty, drawn flat and in
// gray, with the patches of it that can be found again: bare print with
// detail in both directions, outside everything that gets covered.
type print struct {
	Sheet  Sheet // of the mat plane, or of the empty picture itself for a board
	Width  int   // px
	Height int   // px
	Gray   []uint8
	// Fine patches are looked for some pixels around, Coarse ones (on the picture
	// at a quarter of the size) as far as a mat may be pushed.
	Fine   []patch
	Coarse []patch
	small  []uint8 // Gray at a quarter of the size, made when needed
}

// patch is a square with its middle at (X, Y), px of the sheet it is cut from.
type patch struct{ X, Y int }

func patchRect(q patch) image.Rectangle {
	return image.Rect(q.X-fineHalf, q.Y-fineHalf, q.X+fineHalf+1, q.Y+fineHalf+1)
}

// Sizes in px of the sheet, at which a hex has 30 to 50 px of radius.
const (
	printScale  = 44.0 // px per hex radius at most: more adds time, not exactness
	fineHalf    = 10   // half of a fine patch's side
	fineReach   = 6    // how far a fine patch is looked for: 2 mm on a usual mat
	shrink      = 4    // of the coarse picture
	coarseHalf  = 6    // 24 px of the sheet
	coarseReach = 20   // 80 px: 15 mm and 5 degrees on a usual mat
	finePatches = 48   // at most, of a mat
	boardOnes   = 20   // at most, of a board
	coarseOnes  = 28   // at most
)

// newPrint cuts a print, with at most most fine patches, out of img, in which the sheet's plane lies at
// toPicture; free says whether a place of that plane stays bare in play.
func newPrint(img gocv.Mat, s Sheet, toPicture calibration.Homography, most int, free func(mat.Point) bool) (*print, error) {
	flat, err := s.Rectify(img, toPicture)
	if err != nil {
		return nil, err
	}
	defer flat.Close()
	gray := gocv.NewMat()
	defer gray.Close()
	if err := gocv.CvtColor(flat, &gray, gocv.ColorBGRToGray); err != nil {
		return nil, fmt.Errorf("keep the print: %w", err)
	}
	p := &print{Sheet: s, Width: gray.Cols(), Height: gray.Rows(), Gray: gray.ToBytes()}
	bounds := image.Rect(0, 0, img.Cols(), img.Rows())
	seen := func(q mat.Point) bool { // a place outside the picture has no print
		q = toPicture.Apply(q)
		return image.Pt(int(q.X), int(q.Y)).In(bounds.Inset(2))
	}
	p.Fine = p.choose(p.Gray, p.Width, p.Height, 1, fineHalf, most, func(q mat.Point) bool { return free(q) && seen(q) })
	small, w, h := quarter(p.Gray, p.Width, p.Height)
	p.Coarse = p.choose(small, w, h, shrink, coarseHalf, coarseOnes, func(q mat.Point) bool { return free(q) && seen(q) })
	return p, nil
}

// quarter returns the picture at a quarter of its size, each pixel the mean of 16.
func quarter(gray []uint8, width, height int) ([]uint8, int, int) {
	w, h := width/shrink, height/shrink
	out := make([]uint8, w*h)
	for y := range h {
		for x := range w {
			sum := 0
			for dy := range shrink {
				row := gray[(y*shrink+dy)*width+x*shrink:]
				for dx := range shrink {
					sum += int(row[dx])
				}
			}
			out[y*w+x] = uint8(sum / (shrink * shrink))
		}
	}
	return out, w, h
}

// choose returns the patches with most detail in their poorer direction, spread
// over the sheet: a fit needs them on all sides.
func (p *print) choose(gray []uint8, width, height, scale, half, most int, free func(mat.Point) bool) []patch {
	type rated struct {
		patch
		detail float64
	}
	back := p.Sheet.FromMat().Inverse()
	plane := func(x, y int) mat.Point {
		return back.Apply(mat.Point{X: float64(x * scale), Y: float64(y * scale)})
	}
	var all []rated
	step := max(2, half/2)
	for y := half + 1; y < height-half-1; y += step {
		for x := half + 1; x < width-half-1; x += step {
			ok := true
			for _, d := range [9][2]int{{0, 0}, {-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				ok = ok && free(plane(x+d[0]*half, y+d[1]*half))
			}
			if !ok {
				continue
			}
			if d := detail(gray, width, x, y, half); d > 0 {
				all = append(all, rated{patch{x, y}, d})
			}
		}
	}
	slices.SortFunc(all, func(a, b rated) int { return cmp.Compare(b.detail, a.detail) })
	levels := make([]float32, len(gray))
	for i, v := range gray {
		levels[i] = float32(v)
	}
	// The strongest first, but in each of 6 x 4 cells only its share.
	const across, down = 6, 4
	var cells [across * down]int
	var out []patch
	for _, r := range all {
		cell := r.Y*down/height*across + r.X*across/width
		if cells[cell] >= (most+11)/12 {
			continue
		}
		if slices.ContainsFunc(out, func(o patch) bool { return abs(o.X-r.X) < 2*half && abs(o.Y-r.Y) < 2*half }) {
			continue
		}
		if repeats(levels, width, height, r.patch, half) {
			continue
		}
		cells[cell]++
		if out = append(out, r.patch); len(out) == most {
			break
		}
	}
	return out
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// detail is the smaller eigenvalue of the patch's structure tensor, gray
// levels squared a pixel; 0 where that is within a camera's noise.
func detail(gray []uint8, width, x0, y0, half int) float64 {
	var xx, xy, yy float64
	for y := y0 - half; y <= y0+half; y++ {
		for x := x0 - half; x <= x0+half; x++ {
			i := y*width + x
			dx, dy := float64(int(gray[i+1])-int(gray[i-1])), float64(int(gray[i+width])-int(gray[i-width]))
			xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
		}
	}
	n := float64((2*half + 1) * (2*half + 1))
	xx, xy, yy = xx/n, xy/n, yy/n
	least := (xx+yy)/2 - math.Sqrt((xx-yy)*(xx-yy)/4+xy*xy)
	const noise = 2 // about one gray level of difference between neighbors
	if least < noise {
		return 0
	}
	return least
}

// repeats reports whether the print near a patch has another place like it: of a row
// of equal circles, or along an edge, any would be taken for any other, and
// all of them would agree on it.
func repeats(gray []float32, width, height int, q patch, half int) bool {
	const (
		reach = 44  // px: a mat is not looked for farther off
		alike = 0.8 // of a patch and what it is mistaken for, blur and noise added
	)
	side := 2*half + 1
	model := make([]float32, 0, side*side)
	for y := range side {
		row := (q.Y-half+y)*width + q.X - half
		model = append(model, gray[row:row+side]...)
	}
	var sparse template
	sparse.set(model, side, 2)
	for y := max(half, q.Y-reach); y <= min(height-half-1, q.Y+reach); y += 2 {
		for x := max(half, q.X-reach); x <= min(width-half-1, q.X+reach); x += 2 {
			if abs(x-q.X) < half && abs(y-q.Y) < half {
				continue
			}
			if sparse.at(gray[(y-half)*width+x-half:], width) > alike {
				return true
			}
		}
	}
	return false
}

// view is the picture that patches are looked for in: the gray one, or where that is
// nil the whole picture's own colors, which saves making it gray where nobody looks.
// (left, top) is its first pixel in the whole picture, and one of its pixels is scale
// of that.
type view struct {
	gray, colors  []uint8
	width, height int
	left, top     int
	scale         float64
}

// match is a patch found again.
type match struct {
	plane   mat.Point // on the sheet's plane
	picture mat.Point // px of the picture
	score   float64   // correlation, -1..1
}

// find looks for patches around where guess (the sheet's plane to the
// picture) expects them.
func (p *print) find(v *view, guess calibration.Homography, coarse bool, patches []patch) []match {
	gray, width, half, reach, scale := p.Gray, p.Width, fineHalf, fineReach, 1.0
	if coarse {
		if p.small == nil {
			p.small, _, _ = quarter(p.Gray, p.Width, p.Height)
		}
		gray, width, half, reach, scale = p.small, p.Width/shrink, coarseHalf, coarseReach, shrink
	}
	toPlane := p.Sheet.FromMat().Inverse()
	side, around := 2*half+1, 2*(half+reach)+1
	window, model := make([]float32, around*around), make([]float32, side*side)
	var sparse, full template
	var out []match
	for _, q := range patches {
		// The middle of a coarse pixel is that of the 4x4 it was made of.
		mid := mat.Point{X: (float64(q.X)+.5)*scale - .5, Y: (float64(q.Y)+.5)*scale - .5}
		at := toPlane.Apply(mid)
		if !v.sample(window, around, guess, at, scale/p.Sheet.Scale) {
			continue
		}
		for y := range side {
			row := gray[(q.Y-half+y)*width+q.X-half:]
			for x := range side {
				model[y*side+x] = float32(row[x])
			}
		}
		sparse.set(model, side, 2)
		full.set(model, side, 1)
		dx, dy, score := correlate(window, around, &sparse, &full, reach)
		if score < leastScore {
			continue
		}
		to := guess.Apply(toPlane.Apply(mat.Point{X: mid.X + dx*scale, Y: mid.Y + dy*scale}))
		out = append(out, match{at, to, score})
	}
	return out
}

// leastScore is the correlation below which a patch counts as covered. Chance
// reaches 0.4 now and then; that chance agrees with other patches is ruled out
// by the fit.
const leastScore = 0.45

// sample fills window with the picture around the plane's point at, steps of
// step of the plane apart. Over one patch the homography is as good as affine.
func (v *view) sample(window []float32, around int, guess calibration.Homography, at mat.Point, step float64) bool {
	c := guess.Apply(at)
	ex := guess.Apply(mat.Point{X: at.X + step, Y: at.Y})
	ey := guess.Apply(mat.Point{X: at.X, Y: at.Y + step})
	toView := func(p mat.Point) (float64, float64) {
		return (p.X-float64(v.left)+.5)/v.scale - .5, (p.Y-float64(v.top)+.5)/v.scale - .5
	}
	cx, cy := toView(c)
	exx, exy := (ex.X-c.X)/v.scale, (ex.Y-c.Y)/v.scale
	eyx, eyy := (ey.X-c.X)/v.scale, (ey.Y-c.Y)/v.scale
	r := float64(around / 2)
	for _, k := range [4][2]float64{{-r, -r}, {r, -r}, {r, r}, {-r, r}} {
		x, y := cx+k[0]*exx+k[1]*eyx, cy+k[0]*exy+k[1]*eyy
		if !(x >= 0 && y >= 0 && x < float64(v.width-1) && y < float64(v.height-1)) {
			return false
		}
	}
	for j := range around {
		x := cx - r*exx + (float64(j)-r)*eyx
		y := cy - r*exy + (float64(j)-r)*eyy
		row := window[j*around : (j+1)*around]
		if v.gray == nil {
			v.sampleColors(row, x, y, exx, exy)
			continue
		}
		for i := range row {
			ix, iy := int(x), int(y)
			fx, fy := float32(x-float64(ix)), float32(y-float64(iy))
			k := iy*v.width + ix
			a, b := float32(v.gray[k]), float32(v.gray[k+1])
			c, d := float32(v.gray[k+v.width]), float32(v.gray[k+v.width+1])
			top := a + fx*(b-a)
			row[i] = top + fy*(c+fx*(d-c)-top)
			x += exx
			y += exy
		}
	}
	return true
}

// sampleColors fills one row from the colors, from (x, y) in steps of (ex, ey), as gray.
func (v *view) sampleColors(row []float32, x, y, ex, ey float64) {
	for i := range row {
		ix, iy := int(x), int(y)
		fx, fy := float32(x-float64(ix)), float32(y-float64(iy))
		k := 3 * (iy*v.width + ix)
		upper, lower := v.colors[k:k+6:k+6], v.colors[k+3*v.width:k+3*v.width+6:k+3*v.width+6]
		a, b := grayOf(upper[0], upper[1], upper[2]), grayOf(upper[3], upper[4], upper[5])
		c, d := grayOf(lower[0], lower[1], lower[2]), grayOf(lower[3], lower[4], lower[5])
		top := a + fx*(b-a)
		row[i] = top + fy*(c+fx*(d-c)-top)
		x += ex
		y += ey
	}
}

// grayOf is OpenCV's gray of a color.
func grayOf(b, g, r uint8) float32 {
	return float32((int32(b)*1868 + int32(g)*9617 + int32(r)*4899 + 8192) >> 14)
}
