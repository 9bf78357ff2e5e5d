package dump

import "github.com/rulec/rulec/lang/program"

// Expr returns an expression whose locals have no names: $0, $1.
func (n Names) Expr(x *program.Expr) string { return newFrame(n, nil).expr(x) }

// Routine returns the statements of a program, one a line, blocks indented.
func (n Names) Routine(r *program.Routine) []Line {
	w := newWriter(n)
	w.frame = newFrame(n, r.Inputs)
	w.body(r.Body)
	return w.lines
}

// Constants are the words for constants.
var Constants = constants
