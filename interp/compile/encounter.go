package compile

import (
	"sync"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Encounter makes an encounter of the ruleset that rules was compiled from ready to be
// played. An error is a *diag.Diagnostic: a constant, or a formula of the start, that
// can't be worked out.
func Encounter(rules *code.Ruleset, e *program.Encounter) (*code.Fight, error) {
	if len(rules.Faults) > 0 {
		return nil, rules.Faults[0]
	}
	m, faults, err := prepare(rules, e)
	if len(faults) > 0 {
		return nil, faults[0]
	}
	return m.Fight, err
}

// prepare is [Encounter], and returns all constants that can't be worked out. The machine is as
// the fight begins.
func prepare(rules *code.Ruleset, e *program.Encounter) (m *exec.Machine, faults diag.List, err error) {
	f := &code.Fight{Code: rules.Clone(), Encounter: e}
	f.Recording = sync.OnceValue(func() *code.Fight {
		if rules.Records {
			return f
		}
		g, _ := Encounter(rules.Recording(), e) // what was prepared once can be prepared again
		return g
	})
	f.Alike = sync.OnceValue(func() [][]int { return alike(f) })
	defer func() {
		if r := recover(); r != nil {
			err = internalFault(r)
		}
	}()
	m, err = exec.Start(f, layOut(f))
	return m, f.Code.Faults, err
}

// layOut makes a fight of an encounter but for what it starts with: its own texts are compiled, its
// things and names numbered. The compiler that it returns works out the values that the encounter
// gives.
func layOut(f *code.Fight) *compiler {
	e, c := f.Encounter, &compiler{Ruleset: f.Code, self: -1, added: true}
	if f.Code.Program.Time != nil {
		f.ClockWidth = len(f.Code.Program.Time.Keys)
	}
	f.LooksBack = code.LookingBack(e)
	f.OwnTexts = c.ownTextsOf(e)
	if c.waits {
		// It waits for what the ruleset itself doesn't look at: such an encounter has code of
		// its own, in which everything is looked at that anybody waits for.
		f.Code = compile(c.Program, e, f.Code.Records)
		c = &compiler{Ruleset: f.Code, self: -1}
		f.OwnTexts = c.ownTextsOf(e)
	}
	c.hearEnds()
	f.SceneRoller = dice.Roller(len(e.Things) + len(e.Sides))
	for _, t := range e.Things {
		f.Rollers = append(f.Rollers, t.Name)
	}
	for _, s := range e.Sides {
		f.Rollers = append(f.Rollers, "side:"+s)
	}
	f.Rollers = append(f.Rollers, "scene")
	f.CellCount, f.Locals = numberThings(f), slotsOfGiven(e)
	f.TacticOf = make([]*code.Tactic, len(e.Things)+1)
	for i, t := range e.Things {
		f.TacticOf[i+1] = f.Code.Tactics[t.Tactic]
	}
	return c
}

// ownTextsOf compiles what an encounter says itself, so that labels are numbered before dice
// are thrown, and constants worked out before anything is played.
func (c *compiler) ownTextsOf(e *program.Encounter) (own code.OwnTexts) {
	for _, t := range c.Program.Texts[min(len(c.TextLabels), len(c.Program.Texts)):] {
		c.TextLabels = append(c.TextLabels, c.Labels.Number(t))
	}
	own.Setup = c.routine(e.Setup, "the setup")
	if e.Script != nil {
		c.scriptItems(e.Script.Items)
	}
	own.GoingOn = c.carried(e)
	for _, entry := range e.Entries {
		own.Entries = append(own.Entries, c.withs(entry.With))
	}
	for i, t := range e.Things {
		for _, g := range t.Conditions {
			if g.GoesOn == nil {
				own.Given = append(own.Given, code.Given{Who: board.Thing(i + 1), Src: g, With: c.withs(g.With)})
			}
		}
	}
	for _, chance := range e.Odds {
		c.Formula(chance.What)
	}
	for _, s := range e.After {
		c.scriptItems(s.Items)
	}
	return own
}

func (c *compiler) scriptItems(items []program.ScriptItem) {
	for _, x := range items {
		switch x := x.(type) {
		case *program.TurnItem:
			c.formulasOf(x.With)
			c.scriptItems(x.Body)
		case *program.DiceItem:
			for _, r := range x.Rolls {
				c.Labels.Number(r.Label)
				c.Formula(r.Of)
			}
		case *program.ChoiceItem:
			c.formulasOf(x.Value)
		case *program.ExpectItem:
			c.Formula(x.If)
		case *program.WaitItem:
			c.Formula(x.Time)
		case *program.DoItem:
			c.routine(x.Do, "the script")
		}
	}
}

func (c *compiler) formulasOf(list []*program.Formula) {
	for _, f := range list {
		c.Formula(f)
	}
}

// slotsOfGiven is how many locals the values need of the conditions that an encounter
// begins with, which are worked out outside of any program.
func slotsOfGiven(e *program.Encounter) int {
	n := 0
	count := func(with []program.With) {
		for _, w := range with {
			n = max(n, code.SlotsOf(w.Value))
		}
	}
	for _, entry := range e.Entries {
		count(entry.With)
	}
	for _, t := range e.Things {
		for _, g := range t.Conditions {
			count(g.With)
			if g.GoesOn != nil {
				for _, entry := range g.GoesOn.Entries {
					count(entry.With)
				}
			}
		}
	}
	return n
}

// numberThings lays out the things: what each is, and where its cells begin.
func numberThings(f *code.Fight) (cells int) {
	f.Count = len(f.Encounter.Things)
	n := f.Count + 1
	f.Rows, f.KindOf, f.Made = make([]int32, n), make([]*code.Kind, n), make([]float64, n)
	f.Side, f.IsCreature, f.Called = make([]float64, n), make([]bool, n), make([][]float64, n)
	for i, t := range f.Encounter.Things {
		k := f.Code.Kinds[t.Kind.Index]
		f.KindOf[i+1], f.Rows[i+1] = k, int32(cells)
		cells += max(k.Cells, 1)
		f.Side[i+1] = float64(t.Side + 1)
		f.IsCreature[i+1] = t.Kind == f.Code.Program.Creature
		if t.Def != nil {
			f.Made[i+1] = float64(t.Def.Index + 1)
		}
		if f.IsCreature[i+1] {
			f.Creatures = append(f.Creatures, float64(i+1))
			if f.CreatureCount == i {
				f.CreatureCount++
			}
		}
		f.Called[i+1] = make([]float64, len(t.Kind.Fields))
	}
	return cells
}

// carried compiles the conditions that go on from a state.
func (c *compiler) carried(e *program.Encounter) []code.GoingOn {
	var list []code.GoingOn
	for _, t := range e.Things {
		for _, g := range t.Conditions {
			if g.GoesOn == nil {
				continue
			}
			own := c.Conditions[g.Condition.Index]
			x := code.GoingOn{Ends: own.Until, Mute: c.untilList(g.GoesOn.MuteUntil), With: c.withs(g.With)}
			if !g.GoesOn.Own {
				x.Ends = c.untilList(withConditional(own.Condition.Until, g.GoesOn.Until))
			}
			if x.Ends == 0 && g.GoesOn.Left > 0 { // it ends, if only by the clock
				x.Ends = c.untilList([]*program.Until{{Span: g.Span}})
			}
			for _, entry := range g.GoesOn.Entries {
				x.Entries = append(x.Entries, c.withs(entry.With))
			}
			list = append(list, x)
		}
	}
	return list
}

// withConditional returns ends together with those of the condition's own that
// are formulas, which every application keeps.
func withConditional(own, given []*program.Until) []*program.Until {
	all := append([]*program.Until(nil), given...)
	for _, u := range own {
		if u.When != nil {
			all = append(all, u)
		}
	}
	return all
}
