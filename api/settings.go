package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/scoring/strict"
)

// Settings are what people change at the table; what the machine needs to
// know before it starts is in its config file.
type Settings interface {
	Settings(ctx context.Context) (map[string]json.RawMessage, error)
	// Set sets all of them or none; null takes one away.
	Set(ctx context.Context, settings map[string]json.RawMessage) error
}

// setting is one that people may set.
type setting struct {
	key   string
	first string // JSON
	read  func(strict.Value) any
}

// settingKeys are the settings with what they are before anybody sets them and
// what reads them.
var settingKeys = []setting{
	{"table", `""`, func(v strict.Value) any { return v.Text() }},                                          // what people call this table
	{"place", `""`, func(v strict.Value) any { return v.Text() }},                                          // where it stands: the place of new plays
	{"game", `""`, func(v strict.Value) any { return v.Text() }},                                           // offered first
	{"theme", `"system"`, func(v strict.Value) any { return v.OneOf("theme", "system", "light", "dark") }}, // of pages
	{"language", `"en"`, func(v strict.Value) any { return v.OneOf("language", "en", "de", "fr") }},        // of pages
	{"brightness", `4`, func(v strict.Value) any { return v.Int(0, 15) }},                                  // of the score displays; until somebody sets it, their addresses say it
	{"follow", `"at once"`, func(v strict.Value) any { return v.OneOf("way", "at once", "propose") }},      // what the camera sees is entered at once, or waits for a tap
	{"teach", `false`, func(v strict.Value) any { return v.Bool() }},                                       // whether the eye learns from answers and corrections
	{"welcome", `true`, func(v strict.Value) any { return v.Bool() }},                                      // whether the first steps are still shown
}

func (s *Server) settingRoutes() []route {
	return []route{
		{"GET", "/settings", access.Watch, s.showSettings},
		{"PATCH", "/settings", access.Admin, s.changeSettings},
	}
}

// mostSettingText bounds a setting that is text, in bytes.
const mostSettingText = 200

func (s *Server) showSettings(c *gin.Context) {
	kept, err := s.Library.Settings(c.Request.Context())
	if err != nil {
		fail(c, s, err)
		return
	}
	all := map[string]json.RawMessage{}
	for _, k := range settingKeys {
		all[k.key] = json.RawMessage(k.first)
		if v, ok := kept[k.key]; ok {
			all[k.key] = v
		}
	}
	c.JSON(http.StatusOK, all)
}

// changeSettings sets those that are given; null sets one back.
func (s *Server) changeSettings(c *gin.Context) {
	var keys []string
	for _, k := range settingKeys {
		keys = append(keys, k.key)
	}
	o, err := body(c, keys...)
	if err != nil {
		fail(c, s, err)
		return
	}
	changes := map[string]json.RawMessage{}
	for _, k := range settingKeys {
		if !o.Has(k.key) {
			continue
		}
		v := o.Get(k.key)
		if !v.Null() {
			if text, ok := k.read(v).(string); ok && len(text) > mostSettingText {
				fail(c, s, invalid(k.key+" is too long", "at most 200 bytes"))
				return
			}
		}
		changes[k.key] = v.JSON()
		if v.Null() {
			changes[k.key] = json.RawMessage("null")
		}
	}
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	if err := s.Library.Set(c.Request.Context(), changes); err != nil {
		fail(c, s, err)
		return
	}
	s.showSettings(c)
}
