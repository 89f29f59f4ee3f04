package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"harbormaster/history"
	"harbormaster/session"
)

var update = flag.Bool("update", false, "write the dump of the newest schema anew")

// everything fills a store with something of each kind.
func everything(t *testing.T, s *Store) {
	t.Helper()
	ctx := context.Background()
	plays := over(t, s)
	begin := start("Ann", "Bo", "Cy")
	begin.Place, begin.Note = "Kitchen", "the first evening"
	played(t, plays, begin, "request-1")
	v, err := plays.Begin(ctx, start("Ann", "Dé"), "phone", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plays.Do(ctx, v.Play, session.Command{Kind: session.Abandoned, Based: v.Number}); err != nil {
		t.Fatal(err)
	}
	if _, err := plays.Begin(ctx, start("Bo", "Cy"), "phone", ""); err != nil {
		t.Fatal(err)
	}
	in := finished("older", "agricola", evening.AddDate(-1, 0, 0), []string{"Bo", "Ann"}, []int{31, 44})
	in.Events[0].Record.Source, in.Events[0].Record.SourceID, in.Events[0].Record.Title = "BG Stats", "77", "Agricola"
	add(t, s, in)
	players, err := s.Players(ctx, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetPicture(ctx, players[0].ID, history.Picture{Type: "image/png", Body: pixel}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.RemovePlayer(ctx, players[3].ID); err != nil { // hides
		t.Fatal(err)
	}
	if _, err := s.AddCard(ctx, history.Card{Game: "riverboat", Name: "Our card", Body: json.RawMessage(`{"kind":"fixed","points":5}`)}); err != nil {
		t.Fatal(err)
	}
	if err := s.Set(ctx, map[string]json.RawMessage{"theme": json.RawMessage(`"dark"`)}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddDevice(ctx, "tablet", []byte("the hash of a token"), evening); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepProof(ctx, v.Play, proof); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepExample(ctx, example(v.Play)); err != nil {
		t.Fatal(err)
	}
}

// TestOldVersionsMigrate opens a database of every version of the schema and
// finds everything in it. A change of the newest migration needs a new dump
// (-update) until it is released; after that it needs a new migration.
func TestOldVersionsMigrate(t *testing.T) {
	ctx := context.Background()
	name := func(v int64) string { return filepath.Join("testdata", fmt.Sprintf("schema-%05d.sql", v)) }
	if *update {
		s := open(t)
		everything(t, s)
		if err := os.WriteFile(name(Newest()), []byte(dump(t, s.read)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for v := int64(1); v <= Newest(); v++ {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			text, err := os.ReadFile(name(v))
			if err != nil {
				t.Fatalf("every version of the schema needs a dump: %v", err)
			}
			dir := t.TempDir()
			load(t, dir, string(text))
			s, err := Open(ctx, dir)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			page, err := s.Plays(ctx, history.Filter{}, "", 10)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range page.Plays {
				got = append(got, fmt.Sprint(p.Game, " ", p.Status, " ", p.Place, " ", p.Note, " ", len(p.Seats)))
			}
			want := []string{"orleans playing   2", "orleans abandoned   2", "orleans finished Kitchen a close one 3", "agricola finished   2"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the plays (-want +got):\n%s", diff)
			}
			o, err := s.Overview(ctx, "")
			if err != nil || o.All.Plays != 2 || len(o.Players) != 3 {
				t.Errorf("the statistics: %+v, %v", o, err)
			}
			players, err := s.Players(ctx, true)
			if err != nil || len(players) != 4 || !players[0].Picture || !players[3].Hidden {
				t.Errorf("the players: %+v, %v", players, err)
			}
			cards, err := s.Cards(ctx, "riverboat")
			if err != nil || len(cards) != 1 {
				t.Errorf("the cards: %+v, %v", cards, err)
			}
			settings, err := s.Settings(ctx)
			if err != nil || string(settings["theme"]) != `"dark"` {
				t.Errorf("the settings: %s, %v", settings, err)
			}
			if _, found, err := s.Device(ctx, []byte("the hash of a token")); err != nil || !found {
				t.Errorf("the device isn't there (%v)", err)
			}
			if id, err := s.Begun(ctx, "request-1"); err != nil || id == "" {
				t.Errorf("the request that began a play: %q, %v", id, err)
			}
			if _, err := s.Proof(ctx, page.Plays[1].ID); v >= 2 && err != nil {
				t.Errorf("the picture of the end isn't there: %v", err)
			}
			plays := over(t, s)
			for _, p := range page.Plays { // every log replays
				if _, err := plays.View(ctx, p.ID); err != nil {
					t.Error(err)
				}
			}
			if diff := cmp.Diff(schema(t, open(t).read), schema(t, s.read)); diff != "" {
				t.Errorf("the schema isn't that of a new database; dump it anew or add a migration (-new +migrated):\n%s", diff)
			}
		})
	}
}

// TestANewerDatabase, and one of another program, are refused and left alone.
func TestANewerDatabase(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.write.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, dir); err == nil || !strings.Contains(err.Error(), "newer harbormaster") || !strings.Contains(err.Error(), "999") {
		t.Errorf("a newer database: %v", err)
	}
	if _, err := Restore(ctx, t.TempDir(), filepath.Join(dir, Name), evening); err == nil || !strings.Contains(err.Error(), "newer harbormaster") {
		t.Errorf("a newer backup: %v", err)
	}
}

// TestMigrationBacksUp: before a migration there is a backup, and a migration
// that fails changes nothing.
func TestMigrationBacksUp(t *testing.T) {
	ctx := context.Background()
	next := func(sql string) fs.FS {
		files := fstest.MapFS{fmt.Sprintf("%05d_next.sql", Newest()+1): {Data: []byte("-- +goose Up\n" + sql)}}
		list, err := fs.Glob(migrations, "migrations/*.sql")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range list {
			data, err := fs.ReadFile(migrations, name)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.Base(name)] = &fstest.MapFile{Data: data}
		}
		return files
	}
	dir := t.TempDir()
	s, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, finished("one", "orleans", evening, names(2), []int{1, 2}))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if list, err := Backups(dir); err != nil || len(list) != 0 {
		t.Errorf("a new database was backed up: %v, %v", list, err)
	}
	clock := evening
	now := func() time.Time { clock = clock.Add(time.Hour); return clock }
	if _, err := openWith(ctx, dir, next("DELETE FROM lines; DELETE FROM nothing;"), now); err == nil {
		t.Fatal("a migration that fails was taken")
	}
	if s, err = openWith(ctx, dir, next("ALTER TABLE places ADD COLUMN street TEXT NOT NULL DEFAULT '';"), now); err != nil {
		t.Fatal(err)
	}
	if d, err := s.Detail(ctx, "one"); err != nil || len(d.Final) != 2 || len(d.Final[0].Lines) != 2 {
		t.Errorf("after the migrations the play is %+v, %v", d, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	list, err := Backups(dir)
	if err != nil || len(list) != 2 || !strings.HasSuffix(list[0], fmt.Sprintf("-before-v%d.db", Newest()+1)) {
		t.Fatalf("the backups are %v, %v", list, err)
	}
	if _, err := Open(ctx, dir); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("the program from before opens it: %v", err)
	}
	if _, err := Restore(ctx, dir, list[0], evening); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(ctx, dir); err != nil { // and is back where it was
		t.Fatal(err)
	}
	s.Close()
}

// schema returns how tables and indexes are made, by name.
func schema(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	rows, err := db.Query(`SELECT name, coalesce(sql, '') FROM sqlite_master ORDER BY name`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var name, how string
		if err := rows.Scan(&name, &how); err != nil {
			t.Fatal(err)
		}
		all[name] = how
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// dump writes a database as SQL.
func dump(t *testing.T, db *sql.DB) string {
	t.Helper()
	var out strings.Builder
	fmt.Fprintf(&out, "PRAGMA foreign_keys = OFF;\nPRAGMA application_id = %d;\n", application)
	all := schema(t, db)
	names := slices.Sorted(maps.Keys(all))
	for _, kind := range []string{"CREATE TABLE", "CREATE"} {
		for _, name := range names {
			if strings.HasPrefix(all[name], kind) && !strings.HasPrefix(name, "sqlite_") && strings.HasPrefix(all[name], "CREATE TABLE") == (kind == "CREATE TABLE") {
				out.WriteString(all[name] + ";\n")
			}
		}
	}
	for _, name := range names {
		if !strings.HasPrefix(all[name], "CREATE TABLE") || strings.HasPrefix(name, "sqlite_") { // inserting fills those
			continue
		}
		columns, err := db.Query(`SELECT 'quote("' || name || '")' FROM pragma_table_info(?) ORDER BY cid`, name)
		if err != nil {
			t.Fatal(err)
		}
		quotes := texts(t, columns)
		values, err := db.Query(`SELECT ` + strings.Join(quotes, ` || ', ' || `) + ` FROM ` + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range texts(t, values) {
			fmt.Fprintf(&out, "INSERT INTO %s VALUES (%s);\n", name, row)
		}
	}
	return out.String()
}

func texts(t *testing.T, rows *sql.Rows) []string {
	t.Helper()
	defer rows.Close()
	var list []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// load makes the database of a folder from a dump.
func load(t *testing.T, dir, text string) {
	t.Helper()
	db, err := sql.Open("sqlite3", address(filepath.Join(dir, Name), nil))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN;" + text + "COMMIT;"); err != nil {
		t.Fatal(err)
	}
}
