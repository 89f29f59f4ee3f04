package access

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a clock that tests turn.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

type bench struct {
	*Guard
	clock    *clock
	log      *bytes.Buffer
	dir      string
	password string
}

func newBench(t *testing.T) bench {
	t.Helper()
	dir := t.TempDir()
	p, made, err := OpenPassword(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{at: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	log := &bytes.Buffer{}
	g := New(&Memory{}, p, Settings{Open: true, Local: true, Names: MachineNames("pi", nil)}, c.now, slog.New(slog.NewTextHandler(log, nil)))
	return bench{g, c, log, dir, made}
}

var (
	stranger = netip.MustParseAddr("192.168.1.66")
	friend   = netip.MustParseAddr("192.168.1.7")
	nobody   = Caller{Level: Watch}
)

// wrongPIN returns a PIN that isn't the one shown.
func wrongPIN(g *Guard) string {
	if g.Code().PIN == "000000" {
		return "000001"
	}
	return "000000"
}

func reason(err error) Reason {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Reason
	}
	return 0
}

func TestPairing(t *testing.T) {
	g := newBench(t)
	ctx := context.Background()
	code := g.Code()
	if len(code.PIN) != 6 || g.Code() != code {
		t.Fatalf("code %+v, then %+v", code, g.Code())
	}
	token, err := g.PairPIN(ctx, friend, nobody, code.Spaced(), " Ann's\nphone <script> ")
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Identify(ctx, token, "", false)
	if err != nil || c.Level != Act || c.Device == nil || c.Device.Name != "Ann's phone <script>" {
		t.Fatalf("paired as %+v %v", c, err)
	}
	select {
	case <-code.Changed:
	default:
		t.Error("the code didn't change when it was used")
	}
	if _, err := g.PairPIN(ctx, friend, nobody, code.PIN, ""); code.PIN != g.Code().PIN && reason(err) != Wrong {
		t.Errorf("the same PIN again: %v", err)
	}
	token, err = g.PairToken(ctx, g.Code().Token, "")
	if err != nil {
		t.Fatal(err)
	}
	if c, _ := g.Identify(ctx, token, "", false); c.Device == nil || c.Device.Name != "a device" {
		t.Errorf("paired by token as %+v", c)
	}
	if _, err := g.PairToken(ctx, code.Token, ""); reason(err) != Wrong {
		t.Errorf("an old QR code: %v", err)
	}
	if err := g.Remove(ctx, c.Device.ID); err != nil {
		t.Fatal(err)
	}
	if list, _ := g.Devices(ctx); len(list) != 1 {
		t.Errorf("%d devices after one was removed", len(list))
	}
}

func TestPairingHere(t *testing.T) {
	g := newBench(t)
	ctx := context.Background()
	for _, c := range []struct {
		local, trusted bool
		want           Reason
	}{{true, true, 0}, {true, false, Elsewhere}, {false, true, Elsewhere}} {
		s := g.Settings()
		s.Local = c.trusted
		g.Change(s)
		who, err := g.Identify(ctx, "", "", c.local)
		if err != nil || who.Level != Watch {
			t.Fatalf("%+v: %+v %v", c, who, err)
		}
		if _, err := g.PairLocal(ctx, who, "laptop"); reason(err) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestCodeChangesWithTime(t *testing.T) {
	g := newBench(t)
	first := g.Code()
	g.clock.pass(codeLife - time.Second)
	if g.Code() != first {
		t.Error("the code changed before its time")
	}
	g.clock.pass(2 * time.Second)
	second := g.Code()
	if second.Token == first.Token {
		t.Fatal("the code didn't change when its time was up")
	}
	// Who is just typing it in gets in; a little later nobody does.
	if _, err := g.PairPIN(context.Background(), friend, nobody, first.PIN, ""); err != nil {
		t.Errorf("a PIN whose time was just up: %v", err)
	}
	third := g.Code()
	g.clock.pass(codeLife + codeGrace + time.Second)
	g.Code()
	if _, err := g.PairToken(context.Background(), third.Token, ""); reason(err) != Wrong {
		t.Errorf("an old token: %v", err)
	}
}

func TestManyWrongPINs(t *testing.T) {
	g := newBench(t)
	ctx := context.Background()
	looked, codes := 0, map[string]bool{}
	for n := range 1000 { // one a second, from one address
		codes[g.Code().Token] = true
		_, err := g.PairPIN(ctx, stranger, nobody, wrongPIN(g.Guard), "")
		switch reason(err) {
		case Wrong:
			looked++
		case Waiting:
		default:
			t.Fatalf("guess %d: %v", n, err)
		}
		g.clock.pass(time.Second)
	}
	if looked > 12 {
		t.Errorf("%d of 1000 guesses were looked at, want pauses that grow", looked)
	}
	// The owner gets in all the same, by PIN from elsewhere, and by QR code.
	if _, err := g.PairPIN(ctx, friend, nobody, g.Code().PIN, ""); err != nil {
		t.Errorf("somebody else while one guesses: %v", err)
	}
	for n := range 1000 { // a thousand addresses, one guess each
		codes[g.Code().Token] = true
		from := netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n)})
		_, err := g.PairPIN(ctx, from, nobody, wrongPIN(g.Guard), "")
		if r := reason(err); r != Wrong && r != Waiting {
			t.Fatalf("guess %d: %v", n, err)
		} else if r == Wrong {
			looked++
		}
	}
	if looked > 60 {
		t.Errorf("%d guesses were looked at, want what all addresses share", looked)
	}
	if len(codes) < 3 {
		t.Errorf("the PIN changed %d times", len(codes)-1)
	}
	_, err := g.PairPIN(ctx, friend, nobody, g.Code().PIN, "")
	if reason(err) != Waiting {
		t.Errorf("a stranger's right PIN in the noise: %v, want to wait", err)
	}
	for _, known := range []Caller{{Level: Watch, Local: true}} {
		if _, err := g.PairPIN(ctx, friend, known, g.Code().PIN, ""); err != nil {
			t.Errorf("the machine itself in the noise: %v", err)
		}
	}
	if _, err := g.PairToken(ctx, g.Code().Token, ""); err != nil {
		t.Errorf("the QR code in the noise: %v", err)
	}
	g.clock.pass(2 * sharedRefill)
	if _, err := g.PairPIN(ctx, friend, nobody, g.Code().PIN, ""); err != nil {
		t.Errorf("when the noise is over: %v", err)
	}
}

// TestManyAtOnce: guesses that arrive together are charged before they are looked at.
func TestManyAtOnce(t *testing.T) {
	g := newBench(t)
	pin := wrongPIN(g.Guard)
	var wrong sync.Map
	var wg sync.WaitGroup
	for n := range 200 {
		wg.Go(func() {
			if _, err := g.PairPIN(context.Background(), stranger, nobody, pin, ""); reason(err) == Wrong {
				wrong.Store(n, true)
			}
		})
	}
	wg.Wait()
	count := 0
	wrong.Range(func(any, any) bool { count++; return true })
	if count > freeTries {
		t.Errorf("%d guesses at once were looked at, want %d", count, freeTries)
	}
}

func TestLogin(t *testing.T) {
	g := newBench(t)
	ctx := context.Background()
	if _, _, err := g.Login(stranger, nobody, "not the password"); reason(err) != Wrong {
		t.Errorf("a wrong password: %v", err)
	}
	if _, _, err := g.Login(stranger, nobody, strings.Repeat("a", 1000)); reason(err) != Malformed {
		t.Errorf("a huge password: %v", err)
	}
	token, end, err := g.Login(friend, nobody, g.password)
	if err != nil || !end.Equal(g.clock.now().Add(adminLife)) {
		t.Fatalf("login: until %v, %v", end, err)
	}
	level := func() Level {
		c, err := g.Identify(ctx, "", token, false)
		if err != nil {
			t.Fatal(err)
		}
		return c.Level
	}
	if level() != Admin {
		t.Error("no admin after the login")
	}
	g.clock.pass(adminLife)
	if level() != Watch {
		t.Error("still admin when the time is up")
	}
	if token, _, err = g.Login(friend, nobody, g.password); err != nil || level() != Admin {
		t.Fatalf("a second login: %v", err)
	}
	if _, err := ResetPassword(g.dir); err != nil {
		t.Fatal(err)
	}
	if level() != Watch {
		t.Error("still admin after the password was reset")
	}
	if _, _, err := g.Login(friend, nobody, g.password); reason(err) != Wrong {
		t.Errorf("the old password: %v", err)
	}
}

func TestReadingClosed(t *testing.T) {
	g := newBench(t)
	s := g.Settings()
	s.Open = false
	g.Change(s)
	c, err := g.Identify(context.Background(), "", "", false)
	if err != nil || c.Level != Anybody {
		t.Errorf("%v %v", c, err)
	}
}

// failing is a database that can't write.
type failing struct{ Memory }

func (f *failing) TouchDevice(context.Context, int64, time.Time) error {
	return errors.New("the disk is full")
}

func TestFullDiskKeepsNobodyOut(t *testing.T) {
	g := newBench(t)
	g.devices = &failing{}
	ctx := context.Background()
	token, err := g.PairPIN(ctx, friend, nobody, g.Code().PIN, "")
	if err != nil {
		t.Fatal(err)
	}
	g.clock.pass(time.Hour)
	if c, err := g.Identify(ctx, token, "", false); err != nil || c.Level != Act {
		t.Errorf("%v %v", c, err)
	}
}

func TestNoSecretInTheLog(t *testing.T) {
	g := newBench(t)
	ctx := context.Background()
	code := g.Code()
	one, err := g.PairPIN(ctx, friend, nobody, code.PIN, "Ann")
	if err != nil {
		t.Fatal(err)
	}
	wrong := wrongPIN(g.Guard)
	_, _ = g.PairPIN(ctx, stranger, nobody, wrong, "")
	_, _, _ = g.Login(stranger, nobody, "hunter2hunter2")
	two, _, err := g.Login(friend, nobody, g.password)
	if err != nil {
		t.Fatal(err)
	}
	if g.log.Len() == 0 {
		t.Error("nothing was logged")
	}
	for _, secret := range []string{code.PIN, code.Token, one, two, g.password, "hunter2", wrong} {
		if strings.Contains(g.log.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, g.log)
		}
	}
}

func TestDeviceName(t *testing.T) {
	for name, want := range map[string]string{
		"Ann": "Ann", "": "a device", " \t\x00\u202e": "a device", "Zoë's  iPad": "Zoë's iPad", "\xff\xfebad": "bad",
		strings.Repeat("ä", 100): strings.Repeat("ä", 60), "<b>x</b>": "<b>x</b>",
	} {
		if got := DeviceName(name); got != want {
			t.Errorf("DeviceName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestLevelNames(t *testing.T) {
	for l := Unset; l <= Admin; l++ {
		if strings.HasPrefix(l.String(), "level") {
			t.Errorf("level %d has no name", l)
		}
	}
	if got := fmt.Sprint(Level(9)); got != "level 9" {
		t.Error(got)
	}
}
