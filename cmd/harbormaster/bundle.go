package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"harbormaster/access"
	"harbormaster/calibration"
	"harbormaster/config"
	"harbormaster/doctor"
	"harbormaster/hardware/camera"
	"harbormaster/vision"
)

// bundle writes the file for whoever helps.
func (c *doctorCommand) bundle(m doctor.Machine, r doctor.Report, settings config.Config) error {
	var files []doctor.File
	file := c.Config
	if file == "" {
		file = usualConfig
	}
	if data, err := os.ReadFile(file); err == nil { // without one, the defaults are in force
		files = append(files, doctor.File{Name: "config.yaml", Data: data})
	}
	if c.Root == "/" {
		files = append(files, doctor.File{Name: "log.txt", Data: serviceLog()})
	}
	if c.Picture != "" {
		data, err := os.ReadFile(c.Picture)
		if err != nil {
			return err
		}
		table, err := tableOf(data, profileFolder(settings))
		if err != nil {
			return err
		}
		files = append(files, table)
	}
	var b bytes.Buffer
	if err := writeBundle(&b, m, r, settings, files); err != nil {
		return err
	}
	return os.WriteFile(c.Bundle, b.Bytes(), 0o600)
}

// bundle returns the same from within the service, with the newest picture.
func (s *service) bundle(ctx context.Context) ([]byte, error) {
	m, r := s.examined(ctx)
	settings := s.settings()
	files := []doctor.File{{Name: "config.txt", Data: fmt.Appendf(nil, "%+v\n", settings)}, {Name: "log.txt", Data: serviceLog()}}
	if data, _, err := s.eye.Picture(0); err == nil { // else there is none yet
		if table, err := tableOf(data, profileFolder(settings)); err == nil { // what can't be cropped isn't given away
			files = append(files, table)
		}
	}
	var b bytes.Buffer
	if err := writeBundle(&b, m, r, settings, files, s.wantedCamera()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// writeBundle adds the versions, and keeps the admin password out, and those of
// the cameras: of the config's and of others at the addresses given.
func writeBundle(w io.Writer, m doctor.Machine, r doctor.Report, settings config.Config, files []doctor.File, cameras ...string) error {
	var versions bytes.Buffer
	if err := (&versionCommand{}).Run(&program{out: &versions}); err != nil {
		return err
	}
	files = append(files, doctor.File{Name: "version.txt", Data: versions.Bytes()})
	var secrets []string
	for _, address := range append(cameras, settings.Camera) {
		secrets = append(secrets, camera.Secrets(address)...)
	}
	if password, err := os.ReadFile(filepath.Join(settings.Data, access.PasswordFile)); err == nil {
		secrets = append(secrets, strings.TrimSpace(string(password)))
	}
	return m.Bundle(w, r, files, secrets)
}

// serviceLog returns the end of the service's log, or why there is none.
func serviceLog() []byte {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "journalctl", "--unit=harbormaster", "--lines=1000", "--no-pager", "--output=short-iso").CombinedOutput()
	if err != nil {
		out = append(out, "\n(the log can't be read: "+err.Error()+")\n"...)
	}
	return out
}

// tableOf cuts the mats out of a picture: what lies or sits around them is
// nobody's business. Without a profile it isn't known where they are, and the
// picture isn't given away.
func tableOf(picture []byte, profile string) (doctor.File, error) {
	p, err := calibration.Load(profile)
	if err != nil {
		return doctor.File{}, fmt.Errorf("it isn't known where the mats are, and so the picture can't be cropped to them: %w (leave --picture out)", err)
	}
	frame, err := vision.Decode("for the bundle", picture) // turned as EXIF asks, as the mats' places are meant
	if err != nil {
		return doctor.File{}, err
	}
	defer frame.Close()
	turned, err := frame.JPEG(0)
	if err != nil {
		return doctor.File{}, err
	}
	img, _, err := image.Decode(bytes.NewReader(turned))
	if err != nil {
		return doctor.File{}, fmt.Errorf("read the picture: %w", err)
	}
	cut, err := cropTo(img, p.Picture, p.Mats)
	if err != nil {
		return doctor.File{}, err
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, cut, &jpeg.Options{Quality: 90}); err != nil {
		return doctor.File{}, fmt.Errorf("write the picture: %w", err)
	}
	return doctor.File{Name: "table.jpg", Data: b.Bytes(), Picture: true}, nil
}

// cropTo returns the part of a picture that holds the mats, whose places are
// those in a picture of the size calibrated. One of another size is taken for
// the same view if it has the same shape.
func cropTo(img image.Image, calibrated calibration.Size, mats []calibration.Mat) (image.Image, error) {
	var area image.Rectangle
	size := img.Bounds().Size()
	across, down := float64(size.X)/float64(calibrated.Width), float64(size.Y)/float64(calibrated.Height)
	if math.Abs(across/down-1) > 0.01 {
		return nil, fmt.Errorf("the picture is %d x %d pixels, the table was calibrated with %d x %d: where the mats are in it isn't known", size.X, size.Y, calibrated.Width, calibrated.Height)
	}
	for i := range mats {
		m := &mats[i]
		for _, corner := range m.ToPicture.ApplyAll(m.Corners[:]) {
			x, y := int(corner.X*across), int(corner.Y*down)
			area = area.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	cut, ok := img.(interface {
		SubImage(image.Rectangle) image.Image
	})
	area = area.Add(img.Bounds().Min).Intersect(img.Bounds())
	if !ok || area.Empty() {
		return nil, errors.New("the mats aren't in this picture")
	}
	return cut.SubImage(area), nil
}
