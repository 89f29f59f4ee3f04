package camera

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Found is a camera of this machine.
type Found struct {
	Address string `json:"address"` // for the config
	Name    string `json:"name"`    // as the camera says it
	Kind    string `json:"kind"`    // v4l2 or rpicam
	// Problem says why it can't be used as it is, and Mend how to mend that.
	Problem string `json:"problem,omitempty"`
	Mend    string `json:"mend,omitempty"`
}

// List returns the cameras that are plugged into the machine whose root folder
// is given ("" or "/": this one), those at the camera port first. Cameras in
// the network can't be looked for.
func List(ctx context.Context, root string) ([]Found, error) {
	devices, port := Devices(root)
	list, err := portCameras(ctx, root, port)
	if err != nil {
		return nil, err
	}
	for _, d := range devices {
		list = append(list, Found{Address: "v4l2:" + d.Lasting, Name: d.Name, Kind: "v4l2"}.troubled(mayOpen(root, d.Lasting)))
	}
	return list, nil
}

// troubled notes why a camera can't be used; nil: it can.
func (f Found) troubled(err error) Found {
	if err == nil {
		return f
	}
	f.Problem = err.Error()
	var fault *Fault
	if errors.As(err, &fault) {
		f.Problem, f.Mend = fault.Text, fault.Mend
	}
	return f
}

// Device is a video device that gives pictures.
type Device struct {
	File    string // such as /dev/video0, which may have another number after a restart
	Lasting string // its name below /dev/v4l/by-id, which stays; or File if it has none
	Name    string // as the camera says it
}

// sensorPort is what the kernel calls the video device of a camera at the Pi's
// camera port: the first to Pi 4, the second from Pi 5 on.
var sensorPort = regexp.MustCompile(`^(unicam|rp1-cfe)`)

// codec is what it calls devices that are no cameras.
var codec = regexp.MustCompile(`^(bcm2835-(codec|isp)|pispbe|rpivid|rpi-hevc-dec|hevc)`)

// Devices returns the video devices of USB cameras below a root folder, those
// with lasting names in order of these, and whether there is a camera at the Pi's camera port.
func Devices(root string) (devices []Device, port bool) {
	dirs, err := filepath.Glob(filepath.Join(root, "/sys/class/video4linux/video*"))
	if err != nil {
		return nil, false // only for a malformed pattern, and it is ours
	}
	for _, dir := range dirs {
		name, index := firstLine(dir+"/name"), firstLine(dir+"/index")
		switch {
		case sensorPort.MatchString(name):
			port = true
		case codec.MatchString(name), index != "" && index != "0": // a camera has several devices; the first gives pictures
		default:
			file := "/dev/" + filepath.Base(dir)
			devices = append(devices, Device{file, LastingName(root, file), name})
		}
	}
	slices.SortFunc(devices, func(a, b Device) int { return strings.Compare(a.Lasting, b.Lasting) })
	return devices, port
}

// firstLine returns the first line of a small file; "" if there is none.
func firstLine(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line)
}

// LastingName returns the name of a video device that stays the same over
// restarts, if it has one; else the name given.
func LastingName(root, device string) string {
	links, err := filepath.Glob(filepath.Join(root, "/dev/v4l/by-id/*"))
	if err != nil {
		return device // only for a malformed pattern, and it is ours
	}
	for _, link := range links {
		target, err := os.Readlink(link)
		if err == nil && filepath.Base(target) == filepath.Base(device) {
			return "/dev/v4l/by-id/" + filepath.Base(link)
		}
	}
	return device
}

// mayOpen says why a device can't be opened.
func mayOpen(root, name string) error {
	f, err := os.OpenFile(filepath.Join(root, name), os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err == nil {
		err = f.Close()
	}
	return openFault(name, err)
}

// openFault says what an error of opening a device means; nil: there is none.
func openFault(name string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err // the path is below the root, and was said
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Fault{"camera.missing", "the camera " + name + " isn't there", "plug the camera in, into another port if need be; what is there says: harbormaster cameras"}
	case errors.Is(err, fs.ErrPermission):
		return &Fault{"camera.forbidden", "this user may not read the camera " + name, "sudo usermod -aG video harbormaster && sudo systemctl restart harbormaster (for yourself: your own name, then log in again)"}
	case err != nil:
		return &Fault{"camera.busy", fmt.Sprintf("the camera %s can't be opened: %v", name, err), "end what else uses it: sudo fuser -v " + name}
	}
	return nil
}

// portCamera is a line of rpicam-hello --list-cameras, such as
// "0 : imx708 [4608x2592 10-bit RGGB] (/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a)".
var portCamera = regexp.MustCompile(`(?m)^\s*([0-9]) : (\S+) \[([0-9]+x[0-9]+)[^\]]*\] \((.*)\)`)

// listPatience is how long listing may take; it starts the whole camera library.
const listPatience = 15 * time.Second

// portCameras asks the camera library. Whether the kernel knows of a camera at
// the port tells whether its program is missing.
func portCameras(ctx context.Context, root string, port bool) ([]Found, error) {
	hello, ok := program(root, "rpicam-hello", "libcamera-hello")
	if !ok {
		if !port {
			return nil, nil
		}
		return []Found{Found{Address: "rpicam:", Name: "camera port", Kind: "rpicam"}.troubled(noProgram())}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	command := exec.CommandContext(ctx, hello, "--list-cameras")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = graceOfPipe
	said, err := command.CombinedOutput() // older ones list on standard error
	if ctx.Err() != nil {
		return nil, fmt.Errorf("list the cameras at the camera port: %s hasn't ended: %w", filepath.Base(hello), ctx.Err())
	}
	var list []Found
	for _, m := range portCamera.FindAllSubmatch(said, -1) {
		if bytes.Contains(m[4], []byte("usb")) { // those are listed as video devices
			continue
		}
		address := "rpicam:"
		if n, err := strconv.Atoi(string(m[1])); err == nil && n > 0 {
			address += "?camera=" + strconv.Itoa(n)
		}
		list = append(list, Found{Address: address, Name: fmt.Sprintf("%s, up to %s", m[2], m[3]), Kind: "rpicam"})
	}
	// It also ends with an error where there is no camera; that isn't one here.
	if len(list) == 0 && port {
		var t tail
		_, _ = t.Write(said)
		how := "exit status 0"
		if err != nil {
			how = err.Error()
		}
		return []Found{Found{Address: "rpicam:", Name: "camera port", Kind: "rpicam"}.troubled(portFault(filepath.Base(hello), err, ending{how, t.line()}))}, nil
	}
	return list, nil
}
