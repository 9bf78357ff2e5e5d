package cli

import (
	"os/exec"
	"runtime"
)

// openBrowser opens an address in the user's browser, if there is one: otherwise they open it themselves.
func openBrowser(address string) {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	case "darwin":
		command = []string{"/usr/bin/open"}
	}
	cmd := exec.Command(command[0], append(command[1:], address)...)
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }()
	}
}
