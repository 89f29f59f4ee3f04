// Package web holds the pages as files, embedded: HTML, styles, scripts,
// drawings and words. It knows nothing of what serves them.
package web

import (
	"embed"
	"io/fs"
)

//go:embed static
var static embed.FS

// Files returns the files that browsers get, from index.html on.
func Files() fs.FS {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // can't be: the name is the one above
	}
	return files
}
