package exchange

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Other programs, and older versions of BG Stats, write numbers as text, truths
// as 0 and 1, and null where nothing is known. These types take all of that.

type looseText string

// UnmarshalJSON takes text, a number, a truth or null.
func (t *looseText) UnmarshalJSON(data []byte) error {
	s, err := scalar(data)
	*t = looseText(s)
	return err
}

type looseInt int64

// UnmarshalJSON takes a number, a number as text, a truth or null.
func (n *looseInt) UnmarshalJSON(data []byte) error {
	s, err := scalar(data)
	*n = 0
	if err != nil || strings.TrimSpace(s) == "" || s == "false" {
		return err
	}
	if s == "true" {
		*n = 1
		return nil
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1<<52 {
		return fmt.Errorf("%.40q is no number", s)
	}
	*n = looseInt(f)
	return nil
}

type looseBool bool

// UnmarshalJSON takes a truth, as a word or a number, or null.
func (b *looseBool) UnmarshalJSON(data []byte) error {
	s, err := scalar(data)
	if err != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "", "0", "false", "no":
		*b = false
	case "1", "true", "yes":
		*b = true
	default:
		return fmt.Errorf("%.40q is neither true nor false", s)
	}
	return nil
}

// scalar returns what isn't a list or object as text, null as "".
func scalar(data []byte) (string, error) {
	switch {
	case len(data) == 0 || string(data) == "null":
		return "", nil
	case data[0] == '"':
		var s string
		err := json.Unmarshal(data, &s)
		return s, err
	case data[0] == '[' || data[0] == '{':
		return "", fmt.Errorf("a list or object stands where one value is wanted")
	}
	return string(data), nil
}

// sum works a score out: BG Stats keeps what people typed, such as "12+7" or
// "3*5-2". Spaces and a decimal comma are taken; ok is false for what is no
// such sum, exact is false where it had to be rounded.
func sum(s string) (points int, exact, ok bool) {
	s = strings.NewReplacer(" ", "", "\u00a0", "", "\t", "", ",", ".", "−", "-", "–", "-", "×", "*", "x", "*", "X", "*").Replace(s)
	if s == "" || len(s) > 500 {
		return 0, false, false
	}
	total, rest := 0.0, s
	for first := true; rest != "" || first; first = false {
		sign := 1.0
		for i := 0; rest != "" && (rest[0] == '+' || rest[0] == '-'); i++ {
			if i == 2 || i == 1 && first { // "--5" and "1+--5" are slips
				return 0, false, false
			}
			if rest[0] == '-' {
				sign = -sign
			}
			rest = rest[1:]
		}
		product := sign
		for {
			digits := len(rest) - len(strings.TrimLeft(rest, "0123456789."))
			f, err := strconv.ParseFloat(rest[:digits], 64)
			if err != nil {
				return 0, false, false
			}
			product, rest = product*f, rest[digits:]
			if !strings.HasPrefix(rest, "*") {
				break
			}
			rest = rest[1:]
		}
		total += product
		if rest != "" && rest[0] != '+' && rest[0] != '-' {
			return 0, false, false
		}
	}
	if math.Abs(total) > mostScore {
		return 0, false, false
	}
	return int(math.Round(total)), total == math.Round(total), true
}
