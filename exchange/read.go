package exchange

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"harbormaster/history"
	"harbormaster/session"
)

// Bounds of what an import may hold. They are far above any table's history
// and keep a hostile file from filling the memory of a small computer.
const (
	MostBytes  = 64 << 20
	mostPlays  = 100_000
	mostPeople = 100_000
	mostEvents = 100_000 // of one play
	mostSeats  = 100
	mostName   = 200 // characters, also of colors, places, categories
	mostText   = 4000
	mostScore  = 1_000_000
)

// ReadJSON reads the program's own document. Every log is replayed by the
// rules of its game. An error is a *Problem that names the place in the file.
func ReadJSON(ctx context.Context, data []byte, games session.Games) (*history.Batch, error) {
	r := &reader{data: data, people: map[string]int64{}, plays: map[string]bool{}}
	if err := r.document(); err != nil {
		return nil, err
	}
	if err := accept(ctx, games, r.batch.Plays, r.places); err != nil {
		return nil, err
	}
	return &r.batch, nil
}

// reader walks through a document. It keeps the place for complaints.
type reader struct {
	data   []byte
	dec    *json.Decoder
	batch  history.Batch
	people map[string]int64 // the batch's ids by UUID
	plays  map[string]bool  // ids that were read
	seats  [][]string       // UUIDs by seat of each play, found when all players are known
	places []string         // of each play in the file
}

func (r *reader) document() error {
	r.dec = json.NewDecoder(bytes.NewReader(r.data))
	if len(bytes.TrimSpace(r.data)) == 0 {
		return &Problem{What: "the file is empty", Hint: "take a file that the program exported"}
	}
	if t, err := r.dec.Token(); err != nil || t != json.Delim('{') {
		return r.broken("", cmpErr(err, errors.New("it doesn't begin with {")))
	}
	seen := map[string]bool{}
	for r.dec.More() {
		t, err := r.dec.Token()
		if err != nil {
			return r.broken("", err)
		}
		key := t.(string) // an object's key is always one
		if seen[key] {
			return r.problem(key, "the key is given twice", "leave one of them out")
		}
		seen[key] = true
		if !seen["format"] {
			return r.problem(key, `the first key isn't "format"`, "take a file that the program exported; files of BG Stats have the ending .bgsplay or .json and begin otherwise")
		}
		if err := r.part(key); err != nil {
			return err
		}
	}
	if _, err := r.dec.Token(); err != nil {
		return r.broken("", err)
	}
	if t, err := r.dec.Token(); err != io.EOF {
		return r.broken("", cmpErr(err, fmt.Errorf("there is something after its end: %v", t)))
	}
	for _, key := range []string{"version", "plays", "players"} {
		if !seen[key] {
			return &Problem{What: fmt.Sprintf("the key %q is missing", key), Hint: "the file was cut off or changed by hand; export it again"}
		}
	}
	return r.seat()
}

func cmpErr(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// part reads the value of one key of the document.
func (r *reader) part(key string) error {
	switch key {
	case "format":
		var format string
		if err := r.next(key, &format); err != nil {
			return err
		}
		if format != Format {
			return r.problem(key, fmt.Sprintf("the file is of another program: %.40q", format), "take a file that this program exported")
		}
	case "version":
		var version int
		if err := r.next(key, &version); err != nil {
			return err
		}
		if version != Version {
			return r.problem(key, fmt.Sprintf("this program reads version %d of its export, the file has version %d", Version, version), "bring the program up to date, or export again with this version")
		}
	case "program", "exported":
		var text string
		return r.next(key, &text)
	case "plays":
		return r.list(key, mostPlays, r.play)
	case "players":
		return r.list(key, mostPeople, r.person)
	case "places":
		return r.list(key, mostPeople, func(where string) error {
			var name string
			if err := r.next(where, &name); err != nil {
				return err
			}
			r.batch.Places = append(r.batch.Places, name)
			return r.named(where, name)
		})
	case "cards":
		return r.list(key, mostPeople, r.card)
	case "settings":
		if err := r.next(key, &r.batch.Settings); err != nil {
			return err
		}
		if len(r.batch.Settings) > 1000 {
			return r.problem(key, "there are more than 1000", "leave out what nobody set")
		}
	default:
		return r.problem(key, "there is no such key", "known are program, exported, plays, players, places, cards and settings; a newer version of the program may know more")
	}
	return nil
}

// list reads a list element by element.
func (r *reader) list(key string, most int, element func(where string) error) error {
	t, err := r.dec.Token()
	if err != nil {
		return r.broken(key, err)
	}
	if t != json.Delim('[') {
		return r.problem(key, "this must be a list", "export the file again")
	}
	for i := 0; r.dec.More(); i++ {
		where := fmt.Sprintf("%s[%d]", key, i)
		if i == most {
			return r.problem(where, fmt.Sprintf("there are more than %d", most), "split the file: export fewer plays at a time")
		}
		if err := element(where); err != nil {
			return err
		}
	}
	if _, err = r.dec.Token(); err != nil {
		return r.broken(key, err)
	}
	return nil
}

// next reads one value of the document.
func (r *reader) next(where string, v any) error {
	var raw json.RawMessage
	if err := r.dec.Decode(&raw); err != nil {
		return r.broken(where, err)
	}
	return r.fill(where, raw, v)
}

// fill reads a piece of JSON into a value; a key that isn't known is an error.
func (r *reader) fill(where string, raw json.RawMessage, v any) error {
	if string(bytes.TrimSpace(raw)) == "null" {
		return r.problem(where, "nothing stands here (null)", "leave it out, or export the file again")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil {
		return nil
	}
	return r.problem(where, plain(err), "export the file again, or mend that place by hand")
}

// plain says in words what the JSON package found.
func plain(err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		want := map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "true or false", reflect.Slice: "a list", reflect.Struct: "an object", reflect.Map: "an object",
			reflect.Int: "a whole number", reflect.Int64: "a whole number", reflect.Float64: "a number"}[wrong.Type.Kind()]
		if wrong.Field == "" {
			return fmt.Sprintf("this must be %s, but it is %s", cmpText(want, "something else"), wrong.Value)
		}
		return fmt.Sprintf("%q must be %s, but it is %s", wrong.Field, cmpText(want, "something else"), wrong.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

func cmpText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// line says in which line of the file the reader is.
func (r *reader) line(offset int64) int {
	return 1 + bytes.Count(r.data[:min(offset, int64(len(r.data)))], []byte("\n"))
}

// problem complains about the place where the reader is.
func (r *reader) problem(where, what, hint string) error {
	return &Problem{Where: strings.TrimSuffix(fmt.Sprintf("line %d, %s", r.line(r.dec.InputOffset()), where), ", "), What: what, Hint: hint}
}

// broken complains that the file isn't whole JSON.
func (r *reader) broken(where string, err error) error {
	offset := r.dec.InputOffset()
	// The decoder doesn't say where in the value; reading it again does.
	var syntax *json.SyntaxError
	rest := bytes.TrimLeft(r.data[min(offset, int64(len(r.data))):], " \t\r\n,:")
	if errors.As(json.Unmarshal(rest, new(json.RawMessage)), &syntax) {
		offset = int64(len(r.data)-len(rest)) + max(syntax.Offset-1, 0)
	}
	what := "this is no JSON: " + plain(err)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		what, offset = "the file ends in the middle: it was cut off", int64(len(r.data))
	}
	return &Problem{Where: strings.TrimSuffix(fmt.Sprintf("line %d, %s", r.line(offset), where), ", "), What: what, Hint: "export the file again, or copy it again"}
}
