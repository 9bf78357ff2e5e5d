package dump

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// formula writes a formula, if there is one.
func (w *writer) formula(label string, f *program.Formula) {
	if f != nil {
		w.add(f.Span, label, w.Formula(f))
		w.instructions(len(w.lines), f.Expr, max(f.Slots, len(f.Inputs)))
	}
}

// instructions inserts those of an expression before a line, one level deeper.
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

// listing writes the instructions of a quantity with all its contributions.
func (w *writer) listing(q *program.Quantity) {
	w.lines = append(w.lines, Line{Depth: w.depth + 1, Text: "instructions"})
	for _, text := range w.code.ListingOf(q) {
		w.lines = append(w.lines, Line{Depth: w.depth + 2, Text: text})
	}
}

// template writes a text with values in it, which share their inputs.
func (w *writer) template(label string, t *program.Template) {
	text := ""
	for _, p := range t.Pieces {
		text += strings.ReplaceAll(p.Text, "{", "{{")
		if p.Value != nil {
			text += "{" + newFrame(w.Names, p.Value.Inputs).expr(p.Value.Expr) + "}"
		}
	}
	w.add(t.Span, label, " \"", text, "\"")
}

// routine writes a program, if there is one, and returns its frame: a text that continues with
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
	outer := w.frame
	w.frame = f
	w.inside(func() { w.body(r.Body) })
	w.frame = outer
	return f
}

// givesText returns what a program returns; empty means nothing.
func givesText(r *program.Routine) string {
	if r.Results == nil {
		return valueText(r.Gives)
	}
	if k := r.GivesRoll(); k != nil {
		return "roll by checks." + k.Name
	}
	return "{" + joined(r.Results, func(x program.Local) string { return x.Name + ": " + typeText(x.Type) }) + "}"
}

// body writes statements.
func (w *writer) body(list []program.Stmt) {
	for _, s := range list {
		at := len(w.lines) + 1
		w.statement(s)
		for _, e := range slices.Backward(operands(s)) {
			w.instructions(at, e, w.slots)
		}
	}
	if len(list) == 0 {
		w.add(diag.Span{}, "nothing")
	}
}

// operands returns the expressions that a statement computes; for an assignment, its target's arguments and its value.
func operands(s program.Stmt) []*program.Expr {
	if a, ok := s.(*program.Assign); ok {
		return append(slices.Clone(a.Target.Args), a.Value)
	}
	return program.Operands(s)
}

// branch writes a block of a statement, whose locals end with it.
func (w *writer) branch(label string, list []program.Stmt) {
	if label != "" {
		w.depth--
		w.add(diag.Span{}, label+":")
		w.depth++
	}
	w.within(-1, "", func() { w.body(list) })
}

// statement prints a statement by its fields, except those that have a form without a verb.
func (w *writer) statement(s program.Stmt) {
	switch s := s.(type) {
	case *program.SetLocal:
		value := w.expr(s.Value)
		if s.Rolled {
			value += " with its dice"
		}
		w.add(s.Span, w.set(s, s.Slot, s.Value.Type), value)
	case *program.Test:
		tested := w.against(s)
		w.add(s.Span, w.set(s, s.Slot, program.Type{Kind: program.Number}), tested)
	case *program.CallProc:
		call := w.call("procs."+s.Proc.Name, s.Args)
		w.add(s.Span, w.taken(s), call)
	case *program.CallField:
		name := w.operand(s.Of)
		if s.Field != nil {
			name += "." + s.Field.Name
		}
		w.add(s.Span, w.call(name, s.Args))
	case *program.Assign:
		w.add(s.Span, w.expr(s.Target), " ", strings.TrimPrefix(string(s.Op), "="), "= ", w.expr(s.Value))
	case *program.For: // declarations in a loop end with it
		w.within(-1, "", func() {
			w.declare(s, s.Slot, 1)
			w.declare(s, s.Second, 2)
			w.byFields(s)
		})
	case *program.While: // the calls of its test may set the locals that it reads
		w.within(-1, "", func() {
			if len(s.Calls) > 0 {
				w.add(diag.Span{}, "before each round:")
				w.inside(func() { w.body(s.Calls) })
			}
			w.byFields(s)
		})
	default:
		w.byFields(s)
	}
}

// byFields writes a statement that starts with a word: the name of its type.
func (w *writer) byFields(s program.Stmt) {
	x := reflect.ValueOf(s).Elem()
	if slot := x.FieldByName("Slot"); slot.IsValid() {
		w.declare(s, int(slot.Int()), 1)
	}
	w.record(words(x.Type().Name()), x, " ")
}

// Checked programs know only the slots of locals. Their names are at the start of the text of the
// statement that declares them.
var namedLocals = regexp.MustCompile(`^(?:(?:let|roll|draw|for|choose(?:\s+some)?)\s+)?([a-z][a-z0-9_]*)(?:\s*,\s*([a-z][a-z0-9_]*))?`)

// declare gives the slot that a statement sets the first or second name in its text, unless it has
// one, and reports whether it is new.
func (f *frame) declare(s program.Stmt, slot, nth int) bool {
	if _, known := f.locals[slot]; known || slot < 0 {
		return false
	}
	f.locals[slot] = ""
	if m := namedLocals.FindStringSubmatch(s.Place().Text()); m != nil {
		f.locals[slot] = m[nth]
	}
	return true
}

// set returns the text before the value of a local: with its type if it is new.
func (f *frame) set(s program.Stmt, slot int, t program.Type) string {
	if f.declare(s, slot, 1) {
		return "let " + f.local(slot) + ": " + typeText(t) + " = "
	}
	return f.local(slot) + " = "
}

// taken returns the text before a call with a stored value or results.
func (f *frame) taken(s *program.CallProc) string {
	switch {
	case s.Into < 0:
		return ""
	case s.Proc.Routine == nil:
		return f.set(s, s.Into, program.Type{})
	case s.Proc.Results == nil:
		return f.set(s, s.Into, s.Proc.Gives)
	}
	f.declare(s, s.Into, 1)
	name, texts := f.locals[s.Into], make([]string, len(s.Proc.Results))
	for i, x := range s.Proc.Results {
		switch {
		case s.Proc.GivesRoll() == nil:
			f.locals[s.Into+i] = name + "." + x.Name
		case i > 0:
			f.locals[s.Into+i] = name + strings.TrimPrefix(x.Name, s.Proc.Results[0].Name)
		}
		texts[i] = f.local(s.Into+i) + ": " + typeText(x.Type)
	}
	return "let " + strings.Join(texts, ", ") + " = "
}

// where returns what must hold for each element, which is in a slot of its own; empty means nothing.
func (w *writer) where(slot int, x *program.Expr) string {
	if x == nil {
		return ""
	}
	return "where " + w.about(slot, "each", ": ", x, w.expr)
}
