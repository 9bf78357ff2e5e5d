package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// Setup is what a report needs to know about an encounter, besides the counters.
type Setup struct {
	// Values are the varied values.
	Values []string `json:"values,omitempty"`
	// Hash identifies the ruleset with its params, and the encounter.
	Hash      string `json:"hash"`
	Ruleset   string `json:"ruleset"`
	Encounter string `json:"encounter"`
	Title     string `json:"title"`
	// Unit is the unit of the clock.
	Unit       string      `json:"unit"`
	Sides      []string    `json:"sides"`
	Combatants []Combatant `json:"combatants"`
	// Health are the pools, Shown the numbers that the ruleset reports.
	Health []string `json:"health"`
	Shown  []string `json:"shown"`
	// Actions are the titles of all actions of the ruleset; if several share a title, the name in the rules is added.
	Actions []string `json:"actions"`
	// Degrees are the names of the degrees of rolls against something, by label, if they are steps.
	Degrees map[string][]string `json:"degrees,omitempty"`
}

// Combatant is a creature that fights.
type Combatant struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Side  int    `json:"side"`
}

// NewSetup returns the setup of an encounter. Values are the varied values.
func NewSetup(e *program.Encounter, values []string) *Setup {
	p := e.Program
	s := &Setup{
		Values: values, Hash: p.Hash + e.Hash, Ruleset: p.Name, Encounter: e.Name, Title: e.Title, Unit: unitOf(p),
		Sides: e.Sides, Combatants: []Combatant{}, Health: []string{}, Shown: []string{}, Actions: []string{},
	}
	for _, t := range e.Things {
		if t.Kind == p.Creature {
			s.Combatants = append(s.Combatants, Combatant{t.Name, t.Title, t.Side})
		}
	}
	if r := p.Reports; r != nil {
		for _, f := range r.Health {
			s.Health = append(s.Health, f.Title)
		}
		for _, x := range r.Shown {
			s.Shown = append(s.Shown, x.Title)
		}
	}
	s.Degrees = degreesOf(p)
	times := map[string]int{}
	for _, a := range p.Actions {
		times[a.Def.Title]++
	}
	for _, a := range p.Actions {
		title := a.Def.Title
		if times[title] > 1 {
			title += " (" + a.Def.Name + ")"
		}
		s.Actions = append(s.Actions, title)
	}
	return s
}

// OutcomeOf returns the number of an outcome: the side that won, or the number of sides and one of [Nobody], [TimeUp]
// and [NothingLeft].
func (s *Setup) OutcomeOf(o interp.Outcome) int {
	switch {
	case o.Winner > 0:
		return o.Winner - 1
	case o.Ending == trace.TimeUp:
		return len(s.Sides) + TimeUp
	case o.Ending == trace.NothingLeft:
		return len(s.Sides) + NothingLeft
	}
	return len(s.Sides) + Nobody
}

// Outcomes returns how many outcomes there are.
func (s *Setup) Outcomes() int { return len(s.Sides) + otherOutcomes }

// Outcome returns the name of an outcome, and its kind: side, nobody, time_limit or nothing_left.
func (s *Setup) Outcome(i int) (name, kind string) {
	if i < len(s.Sides) {
		return s.Sides[i], "side"
	}
	switch i - len(s.Sides) {
	case Nobody:
		return "nobody", "nobody"
	case TimeUp:
		return "time limit", "time_limit"
	}
	return "nothing left to happen", "nothing_left"
}

// degreesOf returns the names of degrees, by the labels of the rolls that have names.
func degreesOf(p *program.Program) map[string][]string {
	names := map[string][]string{}
	for part := range p.Parts() {
		if part.Routine == nil {
			continue
		}
		for s := range part.Routine.Stmts() {
			t, _ := s.(*program.Test)
			if r, rolls := s.(*program.Roll); rolls {
				t = r.Test
			}
			if t == nil || t.Check.Degree == nil || t.Check.Degree.Expr.Type.Kind != program.Step || names[t.Label] != nil {
				continue
			}
			for _, step := range t.Check.Degree.Expr.Type.Scale.Steps {
				names[t.Label] = append(names[t.Label], step.Title)
			}
		}
	}
	return names
}

// unitOf returns the unit of a ruleset's clock.
func unitOf(p *program.Program) string {
	switch {
	case p.Time.Unit != "":
		return p.Time.Unit
	case len(p.Time.Keys) > 0:
		return p.Time.Keys[0]
	}
	return "time"
}

// Idle returns the combatants without a tactic.
func Idle(e *program.Encounter) []*program.Thing {
	var list []*program.Thing
	for _, t := range e.Things {
		if t.Kind == e.Program.Creature && t.Tactic == nil {
			list = append(list, t)
		}
	}
	return list
}

// Ahead returns an encounter in which some of those who have a tactic think ahead.
func Ahead(e *program.Encounter, who func(*program.Thing) bool) *program.Encounter {
	ahead := *e
	ahead.Things = slices.Clone(e.Things)
	for i, t := range e.Things {
		if t.Tactic != nil && who(t) {
			other := *t
			other.Thinks = true
			ahead.Things[i] = &other
		}
	}
	return &ahead
}

// MissingTactics returns the error for an encounter in which some have no tactic; or names another way to give them
// one than in the file.
func MissingTactics(e *program.Encounter, idle []*program.Thing, or string) error {
	var names, known []string
	for _, t := range idle {
		names = append(names, t.Name)
	}
	for _, t := range e.Program.Tactics {
		known = append(known, t.Name)
	}
	hint := e.Program.Name + " has none"
	if len(known) > 0 {
		hint = e.Program.Name + " has " + strings.Join(known, ", ")
	}
	if n := len(names); n > 4 {
		names = append(names[:3], fmt.Sprintf("%d others", n-3))
	}
	return fmt.Errorf("no tactic plays %s: give each a tactic in the file (tactic: NAME)%s; %s", strings.Join(names, " and "), or, hint)
}
