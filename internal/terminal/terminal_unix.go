//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// size returns the number of columns of a terminal; 0 means that it isn't known. Ok is false if the file is no terminal.
func size(file *os.File) (columns int, ok bool) {
	s, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, false
	}
	return int(s.Col), true
}

// takesColours reports whether a terminal supports colours: except on Windows all do.
func takesColours(*os.File) bool { return true }
