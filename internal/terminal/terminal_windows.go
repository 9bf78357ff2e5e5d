package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// size returns the number of columns of a console; 0 means that it isn't known. Ok is false if the file is no console.
func size(file *os.File) (columns int, ok bool) {
	console := windows.Handle(file.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return 0, false
	}
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(console, &info) != nil {
		return 0, true // it is the input
	}
	return int(info.Window.Right-info.Window.Left) + 1, true
}

// takesColours enables colours in a console, which by default prints the escape sequences.
func takesColours(file *os.File) bool {
	console := windows.Handle(file.Fd())
	var mode uint32
	return windows.GetConsoleMode(console, &mode) == nil &&
		windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
