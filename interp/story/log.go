package story

import (
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
)

// Log is a fight told, line by line. It is written with [Log.Text], [Log.Markdown] or [Log.HTML].
type Log struct {
	Title string
	Lines []Line
	// Explained counts what has to do with Options.About; where that is nothing, Names are what
	// it could be, as it is told.
	Explained int
	Names     []string
}

// Line is one line of a [Log], or one table or map.
type Line struct {
	Kind Kind
	// Depth is how many lines the line belongs to: 0 for headings.
	Depth int
	Text  string
	// Brief is what of it stands in the one line of its action that a brief log has; empty:
	// nothing.
	Brief string
	// Costs are what the action of the line has cost: 1 breath, 2 of 3 left.
	Costs []string
	// Mover is who goes somewhere, of a way.
	Mover string
	// Rows are those of a Cast or of Standings.
	Rows []Row
	// Map is that of a Map.
	Map *Map
	// Decision is set for what a tactic has decided, which is told among explanations.
	Decision bool
	// Events is how many events had been recorded when it had come about: see [interp.Machine.RunTo].
	Events int
}

// Kind says what a [Line] is.
type Kind uint8

const (
	// Event is something that happened.
	Event Kind = iota
	// Reason says how a number came about.
	Reason
	// Part is the heading of a part of a sequence.
	Part
	// Clock is a heading: the time. Turn is a heading below it: whose turn it is, or what part
	// of the round.
	Clock
	Turn
	// Cast is the table of who takes part, Standings that of how everybody is at the end.
	Cast
	Standings
	// Status says how everybody is who isn't as at the start.
	Status
	// Ground is the map.
	Ground
	// Ending says how the fight ended.
	Ending
	// Note is something about the log itself.
	Note
)

// Options say how a fight is told.
type Options struct {
	// Brief leaves one line of each action.
	Brief bool
	// About names whose numbers are explained, where numbers are: a combatant, an action, a roll
	// or a quantity; empty: all.
	About string
	// Unexplained leaves out what explanations say, though the trace has them: the log is that of the same fight
	// without any.
	Unexplained bool
	// Dice is how dice are written.
	Dice dice.Notation
}

// Tell tells what a trace has recorded: a line for everything that was tried, rolled, changed or
// begun, below what it belongs to. Where the trace has explanations, each number is followed by how
// it came about. Names are those of its encounter.
func Tell(t *trace.Trace, names *value.Names, o Options) *Log {
	if o.Unexplained {
		plain := *t
		plain.Explained = false
		t = &plain
	}
	proper := *names
	proper.Proper, proper.Notation = true, o.Dice
	s := &telling{wording: wording{o, &proper, t}, above: []int{0}, log: &Log{}, had: map[recurring]bool{}, chosen: map[choosing]*chosen{}, figures: map[string]bool{}, could: map[string]bool{}}
	s.quiet = len(t.Events) > 0 && t.Events[0].Kind != trace.Start
	for i := 0; i < len(t.Events); {
		told := len(s.log.Lines)
		i += s.alike(i)
		for j := range s.log.Lines[told:] {
			s.log.Lines[told+j].Events = i
		}
	}
	if o.About != "" && s.log.Explained == 0 {
		s.log.Names = slices.Sorted(maps.Keys(s.could))
	}
	if t.Cut {
		s.add(Line{Kind: Note, Text: cutText(len(t.Events))})
	}
	if o.Brief {
		s.log.shorten()
	}
	return s.log
}

// Join adds another log below a heading: a part of a sequence.
func (l *Log) Join(heading string, part *Log) {
	l.Lines = append(append(l.Lines, Line{Kind: Part, Text: heading}), part.Lines...)
	l.Explained += part.Explained
	l.Names = slices.Compact(slices.Sorted(slices.Values(append(slices.Clip(l.Names), part.Names...))))
}

// Note adds something about the log itself: with which dice and rules it was played.
func (l *Log) Note(text string) { l.Lines = append(l.Lines, Line{Kind: Note, Text: text}) }

// whole is the text of a line with all that stands in it.
func (l *Line) whole() string {
	if len(l.Costs) == 0 {
		return l.Text
	}
	return l.Text + " (" + strings.Join(l.Costs, "; ") + ")"
}

// add appends a line.
func (s *telling) add(l Line) { s.log.Lines = append(s.log.Lines, l) }
