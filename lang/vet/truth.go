package vet

import (
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// consequence is the effect of a formula that never holds, and of one that always does.
type consequence struct{ never, always string }

// truths warns of everything in a ruleset whose result never varies.
func truths(p *program.Program, all parts, list *diag.List) {
	j := newJudge(p, list)
	for _, part := range all {
		if part.In != "Law.Holds" && part.In != "Reports.Stands" { // which are meant to hold always
			j.part(part)
		}
	}
	for _, a := range p.Actions {
		j.requirements(a)
	}
	for _, c := range p.Conditions {
		j.modifiers(c)
	}
	for _, t := range p.Tactics {
		j.tactic(t, p.Tactics)
	}
	j.tables(p)
	moves, free := movesOf(p, all)
	j.unmoved(p, moves, free)
	standstill(p, moves, free, list)
	j.fixedEnd(p.Time)
}

// modifiers warns of modifiers of a condition that apply only when its bearer doesn't have it.
func (j *judge) modifiers(c *program.Condition) {
	for _, m := range c.Modifies {
		if m.When == nil || j.byParam(m.When.Span.Text()) {
			continue
		}
		j.begin(nil)
		for x := range m.When.Expr.All() {
			if x.Op == program.OpHas && x.Condition == c && len(x.Args) == 1 && x.Args[0].Op == program.OpLocal && x.Args[0].Index == m.Role {
				j.facts = append(j.facts, fact{x, alwaysDoes})
			}
		}
		if len(j.facts) > 0 && j.quietly(m.When.Expr) == neverHolds {
			j.list.Warnf(CodeNeverHolds, m.When.Span, "this is never true for a creature with %q", c.Name)
		}
	}
}

// consequences are the effects of formulas whose result never varies, by the field that holds the formula.
var consequences = map[string]consequence{
	"Requirement.If":  {never: "what requires it is never possible"},
	"Rule.If":         {never: "this rule never does anything"},
	"Condition.While": {"no one ever has this condition", "everyone always has this condition"},
	"Until.When":      {"it never ends this way", "it ends at once"},
	"TacticRule.If":   {never: "this line is never taken"},
	"Time.Out":        {"no one is ever out of the fight", "everyone is out of the fight"},
	"Time.Over":       {"the fight is never over", "the fight is over at once"},
	"ExpectItem.If":   {"this expectation always fails", "this expectation is always met"},
}

// part checks a formula, a program or a constant.
func (j *judge) part(part program.Part) {
	j.begin(nil)
	switch f := part.Formula; {
	case f != nil:
		j.expr(f.Expr, f.Span.Text(), consequences[part.In])
	case part.Constant != nil:
		j.expr(part.Constant, part.Constant.Span.Text(), consequence{})
	default:
		before := len(*j.list)
		j.count(part.Routine)
		j.block(part.Routine.Body, map[program.Stmt][]fact{})
		kept := slices.DeleteFunc((*j.list)[before:], func(d *diag.Diagnostic) bool {
			return slices.ContainsFunc(part.Routine.Shared, func(s diag.Span) bool { return s.Holds(d.Span) })
		})
		*j.list = (*j.list)[:before+len(kept)]
	}
}

// begin forgets the known facts; what follows is about a definition, or (nil) about any.
func (j *judge) begin(of *program.Def) {
	j.locals, j.facts, j.work, j.of = map[int]local{}, nil, 0, of
}

// expr checks a formula in a text.
func (j *judge) expr(x *program.Expr, text string, so consequence) {
	if j.byParam(text, x) {
		j.unsure(text)
		return
	}
	before := len(*j.list)
	j.work = 0
	v := j.value(x)
	for _, d := range (*j.list)[before:] {
		switch {
		case v == neverHolds && d.Code == CodeNeverHolds && so.never != "":
			d.Message += ": " + so.never
		case v == alwaysDoes && d.Code == CodeAlwaysHolds && so.always != "":
			d.Message += ": " + so.always
		}
	}
	if j.work > mostWork {
		j.unsure(text)
	}
}

// report says that a part of a formula never or always holds, and why if its parts alone don't show it.
func (j *judge) report(x *program.Expr, holds bool, because string) {
	if j.list == nil || j.tests && isSum(x) {
		return
	}
	d := j.list.Warnf(CodeNeverHolds, x.Span, "this is never true")
	if holds {
		d.Code, d.Message = CodeAlwaysHolds, "this is always true"
	}
	switch {
	case x.Op == program.OpOr:
		d.WithHint(`did you mean "and"?`)
	case x.Op == program.OpAnd && strings.Contains(x.Span.Text(), "=="):
		d.WithHint(`did you mean "or"?`)
	case because == "" && len(x.Args) == 2 && same(x.Args[0], x.Args[1]):
		because = "since both sides are the same"
	}
	for _, side := range x.Args {
		v, name := j.alone(side), side.Span.Text()
		if because != "" || side.Op == program.OpConst || v == anyNumber || side.Type.Kind != program.Number {
			continue
		}
		if side.Op == program.OpField {
			name = side.Field.Name
			d.WithNote(side.Field.Span, "%s", name)
		}
		because = "since " + name + " " + v.String()
	}
	if because != "" {
		d.Message += ", " + because
	}
}

// isSum reports whether a formula consists of numbers only: round(2.5) == 3 in an expectation tests the language.
func isSum(x *program.Expr) bool {
	for y := range x.All() {
		number := y.Type.Kind == program.Number || y.Type.Kind == program.Bool
		if y.Op == program.OpField || y.Op == program.OpQuantity || y.Op == program.OpLocal || y.Op == program.OpHas || y.Op == program.OpTable || !number {
			return false
		}
	}
	return true
}

// count counts the uses of locals in a program, and warns of rolls and computed values that nothing reads.
func (j *judge) count(r *program.Routine) {
	j.reads, j.writes = map[int]int{}, map[int]int{}
	for x := range (program.Part{Routine: r}).Exprs() {
		if x.Op == program.OpLocal {
			j.reads[x.Index]++
		}
	}
	var lets []*program.SetLocal
	for s := range r.Stmts() {
		switch s := s.(type) {
		case *program.SetLocal:
			if j.writes[s.Slot]++; strings.HasPrefix(s.Span.Text(), "let ") && s.Value.Op != program.OpConst {
				lets = append(lets, s)
			}
		case *program.CallProc:
			for i := range max(1, len(s.Proc.Results)) {
				j.writes[s.Into+i]++
			}
		case *program.Choose:
			j.writes[s.Slot]++
		case *program.Draw:
			j.writes[s.Slot]++
		case *program.Roll:
			j.writes[s.Slot]++
			given := s.Test != nil || s.LabelFrom != nil || s.Slot < len(r.Inputs)+len(r.Results)
			if !given && !j.tests && j.reads[s.Slot] == 0 && !j.heard[s.Label] {
				j.list.Warnf(CodeUnreadRoll, s.Span, "nothing reads the result of the roll %q", s.Label)
			}
		}
	}
	for _, s := range lets {
		name := words(s.Span.Text())[1]
		maybe := len(j.params) > 0 && strings.Count(s.Span.Source.Text, name) > 1 // a param may have removed the text that reads it
		if j.reads[s.Slot] == 0 && j.writes[s.Slot] == 1 && !j.tests && !maybe {
			j.list.Warnf(CodeUnread, s.Span, "nothing reads %q", name)
		}
	}
}

// block checks statements. Chain has the facts where an else leads to an if.
func (j *judge) block(body []program.Stmt, chain map[program.Stmt][]fact) {
	outer := maps.Clone(j.locals)
	for _, s := range body {
		j.statement(s, chain)
		for _, inner := range program.Blocks(s) {
			j.block(inner, chain)
		}
	}
	j.locals = outer
}

const undone = "the statements in its braces never run"

func (j *judge) statement(s program.Stmt, chain map[program.Stmt][]fact) {
	head, so := s.Place().Text(), consequence{}
	if len(program.Blocks(s)) > 0 {
		head, _, _ = strings.Cut(head, "{")
		so.never = undone
	}
	j.facts = chain[s]
	for _, x := range program.Operands(s) {
		j.expr(x, head, so)
	}
	known := !j.byParam(head)
	if choice, ok := s.(*program.If); ok && known {
		j.branches(choice, chain)
	}
	j.facts = nil
	switch s := s.(type) {
	case *program.Assign:
		if by := j.quietly(s.Value); known && s.Op == '-' && s.Value.Builtin == program.Min && by.high <= 0 {
			j.list.Warnf(CodeOddAmount, s.Value.Span, "this %v: it never subtracts anything", by).WithHint("did you mean max?")
		}
	case *program.SetLocal:
		if j.writes[s.Slot] == 1 && !s.Rolled && known {
			j.locals[s.Slot] = local{interval: j.quietly(s.Value)}
		}
	case *program.Roll:
		total := j.quietly(s.Dice)
		if j.writes[s.Slot] == 1 && known {
			j.locals[s.Slot] = local{total, s.Dice}
		}
		if s.Test != nil && known {
			j.tested(s.Test, total)
		}
	}
}

// branches checks an if together with the ifs before it in its else-if chain.
func (j *judge) branches(s *program.If, chain map[program.Stmt][]fact) {
	if j.quietly(s.Cond) == neverHolds {
		j.clash(s.Cond, s.Cond, false, taken+": "+undone)
	}
	if len(s.Else) == 1 {
		j.assume(s.Cond, false)
		chain[s.Else[0]] = j.facts
	}
}

// tested warns of a roll that never succeeds, by a check without other results.
func (j *judge) tested(t *program.Test, total interval) {
	switch target := j.quietly(t.Against); {
	case t.Check.Margin != nil || t.Check.Success != nil || t.Check.Degree != nil || !total.isFinite():
	case total.high < target.low:
		j.list.Warnf(CodeNeverHolds, t.Against.Span, "this roll never succeeds, since it %v and its target %v", total, target)
	}
}

// fixedEnd warns of an end of the fight that reads only the things in it and their sides.
func (j *judge) fixedEnd(t *program.Time) {
	if t == nil || t.Over == nil {
		return
	}
	at, text := t.Over.Span, words(t.Over.Span.Text())
	changes := func(w string) bool {
		return !strings.Contains(" all any count everyone each side first last not and or ", " "+w+" ")
	}
	if slices.Contains(text, "everyone") && !slices.ContainsFunc(text, changes) {
		at.Start += strings.Index(at.Text(), "everyone")
		at.End = at.Start + len("everyone")
		j.list.Warnf(CodeFixedEnd, at, "everyone includes creatures that are out: nothing that happens can change this").
			WithHint("combatants holds only those still in the fight")
	}
}
