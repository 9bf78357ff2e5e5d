//go:build !race

package soundness

const (
	raced = false
	slow  = 1
)
