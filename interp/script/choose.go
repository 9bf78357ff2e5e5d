package script

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// pools calls visit for everything that may answer a roll or a choice, nearest first, until it returns true. It returns the nearest line,
// if any, and whether every roll must be scripted there.
func (t *player) pools(visit func(*scriptPool) bool) (nearest *scriptLine, strict bool) {
	lines, own := t.nearestFirst()
	for i, l := range lines {
		if i < own || own == 0 {
			strict = strict || l.strict
		}
	}
	if len(lines) > 0 {
		nearest = lines[0]
	}
	for _, l := range lines {
		if visit(&l.scriptPool) {
			return nearest, strict
		}
	}
	visit(&t.loose)
	return nearest, strict
}

// nearestFirst lists the lines of the batch: those of the actions in progress, then the own lines of the current entry, then all others.
func (t *player) nearestFirst() (lines []*scriptLine, own int) {
	lines = t.running()
	entry := t.m.Entry()
	for i := len(t.lines) - 1; i >= 0; i-- {
		if l := t.lines[i]; l.entry == entry && !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	own = len(lines)
	for i := len(t.lines) - 1; i >= 0; i-- {
		if l := t.lines[i]; !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	return lines, own
}

// Choose answers a choice by its name.
func (t *player) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	if t.resting || slices.Contains(t.playsOn, q.Who) {
		return t.tactics.Choose(m, q, picked)
	}
	item, nearest, err := t.nextChoice(q)
	if err != nil {
		return picked, false, err
	}
	if item == nil && nearest != nil && nearest.item.ByTactic {
		return t.tactics.Choose(m, q, picked)
	}
	if item == nil {
		if q.HasDefault || nearest == nil {
			t.defaulted[q.Name] = true
			return picked, false, nil
		}
		return picked, false, diag.Errorf(CodeChoice, nearest.item.Span, "nothing says what %s chooses for %q: %s",
			m.Title(q.Who), q.Name, t.candidateTexts(q))
	}
	t.answered[q.Name] = q.Who
	if q.NoneByDefault && t.saysNone(item) {
		return picked, false, nil
	}
	picked, err = t.pick(q, item, picked)
	return picked, err == nil, err
}

// saysNone reports whether an answer is none.
func (t *player) saysNone(item *program.ChoiceItem) bool {
	return len(item.Value) == 1 && item.Value[0].Expr.Op == program.OpConst && item.Value[0].Expr.Span.Text() == "none"
}

// Chance answers a random choice by its name, if the script has an answer: then no dice are used for it.
func (t *player) Chance(_ *interp.Machine, q *interp.Question) (int, bool, error) {
	if t.resting {
		return 0, false, nil
	}
	item, _, err := t.nextChoice(q)
	if item == nil || err != nil {
		return 0, false, err
	}
	picked, err := t.pick(q, item, nil)
	switch {
	case err != nil:
		return 0, false, err
	case len(picked) != 1:
		return 0, false, diag.Errorf(CodeChoice, item.Span, "chance picks one for %q, not %d: %s", q.Name, len(picked), t.candidateTexts(q))
	}
	return picked[0], true, nil
}

// nextChoice takes the next answer to a question, and tests the options before it that must not be offered.
func (t *player) nextChoice(q *interp.Question) (item *program.ChoiceItem, nearest *scriptLine, err error) {
	item, nearest = t.choice(q)
	for ; item != nil && item.Refused; item, nearest = t.choice(q) {
		if err := t.notOffered(q, item); err != nil {
			return nil, nearest, err
		}
	}
	return item, nearest, nil
}

// pick appends the indices of the candidates that an answer names.
func (t *player) pick(q *interp.Question, item *program.ChoiceItem, picked []int) ([]int, error) {
	for _, f := range item.Value {
		var ok bool
		v := t.m.Worth(f)
		if picked, ok = t.m.Candidates(q, v, f.Expr.Type, picked); !ok {
			return picked, diag.Errorf(CodeChoice, f.Span, "%s can't be chosen for %q: %s",
				t.m.Show(v, f.Expr.Type), q.Name, t.candidateTexts(q))
		}
	}
	return picked, nil
}

// choice takes the next line of the script for a question, nil if there is none; nearest is the line whose action asks it.
func (t *player) choice(q *interp.Question) (item *program.ChoiceItem, nearest *scriptLine) {
	nearest, _ = t.pools(func(p *scriptPool) bool {
		for i, c := range p.choices {
			if c.Name == q.Name && (c.Who < 0 || board.Thing(c.Who+1) == q.Who) {
				item = c
				p.choices = slices.Delete(p.choices, i, i+1)
				return true
			}
		}
		return false
	})
	return item, nearest
}

// notOffered tests a line `refused choose NAME = F`: F was not among the options.
func (t *player) notOffered(q *interp.Question, item *program.ChoiceItem) error {
	for _, f := range item.Value {
		v := t.m.Worth(f)
		if _, ok := t.m.Candidates(q, v, f.Expr.Type, nil); ok {
			return diag.Errorf(CodeChoice, f.Span, "%s can be chosen for %q: %s", t.m.Show(v, f.Expr.Type), q.Name, t.candidateTexts(q))
		}
	}
	return nil
}

// candidateTexts lists what can be chosen, at most a dozen.
func (t *player) candidateTexts(q *interp.Question) string {
	const most = 12
	texts := make([]string, 0, most)
	for i, c := range q.Candidates {
		if i == most {
			texts = append(texts, "..")
			break
		}
		texts = append(texts, t.m.Show(c, q.Type))
	}
	if len(texts) == 0 {
		return "there is nothing to choose from"
	}
	return "it must be one of " + strings.Join(texts, ", ")
}
