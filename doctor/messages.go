package doctor

import (
	"embed"
	"io/fs"
)

//go:embed messages
var messages embed.FS

// Messages returns the sentences of the report for pages: each line's by its
// key after "doctor.", what mends it by that and ".mend" where it is no command.
func Messages() fs.FS { return messages }
