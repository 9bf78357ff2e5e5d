package story

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// closing writes how the encounter ended, who won, and the state of all combatants.
func (s *telling) closing(e *trace.Event) {
	s.quiet = true
	how, won := endings[e.Ending], ""
	if side := int(e.Side); side > 0 && side <= len(s.names.Encounter.Sides) {
		won = s.winner(s.names.Encounter.Sides[side-1])
	}
	if how == "" {
		how, won = value.Capital(cmp.Or(won, "no winner")), ""
	}
	actions := "actions"
	if e.Act == 1 {
		actions = "action"
	}
	how += fmt.Sprintf(" in %s %s (%d %s)", s.unit(), number.Format(e.Amount), e.Act, actions)
	if won != "" {
		how += ": " + won
	}
	s.headline(Ending, how)
	s.table(Standings, s.rows)
}

// endings say how an encounter has ended, unless it is over by the rules.
var endings = map[trace.Ending]string{trace.Called: "The script ends", trace.TimeUp: "Time is up", trace.NothingLeft: "Nothing is left to happen"}

// colors are the names of sides that stand without an article.
var colors = []string{"red", "blue", "green", "yellow", "black", "white"}

// winner writes who won: the guests win.
func (s *wording) winner(side string) string {
	switch {
	case len(side) == 1:
		return "side " + side + " wins"
	case slices.Contains(colors, side):
		return side + " wins"
	case strings.HasSuffix(side, "s") && !strings.HasSuffix(side, "ss"):
		return "the " + value.InWords(side) + " win"
	}
	return "the " + value.InWords(side) + " wins"
}

func (s *telling) clock(e *trace.Event) {
	s.pending, s.heading, s.started, s.clockAt = nil, nil, true, 0
	if e.Kind == trace.Clock {
		s.quietClock = e
		return
	}
	s.quietClock = nil
	if e.Amount != s.writtenClock {
		s.clockLine(e)
	}
}

// clockLine writes the time on the clock.
func (s *telling) clockLine(e *trace.Event) {
	s.writtenClock = e.Amount
	s.headline(Clock, s.unit()+" "+number.Format(e.Amount))
	s.status()
}

// underWay writes the headings of what goes on when the events end before the fight does: somebody is asked then.
func (s *telling) underWay() {
	if n := len(s.trace.Events); n == 0 || s.quiet || s.trace.Cut || s.trace.Events[n-1].Kind == trace.Finish {
		return
	}
	if e := s.pending; e != nil && (e.Who != 0 || e.Told == nil) {
		s.pending = nil // a line may say whose turn it is
	}
	s.orderLine()
	s.entryLine()
}

// recurring is an entry that comes up for its owner again and again.
type recurring struct {
	who  int32
	kind *program.Entry
}

// routine reports whether an entry was put on the agenda as in every round: before the clock starts, by the scene, at once, one unit ahead,
// or where its owner has had it before, a turn or outside of actions. A story leaves it out.
func (s *telling) routine(e *trace.Event) bool {
	return !s.started || e.Who == 0 || e.Count > 0 && s.trace.Values[e.First] <= e.Now+1 ||
		!s.full(e) && s.had[recurring{e.Who, e.Entry}] && (len(s.acts) == 0 || s.trace.Turn != nil && e.Entry.Name == s.trace.Turn.Name)
}
