package facts

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// place is where a field stands: its kind, and its index among the kind's fields.
type place struct {
	kind  *program.Kind
	index int
}

// begin lays the state out as the encounter begins.
func (a *analysis) begin() {
	n := len(a.e.Things)
	for _, k := range a.p.Kinds {
		for j, f := range k.Fields {
			a.fields[f] = place{k, j}
		}
	}
	a.out = make([]value, n)
	a.state, a.changes = make([][][]value, n), make([][]bool, n)
	for i, t := range a.e.Things {
		a.state[i], a.changes[i] = make([][]value, len(t.Kind.Fields)), make([]bool, len(t.Kind.Fields))
		if t.Kind != a.p.Creature || a.p.Time == nil || a.p.Time.Out == nil {
			a.out[i] = only(0)
		}
		for j, f := range t.Kind.Fields {
			if f.Pool == nil || f.Virtual {
				a.state[i][j] = a.given(f, valueAt(t, j), f.Default)
			}
		}
	}
	a.applied, a.has = flags(len(a.p.Conditions), n), flags(len(a.p.Conditions), n)
	a.does = flags(len(a.p.Actions), n)
	a.workOutDefaults()
	a.beginPools()
}

// workOutDefaults works out the defaults that are formulas, in the order in which a fight
// does.
func (a *analysis) workOutDefaults() {
	for _, f := range a.p.WorkedOut {
		for i, t := range a.e.Things {
			at := a.fields[f]
			if t.Kind != at.kind || isCollection(f.Type) {
				continue
			}
			v := valueAt(t, at.index)
			if v == nil {
				v = f.Default
			}
			all := a.state[i][at.index]
			if v.Formula != nil {
				all[0] = a.defaultFor(v.Formula, i, only(1))
			}
			for k := range v.Map {
				if m := &v.Map[k]; m.Value.Formula != nil {
					all[int(m.Key.Num)-1] = a.defaultFor(m.Value.Formula, i, only(m.Key.Num))
				}
			}
		}
	}
}

func isCollection(t program.Type) bool { return t.Kind == program.List || t.Kind == program.Set }

// defaultFor is what a default comes to for a thing, and for a member of its family.
func (a *analysis) defaultFor(src *program.Formula, thing int, member value) value {
	g := a.memberFrame(src, only(float64(thing+1)), member)
	g.before = true
	return a.start(src.Expr, g)
}

// memberFrame is a frame for a formula of a field of somebody: of a family for a member.
func (a *analysis) memberFrame(src *program.Formula, self, member value) *frame {
	g := a.frameOf(src, self, anything)
	g.set(inputNamed(src.Inputs, "each"), member)
	return g
}

// ofMember works such a formula out.
func (a *analysis) ofMember(src *program.Formula, self, member value) value {
	return a.start(src.Expr, a.memberFrame(src, self, member))
}

// differs tells whether members of a pool's family may have other bounds than each other.
func differs(p *program.Pool) bool { return p.Min.ReadsMember() || p.Max.ReadsMember() }

func flags(rows, width int) [][]bool {
	all := make([][]bool, rows)
	for i := range all {
		all[i] = make([]bool, width)
	}
	return all
}

// valueAt is what the encounter gives a thing for its j-th field; nil: nothing.
func valueAt(t *program.Thing, j int) *program.Value {
	if j < len(t.Values) {
		return t.Values[j]
	}
	return nil
}

// width is how many values a field has.
func width(f *program.Field) int {
	if f.Family == nil {
		return 1
	}
	if f.Family.Kind == program.Step {
		return len(f.Family.Scale.Steps)
	}
	return len(f.Family.Of.Defs)
}

// given is what a field is that somebody, or its declaration, gives a value.
func (a *analysis) given(f *program.Field, v, otherwise *program.Value) []value {
	if v == nil {
		v = otherwise
	}
	all := make([]value, width(f))
	for i := range all {
		all[i] = a.said(f, v)
	}
	if f.Family != nil && v != nil && f.Type.Kind != program.MapType {
		for i := range v.Map {
			all[int(v.Map[i].Key.Num)-1] = a.said(f, &v.Map[i].Value)
		}
	}
	return all
}

func unknown(f *program.Field) []value {
	all := make([]value, width(f))
	for i := range all {
		all[i] = anything
	}
	return all
}

// said is a value that is written down.
func (a *analysis) said(f *program.Field, v *program.Value) value {
	switch f.Type.Kind {
	case program.Dice, program.Instance, program.FormulaField, program.ProgramField, program.MapType:
		return anything
	}
	switch {
	case v == nil && (f.Type.Kind == program.List || f.Type.Kind == program.Set):
		return noList
	case v == nil:
		return only(0)
	case v.IsNone():
		return only(program.Absent)
	case v.Expr != nil:
		c := a.constant(v.Expr)
		if f.Type.Kind == program.Set && c.list {
			c.is = slices.Clone(c.is)
			slices.Sort(c.is)
			c.is = slices.Compact(c.is)
		}
		return c
	case v.Formula != nil && v.Formula.Expr.Op == program.OpConst && f.Type.Kind == program.Number:
		return only(v.Formula.Expr.Num)
	}
	return anything
}

// saidOf is what a definition says in a field; nil: it isn't known what.
func (a *analysis) saidOf(d *program.Def, f *program.Field) []value {
	at, ok := a.fields[f]
	if !ok || at.kind != d.Kind || f.Virtual {
		return nil
	}
	var v *program.Value
	if at.index < len(d.Values) {
		v = d.Values[at.index]
	}
	if f.Pool != nil && (v == nil || v.Map != nil || f.Family != nil) {
		return unknown(f)
	}
	return a.given(f, v, f.Default)
}

// beginPools works out what pools begin with, in the order in which they are filled. One
// that reads a pool that isn't filled yet may be anything.
func (a *analysis) beginPools() {
	for i, t := range a.e.Things {
		for j, f := range t.Kind.Fields {
			if f.Pool == nil || f.Virtual {
				continue
			}
			a.state[i][j] = unknown(f)
			if v := valueAt(t, j); v != nil && (f.Family == nil || v.Map == nil) {
				a.state[i][j] = a.given(f, v, nil)
			}
		}
	}
	for i, t := range a.e.Things {
		for j, f := range t.Kind.Fields {
			v := valueAt(t, j)
			if f.Pool == nil || f.Virtual || v != nil && (f.Family == nil || v.Map == nil) {
				continue
			}
			src := startsBy(f.Pool)
			start, alike := a.startOf(src, i, only(1), true), !src.ReadsMember()
			for k := range a.state[i][j] {
				if k > 0 && !alike {
					start = a.startOf(src, i, only(float64(k+1)), true)
				}
				a.state[i][j][k] = start
			}
			for m := 0; v != nil && m < len(v.Map); m++ {
				a.state[i][j][int(v.Map[m].Key.Num)-1] = a.said(f, &v.Map[m].Value)
			}
		}
	}
}

// startsBy is the formula that says what a pool begins with when nothing else is said, or
// is reset to; nil: 0.
func startsBy(p *program.Pool) *program.Formula {
	switch {
	case p.Start != nil:
		return p.Start
	case p.Max != nil && !p.Up:
		return p.Max
	}
	return p.Min
}

// startOf is what such a formula comes to for a member of a pool.
func (a *analysis) startOf(src *program.Formula, thing int, member value, before bool) value {
	if src == nil {
		return only(0)
	}
	g := a.memberFrame(src, only(float64(thing+1)), member)
	g.before = before
	return a.start(src.Expr, g)
}

// cells are what the members of a field of a thing may be; nil: it has no such field.
func (a *analysis) cells(thing int, f *program.Field) []value {
	at, ok := a.fields[f]
	if !ok || thing >= len(a.e.Things) || a.e.Things[thing].Kind != at.kind {
		return nil
	}
	switch f.Type.Kind {
	case program.FormulaField, program.ProgramField, program.MapType, program.Instance, program.Dice:
		return unknown(f)
	}
	if !f.Virtual {
		return a.state[thing][at.index]
	}
	total := only(0)
	for _, part := range f.Pool.Stack {
		of := a.cells(thing, part)
		if len(of) == 0 {
			return unknown(f)
		}
		total = two(total, of[0], func(x, y float64) (float64, bool) { return x + y, true })
	}
	return []value{total}
}
