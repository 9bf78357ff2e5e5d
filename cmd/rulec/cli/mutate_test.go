package cli

import (
	"bytes"
	"os"
	"regexp"
	"testing"
	"time"
)

// TestMutateStopped holds that a search that a deadline ends prints what it has found, counts that, and
// says that it isn't all: with the change of 1 to 2 in what is scheduled, the fight never comes to its end.
// (Counting to 30,000 takes 60,000 steps, more than have to pass until somebody asks for the time.)
func TestMutateStopped(t *testing.T) {
	t.Chdir(t.TempDir())
	const rules = `rulec: 2
ruleset: odd
params: {spare: 3}
kinds: {creature: {fields: {rest: number = spare}}}
time:
  key: [round]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries: {turn: {do: "let n = 0; while n < 30000 { n += 1 }; schedule turn of self at now + 1"}}
  over: now == 2
cases:
  it ends: {combatants: {ann: {side: one}}, script: "rest; expect now == 2"}
`
	if err := os.WriteFile("odd.yaml", []byte(rules), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	args := []string{"mutate", "odd.yaml", "-n", "0", "--max-steps", "1000000000000", "--deadline", "4s"}
	if code := run(args, nil, &out, &complaints); code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	if !regexp.MustCompile(`(?m)^rulec: stopped after \d+ of \d+ changes: the deadline of 4s has passed$`).Match(complaints.Bytes()) {
		t.Errorf("it doesn't say that it was stopped: %s", &complaints)
	}
	if !regexp.MustCompile("(?m)^odd.yaml:3:17: `3` becomes `4`\n(.*\n)+figures +\\d+ .*\nclauses +\\d ").Match(out.Bytes()) {
		t.Errorf("it doesn't say what it has found: %s", &out)
	}
}

// TestPlainProgress: what is no terminal gets a line of its own now and then.
func TestPlainProgress(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, "changes")
	p.plain = true
	p.show(1, 10)
	if out.Len() > 0 {
		t.Errorf("it says something at once: %s", &out)
	}
	p.began, p.last = time.Now().Add(-20*time.Second), time.Now().Add(-plainly)
	p.show(4, 10)
	p.show(5, 10)
	p.clear()
	if out.String() != "4 of 10 changes, 30s left\n" {
		t.Errorf("it says %q", &out)
	}
}
