//go:build !windows

package terminal

import "os"

// takesColours reports whether a terminal supports colours: except on Windows all do.
func takesColours(*os.File) bool { return true }
