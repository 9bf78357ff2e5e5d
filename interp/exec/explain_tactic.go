package exec

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
)

const barredText = "it changed nothing the last time, and nothing has changed since"

// whyNot is why a line of a tactic is not taken, where that is explained.
type whyNot struct {
	// wanted is set while its ways are tried.
	wanted bool
	// reasons has one for each action of the line, that of its first way; at is the action that
	// is tried now.
	reasons []string
	at      int
}

// noteWhy notes why the action that is tried is refused, if that is the first time.
func (m *Machine) noteWhy(r *Refusal) {
	if w := m.search.why; w.reasons[w.at] == "" {
		why := "?"
		m.aside(func() { why = r.Reason() })
		m.search.noted(why)
	}
}

// noWay notes why a way to do what a line says is refused, unless that is asked by a formula.
func (m *Machine) noWay(r *Refusal) {
	if m.search.why.wanted && m.search.trying == 1 {
		m.noteWhy(r)
	}
}

// notThere notes that there is nothing to take for a parameter.
func (m *Machine) notThere(p *code.Param) {
	if m.search.why.wanted {
		m.noWay(m.refuse(Refusal{param: p, wrong: nothingToChoose}))
	}
}

// notAllowed notes why an act is refused whatever its parameters are, or with those that it has.
func (m *Machine) notAllowed(act actRef, ofWay bool) {
	var r *Refusal
	dues := len(m.payments.dues)
	m.aside(func() {
		list := m.acts.at(act).action.OfWay
		if !ofWay {
			list, r = m.acts.at(act).action.First, m.forbidden(act)
		}
		if r != nil {
			return
		}
		if q := m.unfulfilled(act, list); q != nil {
			r = m.refuse(Refusal{act: act, requirement: q})
		} else {
			r = m.afford(act)
		}
	})
	m.payments.dropDues(dues)
	if r != nil {
		m.noWay(r)
	}
}

// tellLine tells that somebody has come to a line of his tactic, and why it wasn't taken.
func (m *Machine) tellLine(line *code.ActLine, h eventRef, who board.Thing, taken bool) {
	text := m.lineText(line, taken)
	e := m.emit(trace.Line, &line.Span)
	e.Who, e.Event, e.Label, e.Text, e.Success = int32(who), m.events.at(h).event.Event, m.Tactic(who).Title, text, taken
}

// tellThought tells what somebody who thinks ahead has found, and why.
func (m *Machine) tellThought(t Thought, act actRef, found bool, h eventRef, who board.Thing) {
	text := fmt.Sprintf("none of %d other options is certainly better", t.Ways-1)
	switch {
	case t.Ways < 2:
		text = "there is no other option"
	case !found && t.Ways == 2:
		text = "the other option isn't certainly better"
	case found:
		does := "pass"
		if act != 0 {
			does = value.TitleOf(&m.acts.at(act).action.Def.Decl)
		}
		text = fmt.Sprintf("%s, the best of %d options: of %d fights played from here, %d end better than with %s, %d worse", does, t.Ways, t.Fights, t.Better, t.Than.Title, t.Worse)
	}
	e := m.emit(trace.Line, &m.Tactic(who).Span)
	e.Who, e.Event, e.Label, e.Text, e.Success = int32(who), m.events.at(h).event.Event, "thinking ahead", text, found
}

// lineText says what a line does, or why it isn't taken: because of its `if`, or because of the
// first way of each of its actions.
func (m *Machine) lineText(line *code.ActLine, taken bool) string {
	var does []string
	for _, d := range line.Does {
		does = append(does, value.TitleOf(&d.TacticAction.Action.Def.Decl))
	}
	if len(does) == 0 {
		does = []string{"pass"}
	}
	reasons := m.search.why.reasons
	if taken {
		return strings.Join(does, ", ")
	}
	asked := false
	for i, why := range reasons {
		if why != "" {
			asked, does[i] = true, does[i]+" ("+why+")"
		}
	}
	text := "not " + strings.Join(does, ", ")
	if !asked && line.If != nil {
		text += ": its if is false, " + ifText(line.If.Span)
	}
	return text
}

// longestIf is how much of a condition is quoted, in characters.
const longestIf = 60

// ifText quotes a condition, or the beginning of a long one.
func ifText(span diag.Span) string {
	text := []rune(value.OneLine(span.Text()))
	if len(text) > longestIf {
		return string(text[:longestIf]) + " .."
	}
	return string(text)
}
