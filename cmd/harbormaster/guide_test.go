package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"harbormaster/hardware/camera"
	"harbormaster/hardware/display"
)

// TestGuide: every address of a display or camera and every command of ours in the guide works.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	addresses := regexp.MustCompile("`((?:max7219|ht16k33|terminal|mirror):[^`]*)`").FindAllStringSubmatch(string(guide), -1)
	if len(addresses) < 7 {
		t.Errorf("only %d display addresses were found", len(addresses))
	}
	for _, a := range addresses {
		if _, err := display.Parse(a[1]); err != nil {
			t.Error(err)
		}
	}
	cameras := regexp.MustCompile("`((?:rpicam|v4l2|https?|rtsp|dir|upload):[^`]*)`").FindAllStringSubmatch(string(guide), -1)
	if len(cameras) < 8 {
		t.Errorf("only %d camera addresses were found", len(cameras))
	}
	for _, a := range cameras {
		if _, err := camera.Parse(a[1]); err != nil {
			t.Error(err)
		}
	}
	commands := map[string]bool{}
	for _, c := range regexp.MustCompile("`(?:sudo -u harbormaster )?harbormaster ([a-z]+)").FindAllStringSubmatch(string(guide), -1) {
		commands[c[1]] = true
	}
	for c := range commands {
		var out, errOut strings.Builder
		if code := run([]string{c, "--help"}, strings.NewReader(""), &out, &errOut); code != exitOK {
			t.Errorf("harbormaster %s: %s", c, errOut.String())
		}
	}
	for _, flag := range []string{"doctor --bundle --picture", "tags --players --paper --out", "serve --print-config --display", "demo --display", "backup --out"} {
		words := strings.Fields(flag)
		var out, errOut strings.Builder
		run([]string{words[0], "--help"}, strings.NewReader(""), &out, &errOut)
		for _, f := range words[1:] {
			if !strings.Contains(out.String(), f) {
				t.Errorf("harbormaster %s has no %s", words[0], f)
			}
		}
	}
}
