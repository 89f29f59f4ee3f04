package tracking

import (
	"embed"
	"io/fs"
)

//go:embed messages
var messages embed.FS

// Messages returns this package's own message files.
func Messages() fs.FS { return messages }
