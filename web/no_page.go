//go:build !page

package web

import "io/fs"

// Page returns the files of the page; nil: the program was built without them.
func Page() fs.FS { return nil }
