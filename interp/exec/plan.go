package exec

import (
	"math"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// A plan is what somebody would do: an action and its parameters, kept as a list is. Nothing
// of it has been tested for the time when it is performed.

// planOf keeps which action an act is, and its parameters as they are. Of acts among them
// nothing can be kept.
func (m *Machine) planOf(act actRef) float64 {
	a, l := m.acts.at(act), &m.lists
	row := m.acts.row(act)
	mark := l.Mark()
	l.Begin()
	l.Push(a.action.Value)
	l.Push(float64(a.actor))
	for _, p := range a.action.Params {
		switch p.Type.Kind {
		case program.List:
			items := l.Of(row[p.Cell])
			l.Push(float64(len(items)))
			for _, v := range items {
				l.Push(v)
			}
		case program.Set:
			m.pushSet(row[p.Cell : p.Cell+state.SetCells])
		case program.Act:
			l.Push(0)
		default:
			l.Push(row[p.Cell])
		}
	}
	plan := l.Keep(l.End())
	l.Release(mark)
	return plan
}

// pushSet adds to the list at hand how many elements a set has, and these.
func (m *Machine) pushSet(cells []float64) {
	count := 0.0
	for v := 1.0; v <= state.MaxMember; v++ {
		if state.InSet(cells, v) {
			count++
		}
	}
	m.lists.Push(count)
	for v := 1.0; v <= state.MaxMember; v++ {
		if state.InSet(cells, v) {
			m.lists.Push(v)
		}
	}
}

// noneByDefault is in the place of a planned parameter that was none because that is its default:
// it is no candidate, and stays none.
var noneByDefault = math.Inf(-1)

// plannedArgs takes the parameters of a plan apart. Acts that it was about are gone; they are
// found anew, or not.
func (m *Machine) plannedArgs(a *code.Action, cells, args []float64) {
	for i, p := range a.Params {
		n := 0
		switch p.Type.Kind {
		case program.List, program.Set:
			n = int(cells[0])
			m.lists.Begin()
			for _, v := range cells[1 : 1+n] {
				m.lists.Push(v)
			}
			args[i] = m.lists.End()
		case program.Act:
			args[i] = open
		default:
			if args[i] = cells[0]; cells[0] == 0 && p.Standard != nil && mayBeNone(&p.Type) {
				args[i] = noneByDefault
			}
		}
		cells = cells[1+n:]
	}
}
