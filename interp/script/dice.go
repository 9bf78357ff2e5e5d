package script

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// FacesFor returns the scripted faces for a roll. Of several that fit, one that names roller and label comes first, then one that names the
// label, then one without a name; among equals the first.
func (t *player) FacesFor(roller dice.Roller, label dice.Label, d dice.Value) ([]int, bool, error) {
	if d.Len == 0 {
		return nil, false, nil // nothing is rolled
	}
	name := t.m.Label(label)
	var found *program.ScriptedRoll
	nearest, strict := t.pools(func(p *scriptPool) bool {
		best, at := 0, -1
		for i := range p.rolls {
			if fit := rollFits(&p.rolls[i], roller, name); fit > best {
				best, at = fit, i
			}
		}
		if at < 0 {
			return false
		}
		r := p.rolls[at]
		found = &r
		p.rolls = slices.Delete(p.rolls, at, at+1)
		return true
	})
	if found != nil {
		t.given = found
		return found.Faces, true, t.sameDice(found, roller, label, d)
	}
	if !t.strict && (t.resting || !strict || slices.Contains(t.playsOn, board.Thing(roller)+1)) {
		return nil, false, nil
	}
	at := t.last
	if nearest != nil {
		at = nearest.item.Span
	}
	lack := diag.Errorf(CodeDice, at, "the script has no dice for %s: %s rolls %s", quoted(name), t.m.Names().Roller(roller), d)
	line := "dice " + name + strings.Repeat(" n", min(d.Count(), 6))
	if nearest != nil {
		lack.WithHint("write `%s` in its braces", line)
	} else {
		if n := int(roller); n < len(t.m.Encounter().Things) {
			line = strings.Replace(line, " ", " "+t.m.Encounter().Things[n].Name+".", 1)
		}
		lack.WithHint("write `%s` on its own line, before the line that follows", line)
	}
	t.noteWaiting(lack)
	return nil, false, lack
}

// noteWaiting adds the answers in braces that haven't been possible so far: they may be why something is missing.
func (t *player) noteWaiting(d *diag.Diagnostic) {
	for _, l := range t.lines {
		for _, x := range l.body {
			if item, ok := x.(*program.TurnItem); ok && l.waits[item] != nil {
				d.WithNote(item.Span, "this hasn't been possible so far: %s", l.waits[item].Message)
			}
		}
	}
}

// sameDice tests that the dice named by the script are those rolled.
func (t *player) sameDice(r *program.ScriptedRoll, roller dice.Roller, label dice.Label, d dice.Value) error {
	if r.Of == nil {
		return nil
	}
	want := t.m.DiceOf(t.m.Worth(r.Of))
	switch {
	case want.Bonus != 0:
		return diag.Errorf(CodeDice, r.Of.Span, "write only the dice after of, without numbers added to them")
	case want.Terms != d.Terms || want.Len != d.Len:
		d.Bonus = 0
		e := t.Misfit(roller, label, d, -1, "the script says "+want.String())
		if failure, ok := e.(*diag.Diagnostic); ok {
			failure.Span = r.Of.Expr.Span
		}
		return e
	}
	return nil
}

// rollFits returns how well scripted dice fit a roll: 0 means not at all.
func rollFits(r *program.ScriptedRoll, roller dice.Roller, label string) int {
	switch {
	case r.Who >= 0 && r.Who != int(roller), r.Label != "" && r.Label != label:
		return 0
	case r.Who >= 0:
		return 3
	case r.Label != "":
		return 2
	}
	return 1
}

// Misfit reports that the last faces don't fit the dice rolled.
func (t *player) Misfit(roller dice.Roller, label dice.Label, d dice.Value, face int, problem string) error {
	at := t.given.Span
	if 0 <= face && face < len(t.given.FacesAt) {
		at = t.given.FacesAt[face]
	}
	e := diag.Errorf(CodeDice, at, "%s rolls %s for %s: %s",
		t.m.Names().Roller(roller), d, quoted(t.m.Label(label)), problem)
	if len(t.given.Faces) < d.Count() {
		e.WithHint("write one number for each die, without commas: dice %s%s", t.m.Label(label), strings.Repeat(" n", min(d.Count(), 6)))
	}
	return e
}
