package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareQuantities adds the quantities; participants and channels are read once
// every type is known, values once every name is.
func (r *ruleset) declareQuantities() {
	for _, d := range r.section("quantities", format.Quantity) {
		q := quantity{r, d, &program.Quantity{Decl: d.Decl, Gives: types.NumberType}}
		if enter(r, d, q.it, &r.Prog.Quantities, r.Quantities) {
			r.signatures.leave(q.signature)
			r.leave(func() { q.it.Value = q.GetFormula("value", q.env(), q.it.Gives) }, q.Get("value"))
		}
	}
}

// quantity is a quantity being read.
type quantity struct {
	*ruleset
	declared
	it *program.Quantity
}

// signature reads the types of a quantity before any text is read: participants, channels, result.
func (q quantity) signature() {
	q.it.Of = q.locals(q.Mapping, "of", "participant")
	q.it.By = make([][]*program.Contribution, len(q.it.Of))
	if gives := q.Get("gives"); gives != nil {
		q.it.Gives = q.given(gives, q.What)
	}
	for _, e := range q.GetEntries("channels", "channel") {
		q.channel(e)
	}
}

// env returns the environment of a quantity's value: participants, then channels.
func (q quantity) env() types.Env {
	inputs := slices.Clone(q.it.Of)
	for _, ch := range q.it.Channels {
		inputs = append(inputs, program.Local{Name: ch.Name, Type: ch.Type, At: ch.At})
	}
	return types.Env{Inputs: inputs}
}

// given reads the result type of a quantity: any type that a formula can have.
func (r *ruleset) given(n *tree.Node, what string) program.Type {
	t := r.typeAt(n, "what "+what+" gives")
	hint := ""
	switch t.Kind {
	case program.FormulaField:
		hint = "write the type of the result: gives: " + t.Elem.String()
	case program.ProgramField:
		hint = "to act, write a proc"
	case program.MapType:
		hint = "use a table for values by key, or a family of fields for a value per step or definition"
	case program.Set:
		hint = "only fields hold sets; a formula gives a list: list of " + t.Elem.String()
	default:
		return t
	}
	r.List.Errorf(types.CodeUnknownType, n.Span, "%s can't give %s", what, types.InWords(t)).WithHint("%s", hint)
	return types.UnknownType
}

// typeAt reads the type in a node.
func (r *ruleset) typeAt(n *tree.Node, what string) program.Type {
	f, ok := r.Fragment(n, what)
	if !ok {
		return types.UnknownType
	}
	t, _ := r.Type(f)
	return t
}

// locals reads a mapping of names to types, such as participants; sort is what messages call each of them.
func (r *ruleset) locals(m decode.Mapping, key, sort string) []program.Local {
	var list []program.Local
	if n := m.Get(key); n != nil && n.Kind == tree.Sequence { // reported once, not again for each use of them
		r.List.Errorf(tree.WrongShape, n.Span, "%s must give each a type", m.Called(key)).WithHint("as in: {who: creature}")
		for _, item := range n.Items {
			list = append(list, program.Local{Name: item.Text, Type: types.UnknownType})
		}
		return list
	}
	for _, e := range m.GetEntries(key, sort) {
		list = append(list, r.local(e, sort, r.typeAt(e.Value, "the type of "+decode.Named(sort, e.Key.Text))))
	}
	return list
}

// local adds a name for a value of a type.
func (r *ruleset) local(e tree.Entry, sort string, t program.Type) program.Local {
	r.Free(sort, e.Key.Text, e.Key.Span)
	r.Uses.Add(e.Key.Span, e.Key.Span, t)
	return program.Local{Name: e.Key.Text, Type: t, At: e.Key.Span}
}

// reducers are the words for reducing a channel's contributions.
var reducers = map[string]program.Reducer{
	"sum": program.SumOf, "max": program.MaxOf, "min": program.MinOf,
	"any": program.AnyIs, "count": program.CountOf, "last": program.LastOf,
}

// channel reads `NAME: REDUCER`, or `NAME: last TYPE`.
func (q quantity) channel(e tree.Entry) {
	q.Free("channel", e.Key.Text, e.Key.Span)
	for _, p := range q.it.Of {
		if p.Name == e.Key.Text {
			q.List.Errorf(types.CodeDuplicateName, e.Key.Span, "%s already has a participant %q", q.What, p.Name)
		}
	}
	what := "channel " + e.Key.Text + " of " + q.What
	ch := types.Pick(q.Checker, e.Value, what, func(n *tree.Node) program.Channel { return q.reducer(n, e.Key.Text, what) })
	ch.Name, ch.At = e.Key.Text, e.Key.Span
	q.Uses.Add(ch.At, ch.At, ch.Type)
	q.it.Channels = append(q.it.Channels, &ch)
}

// reducer reads how to reduce the contributions to a channel.
func (q quantity) reducer(n *tree.Node, channel, what string) program.Channel {
	if _, ok := tree.Text(n, what, q.List); !ok {
		return program.Channel{Type: types.NumberType}
	}
	if rest, ok := cutWords(n.Fragment(), "last"); ok {
		last := program.Channel{Reduce: program.LastOf}
		last.Type, _ = q.Type(rest)
		return last
	}
	reduce, known := reducers[strings.TrimSpace(n.Text)]
	if !known {
		d := q.List.Errorf(CodeUnknownReducer, n.Span, "channel %q of %s can't be %q", channel, q.What, n.Text)
		q.NearestHint(d, n.Text, []string{"sum", "max", "min", "any", "count", "last"}, "it must be one of")
		return program.Channel{Type: types.UnknownType}
	}
	if reduce == program.AnyIs {
		return program.Channel{Reduce: reduce, Type: types.BoolType}
	}
	return program.Channel{Reduce: reduce, Type: types.NumberType}
}
