package story

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Write writes what a trace has recorded as a story: a line for everything
// that was tried, rolled, changed or begun, indented by what it belongs to. With
// explanations every number is followed by how it came about. Names are those of its encounter.
//
// Characters of the ruleset that a terminal would obey are written as escapes.
func Write(w io.Writer, t *trace.Trace, names *value.Names) error {
	s := &telling{names: names, trace: t, out: bufio.NewWriter(w), above: []int{0}}
	s.quiet = len(s.trace.Events) > 0 && s.trace.Events[0].Kind != trace.Start
	for i := 0; i < len(s.trace.Events); {
		i += s.alike(i)
	}
	if s.trace.Cut {
		fmt.Fprintf(s.out, "\n.. and so on: a story ends after %d things that happened; the rest was played, but isn't told\n", len(s.trace.Events))
	}
	return s.out.Flush()
}

// telling is one telling.
type telling struct {
	names *value.Names
	trace *trace.Trace
	out   *bufio.Writer
	// pending is an entry that has come up and of which nothing has been told yet.
	pending *trace.Event
	// idle is set while nothing has been told of it but lines of tactics.
	idle bool
	// actor is who does what is being told; his rolls don't name him.
	actors []int32
	// spoke tells of each of these actions whether an event of it was told, or a roll against
	// something: then it has said itself why it stops.
	spoke []bool
	// others had the same change of a pool as the one that is being told.
	others []string
	// steps are the places that a way leads to after its first step.
	steps []string
	// above has the depth of each line that the next one may belong to.
	above []int
	// members is how many entries the batch at hand has.
	members int
	// landing is set while the effects of a batch are told.
	landing bool
	// started is set when the clock runs.
	started bool
	// quiet is set when the encounter has ended. Time in which nothing happens is no
	// story: quietClock is what the clock shows and nobody has been told.
	quiet      bool
	quietClock *trace.Event
	// weighed are the tests and values that were told since an action began.
	weighed map[string]bool
	// ruled is how deep the sentence of the last rule stands that had one; 0: none does.
	ruled int
	// toldClock is what the clock showed when it was told last.
	toldClock float64
}

// line writes a line at a depth.
func (s *telling) line(e *trace.Event, text string) {
	s.idle = false
	s.entryLine()
	depth := int(e.Depth) + 1
	if e.Landing {
		if !s.landing {
			s.write(s.margin(depth), "together:")
		}
		depth++
	}
	s.landing = e.Landing
	margin := s.margin(depth)
	s.write(margin, text)
	if e.Explain > 0 {
		s.explain(e, margin+1, int(e.Explain)-1)
	}
}

// margin returns how far a line of some depth stands to the right: one step more
// than the nearest line above that it belongs to.
func (s *telling) margin(depth int) int {
	n := len(s.above)
	for n > 1 && s.above[n-1] >= depth {
		n--
	}
	s.above = append(s.above[:n], depth)
	return n
}

// headline writes a line that what follows belongs to.
func (s *telling) headline(text string) {
	s.write(0, text)
	s.above = append(s.above[:0], 0)
}

func (s *telling) write(depth int, text string) {
	for range depth {
		_, _ = s.out.WriteString("  ")
	}
	_, _ = s.out.WriteString(visible(text))
	_ = s.out.WriteByte('\n')
}

// entryLine writes the heading of the entry that something is told of.
func (s *telling) entryLine() {
	if e := s.quietClock; e != nil {
		s.quietClock = nil
		s.clockLine(e)
	}
	if e := s.pending; e != nil {
		s.pending = nil
		if e.Told != nil {
			if text := s.trace.Sentence(e, s.names); text != "" {
				s.headline(text + ":")
			}
		} else if e.Who > 0 {
			s.headline(s.names.Thing(int(e.Who)) + ", " + value.TitleOf(&e.Entry.Decl) + ":")
		} else if title := value.TitleOf(&e.Entry.Decl); title != s.unit() {
			s.headline(title + ":") // else the clock has just said it
		}
	}
}

// tell writes what one event has to say.
func (s *telling) tell(e *trace.Event) {
	who := s.names.Thing(int(e.Who))
	switch e.Kind {
	case trace.Start:
		s.opening()
	case trace.Finish:
		s.closing(e)
	case trace.Clock, trace.Wait:
		s.clock(e)
	case trace.Batch:
		s.landing, s.members = false, int(e.Members)
	case trace.Entry:
		s.pending = e
	case trace.EntryEnd, trace.BatchEnd:
		s.pending = nil
	case trace.EntrySkipped:
		if s.quiet {
			return
		}
		s.line(e, fmt.Sprintf("%s: no %s: %s", who, value.TitleOf(&e.Entry.Decl), e.Text))
	case trace.Act:
		clear(s.weighed)
		s.act(e)
		s.actors, s.spoke = append(s.actors, e.Who), append(s.spoke, false)
	case trace.ActEnd:
		s.actEnd(e)
	case trace.Refused:
		s.line(e, fmt.Sprintf("%s can't do %s: %s", who, value.TitleOf(&e.Action.Def.Decl), e.Text))
	case trace.Pass:
		// Who has done something in his turn ends it without a word.
		if (s.pending != nil || s.idle) && !s.quiet && (e.Event == nil || e.Event == s.trace.Turn) {
			s.line(e, who+" passes")
		}
	case trace.Line:
		idle := s.idle || s.pending != nil
		s.line(e, who+" by "+e.Label+": "+e.Text+placeText(e.Span))
		s.idle = idle
	case trace.Roll:
		if !s.rollsUnseen(e) {
			s.line(e, s.roll(e)+s.said(e))
		}
	case trace.Test:
		if !s.rollsUnseen(e) {
			s.line(e, s.rollerAndLabel(e)+number.Format(e.Amount)+s.against(e))
			s.speaks()
		}
	case trace.Draw, trace.Discard, trace.Shuffle:
		if !s.dealsUnseen(e) {
			s.deck(e)
		}
	case trace.Choice:
		s.choice(e)
	case trace.Announce:
		if e.Told == nil {
			break
		}
		if s.sentence(e) {
			s.speaks()
		}
	case trace.Rule:
		s.endRule(e)
		switch {
		case e.Told != nil:
			s.rule(e)
		case s.trace.Explained:
			s.line(e, "rule "+value.TitleOf(&e.Rule.Decl)+s.of(e.Who)+":")
		}
	case trace.Weigh:
		s.weigh(e)
	case trace.Skipped:
		s.line(e, fmt.Sprintf("%s has become impossible and is left out", e.Text))
	default:
		s.effect(e, who)
	}
}

// speaks notes that the action under way has told how it goes.
func (s *telling) speaks() {
	if n := len(s.spoke); n > 0 {
		s.spoke[n-1] = true
	}
}

// rule writes the sentence of a rule; what it does stands below.
func (s *telling) rule(e *trace.Event) {
	if s.sentence(e) {
		s.ruled = int(e.Depth) + 1
	}
}

// endRule keeps what a rule does from standing below the sentence of the one before it.
func (s *telling) endRule(e *trace.Event) {
	if depth := int(e.Depth) + 1; s.ruled >= depth {
		n := len(s.above)
		for n > 1 && s.above[n-1] >= depth {
			n--
		}
		s.above, s.ruled = s.above[:n], 0
	}
}

// sentence writes what a ruleset has for an event, and reports whether that is anything.
func (s *telling) sentence(e *trace.Event) bool {
	text := s.trace.Sentence(e, s.names)
	if text != "" {
		s.line(e, text)
	}
	return text != ""
}

func (s *telling) of(who int32) string {
	if who == 0 {
		return ""
	}
	return " of " + s.names.Thing(int(who))
}

// effect writes a change of the state.
func (s *telling) effect(e *trace.Event, who string) {
	switch e.Kind {
	case trace.Pool, trace.Field:
		switch {
		case !s.worthTelling(e):
		case e.Told != nil:
			s.sentence(e)
		default:
			s.line(e, fmt.Sprintf("%s: %s", strings.Join(append([]string{who}, s.others...), ", "), s.change(e)))
		}
	case trace.Hold:
		if s.trace.Explained && !e.Field.Quiet {
			s.line(e, fmt.Sprintf("%s keeps %s %s ready", who, number.Format(e.Amount), s.field(e)))
		}
	case trace.Pay:
		if e.Field.Quiet {
			return
		}
		left := " left"
		if e.Field.Pool.Up {
			left = " by now"
		}
		s.line(e, fmt.Sprintf("%s pays %s %s (%s%s)", who, number.Format(e.Amount), s.field(e), number.Format(e.To), left))
	case trace.Return:
		if !s.trace.Explained || e.Field.Quiet {
			return // it was only kept ready, which isn't told either
		}
		verb := "come"
		if e.Amount == 1 {
			verb = "comes"
		}
		s.line(e, fmt.Sprintf("%s %s %s back to %s (%s)", number.Format(e.Amount), s.field(e), verb, who, number.Format(e.To)))
	case trace.Begin, trace.Refresh, trace.End, trace.Mute, trace.Unmute, trace.Becomes, trace.Loses:
		s.condition(e, who)
	case trace.InstanceField:
		if !s.worthTelling(e) {
			return
		}
		s.line(e, fmt.Sprintf("%s, %s: %s", who, value.TitleOf(&e.Condition.Decl), s.change(e)))
	case trace.Move:
		way := append([]string{s.names.Place(board.Place(e.From)), s.names.Place(board.Place(e.To))}, s.steps...)
		s.line(e, who+": "+strings.Join(way, " -> "))
	case trace.Carry:
		if e.Other == 0 {
			s.line(e, who+" is let go")
		} else {
			s.line(e, fmt.Sprintf("%s goes to %s", who, s.names.Thing(int(e.Other))))
		}
	case trace.Schedule:
		if s.routine(e) {
			return
		}
		s.line(e, fmt.Sprintf("%s%s at %s", value.TitleOf(&e.Entry.Decl), s.of(e.Who), s.keyText(e)))
	case trace.Unschedule:
		s.line(e, fmt.Sprintf("%s%s is off the agenda", value.TitleOf(&e.Entry.Decl), s.of(e.Who)))
	}
}

// alike tells the event at i together with those after it that are the same change
// of the same pool for others, or further steps of the same way, and returns how many these are.
func (s *telling) alike(i int) int {
	e, n := &s.trace.Events[i], 1
	s.others, s.steps = s.others[:0], s.steps[:0]
	if s.letGo(i) {
		return 2
	}
	if e.Kind == trace.Rule && e.Told == nil && !s.ruleSays(i) {
		return 1
	}
	if e.Kind == trace.Move && !s.trace.Explained {
		n = s.way(i)
	}
	if e.Kind == trace.Roll && i+1 < len(s.trace.Events) && s.trace.Events[i+1].Thrown {
		if test := &s.trace.Events[i+1]; !s.rollsUnseen(test) {
			s.rollAgainst(e, test)
		}
		return 2
	}
	if e.Kind == trace.Pool && e.Told == nil && s.worthTelling(e) && !s.trace.Explained {
		for _, next := range s.trace.Events[i+1:] {
			if next.Kind != trace.Pool || s.worthTelling(&next) && !sameChange(e, &next) {
				break
			}
			if s.worthTelling(&next) {
				s.others = append(s.others, s.names.Thing(int(next.Who)))
			}
			n++
		}
	}
	s.tell(e)
	return n
}

// way collects the steps that somebody makes right after the one at i, with nothing
// to tell in between, and returns the number of events up to the last of them.
func (s *telling) way(i int) int {
	first := &s.trace.Events[i]
	n, at := 1, first.To
	for j := i + 1; j < len(s.trace.Events); j++ {
		e := &s.trace.Events[j]
		if e.Kind == trace.Move && e.Who == first.Who && e.From == at && e.Depth == first.Depth && e.Landing == first.Landing {
			s.steps = append(s.steps, s.names.Place(board.Place(e.To)))
			n, at = j-i+1, e.To
		} else if !s.unsaid(e) {
			break
		}
	}
	return n
}

// unsaid reports whether an event within an action has nothing to tell.
func (s *telling) unsaid(e *trace.Event) bool {
	switch e.Kind {
	case trace.Pool, trace.Field, trace.InstanceField:
		return !s.worthTelling(e)
	case trace.Schedule:
		return s.routine(e)
	case trace.Announce, trace.Rule:
		return e.Told == nil
	case trace.Hold, trace.Pass, trace.Weigh, trace.Return:
		return true
	case trace.Begin, trace.Refresh, trace.End, trace.Mute, trace.Unmute, trace.Becomes, trace.Loses:
		return e.Condition.Quiet
	case trace.Choice:
		return s.choosesUnseen(e)
	case trace.Roll, trace.Test:
		return s.rollsUnseen(e)
	case trace.Draw, trace.Discard, trace.Shuffle:
		return s.dealsUnseen(e)
	}
	return false
}

// ruleSays reports whether a rule has done anything that is told.
func (s *telling) ruleSays(i int) bool {
	depth := s.trace.Events[i].Depth
	for j := i + 1; j < len(s.trace.Events) && s.trace.Events[j].Depth > depth; j++ {
		if !s.unsaid(&s.trace.Events[j]) {
			return true
		}
	}
	return false
}

// letGo tells the events at i and after it in one line if they are that something is
// let go and is somewhere from then on.
func (s *telling) letGo(i int) bool {
	if i+1 == len(s.trace.Events) {
		return false
	}
	e, next := &s.trace.Events[i], &s.trace.Events[i+1]
	if e.Kind != trace.Carry || e.Other != 0 || next.Kind != trace.Move || next.Who != e.Who {
		return false
	}
	s.line(e, fmt.Sprintf("%s is let go at %s", s.names.Thing(int(e.Who)), s.names.Place(board.Place(next.To))))
	return true
}

func sameChange(a, b *trace.Event) bool {
	return a.Field == b.Field && a.From == b.From && a.Key == b.Key && a.To == b.To && a.Depth == b.Depth && a.Landing == b.Landing
}

// worthTelling reports whether a change of a field belongs into the story: not
// bookkeeping, and not a value that stays what it is.
func (s *telling) worthTelling(e *trace.Event) bool {
	return !e.Field.Quiet && e.From != e.To
}

// opening writes the title and who is there.
func (s *telling) opening() {
	e := s.names.Encounter
	title := e.Title
	if title == "" {
		title = strings.ReplaceAll(e.Name, "_", " ")
	}
	s.write(0, title)
	for side, name := range e.Sides {
		var members []string
		for _, t := range e.Things {
			if t.Side == side && t.Kind == s.names.Program.Creature {
				members = append(members, s.names.Thing(t.Index+1))
			}
		}
		if len(members) > 0 {
			s.write(0, name+": "+strings.Join(members, ", "))
		}
	}
}

func (s *telling) closing(e *trace.Event) {
	s.quiet = true
	_ = s.out.WriteByte('\n')
	how := "over"
	switch e.Ending {
	case trace.Called:
		how = "the script ends here"
	case trace.TimeUp:
		how = "the time is up"
	case trace.NothingLeft:
		how = "nothing is left to happen"
	}
	switch side := int(e.Side); {
	case side > 0 && side <= len(s.names.Encounter.Sides):
		how += ": won by " + s.names.Encounter.Sides[side-1]
	case e.Ending == trace.Over:
		how += ": won by nobody"
	}
	s.headline(how)
}

func (s *telling) clock(e *trace.Event) {
	s.pending, s.landing, s.started = nil, false, true
	if e.Kind == trace.Clock {
		s.quietClock = e
		return
	}
	s.quietClock = nil
	if e.Amount != s.toldClock {
		s.clockLine(e)
	}
}

// clockLine writes what the clock shows.
func (s *telling) clockLine(e *trace.Event) {
	s.toldClock = e.Amount
	_ = s.out.WriteByte('\n')
	s.headline(s.unit() + " " + number.Format(e.Amount))
}

// unit is what the first key number counts.
func (s *telling) unit() string {
	if keys := s.names.Program.Time.Keys; len(keys) > 0 {
		return strings.ReplaceAll(keys[0], "_", " ")
	}
	return "time"
}

// routine reports whether an entry was put on the agenda as it is every round:
// before the clock starts, by the scene, at once, or one unit ahead. A story leaves it out.
func (s *telling) routine(e *trace.Event) bool {
	return !s.started || e.Who == 0 || e.Count > 0 && s.trace.Values[e.First] <= e.Now+1
}

// keyText writes the first key number of an entry.
func (s *telling) keyText(e *trace.Event) string {
	keys := s.names.Program.Time.Keys
	if e.Count == 0 || len(keys) == 0 {
		return number.Format(e.Now)
	}
	return strings.ReplaceAll(keys[0], "_", " ") + " " + number.Format(s.trace.Values[e.First])
}

// act writes what somebody begins to do.
func (s *telling) act(e *trace.Event) {
	if p := s.pending; p != nil && p.Told == nil && (p.Who == e.Who || s.members > 1 && p.Who != 0) {
		s.pending = nil // the line itself says who is due
	}
	text := s.actText(e)
	if e.Told != nil {
		text = s.trace.Sentence(e, s.names)
	}
	if text == "" {
		return
	}
	s.entryLine()
	s.landing = false
	s.write(s.margin(int(e.Depth)), text)
}

func (s *telling) actText(e *trace.Event) string {
	var b strings.Builder
	b.WriteString(s.names.Thing(int(e.Who)))
	if e.Event != nil && e.Event != s.trace.Turn {
		b.WriteString(" answers")
	}
	b.WriteString(": " + value.TitleOf(&e.Action.Def.Decl))
	sep := ", "
	for i, p := range e.Action.Params {
		if i >= int(e.Count) {
			break
		}
		v := s.trace.Values[int(e.First)+i]
		if v == 0 && p.Type.Kind != program.Number && p.Type.Kind != program.Bool {
			continue
		}
		b.WriteString(sep + strings.ReplaceAll(p.Name, "_", " ") + " " + s.names.Show(v, p.Type))
	}
	return b.String()
}

func (s *telling) actEnd(e *trace.Event) {
	spoke := false
	if n := len(s.actors); n > 0 {
		spoke = s.spoke[n-1]
		s.actors, s.spoke = s.actors[:n-1], s.spoke[:n-1]
	}
	if e.How == trace.Done || e.How == trace.Stopped && spoke || e.Action == nil {
		return
	}
	how := "is stopped"
	if e.How == trace.CalledOff {
		how = "is called off"
	}
	s.line(e, fmt.Sprintf("%s: %s %s", s.names.Thing(int(e.Who)), value.TitleOf(&e.Action.Def.Decl), how))
}

// rollAgainst tells a roll and what it comes to against something in one line.
func (s *telling) rollAgainst(e, test *trace.Event) {
	s.line(e, s.roll(e)+s.against(test))
	s.speaks()
	if test.Explain > 0 {
		s.explain(test, s.above[len(s.above)-1]+1, int(test.Explain)-1)
	}
}

// against writes what a roll comes to against something: " against 12: hit".
func (s *telling) against(e *trace.Event) string {
	text := " against " + number.Format(e.To)
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
	if outcome != "" {
		text += ": " + outcome
	}
	return text
}

// rollerAndLabel begins the line of a roll: who rolls, unless it is who acts, and what.
func (s *telling) rollerAndLabel(e *trace.Event) string {
	who := ""
	if n := len(s.actors); n == 0 || s.actors[n-1] != e.Roller+1 {
		who = s.names.Roller(dice.Roller(e.Roller)) + ", "
	}
	return who + s.rollTitle(e.Label) + ": "
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
	return k != nil && k.Quiet && !s.trace.Explained
}

// said is what a ruleset says of a roll that is held against nothing.
func (s *telling) said(e *trace.Event) string {
	if text := s.trace.Sentence(e, s.names); text != "" {
		return ": " + text
	}
	return ""
}

// roll writes a roll with all its dice: attack: best(2, 1d20) + 3 = 15 (4) + 3 = 18.
func (s *telling) roll(e *trace.Event) string {
	var b strings.Builder
	b.WriteString(s.rollerAndLabel(e))
	var d dice.Value
	if e.Dice > 0 {
		d = s.trace.Dice[e.Dice-1]
		b.WriteString(d.String())
	}
	faces := s.trace.Faces[e.FirstFace : e.FirstFace+e.FaceCount]
	text, total := facesText(&d, faces), number.Format(e.Amount)
	if len(faces) > 0 {
		b.WriteString(" = " + text)
		if d.Bonus > 0 {
			b.WriteString(" + " + number.Format(d.Bonus))
		} else if d.Bonus < 0 {
			b.WriteString(" - " + number.Format(-d.Bonus))
		}
	}
	if text != total || d.Bonus != 0 {
		b.WriteString(" = " + total)
	}
	return b.String()
}

// dealsUnseen reports whether what happens to a deck is bookkeeping.
func (s *telling) dealsUnseen(e *trace.Event) bool { return e.Deck.Quiet && !s.trace.Explained }

// deck writes what happens to a deck.
func (s *telling) deck(e *trace.Event) {
	switch title := value.TitleOf(&e.Deck.Decl); e.Kind {
	case trace.Draw:
		s.drawn(e)
	case trace.Discard:
		s.line(e, fmt.Sprintf("%s is discarded to %s", s.names.Show(s.trace.Values[e.First], e.Deck.Of), title))
	case trace.Shuffle:
		s.line(e, title+" is shuffled")
	}
}

// drawn writes which card somebody draws.
func (s *telling) drawn(e *trace.Event) {
	who, card := s.names.Roller(dice.Roller(e.Roller)), s.trace.Values[e.First]
	if card == 0 {
		s.line(e, who+" finds no card in "+value.TitleOf(&e.Deck.Decl))
		return
	}
	s.line(e, fmt.Sprintf("%s draws %s from %s", who, s.names.Show(card, e.Deck.Of), value.TitleOf(&e.Deck.Decl)))
}

// choosesUnseen reports whether a choice is bookkeeping, or nobody has decided anything.
func (s *telling) choosesUnseen(e *trace.Event) bool {
	c := s.names.Program.ChoiceOf(e.Label)
	return e.How == trace.ByDefault || c != nil && c.Quiet && !s.trace.Explained
}

func (s *telling) choice(e *trace.Event) {
	if s.choosesUnseen(e) {
		return
	}
	if e.Told != nil {
		s.sentence(e)
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
	what := strings.Join(texts, ", ")
	if what == "" {
		what = "nothing"
	}
	how := ""
	if e.How == trace.ByChance {
		how = " (by chance)"
	}
	s.line(e, fmt.Sprintf("%s, %s: %s%s", s.names.Thing(int(e.Who)), s.choiceTitle(e.Label), what, how))
}

// choiceTitle is what choices with a name are called.
func (s *telling) choiceTitle(name string) string {
	if c := s.names.Program.ChoiceOf(name); c != nil {
		return value.TitleOf(&c.Decl)
	}
	return strings.ReplaceAll(name, "_", " ")
}

// change writes what a field was and is: hp 12 -> 8.
func (s *telling) change(e *trace.Event) string {
	name := s.field(e)
	t := e.Field.Type
	if t.Kind == program.Set && t.Elem != nil {
		verb := "gains"
		if e.To == 0 {
			verb = "loses"
		}
		return fmt.Sprintf("%s %s %s", strings.ReplaceAll(e.Field.Name, "_", " "), verb, s.names.Show(float64(e.Key), *t.Elem))
	}
	if e.Field.Pool != nil {
		t = program.Type{Kind: program.Number}
	}
	return fmt.Sprintf("%s %s -> %s", name, s.names.Show(e.From, t), s.names.Show(e.To, t))
}

// field names a field, with the member of a family: impairment of fire.
func (s *telling) field(e *trace.Event) string {
	name := value.TitleOf(&e.Field.Decl)
	if f := e.Field.Family; f != nil && e.Key > 0 && e.Kind != trace.Hold && e.Kind != trace.Pay && e.Kind != trace.Return {
		name += " (" + s.names.Show(float64(e.Key), *f) + ")"
	}
	return name
}

// condition writes a sentence on a condition: the ruleset's, else a plain one.
func (s *telling) condition(e *trace.Event, who string) {
	if e.Condition.Quiet {
		return
	}
	if e.Kind == trace.End && e.Still && !e.Condition.ByMatters {
		return // he has it still
	}
	if e.Told != nil {
		if text := s.trace.Sentence(e, s.names); text != "" {
			s.line(e, text)
		}
		return
	}
	name := value.TitleOf(&e.Condition.Decl)
	text := ""
	switch e.Kind {
	case trace.Begin:
		text = who + " is now " + name
		if e.Other != 0 && e.Other != e.Who {
			text += " (by " + s.names.Thing(int(e.Other)) + ")"
		}
	case trace.Refresh:
		text = who + " stays " + name
	case trace.End:
		text = who + " is no longer " + name
	case trace.Mute:
		text = who + " doesn't feel " + name + " for now"
	case trace.Unmute:
		text = who + " feels " + name + " again"
	case trace.Becomes:
		text = who + " becomes " + name
	case trace.Loses:
		text = who + " ceases to be " + name
	}
	s.line(e, text)
}

// visible returns s with everything that a terminal would obey, hide or reorder
// written as an escape.
func visible(s string) string {
	clean := true
	for _, r := range s {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case r == '\n':
			b.WriteByte(' ')
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		s = s[size:]
	}
	return b.String()
}
