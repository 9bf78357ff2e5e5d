package dump

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Routine returns the statements of a program, one a line, blocks indented.
func (n Names) Routine(r *program.Routine) []Line {
	w := &writer{Names: n}
	w.body(newFrame(n, r.Inputs), r.Body)
	return w.lines
}

// writer collects lines.
type writer struct {
	Names
	lines []Line
	depth int
}

func (w *writer) add(at diag.Span, parts ...string) {
	w.lines = append(w.lines, Line{w.depth, strings.Join(parts, ""), at})
}

// note adds a line that needs no place.
func (w *writer) note(parts ...string) { w.add(diag.Span{}, parts...) }

// inside runs write one level further in.
func (w *writer) inside(write func()) {
	w.depth++
	write()
	w.depth--
}

// formula adds a formula, unless there is none.
func (w *writer) formula(label string, f *program.Formula) {
	if f != nil {
		w.add(f.Span, label, w.Formula(f))
		w.instructions(len(w.lines), f.Expr, max(f.Slots, len(f.Inputs)))
	}
}

// instructions puts those of an expression before a line, one level further in.
func (w *writer) instructions(at int, e *program.Expr, slots int) {
	if w.code == nil || e == nil {
		return
	}
	var lines []Line
	for _, text := range w.code.Listing(e, slots) {
		lines = append(lines, Line{Depth: w.depth + 1, Text: text})
	}
	w.lines = slices.Insert(w.lines, at, lines...)
}

// routine adds a program, unless there is none, and returns its frame: what goes on with
// its locals takes the frame instead of a new one.
func (w *writer) routine(label string, r *program.Routine, f *frame) *frame {
	if r == nil {
		return f
	}
	if f == nil {
		f = newFrame(w.Names, r.Inputs)
	}
	f.slots = max(f.slots, r.Slots)
	var notes []string
	if r.Pays {
		notes = append(notes, "pays")
	}
	for i, x := range r.Results {
		f.locals[len(r.Inputs)+i] = x.Name
	}
	w.add(r.Span, label, f.head(r.Inputs, givesText(r), r.Slots, notes), ":")
	w.inside(func() { w.body(f, r.Body) })
	return f
}

// givesText says what a program gives; empty: nothing.
func givesText(r *program.Routine) string {
	if r.Results == nil {
		return valueText(r.Gives)
	}
	if k := r.GivesRoll(); k != nil {
		return "roll by checks." + k.Name
	}
	text := ""
	for _, x := range r.Results {
		text += ", " + x.Name + ": " + typeText(x.Type)
	}
	return "{" + text[2:] + "}"
}

// valueText names the type of a value; empty: there is none.
func valueText(t program.Type) string {
	if t.Kind == program.Nothing {
		return ""
	}
	return typeText(t)
}

// body adds statements.
func (w *writer) body(f *frame, list []program.Stmt) {
	for _, s := range list {
		at := len(w.lines) + 1
		w.statement(f, s)
		for _, e := range slices.Backward(operands(s)) {
			w.instructions(at, e, f.slots)
		}
	}
	if len(list) == 0 {
		w.note("nothing")
	}
}

// operands returns what a statement works out: of a field that is assigned, whose it is.
func operands(s program.Stmt) []*program.Expr {
	if a, ok := s.(*program.Assign); ok {
		return append(slices.Clone(a.Target.Args), a.Value)
	}
	return program.Operands(s)
}

// block adds the statements between braces, whose locals end with them.
func (w *writer) block(f *frame, list []program.Stmt) {
	f.within(-1, "", func() { w.inside(func() { w.body(f, list) }) })
}

// The trees know slots only. How a text calls the local that a statement declares stands
// at the start of the statement.
var (
	namedLocal = regexp.MustCompile(`^(?:let\s+|roll\s+|draw\s+|choose\s+(?:some\s+)?)?([a-z][a-z0-9_]*)`)
	namedLoop  = regexp.MustCompile(`^for\s+([a-z][a-z0-9_]*)(?:\s*,\s*([a-z][a-z0-9_]*))?\s+in\b`)
)

// declare gives the slot that a statement sets the name that stands in its text, unless
// it has one, and returns whether it is new.
func (f *frame) declare(s program.Stmt, slot int) bool {
	if _, known := f.locals[slot]; known || slot < 0 {
		return false
	}
	f.locals[slot] = ""
	if m := namedLocal.FindStringSubmatch(s.Place().Text()); m != nil {
		f.locals[slot] = m[1]
	}
	return true
}

func (w *writer) statement(f *frame, s program.Stmt) {
	at := s.Place()
	switch s := s.(type) {
	case *program.SetLocal:
		value := f.expr(s.Value)
		if s.Rolled {
			value += " with its dice"
		}
		w.add(at, f.set(s, s.Slot, s.Value.Type), value)
	case *program.CallProc:
		call := f.call("procs."+s.Proc.Name, s.Args)
		if s.Into >= 0 {
			call = f.taken(s) + call
		}
		w.add(at, call)
	case *program.CallField:
		name := f.operand(s.Of)
		if s.Field != nil {
			name += "." + s.Field.Name
		}
		w.add(at, f.call(name, s.Args))
	case *program.Assign:
		op := strings.TrimPrefix(string(s.Op), "=") + "="
		w.add(at, f.expr(s.Target), " ", op, " ", f.expr(s.Value))
	case *program.Roll:
		w.roll(f, s)
	case *program.Test:
		tested := f.against(s)
		w.add(at, f.set(s, s.Slot, program.Type{Kind: program.Number}), tested)
	case *program.Choose:
		w.choose(f, s)
	case *program.If:
		w.add(at, "if ", f.expr(s.Cond), ":")
		w.block(f, s.Then)
		if len(s.Else) > 0 {
			w.note("else:")
			w.block(f, s.Else)
		}
	case *program.For:
		w.loop(f, s)
	case *program.While:
		w.while(f, s)
	case *program.Afterwards:
		w.add(at, "afterwards:")
		w.block(f, s.Body)
	case *program.Stop:
		w.add(at, "stop", f.clause("with", s.With))
	default:
		w.change(f, s)
	}
}

// set returns what stands before the value of a local: with its type where it is new.
func (f *frame) set(s program.Stmt, slot int, t program.Type) string {
	if f.declare(s, slot) {
		return "let " + f.local(slot) + ": " + typeText(t) + " = "
	}
	return f.local(slot) + " = "
}

// taken returns what stands before a call whose value, or results, are taken.
func (f *frame) taken(s *program.CallProc) string {
	if s.Proc.Routine == nil {
		return f.set(s, s.Into, program.Type{})
	}
	if s.Proc.Results == nil {
		return f.set(s, s.Into, s.Proc.Gives)
	}
	f.declare(s, s.Into)
	name := f.locals[s.Into]
	text := ""
	for i, x := range s.Proc.Results {
		switch {
		case s.Proc.GivesRoll() == nil:
			f.locals[s.Into+i] = name + "." + x.Name
		case i > 0:
			f.locals[s.Into+i] = name + strings.TrimPrefix(x.Name, s.Proc.Results[0].Name)
		}
		text += ", " + f.local(s.Into+i) + ": " + typeText(x.Type)
	}
	return "let " + text[2:] + " = "
}

// clause returns a word and an expression, unless there is none.
func (f *frame) clause(word string, x *program.Expr) string {
	if x == nil {
		return ""
	}
	return " " + word + " " + f.expr(x)
}

// object returns an expression as what a verb is about, unless there is none.
func (f *frame) object(x *program.Expr) string {
	if x == nil {
		return ""
	}
	return " " + f.operand(x)
}

func (f *frame) with(list []program.With) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = x.Field.Name + " = " + f.expr(x.Value)
	}
	if len(texts) == 0 {
		return ""
	}
	return " with " + strings.Join(texts, ", ")
}

// kept returns where a roll or a choice is kept: a local, or a field of the act.
func (f *frame) kept(s program.Stmt, slot int, own *program.Field) string {
	if own != nil {
		return "act." + own.Name
	}
	f.declare(s, slot)
	return f.local(slot)
}

func (w *writer) roll(f *frame, s *program.Roll) {
	dice, by := f.expr(s.Dice), f.clause("by", s.By)
	label := f.clause("as", s.LabelFrom)
	if label == "" {
		label = " as " + strconv.Quote(s.Label)
	}
	w.add(s.Span, "roll ", f.kept(s, s.Slot, s.Own), by, label, " = ", dice, f.against(s.Test))
}

// against returns what a roll is held against, unless it is nothing.
func (f *frame) against(t *program.Test) string {
	if t == nil {
		return ""
	}
	text := ""
	if t.Rolled != nil {
		text = f.expr(t.Rolled)
	}
	return text + " against " + f.expr(t.Against) + f.with(t.With) + " by checks." + t.Check.Name
}

func (w *writer) choose(f *frame, s *program.Choose) {
	text := " from " + f.expr(s.From) + f.clause("to", s.To)
	if s.Where != nil {
		f.within(s.Each, "each", func() { text += " where " + f.local(s.Each) + ": " + f.expr(s.Where) })
	}
	text += f.clause("by", s.By)
	if s.ByChance {
		text += " by chance"
	}
	text += f.clause("default", s.Default)
	some := ""
	if s.Some {
		some = "some "
	}
	w.add(s.Span, "choose ", some, f.kept(s, s.Slot, s.Own), " as ", strconv.Quote(s.Name), text)
}

func (w *writer) loop(f *frame, s *program.For) {
	in := ""
	if s.In != nil {
		in = f.expr(s.In)
	}
	if s.MapField != nil {
		in = f.operand(s.MapOf) + "." + s.MapField.Name
	}
	// What a loop declares ends with it, as what its block declares does.
	outer := maps.Clone(f.locals)
	defer func() { f.locals = outer }()
	names := namedLoop.FindStringSubmatch(s.Span.Text())
	if names == nil {
		names = make([]string, 3)
	}
	f.locals[s.Slot] = names[1]
	text := "for " + f.local(s.Slot)
	if s.Second >= 0 {
		f.locals[s.Second] = names[2]
		text += ", " + f.local(s.Second)
	}
	text += " in " + in + f.clause("where", s.Where) + f.clause("in order of", s.Order)
	if s.Together {
		text += " together"
	}
	w.add(s.Span, text, ":")
	w.block(f, s.Body)
}

// change adds a statement that changes the state or the agenda, or that asks others.
func (w *writer) change(f *frame, s program.Stmt) {
	at := s.Place()
	switch s := s.(type) {
	case *program.Draw:
		w.add(at, "draw ", f.kept(s, s.Slot, s.Own), " from ", deck(s.Deck), f.clause("by", s.By))
	case *program.Discard:
		w.add(at, "discard", f.object(s.What), " to ", deck(s.Deck))
	case *program.Shuffle:
		w.add(at, "shuffle ", deck(s.Deck))
	case *program.Announce:
		text := "announce " + event(s.Event) + f.clause("of", s.Of) + f.with(s.With) + f.clause("for", s.For)
		if s.UntilAllPass {
			text += " until all pass"
		}
		w.add(at, text)
	case *program.Perform:
		what := ""
		if s.Action != nil {
			what = " " + definition(s.Action.Def)
		}
		w.add(at, "perform", what, f.object(s.Act), f.clause("by", s.By), f.with(s.With))
		if len(s.Else) > 0 {
			w.note("else:")
			w.block(f, s.Else)
		}
	case *program.Pay:
		member := ""
		if s.Member != nil {
			member = "[" + f.expr(s.Member) + "]"
		}
		w.add(at, "pay ", s.Pool.Name, member, " ", f.operand(s.Amount), f.clause("from", s.From))
	case *program.Apply:
		w.add(at, "apply", condition(s.Condition), f.object(s.Named), f.clause("to", s.To), f.clause("by", s.By), f.with(s.With))
		w.untils(f, s.Until)
	case *program.EndCondition:
		text := "end" + condition(s.Condition) + f.object(s.Named) + f.clause("instance", s.Which) + f.clause("on", s.On)
		if s.Where != nil {
			f.within(s.Each, "each", func() { text += " where " + f.local(s.Each) + ": " + f.expr(s.Where) })
		}
		w.add(at, text)
		if s.Until != nil {
			w.untils(f, []*program.Until{s.Until})
		}
	case *program.EndEntry:
		w.add(at, "end entries.", s.Entry.Name, f.clause("of", s.Of))
	case *program.EndActions:
		w.add(at, "end actions", f.clause("of", s.Of), f.clause("alone", s.Act))
	case *program.Move:
		texts := make([]string, len(s.What))
		for i, x := range s.What {
			texts[i] = f.expr(x) + " to " + f.expr(s.To[i])
		}
		w.add(at, "move ", strings.Join(texts, ", "))
	case *program.Carry:
		w.add(at, "carry", f.object(s.What), f.clause("by", s.To))
	case *program.Schedule:
		w.schedule(f, s)
	default:
		w.add(at, fmt.Sprintf("%T", s))
	}
}

func (w *writer) schedule(f *frame, s *program.Schedule) {
	text := "schedule entries." + s.Entry.Name + f.clause("of", s.Of)
	if s.AfterEntry != nil {
		text += " after entries." + s.AfterEntry.Name + f.clause("of", s.AfterOf)
	}
	if len(s.Keys) > 0 {
		text += " at " + f.list(s.Keys)
	}
	w.add(s.Span, text, f.with(s.With), f.clause("for", s.For))
}

// condition returns a condition behind a word, unless there is none.
func condition(c *program.Condition) string {
	if c == nil {
		return ""
	}
	return " conditions." + c.Name
}

// untils adds when instances end, below what says so. A nil frame is that of a
// declaration, in which nothing is worked out at once.
func (w *writer) untils(f *frame, list []*program.Until) {
	w.inside(func() {
		for _, u := range list {
			w.until(f, u)
		}
	})
}

func (w *writer) until(f *frame, u *program.Until) {
	text := "until"
	if u.Next {
		text += " next"
	}
	if u.Nth > 0 {
		text += " number " + strconv.Itoa(u.Nth)
	}
	if u.Running {
		text += " running"
	}
	if u.Clock != nil {
		w.add(u.Span, text, " clock ", f.expr(u.Clock))
	}
	w.formula(text+" clock", u.Time)
	w.formula(text+" when", u.When)
	if u.On != nil {
		w.trigger(text+" ", u.On)
	}
}

// trigger adds what something waits for.
func (w *writer) trigger(label string, t *program.Trigger) {
	text := label
	switch t.Kind {
	case program.OnEvent:
		text += event(t.Event)
	case program.OnBegins:
		text += "it begins"
	case program.OnEnds:
		text += "it ends"
	case program.OnRises:
		text += t.Watched.Name + " rises"
	case program.OnFalls:
		text += t.Watched.Name + " falls"
	case program.OnChanges:
		text += t.Watched.Name + " changes"
	case program.OnBecomes:
		text += "becomes" + condition(t.Condition)
	case program.OnLoses:
		text += "loses" + condition(t.Condition)
	case program.OnRolls:
		text += "rolls " + strconv.Quote(t.Label)
	default:
		text += fmt.Sprintf("trigger#%d", t.Kind)
	}
	w.add(t.Span, text, [...]string{
		program.Anyones: " of anybody", program.Selfs: " of self", program.Bys: " of by", program.Another: " of another",
	}[t.Whose])
	w.inside(func() {
		w.formula("member", t.Member)
		w.formula("of", t.Of)
	})
}

// while writes a loop with a test; the calls that the test makes each time stand before it.
func (w *writer) while(f *frame, s *program.While) {
	f.within(-1, "", func() {
		if len(s.Calls) > 0 {
			w.note("before each round:")
			w.inside(func() { w.body(f, s.Calls) })
		}
		w.add(s.Span, "while ", f.expr(s.Cond), ":")
	})
	w.block(f, s.Body)
}
