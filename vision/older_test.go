package vision

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"harbormaster/vision/pieces"
)

// versionAt is where the file of what was taught keeps its version.
const versionAt = len("HMpieces")

// TestPiecesOfAnOlderVersion: what an older version of the program trained is
// made anew from the examples that it kept, once; people needn't teach again.
func TestPiecesOfAnOlderVersion(t *testing.T) {
	p := session(t, "flat")
	path := filepath.Join(p.Dir(), pieces.File)
	whole, err := os.ReadFile(path)
	check(t, err)
	defer func() { check(t, os.WriteFile(path, whole, 0o644)) }()
	read := func() string {
		r, err := NewReader(p)
		check(t, err)
		defer r.Close()
		f, err := DecodeFile(laterPictures(t, "flat")[0])
		check(t, err)
		defer f.Close()
		reading, err := r.Read(f)
		check(t, err)
		return claims(reading)
	}
	want := read()
	older := append([]byte(nil), whole...)
	older[versionAt]--
	check(t, os.WriteFile(path, older, 0o644))
	if got := read(); got != want {
		t.Errorf("trained anew it reads\n%s\nbefore\n%s", got, want)
	}
	kept, err := os.ReadFile(path)
	check(t, err)
	if kept[versionAt] != whole[versionAt] {
		t.Errorf("the file is still of version %d", kept[versionAt])
	}
	for version, words := range map[byte]string{0: "older version", whole[versionAt] + 1: "newer version"} {
		other := append([]byte(nil), whole...)
		other[versionAt] = version
		check(t, os.WriteFile(path, other, 0o644))
		if _, err := NewReader(p); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("a file of version %d: %v", version, err)
		}
	}
}
