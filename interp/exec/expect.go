package exec

import (
	"strings"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Unexpected is the code of what a script expects, and what doesn't hold.
const Unexpected diag.Code = "expected"

// Answer works out a formula of the encounter's, such as one of what is asked of its odds, when
// nothing runs; it may look back to all that has happened. An error is a *diag.Diagnostic: it
// can't be worked out.
//
// Spec: odds.md.
func (m *Machine) Answer(f *program.Formula) (v float64, err error) {
	err = m.guarded(func() error {
		defer m.events.drop(len(m.events.rows))
		m.witness.lookBackTo(0)
		v = m.number(m.asked(f))
		return nil
	})
	return v, err
}

// expect tests an expectation, which may look back to the sighting with index from. Its error says what each number is that the
// expectation reads: "expected mort.bruises == 2, but mort.bruises is 1".
func (m *Machine) expect(item *program.ExpectItem, from int) error {
	m.witness.lookBackTo(from)
	defer m.events.drop(len(m.events.rows))
	if m.truth(m.Code.Formula(item.If)) {
		return nil
	}
	s := sentence{m: m, of: item.If}
	failing := s.failing(item.If.Expr)
	text := value.OneLine(item.If.Expr.Span.Text())
	if text == "" {
		text = value.OneLine(item.Span.Text())
	}
	d := diag.Errorf(Unexpected, failing.Span, "expected %s", text)
	if found := s.findings(failing); found != "" {
		d.Message += ", but " + found
	}
	return d
}

// asked returns the compiled form of a formula that needn't be one of the fight's own: those
// are compiled for this machine alone.
func (m *Machine) asked(src *program.Formula) *code.Formula {
	if x := m.Code.Formulas[src]; x != nil {
		return x
	}
	return m.asking().Formula(src)
}

// A sentence is a formula that should hold, with what is at hand where it is worked out.
type sentence struct {
	m      *Machine
	of     *program.Formula
	act    actRef
	event  eventRef
	inputs []float64
}

// number works out a formula, or a part of one.
func (s sentence) number(f *code.Formula) float64 {
	if f.Fixed {
		return f.Value
	}
	g := s.m.enter(f.Slots)
	g.act, g.event = s.act, s.event
	copy(g.locals, s.inputs)
	v := s.m.eval(f.Code, g)
	s.m.leave(g)
	return v
}

// failing returns the part of a conjunction that doesn't hold.
func (s sentence) failing(e *program.Expr) *program.Expr {
	for e.Op == program.OpAnd {
		part := e.Args[1]
		for _, x := range e.Args {
			if s.worth(x) == 0 {
				part = x
				break
			}
		}
		e = part
	}
	return e
}

// worth works out a part of the sentence.
func (s sentence) worth(e *program.Expr) float64 {
	f := *s.of
	f.Expr = e
	f.Span = e.Span
	return s.number(s.m.asked(&f))
}

// findings says what the parts of a failing comparison come to.
func (s sentence) findings(e *program.Expr) string {
	var parts []*program.Expr
	switch e.Op {
	case program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpEq, program.OpNotEq, program.OpIn, program.OpIs:
		parts = e.Args
	case program.OpOr:
		var both []string
		for _, x := range e.Args {
			if found := s.findings(s.failing(x)); found != "" {
				both = append(both, found)
			}
		}
		return strings.Join(both, "; ")
	case program.OpNot:
		return value.OneLine(e.Args[0].Span.Text()) + " is true"
	default:
		return "it isn't true"
	}
	var found []string
	for _, x := range parts {
		if spelledOut(x) {
			continue
		}
		found = append(found, value.OneLine(x.Span.Text())+" is "+s.m.show(s.worth(x), x.Type))
	}
	return strings.Join(found, " and ")
}

// spelledOut reports whether an expression says itself what it comes to.
func spelledOut(e *program.Expr) bool {
	switch e.Op {
	case program.OpConst, program.OpThing, program.OpDice:
		return true
	case program.OpList:
		for _, x := range e.Args {
			if !spelledOut(x) {
				return false
			}
		}
		return true
	case program.OpNeg:
		return spelledOut(e.Args[0])
	case program.OpBuiltin:
		return e.Builtin == program.PlaceAt && spelledOut(e.Args[0]) && spelledOut(e.Args[1])
	}
	return false
}

// asking returns the compiler for what is asked of a machine.
func (m *Machine) asking() code.Compiler {
	if m.forAsked == nil {
		m.forAsked = m.Code.Late(m.Code)
	}
	return m.forAsked
}
