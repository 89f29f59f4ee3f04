package api

import (
	"fmt"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/history"
	"harbormaster/session"
)

// ordered reads what an export is asked for. A parameter that isn't known is
// refused: a slip of the pen would else export everything.
func ordered(c *gin.Context) (order, error) {
	var o order
	for key, values := range c.Request.URL.Query() {
		var err error
		switch key {
		case "play":
			if len(values) > 100 {
				return o, invalid("more than 100 plays are named", "use the filters instead")
			}
			o.plays = values
		case "pictures":
			o.pictures = values[0] != "0"
		case "bom":
			o.mark = values[0] != "0"
		default:
			err = narrow(&o.filter, key, values)
		}
		if err != nil {
			return o, err
		}
	}
	if len(o.plays) > 0 && o.filter != (history.Filter{}) {
		return o, invalid("plays are named and filtered at once", "give either \"play\" or filters")
	}
	return o, nil
}

// narrow adds one parameter of a query to a filter.
func narrow(f *history.Filter, key string, values []string) error {
	value := values[0]
	if len(values) > 1 {
		return invalid(fmt.Sprintf("%.40q is given twice", key), "give it once")
	}
	var err error
	switch key {
	case "game":
		f.Game = value
	case "status":
		f.Status = session.Status(value)
	case "text":
		f.Text = value
	case "player":
		f.Player, err = strconv.ParseInt(value, 10, 64)
	case "place":
		f.Place, err = strconv.ParseInt(value, 10, 64)
	case "players":
		f.Players, err = strconv.Atoi(value)
	case "from":
		f.From, err = moment(value)
	case "to":
		f.To, err = moment(value)
	default:
		return invalid(fmt.Sprintf("there is no parameter %.40q here", key), "known are game, player, place, status, players, from, to, text, play, pictures and bom")
	}
	if err != nil {
		return invalid(fmt.Sprintf("%s can't be %.40q", key, value), "ids and counts are whole numbers, times are such as 2026-11-30 or 2026-11-30T19:30:00Z")
	}
	return nil
}

// moment reads a time or a day, which begins at midnight UTC.
func moment(s string) (time.Time, error) {
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	return time.Parse(time.RFC3339, s)
}
