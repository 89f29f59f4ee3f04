package pieces

import (
	"harbormaster/calibration"
	"harbormaster/mat"
)

// BoatOutlines returns where the first n boats of a mat lie, each as four
// corners on the mat plane (hex radii), clockwise from the top left; none
// before boats were taught.
func (k *Knowledge) BoatOutlines(m *calibration.Mat, n int) [][4]mat.Point {
	if k.boats == nil {
		return nil
	}
	b, a := k.boats.Board, anchor(m)
	out := make([][4]mat.Point, n)
	for i := range out {
		x := a.X + b.Left + b.Pitch*float64(i)
		out[i] = [4]mat.Point{
			{X: x - b.Pitch/2, Y: a.Y + b.Top}, {X: x + b.Pitch/2, Y: a.Y + b.Top},
			{X: x + b.Pitch/2, Y: a.Y + b.Bottom}, {X: x - b.Pitch/2, Y: a.Y + b.Bottom},
		}
	}
	return out
}
