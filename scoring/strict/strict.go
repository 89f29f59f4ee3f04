// Package strict reads JSON that people write by hand: no key unknown, none
// given twice, every value of its type and within its bounds, and every
// complaint with the player, the place and the nearest known name. It knows
// JSON and nothing of any game.
package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"harbormaster/scoring"
)

// maxDepth bounds nesting, so that a hostile file can't exhaust the stack.
const maxDepth = 64

type object struct {
	keys   []string
	values map[string]any
}

// Value is one JSON value with where it stands in its file. The first
// complaint about any value of a file is kept and later ones are dropped, so
// readers read straight on and ask Err at the end.
type Value struct {
	raw    any // nil, bool, json.Number, string, []any or object
	path   string
	player string // whose the value is, for complaints
	place  string // the hex meant; empty: the path
	err    *error
}

// Parse reads one JSON document. What isn't JSON, nests too deep, gives a key
// twice or goes on after its end is an error by way of Err.
func Parse(data []byte) Value {
	var err error
	v := Value{err: &err}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // some editors mark UTF-8 so
	if len(bytes.TrimSpace(data)) == 0 {
		v.fail("file.empty")
		return v
	}
	if !utf8.Valid(data) { // the decoder would replace what it can't read
		v.fail("file.not-json", "line", badLine(data), "reason", "it is not UTF-8")
		return v
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	raw, problem := parse(dec, 0)
	if problem == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			problem = errors.New("something follows after its end")
		}
	}
	if problem != nil {
		var twice duplicateKey
		if errors.As(problem, &twice) {
			v.fail("file.key-twice", "key", string(twice), "line", line(data, int(dec.InputOffset())))
			return v
		}
		v.fail("file.not-json", "line", line(data, int(dec.InputOffset())), "reason", reason(problem))
		return v
	}
	v.raw = raw
	return v
}

// line returns the line, from 1, of a place in the file.
func line(data []byte, offset int) int {
	return 1 + bytes.Count(data[:min(offset, len(data))], []byte("\n"))
}

// badLine returns the line of the first byte that is not UTF-8.
func badLine(data []byte) int {
	at := 0
	for at < len(data) {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return line(data, at)
}

// reason words a decoder's error so that it can stand in a sentence.
func reason(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "it ends too early"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

type duplicateKey string

func (d duplicateKey) Error() string { return fmt.Sprintf("key %q is given twice", string(d)) }

func parse(dec *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("it nests deeper than %d levels", maxDepth)
	}
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			item, err := parse(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err := dec.Token()
		return list, err
	case json.Delim('{'):
		o := object{values: map[string]any{}}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name, ok := key.(string)
			if !ok {
				return nil, errors.New("an object's key is no text")
			}
			if _, twice := o.values[name]; twice {
				return nil, duplicateKey(name)
			}
			item, err := parse(dec, depth+1)
			if err != nil {
				return nil, err
			}
			o.keys = append(o.keys, name)
			o.values[name] = item
		}
		_, err := dec.Token()
		return o, err
	}
	return token, nil
}

// Err returns the first complaint about the file, a *scoring.Violation, or nil.
func (v Value) Err() error { return *v.err }

// Failed reports whether there was a complaint already.
func (v Value) Failed() bool { return *v.err != nil }

// Forbid records a complaint about the value, unless there was one before.
func (v Value) Forbid(key string, pairs ...any) { v.fail(key, pairs...) }

func (v Value) fail(key string, pairs ...any) {
	if *v.err != nil {
		return
	}
	place := v.place
	if place == "" {
		place = v.path
	}
	*v.err = scoring.Forbid(v.player, place, key, pairs...)
}

// Fail records an error made elsewhere, unless there was one before.
func (v Value) Fail(err error) {
	if *v.err == nil && err != nil {
		*v.err = err
	}
}

// Of returns the value as one of that player's, for complaints.
func (v Value) Of(player string) Value {
	v.player = player
	return v
}

// At returns the value as belonging to that place (a hex), for complaints.
func (v Value) At(place string) Value {
	v.place = place
	return v
}

// Null reports whether the value is null or absent.
func (v Value) Null() bool { return v.raw == nil }

func kind(raw any) string {
	switch raw.(type) {
	case bool:
		return "yes-no"
	case json.Number:
		return "number"
	case string:
		return "text"
	case []any:
		return "list"
	case object:
		return "object"
	}
	return "null"
}

func (v Value) wrongType(want string) {
	got := kind(v.raw)
	if number, ok := v.raw.(json.Number); ok {
		got = number.String()
	}
	v.fail("file.type", "want", want, "got", got, "key", v.key())
}

// key returns the last key of the value's path where its place doesn't show it.
func (v Value) key() string {
	if v.place == "" {
		return ""
	}
	return v.path[strings.LastIndexByte(v.path, '.')+1:]
}

// Int returns the value as a whole number from low to high.
func (v Value) Int(low, high int) int {
	number, ok := v.raw.(json.Number)
	if !ok {
		v.wrongType("whole-number")
		return low
	}
	n, err := strconv.Atoi(number.String())
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		v.wrongType("whole-number")
		return low
	}
	if err != nil || n < low || n > high {
		v.fail("file.range", "value", number.String(), "low", low, "high", high, "key", v.key())
		return low
	}
	return n
}

// Bool returns the value as true or false.
func (v Value) Bool() bool {
	b, ok := v.raw.(bool)
	if !ok {
		v.wrongType("yes-no")
	}
	return b
}

// Text returns the value as a string.
func (v Value) Text() string {
	s, ok := v.raw.(string)
	if !ok {
		v.wrongType("text")
	}
	return s
}

// OneOf returns the value as one of the known names; an unknown one is a
// complaint that gives the nearest known.
func (v Value) OneOf(what string, known ...string) string {
	s, ok := v.raw.(string)
	if !ok {
		v.wrongType("text")
		return ""
	}
	for _, k := range known {
		if s == k {
			return s
		}
	}
	v.fail("file.unknown-name", "what", what, "name", s, "nearest", Nearest(s, known), "known", known)
	return ""
}

// List returns the values of an array; an absent one is empty.
func (v Value) List() []Value {
	list, ok := v.raw.([]any)
	if !ok {
		v.wrongType("list")
		return nil
	}
	out := make([]Value, len(list))
	for i, raw := range list {
		out[i] = v
		out[i].raw = raw
		out[i].path = fmt.Sprintf("%s[%d]", v.path, i)
	}
	return out
}

// Texts returns the values of an array of strings.
func (v Value) Texts() []string {
	var out []string
	for _, item := range v.List() {
		out = append(out, item.Text())
	}
	return out
}

// JSON returns the value written as JSON again, keys in their order.
func (v Value) JSON() json.RawMessage {
	data, err := json.Marshal(plain(v.raw))
	if err != nil {
		v.Fail(fmt.Errorf("write %s again: %w", v.path, err))
	}
	return data
}

func plain(raw any) any {
	switch x := raw.(type) {
	case object:
		m := make(map[string]any, len(x.keys))
		for k, item := range x.values {
			m[k] = plain(item)
		}
		return m
	case []any:
		list := make([]any, len(x))
		for i, item := range x {
			list[i] = plain(item)
		}
		return list
	}
	return raw
}
