package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// spaceArg turns an argument of a function of space into places.
func (m *Machine) spaceArg(v float64, t program.TypeKind) spaceArg {
	switch t {
	case program.ThingType:
		return spaceArg{Value: v, At: m.areaNamed(v, t), Thing: board.Thing(v)}
	case program.Place:
		return spaceArg{Value: v, At: m.areaNamed(v, t)}
	}
	return spaceArg{Value: v}
}

// callBoard asks the board, as the working out of e.
func (m *Machine) callBoard(e *program.Expr, args []spaceArg) float64 {
	m.at = &e.Span
	m.room.spaceArgs = append(m.room.spaceArgs[:0], args...)
	v := m.callSpace(e.Builtin, m.room.spaceArgs)
	m.countBoard()
	return v
}

// spacesAStep is how many spaces of the board may be looked at for one step.
const spacesAStep = 16

// countBoard counts what the board has had to look at as steps, so that looking for ways
// comes to an end, too.
func (m *Machine) countBoard() {
	if g := m.board; g.Work >= spacesAStep {
		m.step(g.Work / spacesAStep)
		g.Work %= spacesAStep
	}
}

// ofSpace works out a function of space.
func ofSpace(f *frame, x *code.Call, in []float64) float64 {
	var args [4]spaceArg
	for i, v := range in {
		args[i] = f.m.spaceArg(v, x.E.Args[i].Type.Kind)
	}
	return f.m.callBoard(x.E, args[:len(in)])
}

// between works out a function of two places, or of where two things are, whose types are in kinds.
func (m *Machine) between(e *program.Expr, kinds int32, a, b float64) float64 {
	typeOfA, typeOfB := program.TypeKind(kinds&255), program.TypeKind(kinds>>8)
	from, to := m.areaNamed(a, typeOfA), m.areaNamed(b, typeOfB)
	if from.Place == 0 || to.Place == 0 || !m.board.Answers(e.Builtin) {
		return m.callBoard(e, []spaceArg{m.spaceArg(a, typeOfA), m.spaceArg(b, typeOfB)}) // which says what is wrong
	}
	return OfTwo(e.Builtin)(m.board, from, to)
}

func nearestTo(f *frame, x *code.Call, in []float64) float64 {
	at, items := f.ofList(x, in)
	if at == 0 {
		return 0
	}
	return items[int(at)-1]
}

func costOfWay(f *frame, x *code.Call, in []float64) float64 {
	cost, _ := f.ofList(x, in)
	return cost
}

// ofList works out a function of space that takes a thing or place and a list of them; it gives
// the list, too. A number behind the list is the value of the first.
func (f *frame) ofList(x *code.Call, in []float64) (v float64, items []float64) {
	m := f.m
	of := code.ElementType(x.E.Args[1].Type).Kind
	first := m.spaceArg(in[0], x.E.Args[0].Type.Kind)
	first.Value = 0
	if len(in) > 2 {
		first.Value = in[2]
	}
	items = f.walk(in[1])
	args := append(m.room.spaceArgs[:0], first)
	for _, v := range items {
		args = append(args, m.spaceArg(v, of))
	}
	m.room.spaceArgs = args
	m.at = &x.E.Span
	v = m.callSpace(x.E.Builtin, args)
	m.countBoard()
	return v, items
}
