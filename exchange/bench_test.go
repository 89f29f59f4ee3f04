package exchange

import (
	"bytes"
	"context"
	"io"
	"testing"

	"harbormaster/scoring/catalog"
)

// benched returns a document of many plays of the length of an evening.
func benched(b *testing.B) (*shelf, []byte) {
	b.Helper()
	s := &shelf{}
	for i := range 20 {
		played(b, s, uint64(i), []string{"riverboat", "orleans", "agricola", "plantation"}[i%4], 150, true)
	}
	var out bytes.Buffer
	if err := WriteJSON(context.Background(), &out, s, Options{Now: noon}); err != nil {
		b.Fatal(err)
	}
	return s, out.Bytes()
}

// One pass reads and replays 20 plays.
func BenchmarkReadJSON(b *testing.B) {
	_, data := benched(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadJSON(context.Background(), data, catalog.Game); err != nil {
			b.Fatal(err)
		}
	}
}

// One pass writes the scores of 20 plays, which replays them (twice here,
// since the test's library replays them too).
func BenchmarkWriteScores(b *testing.B) {
	s, _ := benched(b)
	c := CSV{Games: catalog.Game}
	for b.Loop() {
		if err := c.WriteScores(context.Background(), io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}
