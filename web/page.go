package web

import (
	"embed"
	"io/fs"
)

// files are what go generate makes of web/app.
//
//go:embed page
var files embed.FS

// Page returns the files of the page.
func Page() fs.FS {
	page, err := fs.Sub(files, "page")
	if err != nil {
		panic(err) // the name is valid
	}
	return page
}
