//go:build matprofile

package live_test

import "gocv.io/x/gocv"

// openMats is how many of OpenCV's matrices nobody has closed.
func openMats() int { return gocv.MatProfile.Count() }
