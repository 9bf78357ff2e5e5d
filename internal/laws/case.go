package laws

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// written returns the smallest fight, with a case that fails by it; nil if no case does.
func (s *shrinker) written(number int) *Broken {
	b := &Broken{Law: s.found.law, Fight: number, Fighters: len(s.draft.fighters)}
	// A script with all dice is the easiest case to follow. A seed adds what is in no line: random turn order, and
	// dice of the rules.
	for _, form := range []struct{ dice, seed bool }{{true, false}, {true, true}, {false, true}} {
		lines := s.script(form.dice)
		b.Lines = len(lines)
		b.Err = s.fails(s.caseOf(lines, form.seed, s.found.err))
		if b.Err != nil {
			b.Case = s.caseOf(lines, form.seed, b.Err)
			return b
		}
	}
	return nil
}

// script returns the decisions as the lines of a script, with or without the dice.
func (s *shrinker) script(dice bool) []string {
	if s.draft.mustEnd || s.found.law == program.BuiltInLaws[program.LawEvenSides] {
		return nil
	}
	fight := s.read(s.draft)
	if fight == nil {
		return nil
	}
	by, err := session.New(fight.Encounter, session.Options{Seed: s.draft.seed, Seeded: true, Laws: []string{s.found.law}, ShowDice: dice && s.draft.then == stops, Code: s.variantOf(s.draft).code, Limits: fightLimits})
	if by == nil || err != nil && by.Decisions() == 0 && len(s.decided) > 0 {
		return nil
	}
	defer by.Close()
	p := replay(s.decided, stops)
	for {
		q, more := by.Question()
		if !more || p.left == 0 && q.What == "" { // questions of the last action still need an answer
			break
		}
		d := p.next(tag{thingNamed(fight.Encounter, q.Who), q.Name}, q.Kind == session.Choice)
		switch {
		case q.Kind == session.Choice && d != nil && d.standard:
			err = by.Pass()
		case q.Kind == session.Choice && d != nil && len(d.picked) > 0:
			err = by.Pick(d.picked...)
		case q.Kind == session.Choice:
			err = by.ByTactic()
		case d != nil && d.way != nil:
			if err = by.Do(*d.way); err != nil {
				err = by.Pass()
			}
		default:
			err = by.Pass()
		}
		if err != nil {
			break
		}
	}
	text, err := by.Script()
	if err != nil {
		return nil
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	switch s.draft.then {
	case allPass:
		if text == "" {
			lines = []string{"others pass"}
		}
		lines = append(lines, "wait "+number.Format(math.Ceil(s.draft.clock)+1))
	case byTactics:
		lines = append(lines, "rest")
	}
	return lines
}

// caseOf returns a file with one case, about an error.
func (s *shrinker) caseOf(lines []string, seeded bool, err *diag.Diagnostic) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ruleset: %s\ncases:\n  %s:\n", s.ruleset, s.found.law)
	fmt.Fprintf(&b, "    about: >-\n      %s\n", value.OneLine(err.Message))
	if seeded || s.draft.then != stops || s.draft.mustEnd {
		fmt.Fprintf(&b, "    seed: %d\n", s.draft.seed)
	}
	fmt.Fprintf(&b, "    laws: [%s]\n", s.found.law)
	s.draft.write(&b, "    ")
	if len(lines) > 0 {
		b.WriteString("    script: |\n")
		for _, l := range lines {
			b.WriteString("      " + l + "\n")
		}
	}
	return b.String()
}

// fails runs a case like `rulec test`, and returns its failure if that is the same as the finding; nil if not.
func (s *shrinker) fails(text string) *diag.Diagnostic {
	name, o := s.instead("made-case.yaml", text)
	var playing ruletest.Options
	if !s.isCut() { // what was found before the end is still written
		playing.Context = s.cut
	}
	files := ruletest.Run([]string{name}, func(file string) ([]lang.Case, diag.List) { return lang.LoadCases(file, o) }, playing)
	for _, f := range files {
		for _, r := range f.Results {
			if r.Err == nil {
				continue
			}
			if d := r.Diagnostic(); script.IsBroken(d) && s.found.place == "" || placeOf(d) == s.found.place {
				return d
			}
		}
	}
	return nil
}

func thingNamed(e *program.Encounter, name string) board.Thing {
	return board.Thing(slices.IndexFunc(e.Things, func(t *program.Thing) bool { return t.Name == name }) + 1)
}

// CasesOf returns one file with all cases.
func CasesOf(ruleset string, broken []*Broken) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ruleset: %s\ncases:\n", ruleset)
	for i, x := range broken {
		_, own, _ := strings.Cut(x.Case, "\ncases:\n")
		if slices.ContainsFunc(broken[:i], func(y *Broken) bool { return y.Law == x.Law }) {
			own = strings.Replace(own, "  "+x.Law+":", fmt.Sprintf("  %s %d:", x.Law, i+1), 1)
		}
		b.WriteString(own)
	}
	return b.String()
}
