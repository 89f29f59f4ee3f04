package api_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"harbormaster/api"
)

// TestMachine: the displays with their troubles and lamps, the errors of each
// driver among the metrics, and the doctor's report.
func TestMachine(t *testing.T) {
	picture := map[string]any{"kind": "seven", "modules": 1, "cells": 2, "lamps": []int{6, 91}}
	s := serve(t, func(o *api.Options) {
		o.Machine = api.Machine{
			Displays: func() []api.Display {
				return []api.Display{
					{Address: "terminal:", Driver: "terminal", Picture: picture},
					{Address: "ht16k33:I2C1", Driver: "ht16k33", Error: "at 0x70: nobody answers", Failing: time.Now(), Errors: 3, Picture: picture},
					{Address: "ht16k33:I2C2", Driver: "ht16k33", Errors: 4, Picture: picture},
				}
			},
			Bundle: func(context.Context) ([]byte, error) { return []byte("zip"), nil },
			Doctor: func(context.Context) any {
				return map[string]any{"healthy": false, "at": time.Now(), "checks": []any{map[string]any{"key": "spi.off", "check": "spi", "state": "wrong", "text": "SPI is switched off", "mend": "sudo reboot"}}}
			},
		}
	})
	var got struct {
		Displays []struct{ Address, Error string }
	}
	s.ask("GET", "/api/v1/displays", nil).wants(t, 200, &got)
	if len(got.Displays) != 3 || got.Displays[1].Error != "at 0x70: nobody answers" {
		t.Errorf("%+v", got)
	}
	var report struct{ Healthy bool }
	report.Healthy = true
	if s.ask("GET", "/api/v1/doctor", nil).wants(t, 200, &report); report.Healthy {
		t.Error("the report doesn't say what the doctor said")
	}
	if a := s.ask("GET", "/api/v1/doctor/bundle.zip", nil); a.status != 200 || string(a.body) != "zip" || !strings.Contains(a.header.Get("Content-Disposition"), "harbormaster.zip") {
		t.Errorf("the bundle: %d %s %v", a.status, a.body, a.header)
	}
	metrics := string(s.ask("GET", "/metrics", nil).body)
	for _, line := range []string{`harbormaster_display_errors_total{driver="ht16k33"} 7`, `harbormaster_display_errors_total{driver="terminal"} 0`} {
		if !strings.Contains(metrics, line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
}

// TestNoMachine: a service without displays says so, and one that can't look at
// its machine too.
func TestNoMachine(t *testing.T) {
	s := serve(t)
	var got struct{ Displays []any }
	s.ask("GET", "/api/v1/displays", nil).wants(t, 200, &got)
	if got.Displays == nil || len(got.Displays) != 0 {
		t.Errorf("%+v", got)
	}
	s.ask("GET", "/api/v1/doctor", nil).refused(t, 404, "not-found")
	s.ask("GET", "/api/v1/doctor/bundle.zip", nil).refused(t, 404, "not-found")
}
