package follow

import (
	"embed"
	"io/fs"
)

//go:embed messages
var messages embed.FS

// Messages returns the message files of the camera's side.
func Messages() fs.FS { return messages }
