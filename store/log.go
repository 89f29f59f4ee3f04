package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// SQLite writes its log (WAL) into the database by itself every now and then,
// but starts it anew only when nobody happens to read; with readers at all
// times it would grow for as long as they are there.
const (
	mostLog = 8 << 20 // bytes, from where on readers are waited for
	waitLog = 200     // ms that a writer waits for them; they take some ms each
)

// shorten cuts the log to nothing if it has grown long. Where a reader takes
// its time, such as a backup, the next try is when as much has come to it again.
func (s *Store) shorten(ctx context.Context) error {
	i, err := os.Stat(filepath.Join(s.dir, Name+"-wal"))
	if err != nil || i.Size() < max(mostLog, s.tolerated.Load()) {
		return nil // without a log there is nothing to cut
	}
	c, err := s.write.Conn(ctx)
	if err != nil {
		return explain("shorten the database's log", err)
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d`, waitLog)); err != nil {
		return explain("shorten the database's log", err)
	}
	defer c.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d`, busyTimeout))
	var busy, frames, moved int
	if err := c.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved); err != nil {
		return explain("shorten the database's log", err)
	}
	s.tolerated.Store(0)
	if busy != 0 {
		s.tolerated.Store(i.Size() + mostLog)
	}
	return nil
}
