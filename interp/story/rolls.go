package story

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// rollAgainst tells a roll and what it comes to against something in one line.
func (s *telling) rollAgainst(e, test *trace.Event) {
	s.beside()
	s.opens(e, s.roll(e)+s.against(test), s.outcomeBriefly(test))
	s.tested = len(s.above) - 1
	s.speaks()
	if test.Explain > 0 && s.explains(test) {
		s.explain(test, len(s.above), int(test.Explain)-1)
	}
}

// against writes what a roll comes to against something: " against 12: hit".
func (s *telling) against(e *trace.Event) string {
	before, behind := s.wants(e.Label)
	text := " against " + before + number.Format(e.To) + behind + s.target(e)
	if outcome := s.outcome(e); outcome != "" {
		text += ": " + outcome
	}
	return text
}

// wants says what stands before and behind the number that rolls with a label are held against, where
// they have to come out low: "14 or less", "less than 14".
func (s *telling) wants(label string) (before, behind string) {
	k := s.names.Program.CheckOf(label)
	if k == nil || k.Success == nil || k.Margin == nil || !compares(k.Margin.Expr, program.OpSub, program.CheckTarget, program.CheckTotal) {
		return "", ""
	}
	for e := range k.Success.Expr.All() {
		if compares(e, program.OpLessEq, program.CheckTotal, program.CheckTarget) {
			return "", " or less"
		}
	}
	return "less than ", ""
}

// compares reports whether a formula of a check is an operation on two of its inputs.
func compares(e *program.Expr, op program.Op, first, second int) bool {
	return e.Op == op && len(e.Args) == 2 && e.Args[0].Op == program.OpLocal && e.Args[0].Index == first && e.Args[1].Op == program.OpLocal && e.Args[1].Index == second
}

// target says in brackets what the number was added up from that a roll is held against:
// (7 guard - 1 gang).
func (s *telling) target(e *trace.Event) string {
	terms, total := s.trace.SumOf(e)
	if len(terms) < 2 || total != e.To {
		return ""
	}
	return " (" + sumText(terms) + ")"
}

// outcome says what a roll comes to against something: hit.
func (s *telling) outcome(e *trace.Event) string {
	outcome := "failure"
	if e.Success {
		outcome = "success"
	}
	switch {
	case e.Told != nil:
		outcome = s.trace.Sentence(e, s.names)
	case e.Count > 0 && e.Type.Kind == program.Number:
		outcome += ", degree " + number.Format(s.trace.Values[e.First])
	case e.Count > 0:
		outcome = s.names.Show(s.trace.Values[e.First], *e.Type)
	}
	return outcome
}

// outcomeBriefly is the same for a brief log, where only others than who acts are named.
func (s *telling) outcomeBriefly(e *trace.Event) string {
	outcome := s.outcome(e)
	if n := len(s.acts); outcome == "" || n > 0 && s.acts[0].who == e.Roller+1 {
		return outcome
	}
	return s.roller(e) + s.rollTitle(e.Label) + ": " + outcome
}

// rollerAndLabel begins the line of a roll: who rolls, unless it is who acts, and what.
func (s *telling) rollerAndLabel(e *trace.Event) string {
	roller := s.roller(e)
	if n := len(s.acts); n > 0 && s.acts[n-1].who == e.Roller+1 {
		roller = ""
	}
	return roller + s.rollTitle(e.Label) + ": "
}

// roller begins a text with who rolls, if that is anybody.
func (s *telling) roller(e *trace.Event) string {
	if int(e.Roller) >= len(s.names.Encounter.Things)+len(s.names.Encounter.Sides) {
		return ""
	}
	return s.names.Roller(dice.Roller(e.Roller)) + ", "
}

// rollTitle is what rolls with a label are called.
func (s *telling) rollTitle(label string) string {
	if k := s.names.Program.CheckOf(label); k != nil {
		return value.TitleOf(&k.Decl)
	}
	return strings.ReplaceAll(label, "_", " ")
}

// rollsUnseen reports whether a roll, or what it comes to against something, is bookkeeping.
func (s *telling) rollsUnseen(e *trace.Event) bool {
	k := s.names.Program.CheckOf(e.Label)
	if k == nil && e.Kind == trace.Test {
		k = s.names.Program.CheckOf(program.AnyCheck)
	}
	return k != nil && k.Quiet && !s.full(e)
}

// said is what a ruleset says of a roll that is held against nothing.
func (s *telling) said(e *trace.Event) string {
	if text := s.trace.Sentence(e, s.names); text != "" {
		return ": " + text
	}
	return ""
}

// roll writes a roll with all its dice: attack: 2d20 keep highest (15, not 4) + 3 = 18.
func (s *telling) roll(e *trace.Event) string {
	var b strings.Builder
	b.WriteString(s.rollerAndLabel(e))
	var d dice.Value
	if e.Dice > 0 {
		d = s.trace.Dice[e.Dice-1]
	}
	total := number.Format(e.Amount)
	faces := s.trace.Faces[e.FirstFace : e.FirstFace+e.FaceCount]
	terms, sum := s.trace.SumOf(e)
	if len(faces) == 0 {
		if len(terms) > 1 && sum == e.Amount {
			total = sumText(terms) + " = " + total
		}
		return b.String() + total
	}
	b.WriteString(d.Thrown(s.Dice))
	if sum != d.Bonus {
		terms = []trace.Term{{Value: d.Bonus}}
	}
	added := termsText(terms)
	if text := facesText(&d, faces); text != total || added != "" {
		b.WriteString(" (" + text + ")")
	}
	return b.String() + added + " = " + total
}

// sumText writes terms that stand alone: 2 strength - 1 wound.
func sumText(terms []trace.Term) string {
	text := termsText(terms)
	if less, negative := strings.CutPrefix(text, " - "); negative {
		return "-" + less
	}
	return strings.TrimPrefix(text, " + ")
}

// termsText writes what is added: " + 2 strength - 1 wound".
func termsText(terms []trace.Term) string {
	var b strings.Builder
	for _, t := range terms {
		switch {
		case t.Alone && t.Value < 0:
			b.WriteString(" - " + t.Label)
			continue
		case t.Alone:
			b.WriteString(" + " + t.Label)
			continue
		case t.Value > 0:
			b.WriteString(" + " + number.Format(t.Value))
		case t.Value < 0:
			b.WriteString(" - " + number.Format(-t.Value))
		default:
			continue
		}
		if t.Label != "" {
			b.WriteString(" " + t.Label)
		}
	}
	return b.String()
}

// dealsUnseen reports whether what happens to a deck is bookkeeping.
func (s *telling) dealsUnseen(e *trace.Event) bool { return e.Deck.Quiet && !s.full(e) }

// deck writes what happens to a deck.
func (s *telling) deck(e *trace.Event) {
	switch title := value.TitleOf(&e.Deck.Decl); e.Kind {
	case trace.Draw:
		s.drawn(e)
	case trace.Discard:
		s.line(e, fmt.Sprintf("%s is discarded to %s", s.names.Show(s.trace.Values[e.First], e.Deck.Of), title), "")
	case trace.Shuffle:
		s.line(e, title+" is shuffled", "")
	}
}

// drawn writes which card somebody draws.
func (s *telling) drawn(e *trace.Event) {
	who, card := s.names.Roller(dice.Roller(e.Roller)), s.trace.Values[e.First]
	if card == 0 {
		s.line(e, who+" finds no card in "+value.TitleOf(&e.Deck.Decl), "")
		return
	}
	text := fmt.Sprintf("%s draws %s from %s", who, s.names.Show(card, e.Deck.Of), value.TitleOf(&e.Deck.Decl))
	s.line(e, text, text)
}
