package story

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
)

// Log is a fight as text, line by line. It is written with [Log.Text], [Log.Markdown] or [Log.HTML].
type Log struct {
	Title string
	Lines []Line
	// Explained counts the events that concern Options.About; if there are none, Names lists the names it could be, as the log shows them.
	Explained int
	Names     []string
}

// Line is one line of a [Log], or one table or map.
type Line struct {
	Kind Kind
	// Depth is how many lines enclose the line: 0 for headings.
	Depth int
	Text  string
	// Verdict is how a check came out, for the line of one.
	Verdict Verdict
	// Brief is the part of it that a brief log puts into the one line of its action; empty means nothing.
	Brief string
	// Costs are what the action of the line has cost: 1 breath, 2 of 3 left.
	Costs []string
	// Mover is the moving creature, for a move.
	Mover string
	// Rows are the rows of a Cast or of Standings.
	Rows []Row
	// Map is the map of a Ground line.
	Map *Map
	// Decision is set for a decision of a tactic, which is shown among explanations.
	Decision bool
	// Events is how many events had been recorded when it happened: see [interp.Machine.RunTo].
	Events int
	// subjects is whom the line is about, if it begins with that: several once several lines are one. says is the rest of the line for one
	// of them. acts is set for the line of an action.
	subjects []string
	says     string
	acts     bool
	// together is set for the action of another one at the same time as the one before it; repeated is how often it is done again.
	together bool
	repeated int
}

// Verdict is how a check came out for whoever rolled.
type Verdict uint8

const (
	// NoVerdict: it is no check, or one without a target.
	NoVerdict Verdict = iota
	// Succeeded: the check succeeded.
	Succeeded
	// Failed: it didn't.
	Failed
)

// Kind is the kind of a [Line].
type Kind uint8

const (
	// Event is something that happened.
	Event Kind = iota
	// Reason explains how a number was computed.
	Reason
	// Part is the heading of a part of a sequence.
	Part
	// Clock is a heading: the time. Turn is a heading below it: whose turn it is, or what part
	// of the round.
	Clock
	Turn
	// Cast is the table of combatants, Standings that of their state at the end.
	Cast
	Standings
	// Status lists the combatants whose state has changed since the start.
	Status
	// Ground is the map.
	Ground
	// Ending says how the fight ended.
	Ending
	// Note is something about the log itself.
	Note
)

// levels are those of headings.
var levels = map[Kind]int{Part: 1, Clock: 2, Ending: 2, Turn: 3}

// Options control how a fight is rendered.
type Options struct {
	// Brief leaves one line for each action.
	Brief bool
	// About names whose numbers are explained, if numbers are: a combatant, an action, a roll or a quantity; empty means all.
	About string
	// Unexplained ignores the explanations in the trace: the log is the same as for a trace without any.
	Unexplained bool
	// Apart keeps an action apart from the same one right before it, which a reader of a fight in progress has already read.
	Apart bool
	// Dice is the notation for dice.
	Dice dice.Notation
}

// Tell renders a trace: a line for each attempt, roll, change or start, below the line it belongs to. If the trace has explanations, each
// number is followed by how it was computed. Names are those of its encounter.
func Tell(t *trace.Trace, names *value.Names, o Options) *Log { return TellEach(t, names, o)[0] }

// TellEach renders a trace in several ways.
func TellEach(t *trace.Trace, names *value.Names, ways ...Options) (logs []*Log) {
	events, upTo := arrange(&wording{names: names.ForStory(), trace: t})
	for _, o := range ways {
		logs = append(logs, tell(t, events, upTo, names.ForStory(), o))
	}
	return logs
}

// tell renders the arranged events of a trace: see arrange.
func tell(t *trace.Trace, events []trace.Event, upTo []int, names *value.Names, o Options) *Log {
	names.Notation = o.Dice
	told := *t
	told.Explained, told.Events = t.Explained && !o.Unexplained, events
	t = &told
	s := &telling{
		wording: wording{Options: o, names: names, trace: t}, above: []int{0}, log: &Log{}, had: map[recurring]bool{},
		figures: map[string]bool{}, could: map[string]bool{}, at: map[int32]board.Place{}, over: map[int32]bool{}, out: map[int32]bool{},
	}
	names.Places = s.placeText
	s.quiet = len(t.Events) > 0 && t.Events[0].Kind != trace.Start
	for i := 0; i < len(t.Events); {
		written, clock := len(s.log.Lines), s.quietClock
		i += s.alike(i)
		if s.quietClock != nil && s.quietClock != clock {
			s.clockAt = upTo[i-1]
		}
		s.happened(written, upTo[i-1])
	}
	written := len(s.log.Lines)
	s.underWay()
	s.happened(written, len(t.Events))
	if o.About != "" && s.log.Explained == 0 {
		s.log.Names = slices.Sorted(maps.Keys(s.could))
	}
	if t.Cut {
		s.log.Note(fmt.Sprintf(".. and so on: a log ends after %d events; the rest was played, but isn't shown", len(t.Events)))
	}
	s.log.fold(o)
	return s.log
}

// happened sets how many events had been recorded when the lines from one on happened: for a time, and how all were then, when it came.
func (s *telling) happened(from, events int) {
	for i := range s.log.Lines[from:] {
		l := &s.log.Lines[from+i]
		if l.Events = events; s.clockAt > 0 && (l.Kind == Clock || l.Kind == Status || l.Kind == Ground) {
			l.Events = s.clockAt
		}
	}
}

// Join appends another log below a heading: a part of a sequence.
func (l *Log) Join(heading string, part *Log) {
	l.Lines = append(append(l.Lines, Line{Kind: Part, Text: heading}), part.Lines...)
	l.Explained += part.Explained
	l.Names = slices.Compact(slices.Sorted(slices.Values(append(slices.Clip(l.Names), part.Names...))))
}

// Note adds a note about the log itself: the dice and rules of the fight.
func (l *Log) Note(text string) { l.Lines = append(l.Lines, Line{Kind: Note, Text: text}) }

// whole returns the text of a line with all its parts.
func (l *Line) whole() string {
	if len(l.Costs) == 0 {
		return l.Text
	}
	return l.Text + " (" + strings.Join(l.Costs, "; ") + ")"
}

// add appends a line.
func (s *telling) add(l Line) { s.log.Lines = append(s.log.Lines, l) }
