package story

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// effect writes a change of the state.
func (s *telling) effect(e *trace.Event, who string) {
	switch e.Kind {
	case trace.Hold, trace.Pay, trace.Return: // an action has its price whatever the result
		if !e.Field.Quiet {
			s.pays(e, who)
		}
		return
	case trace.Pool, trace.Field, trace.InstanceField:
		if e.From == e.To {
			return
		}
	}
	s.current().affected = true
	switch e.Kind {
	case trace.Pool, trace.Field, trace.InstanceField:
		if s.worthTelling(e) {
			s.changes(e, who)
		}
	case trace.Begin, trace.Refresh, trace.End, trace.Mute, trace.Unmute, trace.Becomes, trace.Loses:
		s.condition(e, who)
	case trace.Move:
		s.moves(e, who)
	case trace.Carry:
		if s.names.Encounter.Things[e.Who-1].Kind != s.names.Program.Creature {
			who = "the " + who
		}
		text := fmt.Sprintf("%s goes to %s", who, s.names.Thing(board.Thing(e.Other)))
		if e.Other == 0 {
			text = who + " is let go"
		}
		s.line(e, text, text)
	case trace.Schedule:
		if !s.routine(e) {
			s.line(e, fmt.Sprintf("%s at %s", s.entryOf(e), s.keyText(e)), "")
		}
	case trace.Unschedule:
		if s.full(e) { // an end is shown where it happens
			s.line(e, s.entryOf(e)+" is off", "")
		}
	}
}

// pays writes a payment: in the line of the action, if its actor pays. What is only kept ready for one, or comes back, isn't shown unless the
// event is told in full.
func (s *telling) pays(e *trace.Event, who string) {
	amount := number.Format(e.Amount) + " " + s.field(e)
	switch a := s.current(); {
	case e.Kind == trace.Pay && a.who == e.Who && a.line > 0 && !s.full(e):
		line := &s.log.Lines[a.line-1]
		line.Costs = append(line.Costs, amount+", "+left(e))
	case e.Kind == trace.Pay:
		s.line(e, fmt.Sprintf("%s pays %s (%s)", who, amount, left(e)), "")
	case !s.full(e):
	case e.Kind == trace.Hold:
		s.line(e, fmt.Sprintf("%s keeps %s ready", who, amount), "")
	case e.Amount == 1:
		s.line(e, fmt.Sprintf("%s comes back to %s (%s)", amount, who, number.Format(e.To)), "")
	default:
		s.line(e, fmt.Sprintf("%s come back to %s (%s)", amount, who, number.Format(e.To)), "")
	}
}

// staysEqual reports whether a sentence for a change says that something stays as it is: 0 -> 0.
func staysEqual(sentence string) bool {
	words := strings.FieldsFunc(sentence, func(r rune) bool { return strings.ContainsRune(" (),;:", r) })
	at := slices.Index(words, "->")
	return at > 0 && at+1 < len(words) && words[at-1] == strings.TrimRight(words[at+1], ".")
}

// cause names what has changed a field, unless the lines above say so: the condition whose rule it was or, outside of actions, the rule.
func (s *telling) cause(e *trace.Event) string {
	if len(s.ran) == 0 {
		return s.landedCause(e)
	}
	switch r := s.ran[len(s.ran)-1]; {
	case r.Told != nil && s.trace.Sentence(r, s.names) != "":
		return ""
	case r.Rule.Condition != nil:
		return value.TitleOf(&r.Rule.Condition.Decl)
	case len(s.acts) == 0:
		return value.TitleOf(&r.Rule.Decl)
	}
	return ""
}

// landedCause names the condition whose rule has made a change that lands with a batch, apart from the rule.
func (s *wording) landedCause(e *trace.Event) string {
	for _, c := range s.names.Program.Conditions {
		if e.Landing && slices.ContainsFunc(c.Rules, func(r *program.Rule) bool { return r.Do != nil && r.Do.Span.Holds(e.Span) }) {
			return value.TitleOf(&c.Decl)
		}
	}
	return ""
}

// left writes what is left in a pool after a payment.
func left(e *trace.Event) string {
	text := number.Format(e.To)
	if e.Max != 0 {
		text += " of " + number.Format(e.Max)
	}
	if e.Field.Pool.Up {
		return text + " by now"
	}
	return text + " left"
}

// changes writes changes of one or several fields of a creature.
func (s *telling) changes(e *trace.Event, who string) {
	if e.Told != nil {
		if !staysEqual(s.trace.Sentence(e, s.names)) {
			s.sentence(e)
		}
		return
	}
	if e.Kind == trace.InstanceField {
		who += ", " + value.TitleOf(&e.Condition.Decl)
	}
	s.about = e.Who
	text := strings.Join(append([]string{s.change(e) + s.difference(e, s.cause(e))}, s.more...), ", ")
	s.line(e, who+": "+text, who+" "+strings.Join(append([]string{s.now(e)}, s.moreNow...), ", "))
}

// condition writes a sentence on a condition: the ruleset's, else a plain one.
func (s *telling) condition(e *trace.Event, who string) {
	was := s.over[e.Who]
	s.follow(e)
	if e.Condition.Quiet || was && s.over[e.Who] && e.Kind != trace.Begin && !s.ends(e.Condition) && !s.full(e) {
		return // whoever is out of the fight isn't flanked, nor gets their breath back
	}
	if e.Kind == trace.End && e.Still && !e.Condition.ByMatters {
		return // it still has the condition
	}
	if (e.Kind == trace.Loses && e.Still || e.Kind == trace.Refresh && e.Told == nil) && !s.full(e) {
		return // the dead are in no danger, and that something goes on is no news
	}
	if e.Told != nil {
		s.quote(e)
		return
	}
	text := who + fmt.Sprintf(conditionTexts[e.Kind], value.TitleOf(&e.Condition.Decl))
	if e.Kind == trace.Begin && e.Other != 0 && e.Other != e.Who {
		text += " (by " + s.names.Thing(board.Thing(e.Other)) + ")"
	}
	s.about = e.Who
	s.line(e, text, text)
}

// conditionTexts say what has become of a condition.
var conditionTexts = map[trace.Kind]string{
	trace.Begin: " is now %s", trace.Refresh: " stays %s", trace.End: " is no longer %s", trace.Mute: " doesn't feel %s for now",
	trace.Unmute: " feels %s again", trace.Becomes: " becomes %s", trace.Loses: " ceases to be %s",
}

// worthTelling reports whether the log shows a change of a field: no bookkeeping, no value that stays the same, nothing that comes back by
// itself.
func (s *telling) worthTelling(e *trace.Event) bool {
	return !e.Field.Quiet && e.From != e.To && (e.Kind != trace.Pool || e.Told != nil || s.full(e) || !s.refilled(e))
}

// refilled reports whether a pool was reset by the beginning or end of a turn or the like.
func (s *telling) refilled(e *trace.Event) bool { return isReset(e) && s.renewed(e.Field) }
