package types

import "github.com/rulec/rulec/lang/program"

// mayEnd reports a loop that can't end once it has started: its test makes no calls and reads only
// locals, and nothing between its braces sets one of them or ends the program.
func (r *programReader) mayEnd(s *program.While) {
	read, ok := readLocals(s.Cond)
	if !ok || len(s.Calls) > 0 {
		return
	}
	for inner := range program.EachStmt(s.Body) {
		switch inner := inner.(type) {
		case *program.SetLocal:
			if read[inner.Slot] {
				return
			}
		case *program.Roll:
			if read[inner.Slot] {
				return
			}
		case *program.Assign, *program.Pay, *program.If, *program.For, *program.While:
		default: // it may end the program, indirectly, or set a local
			return
		}
	}
	r.List.Errorf(CodeEndlessLoop, s.Cond.Span, "once started, this loop never ends: nothing in it changes %q", Short(s.Cond.Span)).
		WithHint("change what the test reads inside the braces; for a fixed number of rounds, write for n in 1..3 { .. }")
}

// readLocals returns the slots that a test reads, if it reads nothing else that may change.
func readLocals(e *program.Expr) (read map[int]bool, ok bool) {
	read = map[int]bool{}
	for x := range e.All() {
		switch {
		case x.Op == program.OpLocal:
			read[x.Index] = true
		case x.Op != program.OpConst && !x.Op.Computes():
			return nil, false
		}
	}
	return read, e.Type.Kind != program.Unknown && !(e.Op == program.OpConst && e.Num == 0)
}
