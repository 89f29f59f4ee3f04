package access

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/crypto/argon2"
)

// Files of the admin password in the data folder. The first is for people: it
// may be read, edited to set one's own password, and deleted once it is kept
// elsewhere. The second is what guesses are checked against.
const (
	PasswordFile = "admin-password"
	hashFile     = "admin-password.hash"
)

const (
	shortestPassword = 8
	longestPassword  = 256 // bytes; more is no password but work for us
)

// Password is the admin password of a data folder. A change of its files is
// seen at once, so that a reset needs no restart.
type Password struct {
	dir     string
	mu      sync.Mutex // also: one hash at a time, each takes 19 MiB
	seen    [2]stamp
	hash    string
	changes int
}

// stamp tells versions of a file apart.
type stamp struct {
	there    bool
	size     int64
	modified time.Time
	mode     fs.FileMode
}

// OpenPassword reads the password of a data folder. Where there is none it
// makes one and returns it, to be shown on a terminal and nowhere else.
func OpenPassword(dir string) (p *Password, made string, err error) {
	p = &Password{dir: dir}
	if !stampOf(p.path(PasswordFile)).there && !stampOf(p.path(hashFile)).there {
		if made, err = ResetPassword(dir); err != nil {
			return nil, "", err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.refresh(); err != nil {
		return nil, "", err
	}
	return p, made, nil
}

// ResetPassword gives a data folder a new password and returns it.
func ResetPassword(dir string) (string, error) {
	if _, err := os.Stat(dir); err != nil {
		return "", fmt.Errorf("make an admin password: %w", err)
	}
	password := inventPassword()
	for _, f := range []struct{ name, text string }{{hashFile, hashPassword(password)}, {PasswordFile, password}} {
		if err := writeSecret(filepath.Join(dir, f.name), []byte(f.text+"\n")); err != nil {
			return "", fmt.Errorf("keep the admin password: %w", err)
		}
	}
	return password, nil
}

// Check reports whether a guess is the password, and which version of it.
func (p *Password) Check(guess string) (ok bool, version int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.refresh(); err != nil {
		return false, p.changes, err
	}
	guess = strings.TrimSpace(guess)
	return len(guess) <= longestPassword && verify(p.hash, guess), p.changes, nil
}

// Version returns a number that is another after each change of the password.
func (p *Password) Version() (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.refresh()
	return p.changes, err
}

func (p *Password) path(name string) string { return filepath.Join(p.dir, name) }

// refresh rereads the files if they changed. What people wrote into the
// readable one wins; with both gone the password stays as it was.
func (p *Password) refresh() error {
	now := [2]stamp{stampOf(p.path(PasswordFile)), stampOf(p.path(hashFile))}
	if now == p.seen {
		return nil
	}
	hash := p.hash
	if kept, err := os.ReadFile(p.path(hashFile)); err == nil {
		hash = strings.TrimSpace(string(kept))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the admin password: %w", err)
	}
	text, err := os.ReadFile(p.path(PasswordFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("read the admin password: %w", err)
	default:
		password := strings.TrimSpace(string(text))
		if len(password) < shortestPassword || len(password) > longestPassword {
			return fmt.Errorf("read the admin password: the one in %s must have %d to %d characters; harbormaster password reset makes a new one",
				p.path(PasswordFile), shortestPassword, longestPassword)
		}
		if !verify(hash, password) {
			hash = hashPassword(password)
			if err := writeSecret(p.path(hashFile), []byte(hash+"\n")); err != nil {
				return fmt.Errorf("keep the admin password: %w", err)
			}
		}
		if err := os.Chmod(p.path(PasswordFile), 0o600); err != nil {
			return fmt.Errorf("keep others from reading the admin password: %w", err)
		}
	}
	if hash != p.hash {
		p.hash = hash
		p.changes++
	}
	p.seen = [2]stamp{stampOf(p.path(PasswordFile)), stampOf(p.path(hashFile))}
	return nil
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}
	}
	return stamp{true, info.Size(), info.ModTime(), info.Mode()}
}

// passwordLetters leaves out what is easily misread (0 o, 1 l i).
const passwordLetters = "abcdefghjkmnpqrstuvwxyz23456789"

// inventPassword returns four groups of five letters: 99 bits.
func inventPassword() string {
	var b strings.Builder
	for n := 0; n < 20; {
		var c [1]byte
		rand.Read(c[:])
		if int(c[0]) >= 256/len(passwordLetters)*len(passwordLetters) {
			continue // so that all letters are equally likely
		}
		if n > 0 && n%5 == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(passwordLetters[int(c[0])%len(passwordLetters)])
		n++
	}
	return b.String()
}

// Costs of a hash: what OWASP asks for at least, 19 MiB and two passes, which
// a Pi Zero can bear too.
const (
	argonTime   = 2
	argonMemory = 19 * 1024 // KiB
)

const hashPrefix = "$argon2id$v=19$m=19456,t=2,p=1$"

func hashPassword(password string) string {
	salt := make([]byte, 16)
	rand.Read(salt)
	return hashPrefix + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(derive(password, salt))
}

func derive(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(password), salt, argonTime, argonMemory, 1, 32)
}

// verify reports whether a hash is that of the password. A damaged hash fits none.
func verify(hash, password string) bool {
	rest, ok := strings.CutPrefix(hash, hashPrefix)
	if !ok {
		return false
	}
	left, right, _ := strings.Cut(rest, "$")
	salt, err := base64.RawStdEncoding.DecodeString(left)
	if err != nil || len(salt) < 8 {
		return false
	}
	key, err := base64.RawStdEncoding.DecodeString(right)
	return err == nil && subtle.ConstantTimeCompare(key, derive(password, salt)) == 1
}

// writeSecret writes a file that only its owner may read, whole or not at all.
// Root writes it for whoever owns the folder: after sudo harbormaster password
// reset the service must be able to read it.
func writeSecret(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // after the rename there is nothing to remove
	_, err = f.Write(data)
	if info, statErr := os.Stat(filepath.Dir(file)); statErr == nil && os.Geteuid() == 0 {
		if owner, ok := info.Sys().(*syscall.Stat_t); ok {
			err = errors.Join(err, f.Chown(int(owner.Uid), int(owner.Gid)))
		}
	}
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
