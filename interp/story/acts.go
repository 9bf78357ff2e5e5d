package story

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// act writes the start of an action.
func (s *telling) act(e *trace.Event) {
	if len(s.acts) == 0 {
		s.ran = nil
	}
	if p := s.pending; p != nil && p.Told == nil && (p.Who == e.Who || s.members > 1 && p.Who != 0) {
		s.pending = nil // the line itself says whose turn it is
	}
	text := s.actText(e)
	if e.Told != nil {
		text = s.trace.Sentence(e, s.names)
	}
	a := telltale{who: e.Who, member: e.Member}
	if e.Action != nil {
		a.action = &e.Action.Def.Decl
	}
	if text != "" {
		s.entryLine()
		s.idle, s.about = false, e.Who
		s.write(s.margin(int(e.Depth), true), text, text)
		a.line, a.outer = len(s.log.Lines), len(s.above)-1
		line := &s.log.Lines[a.line-1]
		line.acts = true
		if s.current().member == 0 { // an answer in one of several is numbered anew
			line.together = e.Member > 0 && s.member > 0 && s.member != e.Member
			s.member = e.Member
		}
	}
	s.acts = append(s.acts, a)
}

// actEnd writes how an action has ended, unless its own lines show that.
func (s *telling) actEnd(e *trace.Event) {
	a := *s.current()
	s.acts = s.acts[:max(len(s.acts)-1, 0)]
	outer := s.current()
	outer.others = outer.others || a.rolled && a.who != outer.who
	outer.affected = outer.affected || a.affected
	outer.answered = outer.answered || a.answered || a.spoke
	how := ""
	switch {
	case e.Action == nil:
	case e.How == trace.CalledOff:
		how = "is cut short"
	case e.How == trace.Stopped && !a.spoke && !a.affected:
		how = "is stopped"
	case a.rolled && !a.spoke && !a.affected && !a.answered && s.members < 2: // otherwise its effects land later
		how = "comes to nothing"
	}
	if how != "" {
		text := fmt.Sprintf("%s's %s %s", s.names.Thing(board.Thing(e.Who)), value.TitleOf(&e.Action.Def.Decl), how)
		s.line(e, text, text)
	}
	if a.line > 0 {
		s.above, s.tested = s.above[:min(len(s.above), a.outer)], 0
	}
}

// choosesUnseen reports whether a choice is bookkeeping, or no one made it.
func (s *telling) choosesUnseen(e *trace.Event) bool {
	c := s.names.Program.ChoiceOf(e.Label)
	yesNo := e.Told == nil && e.Type != nil && e.Type.Kind == program.Bool // without the ruleset's words nobody knows what it means
	return e.How == trace.ByDefault || yesNo && !s.full(e) || c != nil && c.Quiet && !s.full(e)
}

func (s *telling) choice(e *trace.Event) {
	if s.choosesUnseen(e) {
		return
	}
	if a := s.current(); e.Who != a.who {
		a.others = true
	}
	if e.Told != nil {
		s.quote(e)
		return
	}
	t := program.Type{}
	if e.Type != nil {
		t = *e.Type
	}
	texts := make([]string, e.Count)
	for i := range texts {
		texts[i] = s.names.Show(s.trace.Values[int(e.First)+i], t)
	}
	what := cmp.Or(strings.Join(texts, ", "), "nothing")
	if e.How == trace.ByChance {
		what += " (by chance)"
	}
	title := s.choiceTitle(e.Label)
	switch {
	case e.Who > 0 && (t.Kind == program.Step || t.Kind == program.Definition) && e.Count > 0 && title == value.InWords(e.Label) && !s.full(e):
		title = s.names.Thing(board.Thing(e.Who)) // what is chosen says enough
	case e.Who > 0:
		title = s.names.Thing(board.Thing(e.Who)) + ", " + title
	}
	s.about = e.Who
	s.line(e, title+": "+what, "")
}
