package play

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// Table is a fight played by hand.
type Table struct {
	Session *session.Session
	// Lines is the input, Out the output.
	Lines *terminal.Lines
	Out   io.Writer
	// Paint colours what is shown.
	Paint terminal.Paint
	// Save writes the fight under a name, as a script that plays it again, and returns its path.
	Save func(s *session.Session, name string) (path string, err error)
	// Again begins the fight anew, with other dice.
	Again func() (*session.Session, error)

	// combatants are the names of all creatures.
	combatants []names
	shown      []story.Line // lines printed so far, of so many events
	events     int
	// asked is the question that is put.
	asked session.Question
	// left is set at the end of the input, moved when a question that was put has been replaced by another while its answer was asked for.
	left, moved bool
	// menu is what can be done now; listed is set while it has been shown.
	menu   *menu
	listed bool
	// back is set when decisions have been taken back since the last output.
	back bool
	// queued is input that answers the next question.
	queued []string
	// numbers are those of actions in the menus: an action keeps its number through a fight. done are the last actions.
	numbers map[*program.Action]int
	done    map[string]session.Way
	// complete lists what a line could become; nil means nothing.
	complete func(line string) []string
}

// say prints a text, folded at words.
func (t *Table) say(format string, args ...any) {
	fmt.Fprintln(t.Out, terminal.Wrap(diag.Visible(fmt.Sprintf(format, args...)), t.Lines.Width()))
}

// show prints a text in a style.
func (t *Table) show(style terminal.Style, format string, args ...any) {
	text := terminal.Wrap(diag.Visible(fmt.Sprintf(format, args...)), t.Lines.Width())
	fmt.Fprintln(t.Out, t.Paint.Text(style, text))
}

// painted colours a line of the story: headings, verdicts, who acts; where somebody sits at a terminal it is folded, too.
func (t *Table) painted(l *story.Line, text string) string {
	if t.Lines.Interactive() {
		text = terminal.Wrap(text, t.Lines.Width())
	}
	switch {
	case l == nil || l.Kind == story.Clock || l.Kind == story.Turn || l.Kind == story.Ending:
		return t.Paint.Text(terminal.Bold, text)
	case l.Verdict != story.NoVerdict:
		style := terminal.Hit
		if l.Verdict == story.Failed {
			style = terminal.Miss
		}
		verdict, _, _ := strings.Cut(text, ":")
		return t.Paint.Text(style, verdict) + strings.TrimPrefix(text, verdict)
	case l.Kind != story.Event || l.Depth != 1:
		return text
	}
	for _, x := range t.combatants {
		if rest, found := strings.CutPrefix(strings.TrimLeft(text, " "), value.Capital(x.shown)); found {
			style := terminal.Foe
			if t.Session.ByHand(x.internal) {
				style = terminal.Own
			}
			return t.Paint.Text(style, strings.TrimSuffix(text, rest)) + rest
		}
	}
	return text
}

// failed says why something isn't possible; false means that it is.
func (t *Table) failed(err error) bool {
	if err != nil {
		t.say("That isn't possible: %s.", err)
	}
	return err != nil
}

// row returns how a combatant is; that of anything else is empty.
func (t *Table) row(who string) story.Row {
	for _, r := range t.Session.States() {
		if r.Name == t.Session.Title(who) {
			return r
		}
	}
	return story.Row{}
}

// state writes how a combatant is: pools and conditions.
func (t *Table) state(who string) string {
	r := t.row(who)
	parts := slices.Concat(r.Pools, r.Conditions)
	if r.Out {
		parts = append(parts, "out of the fight")
	}
	return strings.Join(parts, ", ")
}
