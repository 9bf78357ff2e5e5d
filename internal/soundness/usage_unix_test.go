//go:build unix

package soundness

import (
	"syscall"
	"time"
)

// processorTime is what this process has taken of the processor so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(started)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var started = time.Now()

// limitMemory lets this process die before it takes the memory of all others.
func limitMemory() {
	const most = 8 << 30
	if !raced { // which takes terabytes of addresses, and hardly any memory
		_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most})
	}
}
