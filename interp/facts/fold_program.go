package facts

import (
	"fmt"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// Routine folds a program for a thing as its self (-1: nobody knows) and for a definition
// as its `it` (0: nobody knows).
func (g *Folder) Routine(src *program.Routine, self int, it float64, own Own) *program.Routine {
	if src == nil {
		return nil
	}
	f := newFrame(max(src.Slots, len(src.Inputs)))
	f.set(inputNamed(src.Inputs, "self"), numbered(self+1))
	f.set(inputNamed(src.Inputs, "it"), numbered(int(it)))
	f.own = own.values
	return g.sameRoutine(src, g.routine(src, f))
}

func (g *Folder) routine(src *program.Routine, f *frame) *program.Routine {
	x := &folding{Folder: g, frame: f, slots: len(f.locals)}
	out := *src
	out.Body, _ = x.block(src.Body)
	out.Slots = x.slots
	return &out
}

// block folds statements. It reports whether what follows them may be reached.
func (x *folding) block(body []program.Stmt) (out []program.Stmt, goesOn bool) {
	out = make([]program.Stmt, len(body))
	for i, s := range body {
		out[i], goesOn = x.statement(s)
		if !goesOn {
			return out[:i+1], false
		}
	}
	return out, true
}

func (x *folding) statement(s program.Stmt) (out program.Stmt, goesOn bool) {
	switch s := s.(type) {
	case *program.SetLocal:
		t := *s
		v := x.value(s.Value)
		t.Value = x.expr(s.Value)
		x.set(s.Slot, v)
		return &t, true
	case *program.CallProc:
		return x.callProc(s), true
	case *program.CallField:
		t := *s
		t.Of, t.Args = x.expr(s.Of), x.exprs(s.Args)
		return &t, true
	case *program.Assign:
		t := *s
		t.Target, t.Value = x.parts(s.Target), x.expr(s.Value)
		return &t, true
	case *program.Roll:
		t := *s
		t.By, t.LabelFrom, t.Dice = x.expr(s.By), x.expr(s.LabelFrom), x.expr(s.Dice)
		x.set(s.Slot, anything)
		t.Test = x.test(s.Test)
		return &t, true
	case *program.Test:
		t := x.test(s)
		t.Rolled = x.parts(s.Rolled)
		x.set(s.Slot, anything)
		return t, true
	case *program.Choose:
		return x.choose(s), true
	case *program.Draw:
		t := *s
		t.By = x.expr(s.By)
		x.set(s.Slot, anything)
		return &t, true
	case *program.Discard:
		t := *s
		t.What = x.expr(s.What)
		return &t, true
	case *program.Shuffle:
		return s, true
	case *program.Announce:
		t := *s
		t.Of, t.For, t.With = x.expr(s.Of), x.expr(s.For), x.withs(s.With)
		return &t, true
	case *program.Perform:
		t := *s
		t.Act, t.By, t.With = x.expr(s.Act), x.expr(s.By), x.withs(s.With)
		return &t, true
	case *program.Pay:
		t := *s
		t.Member, t.Amount, t.From = x.expr(s.Member), x.expr(s.Amount), x.expr(s.From)
		return &t, true
	case *program.Apply:
		t := *s
		t.Named, t.To, t.By, t.With = x.expr(s.Named), x.expr(s.To), x.expr(s.By), x.withs(s.With)
		return &t, true
	case *program.EndCondition:
		t := *s
		t.Named, t.Which, t.On = x.expr(s.Named), x.expr(s.Which), x.expr(s.On)
		x.set(s.Each, anything)
		t.Where = x.expr(s.Where)
		return &t, true
	case *program.EndEntry:
		t := *s
		t.Of = x.expr(s.Of)
		return &t, true
	case *program.EndActions:
		t := *s
		t.Of, t.Act = x.expr(s.Of), x.expr(s.Act)
		return &t, true
	case *program.Move:
		t := *s
		t.What, t.To = x.exprs(s.What), x.exprs(s.To)
		return &t, true
	case *program.Carry:
		t := *s
		t.What, t.To = x.expr(s.What), x.expr(s.To)
		return &t, true
	case *program.Schedule:
		t := *s
		t.Of, t.Keys, t.AfterOf, t.With, t.For = x.expr(s.Of), x.exprs(s.Keys), x.expr(s.AfterOf), x.withs(s.With), x.expr(s.For)
		return &t, true
	case *program.If:
		return x.choice(s)
	case *program.For:
		return x.loop(s), true
	case *program.While:
		t := *s
		x.forgetSet(s.Body)
		t.Calls, _ = x.block(s.Calls)
		t.Cond = x.expr(s.Cond)
		outer := x.frame
		x.frame = outer.copy()
		t.Body, _ = x.block(s.Body)
		x.frame = outer
		return &t, true
	case *program.Afterwards:
		t := *s
		outer := x.frame
		x.frame = outer.copy()
		t.Body, _ = x.block(s.Body)
		x.frame = outer
		return &t, true
	case *program.Stop:
		t := *s
		t.With = x.expr(s.With)
		return &t, false
	}
	panic(fmt.Sprintf("facts: no such statement: %T", s))
}

func (x *folding) withs(list []program.With) []program.With {
	out := slices.Clone(list)
	for i := range out {
		out[i].Value = x.expr(out[i].Value)
	}
	return out
}

// choice folds both ways on, or the only one that is ever taken.
func (x *folding) choice(s *program.If) (out program.Stmt, goesOn bool) {
	t := *s
	v := x.value(s.Cond)
	t.Cond = x.expr(s.Cond)
	t.Then, t.Else = nil, nil
	before := x.frame
	var joined *frame
	branch := func(body []program.Stmt, taken bool) (folded []program.Stmt) {
		if !taken {
			return nil
		}
		x.frame = before.copy()
		folded, on := x.block(body)
		switch {
		case !on:
		case joined == nil:
			joined = x.frame
		default:
			joined.join(x.frame)
		}
		return folded
	}
	t.Then = branch(s.Then, v.mayHold())
	t.Else = branch(s.Else, v.mayFail())
	goesOn = joined != nil
	if joined == nil {
		joined = before
	}
	x.frame = joined
	return &t, goesOn
}

// join makes each local what it may be in either frame.
func (f *frame) join(g *frame) {
	for i := range f.locals {
		f.locals[i] = join(f.locals[i], g.local(i))
	}
}

// loop folds a loop; what its rounds set may be anything.
func (x *folding) loop(s *program.For) program.Stmt {
	t := *s
	t.In, t.MapOf = x.expr(s.In), x.expr(s.MapOf)
	round := anything
	if s.MapField == nil {
		round = x.element(s.In)
	}
	x.forgetSet(s.Body)
	outer := x.frame
	x.frame = outer.copy()
	x.set(s.Slot, round)
	x.set(s.Second, anything)
	t.Where, t.Order = x.expr(s.Where), x.expr(s.Order)
	t.Body, _ = x.block(s.Body)
	x.frame = outer
	x.set(s.Slot, anything)
	x.set(s.Second, anything)
	return &t
}

func (x *folding) choose(s *program.Choose) program.Stmt {
	t := *s
	if s.From.Op == program.OpBuiltin && s.From.Builtin == program.CanDo {
		t.From = x.parts(s.From)
	} else {
		t.From, t.To = x.expr(s.From), x.expr(s.To)
	}
	t.By, t.Default = x.expr(s.By), x.expr(s.Default)
	if s.Where != nil {
		x.set(s.Each, anything)
		if s.To == nil {
			x.set(s.Each, x.element(s.From))
		}
		t.Where = x.expr(s.Where)
	}
	x.set(s.Each, anything)
	x.set(s.Slot, anything)
	return &t
}

// callProc folds a call: the proc becomes a variant for what it is handed.
func (x *folding) callProc(s *program.CallProc) program.Stmt {
	t := *s
	t.Args = x.exprs(s.Args)
	values := make([]value, len(s.Args))
	for i, arg := range s.Args {
		values[i] = x.value(arg)
	}
	t.Proc = x.procOf(s.Proc, values, x.depth)
	x.takes(s)
	return &t
}

// procOf returns a proc as it runs when it is handed such values. Of the act that calls it
// it reads nothing.
func (g *Folder) procOf(p *program.Proc, args []value, depth int) *program.Proc {
	if depth >= deepestFold {
		return p
	}
	f := newFrame(max(p.Slots, len(p.Inputs)))
	key := []byte(p.Name)
	for i, v := range args {
		if n, ok := v.single(); (!ok || n == 0) && !v.any {
			v = g.a.anyOf(v, p.Inputs[i].Type)
		}
		f.set(i, v)
		key = v.key(append(key, '|'))
	}
	if known, ok := g.procs[string(key)]; ok {
		if known == nil {
			return p
		}
		return known
	}
	g.procs[string(key)] = nil // it is being made
	f.depth = depth + 1
	out := *p
	out.Routine = g.sameRoutine(p.Routine, g.routine(p.Routine, f))
	same := g.sameProc(p, &out)
	g.procs[string(key)] = same
	return same
}

// sameProc returns the proc that runs a folded program.
func (g *Folder) sameProc(p, folded *program.Proc) *program.Proc {
	if folded.Routine == p.Routine {
		return p
	}
	if known, ok := g.running[folded.Routine]; ok {
		return known
	}
	g.running[folded.Routine] = folded
	return folded
}

// test folds what a roll is held against; nil for nil.
func (x *folding) test(s *program.Test) *program.Test {
	if s == nil {
		return nil
	}
	t := *s
	t.Against, t.With = x.expr(s.Against), x.withs(s.With)
	x.tested(s)
	return &t
}
