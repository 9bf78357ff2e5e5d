// Package figures works out what a creature's stat block prints beside what is written down: every
// quantity that asks for one creature alone and gives a number, dice or a step.
package figures

import (
	"errors"
	"fmt"
	"slices"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
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
// definition alone, since it leaves something for encounters to say, there are none. All else that is wrong
// is in the list.
func Of(rules *lang.Rules, creature string, opts lang.Options) (figures []Figure, list diag.List) {
	m, wanted, asked, list := measured(rules, creature, opts)
	if m == nil {
		return nil, list
	}
	for i, q := range wanted {
		value := ""
		err := m.Guard(func() error {
			value = m.Show(m.Worth(asked[i], 1), q.Gives)
			return nil
		})
		var wrong *diag.Diagnostic
		switch {
		case err == nil:
			figures = append(figures, Figure{q.Name, q.Title, value})
		case !errors.As(err, &wrong):
			list.Errorf(exec.Internal, q.Span, "%v", err)
		case !slices.Contains(takesFight, wrong.Code):
			list.Add(wrong)
		}
	}
	return figures, list
}

// takesFight are the codes of what can't be worked out of somebody who stands nowhere, with nobody.
var takesFight = []diag.Code{exec.RunTime, exec.OfNone, exec.NotStated}

// alone is the name of the encounter in which somebody stands alone. It names rules that others take the place of,
// so that no file is looked for, wherever those stand.
const alone = "alone.yaml"

// measured returns a machine on which somebody stands alone who was made from a definition, the
// quantities that can be asked of them, and for each the formula that asks. Nil: there is nobody.
func measured(rules *lang.Rules, name string, opts lang.Options) (*interp.Machine, []*program.Quantity, []*program.Formula, diag.List) {
	opts.Rules, opts.Files = rules, fstest.MapFS{}
	opts.Instead = map[string]string{alone: fmt.Sprintf("encounter: alone\nruleset: ./rules.yaml\ncombatants: {somebody: {is: %s, side: one}}\n", name)}
	e, list := lang.LoadEncounter(alone, opts)
	if e == nil || list.HasErrors() {
		return nil, nil, nil, slices.DeleteFunc(list, func(d *diag.Diagnostic) bool { return d.Code == decode.CodeMissingField || d.Severity != diag.Error })
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
		list.Errorf(exec.Internal, e.Span, "%v", err)
		return nil, nil, nil, list
	}
	return interp.New(fight, interp.Options{}), wanted, asked, nil
}
