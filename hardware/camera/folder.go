package camera

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// folder gives recorded pictures in order of name. Those named 00-* and 01-*
// are skipped, as replay does: they show the empty table and the lesson. The
// last one comes again and again, as from a camera over a still table. Pictures
// that turn up later are taken in, and so is one that is written anew.
type folder struct {
	settings Settings
	shown    map[string]stamp // what was given since the folder last began
	broken   map[string]stamp // what was no whole picture when it was last looked at
	last     Picture          // what comes again
	size     Size             // of it
	loops    int
}

// stamp tells whether a file is the one it was.
type stamp struct {
	changed time.Time
	size    int64
}

func (f *folder) run(ctx context.Context, to sink) error {
	for {
		if f.settings.Every == 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-to.want():
			}
		}
		p, err := f.next(to)
		if err != nil {
			return err
		}
		to.give(p, f.size)
		if f.settings.Every > 0 {
			if err := wait(ctx, to, f.settings.Every); err != nil {
				return err
			}
		}
	}
}

// next returns the picture whose turn it is.
func (f *folder) next(to sink) (Picture, error) {
	names, err := f.names()
	if err != nil {
		return Picture{}, err
	}
	p, found, err := f.unseen(names)
	if err == nil && !found && f.settings.Loop && len(f.shown) > 0 {
		f.loops++
		clear(f.shown)
		p, found, err = f.unseen(names)
	}
	switch {
	case err != nil:
		return Picture{}, err
	case found:
		f.last = p
	case f.last.Data == nil:
		return Picture{}, &Fault{"camera.empty", "there are no pictures in " + f.settings.Folder, "put pictures named *.jpg or *.png there; those named 00-* and 01-* don't count"}
	}
	p = f.last
	p.Loop, p.At = f.loops, to.now()
	return p, nil
}

// names lists the pictures in the folder, in order.
func (f *folder) names() ([]string, error) {
	entries, err := os.ReadDir(f.settings.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Fault{"camera.no-folder", "the folder " + f.settings.Folder + " isn't there", "make it, or set camera to another one"}
	}
	if err != nil {
		return nil, fmt.Errorf("list the pictures: %w", err)
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		switch strings.ToLower(filepath.Ext(name)) {
		case ".jpg", ".jpeg", ".png":
		default:
			continue
		}
		if !e.IsDir() && !strings.HasPrefix(name, "00-") && !strings.HasPrefix(name, "01-") && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// unseen returns the first picture that wasn't given yet. A file that is being
// written isn't whole yet and is left for the next time; one that stays so is
// passed over.
func (f *folder) unseen(names []string) (Picture, bool, error) {
	for _, name := range names {
		file := filepath.Join(f.settings.Folder, name)
		info, err := os.Stat(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue // gone since it was listed
		}
		if err != nil {
			return Picture{}, false, fmt.Errorf("look at a picture: %w", err)
		}
		now := stamp{info.ModTime(), info.Size()}
		if f.shown[name] == now || !info.Mode().IsRegular() {
			continue
		}
		data, size, err := readPicture(file, info.Size())
		if err != nil {
			if f.broken[name] == now {
				continue
			}
			f.broken[name] = now
			if len(f.shown) > 0 {
				return Picture{}, false, nil // the one before comes once more
			}
			continue
		}
		delete(f.broken, name)
		f.shown[name] = now
		f.size = size
		return Picture{Data: data, Name: name}, true, nil
	}
	return Picture{}, false, nil
}

// readPicture reads a whole picture file of so many bytes.
func readPicture(file string, bytes int64) ([]byte, Size, error) {
	if bytes > MostBytes {
		return nil, Size{}, errTooLarge
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, Size{}, err
	}
	size, err := Check(data)
	return data, size, err
}

// upload gives nothing by itself: pictures are put.
type upload struct{}

func (*upload) run(ctx context.Context, _ sink) error {
	<-ctx.Done()
	return ctx.Err()
}
