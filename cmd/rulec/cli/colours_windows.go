package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesColours enables colours in a console of Windows, which by default prints the escape sequences.
func takesColours(console *os.File) bool {
	var mode uint32
	err := windows.GetConsoleMode(windows.Handle(console.Fd()), &mode)
	if err != nil {
		return false
	}
	return windows.SetConsoleMode(windows.Handle(console.Fd()), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
