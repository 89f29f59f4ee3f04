package strict_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"harbormaster/scoring"
	"harbormaster/scoring/strict"
)

func violation(t *testing.T, err error) *scoring.Violation {
	t.Helper()
	var v *scoring.Violation
	if !errors.As(err, &v) {
		t.Fatalf("error %v is no violation", err)
	}
	return v
}

func TestParse(t *testing.T) {
	deep := strings.Repeat("[", 70) + strings.Repeat("]", 70)
	for _, c := range []struct{ name, data, key, says string }{
		{"an object", `{"a":1}`, "", ""},
		{"white space around", " \n {} \t", "", ""},
		{"a mark of UTF-8 in front", "\xef\xbb\xbf{}", "", ""},
		{"not UTF-8", "{\"a\":\"r\xff\"}", "file.not-json", "UTF-8"},
		{"nothing", "", "file.empty", ""},
		{"white space", " \n", "file.empty", ""},
		{"cut off", `{"a":`, "file.not-json", "ends too early"},
		{"cut off in a text", `{"a":"b`, "file.not-json", "ends too early"},
		{"two documents", `{}{}`, "file.not-json", "follows"},
		{"a stray bracket", `{]`, "file.not-json", ""},
		{"no JSON", `a: 1`, "file.not-json", ""},
		{"a number as key", `{1:2}`, "file.not-json", ""},
		{"a key twice", `{"a":1,"a":1}`, "file.key-twice", ""},
		{"a key twice, written differently", `{"a":1,"\u0061":1}`, "file.key-twice", ""},
		{"nested too deep", deep, "file.not-json", "deeper"},
	} {
		err := strict.Parse([]byte(c.data)).Err()
		if c.key == "" {
			if err != nil {
				t.Errorf("%s: refused: %v", c.name, err)
			}
			continue
		}
		v := violation(t, err)
		reason, _ := v.Params["reason"].(string)
		if v.Key != c.key || !strings.Contains(reason, c.says) {
			t.Errorf("%s: %v, want %s that says %q", c.name, v, c.key, c.says)
		}
	}
}

func TestParseNamesTheLine(t *testing.T) {
	v := violation(t, strict.Parse([]byte("{\n\"a\": 1,\n\"b\": x\n}")).Err())
	if v.Params["line"] != 3 {
		t.Errorf("line %v, want 3", v.Params["line"])
	}
}

func TestValues(t *testing.T) {
	read := func(data string, read func(o strict.Object)) error {
		v := strict.Parse([]byte(data))
		read(v.Map())
		return v.Err()
	}
	for _, c := range []struct {
		name, data string
		read       func(strict.Object)
		key, place string
	}{
		{"a number", `{"a":3}`, func(o strict.Object) { o.Need("a").Int(0, 3) }, "", ""},
		{"too large", `{"a":4}`, func(o strict.Object) { o.Need("a").Int(0, 3) }, "file.range", "a"},
		{"too small", `{"a":-1}`, func(o strict.Object) { o.Need("a").Int(0, 3) }, "file.range", "a"},
		{"larger than any machine's", `{"a":99999999999999999999}`, func(o strict.Object) { o.Need("a").Int(0, 3) }, "file.range", "a"},
		{"no whole number", `{"a":3.0}`, func(o strict.Object) { o.Need("a").Int(0, 3) }, "file.type", "a"},
		{"a number as text", `{"a":"3"}`, func(o strict.Object) { o.Need("a").Int(0, 3) }, "file.type", "a"},
		{"true", `{"a":true}`, func(o strict.Object) { o.Need("a").Bool() }, "", ""},
		{"one is not true", `{"a":1}`, func(o strict.Object) { o.Need("a").Bool() }, "file.type", "a"},
		{"texts", `{"a":["x","y"]}`, func(o strict.Object) { o.Need("a").Texts() }, "", ""},
		{"a number among texts", `{"a":["x",1]}`, func(o strict.Object) { o.Need("a").Texts() }, "file.type", "a[1]"},
		{"no list", `{"a":{}}`, func(o strict.Object) { o.Need("a").List() }, "file.type", "a"},
		{"a known name", `{"a":"corn"}`, func(o strict.Object) { o.Need("a").OneOf("crop", "corn") }, "", ""},
		{"an unknown name", `{"a":"korn"}`, func(o strict.Object) { o.Need("a").OneOf("crop", "corn") }, "file.unknown-name", "a"},
		{"missing", `{}`, func(o strict.Object) { o.Need("a") }, "file.missing", ""},
		{"not needed", `{}`, func(o strict.Object) { o.Get("a") }, "", ""},
		{"an unknown key inside", `{"a":{"b":{"c":1}}}`, func(o strict.Object) { o.Need("a").Object("b").Need("b").Object("d") }, "file.unknown-key", "a.b"},
		{"the first complaint is kept", `{"a":1,"b":1}`, func(o strict.Object) { o.Get("a").Bool(); o.Get("b").Text() }, "file.type", "a"},
	} {
		err := read(c.data, c.read)
		if c.key == "" {
			if err != nil {
				t.Errorf("%s: refused: %v", c.name, err)
			}
			continue
		}
		if v := violation(t, err); v.Key != c.key || v.Place != c.place {
			t.Errorf("%s: %v, want %s at %q", c.name, v, c.key, c.place)
		}
	}
}

func TestWhoAndWhere(t *testing.T) {
	v := strict.Parse([]byte(`{"name":"ann","hex":{"id":"A1","crop":5}}`))
	hex := v.Of(v.Peek("name")).Map().Get("hex")
	hex.At(hex.Peek("id")).Map().Get("crop").Text()
	if got := violation(t, v.Err()); got.Player != "ann" || got.Place != "A1" {
		t.Errorf("complains of %q at %q, want ann at A1", got.Player, got.Place)
	}
	if got := v.Peek("nothing"); got != "" {
		t.Errorf("peeked %q where there is nothing", got)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"coins", "corn", "harbor_master", "surveyors_in_supply"}
	for name, want := range map[string]string{
		"coin": "coins", "Coins": "coins", "cions": "coins", "harbour_master": "harbor_master", "harbormaster": "harbor_master",
		"surveyors": "surveyors_in_supply", "x": "", "": "", "pumpkin": "", strings.Repeat("c", 500): "",
	} {
		if got := strict.Nearest(name, known); got != want {
			t.Errorf("nearest to %.20q is %q, want %q", name, got, want)
		}
	}
}

func TestReadAction(t *testing.T) {
	nine := 9
	want := scoring.Action{
		Player: "ann", Do: "survey", Hexes: []string{"A1"}, Crops: []string{"corn"}, Boat: "2a", Kind: "card", Card: "bank", Space: "coin",
		Key: "coins", Count: 2, Points: &nine, Coin: true, Set: json.RawMessage(`{"a":[1,{"b":null}]}`),
	}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := strict.ReadAction(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read back it differs (-want +got):\n%s", diff)
	}
	for _, c := range []struct{ data, key string }{
		{`{}`, "file.missing"}, {`{"do":5}`, "file.type"}, {`{"do":"work","hex":"A1"}`, "file.unknown-key"},
		{`{"do":"work","hexes":"A1"}`, "file.type"}, {`{"do":"agent","count":100000}`, "file.range"}, {`[]`, "file.type"}, {`{`, "file.not-json"},
	} {
		if _, err := strict.ReadAction([]byte(c.data)); violation(t, err).Key != c.key {
			t.Errorf("%s: %v, want %s", c.data, err, c.key)
		}
	}
}

// FuzzParse: whatever the bytes, reading ends without a crash, in a value or a
// violation; and a value written again is read to the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"a":[1,-2.5e3,"x",true,null],"b":{"c":{}}}`))
	f.Add([]byte(`{"a":1,"a":2}`))
	f.Add([]byte(`[[[[]]]]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v := strict.Parse(data)
		if err := v.Err(); err != nil {
			violation(t, err)
			return
		}
		again := strict.Parse(v.JSON())
		if err := again.Err(); err != nil || string(again.JSON()) != string(v.JSON()) {
			t.Fatalf("%q is written as %q, which reads as %q, %v", data, v.JSON(), again.JSON(), err)
		}
	})
}
