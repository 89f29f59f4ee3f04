package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

// asked reads the parameters of a query. The first error sticks.
type asked struct {
	c   *gin.Context
	err error
}

// query returns the query of a request that may have only these parameters,
// each once.
func query(c *gin.Context, known ...string) *asked {
	q := &asked{c: c}
	for name, values := range c.Request.URL.Query() {
		if !slices.Contains(known, name) {
			q.fail(fmt.Sprintf("the query has the unknown parameter %.40q", name), "known are "+strings.Join(known, ", "))
		} else if len(values) > 1 {
			q.fail(name+" is given twice", "give it once")
		}
	}
	return q
}

func (q *asked) fail(what, hint string) {
	if q.err == nil {
		q.err = invalid(what, hint)
	}
}

// text returns a parameter, "" if it isn't there.
func (q *asked) text(name string) string {
	t := q.c.Query(name)
	if len(t) > 400 {
		q.fail(name+" is too long", "at most 400 bytes")
	}
	return t
}

// number returns a parameter as a whole number, otherwise if it isn't there.
func (q *asked) number(name string, low, high, otherwise int64) int64 {
	t := q.c.Query(name)
	if t == "" {
		return otherwise
	}
	n, err := strconv.ParseInt(t, 10, 64)
	if err != nil || n < low || n > high {
		q.fail(fmt.Sprintf("%s is %.40q", name, t), fmt.Sprintf("it must be a whole number from %d to %d", low, high))
		return otherwise
	}
	return n
}

// id returns a parameter as the id of something, 0 if it isn't there.
func (q *asked) id(name string) int64 { return q.number(name, 1, 1<<53, 0) }

// flag returns a parameter as yes or no; no if it isn't there.
func (q *asked) flag(name string) bool {
	switch t := q.c.Query(name); t {
	case "", "false":
		return false
	case "true":
		return true
	default:
		q.fail(fmt.Sprintf("%s is %.40q", name, t), "it must be true or false")
		return false
	}
}

// moment returns a parameter as a time: a day, or a day and time with a zone.
func (q *asked) moment(name string) time.Time {
	t := q.c.Query(name)
	if t == "" {
		return time.Time{}
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, t); err == nil && at.Year() > 1700 && at.Year() < 2200 {
			return at
		}
	}
	q.fail(fmt.Sprintf("%s is %.40q", name, t), "it must be a day like 2026-11-30, or a time like 2026-11-30T19:30:00Z")
	return time.Time{}
}

// oneOf returns a parameter that is one of some words, "" if it isn't there.
func (q *asked) oneOf(name string, words ...string) string {
	t := q.c.Query(name)
	if t != "" && !slices.Contains(words, t) {
		q.fail(fmt.Sprintf("%s is %.40q", name, t), "it must be one of "+strings.Join(words, ", "))
	}
	return t
}
