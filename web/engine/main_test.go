package engine_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage as rarely as the command does, or more: nearly all that a test loads is garbage soon.
func TestMain(m *testing.M) {
	debug.SetGCPercent(300)
	os.Exit(m.Run())
}
