package check

import (
	"strings"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// declareQuantities enters the quantities; participants and channels follow when
// every type is known, values when every name is.
func (r *ruleset) declareQuantities(n *tree.Node) {
	for i, e := range r.entries(n, "quantities", "quantity") {
		what := named("quantity", e.Key.Text)
		w := tree.Walk(e.Value, what, r.list)
		q := &program.Quantity{Decl: r.decl(e, w, what, i), Gives: numberType}
		of, channels, value, gives := w.Optional("of"), w.Optional("channels"), w.Required("value"), w.Optional("gives")
		w.Done()
		if !r.addQuantity(q) {
			continue
		}
		r.prog.Quantities = append(r.prog.Quantities, q)
		r.wasCalled(e.Was, func(old string) { enterAlias(r.quantities, old, q) })
		r.signatures = append(r.signatures, func() {
			q.Of = r.locals(of, "the participants of "+what, "participant")
			q.By = make([][]*program.Contribution, len(q.Of))
			if gives != nil {
				q.Gives = r.typeAt(gives, "what "+what+" gives")
			}
			for _, e := range r.entries(channels, "the channels of "+what, "channel") {
				r.channel(q, e, what)
			}
		})
		if value != nil {
			r.bodies = append(r.bodies, func() { q.Value = r.formulaAt(value, quantityEnv(q, what), q.Gives) })
		}
	}
}

// typeAt reads the type in a node.
func (r *ruleset) typeAt(n *tree.Node, what string) program.Type {
	f, ok := r.fragment(n, what)
	if !ok {
		return unknownType
	}
	t, _ := r.typ(f)
	return t
}

// locals reads a mapping of names to types: participants, or parameters of procs.
func (r *ruleset) locals(n *tree.Node, what, sort string) []program.Local {
	var list []program.Local
	for _, e := range r.entries(n, what, sort) {
		r.free(sort, e.Key.Text, e.Key.Span)
		list = append(list, program.Local{Name: e.Key.Text, Type: r.typeAt(e.Value, "the type of "+named(sort, e.Key.Text))})
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
	r.free("channel", e.Key.Text, e.Key.Span)
	for _, p := range q.Of {
		if p.Name == e.Key.Text {
			r.list.Errorf(CodeDuplicateName, e.Key.Span, "%s has a participant %q already", what, p.Name)
		}
	}
	ch := &program.Channel{Name: e.Key.Text, Type: numberType}
	q.Channels = append(q.Channels, ch)
	if _, ok := tree.Text(e.Value, "channel "+ch.Name+" of "+what, r.list); !ok {
		return
	}
	if rest, ok := cutWords(e.Value.Fragment(), "last"); ok {
		ch.Reduce = program.LastOf
		ch.Type, _ = r.typ(rest)
		return
	}
	reduce, known := reducers[strings.TrimSpace(e.Value.Text)]
	if !known {
		d := r.list.Errorf(CodeUnknownReducer, e.Value.Span, "channel %q of %s can't be %q", ch.Name, what, e.Value.Text)
		r.nearestHint(d, e.Value.Text, []string{"sum", "max", "min", "any", "count", "last"}, "it is one of")
		ch.Type = unknownType
		return
	}
	ch.Reduce = reduce
	if reduce == program.AnyIs {
		ch.Type = boolType
	}
}

// quantityEnv is what the value of a quantity reads: participants, then channels.
func quantityEnv(q *program.Quantity, what string) env {
	e := env{Where: "the value of " + what}
	e.Inputs = append(e.Inputs, q.Of...)
	for _, ch := range q.Channels {
		e.Inputs = append(e.Inputs, program.Local{Name: ch.Name, Type: ch.Type})
	}
	return e
}
