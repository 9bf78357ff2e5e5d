// Package figures works out what a creature's stat block prints beside what is written down: every
// quantity that asks for one creature alone and gives a number, dice or a step.
package figures

import (
	"fmt"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// Figure is what one quantity comes to.
type Figure struct {
	// Name is that of the quantity, Title what people call it.
	Name, Title string
	Value       string
}

// Of returns the figures of whoever is made from a creature's definition, in the order of the
// ruleset. What takes a fight to be worked out is left out; where nobody can be made from the
// definition alone there are none.
func Of(ruleset, creature string, opts lang.Options) []Figure {
	m, wanted, asked := measured(ruleset, creature, opts)
	if m == nil {
		return nil
	}
	var list []Figure
	for i, q := range wanted {
		value := ""
		err := m.Guard(func() error {
			value = m.Show(m.Worth(asked[i], 1), q.Gives)
			return nil
		})
		if err != nil {
			continue // it takes a fight
		}
		list = append(list, Figure{q.Name, q.Title, value})
	}
	return list
}

// measured returns a machine on which somebody stands alone who was made from a definition, the
// quantities that can be asked of them, and for each the formula that asks. Nil: there is nobody.
func measured(ruleset, name string, opts lang.Options) (*interp.Machine, []*program.Quantity, []*program.Formula) {
	const file = "figures.yaml"
	opts.Instead = map[string]string{file: fmt.Sprintf("encounter: figures\nruleset: %s\ncombatants: {somebody: {is: %s, side: one}}\n", ruleset, name)}
	e, list := lang.LoadEncounter(file, opts)
	if e == nil || list.HasErrors() {
		return nil, nil, nil
	}
	var wanted []*program.Quantity
	var asked []*program.Formula
	e.Script = &program.Script{}
	for _, q := range e.Program.Quantities {
		if len(q.Of) != 1 || q.Of[0].Type.Kind != program.ThingType || q.Of[0].Type.Of != e.Program.Creature {
			continue
		}
		switch q.Gives.Kind {
		case program.Number, program.Dice, program.Step:
		default:
			continue
		}
		who := &program.Expr{Op: program.OpLocal, Type: q.Of[0].Type, Span: q.Span}
		f := &program.Formula{
			Expr:   &program.Expr{Op: program.OpQuantity, Type: q.Gives, Quantity: q, Span: q.Span, Args: []*program.Expr{who}},
			Inputs: q.Of, Slots: 1,
		}
		wanted, asked = append(wanted, q), append(asked, f)
		e.Script.Items = append(e.Script.Items, &program.ExpectItem{If: f})
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		return nil, nil, nil
	}
	return interp.New(fight, interp.Options{}), wanted, asked
}
