package terminal

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "rulec", "play-history")
	if lines, err := recall(path); lines != nil || err == nil {
		t.Fatal("there is a history before the first run:", lines, err)
	}
	remember(path, nil)
	if _, err := os.Stat(path); err == nil {
		t.Error("nothing is written as a history")
	}
	remember(path, []string{"1", "punch mort"})
	remember(path, []string{"undo"})
	if lines, err := recall(path); err != nil || !slices.Equal(lines, []string{"1", "punch mort", "undo"}) {
		t.Error(lines, err)
	}
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s has %v, want %v (%v)", filepath.Base(name), info.Mode(), want, err)
		}
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Error("something is left beside it:", files)
	}
}

// TestHistoryLimits tests that the last 500 lines are kept, and that lines that are long, or that a terminal would obey, aren't read.
func TestHistoryLimits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	var lines []string
	for i := range 700 {
		lines = append(lines, fmt.Sprint("punch ", i))
	}
	remember(path, lines[:300])
	remember(path, lines[300:])
	if got, err := recall(path); err != nil || !slices.Equal(got, lines[200:]) {
		t.Errorf("%d lines, want 500 (%v)", len(got), err)
	}
	text := "1\n\x1b[2J\n  \n\xff\r\n" + strings.Repeat("x", historyLine+1) + "\nlook\r\n2"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := recall(path); err != nil || !slices.Equal(got, []string{"1", "look", "2"}) {
		t.Errorf("%.100q (%v)", got, err)
	}
}

// TestHistoryElsewhere tests that nothing is done, in silence, where no history can be.
func TestHistoryElsewhere(t *testing.T) {
	dir := t.TempDir()
	file, large := filepath.Join(dir, "file"), filepath.Join(dir, "large")
	whole := []byte(strings.Repeat("x\n", historyFile/2+1))
	if os.WriteFile(file, []byte("1\n"), 0o600) != nil || os.WriteFile(large, whole, 0o600) != nil {
		t.Fatal("no files")
	}
	for _, path := range []string{"", dir, filepath.Join(file, "history"), os.DevNull, large} {
		remember(path, []string{"1"})
		if lines, err := recall(path); err == nil || len(lines) != 0 {
			t.Errorf("%q has a history: %q", path, lines)
		}
	}
	if text, err := os.ReadFile(large); err != nil || len(text) != len(whole) {
		t.Error("a file that is no history has been replaced:", len(text), err)
	}
}

func TestHistoryFile(t *testing.T) {
	home := t.TempDir()
	state := filepath.Join(home, "state")
	for _, name := range []string{"HOME", "XDG_STATE_HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	if path := HistoryFile(); path != "" {
		t.Error("nobody's history is", path)
	}
	t.Setenv("HOME", home)
	t.Setenv("LocalAppData", state)
	t.Setenv("XDG_STATE_HOME", "not/absolute")
	want := map[string]string{"windows": "state", "darwin": "Library/Application Support"}[runtime.GOOS]
	if want == "" {
		want = ".local/state"
	}
	if path := HistoryFile(); path != filepath.Join(home, want, "rulec", "play-history") {
		t.Error(path)
	}
	t.Setenv("XDG_STATE_HOME", state)
	if path := HistoryFile(); runtime.GOOS == "linux" && path != filepath.Join(state, "rulec", "play-history") {
		t.Error(path)
	}
}
