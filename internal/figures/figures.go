// Package figures computes the derived stats that a creature's stat block shows besides its written ones: every quantity that needs one
// creature alone and results in a number, dice or a step.
package figures

import (
	"errors"
	"fmt"
	"slices"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Figure is the value of one quantity.
type Figure struct {
	// Name is the quantity's name, Title its title.
	Name  string `json:"-"`
	Title string `json:"title"`
	Value string `json:"value"`
}

// Of returns the figures of a creature made from a definition, in the order of the ruleset. Quantities that need a fight are left out; if
// the definition alone can't make a creature, because encounters must add something, there are none. All other errors are in the list.
func Of(rules *lang.Rules, creature string, opts lang.Options) (figures []Figure, list diag.List) {
	e, list := encounterOf(rules, creature, opts)
	if e == nil {
		return nil, list
	}
	_, figures, list = In(e, 1)
	return figures, list
}

// In returns the written numbers and the figures of a creature as an encounter begins, in the order of the ruleset. Quantities that need more
// than its beginning are left out.
func In(e *program.Encounter, who board.Thing) (numbers, figures []Figure, list diag.List) {
	m, wanted, asked, err := measured(e)
	if err != nil {
		list.Errorf(exec.Internal, e.Span, "%v", err)
		return nil, nil, list
	}
	for _, f := range e.Things[who-1].Kind.Fields {
		if f.Type.Kind == program.Number && f.Pool == nil && f.Family == nil && !f.Quiet && !f.Virtual {
			numbers = append(numbers, Figure{f.Name, f.Title, m.Show(m.Holds(who, f, 0), f.Type)})
		}
	}
	for i, q := range wanted {
		value := ""
		err := m.Guard(func() error {
			value = m.Show(m.Worth(asked[i], float64(who)), q.Gives)
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
	return numbers, figures, list
}

// takesFight are the codes of errors for a creature that is nowhere and alone.
var takesFight = []diag.Code{exec.RunTime, exec.OfNone, exec.NotStated}

// alone is the name of an encounter with a single creature. It names rules that are replaced by others, so that no file is looked for,
// wherever those are.
const alone = "alone.yaml"

// encounterOf returns an encounter with only a creature made from a definition. Nil means that no creature can be made.
func encounterOf(rules *lang.Rules, name string, opts lang.Options) (*program.Encounter, diag.List) {
	opts.Rules, opts.Files = rules, fstest.MapFS{}
	opts.Instead = map[string]string{alone: fmt.Sprintf("encounter: alone\nruleset: ./rules.yaml\ncombatants: {somebody: {is: %s, side: one}}\n", name)}
	e, list := lang.LoadEncounter(alone, opts)
	if e == nil || list.HasErrors() {
		return nil, slices.DeleteFunc(list, func(d *diag.Diagnostic) bool { return d.Code == decode.CodeMissingField || d.Severity != diag.Error })
	}
	return e, nil
}

// measured returns a machine at the beginning of an encounter, the quantities that a creature may have, and for each the formula that asks
// for it.
func measured(encounter *program.Encounter) (m *interp.Machine, wanted []*program.Quantity, asked []*program.Formula, err error) {
	e := *encounter
	e.Script, e.After, e.Odds, e.Laws = &program.Script{}, nil, nil, nil
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
	fight, err := interp.Prepare(interp.Compile(e.Program), &e)
	if err != nil {
		return nil, nil, nil, err
	}
	return interp.New(fight, interp.Options{}), wanted, asked, nil
}
