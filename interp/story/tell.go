package story

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// telling is the state of rendering one log.
type telling struct {
	wording
	log *Log
	// pending is an entry that has come up and has no lines yet.
	pending *trace.Event
	// heading is an entry of the scene with a heading of its own. It also heads what others do after it, and isn't written before they do
	// anything.
	heading *trace.Event
	// idle is set while only lines of tactics have been written for it.
	idle bool
	// could are the names that would explain something.
	could map[string]bool
	// acts are the actions in progress, the innermost last.
	acts []telltale
	// more are changes of other pools of the same creature; moreNow are the same in short.
	more, moreNow []string
	// way has the places of a move.
	way []board.Place
	// at is where the creatures are, over those who are out of the fight, out also those who can do nothing, as far as that is known.
	at        map[int32]board.Place
	over, out map[int32]bool
	// ran are the rules that are running, the innermost last.
	ran []*trace.Event
	// above has the depth of each line that the next one may belong to. tested is the index in it of a roll with an outcome, if that is the
	// last; 0 means none.
	above  []int
	tested int
	// members is how many entries the current batch has.
	members int
	// member is the member of the batch that has acted last.
	member uint8
	// started is set when the clock runs.
	started bool
	// had are the entries that have come up, by owner.
	had map[recurring]bool
	// quiet is set when the encounter has ended. Time in which nothing happens is not shown: quietClock is the clock event not written yet.
	quiet      bool
	quietClock *trace.Event
	// clockAt is how many events had been recorded when the clock last advanced; 0 means that it is told at once.
	clockAt int
	// roots are the explanations computed since the current entry began; reasons are the names and lines that the current explanation has
	// written already.
	roots   []int
	reasons map[string]bool
	// about is whom the next line is about, if another line may say the same of others.
	about int32
	// verdict is how the check came out whose line comes next.
	verdict Verdict
	// rolled is the label of a roll without an outcome so far.
	rolled string
	// figures are the numbers that are explained only once.
	figures map[string]bool
	// ruled is the depth of the last rule's sentence; 0 means none.
	ruled int
	// order may become the order of turns.
	order ordering
	// writtenClock is the clock time written last.
	writtenClock float64
	states
}

// telltale is what has been written of an action in progress.
type telltale struct {
	// action is the action; nil means unknown.
	action *program.Decl
	// who is the actor; its rolls are written without a name. member is which of several at one time it is; 0 means none.
	who    int32
	member uint8
	// line is the number of its line in the log, from 1; 0 means none. What follows the action has the same depth: outer of the depths in
	// above are still there.
	line, outer int
	// others is set if it may have been somebody else who rolls: another one has acted within it, or chosen.
	others bool
	// spoke is set when an event of it was written, or a roll with an outcome: it has shown itself how it goes. answered is set if another
	// action within it has. rolled is set if dice were rolled, affected if something has changed.
	spoke, answered, rolled, affected bool
}

// line writes a line at a depth, and its text for a brief log.
func (s *telling) line(e *trace.Event, text, brief string) { s.lineAt(e, text, brief, false) }

// opens writes a line that what follows at a greater depth belongs to.
func (s *telling) opens(e *trace.Event, text, brief string) { s.lineAt(e, text, brief, true) }

func (s *telling) lineAt(e *trace.Event, text, brief string, opens bool) {
	s.idle = false
	if p := s.pending; p != nil && p.Told == nil && p.Who > 0 && e.Landing && s.members > 1 {
		s.pending = nil // what several do at the same time belongs to no one's turn
	}
	s.entryLine()
	margin := s.margin(int(e.Depth)+1, opens)
	s.write(margin, text, brief)
	s.explain(e, margin+1)
}

// margin returns the indentation of a line of some depth: one step more than the nearest line above that it belongs to. Later lines may
// belong to it if it opens something.
func (s *telling) margin(depth int, opens bool) int {
	n := s.enclosing(depth)
	if opens {
		s.above, s.tested = append(s.above[:n], depth), 0
	}
	return n
}

// enclosing is how many of the lines above a line of some depth belongs to, one within the other.
func (s *telling) enclosing(depth int) int {
	n := len(s.above)
	for n > 1 && s.above[n-1] >= depth {
		n--
	}
	return n
}

// headline writes a line that the following lines belong to.
func (s *telling) headline(kind Kind, text string) {
	s.add(Line{Kind: kind, Text: value.Capital(text)})
	s.above = append(s.above[:0], 0)
}

func (s *telling) write(depth int, text, brief string) {
	if depth == 1 {
		text, brief = value.Capital(text), value.Capital(brief)
	}
	l := Line{Depth: depth, Text: text, Brief: brief, Verdict: s.verdict}
	if who := s.about; who > 0 {
		subject := s.names.Thing(board.Thing(who))
		if says, ok := strings.CutPrefix(text, subject); ok {
			l.subjects, l.says = []string{subject}, says
		}
	}
	s.add(l)
	s.verdict, s.about = NoVerdict, 0
}

// entryLine writes the name of the entry before its first line: a heading or, for a creature's entry, a line that its events belong to.
func (s *telling) entryLine() {
	if e := s.quietClock; e != nil {
		s.quietClock = nil
		s.clockLine(e)
	}
	e, h := s.pending, s.heading
	s.pending, s.heading = nil, nil
	if h != nil {
		if text := s.trace.Sentence(h, s.names); text != "" {
			s.headline(Turn, text)
		}
	}
	if e == nil {
		return
	}
	title := value.TitleOf(&e.Entry.Decl)
	switch {
	case e.Told != nil:
		title = s.trace.Sentence(e, s.names)
	case e.Who > 0 && s.trace.Turn != nil && e.Entry.Name == s.trace.Turn.Name:
		title = s.names.Thing(board.Thing(e.Who)) + "'s " + title
	case e.Who > 0:
		title = s.names.Thing(board.Thing(e.Who)) + ", " + title
	case title == s.unit():
		return // the clock line says it already
	}
	switch {
	case title == "":
	case e.Who > 0:
		s.write(1, title+":", title)
		s.above = append(s.above[:1], inEntry)
	default:
		s.headline(Turn, title)
	}
}

// leave ends the current entry. If it is the scene's and has a heading of its own, that heads what comes next.
func (s *telling) leave() {
	if e := s.pending; e != nil && e.Who == 0 && e.Told != nil {
		s.heading = e
	}
	s.pending = nil
}

// inEntry is the depth of the line of a creature's entry: all its events are deeper.
const inEntry = -1

// tell writes one event.
func (s *telling) tell(e *trace.Event) {
	who := s.names.Thing(board.Thing(e.Who))
	switch e.Kind {
	case trace.Roll, trace.Schedule:
		s.orders(e)
	case trace.Clock, trace.Wait, trace.Batch, trace.Entry, trace.EntryEnd, trace.BatchEnd, trace.Finish:
		s.orderLine()
	}
	switch e.Kind {
	case trace.Start:
		s.cast()
	case trace.Finish:
		s.closing(e)
	case trace.Clock, trace.Wait:
		s.clock(e)
	case trace.Batch:
		s.roots = s.roots[:0]
		s.members, s.member = int(e.Members), 0
		s.above = append(s.above[:0], 0)
	case trace.Entry:
		s.above = append(s.above[:0], 0)
		s.leave()
		if e.Who == 0 {
			s.heading = nil
		}
		s.pending = e
		s.had[recurring{e.Who, e.Entry}] = true
	case trace.EntryEnd, trace.BatchEnd:
		s.leave()
	case trace.EntrySkipped:
		if s.quiet || s.over[e.Who] {
			return // the last lines on the state of all creatures, or the next ones, say that it is out of the fight
		}
		text := fmt.Sprintf("%s has no %s: %s", who, value.TitleOf(&e.Entry.Decl), e.Text)
		s.line(e, text, text)
	case trace.Act:
		s.act(e)
	case trace.ActEnd:
		s.actEnd(e)
	case trace.Refused:
		s.line(e, fmt.Sprintf("%s can't do %s: %s", who, value.TitleOf(&e.Action.Def.Decl), e.Text), "")
	case trace.BrokenOff:
		title := value.TitleOf(&e.Action.Def.Decl)
		s.line(e, fmt.Sprintf("%s's %s comes to nothing: %s", who, title, e.Text), title+" comes to nothing: "+e.Text)
	case trace.Pass:
		// The turn of a creature that has done something ends without a line.
		if (s.pending != nil || s.idle) && !s.quiet && (e.Event == nil || e.Event == s.trace.Turn) {
			if p := s.pending; p != nil && p.Told == nil && p.Who == e.Who {
				s.pending = nil // the line itself says whose turn it is
			}
			s.line(e, who+" passes", who+" passes")
		}
	case trace.Line:
		if !e.Success && s.About == "" || !s.explains(e) {
			return // rejected actions are shown only on request
		}
		idle := s.idle || s.pending != nil
		s.line(e, who+" by "+e.Label+": "+e.Text, "")
		s.log.Lines[len(s.log.Lines)-1].Decision = true
		s.idle = idle
	case trace.Roll:
		if !s.rollsUnseen(e) {
			outcome := s.trace.Sentence(e, s.names)
			s.line(e, s.verdictFirst(e, outcome, s.roll(e)), s.outcomeBriefly(e, outcome))
			s.rolled = e.Label
			s.current().rolled = true
		}
	case trace.Test:
		if !s.rollsUnseen(e) {
			s.check(e, e, number.Format(e.Amount)+s.against(e))
		}
	case trace.Draw, trace.Discard, trace.Shuffle:
		if !s.dealsUnseen(e) {
			s.deck(e)
		}
	case trace.Choice:
		s.choice(e)
	case trace.Announce:
		if s.sentence(e) {
			s.current().spoke = true
		}
	case trace.Rule:
		depth := int(e.Depth) + 1
		if s.ruled >= depth { // no effect of it belongs to the sentence of the rule before it
			s.above, s.ruled = s.above[:s.enclosing(depth)], 0
		}
		s.ran = append(s.ran, e)
		text := "rule " + value.TitleOf(&e.Rule.Decl)
		if e.Who > 0 {
			text += " of " + who
		}
		switch {
		case e.Told == nil && s.full(e):
			s.opens(e, text+":", "")
		case s.sentence(e):
			s.ruled = depth // its effects are below it
		}
	case trace.Weigh:
		s.weigh(e)
	case trace.Skipped:
		if s.full(e) {
			s.line(e, fmt.Sprintf("%s is no longer possible and is skipped", e.Text), "")
		}
	default:
		s.effect(e, who)
	}
}

// current is the innermost action in progress; outside of actions it is one without an actor and without a line.
func (s *telling) current() *telltale {
	if n := len(s.acts); n > 0 {
		return &s.acts[n-1]
	}
	return &telltale{}
}

// quote writes the ruleset's sentence, if there is one, for what happens to somebody.
func (s *telling) quote(e *trace.Event) {
	if text := s.trace.Sentence(e, s.names); text != "" {
		s.about = e.Who
		s.line(e, text, text)
	}
}

// sentence writes the ruleset's sentence for an event, and reports whether there is one.
func (s *telling) sentence(e *trace.Event) bool {
	text := s.trace.Sentence(e, s.names)
	if text != "" {
		s.opens(e, text, text)
	}
	return text != ""
}
