//go:build page

package web

import (
	"embed"
	"io/fs"
)

//go:embed dist
var files embed.FS

// Page returns the files of the page; nil: the program was built without them.
func Page() fs.FS {
	page, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // the name is valid
	}
	return page
}
