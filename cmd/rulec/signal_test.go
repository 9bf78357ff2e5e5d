package main

import (
	"bytes"
	"os"
	"os/signal"
	"regexp"
	"syscall"
	"testing"
	"time"
)

// signalled runs a command line to which the signal TERM is sent, again and again until
// it is over, and returns its exit code and what it printed.
func signalled(t *testing.T, args ...string) (code int, stdout, stderr string) {
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
	for {
		select {
		case code = <-done:
			return code, out.String(), complaints.String()
		case <-time.After(20 * time.Millisecond):
			if err := self.Signal(syscall.SIGTERM); err != nil {
				t.Skip("no signals here:", err)
			}
		}
	}
}

// TestTerminated holds that the signal with which batch systems end a program ends a
// simulation like Ctrl-C: what was played is told, but no part is written.
func TestTerminated(t *testing.T) {
	t.Chdir("../..")
	const fight, fights = "examples/11-dierank-bridge-tactics.yaml", "100000000"
	code, out, complaints := signalled(t, "sim", fight, "-n", fights)
	if code != exitFailed || !regexp.MustCompile(`^rulec: stopped after \d+ of 100000000 fights\n$`).MatchString(complaints) {
		t.Errorf("exit code %d: %s", code, complaints)
	}
	if !regexp.MustCompile(`(?m)^[\d,]+ fights, seed`).MatchString(out) {
		t.Errorf("no report of what was played: %s", out)
	}
	parts := t.TempDir()
	code, out, complaints = signalled(t, "sim", fight, "-n", fights, "--shard", "0/2", "--out", parts)
	if code != exitFailed || out != "" || complaints != "rulec: stopped before the part was done; nothing was written\n" {
		t.Errorf("exit code %d: %s%s", code, out, complaints)
	}
	if left, err := os.ReadDir(parts); err != nil || len(left) > 0 {
		t.Errorf("a part was written: %v, %v", left, err)
	}
}
