package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/interp"
)

// bounds are how long a command may play, and how far one fight may go.
type bounds struct {
	deadline time.Duration
	steps    int64
}

// boundFlags adds --deadline and --max-steps to a command.
func boundFlags(cmd *cobra.Command) *bounds {
	b := &bounds{}
	cmd.Flags().DurationVar(&b.deadline, "deadline", 0, "stop after this `TIME`, such as 90s or 5m (default: no deadline)")
	cmd.Flags().Int64Var(&b.steps, "max-steps", 0, "stop a fight after `N` steps (default: 10,000,000, and more for more than four combatants)")
	return b
}

// check refuses what makes no sense.
func (b *bounds) check() error {
	if b.deadline < 0 {
		return usage("--deadline takes a time from 0 on, such as 90s, not %s", b.deadline)
	}
	if b.steps < 0 {
		return usage("--max-steps takes a number from 1 on, not %d", b.steps)
	}
	return nil
}

// limits are those of one fight.
func (b *bounds) limits() interp.Limits { return interp.Limits{Steps: b.steps} }

// context returns one that is done when the deadline has passed, and so much later; without
// a deadline it is done when parent is.
func (b *bounds) context(parent context.Context, later time.Duration) (context.Context, context.CancelFunc) {
	if parent == nil {
		parent = context.Background()
	}
	if b.deadline == 0 {
		return context.WithCancel(parent)
	}
	return context.WithTimeoutCause(parent, b.deadline+later, fmt.Errorf("the deadline of %s has passed", b.deadline))
}

// lastFights is how long fights may take that are being played when the deadline passes.
const lastFights = time.Second

// playing returns the context of a run of many fights, which is done when the deadline passes, somebody presses
// Ctrl-C, or a batch system wants it to end; and cut, which ends fights that are being played, a little after the
// deadline. End frees both.
func (b *bounds) playing(parent context.Context) (ctx, cut context.Context, end func()) {
	cut, endCut := b.context(parent, lastFights)
	ctx, endDeadline := b.context(parent, 0)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	return ctx, cut, func() {
		stop()
		endDeadline()
		endCut()
	}
}
