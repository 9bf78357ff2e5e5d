package story

import (
	"slices"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// check writes how a roll came out against something, then its numbers.
func (s *telling) check(e, test *trace.Event, numbers string) {
	if s.tested > 0 && s.tested == len(s.above)-1 {
		s.above = s.above[:s.tested] // it is next to the last roll with an outcome, not below
	}
	outcome := s.outcome(test)
	s.verdict = Failed
	if test.Success {
		s.verdict = Succeeded
	}
	s.opens(e, s.verdictFirst(test, outcome, numbers), s.outcomeBriefly(test, outcome))
	s.tested = len(s.above) - 1
	s.current().spoke = true
}

// isClear reports whether only the actor can have rolled, whom the line of the action names.
func (s *telling) isClear(e *trace.Event) bool {
	return len(s.acts) > 0 && !slices.ContainsFunc(s.acts, func(a telltale) bool { return a.others || a.who != e.Roller+1 })
}

// verdictFirst writes a roll with how it came out, if that is known, before its title and numbers, and the roller, unless only the actor can
// have rolled, its roll has been told apart, or the outcome begins with it.
func (s *telling) verdictFirst(e *trace.Event, outcome, numbers string) string {
	roller, title := s.roller(e), s.rollTitle(e.Label)
	if s.isClear(e) || e.Kind == trace.Test && !e.Thrown && s.current().who == e.Roller+1 {
		roller = ""
	}
	switch {
	case outcome == "":
		return roller + title + ": " + numbers
	case s.begins(e, outcome):
		roller = ""
	}
	return roller + outcome + ": " + title + " " + numbers
}

// outcomeBriefly describes how a roll came out for a brief log, where the actor isn't named.
func (s *telling) outcomeBriefly(e *trace.Event, outcome string) string {
	if outcome == "" || s.isClear(e) || s.begins(e, outcome) {
		return outcome
	}
	return s.roller(e) + s.rollTitle(e.Label) + ": " + outcome
}

// rollsUnseen reports whether a roll, or its outcome, is bookkeeping.
func (s *telling) rollsUnseen(e *trace.Event) bool {
	k := s.names.Program.CheckOf(e.Label)
	if k == nil && e.Kind == trace.Test {
		k = s.names.Program.CheckOf(program.AnyCheck)
	}
	return k != nil && k.Quiet && !s.full(e)
}

// roll writes the numbers of a roll with all its dice: higher of 2d20 (15, not 4) + 3 = 18.
func (s *telling) roll(e *trace.Event) string {
	total := number.Format(e.Amount)
	terms, sum := s.trace.SumOf(e)
	switch {
	case e.FaceCount == 0 && len(terms) > 1 && sum == e.Amount:
		return sumText(terms) + " = " + total
	case e.FaceCount == 0:
		return total
	}
	d := &s.trace.Dice[e.Dice-1]
	if sum != d.Bonus {
		terms = []trace.Term{{Value: d.Bonus}}
	}
	thrown, added := d.Thrown(s.Dice), termsText(terms)
	if text := facesText(d, s.trace.Faces[e.FirstFace:e.FirstFace+e.FaceCount]); text != total || added != "" {
		thrown += " (" + text + ")"
	}
	return thrown + added + " = " + total
}

// dealsUnseen reports whether an event of a deck is bookkeeping.
func (s *telling) dealsUnseen(e *trace.Event) bool { return e.Deck.Quiet && !s.full(e) }

// deck writes an event of a deck.
func (s *telling) deck(e *trace.Event) {
	title := value.TitleOf(&e.Deck.Decl)
	if e.Kind == trace.Shuffle {
		s.line(e, title+" is shuffled", "")
		return
	}
	who, card := s.names.Roller(dice.Roller(e.Roller)), s.names.Show(s.trace.Values[e.First], e.Deck.Of)
	switch {
	case e.Kind == trace.Discard:
		s.line(e, card+" is discarded to "+title, "")
	case s.trace.Values[e.First] == 0:
		s.line(e, who+" finds no card in "+title, "")
	default:
		text := who + " draws " + card + " from " + title
		s.line(e, text, text)
	}
}
