package doctor

import "image"

// judgedWidth is about how wide a picture is made before it is judged, in
// pixels, so that the figures don't depend on the camera's resolution.
const judgedWidth = 1300

// clipped is the level from which a color counts as clipped, of 255.
const clipped = 250

// Judge returns the figures of a picture.
func Judge(img image.Image) Figures {
	area := img.Bounds()
	step := max(1, area.Dx()/judgedWidth)
	w, h := area.Dx()/step, area.Dy()/step
	if w < 3 || h < 3 {
		return Figures{}
	}
	gray := make([]float64, w*h)
	var sum float64
	white := 0
	for y := range h {
		for x := range w {
			level := 0.0
			for dy := range step {
				for dx := range step {
					r, g, b, _ := img.At(area.Min.X+x*step+dx, area.Min.Y+y*step+dy).RGBA()
					level += 0.299*float64(r>>8) + 0.587*float64(g>>8) + 0.114*float64(b>>8)
					if min(r, g, b)>>8 >= clipped {
						white++
					}
				}
			}
			gray[y*w+x] = level / float64(step*step)
			sum += gray[y*w+x]
		}
	}
	n := 0.0
	var mean, squares float64
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			l := gray[i-1] + gray[i+1] + gray[i-w] + gray[i+w] - 4*gray[i]
			n++
			mean += l
			squares += l * l
		}
	}
	mean /= n
	return Figures{Sharpness: squares/n - mean*mean, Brightness: sum / float64(w*h) / 255, Glare: float64(white) / float64(w*h*step*step)}
}
