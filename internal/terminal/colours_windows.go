package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesColours enables colours in a console, which by default prints the escape sequences.
func takesColours(file *os.File) bool {
	console := windows.Handle(file.Fd())
	var mode uint32
	return windows.GetConsoleMode(console, &mode) == nil &&
		windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
