//go:build unix

package serve

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestServeWaitsForNothing holds that a pipe among the rules is no file: whoever reads it waits.
func TestServeWaitsForNothing(t *testing.T) {
	s, folder := site(t, map[string]string{"a.yaml": "a"})
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.yaml"), 0o666); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "GET", "/files/pipe.yaml"); w.Code != 404 {
		t.Errorf("a pipe: %d", w.Code)
	}
	if w := ask(s, "GET", "/files/index.json"); w.Body.String() != `["a.yaml"]` {
		t.Errorf("there are %s", w.Body)
	}
}
