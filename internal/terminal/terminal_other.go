//go:build !unix && !windows

package terminal

import "os"

// size says that a file is no terminal: there are none here.
func size(*os.File) (columns int, ok bool) { return 0, false }

func takesColours(*os.File) bool { return false }
