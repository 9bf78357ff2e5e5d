//go:build !unix

package soundness

import "time"

// processorTime is how long this process has run.
func processorTime() time.Duration { return time.Since(started) }

var started = time.Now()

func limitMemory() {}
