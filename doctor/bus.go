package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// group is one of the machine's groups.
type group struct {
	id      int
	members []string
}

// allGroups reads /etc/group.
func (m Machine) allGroups() map[string]group {
	groups := map[string]group{}
	data, err := m.read("/etc/group")
	if err != nil {
		return groups
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) != 4 {
			continue
		}
		id, err := strconv.Atoi(fields[2])
		if err != nil {
			continue
		}
		groups[fields[0]] = group{id, strings.Split(fields[3], ",")}
	}
	return groups
}

// join is the command that puts the user into groups. Who isn't the service has
// to log in anew as well, which the next look says (groups.late).
func (m Machine) join(groups ...string) string {
	return fmt.Sprintf("sudo usermod -aG %s %s && sudo systemctl restart harbormaster", strings.Join(groups, ","), quote(m.User.Name))
}

// groups checks whether the user may use the devices.
func (m Machine) groups(context.Context) []Line {
	const check = "groups"
	needed := map[string]bool{
		"video": strings.HasPrefix(m.Wants.Camera, "rpicam:") || strings.Contains(m.Wants.Camera, ":/dev/"),
		"gpio":  false, // the pins aren't used directly, but other boards' drivers may
		"spi":   m.Wants.drives("max7219"),
		"i2c":   m.Wants.drives("ht16k33"),
	}
	names := []string{"video", "gpio", "spi", "i2c"}
	if m.User.ID == 0 {
		return []Line{say(check, OK, "groups.root", "root may use every device", "")}
	}
	groups := m.allGroups()
	var outside, late, unknown []string
	wrong := false
	for _, name := range names {
		g, ok := groups[name]
		switch {
		case !ok:
			if needed[name] {
				unknown = append(unknown, name)
			}
		case slices.Contains(m.User.Groups, g.id):
		case slices.Contains(g.members, m.User.Name):
			late = append(late, name)
			wrong = wrong || needed[name]
		case needed[name] || m.isPi():
			outside = append(outside, name)
			wrong = wrong || needed[name]
		}
	}
	switch {
	case len(unknown) > 0:
		return []Line{say(check, Note, "groups.unknown", "this system has no group "+strings.Join(unknown, ", ")+": whether the devices may be used shows when they are opened", "", "groups", unknown)}
	case len(outside) > 0:
		return []Line{say(check, asked(wrong), "groups.outside", fmt.Sprintf("%s isn't in the groups %s", m.User.Name, strings.Join(outside, ", ")), m.join(outside...), "user", m.User.Name, "groups", outside)}
	case len(late) > 0:
		return []Line{say(check, asked(wrong), "groups.late", fmt.Sprintf("%s has joined the groups %s, but not this process, which began before", m.User.Name, strings.Join(late, ", ")), "log out and in again; for the service: sudo systemctl restart harbormaster", "user", m.User.Name, "groups", late)}
	}
	text := m.User.Name + " may use video, gpio, spi and i2c"
	if !m.isPi() {
		text = "nothing that was asked for needs a group that " + m.User.Name + " isn't in"
	}
	return []Line{say(check, OK, "groups.in", text, "")}
}

// switchable is a bus that raspi-config switches on.
type switchable struct {
	check, key string
	title      string
	devices    string // pattern of the device files
	driver     string // of displays that need it
	option     string // in config.txt
	command    string // of raspi-config
	group      string
}

func (m Machine) spi(context.Context) []Line {
	return m.bus(switchable{"spi", "spi", "SPI", "/dev/spidev*", "max7219", "dtparam=spi=on", "do_spi", "spi"})
}

func (m Machine) i2c(context.Context) []Line {
	return m.bus(switchable{"i2c", "i2c", "I2C", "/dev/i2c-*", "ht16k33", "dtparam=i2c_arm=on", "do_i2c", "i2c"})
}

// device returns the device file of a bus by its name.
func device(bus string) string {
	if number, ok := strings.CutPrefix(bus, "SPI"); ok {
		return "/dev/spidev" + number
	}
	return "/dev/i2c-" + strings.TrimPrefix(bus, "I2C")
}

// bus checks whether a bus is switched on, whether those that displays ask for
// are among its ports, and whether they may be used.
func (m Machine) bus(b switchable) []Line {
	found := m.glob(b.devices)
	if len(found) == 0 {
		needed := m.Wants.drives(b.driver)
		switch {
		case !m.isPi() && !needed:
			return []Line{say(b.check, Note, b.key+".none", "this machine has no "+b.title+", and no display asks for it", "")}
		case !m.isPi():
			return []Line{say(b.check, Wrong, b.key+".none", "a display asks for "+b.title+", which this machine doesn't have", `take the display out of displays in /etc/harbormaster/config.yaml, or use "terminal:"`)}
		case m.option(b.option):
			return []Line{say(b.check, asked(needed), b.key+".restart", b.title+" is switched on in config.txt, but not in force yet", "sudo reboot")}
		}
		return []Line{say(b.check, asked(needed), b.key+".off", b.title+" is switched off", "sudo raspi-config nonint "+b.command+" 0 && sudo reboot")}
	}
	var lines []Line
	for _, d := range m.Wants.Displays {
		if d.Driver != b.driver {
			continue
		}
		port := device(d.Bus)
		if !slices.Contains(found, port) {
			lines = append(lines, say(b.check, Wrong, b.key+".no-port", fmt.Sprintf("the display %s asks for %s, which isn't there; there are %s", d.Address, port, strings.Join(found, ", ")), "name one of those in displays in /etc/harbormaster/config.yaml, then: sudo systemctl restart harbormaster", "port", port, "found", found))
			continue
		}
		if err := m.may(port, os.O_RDWR); err != nil {
			text := fmt.Sprintf("%s can't be opened: %v", port, plain(err))
			if errors.Is(err, fs.ErrPermission) {
				lines = append(lines, say(b.check, Wrong, b.key+".forbidden", text, m.join(b.group), "port", port))
				continue
			}
			lines = append(lines, say(b.check, Wrong, b.key+".unreadable", text, "sudo reboot; if that doesn't help, look at the end of: sudo dmesg", "port", port))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, say(b.check, OK, b.key+".on", b.title+" is switched on: "+strings.Join(found, ", "), "", "found", found))
	}
	return lines
}

// option reports whether the firmware's config holds a line in force.
func (m Machine) option(line string) bool {
	for _, file := range []string{"/boot/firmware/config.txt", "/boot/config.txt"} {
		data, err := m.read(file)
		if err != nil {
			continue
		}
		for l := range strings.Lines(string(data)) {
			if strings.ReplaceAll(strings.TrimSpace(l), " ", "") == line {
				return true
			}
		}
	}
	return false
}

// displays checks whether each display that is asked for answers.
func (m Machine) displays(ctx context.Context) []Line {
	const check = "display"
	if len(m.Wants.Displays) == 0 {
		return []Line{say(check, Note, "display.none", "the config asks for no score display", "")}
	}
	var lines []Line
	for _, d := range m.Wants.Displays {
		if m.Display == nil {
			lines = append(lines, say(check, Note, "display.untried", d.Address+" wasn't tried", "", "display", d.Address))
			continue
		}
		err := m.Display(ctx, d)
		switch {
		case err != nil && d.Driver == "ht16k33":
			lines = append(lines, say(check, Wrong, "display.silent", fmt.Sprintf("%s doesn't answer: %v", d.Address, err), "check its four wires and its address, then: i2cdetect -y "+strings.TrimPrefix(d.Bus, "I2C"), "display", d.Address, "bus", strings.TrimPrefix(d.Bus, "I2C")))
		case err != nil:
			lines = append(lines, say(check, Wrong, "display.fails", fmt.Sprintf("%s can't be driven: %v", d.Address, err), "mend what is said of its bus above, then: harbormaster doctor", "display", d.Address))
		case d.Driver == "max7219":
			lines = append(lines, say(check, OK, "display.sent", d.Address+" is driven; a MAX7219 can't answer, so only eyes can tell: if it stays dark, check VCC, DIN, CS, CLK and the level shifter", "", "display", d.Address))
		default:
			lines = append(lines, say(check, OK, "display.answers", d.Address+" works", "", "display", d.Address))
		}
	}
	return lines
}
