package types

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// Reducers are the functions by which a formula takes the contributions to a channel: sum(add).
var Reducers = map[string]program.Reducer{
	"sum": program.SumOf, "highest": program.MaxOf, "lowest": program.MinOf, "any": program.AnyIs, "count": program.CountOf, "last": program.LastOf,
}

// ChannelOf returns how a formula takes a channel: sum(add). That is the name of the input that has it.
func ChannelOf(ch *program.Channel) string {
	for name, reduce := range Reducers {
		if reduce == ch.Reduce {
			return name + "(" + ch.Name + ")"
		}
	}
	return ch.Name
}

// channel checks sum(add) and the like; nil if it isn't the channel of a quantity. Where a param decides between two ways to take one, the
// other way stands for it, too: it isn't taken.
func (r *formulaReader) channel(e *syntax.Call) *program.Expr {
	if _, ok := Reducers[e.Name.Name]; !ok || len(e.Args) != 1 {
		return nil
	}
	name, ok := e.Args[0].(*syntax.Name)
	if !ok || r.find(name.Name) != nil {
		return nil
	}
	i := slices.IndexFunc(r.locals, func(l local) bool { return strings.HasSuffix(l.Name, "("+name.Name+")") })
	if i < 0 {
		return nil
	}
	l := &r.locals[i]
	r.useLocal(name.Span(), l)
	t := l.Type
	switch isBool := e.Name.Name == "any"; {
	case l.Name == e.Name.Name+"("+name.Name+")":
	case isBool:
		t = BoolType
	case t.Kind == program.Bool:
		t = NumberType
	}
	return &program.Expr{Op: program.OpLocal, Type: t, Index: l.slot, Span: e.Span()}
}

// IsList reports whether a name alone means a list that a function may take: any list can be counted, and has a last one; others take
// numbers, or true and false.
func (c *Checker) IsList(name, function string) bool {
	f, q := functions[name], c.Quantities[name]
	ofAny := function == "count" || function == "last"
	return ofAny && (c.Plurals[name] != nil || c.Scales[name] != nil) || f != nil && f.Bare || q != nil && Needed(q.Of) == 0
}

// Known returns whether a formula that reads only params is true; known is false for any other.
func (c *Checker) Known(e syntax.Expr) (holds, known bool) {
	if !c.onlyParams(e) {
		return false, false
	}
	var silent diag.List
	apart := c.Reporting(&silent)
	apart.Uses = nil
	f := apart.FormulaOf(e, Env{}, BoolType)
	if f == nil || f.Expr.Op != program.OpConst {
		return false, false
	}
	return f.Expr.Num != 0, true
}

// onlyParams reports whether a formula names nothing but params and their choices.
func (c *Checker) onlyParams(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name:
		return c.Params[e.Name] != nil || len(c.choices[e.Name]) > 0
	case *syntax.Call, *syntax.Method, *syntax.Each:
		return false
	}
	return !slices.ContainsFunc(syntax.Parts(e), func(x syntax.Expr) bool { return !c.onlyParams(x) })
}
