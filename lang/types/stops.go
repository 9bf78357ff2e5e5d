package types

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// What a proc gives is the type of the values behind its `stop with`: of all of them together, or of each name. A proc is read
// once to find that out, when a call first asks for it, and then once more like any other program.

// stops are the values behind the stops of a program.
type stops struct {
	values []program.Type
	// rolls are the checks of those that are rolls.
	rolls []*program.Check
	named []program.Local
}

// LeaveProc records how to find out what a proc gives, for when a call asks for it.
func (c *Checker) LeaveProc(p *program.Proc, infer func()) {
	if c.ungiven == nil {
		c.ungiven, c.inferring, c.circular = map[*program.Proc]func(){}, map[*program.Proc]bool{}, map[*program.Proc]bool{}
	}
	c.ungiven[p] = infer
}

// Proc returns the proc of a name with what it gives; nil if there is none. One that calls itself gives something unknown, which is
// reported elsewhere.
func (c *Checker) Proc(name string) *program.Proc {
	p := c.Procs[name]
	if infer := c.ungiven[p]; infer != nil {
		delete(c.ungiven, p)
		c.inferring[p] = true
		infer()
		delete(c.inferring, p)
	} else if c.inferring[p] {
		c.circular[p] = true
	}
	c.Failed = c.Failed || c.circular[p]
	return p
}

// GivenBy returns what a program gives: one value, or several by their names, or the parts of a roll. It reports nothing.
func (c *Checker) GivenBy(p Parsed, e Env) (gives program.Type, results []program.Local) {
	wrong := p.Errs.HasErrors() // a stop may be among what can't be read
	c.Failed = c.Failed || wrong
	switch {
	case p.block == nil:
		return UnknownType, nil
	case !wrong && !p.block.Stops():
		return NoType, nil
	}
	var silent diag.List
	apart := c.Reporting(&silent)
	apart.Uses = nil
	r := apart.programReader(e)
	r.stops = &stops{}
	r.routine(p.block, NoType)
	if wrong && r.stops.named == nil && r.stops.values == nil {
		return UnknownType, nil
	}
	return r.stops.given()
}

// add notes the values of a stop.
func (s *stops) add(r *programReader, stop *syntax.Stop) {
	for _, arg := range stop.Results {
		t := r.expr(arg.Value, UnknownType).Type
		i := slices.IndexFunc(s.named, func(l program.Local) bool { return l.Name == arg.Name.Name })
		if i < 0 {
			s.named = append(s.named, program.Local{Name: arg.Name.Name, Type: t, At: arg.Name.Span})
		} else {
			s.named[i].Type = both(s.named[i].Type, t)
		}
	}
	if stop.With != nil {
		if k := r.checkOfRoll(stop.With); k != nil {
			s.rolls = append(s.rolls, k)
		}
		s.values = append(s.values, r.expr(stop.With, UnknownType).Type)
	}
}

// both returns the type of two values; the first one's if they don't fit together, so that the other is reported.
func both(a, b program.Type) program.Type {
	undecided := func(t program.Type) bool {
		return t.Kind == program.Unknown || IsCollection(t) && t.Elem.Kind == program.Unknown // none at all, or an empty list
	}
	switch t, ok := join(a, b); {
	case undecided(a):
		return b
	case undecided(b) || !ok:
		return a
	default:
		return t
	}
}

func (s *stops) given() (gives program.Type, results []program.Local) {
	switch {
	case s.named != nil:
		return NoType, s.named
	case s.values == nil:
		return NoType, nil
	case len(s.rolls) == len(s.values) && !slices.ContainsFunc(s.rolls, func(k *program.Check) bool { return k != s.rolls[0] }):
		return NoType, program.RollLocals("roll", s.rolls[0])
	}
	t := UnknownType
	for _, value := range s.values {
		t = both(t, value)
	}
	return t, nil
}

// checkOfRoll returns the check of a roll against a number; nil for any other value.
func (r *programReader) checkOfRoll(e syntax.Expr) *program.Check {
	if call := r.procCall(e); call != nil {
		return r.Proc(call.Name.Name).GivesRoll()
	}
	if n, bare := e.(*syntax.Name); bare {
		if l := r.find(n.Name); l != nil && l.tested != nil {
			return l.tested.check
		}
	}
	return nil
}
