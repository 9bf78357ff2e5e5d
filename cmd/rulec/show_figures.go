package main

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/listing"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// figures prints what is worked out for a creature's definition, as a stat block does: every quantity
// that asks for one creature alone and gives a number, dice or a step. Where the definition isn't enough
// to make somebody from, or something can't be worked out without a fight, it is left out.
func (s shower) figures(p listing.Place) error {
	if p.Entry.Key == nil || s.prog.Creature == nil || p.Section.Key.Text != s.prog.Creature.Plural {
		return nil
	}
	m, wanted, asked := measured(s.ruleset, p.Entry.Key.Text, s.opts)
	if m == nil {
		return nil
	}
	var lines []string
	width := 0
	for i, q := range wanted {
		value := ""
		err := m.Guard(func() error {
			value = m.Show(m.Worth(asked[i], 1), q.Gives)
			return nil
		})
		if err != nil {
			continue // it takes a fight
		}
		lines = append(lines, q.Title+"\t"+value)
		width = max(width, len([]rune(q.Title)))
	}
	if len(lines) == 0 {
		return nil
	}
	fmt.Fprintf(s.out, "# worked out for whoever is made from it, by what stands above alone\n")
	for _, line := range lines {
		title, value, _ := strings.Cut(line, "\t")
		if _, err := fmt.Fprintf(s.out, "#   %-*s  %s\n", width, diag.Visible(title), diag.Visible(value)); err != nil {
			return written(err)
		}
	}
	return nil
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
