package vet

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Encounter returns warnings about an encounter without errors. A case, which may be
// about one moment of a fight, needs neither foes nor enough room.
func Encounter(e *program.Encounter, isCase bool) (list diag.List) {
	var fighting []*program.Thing
	for _, t := range e.Things {
		if t.Kind == e.Program.Creature {
			fighting = append(fighting, t)
		}
	}
	list = append(list, Covers(e.Program, e.Covers, e.CoversAt)...)
	expectations(e, &list)
	lone := loneSide(e, fighting, &list)
	if isCase {
		return list
	}
	if !lone {
		foes(fighting, &list)
	}
	if e.Program.Space.Grid.Facts().Rows { // a zone has room for many
		places(fighting, &list)
	}
	return list
}

// expectations warns of expectations in a script that never or always hold.
func expectations(e *program.Encounter, list *diag.List) {
	j := newJudge(e.Program, list)
	j.tests = true
	certain := map[*program.Formula]bool{}
	for _, o := range e.Odds {
		certain[o.What] = o.Of != nil && (o.Of.Sign() == 0 || o.Of.IsInt())
	}
	for part := range e.Parts() {
		if !certain[part.Formula] {
			j.part(part)
		}
	}
}

// Covers returns the rules covered by a case or a sequence that nothing in its ruleset decides, if anything there says which rules it
// decides. At has the position of each.
func Covers(p *program.Program, ids []string, at []diag.Span) (list diag.List) {
	for i, id := range ids {
		if len(p.Cited) > 0 && !slices.Contains(p.Cited, id) {
			list.Warnf(CodeUncitedRule, at[i], "nothing in %s says that it decides rule %q", p.Name, id).MeanOneOf(id, p.Cited)
		}
	}
	return list
}

// places warns of combatants that start on one space, unless one carries the other.
func places(fighting []*program.Thing, list *diag.List) {
	first := map[program.Point]*program.Thing{}
	for _, t := range fighting {
		if t.Place == nil {
			continue
		}
		if other := first[*t.Place]; other != nil {
			list.Warnf(CodeSamePlace, t.PlaceAt, "%q starts on the same space as %q", t.Name, other.Name).
				WithNote(other.PlaceAt, "the place of %q", other.Name)
			continue
		}
		first[*t.Place] = t
	}
}

// foes warns of an encounter in which no one has a foe.
func foes(fighting []*program.Thing, list *diag.List) {
	if len(fighting) < 2 {
		return
	}
	for _, t := range fighting[1:] {
		if t.Side != fighting[0].Side {
			return
		}
	}
	list.Warnf(CodeNoFoes, fighting[1].SideAt, "all combatants are on one side, so no one has a foe").
		WithHint("put their foes on another side")
}

// loneSide warns of a side of one whose name is nearly that of another side, and reports
// whether there is one. If there are only two sides, both are intended.
func loneSide(e *program.Encounter, fighting []*program.Thing, list *diag.List) (found bool) {
	members := make([]int, len(e.Sides))
	for _, t := range fighting {
		if t.Side >= 0 {
			members[t.Side]++
		}
	}
	for _, t := range fighting {
		if t.Side < 0 || members[t.Side] > 1 || len(e.Sides) < 3 {
			continue
		}
		var others []string
		for i, name := range e.Sides {
			if i != t.Side && members[i] > 0 && (members[i] > 1 || i < t.Side) {
				others = append(others, name)
			}
		}
		if _, near := diag.Nearest(e.Sides[t.Side], others); near {
			list.Warnf(CodeLoneSide, t.SideAt, "%q is alone on the side %q", t.Name, e.Sides[t.Side]).
				MeanOneOf(e.Sides[t.Side], others)
			found = true
		}
	}
	return found
}
