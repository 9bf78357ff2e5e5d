package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
)

// bounds are how long a command may play, and how far one fight may go.
type bounds struct {
	deadline time.Duration
	steps    int64
	// ctx is done when the command is to end; cut, a little later, when fights that are being played are to end.
	// Both are there from begin on.
	ctx, cut context.Context
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

// lastFights is how long what is being played may take when a command is to end, so that the long fights aren't
// missing from what it reports.
const lastFights = 300 * time.Millisecond

// begin begins a command: from now on its deadline counts, and somebody may press Ctrl-C, or a batch system want it
// to end; a second time ends the program at once. Files that are being read are given up then. End frees all of it.
func (b *bounds) begin(parent context.Context, opts *lang.Options) (end func()) {
	timed, endDeadline := b.timed(parent)
	ctx, stop := signal.NotifyContext(timed, os.Interrupt, syscall.SIGTERM)
	cut, endCut := context.WithCancelCause(context.WithoutCancel(timed))
	b.ctx, b.cut = ctx, cut
	context.AfterFunc(ctx, func() {
		stop()
		time.AfterFunc(lastFights, func() { endCut(context.Cause(ctx)) })
	})
	opts.Stop = func() bool { return ctx.Err() != nil }
	return func() {
		stop()
		endDeadline()
		endCut(nil)
	}
}

// timed returns a context that is done when the deadline has passed, if there is one.
func (b *bounds) timed(parent context.Context) (context.Context, context.CancelFunc) {
	if parent == nil {
		parent = context.Background()
	}
	if b.deadline == 0 {
		return context.WithCancel(parent)
	}
	return context.WithTimeoutCause(parent, b.deadline, fmt.Errorf("the deadline of %s has passed", b.deadline))
}

// stopped is an error once the command is to end; what it had come to is said as a format and its arguments.
func (b *bounds) stopped(format string, args ...any) error {
	if b.ctx.Err() == nil {
		return nil
	}
	return exit{exitFailed, fmt.Errorf("stopped %s: %v", fmt.Sprintf(format, args...), context.Cause(b.ctx))}
}

// words are the flags that keep a single fight as far as these bounds do.
func (b *bounds) words() []string {
	if b.steps == 0 {
		return nil
	}
	return []string{"--max-steps", strconv.FormatInt(b.steps, 10)}
}
