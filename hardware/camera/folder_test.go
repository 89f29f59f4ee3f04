package camera

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestFolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		lay(t, dir, "00-empty.jpg", "01-teach.jpg", "03-b.JPG", "02-a.jpg")
		if err := os.WriteFile(filepath.Join(dir, "02-a.json"), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Open("dir:"+dir+"?every=2s", Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		began := time.Now()
		names, _ := namesOf(t, c, 0, 4) // the last one comes again
		if want := []string{"02-a.jpg", "03-b.JPG", "03-b.JPG", "03-b.JPG"}; !slices.Equal(names, want) {
			t.Errorf("it gives %v", names)
		}
		if d := time.Since(began); d != 6*time.Second {
			t.Errorf("four pictures took %v", d)
		}
		// What turns up later is taken in, wherever in the order; so is what is written anew.
		lay(t, dir, "09-z.jpg", "02-b.jpg")
		names, _ = namesOf(t, c, 4, 3)
		if want := []string{"02-b.jpg", "09-z.jpg", "09-z.jpg"}; !slices.Equal(names, want) {
			t.Errorf("of new ones it gives %v", names)
		}
		if err := os.WriteFile(filepath.Join(dir, "03-b.JPG"), drawn(t, 48, 8, 1), 0o600); err != nil {
			t.Fatal(err)
		}
		if names, _ = namesOf(t, c, 7, 1); names[0] != "03-b.JPG" || c.State().Width != 48 {
			t.Errorf("a picture written anew isn't seen: %v", names)
		}
	})
}

func TestFolderLoop(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, "02-a.jpg", "03-b.jpg")
	c, err := Open("dir:"+dir+"?every=step&loop", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	names, loop := namesOf(t, c, 0, 5)
	if want := []string{"02-a.jpg", "03-b.jpg", "02-a.jpg", "03-b.jpg", "02-a.jpg"}; !slices.Equal(names, want) || loop != 2 {
		t.Errorf("it gives %v in loop %d", names, loop)
	}
	if s := c.State(); s.Dropped != 0 || s.Pictures != 5 {
		t.Errorf("step by step, its state is %+v", s)
	}
}

// TestFolderHalfWritten: a file that is being written waits until it is whole; one that stays
// broken is passed over.
func TestFolderHalfWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		lay(t, dir, "02-a.jpg")
		c, err := Open("dir:"+dir+"?every=step", Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		namesOf(t, c, 0, 1)
		whole := drawn(t, 16, 8, 4)
		half := filepath.Join(dir, "03-b.jpg")
		if err := os.WriteFile(half, whole[:len(whole)/2], 0o600); err != nil {
			t.Fatal(err)
		}
		if names, _ := namesOf(t, c, 1, 1); names[0] != "02-a.jpg" {
			t.Errorf("while a picture is being written it gives %v", names)
		}
		if err := os.WriteFile(half, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		if names, _ := namesOf(t, c, 2, 1); names[0] != "03-b.jpg" {
			t.Errorf("the whole picture isn't seen: %v", names)
		}
		if err := os.WriteFile(filepath.Join(dir, "04-c.jpg"), []byte("no picture"), 0o600); err != nil {
			t.Fatal(err)
		}
		lay(t, dir, "05-d.jpg")
		if names, _ := namesOf(t, c, 3, 3); !slices.Equal(names, []string{"03-b.jpg", "05-d.jpg", "05-d.jpg"}) {
			t.Errorf("with a broken file it gives %v", names)
		}
	})
}

func TestFolderLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "later")
		c, err := Open("dir:"+dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		synctest.Wait()
		if s := c.State(); s.Status != Lost || s.Key != "camera.no-folder" || s.Mend == "" {
			t.Errorf("without the folder it is %+v", s)
		}
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if s := c.State(); s.Status != Lost || s.Key != "camera.empty" {
			t.Errorf("with an empty folder it is %+v", s)
		}
		lay(t, dir, "02-a.jpg")
		if names, _ := namesOf(t, c, 0, 1); names[0] != "02-a.jpg" || c.State().Status != OK {
			t.Errorf("it gives %v and is %+v", names, c.State())
		}
	})
}

// BenchmarkFolder is one picture of a table out of a folder: read, checked, handed on.
func BenchmarkFolder(b *testing.B) {
	dir := b.TempDir()
	for _, name := range []string{"02-a.jpg", "03-b.jpg"} {
		if err := os.WriteFile(filepath.Join(dir, name), recorded(b), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	c, err := Open("dir:"+dir+"?every=step&loop", Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	var after int64
	for b.Loop() {
		p, err := c.Next(b.Context(), after)
		if err != nil {
			b.Fatal(err)
		}
		after = p.Number
	}
}
