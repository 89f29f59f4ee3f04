package access

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func is(t *testing.T, p *Password, guess string) bool {
	t.Helper()
	ok, _, err := p.Check(guess)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func TestPasswordFile(t *testing.T) {
	dir := t.TempDir()
	p, made, err := OpenPassword(dir)
	if err != nil || len(made) != 23 {
		t.Fatalf("made %q, %v", made, err)
	}
	file := filepath.Join(dir, PasswordFile)
	for _, name := range []string{PasswordFile, hashFile} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	if kept, _ := os.ReadFile(file); strings.TrimSpace(string(kept)) != made {
		t.Errorf("the file holds %q", kept)
	}
	if hash, _ := os.ReadFile(filepath.Join(dir, hashFile)); strings.Contains(string(hash), made) {
		t.Error("the hash holds the password")
	}
	if !is(t, p, made) || !is(t, p, made+"\n") || is(t, p, "") || is(t, p, made[1:]) {
		t.Error("the password isn't the one that was made")
	}

	again, made2, err := OpenPassword(dir)
	if err != nil || made2 != "" || !is(t, again, made) {
		t.Errorf("a second start made %q, %v", made2, err)
	}

	// A reset from another process is seen at once.
	reset, err := ResetPassword(dir)
	if err != nil || reset == made || !is(t, p, reset) || is(t, p, made) {
		t.Errorf("reset: %q, %v", reset, err)
	}

	// People may write their own, and may take the file away.
	if err := os.WriteFile(file, []byte("correct horse\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if !is(t, p, "correct horse") || is(t, p, reset) {
		t.Error("a password written by hand doesn't count")
	}
	if info, _ := os.Stat(file); info.Mode() != 0o600 {
		t.Errorf("others may read the password: %v", info.Mode())
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if !is(t, p, "correct horse") {
		t.Error("without the readable file the password is gone")
	}
	after, made3, err := OpenPassword(dir)
	if err != nil || made3 != "" || !is(t, after, "correct horse") {
		t.Errorf("without the readable file a start made %q, %v", made3, err)
	}
}

func TestPasswordRefused(t *testing.T) {
	if _, _, err := OpenPassword(filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a password without a folder")
	}
	dir := t.TempDir()
	p, _, err := OpenPassword(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, PasswordFile), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Check("short"); err == nil || !strings.Contains(err.Error(), "8 to 256") {
		t.Errorf("a short password: %v", err)
	}
}

func TestDamagedHashFitsNothing(t *testing.T) {
	good := hashPassword("correct horse")
	if !verify(good, "correct horse") {
		t.Fatal("a hash doesn't fit its password")
	}
	for _, hash := range []string{"", "$", hashPrefix, hashPrefix + "$", good[:len(good)-4], "$argon2id$v=19$m=99999999,t=2,p=1$" + strings.TrimPrefix(good, hashPrefix), "correct horse"} {
		if verify(hash, "correct horse") || verify(hash, "") {
			t.Errorf("%q fits", hash)
		}
	}
}
