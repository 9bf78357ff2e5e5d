package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
)

// bounds limit how long a command may play, and how far one fight may go.
type bounds struct {
	deadline time.Duration
	steps    int64
	// ctx is done when the command has to end; cut, a little later, when running fights have to end. Both are set
	// from begin on.
	ctx, cut context.Context
}

// boundFlags adds --deadline and --max-steps to a command.
func boundFlags(cmd *cobra.Command) *bounds {
	b := &bounds{}
	cmd.Flags().DurationVar(&b.deadline, "deadline", 0, "stop after this `TIME`, such as 90s or 5m (default: no deadline)")
	cmd.Flags().Int64Var(&b.steps, "max-steps", 0, "stop a fight after `N` steps (default: 10,000,000, and more for more than four combatants)")
	before(cmd, func() error {
		if b.steps < 0 {
			return usage("--max-steps must be at least 1, not %d", b.steps)
		}
		return checkDeadline(b.deadline)
	})
	return b
}

// checkDeadline rejects a --deadline before the command begins.
func checkDeadline(after time.Duration) error {
	if after < 0 {
		return usage("--deadline must be at least 0, such as 90s, not %s", after)
	}
	return nil
}

// limits returns the limits of one fight.
func (b *bounds) limits() interp.Limits { return interp.Limits{Steps: b.steps} }

// lastFights is how long running fights may go on when a command has to end, so that the long fights aren't missing
// from its report.
const lastFights = 300 * time.Millisecond

// begin starts the deadline of a command, and handles Ctrl-C and the termination signal of a batch system; the
// second one ends the program at once. A stopped command reads no more files. End releases everything.
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

// timed returns a context that is done after the deadline, if there is one.
func (b *bounds) timed(parent context.Context) (context.Context, context.CancelFunc) {
	if parent == nil {
		parent = context.Background()
	}
	if b.deadline == 0 {
		return context.WithCancel(parent)
	}
	return context.WithTimeoutCause(parent, b.deadline, fmt.Errorf("the deadline of %s has passed", b.deadline))
}

// stopped returns an error if the command has to end; the format and arguments say how far it got.
func (b *bounds) stopped(format string, args ...any) error {
	if b.ctx.Err() == nil {
		return nil
	}
	return exit{exitFailed, fmt.Errorf("stopped %s: %v", fmt.Sprintf(format, args...), context.Cause(b.ctx))}
}
