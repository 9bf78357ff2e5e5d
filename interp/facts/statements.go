package facts

import (
	"fmt"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// runner runs a program: every way through it that may be taken.
type runner struct {
	*analysis
	*frame
	routine *program.Routine
	// at is the frame's own slot of self, or -1.
	at int
}

// self is who the program belongs to; 0 without anybody.
func (r *runner) self() value {
	if r.at < 0 {
		return only(0)
	}
	return r.local(r.at)
}

func (r *runner) selfOr(x *program.Expr) value {
	if x == nil {
		return r.self()
	}
	return r.value(x)
}

func (r *runner) value(x *program.Expr) value {
	if x == nil {
		return value{}
	}
	return r.start(x, r.frame)
}

// things are those that x, or self, may be; 0 is among them where it may be none.
func (r *runner) things(x *program.Expr) []float64 {
	v, t := r.selfOr(x), program.Type{Kind: program.ThingType}
	if x != nil {
		t = x.Type
	}
	return r.thingsIn(v, t)
}

// thingsIn are the things in v, which is one or a list of them.
func (a *analysis) thingsIn(v value, t program.Type) []float64 {
	if t.Kind == program.List || t.Kind == program.Set {
		if items, _, ok := a.elements(v, t); ok {
			return items
		}
	} else if list, ok := a.concrete(v, t); ok && t.Kind == program.ThingType {
		return list
	}
	all, _ := a.domain(program.Type{Kind: program.ThingType})
	return all
}

// block runs statements. It reports whether what follows them may be reached.
func (r *runner) block(body []program.Stmt) bool {
	for _, s := range body {
		if !r.statement(s) {
			return false
		}
	}
	return true
}

func (r *runner) statement(s program.Stmt) bool {
	switch s := s.(type) {
	case *program.SetLocal:
		r.set(s.Slot, r.value(s.Value))
	case *program.CallProc:
		r.callProc(s)
	case *program.CallField:
		r.callField(s)
	case *program.Assign:
		r.assign(s)
	case *program.Roll:
		r.set(s.Slot, anything)
		r.ownChanges(s.Own)
		r.tested(s.Test)
	case *program.Test:
		r.set(s.Slot, anything)
		r.tested(s)
	case *program.Choose:
		r.choose(s)
	case *program.Draw:
		r.set(s.Slot, anything)
		r.ownChanges(s.Own)
	case *program.Announce:
		r.announce(s)
	case *program.Perform:
		r.perform(s)
	case *program.Pay:
		if !r.zero(s.Amount) {
			for _, n := range r.things(s.From) {
				r.pays(n, s.Pool)
			}
		}
	case *program.Apply:
		r.apply(s)
	case *program.Move, *program.Carry:
		r.note(&r.moved)
		r.happens(r.moves)
	case *program.Schedule:
		for _, n := range r.things(s.Of) {
			r.schedule(s.Entry, n)
		}
	case *program.If:
		return r.choice(s)
	case *program.For:
		return r.loop(s)
	case *program.While:
		r.whileLoop(s)
	case *program.Afterwards:
		later := &runner{r.analysis, r.copy(), r.routine, r.at}
		later.block(s.Body)
	case *program.Stop:
		return false
	case *program.EndCondition, *program.EndEntry, *program.EndActions: // ends only take away
	case *program.Discard, *program.Shuffle: // nothing is known of decks
	default:
		panic(fmt.Sprintf("facts: no such statement: %T", s))
	}
	return true
}

// copy returns a frame with the same locals.
func (f *frame) copy() *frame {
	g := *f
	g.locals = slices.Clone(f.locals)
	return &g
}

// zero tells whether an amount is certainly 0.
func (r *runner) zero(x *program.Expr) bool {
	n, ok := r.value(x).single()
	return ok && n == 0
}

// ownChanges notes that a parameter or running field of acts is written.
func (a *analysis) ownChanges(f *program.Field) {
	if f == nil {
		return
	}
	for i := range max(f.Cells, 1) {
		if !a.ownWritten[f.Cell+i] {
			a.ownWritten[f.Cell+i] = true
			a.learnt = true
		}
	}
}

func (r *runner) choice(s *program.If) bool {
	v := r.value(s.Cond)
	before := r.frame
	goesOn, joined := false, (*frame)(nil)
	branch := func(body []program.Stmt, taken bool) {
		if !taken {
			return
		}
		r.frame = before.copy()
		if !r.block(body) {
			return
		}
		goesOn = true
		if joined == nil {
			joined = r.frame
			return
		}
		for i := range joined.locals {
			joined.locals[i] = join(joined.locals[i], r.locals[i])
		}
	}
	branch(s.Then, v.mayHold())
	branch(s.Else, v.mayFail())
	if joined == nil {
		joined = before
	}
	r.frame = joined
	return goesOn
}

// loop runs the body of a loop once, for all its rounds: what they set may be anything.
func (r *runner) loop(s *program.For) bool {
	if s.MapField != nil {
		r.forgetSet(s.Body)
		r.set(s.Slot, anything)
		r.set(s.Second, anything)
		r.rounds(s)
		return true
	}
	v := r.value(s.In)
	items, _, ok := r.elements(v, s.In.Type)
	if ok && len(items) == 0 {
		return true
	}
	r.forgetSet(s.Body)
	round := anything
	if ok {
		round = r.sifted(items, s.Where, s.Slot)
	}
	if round.never() {
		return true
	}
	r.set(s.Slot, round)
	r.rounds(s)
	return true
}

// whileLoop does the same for a loop with a test. If the test fails at once there are no
// rounds.
func (r *runner) whileLoop(s *program.While) {
	r.block(s.Calls)
	if !r.value(s.Cond).mayHold() {
		return
	}
	whole := slices.Concat(s.Calls, s.Body)
	r.forgetSet(whole)
	r.round(whole)
}

func (r *runner) rounds(s *program.For) {
	r.round(s.Body)
	r.set(s.Slot, anything)
	r.set(s.Second, anything)
}

// round runs the body of a loop and forgets what it sets.
func (r *runner) round(body []program.Stmt) {
	outer := r.frame
	r.frame = outer.copy()
	r.block(body)
	r.frame = outer
	r.forgetSet(body)
}

// sifted are the items for which a test may hold.
func (r *runner) sifted(items []float64, where *program.Expr, slot int) value {
	var kept []float64
	for _, n := range items {
		r.set(slot, only(n))
		if where == nil || r.value(where).mayHold() {
			kept = append(kept, n)
		}
	}
	return oneOf(kept)
}

// tested forgets the parts of what a roll comes to against something; nil: against nothing.
func (f *frame) tested(t *program.Test) {
	if t == nil {
		return
	}
	for i := range int(program.TestParts) + len(t.Check.Fields) {
		f.set(t.Base+i, anything)
	}
}

// forgetSet forgets the locals that statements set.
func (f *frame) forgetSet(body []program.Stmt) {
	for s := range program.EachStmt(body) {
		switch s := s.(type) {
		case *program.SetLocal:
			f.set(s.Slot, anything)
		case *program.CallProc:
			f.takes(s)
		case *program.Roll:
			f.set(s.Slot, anything)
			f.tested(s.Test)
		case *program.Test:
			f.set(s.Slot, anything)
			f.tested(s)
		case *program.Draw:
			f.set(s.Slot, anything)
		case *program.Choose:
			f.set(s.Slot, anything)
			f.set(s.Each, anything)
		case *program.EndCondition:
			f.set(s.Each, anything)
		case *program.For:
			f.set(s.Slot, anything)
			f.set(s.Second, anything)
		}
	}
}

func (r *runner) callProc(s *program.CallProc) {
	r.run(s.Proc.Routine, nil, 0, r.values(s.Args), nil)
	r.takes(s)
}

// takes forgets the locals that take what a call gives.
func (f *frame) takes(s *program.CallProc) {
	f.set(s.Into, anything)
	if s.Into < 0 || s.Proc.Routine == nil {
		return
	}
	for i := range s.Proc.Results {
		f.set(s.Into+i, anything)
	}
}

func (r *runner) values(list []*program.Expr) []value {
	out := make([]value, len(list))
	for i, x := range list {
		out[i] = r.value(x)
	}
	return out
}

func (r *runner) callField(s *program.CallField) {
	args := r.values(s.Args)
	of := s.Of.Type
	owners, ok := r.concrete(r.value(s.Of), of)
	if !ok {
		r.runAny(s.Field)
		return
	}
	for _, n := range owners {
		if n == 0 {
			continue
		}
		v, ok := r.calledOf(n, s.Field, of)
		if !ok {
			r.runAny(s.Field)
			return
		}
		if v == nil || v.Routine == nil {
			continue
		}
		inputs := slices.Clone(args)
		for len(inputs) < len(v.Routine.Inputs) {
			inputs = append(inputs, anything)
		}
		if it := inputNamed(v.Routine.Inputs, "it"); it >= 0 {
			inputs[it] = only(n)
		}
		r.run(v.Routine, nil, 0, inputs, nil)
	}
}

// runAny runs all programs that fields of a name hold, or, of nil, that maps hold.
func (a *analysis) runAny(f *program.Field) {
	for _, v := range a.programs {
		if f == nil && v.inMap || f != nil && v.field.Name == f.Name {
			a.run(v.routine, nil, 0, nil, nil)
		}
	}
}

func (r *runner) assign(s *program.Assign) {
	t := s.Target
	if t.Op == program.OpOwn {
		r.ownChanges(t.Field)
		return
	}
	switch t.Args[0].Type.Kind {
	case program.ThingType:
	case program.Act:
		r.ownChanges(t.Field)
		return
	default:
		r.noteField(t.Field)
		return
	}
	v := r.value(s.Value)
	if v.never() {
		return
	}
	if n, ok := v.single(); ok && n == 0 && s.Op != '=' && t.Field.Type.Kind != program.Set {
		return
	}
	if s.Op != '=' || v.list && t.Field.Type.Kind != program.List {
		v = anything
	}
	member := only(1)
	if len(t.Args) > 1 {
		member = r.value(t.Args[1])
	}
	for _, n := range r.thingsIn(r.value(t.Args[0]), t.Args[0].Type) {
		if n != 0 {
			r.write(int(n)-1, t.Field, member, v)
		}
	}
}

func (r *runner) choose(s *program.Choose) {
	r.ownChanges(s.Own)
	if s.From.Op == program.OpBuiltin && s.From.Builtin == program.CanDo {
		r.chooseAct(s)
		r.set(s.Slot, anything)
		return
	}
	answer := anything
	asks := true
	if s.To == nil {
		if items, _, ok := r.elements(r.value(s.From), s.From.Type); ok {
			kept := r.sifted(items, s.Where, s.Each)
			asks = !kept.never()
			answer = r.answer(s, kept)
		}
	}
	if asks && !s.ByChance {
		for _, n := range r.things(s.By) {
			r.asked(s.Name, n)
		}
	}
	r.set(s.Each, anything)
	r.set(s.Slot, answer)
}

// answer is what may be chosen of the candidates that are left.
func (r *runner) answer(s *program.Choose, kept value) value {
	switch {
	case kept.any:
		return anything
	case s.Some && s.Default == nil:
		return someOf(kept.is)
	case s.Some:
		return anything
	}
	out := join(kept, only(0))
	if s.Default != nil {
		out = join(out, r.value(s.Default))
	}
	return out
}

func (r *runner) chooseAct(s *program.Choose) {
	event := r.turn
	if len(s.From.Args) > 1 {
		if event = nil; s.From.Args[1].Op == program.OpConst {
			event = r.p.Events[int(s.From.Args[1].Num)-1]
		}
	}
	for _, actor := range r.things(s.From.Args[0]) {
		if s.By == nil {
			r.ask(event, actor, actor)
			continue
		}
		for _, who := range r.things(s.By) {
			r.ask(event, who, actor)
		}
	}
}

func (r *runner) announce(s *program.Announce) {
	if len(r.things(s.Of)) > 0 {
		r.happens(s.Event)
	}
	if s.For == nil {
		return
	}
	for _, who := range r.things(s.For) {
		r.ask(s.Event, who, who)
	}
}

// performPlan performs a plan, which was proposed where somebody was asked; with parameters that
// are handed over it is any action of anybody. What it can't keep is asked for.
func (r *runner) performPlan(handed bool) {
	for _, action := range r.p.Actions {
		for _, n := range r.everybody() {
			for _, p := range action.Params {
				r.asked(p.Name, n)
			}
			if !handed {
				continue
			}
			given := func(int, map[int]value) *value { return &anything }
			if own, ok := r.propose(action, int(n)-1, given, nil); ok {
				r.begins(action, int(n)-1, own)
			}
		}
	}
}

func (r *runner) perform(s *program.Perform) {
	switch {
	case s.Action != nil:
	case s.Act.Type.Kind == program.Act:
		return // it was proposed where somebody was asked
	case s.Act.Type.Kind == program.Plan:
		r.performPlan(len(s.With) > 0)
		return
	}
	actions := []*program.Action{s.Action}
	if s.Action == nil {
		actions = r.actionsIn(r.value(s.Act), s.Act.Type)
	}
	with := r.handed(s.With)
	for _, action := range actions {
		given := make([]*value, len(action.Params))
		for i, w := range s.With {
			for k, p := range action.Params {
				if p.Cell == w.Field.Cell {
					given[k] = &with[i]
				}
			}
		}
		for _, n := range r.things(s.By) {
			if n == 0 {
				continue
			}
			for _, p := range action.Params {
				r.asked(p.Name, n)
			}
			if own, ok := r.propose(action, int(n)-1, func(i int, _ map[int]value) *value { return given[i] }, nil); ok {
				r.begins(action, int(n)-1, own)
			}
		}
	}
}

func (r *runner) handed(list []program.With) []value {
	out := make([]value, len(list))
	for i, w := range list {
		out[i] = r.value(w.Value)
	}
	return out
}

// actionsIn are the actions that a value may be.
func (a *analysis) actionsIn(v value, t program.Type) []*program.Action {
	defs, ok := a.concrete(v, t)
	if !ok || t.Kind != program.Definition {
		return a.p.Actions
	}
	var list []*program.Action
	for _, n := range defs {
		switch {
		case n == 0:
		case t.Of == nil:
			list = append(list, a.p.Actions[int(n)-1])
		case t.Of.Defs[int(n)-1].Action != nil:
			list = append(list, t.Of.Defs[int(n)-1].Action)
		}
	}
	return list
}

func (r *runner) apply(s *program.Apply) {
	conditions := []*program.Condition{s.Condition}
	if s.Condition == nil {
		conditions = nil
		named, ok := r.concrete(r.value(s.Named), s.Named.Type)
		if !ok {
			named, _ = r.domain(program.Type{Kind: program.ConditionName})
		}
		for _, n := range named {
			if n != 0 {
				conditions = append(conditions, r.p.Conditions[int(n)-1])
			}
		}
	}
	for _, c := range conditions {
		for _, n := range r.things(s.To) {
			if n != 0 {
				r.note(&r.applied[c.Index][int(n)-1])
			}
		}
	}
}
