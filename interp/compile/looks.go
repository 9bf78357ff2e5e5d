package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// looksOf tells how a formula looks at the faces of rolls; 0: not at all, or it gives what can't be
// told apart by numbers.
func looksOf(e *program.Expr) code.Looks {
	l := looksAt(e, false)
	switch e.Type.Kind {
	case program.Set, program.Plan, program.Text:
		return 0
	case program.List:
		if l == 0 || code.ElementType(e.Type).Kind != program.Number {
			return 0
		}
		l |= code.LooksForList
	}
	return l
}

// looksAt tells how e looks at faces; free is set where nobody minds the order of what it gives.
func looksAt(e *program.Expr, free bool) (l code.Looks) {
	list := -1 // the argument of which nobody minds the order
	switch e.Op {
	case program.OpBuiltin:
		switch e.Builtin {
		case program.Natural:
			return code.LooksAtFaces | code.LooksAtOrder
		case program.Faces:
			if free {
				return code.LooksAtFaces
			}
			return code.LooksAtFaces | code.LooksAtOrder
		case program.Length, program.Total:
			list = 0
		case program.Reverse:
			list = either(free, 0, -1)
		}
	case program.OpAny, program.OpAll, program.OpCountIf, program.OpSumOf, program.OpHighest, program.OpLowest:
		list = 0
	case program.OpFilter, program.OpMapTo:
		list = either(free, 0, -1)
	case program.OpSortBy:
		if by := e.Args[1]; free || by.Op == program.OpLocal && by.Index == e.Index {
			list = 0
		}
	case program.OpIn:
		list = 1
	}
	for i, a := range e.Args {
		l |= looksAt(a, i == list)
	}
	return l
}
