package strict

import "strings"

// Object is a JSON object whose keys were checked against the known ones.
type Object struct {
	Value
	keys []string
}

// Object returns the value as an object that has none but the known keys; an
// unknown key is a complaint that gives the nearest known.
func (v Value) Object(known ...string) Object {
	o, ok := v.raw.(object)
	if !ok {
		v.wrongType("object")
		return Object{Value: v}
	}
	for _, key := range o.keys {
		found := false
		for _, k := range known {
			found = found || k == key
		}
		if !found {
			v.fail("file.unknown-key", "key", key, "nearest", Nearest(key, known), "known", known)
			return Object{Value: v}
		}
	}
	return Object{Value: v, keys: o.keys}
}

// Map returns the value as an object with any keys (names of hexes or cards).
func (v Value) Map() Object {
	o, ok := v.raw.(object)
	if !ok {
		v.wrongType("object")
	}
	return Object{Value: v, keys: o.keys}
}

// Keys returns the object's keys in the file's order.
func (o Object) Keys() []string { return o.keys }

// Has reports whether the key is there, be it null.
func (o Object) Has(key string) bool {
	for _, k := range o.keys {
		if k == key {
			return true
		}
	}
	return false
}

// Get returns the value behind a key; an absent one is Null.
func (o Object) Get(key string) Value {
	v := o.Value
	v.raw = nil
	if m, ok := o.raw.(object); ok {
		v.raw = m.values[key]
	}
	if v.path != "" {
		v.path += "."
	}
	v.path += key
	return v
}

// Need returns the value behind a key that must be there.
func (o Object) Need(key string) Value {
	if !o.Failed() && !o.Has(key) {
		o.fail("file.missing", "key", key)
	}
	return o.Get(key)
}

// Of returns the object as one of that player's, for complaints.
func (o Object) Of(player string) Object {
	o.player = player
	return o
}

// At returns the object as belonging to that place, for complaints.
func (o Object) At(place string) Object {
	o.place = place
	return o
}

// Nearest returns the known name that takes the fewest changed, added, left
// out or swapped letters to get from name. With more than a third of its
// letters wrong it is no misspelling: then it is a known name that holds it
// whole ("surveyors" for "surveyors_in_supply"), or "".
func Nearest(name string, known []string) string {
	best, bestDistance := "", (len([]rune(name))+2)/3+1
	for _, k := range known {
		d := distance(name, k)
		// Of two equally near, the one that holds the name is meant: "2" for "2a".
		if d < bestDistance || d == bestDistance && best != "" && !holds(best, name) && holds(k, name) {
			best, bestDistance = k, d
		}
	}
	if best != "" {
		return best
	}
	for _, k := range known {
		if len(name) >= 3 && holds(k, name) {
			return k
		}
	}
	return ""
}

func holds(long, short string) bool {
	return strings.Contains(strings.ToLower(long), strings.ToLower(short))
}

// distance is the optimal string alignment distance (Damerau, Levenshtein),
// letters compared without regard to case.
func distance(a, b string) int {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if len(x) > 80 || len(y) > 80 { // no name is that long; don't spend time on hostile ones
		return max(len(x), len(y))
	}
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(x)][len(y)]
}

// Peek returns the text behind a key, or "" where there is none, without a
// complaint: so that complaints about an object can name whose it is.
func (v Value) Peek(key string) string {
	o, _ := v.raw.(object)
	text, _ := o.values[key].(string)
	return text
}
