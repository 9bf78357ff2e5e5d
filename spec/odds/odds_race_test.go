//go:build race

package odds_test

// The race detector is many times slower, and one machine plays a case alone: few
// trials are enough to see what machines of one ruleset share.
func init() { *oddsTrials = 2000 }
