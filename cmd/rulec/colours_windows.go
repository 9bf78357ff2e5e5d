package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesColours has a console of Windows take colours: it shows their escapes as they are, unless it is asked not to.
func takesColours(console *os.File) bool {
	var mode uint32
	err := windows.GetConsoleMode(windows.Handle(console.Fd()), &mode)
	if err != nil {
		return false
	}
	return windows.SetConsoleMode(windows.Handle(console.Fd()), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
