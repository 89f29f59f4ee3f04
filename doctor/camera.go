package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"harbormaster/hardware/camera"
)

// cameras returns the video devices of USB cameras, by their lasting names, and
// whether there is a camera at the camera port.
func (m Machine) cameras() (usb []string, port bool) {
	devices, port := camera.Devices(m.Root)
	for _, d := range devices {
		usb = append(usb, d.Lasting)
	}
	return usb, port
}

func (m Machine) camera(context.Context) []Line {
	const check = "camera"
	usb, port := m.cameras()
	if m.Wants.Camera == "" {
		return []Line{m.unasked(usb, port)}
	}
	wanted, err := camera.Parse(m.Wants.Camera)
	if err != nil {
		return []Line{say(check, Wrong, "camera.address", err.Error(), "mend camera in /etc/harbormaster/config.yaml; what is plugged in says: harbormaster cameras")}
	}
	switch wanted.Kind {
	case "rpicam":
		return m.portCamera(port, usb)
	case "v4l2":
		return m.videoDevice(wanted.Device, usb)
	case "dir":
		return []Line{m.pictureFolder(wanted.Folder)}
	case "upload":
		return []Line{say(check, OK, "camera.upload", "pictures come from whoever uploads them on a page", "")}
	}
	return []Line{say(check, OK, "camera.network", "pictures come from "+wanted.Address+", over the network", "", "camera", wanted.Address)}
}

// pictureFolder checks a folder of recorded pictures.
func (m Machine) pictureFolder(folder string) Line {
	const check = "camera"
	switch {
	case !filepath.IsAbs(folder):
		return say(check, Note, "camera.relative", "pictures come from "+folder+", which depends on where the service is started", "give the whole path in the config", "place", folder)
	case !m.exists(folder):
		return say(check, Wrong, "camera.no-folder", "the config asks for pictures from "+folder+", which isn't there", "ls -l "+quote(filepath.Dir(folder)), "place", folder)
	}
	return say(check, OK, "camera.folder", "pictures come from "+folder, "", "place", folder)
}

// unasked is the line for a config without a camera.
func (m Machine) unasked(usb []string, port bool) Line {
	const check = "camera"
	switch {
	case port:
		return say(check, Note, "camera.unused", "there is a camera at the camera port, but the config asks for none", `set camera: "rpicam:" in /etc/harbormaster/config.yaml, then: sudo systemctl restart harbormaster`, "address", "rpicam:")
	case len(usb) > 0:
		return say(check, Note, "camera.unused", "there is a USB camera, but the config asks for none", `set camera: "v4l2:`+usb[0]+`" in /etc/harbormaster/config.yaml, then: sudo systemctl restart harbormaster`, "device", usb[0], "address", "v4l2:"+usb[0])
	}
	return say(check, Note, "camera.none", "there is no camera, and the config asks for none: games are kept by hand", "")
}

// hasProgram reports whether a program is where the camera's side looks for it: in PATH,
// if this machine itself is checked, or in one of the usual folders.
func (m Machine) hasProgram(name string) bool {
	folders := []string{"/usr/bin", "/usr/local/bin"}
	if m.at("/") == "/" {
		folders = append(folders, filepath.SplitList(os.Getenv("PATH"))...)
	}
	return slices.ContainsFunc(folders, func(dir string) bool { return m.exists(filepath.Join(dir, name)) })
}

// portCamera checks a camera at the Pi's camera port.
func (m Machine) portCamera(port bool, usb []string) []Line {
	const check = "camera"
	if !m.hasProgram("rpicam-vid") && !m.hasProgram("libcamera-vid") {
		return []Line{say(check, Wrong, "camera.no-rpicam", "the program that reads the camera port (rpicam-vid) isn't installed", "sudo apt install rpicam-apps-lite")}
	}
	if !port {
		mend := "switch the Pi off, push the flat cable in on both ends (contacts towards the board's contacts), lock it, switch on, then: rpicam-hello --list-cameras"
		if len(usb) > 0 {
			mend = `use the USB camera: set camera: "v4l2:` + usb[0] + `" in /etc/harbormaster/config.yaml; or ` + mend
		}
		return []Line{say(check, Wrong, "camera.no-sensor", "no camera answers at the camera port", mend)}
	}
	return []Line{say(check, OK, "camera.port", "a camera answers at the camera port", "")}
}

// videoDevice checks a camera that is a device file.
func (m Machine) videoDevice(device string, usb []string) []Line {
	const check = "camera"
	if !m.exists(device) {
		mend := "plug the camera in, into another port if need be, then: ls -l /dev/v4l/by-id/"
		if len(usb) > 0 {
			mend = `there is another one: set camera: "v4l2:` + usb[0] + `" in /etc/harbormaster/config.yaml, then: sudo systemctl restart harbormaster`
		}
		return []Line{say(check, Wrong, "camera.missing", "the camera "+device+" isn't there", mend, "device", device)}
	}
	if err := m.may(device, os.O_RDWR); err != nil {
		switch {
		case errors.Is(err, fs.ErrPermission):
			return []Line{say(check, Wrong, "camera.forbidden", fmt.Sprintf("%s may not read the camera %s", m.User.Name, device), m.join("video"), "device", device)}
		case strings.Contains(err.Error(), "busy"):
			return []Line{say(check, Note, "camera.busy", "the camera "+device+" is in use, by the running service most likely", "", "device", device)}
		}
		return []Line{say(check, Wrong, "camera.unreadable", fmt.Sprintf("the camera %s can't be opened: %v", device, plain(err)), "unplug the camera and plug it in again, then look at the end of: sudo dmesg", "device", device)}
	}
	if lasting := camera.LastingName(m.Root, device); lasting != device && !strings.HasPrefix(device, "/dev/v4l/") {
		return []Line{say(check, Note, "camera.may-move", "the camera "+device+" works, but may have another number after a restart", `set camera: "v4l2:`+lasting+`" in /etc/harbormaster/config.yaml`, "device", device, "lasting", lasting)}
	}
	return []Line{say(check, OK, "camera.device", "the camera "+device+" can be read", "", "device", device)}
}

// Bounds of a picture that can be read well.
const (
	blurred  = 50.0  // variance of the Laplacian
	dim      = 0.15  // mean brightness
	dazzling = 0.85  // mean brightness
	glaring  = 0.015 // share of clipped pixels
)

func (m Machine) picture(ctx context.Context) []Line {
	const check = "picture"
	if m.Picture == nil {
		return nil
	}
	f, err := m.Picture(ctx)
	var fault *camera.Fault
	switch {
	case err == nil:
	case errors.As(err, &fault) && fault.Key == "camera.busy":
		return []Line{say(check, Note, "picture.busy", "the camera is in use, by the running service most likely, so its picture isn't judged here", "look at the report on the service's page, or stop it first: sudo systemctl stop harbormaster")}
	case fault != nil && slices.ContainsFunc(m.camera(ctx), func(l Line) bool { return l.State == Wrong }):
		return nil // said already
	case fault != nil:
		return []Line{say(check, asked(m.Wants.Camera != ""), "picture.none", "no picture can be looked at: "+fault.Text, fault.Mend, "advice", fault.Mend)}
	default:
		return []Line{say(check, asked(m.Wants.Camera != ""), "picture.unreadable", "no picture can be looked at: "+err.Error(), "mend the camera first")}
	}
	return f.Lines()
}

// Lines say whether a picture with these figures is sharp and lit well enough.
func (f Figures) Lines() []Line {
	const check = "picture"
	var lines []Line
	if f.Sharpness < blurred {
		lines = append(lines, say(check, Wrong, "picture.blurred", fmt.Sprintf("the picture isn't sharp (%.0f, at least %.0f is needed)", f.Sharpness, blurred), "turn the lens until the print of the mats is sharp, wipe it, or lock the focus while calibrating", "sharpness", f.Sharpness))
	}
	switch {
	case f.Brightness < dim:
		lines = append(lines, say(check, Wrong, "picture.dark", fmt.Sprintf("the table is too dark (%.0f %%, at least %.0f %% is needed)", 100*f.Brightness, 100*dim), "bring a lamp closer or switch another on, then calibrate again", "brightness", f.Brightness))
	case f.Brightness > dazzling:
		lines = append(lines, say(check, Wrong, "picture.bright", fmt.Sprintf("the table is too bright (%.0f %%, at most %.0f %%)", 100*f.Brightness, 100*dazzling), "move the lamp away or dim it, then calibrate again", "brightness", f.Brightness))
	}
	if f.Glare > glaring {
		lines = append(lines, say(check, Wrong, "picture.glare", fmt.Sprintf("the lamp is mirrored on the table (%.1f %% of the picture is white, at most %.1f %%)", 100*f.Glare, 100*glaring), "move the lamp to the side, at an angle below 45 degrees, or put paper before it", "glare", f.Glare))
	}
	if len(lines) == 0 {
		return []Line{say(check, OK, "picture.good", "the picture is sharp and bright enough, without glare", "")}
	}
	return lines
}

// plain returns an error without the path in front, which is below the root.
func plain(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// quote quotes a word for the shell.
func quote(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-:@", r)
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
