package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"harbormaster/hardware/camera"
	"harbormaster/hardware/display"
)

// root makes a root folder of files, by path; a value that begins with "->" is
// a link, one that is "/" a folder.
func root(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for path, content := range files {
		file := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, link := strings.CutPrefix(content, "->"); link {
			err = os.Symlink(target, file)
		} else if content == "/" {
			err = os.MkdirAll(file, 0o750)
		} else {
			err = os.WriteFile(file, []byte(content), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// pi are the files of a Raspberry Pi on which all is well.
func pi() map[string]string {
	return map[string]string{
		"/proc/device-tree/model":   "Raspberry Pi 4 Model B Rev 1.5\x00",
		"/proc/mounts":              "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\nproc /proc proc rw 0 0\n",
		"/etc/group":                "root:x:0:\nvideo:x:44:ann,pi\ngpio:x:993:pi\ni2c:x:994:pi\nspi:x:995:pi\n",
		"/boot/firmware/config.txt": "# For more options\n#dtparam=i2c_arm=on\ndtparam=spi=on\n dtparam=i2c_arm=on\n",
		"/dev/spidev0.0":            "",
		"/dev/spidev0.1":            "",
		"/dev/i2c-1":                "",
		"/dev/video0":               "",
		"/dev/video1":               "",
		"/dev/video10":              "",
		"/dev/v4l/by-id/usb-Logi_C920-video-index0":            "->../../video0",
		"/dev/v4l/by-id/usb-Logi_C920-video-index1":            "->../../video1",
		"/sys/class/video4linux/video0/name":                   "HD Pro Webcam C920\n",
		"/sys/class/video4linux/video0/index":                  "0\n",
		"/sys/class/video4linux/video1/name":                   "HD Pro Webcam C920\n",
		"/sys/class/video4linux/video1/index":                  "1\n",
		"/sys/class/video4linux/video10/name":                  "bcm2835-codec-decode\n",
		"/sys/class/video4linux/video10/index":                 "0\n",
		"/sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
		"/sys/class/thermal/thermal_zone0/temp":                "48312\n",
		"/sys/fs/ext4/mmcblk0p2/errors_count":                  "0\n",
		"/sys/block/mmcblk0/device/life_time":                  "0x01 0x02\n",
		"/run/systemd/timesync/synchronized":                   "",
		"/run/avahi-daemon/pid":                                "412\n",
		"/var/lib/harbormaster/harbormaster.db":                "",
		"/usr/bin/rpicam-vid":                                  "",
	}
}

// well returns a machine on which all that the config asks for works.
func well(t *testing.T, files map[string]string) Machine {
	t.Helper()
	var displays []display.Settings
	for _, a := range []string{"max7219:SPI0.0?modules=4", "ht16k33:I2C1@0x70,0x71", "terminal:"} {
		s, err := display.Parse(a)
		if err != nil {
			t.Fatal(err)
		}
		displays = append(displays, s)
	}
	return Machine{
		Root: root(t, files), Hostname: "table", User: User{"pi", 1000, []int{1000, 44, 993, 994, 995}},
		Wants:     Wants{Camera: "v4l2:/dev/v4l/by-id/usb-Logi_C920-video-index0", Displays: displays, Data: "/var/lib/harbormaster", Listen: ":8080"},
		Now:       func() time.Time { return time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC) },
		Free:      func(string) (uint64, uint64, error) { return 20 << 30, 30 << 30, nil },
		Addresses: func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.168.1.20")} },
		Display:   func(context.Context, display.Settings) error { return nil },
		Picture: func(context.Context) (Figures, error) {
			return Figures{Sharpness: 200, Brightness: 0.5, Glare: 0.001}, nil
		},
		Database: func(context.Context) error { return nil },
	}
}

// TestAllIsWell: a Pi with everything has nothing but good lines, in order.
func TestAllIsWell(t *testing.T) {
	r := well(t, pi()).Examine(t.Context())
	var checks []string
	for _, l := range r.Lines {
		if l.State != OK || l.Mend != "" || l.Key == "" || l.Text == "" {
			t.Errorf("%+v", l)
		}
		checks = append(checks, l.Check)
	}
	if got := strings.Join(checks, " "); got != "machine camera picture groups spi i2c display display display power temperature disk card database clock network name" {
		t.Errorf("checks: %s", got)
	}
	if !r.Healthy || r.Problem() != "" {
		t.Errorf("healthy %t, problem %q", r.Healthy, r.Problem())
	}
}

// TestNoHardware: a machine without any of it says so plainly, and nothing is
// wrong, unless the config asks for something.
func TestNoHardware(t *testing.T) {
	files := map[string]string{"/etc/group": "root:x:0:\n", "/proc/mounts": "/dev/sda1 / ext4 rw 0 0\n"}
	m := well(t, files)
	m.Wants = Wants{Data: "/var/lib/harbormaster", Listen: ":8080"}
	m.Picture, m.User = nil, User{Name: "ann", ID: 1000}
	m.Database = func(context.Context) error { return fs.ErrNotExist }
	r := m.Examine(t.Context())
	if !r.Healthy {
		t.Errorf("without any wish it is unhealthy: %s", r.Problem())
	}
	for _, key := range []string{"machine.none", "camera.none", "spi.none", "i2c.none", "display.none", "database.none"} {
		find(t, r, key, Note)
	}
	m = well(t, files)
	m.Display = func(context.Context, display.Settings) error { return errors.New("no bus") }
	r = m.Examine(t.Context())
	for _, key := range []string{"camera.missing", "spi.none", "i2c.none", "display.silent", "display.fails"} {
		sayable(t, sentences(t), find(t, r, key, Wrong))
		if l := find(t, r, key, Wrong); l.Mend == "" {
			t.Errorf("%s doesn't say how it is mended", key)
		}
	}
	if r.Healthy || !strings.Contains(r.Problem(), "camera: the camera /dev/v4l/by-id/usb-Logi_C920-video-index0 isn't there; ") {
		t.Errorf("problem: %s", r.Problem())
	}
}

func find(t *testing.T, r Report, key string, state State) Line {
	t.Helper()
	for _, l := range r.Lines {
		if l.Key == key {
			if l.State != state {
				t.Errorf("%s is %s, want %s", key, l.State, state)
			}
			return l
		}
	}
	t.Errorf("nothing says %s:\n%+v", key, r.Lines)
	return Line{}
}

// TestTroubles: one thing is bad on an else good Pi; the line says so, and how
// to mend it.
func TestTroubles(t *testing.T) {
	forbidden := func(path string) func(*Machine) {
		return func(m *Machine) {
			m.open = func(p string, _ int) error {
				if p == path {
					return &fs.PathError{Op: "open", Path: p, Err: syscall.EACCES}
				}
				return nil
			}
		}
	}
	figures := func(f Figures) func(*Machine) {
		return func(m *Machine) { m.Picture = func(context.Context) (Figures, error) { return f, nil } }
	}
	fault := func(key string) func(*Machine) {
		return func(m *Machine) {
			m.Picture = func(context.Context) (Figures, error) {
				return Figures{}, &camera.Fault{Key: key, Text: "it says nothing", Mend: "switch it on"}
			}
		}
	}
	pictures := func(address string) func(*Machine) { return func(m *Machine) { m.Wants.Camera = address } }
	database := func(err error) func(*Machine) {
		return func(m *Machine) { m.Database = func(context.Context) error { return err } }
	}
	free := func(n uint64) func(*Machine) {
		return func(m *Machine) { m.Free = func(string) (uint64, uint64, error) { return n, 30 << 30, nil } }
	}
	said := sentences(t)
	for _, c := range []struct {
		key    string
		state  State
		mend   string
		files  map[string]string // changed; "-" takes one away
		change func(*Machine)
	}{
		{"machine.other", Note, "", map[string]string{"/proc/device-tree/model": "Radxa ROCK 5B\x00"}, nil},

		{"camera.missing", Wrong, `there is another one: set camera: "v4l2:/dev/v4l/by-id/usb-Logi_C920-video-index0"`, nil, pictures("v4l2:/dev/v4l/by-id/usb-Other")},
		{"camera.missing", Wrong, "plug the camera in", map[string]string{"/dev/v4l/by-id/usb-Logi_C920-video-index0": "->../../video7", "/sys/class/video4linux/video0/name": "-"}, nil},
		{"camera.forbidden", Wrong, "sudo usermod -aG video pi && sudo systemctl restart harbormaster", nil, forbidden("/dev/v4l/by-id/usb-Logi_C920-video-index0")},
		{"camera.unreadable", Wrong, "dmesg", nil, func(m *Machine) {
			m.open = func(string, int) error { return &fs.PathError{Op: "open", Path: "x", Err: syscall.EIO} }
		}},
		{"camera.busy", Note, "", nil, func(m *Machine) {
			m.open = func(string, int) error { return &fs.PathError{Op: "open", Path: "x", Err: syscall.EBUSY} }
		}},
		{"camera.may-move", Note, `set camera: "v4l2:/dev/v4l/by-id/usb-Logi_C920-video-index0"`, nil, pictures("v4l2:/dev/video0")},
		{"camera.no-rpicam", Wrong, "sudo apt install rpicam-apps-lite", map[string]string{"/usr/bin/rpicam-vid": "-"}, pictures("rpicam:")},
		{"camera.no-sensor", Wrong, "use the USB camera", nil, pictures("rpicam:")},
		{"camera.no-sensor", Wrong, "push the flat cable in", map[string]string{"/sys/class/video4linux/video0/name": "-"}, pictures("rpicam:?size=2304x1296")},
		{"camera.port", OK, "", map[string]string{"/sys/class/video4linux/video3/name": "unicam-image\n"}, pictures("rpicam:")},
		{"camera.port", OK, "", map[string]string{"/sys/class/video4linux/video3/name": "rp1-cfe-csi2_ch0\n"}, pictures("rpicam:")},
		{"camera.port", OK, "", map[string]string{"/usr/bin/rpicam-vid": "-", "/usr/local/bin/libcamera-vid": "", "/sys/class/video4linux/video3/name": "rp1-cfe-csi2_ch0\n"}, pictures("rpicam:")},
		{"camera.unused", Note, `set camera: "v4l2:/dev/v4l/by-id/usb-Logi_C920-video-index0"`, nil, pictures("")},
		{"camera.unused", Note, `set camera: "rpicam:"`, map[string]string{"/sys/class/video4linux/video3/name": "unicam-image\n"}, pictures("")},
		{"camera.none", Note, "", map[string]string{"/sys/class/video4linux/video0/name": "-"}, pictures("")},
		{"camera.no-folder", Wrong, "ls -l /srv", nil, pictures("dir:/srv/pictures?every=1s")},
		{"camera.folder", OK, "", map[string]string{"/srv/pictures": "/"}, pictures("dir:/srv/pictures?every=1s")},
		{"camera.relative", Note, "the whole path", nil, pictures("dir:pictures")},
		{"camera.upload", OK, "", nil, pictures("upload:")},
		{"camera.network", OK, "", nil, pictures("http://10.0.0.9/cam")},
		{"camera.address", Wrong, "harbormaster cameras", nil, pictures("http:10.0.0.9")},

		{"picture.blurred", Wrong, "turn the lens", nil, figures(Figures{20, 0.5, 0})},
		{"picture.dark", Wrong, "lamp", nil, figures(Figures{200, 0.1, 0})},
		{"picture.bright", Wrong, "lamp", nil, figures(Figures{200, 0.95, 0})},
		{"picture.glare", Wrong, "move the lamp", nil, figures(Figures{200, 0.5, 0.1})},
		{"picture.unreadable", Wrong, "camera", nil, func(m *Machine) {
			m.Picture = func(context.Context) (Figures, error) { return Figures{}, errors.New("no picture came") }
		}},
		{"picture.none", Wrong, "switch it on", nil, fault("camera.silent")},
		{"picture.busy", Note, "sudo systemctl stop harbormaster", nil, fault("camera.busy")},

		{"groups.outside", Wrong, "sudo usermod -aG spi pi && sudo systemctl restart harbormaster", map[string]string{"/etc/group": "video:x:44:pi\ngpio:x:993:pi\ni2c:x:994:pi\nspi:x:995:\n"}, func(m *Machine) { m.User.Groups = []int{44, 993, 994} }},
		{"groups.outside", Note, "sudo usermod -aG gpio pi", nil, func(m *Machine) {
			m.User = User{"pi", 1000, []int{44, 994, 995}}
			m.files(t, "/etc/group", "video:x:44:pi\ngpio:x:993:\ni2c:x:994:pi\nspi:x:995:pi\n")
		}},
		{"groups.late", Wrong, "log out and in again", nil, func(m *Machine) { m.User.Groups = []int{1000} }},
		{"groups.root", OK, "", nil, func(m *Machine) { m.User = User{"root", 0, nil} }},
		{"groups.unknown", Note, "", map[string]string{"/etc/group": "video:x:44:pi\n"}, nil},

		{"spi.off", Wrong, "sudo raspi-config nonint do_spi 0 && sudo reboot", map[string]string{"/dev/spidev0.0": "-", "/dev/spidev0.1": "-", "/boot/firmware/config.txt": "#dtparam=spi=on\n"}, nil},
		{"spi.restart", Wrong, "sudo reboot", map[string]string{"/dev/spidev0.0": "-", "/dev/spidev0.1": "-"}, nil},
		{"spi.off", Note, "do_spi", map[string]string{"/dev/spidev0.0": "-", "/dev/spidev0.1": "-", "/boot/firmware/config.txt": "-"}, func(m *Machine) { m.Wants.Displays = nil }},
		{"spi.no-port", Wrong, "name one of those", map[string]string{"/dev/spidev0.0": "-"}, nil},
		{"spi.forbidden", Wrong, "sudo usermod -aG spi pi", nil, forbidden("/dev/spidev0.0")},
		{"spi.unreadable", Wrong, "dmesg", nil, func(m *Machine) {
			m.Wants.Camera = ""
			m.open = func(string, int) error { return &fs.PathError{Op: "open", Path: "x", Err: syscall.EIO} }
		}},
		{"i2c.off", Wrong, "sudo raspi-config nonint do_i2c 0 && sudo reboot", map[string]string{"/dev/i2c-1": "-", "/boot/firmware/config.txt": "-", "/boot/config.txt": "dtparam=spi=on\n"}, nil},
		{"i2c.restart", Wrong, "sudo reboot", map[string]string{"/dev/i2c-1": "-", "/boot/firmware/config.txt": "-", "/boot/config.txt": "dtparam=i2c_arm=on\n"}, nil},
		{"i2c.no-port", Wrong, "name one of those", map[string]string{"/dev/i2c-1": "-", "/dev/i2c-13": ""}, nil},
		{"i2c.forbidden", Wrong, "sudo usermod -aG i2c pi", nil, forbidden("/dev/i2c-1")},

		{"display.silent", Wrong, "i2cdetect -y 1", nil, func(m *Machine) {
			m.Display = func(_ context.Context, s display.Settings) error {
				if s.Driver == "ht16k33" {
					return errors.New("at 0x70: no acknowledgement")
				}
				return nil
			}
		}},
		{"display.fails", Wrong, "harbormaster doctor", nil, func(m *Machine) {
			m.Display = func(context.Context, display.Settings) error { return errors.New("no bus") }
		}},
		{"display.sent", OK, "", nil, nil},
		{"display.untried", Note, "", nil, func(m *Machine) { m.Display = nil }},
		{"display.none", Note, "", nil, func(m *Machine) { m.Wants.Displays = nil }},

		{"power.low", Wrong, "power supply", map[string]string{throttle: "50005\n"}, nil},
		{"power.slowed", Wrong, "fan", map[string]string{throttle: "0x4\n"}, nil},
		{"power.slowed", Wrong, "fan", map[string]string{throttle: "8\n"}, nil},
		{"power.low", Wrong, "power supply", map[string]string{throttle: "-", "/sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled": "1\n"}, nil},
		{"power.was-low", Wrong, "power supply", map[string]string{throttle: "50000\n"}, nil},
		{"power.was-slowed", Note, "fan", map[string]string{throttle: "e0000\n"}, nil},
		{"power.unknown", Note, "vcgencmd", map[string]string{throttle: "what?\n"}, nil},
		{"power.untold", Note, "vcgencmd", map[string]string{throttle: "-"}, nil},
		{"power.good", OK, "", map[string]string{throttle: "-", "/sys/class/hwmon/hwmon1/name": "rpi_volt\n", "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n"}, nil},
		{"power.low", Wrong, "power supply", map[string]string{throttle: "-", "/sys/class/hwmon/hwmon1/name": "rpi_volt\n", "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"}, nil},

		{"temperature.hot", Wrong, "fan", map[string]string{"/sys/class/thermal/thermal_zone0/temp": "81000\n"}, nil},
		{"temperature.warm", Note, "heat sink", map[string]string{"/sys/class/thermal/thermal_zone1/temp": "74000\n"}, nil},

		{"disk.full", Wrong, "sudo apt clean", nil, free(100 << 20)},
		{"disk.small", Note, "sudo apt clean", nil, free(500 << 20)},
		{"disk.unknown", Note, "df -h", nil, func(m *Machine) {
			m.Free = func(string) (uint64, uint64, error) { return 0, 0, syscall.EIO }
		}},

		{"card.read-only", Wrong, "sudo mount -o remount,rw /;", map[string]string{"/proc/mounts": "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n"}, nil},
		{"card.read-only", Wrong, "sudo mount -o remount,rw '/var/lib/my data'", map[string]string{"/proc/mounts": "/dev/root / ext4 rw 0 0\n/dev/sda1 /var/lib/my\\040data vfat ro 0 0\n", "/var/lib/my data": "/"}, func(m *Machine) { m.Wants.Data = "/var/lib/my data/harbor" }},
		{"card.good", OK, "", map[string]string{"/proc/mounts": "/dev/root / ext4 rw 0 0\n/dev/sda1 /media ext4 ro 0 0\n"}, nil},
		{"card.errors", Wrong, "harbormaster backup", map[string]string{"/sys/fs/ext4/mmcblk0p2/errors_count": "3\n"}, nil},
		{"card.worn", Wrong, "harbormaster backup", map[string]string{"/sys/block/mmcblk0/device/life_time": "0x01 0x0a\n"}, nil},

		{"database.broken", Wrong, "restore", nil, database(errors.New("the database is damaged"))},
		{"database.none", Note, "", nil, database(fs.ErrNotExist)},
		{"database.forbidden", Note, "sudo -u harbormaster", nil, database(fs.ErrPermission)},

		{"clock.wrong", Wrong, "timedatectl", nil, func(m *Machine) { m.Now = func() time.Time { return time.Unix(0, 0) } }},
		{"clock.unset", Note, "timedatectl", map[string]string{"/run/systemd/timesync/synchronized": "-", "/run/systemd/timesync/other": ""}, nil},
		{"clock.plausible", OK, "", map[string]string{"/run/systemd/timesync/synchronized": "-"}, nil},

		{"network.alone", Note, "listen:", nil, func(m *Machine) { m.Wants.Listen = "127.0.0.1:8080" }},
		{"network.alone", Note, "listen:", nil, func(m *Machine) { m.Wants.Listen = "localhost:8080" }},
		{"network.none", Note, "nmtui-connect", nil, func(m *Machine) { m.Addresses = func() []netip.Addr { return nil } }},
		{"network.unknown", Note, "listen:", nil, func(m *Machine) { m.Wants.Listen = "8080" }},
		{"name.unannounced", Note, "sudo apt install avahi-daemon", map[string]string{"/run/avahi-daemon/pid": "-"}, nil},
		{"name.none", Note, "hostnamectl", nil, func(m *Machine) { m.Hostname = "localhost" }},
	} {
		t.Run(c.key, func(t *testing.T) {
			t.Parallel() // making files takes longer than looking at them
			files := pi()
			for path, content := range c.files {
				if content == "-" {
					for have := range files {
						if have == path || strings.HasPrefix(have, path+"/") {
							delete(files, have)
						}
					}
					if dir := filepath.Dir(path); strings.HasPrefix(path, "/sys/class/video4linux/") {
						delete(files, dir+"/index")
					}
					continue
				}
				files[path] = content
			}
			m := well(t, files)
			if c.change != nil {
				c.change(&m)
			}
			r := m.Examine(t.Context())
			l := find(t, r, c.key, c.state)
			if !strings.Contains(l.Mend, c.mend) || c.state == Wrong && l.Mend == "" {
				t.Errorf("mended by %q, want %q", l.Mend, c.mend)
			}
			for _, l := range r.Lines {
				sayable(t, said, l)
			}
			if l.State == Wrong && r.Healthy || strings.Contains(l.Text+l.Mend, m.Root) {
				t.Errorf("healthy %t: %+v", r.Healthy, l)
			}
		})
	}
}

const throttle = "/sys/devices/platform/soc/soc:firmware/get_throttled"

// files writes a file of the machine anew.
func (m *Machine) files(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(m.at(path), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestThisMachine: whatever machine this is, looking at it doesn't fail.
func TestThisMachine(t *testing.T) {
	m := Machine{Root: "/", User: User{"nobody", 65534, nil}, Wants: Wants{Data: "/var/lib/harbormaster", Listen: ":8080"}, Now: time.Now,
		Free: func(string) (uint64, uint64, error) { return 1 << 40, 1 << 40, nil }}
	if r := m.Examine(t.Context()); len(r.Lines) < 8 {
		t.Errorf("%+v", r)
	}
}

// TestPictureOfNoCamera: what is said of the camera isn't said again of its picture.
func TestPictureOfNoCamera(t *testing.T) {
	m := Machine{Root: t.TempDir(), Wants: Wants{Camera: "v4l2:/dev/video0"}}
	m.Picture = func(context.Context) (Figures, error) {
		return Figures{}, &camera.Fault{Key: "camera.missing", Text: "it isn't there"}
	}
	if lines := m.picture(t.Context()); len(lines) != 0 {
		t.Errorf("it says %+v", lines)
	}
	if lines := m.camera(t.Context()); len(lines) != 1 || lines[0].Key != "camera.missing" {
		t.Errorf("of the camera it says %+v", lines)
	}
}

// TestCameraSecrets: passwords in an address are in no line.
func TestCameraSecrets(t *testing.T) {
	for _, address := range []string{"http://me:hush@10.0.0.9/cam?pw=hush", "http:me:hush@x", "rtsp://me:hush/@x/"} {
		m := Machine{Root: t.TempDir(), Wants: Wants{Camera: address}}
		for _, l := range m.camera(t.Context()) {
			if strings.Contains(fmt.Sprintf("%+v", l), "hush") {
				t.Errorf("%s: it says %+v", address, l)
			}
		}
	}
}
