package main

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// shared is output that is looked at while a command writes it.
type shared struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (s *shared) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(text)
}

func (s *shared) has(piece string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return strings.Contains(s.text.String(), piece)
}

// TestWatch holds that a watched file is checked again when it has changed, and that the command
// ends well when it is interrupted.
func TestWatch(t *testing.T) {
	text, err := os.ReadFile("../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write := func(old, other string) {
		if err := os.WriteFile("game.yaml", []byte(strings.Replace(string(text), old, other, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("", "")
	out := &shared{}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error)
	go func() {
		root := newRoot()
		root.SetArgs([]string{"lint", "--watch", "game.yaml"})
		root.SetOut(out)
		root.SetErr(io.Discard)
		done <- root.ExecuteContext(ctx)
	}()
	for piece, change := range map[string]func(){`no "bruses"`: func() { write("target.bruises", "target.bruses") }} {
		time.Sleep(2 * watchPause)
		change()
		for wait := time.Now(); !out.has(piece); time.Sleep(watchPause / 4) {
			if time.Since(wait) > time.Minute {
				t.Fatalf("%q isn't said", piece)
			}
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
