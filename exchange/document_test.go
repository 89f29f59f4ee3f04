package exchange

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"harbormaster/history"
	"harbormaster/scoring/catalog"
)

func written(t testing.TB, s *shelf, o Options) []byte {
	t.Helper()
	o.Now, o.Program = noon, "v1"
	var b bytes.Buffer
	if err := WriteJSON(context.Background(), &b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readBack(t testing.TB, data []byte) *history.Batch {
	t.Helper()
	b, err := ReadJSON(context.Background(), data, catalog.Game)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func schema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("export.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("export.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(s *jsonschema.Schema, data []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// evening fills a shelf with everything that an export holds.
func evening(t testing.TB, seed uint64) *shelf {
	t.Helper()
	return eveningOf(t, seed, "riverboat", "orleans", "agricola", "plantation")
}

func eveningOf(t testing.TB, seed uint64, games ...string) *shelf {
	t.Helper()
	s := &shelf{cards: []history.Card{{Game: "riverboat", Name: "Own, card", Body: json.RawMessage(`{"points":3}`)}},
		settings: map[string]json.RawMessage{"theme": json.RawMessage(`"dark"`), "brightness": json.RawMessage(`8`)}}
	s.person(history.Player{Name: "Never played", UUID: "0b2f1a9e-1111-4222-8333-444455556666", Hidden: true, Created: noon})
	s.pictures = map[int64]history.Picture{7: {Type: "image/png", Body: dot}}
	s.players[0].Picture = true
	s.place("Nowhere")
	for i, game := range games {
		played(t, s, seed+uint64(i)*17, game, 60, i%2 == 0)
	}
	recorded(t, s, int(seed%1000))
	return s
}

func TestDocumentRoundTrip(t *testing.T) {
	compiled := schema(t)
	rapid.Check(t, func(rt *rapid.T) {
		game := rapid.SampledFrom(catalog.Games()).Draw(rt, "game").Info().Name
		s := eveningOf(t, rapid.Uint64().Draw(rt, "seed"), game)
		pictures := rapid.Bool().Draw(rt, "pictures")
		first := written(t, s, Options{Pictures: pictures})
		if err := validate(compiled, first); err != nil {
			t.Fatalf("the document doesn't fit its schema: %v", err)
		}
		empty := &shelf{}
		report := empty.take(readBack(t, first))
		if want := (history.Report{Players: len(s.players), Places: len(s.places), Cards: 1, Settings: 2, Plays: 2}); report != want {
			t.Fatalf("imported %+v, want %+v", report, want)
		}
		again := written(t, empty, Options{Pictures: pictures})
		if diff := cmp.Diff(string(first), string(again)); diff != "" {
			t.Fatalf("export, import, export changed it (-first +again):\n%s", diff)
		}
		if got, want := empty.take(readBack(t, first)), (history.Report{Skipped: 2}); got != want {
			t.Fatalf("imported twice: %+v, want %+v", got, want)
		}
		if strings.Contains(string(first), "picture") != pictures {
			t.Fatalf("there are pictures: want %v", pictures)
		}
	})
}

func TestImportAddsToWhatIsHere(t *testing.T) {
	there := evening(t, 1)
	here := &shelf{cards: []history.Card{{Game: "riverboat", Name: "Own, card", Body: json.RawMessage(`{"points":9}`)}}}
	played(t, here, 99, "riverboat", 20, true)
	before := len(here.events)
	here.take(readBack(t, written(t, there, Options{})))
	if string(here.cards[0].Body) != `{"points":9}` || len(here.cards) != 1 {
		t.Errorf("the card here was overwritten: %s", here.cards[0].Body)
	}
	if got, want := len(here.events), before+len(there.events); got != want {
		t.Errorf("%d events, want %d", got, want)
	}
	seen := map[string]bool{}
	for _, p := range here.players {
		if seen[p.Name] {
			t.Errorf("%q is there twice", p.Name)
		}
		seen[p.Name] = true
	}
}

func TestExportOfSomePlaysHoldsOnlyWhatTheyNeed(t *testing.T) {
	s := evening(t, 5)
	b := readBack(t, written(t, s, Options{Filter: history.Filter{Game: "riverboat"}}))
	if len(b.Plays) != 1 || len(b.Cards) != 0 {
		t.Errorf("%d plays and %d cards", len(b.Plays), len(b.Cards))
	}
	if got, want := len(b.Players), len(b.Plays[0].Seats); got != want {
		t.Errorf("%d players, want the %d of the play", got, want)
	}
}
