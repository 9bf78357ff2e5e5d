//go:build !windows

package main

import "os"

// takesColours tells whether a terminal takes colours: elsewhere than on Windows all do.
func takesColours(*os.File) bool { return true }
