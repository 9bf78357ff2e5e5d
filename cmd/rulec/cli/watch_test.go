package cli

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
)

// shared is output that is looked at while a command writes it.
type shared struct {
	mutex sync.Mutex
	text  strings.Builder
	// more is told whenever something was written.
	more chan struct{}
}

func newShared() *shared { return &shared{more: make(chan struct{}, 1)} }

func (s *shared) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	select {
	case s.more <- struct{}{}:
	default: // whoever waits looks at all that is there
	}
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
	text, err := os.ReadFile("../../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	// Each text has another length, so that it shows whatever the clock of the disk says; and it takes the place
	// of the one before at once: of half a text other things would be said.
	write := func(old, other string) {
		t.Helper()
		if err := os.WriteFile("game.new", []byte(strings.Replace(string(text), old, other, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename("game.new", "game.yaml"); err != nil {
			t.Fatal(err)
		}
	}
	write("", "")
	out, errs := newShared(), newShared()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() {
		root := newRoot()
		root.SetArgs([]string{"lint", "--watch", "game.yaml"})
		root.SetOut(out)
		root.SetErr(errs)
		done <- root.ExecuteContext(ctx)
	}()
	// await waits for as long as the command runs: what never comes ends with the time of all tests.
	await := func(w *shared, piece string) {
		t.Helper()
		for w.count(piece) == 0 {
			select {
			case <-w.more:
			case err := <-done:
				t.Fatalf("%q isn't said, and the command ends with %v", piece, err)
			}
		}
	}
	await(errs, "waiting")
	write("target.bruises", "target.bruses")
	await(out, `no "bruses"`)
	// A line more at the end changes nothing of what there is to say.
	text = append(text, "\n# the end\n"...)
	write("target.bruises", "target.bruses")
	await(errs, "nothing has changed, waiting for a change")
	if n := out.count(`no "bruses"`); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
