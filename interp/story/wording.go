package story

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// wording finds the words for events. It doesn't know what has been written.
type wording struct {
	Options
	names *value.Names
	trace *trace.Trace
	// titles are the names of numbers that need no explanation; nil means not collected yet.
	titles map[string]bool
}

// against writes a roll's target: " against 12 (10 base + 2 shield)".
func (s *wording) against(e *trace.Event) string {
	before, behind := s.wants(e.Label)
	return " against " + before + number.Format(e.To) + behind + s.termsOf(e, e.To, "flat")
}

// outcome writes a roll's outcome: hit.
func (s *wording) outcome(e *trace.Event) string {
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
	return outcome
}

// rollTitle is the title of rolls with a label.
func (s *wording) rollTitle(label string) string {
	if k := s.names.Program.CheckOf(label); k != nil {
		return value.TitleOf(&k.Decl)
	}
	return value.InWords(label)
}

// roller begins a text with the roller, if there is one.
func (s *wording) roller(e *trace.Event) string {
	if int(e.Roller) >= len(s.names.Encounter.Things)+len(s.names.Encounter.Sides) {
		return ""
	}
	return s.names.Roller(dice.Roller(e.Roller)) + ", "
}

// begins reports whether a sentence about a roll begins with its roller.
func (s *wording) begins(e *trace.Event, text string) bool {
	roller := s.roller(e)
	return roller != "" && strings.HasPrefix(text, strings.TrimSuffix(roller, ", "))
}

// termsOf writes in brackets what an event's number was added up from: (7 guard - 1 gang). A term without a name gets that of plain ones.
func (s *wording) termsOf(e *trace.Event, of float64, plain string) string {
	terms, total := s.trace.SumOf(e)
	if len(terms) < 2 || total != of {
		return ""
	}
	terms = slices.Clone(terms)
	for i := range terms {
		terms[i].Label = cmp.Or(terms[i].Label, plain)
	}
	return inBrackets(sumText(terms))
}

// wants returns the words before and after the target of rolls with a label that succeed low: "14 or less", "less than 14".
func (s *wording) wants(label string) (before, behind string) {
	k := s.names.Program.CheckOf(label)
	if k == nil || k.Success == nil || k.Margin == nil || !compares(k.Margin.Expr, program.OpSub, program.CheckTarget, program.CheckTotal) {
		return "", ""
	}
	for e := range k.Success.Expr.All() {
		if compares(e, program.OpLessEq, program.CheckTotal, program.CheckTarget) {
			return "", " or less"
		}
	}
	return "less than ", ""
}

// compares reports whether a formula of a check is an operation on two of its inputs.
func compares(e *program.Expr, op program.Op, first, second int) bool {
	return e.Op == op && len(e.Args) == 2 && e.Args[0].Op == program.OpLocal && e.Args[0].Index == first && e.Args[1].Op == program.OpLocal && e.Args[1].Index == second
}

// keyText writes the first key number of an entry.
func (s *wording) keyText(e *trace.Event) string {
	keys := s.names.Program.Time.Keys
	if e.Count == 0 || len(keys) == 0 {
		return number.Format(e.Now)
	}
	return value.InWords(keys[0]) + " " + number.Format(s.trace.Values[e.First])
}

// unit is the unit of the first key number.
func (s *wording) unit() string {
	if keys := s.names.Program.Time.Keys; len(keys) > 0 {
		return value.InWords(keys[0])
	}
	return "time"
}

// isAbout reports whether a thing is the named one.
func (s *wording) isAbout(thing int32) bool {
	if thing < 1 || int(thing) > len(s.names.Encounter.Things) {
		return false
	}
	return s.names.Encounter.Things[thing-1].Name == s.About || s.names.Thing(board.Thing(thing)) == s.About
}

// isNamed reports whether a declaration is the named one, by its name or by its title.
func (s *wording) isNamed(d *program.Decl) bool {
	return d.Name == s.About || value.TitleOf(d) == s.About
}

func (s *wording) actText(e *trace.Event) string {
	text := s.names.Thing(board.Thing(e.Who)) + ": " + value.TitleOf(&e.Action.Def.Decl)
	for i, v := range s.trace.Values[e.First : e.First+e.Count] {
		if p := e.Action.Params[i]; v != 0 || p.Type.Kind == program.Number || p.Type.Kind == program.Bool {
			text += ", " + value.InWords(p.Name) + " " + s.names.Show(v, p.Type)
		}
	}
	return text
}

// choiceTitle is the title of choices with a name.
func (s *wording) choiceTitle(name string) string {
	if c := s.names.Program.ChoiceOf(name); c != nil {
		return value.TitleOf(&c.Decl)
	}
	return value.InWords(name)
}

// entryOf writes an entry with its owner: Tove: spell ready.
func (s *wording) entryOf(e *trace.Event) string {
	title := value.TitleOf(&e.Entry.Decl)
	if e.Who == 0 {
		return title
	}
	return s.names.Thing(board.Thing(e.Who)) + ": " + title
}

// field names a field, with the member of a family: impairment of fire.
func (s *wording) field(e *trace.Event) string {
	name := value.TitleOf(&e.Field.Decl)
	if f := e.Field.Family; f != nil && e.Key > 0 && e.Kind != trace.Hold && e.Kind != trace.Pay && e.Kind != trace.Return {
		name += " (" + s.names.Show(float64(e.Key), *f) + ")"
	}
	return name
}

// difference writes in brackets by how much a number has changed, the terms of that, and its cause: (-4: 6 harm - 2 soak). What a limit
// has kept from changing is told: (-2 instead of 4: 6 harm - 2 soak).
func (s *wording) difference(e *trace.Event, cause string) string {
	if e.Field.Pool == nil && e.Field.Type.Kind != program.Number || e.From == program.Absent || e.To == program.Absent {
		return inBrackets(cause)
	}
	text, by := number.Format(e.To-e.From), math.Abs(e.To-e.From)
	if e.To > e.From {
		text = "+" + text
	}
	terms, total := s.trace.SumOf(e)
	of := ""
	switch all := math.Abs(total); {
	case len(terms) == 0 || len(terms) == 1 && terms[0].Label == "":
		terms = nil
	case all == by:
	case all > by: // a limit has kept it
		of = " instead of " + text[:1] + number.Format(all)
	case total == e.To && len(terms) > 1:
		return inBrackets(sumText(terms), cause)
	default:
		terms = nil
	}
	switch {
	case len(terms) == 1 && !terms[0].Alone && s.known()[terms[0].Label]:
		of += " " + terms[0].Label
	case len(terms) > 1 || len(terms) == 1 && terms[0].Alone:
		of += ": " + sumText(terms)
	case terms == nil && cause != "":
		return inBrackets(text + ": " + cause)
	}
	return inBrackets(text+of, cause)
}

// known has the names that say by themselves what a number is: those of quantities, params and rolls, not those that programs use.
func (s *wording) known() map[string]bool {
	if s.titles == nil {
		s.titles = map[string]bool{}
		for _, q := range s.names.Program.Quantities {
			s.titles[value.TitleOf(&q.Decl)] = true
		}
		for _, p := range s.names.Program.Params {
			s.titles[value.TitleOf(&p.Decl)] = true
		}
		for i := range s.trace.Events {
			if e := &s.trace.Events[i]; e.Kind == trace.Roll {
				s.titles[s.rollTitle(e.Label)] = true
			}
		}
	}
	return s.titles
}

// inBrackets joins texts that aren't empty behind a number.
func inBrackets(texts ...string) string {
	texts = slices.DeleteFunc(texts, func(t string) bool { return t == "" })
	if len(texts) == 0 {
		return ""
	}
	return " (" + strings.Join(texts, ", ") + ")"
}

// sumText writes terms that stand alone: 2 strength - 1 wound.
func sumText(terms []trace.Term) string {
	text := termsText(terms)
	if less, negative := strings.CutPrefix(text, " - "); negative {
		return "-" + less
	}
	return strings.TrimPrefix(text, " + ")
}

// termsText writes the added terms: " + 2 strength - 1 wound".
func termsText(terms []trace.Term) string {
	text := ""
	for _, t := range terms {
		sign, what := " + ", t.Label
		if t.Value < 0 {
			sign = " - "
		}
		if !t.Alone {
			what = strings.TrimSpace(number.Format(math.Abs(t.Value)) + " " + t.Label)
		}
		if t.Alone || t.Value != 0 {
			text += sign + what
		}
	}
	return text
}

// change writes the old and new value of a field: hp 12 -> 8.
func (s *wording) change(e *trace.Event) string {
	name := s.field(e)
	t := e.Field.Type
	if t.Kind == program.Set && t.Elem != nil {
		verb := "gains"
		if e.To == 0 {
			verb = "loses"
		}
		return fmt.Sprintf("%s %s %s", value.InWords(e.Field.Name), verb, s.names.Show(float64(e.Key), *t.Elem))
	}
	if e.Field.Pool != nil {
		t = program.Type{Kind: program.Number}
	}
	text := fmt.Sprintf("%s %s -> %s", name, s.names.Show(e.From, t), s.names.Show(e.To, t))
	if e.Max != 0 {
		text += " of " + number.Format(e.Max)
	}
	return text
}

// now writes the value of a field in short: hp 8/12.
func (s *wording) now(e *trace.Event) string {
	if e.Field.Pool == nil {
		return s.change(e)
	}
	text := s.field(e) + " " + number.Format(e.To)
	if e.Max != 0 {
		text += "/" + number.Format(e.Max)
	}
	return text
}
