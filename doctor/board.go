package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"
)

// Bits of what the firmware says of the power. Sixteen higher: since the start.
const (
	underVoltage = 1 << 0
	slowed       = 1<<1 | 1<<2
	tooHot       = 1 << 3
	sinceStart   = 16
)

const supply = "use the Pi's own power supply (5.1 V, 3 A; a Pi 5 5 A) with a short, thick cable, and feed displays from it, not from the Pi's pins"

// power checks for a weak supply, and for slowing down.
func (m Machine) power(context.Context) []Line {
	const check = "power"
	// The folder's name differs between models and kernels: soc, soc@107c000000, axi.
	for _, file := range m.glob("/sys/devices/platform/*/*:firmware/get_throttled") {
		text := m.text(file)
		if text == "" {
			continue
		}
		bits, err := strconv.ParseUint(strings.TrimPrefix(text, "0x"), 16, 32)
		if err != nil {
			return []Line{say(check, Note, "power.unknown", fmt.Sprintf("the firmware says %q of the power, which isn't understood", text), "vcgencmd get_throttled", "said", text)}
		}
		return []Line{throttled(bits)}
	}
	for _, dir := range m.glob("/sys/class/hwmon/hwmon*") {
		if m.text(dir+"/name") == "rpi_volt" {
			if m.text(dir+"/in0_lcrit_alarm") == "1" {
				return []Line{say(check, Wrong, "power.low", "the voltage was too low since the last look: pictures and card may be damaged", supply)}
			}
			return []Line{say(check, OK, "power.good", "the voltage is good", "")}
		}
	}
	if m.isPi() {
		return []Line{say(check, Note, "power.untold", "the firmware doesn't say how the power is", "vcgencmd get_throttled")}
	}
	return nil
}

// throttled says what the firmware's bits mean, the worst first.
func throttled(bits uint64) Line {
	const check = "power"
	now, before := bits, bits>>sinceStart
	switch {
	case now&underVoltage != 0:
		return say(check, Wrong, "power.low", "the voltage is too low right now", supply)
	case now&(slowed|tooHot) != 0:
		return say(check, Wrong, "power.slowed", "the Pi is slowed down right now, as it is too hot", "give it air: a heat sink or a fan, and no closed case")
	case before&underVoltage != 0:
		return say(check, Wrong, "power.was-low", "the voltage was too low at times since the start", supply)
	case before&(slowed|tooHot) != 0:
		return say(check, Note, "power.was-slowed", "the Pi was slowed down at times since the start, as it was too hot", "give it air: a heat sink or a fan, and no closed case")
	}
	return say(check, OK, "power.good", "the voltage is good, and the Pi was never slowed down", "")
}

// Temperatures in degrees Celsius: at 80 a Pi slows down.
const (
	hot  = 80.0
	warm = 70.0
)

func (m Machine) temperature(context.Context) []Line {
	const check = "temperature"
	highest, found := 0.0, false
	for _, file := range m.glob("/sys/class/thermal/thermal_zone*/temp") {
		thousandths, err := strconv.Atoi(m.text(file))
		if err != nil || thousandths <= 0 {
			continue // a zone that is off
		}
		highest, found = max(highest, float64(thousandths)/1000), true
	}
	switch {
	case !found:
		return nil
	case highest >= hot:
		return []Line{say(check, Wrong, "temperature.hot", fmt.Sprintf("it is %.0f °C: from %.0f on the Pi slows down", highest, hot), "give it air: a heat sink or a fan, and no closed case", "celsius", math.Round(highest))}
	case highest >= warm:
		return []Line{say(check, Note, "temperature.warm", fmt.Sprintf("it is %.0f °C; from %.0f on the Pi slows down", highest, hot), "a heat sink helps", "celsius", math.Round(highest))}
	}
	return []Line{say(check, OK, "temperature.good", fmt.Sprintf("it is %.0f °C", highest), "", "celsius", math.Round(highest))}
}

// Bytes that must be free for the database and its backups.
const (
	tooLittle = 200 << 20
	little    = 1 << 30
)

// nearest returns the folder of the data, or the nearest above it that is there.
func (m Machine) nearest() string {
	dir := filepath.Clean("/" + m.Wants.Data)
	for dir != "/" && !m.exists(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

func (m Machine) disk(context.Context) []Line {
	const check = "disk"
	dir := m.nearest()
	free, total, err := m.Free(m.at(dir))
	if err != nil {
		return []Line{say(check, Note, "disk.unknown", fmt.Sprintf("how much room there is for %s can't be told: %v", m.Wants.Data, plain(err)), "df -h", "folder", dir)}
	}
	const megabyte = 1 << 20
	clear := fmt.Sprintf("sudo apt clean && sudo journalctl --vacuum-size=50M && sudo du -xh --max-depth=2 %s | sort -h | tail", quote(dir))
	switch {
	case free < tooLittle:
		return []Line{say(check, Wrong, "disk.full", fmt.Sprintf("only %d MB are free for %s", free/megabyte, m.Wants.Data), clear, "free", free, "total", total, "free_mb", free/megabyte, "total_mb", total/megabyte)}
	case free < little:
		return []Line{say(check, Note, "disk.small", fmt.Sprintf("%d MB are free for %s", free/megabyte, m.Wants.Data), clear, "free", free, "total", total, "free_mb", free/megabyte, "total_mb", total/megabyte)}
	}
	return []Line{say(check, OK, "disk.room", fmt.Sprintf("%.1f of %.1f GB are free for %s", float64(free)/little, float64(total)/little, m.Wants.Data), "", "free", free, "total", total, "free_mb", free/megabyte, "total_mb", total/megabyte)}
}

// card checks whether the file system of the data can be written, has had
// errors, or is on a worn card.
func (m Machine) card(context.Context) []Line {
	const check = "card"
	const replace = "back up at once: harbormaster backup --out /media/stick/harbormaster.db; then put the system on a new card (type A1 or A2, or a USB SSD)"
	var lines []Line
	source, options, point := m.mount(m.nearest())
	if strings.HasPrefix(options+",", "ro,") {
		remount := "sudo mount -o remount,rw " + quote(point)
		lines = append(lines, say(check, Wrong, "card.read-only", fmt.Sprintf("%s (%s) can only be read: most likely the card had errors", point, source), remount+"; if that fails, "+replace, "mount", point, "command", remount))
	}
	for _, file := range m.glob("/sys/fs/ext4/*/errors_count") {
		n, err := strconv.Atoi(m.text(file))
		if name := filepath.Base(filepath.Dir(file)); err == nil && n > 0 {
			lines = append(lines, say(check, Wrong, "card.errors", fmt.Sprintf("the file system on %s has had %d errors", name, n), replace, "device", name, "errors", n))
		}
	}
	for _, file := range m.glob("/sys/block/mmcblk*/device/life_time") {
		name := strings.Split(file, "/")[3]
		for _, tenth := range strings.Fields(m.text(file)) { // of the life of each kind of cell that is used up
			n, err := strconv.ParseUint(tenth, 0, 8)
			if err == nil && n >= 9 {
				lines = append(lines, say(check, Wrong, "card.worn", fmt.Sprintf("%s has used up %d %% of its life or more", name, (n-1)*10), replace, "device", name))
				break
			}
		}
	}
	if len(lines) == 0 && source != "" {
		lines = append(lines, say(check, OK, "card.good", fmt.Sprintf("%s can be written, and no errors are known", point), "", "mount", point))
	}
	return lines
}

// mount returns where the file system of a folder comes from, its options, and
// where it is mounted.
func (m Machine) mount(dir string) (source, options, point string) {
	data, err := m.read("/proc/mounts")
	if err != nil {
		return "", "", ""
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) < 4 {
			continue
		}
		at := strings.ReplaceAll(fields[1], `\040`, " ")
		if below := at == "/" || dir == at || strings.HasPrefix(dir, at+"/"); below && len(at) >= len(point) {
			source, options, point = fields[0], fields[3], at
		}
	}
	return source, options, point
}

// database asks whether the database is sound.
func (m Machine) database(ctx context.Context) []Line {
	const check = "database"
	if m.Database == nil {
		return nil
	}
	err := m.Database(ctx)
	switch {
	case err == nil:
		return []Line{say(check, OK, "database.sound", "the database in "+m.Wants.Data+" is sound", "", "folder", m.Wants.Data)}
	case errors.Is(err, fs.ErrNotExist):
		return []Line{say(check, Note, "database.none", "there is no database in "+m.Wants.Data+" yet: the service makes it when it starts", "", "folder", m.Wants.Data)}
	case errors.Is(err, fs.ErrPermission):
		return []Line{say(check, Note, "database.forbidden", fmt.Sprintf("%s may not read the database in %s, so it wasn't checked", m.User.Name, m.Wants.Data), "sudo -u harbormaster harbormaster doctor", "folder", m.Wants.Data)}
	}
	backups := quote(filepath.Join(m.Wants.Data, "backups"))
	return []Line{say(check, Wrong, "database.broken", err.Error(), "ls -t "+backups+"; then, with the newest: sudo systemctl stop harbormaster && sudo -u harbormaster harbormaster restore FILE", "folder", m.Wants.Data, "backups", backups)}
}
