package vision

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"harbormaster/calibration"
	"harbormaster/calibration/apriltag"
	"harbormaster/mat"
)

// drawnTable is a table that a test draws for itself: any lattice, any colors, any
// view. Nothing of it comes from a real printing.
type drawnTable struct {
	marks *calibration.Marks
	mats  []drawnMat
	size  image.Point
	wood  gocv.Mat
	cards []drawnCard
	seed  uint64
	opts  tableOptions
}

// drawnCard is a card with its place on a mat's plane, and that mat.
type drawnCard struct {
	id, mat int
	onMat   calibration.Homography // px of the card's art to mat plane
}

// motion is what changed since the empty picture.
type motion struct {
	push   map[int]calibration.Homography // of mats, on their own plane
	camera calibration.Homography         // of the whole picture; zero for none
	hand   bool                           // an arm over the left of the first mat
	cover  []int                          // hexes of each mat that are covered with tiles
	blind  bool                           // no cards
}

type drawnMat struct {
	template *mat.Template
	place    calibration.Homography // mat plane to picture
	art      gocv.Mat
	sheet    Sheet
	corners  [4]mat.Point // mat plane
}

// tableOptions say how hard the picture is.
type tableOptions struct {
	mats        int
	cards       bool
	orientation mat.Orientation
	tilt        float64 // 0 straight from above, 1 as slanted as a phone on a tripod
	noise       float64 // gray levels
	blur        float64 // px
	radius      float64 // px of a hex in the picture, about
	haze        float64 // share of full light on one side
}

func (d *drawnTable) close() {
	for _, m := range d.mats {
		_ = m.art.Close()
	}
	_ = d.wood.Close()
}

// drawTable draws one. The same generator gives the same table.
func drawTable(t testing.TB, rng *rand.Rand, o tableOptions) *drawnTable {
	t.Helper()
	hexes := drawnLayout(rng, o.orientation)
	palette := drawnPalette(rng)
	paper := color.RGBA{uint8(190 + rng.IntN(60)), uint8(190 + rng.IntN(60)), uint8(180 + rng.IntN(60)), 0}
	river := color.RGBA{uint8(40 + rng.IntN(60)), uint8(80 + rng.IntN(60)), uint8(140 + rng.IntN(80)), 0}
	line := uint8(20 + rng.IntN(60))
	thick := 1 + rng.IntN(3)
	symbols := rng.IntN(2) == 0
	d := &drawnTable{marks: &calibration.Marks{}}
	var matSize mat.Point
	for n := range o.mats {
		m := drawArt(t, rng, o.orientation, hexes, palette, paper, river, line, thick, symbols)
		matSize = mat.Point{X: m.sheet.High.X - m.sheet.Low.X, Y: m.sheet.High.Y - m.sheet.Low.Y}
		d.mats = append(d.mats, m)
		_ = n
	}
	gap := 4.0 // radii, room for cards
	d.size = image.Pt(int((matSize.X+2*gap)*o.radius*float64(o.mats)), int((matSize.Y+2*gap)*o.radius))
	d.wood, d.seed, d.opts = drawnWood(rng, d.size), rng.Uint64(), o
	for n := range d.mats {
		m := &d.mats[n]
		cx := (float64(n) + .5) * float64(d.size.X) / float64(o.mats)
		cy := float64(d.size.Y) / 2
		m.place = drawnView(rng, m.sheet, mat.Point{X: cx, Y: cy}, o.radius, o.tilt)
		p := calibration.MarkedPlayer{Name: fmt.Sprintf("p%d", n)}
		for k, c := range m.corners {
			if !o.cards {
				q := m.place.Apply(c)
				p.Corners = append(p.Corners, mat.Point{X: q.X + rng.NormFloat64()*4, Y: q.Y + rng.NormFloat64()*4})
				continue
			}
			out := mat.Point{X: c.X - 1.25, Y: c.Y + 1.2}
			if k == 1 || k == 2 {
				out.X = c.X + 1.25
			}
			if k >= 2 {
				out.Y = c.Y - 1.2
			}
			turn := (rng.Float64() - .5) * 0.15
			size := 2.0 / cardPixels // a card is two radii wide
			cos, sin := size*math.Cos(turn), size*math.Sin(turn)
			toMat := calibration.Homography{cos, -sin, out.X, sin, cos, out.Y, 0, 0, 1}.Mul(calibration.Translation(-cardPixels/2, -cardPixels/2))
			p.Tags = append(p.Tags, 4*n+k)
			d.cards = append(d.cards, drawnCard{4*n + k, n, toMat})
		}
		d.marks.Players = append(d.marks.Players, p)
	}
	return d
}

// at is where mat n lies in the picture after a motion.
func (d *drawnTable) at(n int, mo motion) calibration.Homography {
	h := d.mats[n].place
	if p, ok := mo.push[n]; ok {
		h = h.Mul(p)
	}
	if mo.camera != (calibration.Homography{}) {
		h = mo.camera.Mul(h)
	}
	return h
}

// photo takes a picture of the table after a motion, as JPEG.
func (d *drawnTable) photo(t testing.TB, mo motion) []byte {
	t.Helper()
	rng := rand.New(rand.NewPCG(d.seed, 11))
	img := d.wood.Clone()
	defer img.Close()
	if mo.camera != (calibration.Homography{}) {
		moved, err := warp(d.wood, mo.camera, d.size)
		check(t, err)
		check(t, img.Close())
		img = moved
	}
	for n := range d.mats {
		art := d.mats[n].art.Clone()
		covered(t, rng, &art, &d.mats[n], mo.cover)
		paste(t, &img, art, d.at(n, mo).Mul(d.mats[n].sheet.FromMat().Inverse()))
		check(t, art.Close())
	}
	for _, c := range d.cards {
		if !mo.blind { // cards stay where they are when a mat is pushed
			pasteCard(t, &img, c.id, d.at(c.mat, motion{camera: mo.camera}).Mul(c.onMat))
		}
	}
	if mo.hand {
		m := &d.mats[0]
		low, high := m.sheet.Low, m.sheet.High
		arm := []mat.Point{{X: low.X - 2, Y: high.Y + 2}, {X: low.X + 2, Y: low.Y + 2}, {X: low.X + 5, Y: low.Y + 2}, {X: low.X + 5, Y: high.Y + 2}}
		var pts []image.Point
		for _, q := range arm {
			pts = append(pts, dot(d.at(0, mo).Apply(q)))
		}
		poly := gocv.NewPointsVectorFromPoints([][]image.Point{pts})
		defer poly.Close()
		check(t, gocv.FillPoly(&img, poly, color.RGBA{190, 140, 110, 0}))
	}
	return drawnPhoto(t, rng, img, d.opts)
}

// covered lays tiles over hexes of the art, a little off as tiles are laid.
func covered(t testing.TB, rng *rand.Rand, art *gocv.Mat, m *drawnMat, hexes []int) {
	l := mat.Layout{Orientation: m.template.Orientation(), Radius: 1}
	for _, i := range hexes {
		if i >= m.template.Len() {
			continue
		}
		dx, dy := rng.NormFloat64()*.04, rng.NormFloat64()*.04
		var pts []image.Point
		for _, c := range l.Corners(m.template.Space(i).At) {
			pts = append(pts, dot(m.sheet.FromMat().Apply(mat.Point{X: c.X + dx, Y: c.Y + dy})))
		}
		poly := gocv.NewPointsVectorFromPoints([][]image.Point{pts})
		paint := color.RGBA{uint8(rng.IntN(255)), uint8(rng.IntN(255)), uint8(rng.IntN(200)), 0}
		check(t, gocv.FillPoly(art, poly, paint))
		check(t, gocv.Polylines(art, poly, true, color.RGBA{paint.R / 2, paint.G / 2, paint.B / 2, 0}, 3))
		poly.Close()
	}
}

const (
	cardCell   = 8.0
	cardPixels = 10 * cardCell
)

// drawnLayout is a connected set of 19 to 45 hexes in rows.
func drawnLayout(rng *rand.Rand, o mat.Orientation) []mat.Axial {
	var out []mat.Axial
	rows, length := 4+rng.IntN(3), 5+rng.IntN(3)
	start := 0
	for r := range rows {
		for k := range length + rng.IntN(2) {
			// Axial rows lean: half a hex a row to the left.
			a := mat.Axial{Q: start + k - r/2, R: r}
			if o == mat.Flat {
				a = mat.Axial{Q: r, R: start + k - r/2}
			}
			out = append(out, a)
		}
		start += rng.IntN(3) - 1
	}
	return out
}

// drawnPalette is five colors that differ as much as ink can be told apart.
func drawnPalette(rng *rand.Rand) []color.RGBA {
	var out []color.RGBA
	for len(out) < 5 {
		c := color.RGBA{uint8(40 + rng.IntN(190)), uint8(40 + rng.IntN(190)), uint8(30 + rng.IntN(160)), 0}
		ok := true
		a := inkOf([3]float64{linear[c.B], linear[c.G], linear[c.R]})
		for _, o := range out {
			y := firstYardstick()
			ok = ok && y.apart(a, inkOf([3]float64{linear[o.B], linear[o.G], linear[o.R]})) > 0.35*0.35
		}
		// Paper-white fields are no fields.
		if ok && (c.R < 170 || c.G < 170 || c.B < 120) {
			out = append(out, c)
		}
	}
	return out
}

const artScale = 40 // px per radius of the art

func drawArt(t testing.TB, rng *rand.Rand, o mat.Orientation, hexes []mat.Axial, palette []color.RGBA, paper, river color.RGBA, line uint8, thick int, symbols bool) drawnMat {
	t.Helper()
	l := mat.Layout{Orientation: o, Radius: 1}
	var corners []mat.Point
	for _, a := range hexes {
		c := l.Corners(a)
		corners = append(corners, c[:]...)
	}
	low, high := box(corners)
	s := Sheet{Low: mat.Point{X: low.X - 1.5 - 3*rng.Float64(), Y: low.Y - 3.2}, High: mat.Point{X: high.X + 1.5 + 3*rng.Float64(), Y: high.Y + 1.5}, Scale: artScale}
	size := s.Size()
	art := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(paper.B), float64(paper.G), float64(paper.R), 0), size.Y, size.X, gocv.MatTypeCV8UC3)
	check(t, gocv.Rectangle(&art, image.Rect(0, 0, size.X, int(2.4*artScale)), river, -1))
	toArt := s.FromMat()
	spaces := make([]mat.Space, len(hexes))
	for i, a := range hexes {
		// Fields in patches with strays, all five on each mat.
		field := (i*5/len(hexes) + rng.IntN(7)/6) % 5
		spaces[i] = mat.Space{At: a, Field: mat.Field1 + mat.Field(field)}
		shade := 0.92 + 0.16*rng.Float64()
		paint := palette[field]
		paint.R, paint.G, paint.B = uint8(float64(paint.R)*shade), uint8(float64(paint.G)*shade), uint8(float64(paint.B)*shade)
		var pts []image.Point
		for _, c := range l.Corners(a) {
			pts = append(pts, dot(toArt.Apply(c)))
		}
		poly := gocv.NewPointsVectorFromPoints([][]image.Point{pts})
		check(t, gocv.FillPoly(&art, poly, paint))
		check(t, gocv.Polylines(&art, poly, true, color.RGBA{line, line, line, 0}, thick))
		poly.Close()
		if symbols {
			check(t, gocv.Circle(&art, dot(toArt.Apply(l.Middle(a))), 7, color.RGBA{line, line, line, 0}, -1))
		}
	}
	first, last := mat.Point{X: s.Low.X + .8, Y: s.Low.Y + 1.6}, mat.Point{X: s.High.X - .8, Y: s.Low.Y + 1.6}
	h := calibration.Harbor{First: first, Last: last, Steps: 20}
	for n := range 21 {
		check(t, gocv.Circle(&art, dot(toArt.Apply(h.Place(n))), 6, color.RGBA{240, 240, 240, 0}, -1))
	}
	grain(rng, &art, 6, 9)
	template, err := mat.NewTemplate(o, spaces)
	check(t, err)
	return drawnMat{template: template, art: art, sheet: s, corners: [4]mat.Point{s.Low, {X: s.High.X, Y: s.Low.Y}, s.High, {X: s.Low.X, Y: s.High.Y}}}
}

// grain adds blotches of about size px and of level gray levels to a picture.
func grain(rng *rand.Rand, img *gocv.Mat, level float64, size int) {
	w, h := img.Cols()/size+2, img.Rows()/size+2
	small := gocv.NewMatWithSize(h, w, gocv.MatTypeCV32F)
	defer small.Close()
	v, _ := small.DataPtrFloat32()
	for i := range v {
		v[i] = float32(rng.NormFloat64() * level)
	}
	big := gocv.NewMat()
	defer big.Close()
	_ = gocv.Resize(small, &big, image.Pt(img.Cols(), img.Rows()), 0, 0, gocv.InterpolationCubic)
	b, _ := big.DataPtrFloat32()
	data, _ := img.DataPtrUint8()
	for i := range data {
		data[i] = uint8(max(0, min(255, float32(data[i])+b[i/3])))
	}
}

func drawnWood(rng *rand.Rand, size image.Point) gocv.Mat {
	c := gocv.NewScalar(float64(30+rng.IntN(90)), float64(40+rng.IntN(90)), float64(50+rng.IntN(100)), 0)
	img := gocv.NewMatWithSizeFromScalar(c, size.Y, size.X, gocv.MatTypeCV8UC3)
	grain(rng, &img, 8, 25)
	return img
}

// drawnView looks at a mat whose middle comes to lie at, with tilt and some turn.
func drawnView(rng *rand.Rand, s Sheet, at mat.Point, radius, tilt float64) calibration.Homography {
	mx, my := (s.Low.X+s.High.X)/2, (s.Low.Y+s.High.Y)/2
	turn := (rng.Float64() - .5) * 0.2
	c, n := math.Cos(turn), math.Sin(turn)
	span := s.High.X - s.Low.X
	px, py := tilt*(rng.Float64()-.5)*0.25/span, tilt*(rng.Float64()-.3)*0.5/span
	h := calibration.Homography{radius * c, -radius * n, at.X, radius * n, radius * c * (1 - .25*tilt*rng.Float64()), at.Y, 0, 0, 1}
	// The perspective is taken about the mat's middle.
	h[0], h[1], h[3], h[4] = h[0]+at.X*px, h[1]+at.X*py, h[3]+at.Y*px, h[4]+at.Y*py
	h[6], h[7] = px, py
	return h.Mul(calibration.Translation(-mx, -my))
}

// paste warps art over img.
func paste(t testing.TB, img *gocv.Mat, art gocv.Mat, toPicture calibration.Homography) {
	t.Helper()
	w, h := float64(art.Cols()), float64(art.Rows())
	low, high := box(toPicture.ApplyAll([]mat.Point{{}, {X: w}, {X: w, Y: h}, {Y: h}}))
	part := rect(low, high, 2).Intersect(whole(*img))
	if part.Empty() {
		return
	}
	toPart := calibration.Translation(float64(-part.Min.X), float64(-part.Min.Y)).Mul(toPicture)
	over, err := warp(art, toPart, part.Size())
	check(t, err)
	defer over.Close()
	full := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 255, 255, 0), art.Rows(), art.Cols(), gocv.MatTypeCV8UC3)
	defer full.Close()
	mask, err := warp(full, toPart, part.Size())
	check(t, err)
	defer mask.Close()
	a, _ := img.DataPtrUint8()
	b, _ := over.DataPtrUint8()
	m, _ := mask.DataPtrUint8()
	for y := range part.Dy() {
		to := a[3*((part.Min.Y+y)*img.Cols()+part.Min.X):]
		for i := 3 * y * part.Dx(); i < 3*(y+1)*part.Dx(); i++ {
			if k := int(m[i]); k > 0 {
				// over is already weighted with the mask at its rim.
				o := i - 3*y*part.Dx()
				to[o] = uint8((int(to[o])*(255-k) + 255*int(b[i])) / 255)
			}
		}
	}
}

func pasteCard(t testing.TB, img *gocv.Mat, id int, toPicture calibration.Homography) {
	t.Helper()
	rows, err := apriltag.Pattern(id)
	check(t, err)
	const cell = int(cardCell)
	art := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(240, 240, 240, 0), len(rows)*cell, len(rows)*cell, gocv.MatTypeCV8UC3)
	defer art.Close()
	for y, r := range rows {
		for x, black := range r {
			if black {
				check(t, gocv.Rectangle(&art, image.Rect(x*cell, y*cell, (x+1)*cell, (y+1)*cell), color.RGBA{20, 20, 20, 0}, -1))
			}
		}
	}
	paste(t, img, art, toPicture)
}

// drawnPhoto lights, blurs and grains the picture as a camera does.
func drawnPhoto(t testing.TB, rng *rand.Rand, img gocv.Mat, o tableOptions) []byte {
	t.Helper()
	photo := img.Clone()
	defer photo.Close()
	if o.blur > 0 {
		check(t, gocv.GaussianBlur(photo, &photo, image.Point{}, o.blur, o.blur, gocv.BorderReplicate))
	}
	data, _ := photo.DataPtrUint8()
	w, h := photo.Cols(), photo.Rows()
	tint := [3]float64{0.8 + .2*rng.Float64(), 0.85 + .15*rng.Float64(), 0.85 + .15*rng.Float64()}
	gx, gy := (rng.Float64()-.5)*0.5, (rng.Float64()-.5)*0.5
	// Tables, as powers and normal deviates of every pixel would take seconds.
	var levels [1 << 13]float32
	for i := range levels {
		levels[i] = float32(255 * math.Pow(float64(i)/float64(len(levels)-1), 1/2.2))
	}
	grains := make([]float32, 1<<16)
	for i := range grains {
		grains[i] = float32(rng.NormFloat64() * o.noise)
	}
	random := rng.Uint64()
	for y := range h {
		for x := range w {
			u, v := float64(x)/float64(w)-.5, float64(y)/float64(h)-.5
			gain := 0.85 * (1 + gx*u + gy*v)
			haze := o.haze * math.Max(0, u+.5) * 0.8
			for c := range 3 {
				i := 3*(y*w+x) + c
				lit := linear[data[i]]*gain*tint[c] + haze*tint[c]
				level := levels[int(math.Min(1, lit)*(float64(len(levels))-1))]
				random = random*6364136223846793005 + 1442695040888963407
				data[i] = uint8(max(0, min(255, level+grains[random>>48])))
			}
		}
	}
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, photo, []int{gocv.IMWriteJpegQuality, 90})
	check(t, err)
	defer buf.Close()
	return append([]byte(nil), buf.GetBytes()...)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
