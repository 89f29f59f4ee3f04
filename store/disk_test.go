package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mattn/go-sqlite3"

	"harbormaster/history"
	"harbormaster/scoring"
	"harbormaster/session"
)

// TestEveryConnectionHasThePragmas asks several connections of both pools.
func TestEveryConnectionHasThePragmas(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	for name, pool := range map[string]struct {
		db        *sql.DB
		n         int
		queryOnly string
	}{"write": {s.write, 1, "0"}, "read": {s.read, 4, "1"}} {
		var held []*sql.Conn // so that each is another one
		for i := range pool.n {
			c, err := pool.db.Conn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, c)
			for pragma, want := range map[string]string{"foreign_keys": "1", "busy_timeout": "5000", "synchronous": "2", "journal_mode": "wal", "query_only": pool.queryOnly} {
				var got string
				if err := c.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
					t.Errorf("connection %d to %s has %s %s, %v; want %s", i, name, pragma, got, err, want)
				}
			}
		}
		if _, err := held[0].ExecContext(ctx, `INSERT INTO seats (play, seat, name, game, players) VALUES ('none', 1, 'x', 'x', 1)`); err == nil {
			t.Errorf("a seat without a play was taken by %s", name)
		}
		for _, c := range held {
			c.Close()
		}
	}
}

// acting plays orleans on a store: each act is one more coin.
type acting struct {
	t     *testing.T
	plays *session.Plays
	view  *session.View
}

func act(t *testing.T, s *Store) *acting {
	t.Helper()
	plays := over(t, s)
	v, err := plays.Begin(context.Background(), start("Ann", "Bo"), "", "")
	if err != nil {
		t.Fatal(err)
	}
	return &acting{t, plays, v}
}

func (a *acting) coin(why string) error {
	v, err := a.plays.Do(context.Background(), a.view.Play, session.Command{Kind: session.Did, Based: a.view.Number, Why: why, Action: &scoring.Action{Player: "Ann", Do: "gain", Key: "coins", Count: 1}})
	if err == nil {
		a.view = v
		v, err = a.plays.Do(context.Background(), a.view.Play, session.Command{Kind: session.Did, Based: a.view.Number, Action: &scoring.Action{Player: "Ann", Do: "lose", Key: "coins", Count: 1}})
		if err == nil {
			a.view = v
		}
	}
	return err
}

// TestFullDisk: on a disk without room acting fails and says so, reading goes
// on, nothing that was acknowledged is lost, nothing that wasn't is there, and
// with room acting works again. A full disk is played by a bound on the
// database's pages (SQLITE_FULL) and by one on the size of files, which the
// system enforces for this process (SQLITE_IOERR, in the middle of a write).
func TestFullDisk(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	pages := func(n string) func(s *Store) error {
		return func(s *Store) error {
			_, err := s.write.Exec(`PRAGMA max_page_count = ` + n)
			return err
		}
	}
	var unlimited syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		fill, free func(s *Store) error
		cause      sqlite3.ErrNo
	}{
		"no page is left": {pages("1"), pages("1073741823"), sqlite3.ErrFull}, // 1 is taken as: no more than there are
		"files can't grow": {func(s *Store) error {
			i, err := os.Stat(filepath.Join(s.dir, Name+"-wal"))
			if err != nil {
				return err
			}
			limit := unlimited
			limit.Cur = uint64(i.Size()) + 5000 // in the middle of a page
			return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
		}, func(*Store) error { return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &unlimited) }, sqlite3.ErrIoErr},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			s := open(t)
			a := act(t, s)
			for range 3 {
				if err := a.coin(""); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.fill(s); err != nil {
				t.Fatal(err)
			}
			freed := false
			defer func() {
				if !freed {
					c.free(s)
				}
			}()
			var err error
			for range 500 {
				if err = a.coin(strings.Repeat("x", 1500)); err != nil {
					break
				}
			}
			refused(t, err, session.Unkept)
			var cause sqlite3.Error
			if !errors.As(err, &cause) || cause.Code != c.cause {
				t.Errorf("it failed with %v, want the cause %v", err, c.cause)
			}
			before, err := s.Events(ctx, a.view.Play)
			if err != nil || before[len(before)-1].Number < a.view.Number {
				t.Fatalf("reading gives %d events, %v; want those up to %d", len(before), err, a.view.Number)
			}
			if n := before[len(before)-1].Number; n != a.view.Number {
				t.Errorf("event %d is kept, but %d was acknowledged last", n, a.view.Number)
			}
			for range 3 { // it fails as often as it is tried, and changes nothing
				refused(t, a.coin(strings.Repeat("x", 1900)), session.Unkept)
			}
			big := history.Picture{Type: "image/png", Body: tall(t)}
			players, err := s.Players(ctx, false)
			if err != nil {
				t.Fatal(err)
			}
			for range 9 { // other writing says so too
				if err = s.SetPicture(ctx, players[0].ID, big); err != nil {
					break
				}
			}
			refused(t, err, session.Unkept)
			if after, err := s.Events(ctx, a.view.Play); err != nil || !slices.EqualFunc(before, after, func(a, b session.Event) bool { return a.Number == b.Number }) {
				t.Errorf("the log has changed: %d events, %d before (%v)", len(after), len(before), err)
			}
			for _, q := range questions[:2] {
				if err := q.ask(ctx, s); err != nil {
					t.Errorf("%s: %v", q.name, err)
				}
			}
			if err := c.free(s); err != nil {
				t.Fatal(err)
			}
			freed = true
			if err := a.coin("there is room again"); err != nil {
				t.Fatal(err)
			}
			// Who starts anew finds all that was acknowledged, and the same state.
			a.plays.Close()
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			again, err := Open(ctx, s.dir)
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			v, err := over(t, again).View(ctx, a.view.Play)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(a.view.Result, v.Result); diff != "" || v.Number != a.view.Number {
				t.Errorf("after a new start the last event is %d, want %d; (-before +after):\n%s", v.Number, a.view.Number, diff)
			}
		})
	}
}

// tall returns a picture of many bytes.
func tall(t *testing.T) []byte {
	t.Helper()
	return append(pixel, make([]byte, 400<<10)...)
}

// pixel is a PNG of one pixel.
var pixel = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU\x00\x00\x00\nIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82")

// TestLogStaysBounded: however much is written while others read, the log
// ahead of the pages (WAL) doesn't grow without end.
func TestLogStaysBounded(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	if _, err := s.write.Exec(`PRAGMA synchronous = OFF`); err != nil { // the size is the same, the test is shorter
		t.Fatal(err)
	}
	add(t, s, finished("one", "orleans", evening, names(3), []int{1, 2, 3}))
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if _, err := s.Plays(ctx, history.Filter{}, "", 50); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	var most int64
	for i := range 4000 {
		e := session.Event{Play: "one", At: evening, Kind: session.Noted, Why: strings.Repeat("x", 2000)}
		if _, err := s.Append(ctx, e, session.Projection{Note: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		if f, err := os.Stat(filepath.Join(s.dir, Name+"-wal")); err == nil {
			most = max(most, f.Size())
		}
	}
	close(done)
	readers.Wait()
	t.Logf("the log grew to %d KiB", most>>10)
	if most > 6*mostLog { // readers may hold it up now and then; without a cut it would get to 55 MiB
		t.Errorf("the log grew to %d MiB", most>>20)
	}
}

// TestReadersWhileOneWrites: every answer is of one moment, whatever is
// written meanwhile; a play is either there with all of its seats or not.
func TestReadersWhileOneWrites(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	var written atomic.Int64
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for last := 0; ; {
				select {
				case <-done:
					return
				default:
				}
				least := int(written.Load())
				page, err := s.Plays(ctx, history.Filter{}, "", 1000)
				if err != nil {
					t.Error(err)
					return
				}
				if page.Total < least || page.Total < last || len(page.Plays) != page.Total {
					t.Errorf("there are %d plays in a list of %d, after %d were written and %d seen", len(page.Plays), page.Total, least, last)
					return
				}
				last = page.Total
				for _, p := range page.Plays {
					if len(p.Seats) != 3 || p.Seats[2].Total == nil {
						t.Errorf("play %s has the seats %+v", p.ID, p.Seats)
						return
					}
				}
				if _, err := s.Overview(ctx, ""); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 60 {
		in := finished(fmt.Sprintf("play-%d", i), "orleans", evening, names(3), []int{i, 2, 3})
		if _, err := s.Append(ctx, in.Events[0], in.Projection); err != nil {
			t.Fatal(err)
		}
		written.Add(1)
	}
	close(done)
	readers.Wait()
}
