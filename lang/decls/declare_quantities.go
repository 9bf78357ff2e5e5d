package decls

import (
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareQuantities enters the quantities; participants and channels follow when
// every type is known, values when every name is.
func (r *ruleset) declareQuantities(n *tree.Node) {
	for i, e := range r.Entries(n, "quantities", "quantity") {
		what := decode.Named("quantity", e.Key.Text)
		w := format.Quantity.Read(e.Value, what, r.List)
		q := &program.Quantity{Decl: r.Decl(e, w, what, i), Gives: types.NumberType}
		of, channels, value, gives := w.Get("of"), w.Get("channels"), w.Get("value"), w.Get("gives")
		w.Done()
		if !r.AddQuantity(q) {
			continue
		}
		r.Prog.Quantities = append(r.Prog.Quantities, q)
		r.wasCalled(e.Was, func(old string) { enterAlias(r.Quantities, old, q) })
		r.signatures = append(r.signatures, func() {
			q.Of = r.locals(of, "the participants of "+what, "participant")
			q.By = make([][]*program.Contribution, len(q.Of))
			if gives != nil {
				q.Gives = r.given(gives, what)
			}
			for _, e := range r.Entries(channels, "the channels of "+what, "channel") {
				r.channel(q, e, what)
			}
		})
		if value != nil {
			r.leave(func() { q.Value = r.FormulaAt(value, quantityEnv(q, what), q.Gives) }, value)
		}
	}
}

// given reads what a quantity gives: whatever a formula can come to.
func (r *ruleset) given(n *tree.Node, what string) program.Type {
	t := r.typeAt(n, "what "+what+" gives")
	hint := ""
	switch t.Kind {
	case program.FormulaField:
		hint = "what it comes to is worked out at once: gives: " + t.Elem.String()
	case program.ProgramField:
		hint = "what acts is a proc"
	case program.MapType:
		hint = "a table has values by keys, and a family of fields a value for each step or definition"
	case program.Set:
		hint = "sets are kept in fields; a formula gives a list: list of " + t.Elem.String()
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

// locals reads a mapping of names to types: participants, or parameters of procs.
func (r *ruleset) locals(n *tree.Node, what, sort string) []program.Local {
	var list []program.Local
	if n != nil && n.Kind == tree.Sequence { // said once, not again wherever one of them is asked for
		r.List.Errorf(tree.WrongShape, n.Span, "%s must say of each what it is", what).WithHint("as in: {who: creature}")
		for _, item := range n.Items {
			list = append(list, program.Local{Name: item.Text, Type: types.UnknownType})
		}
		return list
	}
	for _, e := range r.Entries(n, what, sort) {
		r.Free(sort, e.Key.Text, e.Key.Span)
		list = append(list, program.Local{Name: e.Key.Text, Type: r.typeAt(e.Value, "the type of "+decode.Named(sort, e.Key.Text)), At: e.Key.Span})
		r.Uses.Add(e.Key.Span, e.Key.Span, list[len(list)-1].Type)
	}
	return list
}

// reducers are the words for what becomes of a channel's contributions.
var reducers = map[string]program.Reducer{
	"sum": program.SumOf, "max": program.MaxOf, "min": program.MinOf,
	"any": program.AnyIs, "count": program.CountOf, "last": program.LastOf,
}

// channel reads `NAME: REDUCER`, or `NAME: last TYPE`.
func (r *ruleset) channel(q *program.Quantity, e tree.Entry, what string) {
	r.Free("channel", e.Key.Text, e.Key.Span)
	for _, p := range q.Of {
		if p.Name == e.Key.Text {
			r.List.Errorf(types.CodeDuplicateName, e.Key.Span, "%s has a participant %q already", what, p.Name)
		}
	}
	ch := types.Pick(r.Checker, e.Value, "channel "+e.Key.Text+" of "+what, func(n *tree.Node) program.Channel {
		return r.reducer(n, e.Key.Text, what)
	})
	ch.Name, ch.At = e.Key.Text, e.Key.Span
	r.Uses.Add(ch.At, ch.At, ch.Type)
	q.Channels = append(q.Channels, &ch)
}

// reducer reads what becomes of the contributions to a channel.
func (r *ruleset) reducer(n *tree.Node, channel, what string) program.Channel {
	if _, ok := tree.Text(n, "channel "+channel+" of "+what, r.List); !ok {
		return program.Channel{Type: types.NumberType}
	}
	if rest, ok := cutWords(n.Fragment(), "last"); ok {
		last := program.Channel{Reduce: program.LastOf}
		last.Type, _ = r.Type(rest)
		return last
	}
	reduce, known := reducers[strings.TrimSpace(n.Text)]
	if !known {
		d := r.List.Errorf(CodeUnknownReducer, n.Span, "channel %q of %s can't be %q", channel, what, n.Text)
		r.NearestHint(d, n.Text, []string{"sum", "max", "min", "any", "count", "last"}, "it is one of")
		return program.Channel{Type: types.UnknownType}
	}
	if reduce == program.AnyIs {
		return program.Channel{Reduce: reduce, Type: types.BoolType}
	}
	return program.Channel{Reduce: reduce, Type: types.NumberType}
}

// quantityEnv is what the value of a quantity reads: participants, then channels.
func quantityEnv(q *program.Quantity, what string) types.Env {
	e := types.Env{Where: "the value of " + what}
	e.Inputs = append(e.Inputs, q.Of...)
	for _, ch := range q.Channels {
		e.Inputs = append(e.Inputs, program.Local{Name: ch.Name, Type: ch.Type, At: ch.At})
	}
	return e
}
