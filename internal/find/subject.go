package find

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// question is a subject to examine, and its side.
type question struct {
	subject any
	side    int
}

// A subject is one of these: a *program.Action that a side does; something that its actions name and that is no
// combatant, such as a weapon or a spell, as its *program.Def, or as the *program.Thing if it has none; a
// *program.Condition that it causes; a *program.TacticRule, a line of its tactics.

// What is the type of a subject.
type What string

// The types of subjects.
const (
	Actions    What = "actions"
	Used       What = "used"
	Conditions What = "conditions"
	Lines      What = "lines"
)

// Whats are all types, in the order in which they are examined.
var Whats = []What{Actions, Used, Conditions, Lines}

// whatOf returns the type of a subject.
func whatOf(subject any) What {
	switch subject.(type) {
	case *program.Action:
		return Actions
	case *program.Condition:
		return Conditions
	case *program.TacticRule:
		return Lines
	}
	return Used
}

// kindOf returns the kind of something that actions name, nil for other subjects.
func kindOf(used any) *program.Kind {
	switch x := used.(type) {
	case *program.Def:
		return x.Kind
	case *program.Thing:
		return x.Kind
	}
	return nil
}

// usedBy returns the subject that a value of a parameter is: a definition, or a thing that is no combatant; nil if
// it is something else.
func usedBy(e *program.Encounter, p *program.ActParam, v float64) any {
	switch {
	case v < 1:
	case p.Type.Kind == program.Definition && p.Type.Of != nil:
		return p.Type.Of.Defs[int(v)-1]
	case p.Type.Kind == program.ThingType && e.Things[int(v)-1].Kind != e.Program.Creature:
		return ofThing(e.Things[int(v)-1])
	}
	return nil
}

// ofThing returns the subject for a thing: things of the same definition share one.
func ofThing(t *program.Thing) any {
	if t.Def != nil {
		return t.Def
	}
	return t
}

// valuesOf returns the values of a parameter that are a certain subject.
func valuesOf(e *program.Encounter, p *program.ActParam, used any) (list []float64) {
	switch d, isDef := used.(*program.Def); {
	case p.Type.Kind == program.Definition && isDef && d.Kind == p.Type.Of:
		list = append(list, float64(d.Index+1))
	case p.Type.Kind == program.ThingType:
		for i, t := range e.Things {
			if ofThing(t) == used {
				list = append(list, float64(i+1))
			}
		}
	}
	return list
}

// carried lists what the combatants of each side have and could name instead of something that their actions named:
// the other weapons, the other spells. Done has what was named.
func carried(e *program.Encounter, done map[question]int) (list []question) {
	kinds := map[question]bool{} // the kind is the subject
	for q, in := range done {
		if k := kindOf(q.subject); k != nil && in > 0 {
			kinds[question{k, q.side}] = true
		}
	}
	add := func(used any, side int) {
		if side >= 0 && kinds[question{kindOf(used), side}] {
			list = append(list, question{used, side})
		}
	}
	for _, t := range e.Things {
		if t.Kind != e.Program.Creature {
			if t.Carrier >= 0 {
				add(ofThing(t), e.Things[t.Carrier].Side)
			}
			continue
		}
		for _, v := range t.Values {
			if v != nil {
				definitions(v.Expr, func(d *program.Def) { add(d, t.Side) })
			}
		}
	}
	return list
}

// definitions calls found with the definitions that a constant names.
func definitions(x *program.Expr, found func(*program.Def)) {
	switch {
	case x == nil:
	case x.Op == program.OpList:
		for _, arg := range x.Args {
			definitions(arg, found)
		}
	case x.Op == program.OpConst && x.Type.Kind == program.Definition && x.Type.Of != nil && x.Num >= 1:
		found(x.Type.Of.Defs[int(x.Num)-1])
	}
}

// titles returns the titles of subjects.
type titles struct {
	lines lines
	// twice are the titles of more than one subject.
	twice map[string]bool
}

func newTitles(lines lines, list []asked) *titles {
	t := &titles{lines: lines, twice: map[string]bool{}}
	seen := map[string]any{}
	for _, x := range list {
		words := t.plain(x.subject)
		if other, known := seen[words]; known && other != x.subject {
			t.twice[words] = true
		}
		seen[words] = x.subject
	}
	return t
}

// of returns the title of a subject; unless it is an action, with its kind. If two share a title, it adds the name
// in the rules.
func (t *titles) of(subject any) string {
	words := t.plain(subject)
	if !t.twice[words] {
		return words
	}
	name := ""
	switch x := subject.(type) {
	case *program.Action:
		name = x.Def.Name
	case *program.Def:
		name = x.Name
	case *program.Thing:
		name = x.Name
	case *program.Condition:
		name = x.Name
	}
	return words + " (" + name + ")"
}

// plain returns the title of a subject, even if another has the same.
func (t *titles) plain(subject any) string {
	switch x := subject.(type) {
	case *program.Action:
		return x.Def.Title
	case *program.Def:
		return value.TitleOf(&x.Decl) + " (" + value.TitleOf(&x.Kind.Decl) + ")"
	case *program.Thing:
		return x.Title + " (" + value.TitleOf(&x.Kind.Decl) + ")"
	case *program.Condition:
		return value.TitleOf(&x.Decl) + " (condition)"
	case *program.TacticRule:
		return t.line(x)
	}
	return ""
}

// line returns what a line of a tactic does, and its place.
func (t *titles) line(x *program.TacticRule) string {
	return doesAt(x, ", %s:%d") + " (tactic " + value.TitleOf(&t.lines[x].tactic.Decl) + ")"
}

// doesAt returns what a line of a tactic does, followed by its file and line in the given format.
func doesAt(x *program.TacticRule, format string) string {
	var does []string
	for _, d := range x.Does {
		does = append(does, d.Action.Def.Title)
	}
	line, _ := x.Span.Source.Position(x.Span.Start)
	return strings.Join(does, " or ") + fmt.Sprintf(format, path.Base(x.Span.Source.Name), line)
}

// linesOf returns the lines of a creature's tactic that do something.
func linesOf(t *program.Thing) (list []*program.TacticRule) {
	if t.Tactic == nil {
		return nil
	}
	for _, line := range t.Tactic.Rules {
		if line.Event != nil && len(line.Does) > 0 {
			list = append(list, line)
		}
	}
	return list
}

// lines are the lines of all tactics of an encounter that do something, each with its subject and its tactic: a
// line that is written once may answer several events.
type lines map[*program.TacticRule]tacticLine

type tacticLine struct {
	*program.TacticRule
	tactic *program.Tactic
}

func linesIn(e *program.Encounter) lines {
	type place struct {
		tactic *program.Tactic
		span   diag.Span
	}
	first, list := map[place]*program.TacticRule{}, lines{}
	for _, t := range e.Things {
		for _, line := range linesOf(t) {
			at := place{t.Tactic, line.Span}
			if first[at] == nil {
				first[at] = line
			}
			list[line] = tacticLine{first[at], t.Tactic}
		}
	}
	return list
}

// aloneIn reports whether a line is the only one of a side with its action, and has no other: then forbidding it is
// like forbidding the action.
func aloneIn(e *program.Encounter, side int, line *program.TacticRule) bool {
	if len(line.Does) != 1 {
		return false
	}
	for _, t := range e.Things {
		if t.Side != side {
			continue
		}
		for _, other := range linesOf(t) {
			if other.Span == line.Span {
				continue // the same line, for another combatant or event
			}
			for _, d := range other.Does {
				if d.Action == line.Does[0].Action {
					return false
				}
			}
		}
	}
	return true
}

// compare compares questions: by side, then by type, then by declaration order.
func (l lines) compare(a, b question) int {
	return cmp.Or(
		cmp.Compare(a.side, b.side),
		cmp.Compare(slices.Index(Whats, whatOf(a.subject)), slices.Index(Whats, whatOf(b.subject))),
		slices.Compare(l.order(a.subject), l.order(b.subject)),
	)
}

// order returns the sort key of a declaration.
func (l lines) order(subject any) []int {
	switch x := subject.(type) {
	case *program.Action:
		return []int{x.Index}
	case *program.Def:
		return []int{0, x.Kind.Index, x.Index}
	case *program.Thing:
		return []int{1, x.Index}
	case *program.Condition:
		return []int{x.Index}
	case *program.TacticRule:
		tactic := l[x].tactic
		return []int{tactic.Index, slices.Index(tactic.Rules, x)}
	}
	return nil
}
