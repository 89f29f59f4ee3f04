package api

import (
	"strings"

	"github.com/gin-gonic/gin"

	"harbormaster/history"
)

// order is what an export was asked for.
type order struct {
	filter   history.Filter
	plays    []string // only these, if there are any
	pictures bool
	mark     bool // a byte order mark at the start of a sheet
}

// mostNamed bounds the plays that an export is asked for by name.
const mostNamed = 100

// ordered reads what an export is asked for.
func ordered(c *gin.Context) (order, error) {
	q := query(c, append([]string{"play", "pictures", "bom"}, filterKeys...)...)
	o := order{filter: filterOf(q), pictures: q.yes("pictures"), mark: q.yes("bom")}
	if named := c.Query("play"); named != "" {
		o.plays = strings.Split(named, ",")
	}
	if len(o.plays) > mostNamed {
		q.fail("more than 100 plays are named", "use the filters instead")
	}
	if len(o.plays) > 0 && o.filter != (history.Filter{}) {
		q.fail("plays are named and filtered at once", "give either \"play\" or filters")
	}
	return o, q.err
}

// yes returns a parameter as yes (1 or true) or no.
func (q *asked) yes(name string) bool {
	switch q.c.Query(name) {
	case "1":
		return true
	case "0":
		return false
	}
	return q.flag(name)
}
