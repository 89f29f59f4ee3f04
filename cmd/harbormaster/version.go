package main

import (
	"fmt"
	"runtime/debug"

	"harbormaster/store"
	"harbormaster/vision"
)

// version is set by the Makefile from git; a plain go build leaves it so.
var version = "devel"

type versionCommand struct {
	JSON bool `help:"Print one JSON document."`
}

type versionJSON struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
	OpenCV  string `json:"opencv"`
	SQLite  string `json:"sqlite"`
}

// commit is set by the Makefile, since builds in containers often can't ask git.
var commit = ""

// Run prints the versions of the program and of what it is built with.
func (c *versionCommand) Run(p *program) error {
	v := versionJSON{Version: version, Commit: commit, OpenCV: vision.OpenCVVersion(), SQLite: store.SQLiteVersion()}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Go = info.GoVersion
	}
	if c.JSON {
		return p.printJSON(v)
	}
	_, err := fmt.Fprintf(p.out, "harbormaster %s (%s, %s, OpenCV %s, SQLite %s)\n", v.Version, v.Commit, v.Go, v.OpenCV, v.SQLite)
	return err
}
