package camera

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
)

// child is a program that writes pictures into a pipe. It has a process group of
// its own, so that whatever it starts ends with it.
type child struct {
	command *exec.Cmd
	out     io.ReadCloser
	side    *os.File // what it writes to its file 3; nil: nothing
	errors  tail
}

// ending is how a program ended.
type ending struct {
	how  string // "exit status 1"
	last string // the line on standard error that tells most
}

// Times that a program is given.
const (
	graceToEnd  = 700 * time.Millisecond // after it closed its output
	graceOfPipe = time.Second            // for whatever holds its standard error after it ended
)

func startChild(file string, arguments []string, withSide bool) (*child, error) {
	c := &child{command: exec.Command(file, arguments...)}
	c.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.command.WaitDelay = graceOfPipe
	c.command.Stderr = &c.errors
	var err error
	if c.out, err = c.command.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("make a pipe for the pictures: %w", err)
	}
	var theirs *os.File
	if withSide {
		if c.side, theirs, err = os.Pipe(); err != nil {
			return nil, errors.Join(fmt.Errorf("make a pipe for the camera's figures: %w", err), c.out.Close())
		}
		c.command.ExtraFiles = []*os.File{theirs}
	}
	err = c.command.Start() // on an error it closes its own pipes
	if theirs != nil {
		err = errors.Join(err, theirs.Close())
	}
	if err != nil {
		if c.side != nil {
			err = errors.Join(err, c.side.Close())
		}
		return nil, fmt.Errorf("start the program that reads the camera: %w", err)
	}
	return c, nil
}

// kill ends the program with all it started. Reading from it ends too.
func (c *child) kill() {
	// It fails if all have ended already, which is as well.
	_ = syscall.Kill(-c.command.Process.Pid, syscall.SIGKILL)
	_ = c.out.Close() // for one that left the group and holds the pipe
}

// end waits for a program whose output ended, and says how it ended.
func (c *child) end(to sink) ending {
	waited := make(chan error, 1)
	go func() { waited <- c.command.Wait() }()
	var err error
	select { // one that closed its output is about to end, and how it does says why
	case err = <-waited:
	case <-to.after(graceToEnd):
		c.kill()
		err = <-waited
	}
	// What it started may still run. The group's number isn't given to others
	// while somebody is in it.
	c.kill()
	if c.side != nil {
		_ = c.side.Close() // it is only read from
	}
	how := "exit status 0"
	if err != nil {
		how = err.Error()
	}
	return ending{how, c.errors.line()}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	data []byte
}

// Write keeps the last bytes.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	const most = 8 << 10
	t.data = append(t.data, p...)
	if over := len(t.data) - most; over > 0 {
		t.data = append(t.data[:0], t.data[over:]...)
	}
	return len(p), nil
}

// line returns the last line that tells of an error, or the last one that says anything.
func (t *tail) line() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var last, fault string
	for _, l := range bytes.Split(t.data, []byte("\n")) {
		text := strings.TrimSpace(strings.Map(func(r rune) rune {
			if unicode.IsPrint(r) {
				return r
			}
			return ' '
		}, string(l)))
		if text == "" {
			continue
		}
		last = text
		if strings.Contains(text, "ERROR") {
			fault = text
		}
	}
	if fault != "" {
		last = fault
	}
	const most = 200
	if len(last) > most {
		last = strings.ToValidUTF8(last[:most], "") + "..."
	}
	return last
}
