package main

import (
	"context"
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

func (s *shared) count(piece string) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return strings.Count(s.text.String(), piece)
}

// TestWatch holds that a watched file is checked again when it has changed, that the same isn't said
// twice, and that the command ends well when it is interrupted.
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
	out, errs := &shared{}, &shared{}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error)
	go func() {
		root := newRoot()
		root.SetArgs([]string{"lint", "--watch", "game.yaml"})
		root.SetOut(out)
		root.SetErr(errs)
		done <- root.ExecuteContext(ctx)
	}()
	await := func(w *shared, piece string) {
		t.Helper()
		for wait := time.Now(); w.count(piece) == 0; time.Sleep(watchPause / 4) {
			if time.Since(wait) > time.Minute {
				t.Fatalf("%q isn't said", piece)
			}
		}
	}
	await(errs, "waiting")
	write("target.bruises", "target.bruses")
	await(out, `no "bruses"`)
	// A line more at the end changes nothing of what there is to say.
	time.Sleep(2 * watchPause)
	text = append(text, "\n# the end\n"...)
	write("target.bruises", "target.bruses")
	await(errs, "all as before, waiting for a change")
	if n := out.count(`no "bruses"`); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
