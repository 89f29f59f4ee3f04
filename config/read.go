package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"harbormaster/scoring/strict"
)

// Prefix begins the names of all settings in the environment.
const Prefix = "HARBORMASTER_"

// MostBytes bounds a config file; ours has four thousand.
const MostBytes = 1 << 18

// Read returns the settings with those of a YAML file put over them. Mistakes
// come all at once; with any, the settings are as they were.
func (c Config) Read(data []byte) (Config, error) {
	if len(data) > MostBytes {
		return c, Mistakes{{Text: fmt.Sprintf("the file has %d bytes; a config has at most %d: is it the right file?", len(data), MostBytes)}}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
		return c, nil // nothing but comments
	} else if err != nil {
		return c, Mistakes{notYAML(err)}
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return c, Mistakes{{Text: "a second document follows (after a line ---): a config is one document"}}
	}
	r := reader{out: c}
	r.out.Access.Hosts, r.out.Displays = slices.Clone(c.Access.Hosts), slices.Clone(c.Displays)
	if len(doc.Content) > 0 {
		r.section("", doc.Content[0])
	}
	if len(r.mistakes) > 0 {
		return c, r.mistakes
	}
	return r.out, nil
}

var yamlLine = regexp.MustCompile(`^yaml: line (\d+): `)

// notYAML is the mistake of a file that can't be parsed.
func notYAML(err error) Mistake {
	text := err.Error()
	m := Mistake{}
	if at := yamlLine.FindStringSubmatch(text); at != nil {
		m.Line, _ = strconv.Atoi(at[1]) // digits
		text = text[len(at[0]):]
	}
	m.Text = "this isn't YAML: " + strings.TrimPrefix(text, "yaml: ") + " (put values with : or # between quotes, and indent with spaces)"
	return m
}

type reader struct {
	out      Config
	mistakes Mistakes
}

func (r *reader) mistake(n *yaml.Node, format string, args ...any) {
	r.mistakes = append(r.mistakes, Mistake{n.Line, fmt.Sprintf(format, args...)})
}

// section reads a mapping of keys, whose names begin with prefix.
func (r *reader) section(prefix string, n *yaml.Node) {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return // a section whose keys are all commented out
	}
	if n.Kind != yaml.MappingNode {
		what := "the config"
		if prefix != "" {
			what = strings.TrimSuffix(prefix, ".")
		}
		r.mistake(n, "%s must hold keys, each with a colon and a value", what)
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		if first, twice := seen[name.Value]; twice {
			r.mistake(name, "%s is given twice, first on line %d", prefix+name.Value, first)
			continue
		}
		seen[name.Value] = name.Line
		full := prefix + name.Value
		if prefix == "" && slices.Contains(sections, full) {
			r.section(full+".", value)
			continue
		}
		k, ok := find(full)
		if !ok || strings.Contains(name.Value, ".") {
			r.mistake(name, "there is no key %q%s", full, suggest(full))
			continue
		}
		v, shown, ok := k.value(value)
		if !ok || !k.set(&r.out, v) {
			r.mistake(value, "%s", k.wrong(shown))
		}
	}
}

// suggest names the nearest key, or all of them.
func suggest(name string) string {
	var known []string
	for _, k := range keys {
		known = append(known, k.name)
	}
	_, last, _ := strings.Cut(name, ".")
	for _, k := range known { // the right word in the wrong section
		if _, word, _ := strings.Cut(k, "."); word != "" && (word == name || word == last) {
			return fmt.Sprintf("; did you mean %q?", k)
		}
	}
	if near := strict.Nearest(name, append(slices.Clone(known), sections...)); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return "; there are " + strings.Join(known, ", ")
}

// value turns a node into a value of the key's type. Shown is how it reads in
// a complaint.
func (k key) value(n *yaml.Node) (v any, shown string, ok bool) {
	if n.Kind == yaml.SequenceNode {
		if _, list := k.of(&Config{}).(*[]string); !list {
			return nil, "a list", false
		}
		out := []string{}
		for _, one := range n.Content {
			if one.Kind != yaml.ScalarNode || one.Tag == "!!null" {
				return nil, "a list with something else in it", false
			}
			out = append(out, one.Value)
		}
		return out, fmt.Sprintf("%q", out), true
	}
	if n.Kind != yaml.ScalarNode {
		return nil, "something with keys of its own, or a reference", false
	}
	if n.Tag == "!!null" {
		return nil, "empty", false
	}
	switch k.of(&Config{}).(type) {
	case *bool:
		var b bool
		err := n.Decode(&b)
		return b, n.Value, err == nil && n.Tag == "!!bool"
	case *int:
		i, err := strconv.Atoi(n.Value)
		return i, n.Value, err == nil && n.Tag == "!!int"
	case *string:
		if n.Tag == "!!bool" && n.Value != "off" { // mode: off without quotes is what people write
			return nil, n.Value, false
		}
		return n.Value, strconv.Quote(n.Value), true
	}
	return nil, strconv.Quote(n.Value) + ", which is no list", false
}

// Environment returns the settings with those of the environment (KEY=value,
// as os.Environ gives) put over them. Names that look like ours but are none
// come back as doubts, not mistakes: whoever starts the service may have put
// them there for something else.
func (c Config) Environment(environ []string) (out Config, doubts []string, err error) {
	out = c
	var mistakes Mistakes
	names := map[string]key{}
	var known []string
	for _, k := range keys {
		name := Variable(k.name)
		names[name] = k
		known = append(known, name)
	}
	for _, line := range environ {
		name, text, ok := strings.Cut(line, "=")
		if !ok || !strings.HasPrefix(name, Prefix) || slices.Contains(others, name) {
			continue
		}
		k, ok := names[name]
		if !ok {
			hint := "there are " + strings.Join(known, ", ")
			if near := strict.Nearest(name, known); near != "" {
				hint = "did you mean " + near + "?"
			}
			doubts = append(doubts, fmt.Sprintf("the environment sets %s, which is no setting; %s", name, hint))
			continue
		}
		if v, ok := k.parse(text); !ok || !k.set(&out, v) {
			mistakes = append(mistakes, Mistake{Text: fmt.Sprintf("the environment sets %s: %s", name, k.wrong(strconv.Quote(text)))})
		}
	}
	if len(mistakes) > 0 {
		return c, doubts, mistakes
	}
	return out, doubts, nil
}

// others are variables of ours that are no settings.
var others = []string{Prefix + "SOAK", Prefix + "KEEP"}

// Variable returns the name of a key in the environment.
func Variable(key string) string {
	return Prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
}

// Set puts one setting over the others, from a flag.
func (c Config) Set(name, text string) (Config, error) {
	k, ok := find(name)
	if !ok {
		return c, Mistakes{{Text: fmt.Sprintf("there is no key %q%s", name, suggest(name))}}
	}
	out := c
	if v, ok := k.parse(text); !ok || !k.set(&out, v) {
		return c, Mistakes{{Text: k.wrong(strconv.Quote(text))}}
	}
	return out, nil
}
