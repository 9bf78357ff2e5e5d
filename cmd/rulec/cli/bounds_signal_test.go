package cli

import (
	"bytes"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// signalled runs a command line to which the signal TERM is sent after a while, and again and again until
// it is over, and returns its exit code and what it printed.
func signalled(t *testing.T, wait time.Duration, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	ignored := make(chan os.Signal, 1)
	signal.Notify(ignored, syscall.SIGTERM) // lest it ends the test when the command doesn't listen
	defer signal.Stop(ignored)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	done := make(chan int)
	go func() { done <- run(args, nil, &out, &complaints) }()
	for ; ; wait = 20 * time.Millisecond {
		select {
		case code = <-done:
			return code, out.String(), complaints.String()
		case <-time.After(wait):
			if err := self.Signal(syscall.SIGTERM); err != nil {
				t.Skip("no signals here:", err)
			}
		}
	}
}

// TestTerminated holds that the signal with which batch systems end a program ends whatever plays many fights
// like Ctrl-C: what was played is printed, and said to be a part; but no part of a simulation is written.
func TestTerminated(t *testing.T) {
	t.Chdir("../../..")
	const fight = "examples/11-dierank-bridge-tactics.yaml"
	for _, test := range []struct{ args, out, stopped string }{
		{"sim FIGHT -n 100000000", `(?m)^[1-9][\d,]* fights$`, `after [1-9]\d* of 100000000 fights`},
		{"find FIGHT -n 50000", `(?m)^Stopped after [\d,]+ fights, with \d+ of \d+ examined: the results\s+so\s+far\s+follow\.$`, `after [1-9][\d,]* fights, with \d+ of \d+ examined`},
		{"difficulty FIGHT -n 100000", `(?m)^Stopped after [\d,]+ fights, with \d+ changes? tried: the\s+results\s+so\s+far\s+follow\.$`, `after [1-9][\d,]* fights, with \d+ changes? tried`},
		{"beside FIGHT -n 100000", `(?m)^another winner, 1/2 rerolled +-$`, `after [1-9]\d* of 100000 fights`},
		{"tune FIGHT --to keep wins 60% --change gor.hp_max=1..60 -n 1000000", `(?m)^Stopped after [\d,]+ fights, with \d+ settings?\s+tried,\s+and\s+no\s+fresh\s+fights`, `after [1-9][\d,]* fights, with \d+ settings? tried, and no fresh fights`},
		{"diff dierank dierank FIGHT -n 1000000", `(?m)^rulec from sources; rulesets dierank`, `after [1-9]\d* of 1000000 fights`},
		{"laws dierank -n 1000000", `(?m)^[\d,]+ fights?, [\d,]+ decisions?, seed 1`, `after [1-9]\d* of 1000000 fights`},
	} {
		// The files have to be read and some fights played before the signal comes, and with the race detector that takes seconds.
		for wait := 300 * time.Millisecond; ; wait *= 2 {
			code, out, complaints := signalled(t, wait, commandWords(strings.Replace(test.args, "FIGHT", fight, 1))...)
			stopped := regexp.MustCompile(`^rulec: stopped ` + test.stopped + `: terminated signal received\n$`).MatchString(complaints)
			if code == exitFailed && stopped && regexp.MustCompile(test.out).MatchString(out) {
				break
			}
			if wait > 4*time.Second {
				t.Errorf("%s: exit code %d: %s%s", test.args, code, complaints, out)
				break
			}
		}
	}
	parts := t.TempDir()
	code, out, complaints := signalled(t, time.Second, "sim", fight, "-n", "100000000", "--shard", "0/2", "--out", parts)
	if code != exitFailed || out != "" || complaints != "rulec: stopped before the part was done, so nothing was written: terminated signal received\n" {
		t.Errorf("exit code %d: %s%s", code, out, complaints)
	}
	if left, err := os.ReadDir(parts); err != nil || len(left) > 0 {
		t.Errorf("a part was written: %v, %v", left, err)
	}
}
