package book

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// ErrNoOdds says that a file asks for no odds of any action.
var ErrNoOdds = errors.New("it asks for no odds of an action; a case asks for them under odds: NAME: FORMULA")

// Odds computes the odds that the cases of a file ask for, by the rules of the book, and adds them to the actions that they are about: the
// first action in each of their scripts. An error that isn't in the list is that of a run, or [ErrNoOdds].
func (job *Job) Odds(file string, opts lang.Options) (diag.List, error) {
	rules, list := lang.ReadRules(job.name, opts)
	if list.HasErrors() {
		return list, nil
	}
	opts.Rules = rules
	cases, list := lang.LoadCases(file, opts)
	if list.HasErrors() {
		return list, nil
	}
	for _, c := range cases {
		action := firstAction(c.Script)
		if len(c.Odds) == 0 || action == nil {
			continue
		}
		line, err := oddsOf(c.Encounter)
		if err != nil {
			return nil, err
		}
		anchor := action.Def.Kind.Plural + "." + action.Def.Name
		if job.odds == nil {
			job.odds = map[string][]Line{}
		}
		job.odds[anchor] = append(job.odds[anchor], line)
	}
	if job.odds == nil {
		return nil, ErrNoOdds
	}
	return list, nil
}

// firstAction returns the first action in a script; nil means none.
func firstAction(s *program.Script) *program.Action {
	if s == nil {
		return nil
	}
	for _, item := range s.Items {
		if turn, ok := item.(*program.TurnItem); ok && turn.Action != nil {
			return turn.Action
		}
	}
	return nil
}

// oddsOf computes the odds that a case asks for.
func oddsOf(e *program.Encounter) (Line, error) {
	title := e.Title
	if title == "" {
		title = e.Name
	}
	l := Line{Label: "odds: " + title}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		return l, err
	}
	m := interp.New(fight, interp.Options{})
	lines := odds.LinesOf(odds.Asked(e))
	found, err := odds.Best(m, lines, odds.Effort{Samples: odds.Samples})
	if err != nil {
		return l, err
	}
	for _, t := range lines.Tables(found) {
		if t.Type.Kind == program.Bool {
			l.Lines = append(l.Lines, Line{Label: t.Name, Text: Text{{Text: chance(t.Of(1), found)}}, Prose: true})
			continue
		}
		each := Line{Label: t.Name}
		for _, r := range t.Rows {
			each.Lines = append(each.Lines, Line{Label: m.Show(r.Answer, t.Type), Text: Text{{Text: chance(r.Chance, found)}}, Prose: true})
		}
		l.Lines = append(l.Lines, each)
	}
	if found.Sampled > 0 {
		l.Lines = append(l.Lines, Line{Text: Text{{Text: fmt.Sprintf("Sampled by playing it %d times.", found.Sampled)}}, Prose: true})
	}
	return l, nil
}

// chance writes a chance: in percent, and as a fraction if it is exact and short.
func chance(p *big.Rat, found *odds.Odds) string {
	v, _ := p.Float64()
	text := fmt.Sprintf("%.1f%%", 100*v)
	if fraction := found.Fraction(p); fraction != "" {
		text += " (" + fraction + ")"
	}
	return text
}
