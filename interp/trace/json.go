package trace

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// kindNames are the kinds of events in a JSON trace. They are never renamed.
var kindNames = [...]string{
	Start: "start", Finish: "over", Clock: "clock", Batch: "batch", BatchEnd: "landed",
	Entry: "entry", EntryEnd: "entry-end", EntrySkipped: "entry-dropped", Act: "act",
	ActEnd: "act-end", Refused: "refused", BrokenOff: "broken-off", Pass: "pass", Roll: "roll", Test: "test", Choice: "choice",
	Announce: "event", Rule: "rule", Pool: "pool", Field: "field", Hold: "hold",
	Pay: "pay", Return: "return", Begin: "begin", Refresh: "refresh", End: "end",
	Mute: "mute", Unmute: "unmute", Becomes: "becomes", Loses: "loses",
	InstanceField: "instance-field", Move: "move", Carry: "carry", Schedule: "schedule",
	Unschedule: "unschedule", Skipped: "skipped", Wait: "wait", Weigh: "weigh",
	Draw: "draw", Discard: "discard", Shuffle: "shuffle",
	Line: "line", Status: "status",
}

// WriteJSON writes the recorded events as JSON, one object a line. Every object has kind and now; the rest depends on the kind, always in
// the same order: depth, member, landing, who, other, then the fields of the kind, then place (file:line). Things, definitions, steps and
// so on are written by name, places as [column, row] or the zone's name, none as null. Names are those of the encounter.
func (t *Trace) WriteJSON(w io.Writer, names *value.Names) error {
	j := &jsonWriter{names: names, trace: t}
	out := bufio.NewWriter(w)
	for i := range j.trace.Events {
		j.line = j.line[:0]
		j.event(&j.trace.Events[i])
		j.line = append(j.line, '}', '\n')
		if _, err := out.Write(j.line); err != nil {
			return err
		}
	}
	if j.trace.Cut { // the rest was played, but isn't recorded
		if _, err := out.WriteString("{\"kind\":\"cut\"}\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

type jsonWriter struct {
	names *value.Names
	trace *Trace
	line  []byte
}

func (j *jsonWriter) key(name string) {
	if len(j.line) > 1 {
		j.line = append(j.line, ',')
	}
	j.line = append(j.line, '"')
	j.line = append(j.line, name...)
	j.line = append(j.line, '"', ':')
}

func (j *jsonWriter) text(name, value string) {
	if value != "" {
		j.key(name)
		j.quote(value)
	}
}

// quote appends a JSON string with every unprintable character escaped.
func (j *jsonWriter) quote(s string) {
	j.line = append(j.line, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			j.line = append(j.line, '\\', byte(r))
		case unicode.IsPrint(r):
			j.line = utf8.AppendRune(j.line, r)
		case r < 0x10000:
			j.line = fmt.Appendf(j.line, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			j.line = fmt.Appendf(j.line, `\u%04x\u%04x`, high, low)
		}
	}
	j.line = append(j.line, '"')
}

func (j *jsonWriter) number(name string, v float64) {
	j.key(name)
	j.num(v)
}

// num appends a number; a value that JSON has no number for becomes a string.
func (j *jsonWriter) num(v float64) {
	switch {
	case math.IsInf(v, 0) || math.IsNaN(v):
		j.quote(strconv.FormatFloat(v, 'g', -1, 64))
	default:
		j.line = append(j.line, number.Format(v)...)
	}
}

func (j *jsonWriter) event(e *Event) {
	j.line = append(j.line, '{')
	j.text("kind", kindNames[e.Kind])
	j.number("now", e.Now)
	if e.Depth > 0 {
		j.number("depth", float64(e.Depth))
	}
	if e.Member > 0 {
		j.number("member", float64(e.Member))
	}
	if e.Landing {
		j.key("landing")
		j.line = append(j.line, "true"...)
	}
	if e.Who > 0 {
		j.text("who", j.names.Encounter.Things[int(e.Who)-1].Name)
	}
	if e.Other > 0 {
		j.text("other", j.names.Encounter.Things[int(e.Other)-1].Name)
	}
	e.declared(j.text)
	j.text("label", e.Label)
	j.details(e)
	j.sum(e)
	if e.Told != nil {
		j.text("told", j.trace.Sentence(e, j.names))
	}
	j.text("text", e.Text)
	if e.Explain > 0 {
		j.key("why")
		j.why(int(e.Explain) - 1)
	}
	j.text("place", e.Span.Where())
}

// why writes how a number was computed: what it is (a formula's text, or the name of a quantity, participant, channel or contributor), its
// value, its owner, and its inputs.
func (j *jsonWriter) why(i int) {
	x := &j.trace.Explanations[i]
	j.line = append(j.line, `{"is":`...)
	j.quote(explainNames[x.Kind])
	j.line = append(j.line, `,"what":`...)
	j.quote(whatExplained(x))
	j.value("value", x.Value, x.Type)
	if x.Kind == ExplainContribution {
		j.text("channel", x.Channel.Name)
		if x.Who > 0 {
			j.text("who", j.names.Encounter.Things[int(x.Who)-1].Name)
		}
	}
	if parts := j.trace.Parts(i); len(parts) > 0 {
		j.list("from", len(parts), func(k int) { j.why(parts[k]) })
	}
	j.text("place", x.Span.Where())
	j.line = append(j.line, '}')
}

var explainNames = [...]string{
	ExplainFormula: "formula", ExplainQuantity: "quantity", ExplainParticipant: "participant",
	ExplainChannel: "channel", ExplainContribution: "contribution", ExplainNamed: "named",
}

// whatExplained names what a step of an explanation is about.
func whatExplained(x *Explanation) string {
	switch x.Kind {
	case ExplainQuantity:
		return x.Quantity.Name
	case ExplainParticipant, ExplainNamed:
		return x.Local
	case ExplainChannel:
		return x.Channel.Name
	case ExplainContribution:
		return Contributor(x.Contribution)
	}
	return value.OneLine(x.Span.Text())
}

// declared calls visit for each declaration that an event refers to, with its key in JSON and its name.
func (e *Event) declared(visit func(key, name string)) {
	if e.Action != nil {
		visit("action", e.Action.Def.Name)
	}
	if e.Event != nil {
		visit("event", e.Event.Name)
	}
	if e.Entry != nil {
		visit("entry", e.Entry.Name)
	}
	if e.Rule != nil {
		visit("rule", e.Rule.Name)
	}
	if e.Condition != nil {
		visit("condition", e.Condition.Name)
	}
	if e.Field != nil {
		visit("field", e.Field.Name)
	}
	if e.Deck != nil {
		visit("deck", e.Deck.Name)
	}
}

// details writes the fields that only some kinds of event have.
func (j *jsonWriter) details(e *Event) {
	switch e.Kind {
	case Start:
		j.text("ruleset", j.names.Program.Name)
		j.text("encounter", j.names.Encounter.Name)
	case Finish:
		if side := int(e.Side); side > 0 && side <= len(j.names.Encounter.Sides) {
			j.text("winner", j.names.Encounter.Sides[side-1])
		}
	case Clock, Schedule:
		if e.Count > 0 {
			j.list("key", int(e.Count), func(i int) { j.num(j.trace.Values[int(e.First)+i]) })
		}
	case Batch:
		j.number("members", float64(e.Members))
	case Act:
		j.number("act", float64(e.Act))
		j.with(e, len(e.Action.Params), func(i int) (string, program.Type) { p := e.Action.Params[i]; return p.Name, p.Type })
	case ActEnd:
		j.number("act", float64(e.Act))
		j.text("how", e.How.String())
	case Announce:
		j.with(e, len(e.Event.Fields), func(i int) (string, program.Type) { f := e.Event.Fields[i]; return f.Name, f.Type })
	case Roll:
		j.roll(e)
	case Test:
		j.test(e)
	case Choice:
		j.choice(e)
	case Pool, Field, InstanceField:
		j.change(e)
	case Hold, Pay, Return:
		j.number("amount", e.Amount)
		j.number("left", e.To)
		j.most(e)
	case Weigh:
		j.text("formula", value.OneLine(e.Span.Text()))
		j.value("value", e.Amount, *e.Type)
	case Draw:
		if e.Who == 0 {
			j.text("roller", j.names.Roller(dice.Roller(e.Roller)))
		}
		j.value("card", j.trace.Values[e.First], e.Deck.Of)
	case Discard:
		j.value("card", j.trace.Values[e.First], e.Deck.Of)
	case Status:
		j.status(e)
	case Line:
		j.key("taken")
		j.line = strconv.AppendBool(j.line, e.Success)
	case Move:
		place := program.Type{Kind: program.Place}
		j.value("from", e.From, place)
		j.value("to", e.To, place)
	}
}

// list writes n values in brackets.
func (j *jsonWriter) list(name string, n int, value func(i int)) {
	j.key(name)
	j.items(n, value)
}

func (j *jsonWriter) items(n int, value func(i int)) {
	j.line = append(j.line, '[')
	for i := range n {
		if i > 0 {
			j.line = append(j.line, ',')
		}
		value(i)
	}
	j.line = append(j.line, ']')
}

// with writes the values of an event by the names of n parameters or fields.
func (j *jsonWriter) with(e *Event, n int, declared func(i int) (name string, t program.Type)) {
	j.key("with")
	j.line = append(j.line, '{')
	for i := range min(n, int(e.Count)) {
		if i > 0 {
			j.line = append(j.line, ',')
		}
		name, t := declared(i)
		j.quote(name)
		j.line = append(j.line, ':')
		j.any(j.trace.Values[int(e.First)+i], t)
	}
	j.line = append(j.line, '}')
}

func (j *jsonWriter) roll(e *Event) {
	if e.Who == 0 {
		j.text("roller", j.names.Roller(dice.Roller(e.Roller)))
	}
	if e.Dice > 0 {
		j.text("dice", j.trace.Dice[e.Dice-1].String())
	}
	faces := j.trace.Faces[e.FirstFace : e.FirstFace+e.FaceCount]
	j.list("faces", len(faces), func(i int) { j.num(float64(faces[i].Shown)) })
	j.keptFaces(faces)
	j.number("total", e.Amount)
}

func (j *jsonWriter) test(e *Event) {
	if e.Who == 0 {
		j.text("roller", j.names.Roller(dice.Roller(e.Roller)))
	}
	j.number("total", e.Amount)
	j.number(program.PartTarget, e.To)
	j.number(program.PartMargin, e.From)
	j.value(program.PartSuccess, truth(e.Success), program.Type{Kind: program.Bool})
	if e.Count > 0 {
		j.value(program.PartDegree, j.trace.Values[e.First], *e.Type)
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// keptFaces writes which faces count, when some don't.
func (j *jsonWriter) keptFaces(faces []dice.Face) {
	if slices.ContainsFunc(faces, func(f dice.Face) bool { return !f.Kept }) {
		j.list("kept", len(faces), func(i int) { j.line = strconv.AppendBool(j.line, faces[i].Kept) })
	}
}

func (j *jsonWriter) choice(e *Event) {
	t := program.Type{}
	if e.Type != nil {
		t = *e.Type
	}
	j.list("taken", int(e.Count), func(i int) { j.any(j.trace.Values[int(e.First)+i], t) })
	if e.How != Done {
		j.text("how", e.How.String())
	}
}

func (j *jsonWriter) change(e *Event) {
	t := e.Field.Type
	switch {
	case t.Kind == program.Set && t.Elem != nil:
		j.value("member", float64(e.Key), *t.Elem)
		t = program.Type{Kind: program.Bool}
	case e.Field.Family != nil && e.Key > 0:
		j.value("member", float64(e.Key), *e.Field.Family)
	}
	if e.Field.Pool != nil {
		t = program.Type{Kind: program.Number}
	}
	j.value("from", e.From, t)
	j.value("to", e.To, t)
	j.most(e)
}

func (j *jsonWriter) value(name string, v float64, t program.Type) {
	j.key(name)
	j.any(v, t)
}

// any appends a value of the language.
func (j *jsonWriter) any(v float64, t program.Type) {
	switch t.Kind {
	case program.Number, program.Unknown:
		if v == program.Absent {
			j.line = append(j.line, "null"...)
			return
		}
		j.num(v)
		return
	case program.Bool:
		j.line = strconv.AppendBool(j.line, v != 0)
		return
	case program.List:
		elem := program.Type{}
		if t.Elem != nil {
			elem = *t.Elem
		}
		items := j.names.Lists.Of(v)
		j.items(len(items), func(i int) { j.any(items[i], elem) })
		return
	}
	if v == 0 {
		j.line = append(j.line, "null"...)
		return
	}
	if t.Kind == program.Place {
		if g := j.names.Board; g.Valid(board.Place(v)) && g.Zone(board.Place(v)) == nil {
			column, row := g.Point(board.Place(v))
			j.line = append(j.line, '[')
			j.line = strconv.AppendFloat(j.line, column, 'f', -1, 64)
			j.line = append(j.line, ',')
			j.line = strconv.AppendFloat(j.line, row, 'f', -1, 64)
			j.line = append(j.line, ']')
			return
		}
	}
	j.quote(j.nameOf(v, t))
}

// nameOf returns the name of the thing that a reference refers to.
func (j *jsonWriter) nameOf(v float64, t program.Type) string {
	i := int(v) - 1
	if d := j.names.Declared(i, t); d != nil {
		return d.Name
	}
	switch t.Kind {
	case program.ThingType:
		if i < len(j.names.Encounter.Things) {
			return j.names.Encounter.Things[i].Name
		}
	case program.Place:
		if z := j.names.Board.Zone(board.Place(i + 1)); z != nil {
			return z.Name
		}
	}
	return j.names.Show(v, t)
}
