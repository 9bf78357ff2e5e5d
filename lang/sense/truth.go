package sense

import (
	"fmt"
	"math"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// consequence is what comes of it where a formula never holds, and where it always does.
type consequence struct{ never, always string }

// judge looks at formulas for what never or always holds.
type judge struct {
	*ranges
	list     *diag.List
	found    []verdict
	lookups  map[*program.Table]*lookups
	moves    map[*program.Field]moves
	compares map[int]bool    // locals of the program at hand that something is compared with
	heard    map[string]bool // labels of rolls for which something waits
	// lawful formulas may hold always: laws are meant to.
	lawful bool
}

// verdict is a part of a formula that is decided whatever happens.
type verdict struct {
	x     *program.Expr
	holds bool
	clash bool // by another part of the same formula
}

func newJudge(p *program.Program, list *diag.List) *judge {
	j := &judge{ranges: newRanges(p), list: list, lookups: map[*program.Table]*lookups{}, moves: map[*program.Field]moves{}, heard: map[string]bool{}}
	j.ranges.decided = func(x *program.Expr, v interval) { j.found = append(j.found, verdict{x, v == alwaysDoes, false}) }
	j.ranges.clash = func(x *program.Expr, v interval) { j.found = append(j.found, verdict{x, v == alwaysDoes, true}) }
	j.ranges.looked = j.look
	for _, t := range waits(p) {
		j.heard[t.Label] = true
	}
	for _, c := range p.Checks {
		j.heard[c.Name] = j.heard[c.Name] || c.Plain // what it comes to is told
	}
	for _, t := range p.Tables {
		j.lookups[t] = &lookups{in: interval{math.Inf(1), math.Inf(-1)}}
	}
	return j
}

// truths warns of everything in a ruleset that is decided whatever happens.
func truths(p *program.Program, list *diag.List) {
	j := newJudge(p, list)
	so := consequences(p)
	lawful := map[*program.Formula]bool{}
	for _, l := range p.Laws {
		lawful[l.Holds] = true
	}
	seen := map[program.Part]bool{}
	for part := range p.Parts() {
		if seen[part] {
			continue
		}
		seen[part] = true
		j.lawful = lawful[part.Formula]
		switch {
		case part.Formula != nil:
			j.locals = nil
			j.formula(part.Formula, so[part.Formula])
		case part.Routine != nil:
			j.routine(part.Routine)
		}
	}
	for _, a := range p.Actions {
		j.locals = nil
		j.requirements(a)
		j.costs(a)
	}
	for _, t := range p.Tactics {
		for _, line := range t.Rules {
			j.line(line)
		}
	}
	j.tables(p)
	j.movable(p)
	j.unmoved(p)
}

// consequences says what comes of it where a formula of a ruleset is decided.
func consequences(p *program.Program) map[*program.Formula]consequence {
	so := map[*program.Formula]consequence{}
	end := consequence{"this end never comes", "this end comes at once"}
	for _, a := range p.Actions {
		for _, q := range a.Requires {
			so[q.If] = consequence{never: "this action is never possible"}
		}
	}
	for r := range p.AllRules() {
		so[r.If] = consequence{never: "this rule never does anything"}
	}
	for _, c := range p.Conditions {
		so[c.While] = consequence{"nobody ever has this condition", "everybody has this condition, always"}
		for _, u := range c.Until {
			so[u.When] = end
		}
	}
	for s := range p.Stmts() {
		for _, u := range program.Untils(s) {
			so[u.When] = end
		}
	}
	for _, t := range p.Tactics {
		for _, line := range t.Rules {
			so[line.If] = consequence{never: "this line is never taken"}
		}
	}
	if p.Time != nil {
		so[p.Time.Out] = consequence{"nobody is ever out of the fight", "everybody is out of the fight"}
		so[p.Time.Over] = consequence{"the fight is never over", "the fight is over at once"}
	}
	return so
}

// formula looks at a formula, with what is known of its inputs.
func (j *judge) formula(f *program.Formula, so consequence) interval {
	if f == nil {
		return anyNumber
	}
	return j.expr(f.Expr, f.Span, so)
}

// expr looks at a formula that stands at a place, which is its own text or that around it.
func (j *judge) expr(x *program.Expr, at diag.Span, so consequence) interval {
	j.found, j.facts, j.work = nil, nil, 0
	v := j.value(x)
	if j.settled(at, x) {
		j.unsure(at.Text())
		return unknown(x.Type)
	}
	for _, f := range j.found {
		if f.holds && j.lawful {
			continue
		}
		d := j.report(f)
		if v == neverHolds && !f.holds && so.never != "" {
			d.Message += ": " + so.never
		}
		if v == alwaysDoes && f.holds && so.always != "" {
			d.Message += ": " + so.always
		}
	}
	if j.work > mostWork {
		j.lookups = nil
	}
	return v
}

// report says that a part of a formula never or always holds, and why.
func (j *judge) report(f verdict) *diag.Diagnostic {
	code, what := CodeNeverHolds, "this never holds"
	if f.holds {
		code, what = CodeAlwaysHolds, "this always holds"
	}
	d := j.list.Warnf(code, f.x.Span, "%s", what)
	switch {
	case f.clash && f.holds:
		d.Message += ", since one or the other always does"
		return d.WithHint("is \"and\" meant?")
	case f.clash:
		d.Message += ", since not all of it can hold at once"
		if strings.Contains(f.x.Span.Text(), "==") {
			d.WithHint("is \"or\" meant?")
		}
		return d
	case len(f.x.Args) < 2:
		return d
	case same(f.x.Args[0], f.x.Args[1]):
		d.Message += ", since both sides are the same"
		return d
	}
	j.quiet++
	defer func() { j.quiet-- }()
	j.facts = nil
	for _, side := range f.x.Args {
		v := j.value(side)
		if side.Op == program.OpConst || v == anyNumber || side.Type.Kind != program.Number {
			continue
		}
		name := side.Span.Text()
		if side.Op == program.OpField {
			name = side.Field.Name
			d.WithNote(side.Field.Span, "%s", name)
		}
		d.Message += ", since " + name + " " + v.String()
		break
	}
	return d
}

// routine looks at the statements of a program.
func (j *judge) routine(r *program.Routine) {
	j.locals, j.rolled = map[int]interval{}, map[int]*program.Expr{}
	once := writtenOnce(r)
	j.unreadRolls(r)
	j.compares = map[int]bool{}
	for x := range (program.Part{Routine: r}).Exprs() {
		if x.Op >= program.OpLess && x.Op <= program.OpNotEq || x.Op == program.OpIn {
			for _, side := range x.Args {
				j.compares[side.Index] = j.compares[side.Index] || side.Op == program.OpLocal
			}
		}
	}
	for s := range r.Stmts() {
		var so consequence
		var cond *program.Expr
		switch s := s.(type) {
		case *program.If:
			cond, so = s.Cond, consequence{never: "what stands in its braces is never done"}
			if len(s.Else) > 0 {
				so.always = "what stands behind else is never done"
			}
		case *program.While:
			cond, so = s.Cond, consequence{never: "what stands in its braces is never done"}
		}
		operands := program.Operands(s)
		if len(program.Blocks(s)) == 0 && j.settled(s.Place(), operands...) {
			j.unsure(s.Place().Text())
			if a, ok := s.(*program.Assign); ok {
				j.move(a.Target.Field, rises|falls)
			}
			continue
		}
		for _, x := range operands {
			if x == cond {
				j.expr(x, x.Span, so)
			} else {
				j.expr(x, x.Span, consequence{})
			}
		}
		j.note(s, once)
	}
}

// note keeps what a statement gives a local that nothing else writes.
func (j *judge) note(s program.Stmt, once map[int]bool) {
	j.quiet++
	defer func() { j.quiet-- }()
	switch s := s.(type) {
	case *program.Assign:
		j.moved(s)
		j.amount(s)
	case *program.Pay:
		j.move(s.Pool, rises|falls)
	case *program.SetLocal:
		if once[s.Slot] && !s.Rolled {
			j.locals[s.Slot] = j.value(s.Value)
		}
	case *program.Roll:
		total := j.dice(s.Dice)
		if once[s.Slot] {
			j.locals[s.Slot], j.rolled[s.Slot] = total, s.Dice
		}
		if s.Test != nil {
			j.tested(s.Test, total, once)
		}
	}
}

// tested looks at whether a roll can succeed.
func (j *judge) tested(t *program.Test, total interval, once map[int]bool) {
	target := j.value(t.Against)
	v := truthOf(total.low >= target.high, total.high < target.low)
	if f := t.Check.Success; f != nil {
		inputs := map[int]interval{program.CheckTotal: total, program.CheckTarget: target}
		v = j.called(f, inputs)
	}
	if once[t.Base+int(program.TestSuccess)] {
		j.locals[t.Base+int(program.TestSuccess)] = v
	}
	if !v.isPoint() || !total.isFinite() {
		return
	}
	if v == neverHolds {
		j.list.Warnf(CodeNeverHolds, t.Against.Span, "this roll never succeeds, since it %v and is held against what %v", total, target)
	} else {
		j.list.Warnf(CodeAlwaysHolds, t.Against.Span, "this roll always succeeds, since it %v and is held against what %v", total, target)
	}
}

// writtenOnce tells which locals of a program one place alone gives a value.
func writtenOnce(r *program.Routine) map[int]bool {
	times := map[int]int{}
	for i := range r.Inputs {
		times[i]++
	}
	for s := range r.Stmts() {
		for _, slot := range slots(s) {
			times[slot]++
		}
		for _, x := range program.Operands(s) {
			for e := range x.All() {
				if e.Op == program.OpLet || e.Op.OverList() {
					times[e.Index]++
				}
			}
		}
	}
	once := map[int]bool{}
	for slot, n := range times {
		once[slot] = n == 1
	}
	return once
}

// slots returns the locals to which a statement gives a value.
func slots(s program.Stmt) []int {
	switch s := s.(type) {
	case *program.SetLocal:
		return []int{s.Slot}
	case *program.CallProc:
		list := []int{s.Into}
		for i := range s.Proc.Results {
			list = append(list, s.Into+i)
		}
		return list
	case *program.Roll:
		list := []int{s.Slot}
		if s.Test != nil {
			list = append(list, slots(s.Test)...)
		}
		return list
	case *program.Test:
		var list []int
		for i := range s.Check.Cells() {
			list = append(list, s.Base+i)
		}
		return list
	case *program.Choose:
		return []int{s.Slot, s.Each}
	case *program.Draw:
		return []int{s.Slot}
	case *program.EndCondition:
		return []int{s.Each}
	case *program.For:
		return []int{s.Slot, s.Second}
	}
	return nil
}

// requirements warns of those of an action that can't all hold, and of those that its own figures rule out.
func (j *judge) requirements(a *program.Action) {
	for i, q := range a.Requires {
		if j.settled(q.If.Span, q.If.Expr) {
			continue
		}
		j.facts, j.work, j.quiet, j.of = nil, 0, 1, a.Def
		alone := j.value(q.If.Expr)
		for _, other := range a.Requires[:i] {
			j.assume(other.If.Expr, true)
		}
		never := j.value(q.If.Expr) == neverHolds
		j.of = nil
		if generic := j.alone(q.If.Expr); generic != neverHolds && never {
			d := j.list.Warnf(CodeNeverHolds, q.If.Expr.Span, "this never holds beside what else is required: this action is never possible")
			if alone == neverHolds {
				d.Span, d.Message = a.Def.Span, fmt.Sprintf("%q is never possible: what it requires never holds for it", a.Def.Name)
				d.WithNote(q.If.Expr.Span, "the requirement")
			}
		}
		j.quiet = 0
	}
}
