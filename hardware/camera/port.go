package camera

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// port is a camera at the Pi's camera port. OpenCV can't open those; the
// program rpicam-vid can, and writes JPEGs into a pipe.
type port struct {
	settings Settings
	root     string

	mu    sync.Mutex
	seen  told            // what the running program says that it uses
	fixed told            // what is locked
	again chan<- struct{} // tells the running program's keeper to start it anew; nil: none runs
	first chan struct{}   // closed at the first picture after that
}

// programs are those that read the camera port, newest first, with whether they
// tell what exposure, white balance and focus they use.
var programs = []struct {
	name  string
	tells bool
}{{"rpicam-vid", true}, {"libcamera-vid", false}}

// programFolders are where they may be when PATH doesn't have them, as in a service's
// environment, and below another root.
var programFolders = []string{"/usr/bin", "/usr/local/bin"}

// program returns the path of the first of some programs that is there. On this
// machine PATH is looked through first, since who built one of their own put it there.
func program(root string, names ...string) (string, bool) {
	for _, name := range names {
		if root == "" {
			if file, err := exec.LookPath(name); err == nil {
				return file, true
			}
		}
		for _, dir := range programFolders {
			file := filepath.Join(root, dir, name)
			if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				return file, true
			}
		}
	}
	return "", false
}

func noProgram() error {
	return &Fault{"camera.no-rpicam", "the program that reads the camera port (rpicam-vid) isn't installed", "sudo apt install rpicam-apps-lite"}
}

func (p *port) run(ctx context.Context, to sink) error {
	for {
		err := p.once(ctx, to)
		if ctx.Err() != nil || !errors.Is(err, errAgain) {
			return err
		}
	}
}

// errAgain asks for the program to be started anew, with other arguments.
var errAgain = errors.New("start the program again")

// once runs the program until it ends.
func (p *port) once(ctx context.Context, to sink) error {
	again := make(chan struct{})
	fixed := p.begin(again)
	defer p.end()
	var file string
	var tells, ok bool
	for _, known := range programs {
		if file, ok = program(p.root, known.name); ok {
			tells = known.tells
			break
		}
	}
	if !ok {
		return noProgram()
	}
	arguments := p.arguments(fixed)
	if tells {
		arguments = append(arguments, "--metadata", "/dev/fd/3", "--metadata-format", "txt")
	}
	child, err := startChild(file, arguments, tells)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	listened := make(chan struct{})
	go func() {
		defer close(listened)
		if child.side != nil {
			p.listen(child.side)
		}
	}()
	var anew bool
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-ctx.Done():
		case <-again:
			anew = true
		}
		child.kill()
	}()
	pictures := newSplitter(child.out)
	for {
		var data []byte
		var size Size
		if data, size, err = pictures.next(); err != nil {
			break
		}
		to.give(Picture{Data: data}, size)
		p.gave()
	}
	said := child.end(to)
	cancel()
	<-watched
	<-listened
	if anew {
		return errAgain
	}
	return portFault(filepath.Base(file), err, said)
}

// begin notes that a program runs, and returns what is to be locked.
func (p *port) begin(again chan<- struct{}) told {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.again, p.seen = again, told{}
	return p.fixed
}

func (p *port) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.again = nil
}

// gave tells whoever waits for the first picture.
func (p *port) gave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first != nil {
		close(p.first)
		p.first = nil
	}
}

// arguments are those of rpicam-vid.
func (p *port) arguments(fixed told) []string {
	s := p.settings
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	list := []string{"--timeout", "0", "--nopreview", "--codec", "mjpeg", "--quality", strconv.Itoa(s.port.quality), "--flush",
		"--camera", strconv.Itoa(s.port.camera), "--width", strconv.Itoa(s.Width), "--height", strconv.Itoa(s.Height),
		"--framerate", number(s.Rate), "--rotation", strconv.Itoa(s.port.rotate), "--output", "-"}
	exposure, gain, awb, focus := fixed.exposure, fixed.gain, fixed.gains, fixed.focus
	if s.port.exposure > 0 {
		exposure = strconv.Itoa(s.port.exposure)
	}
	if s.port.gain > 0 {
		gain = number(s.port.gain)
	}
	if s.port.focus >= 0 {
		focus = number(s.port.focus)
	}
	if exposure != "" {
		list = append(list, "--shutter", exposure)
	}
	if gain != "" {
		list = append(list, "--gain", gain)
	}
	switch {
	case gains.MatchString(s.port.awb):
		list = append(list, "--awbgains", s.port.awb)
	case awb != "":
		list = append(list, "--awbgains", awb)
	case s.port.awb != "":
		list = append(list, "--awb", s.port.awb)
	}
	if focus != "" {
		return append(list, "--autofocus-mode", "manual", "--lens-position", focus)
	}
	return append(list, "--autofocus-mode", "auto") // once at the start, instead of again and again
}

// told is what the program says of a picture, as its arguments take it; empty: not known.
type told struct {
	exposure string // µs
	gain     string
	gains    string // of red and blue
	focus    string // dioptres
}

// mostLine bounds a line of what a program says, in bytes.
const mostLine = 1 << 16

// listen reads what the program says of its pictures: lines of name=value.
func (p *port) listen(from io.Reader) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, mostLine)
	var now told
	for lines.Scan() {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), "=")
		now.note(name, value)
		if name == "" { // after each picture
			p.mu.Lock()
			p.seen = now
			p.mu.Unlock()
		}
	}
	_, _ = io.Copy(io.Discard, from) // after a line that is too long; it must not block the program
}

// note takes one value in, if it is one that can be an argument.
func (t *told) note(name, value string) {
	var at *string
	switch name {
	case "ExposureTime":
		at = &t.exposure
	case "AnalogueGain":
		at = &t.gain
	case "LensPosition":
		at = &t.focus
	case "ColourGains":
		first, second, ok := strings.Cut(strings.Trim(value, "[] "), ",")
		first, second = strings.TrimSpace(first), strings.TrimSpace(second)
		if ok && isNumber(first) && isNumber(second) {
			t.gains = first + "," + second
		}
		return
	default:
		return
	}
	if isNumber(value) {
		*at = value
	}
}

func isNumber(text string) bool {
	n, err := strconv.ParseFloat(text, 64)
	return err == nil && n >= 0 && n < 1e9
}

// lock starts the program anew with what it uses now.
func (p *port) lock(ctx context.Context) error {
	return p.restart(ctx, func() error {
		if p.seen == (told{}) {
			return fmt.Errorf("lock the camera: the program that reads the camera port doesn't say what exposure and focus it uses: set them in the config, as in camera: rpicam:?focus=1&exposure=20000&awb=indoor")
		}
		p.fixed = p.seen
		return nil
	})
}

func (p *port) unlock(ctx context.Context) error {
	return p.restart(ctx, func() error { p.fixed = told{}; return nil })
}

// restart changes what is locked, has the program started anew, and waits for
// its first picture.
func (p *port) restart(ctx context.Context, change func() error) error {
	p.mu.Lock()
	if p.again == nil {
		p.mu.Unlock()
		return errAway
	}
	before := p.fixed
	if err := change(); err != nil || p.fixed == before {
		p.mu.Unlock()
		return err
	}
	if p.first == nil {
		p.first = make(chan struct{})
	}
	first := p.first
	close(p.again)
	p.again = nil
	p.mu.Unlock()
	select {
	case <-first:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for a picture of the locked camera: %w", ctx.Err())
	}
}

// errAway is for who would lock a camera that is lost.
var errAway = errors.New("lock the camera: it gives no pictures at present; see its state")

// portFault says why the program ended.
func portFault(name string, reading error, said ending) error {
	if errors.Is(reading, errTooLarge) || errors.Is(reading, errBroken) {
		return &Fault{"camera.no-jpegs", fmt.Sprintf("%s doesn't give JPEGs: %v", name, reading), "sudo apt update && sudo apt full-upgrade"}
	}
	text := fmt.Sprintf("%s ended (%s)", name, said.how)
	if said.last != "" {
		text += ": " + said.last
	}
	low := strings.ToLower(said.last)
	for _, known := range []struct {
		part string
		key  string
		mend string
	}{
		{"no cameras available", "camera.no-sensor", "switch the Pi off, push the flat cable in on both ends (contacts towards the board's contacts), lock it, switch on, then: rpicam-hello --list-cameras"},
		{"selected camera is not available", "camera.no-sensor", "look for its number with: rpicam-hello --list-cameras"},
		{"busy", "camera.busy", "end what else uses the camera: sudo fuser -v /dev/video* /dev/media*"},
		{"in use", "camera.busy", "end what else uses the camera: sudo fuser -v /dev/video* /dev/media*"},
		{"failed to acquire", "camera.busy", "end what else uses the camera: sudo fuser -v /dev/video* /dev/media*"},
		{"permission denied", "camera.forbidden", "let the service's user use cameras: sudo usermod -aG video harbormaster, then restart it"},
		{"unrecognised option", "camera.old-rpicam", "sudo apt update && sudo apt full-upgrade"},
	} {
		if strings.Contains(low, known.part) {
			return &Fault{known.key, text, known.mend}
		}
	}
	return &Fault{"camera.rpicam-ended", text, "try it by itself: " + name + " --nopreview --timeout 2000 --output /dev/null"}
}
