//go:build race

package soundness

// raced tells that the race detector watches, which makes everything slow.
const (
	raced = true
	slow  = 10
)
