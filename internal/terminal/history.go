package terminal

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/lang/diag"
)

// Limits of a history: its lines, and the bytes of a line and of a file that are still read.
const (
	historyLines = 500
	historyLine  = 1000
	historyFile  = 1 << 20
)

// HistoryFile returns the path of the history of rulec play, in the user's folder for such files: $XDG_STATE_HOME or ~/.local/state, on macOS
// ~/Library/Application Support, on Windows %LocalAppData%. It is empty if the environment doesn't tell.
func HistoryFile() string {
	var folder string
	switch runtime.GOOS {
	case "windows":
		folder, _ = os.UserCacheDir()
	case "darwin":
		folder, _ = os.UserConfigDir()
	default:
		folder = os.Getenv("XDG_STATE_HOME")
		if home, err := os.UserHomeDir(); err == nil && !filepath.IsAbs(folder) {
			folder = filepath.Join(home, ".local", "state")
		}
	}
	if !filepath.IsAbs(folder) {
		return ""
	}
	return filepath.Join(folder, "rulec", "play-history")
}

// recall returns the last lines of a history.
func recall(path string) ([]string, error) {
	text, err := disk.Read(path, historyFile)
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\r\n"); memorable(line) {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-historyLines):], err
}

// memorable reports whether a line belongs in a history: not if it is empty, long, or has characters that a terminal would obey.
func memorable(line string) bool {
	return strings.TrimSpace(line) != "" && len(line) <= historyLine && diag.Visible(line) == line
}

// remember adds lines to a history. It reads the file again, because another fight may have added lines since.
func remember(path string, lines []string) {
	if path == "" || len(lines) == 0 {
		return
	}
	_ = os.MkdirAll(filepath.Dir(path), 0o700)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // Replace keeps the permissions
	if err != nil {
		return
	}
	file.Close()
	old, err := recall(path)
	if err != nil {
		return // it is something else, which isn't ours to replace
	}
	all := append(old, lines...)
	_ = disk.Replace(path, []byte(strings.Join(all[max(0, len(all)-historyLines):], "\n")+"\n"))
}
