package decls

import (
	"regexp"
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareQuantities adds the quantities; participants and channels are read once
// every type is known, values once every name is, or when a formula asks for their types.
func (r *ruleset) declareQuantities() {
	r.Contributed, r.contributions = map[string]bool{}, map[[2]string][]*tree.Node{}
	r.collectContributions(r.root)
	all := map[string]*quantity{}
	var list []*quantity
	for i, e := range r.entries("quantities", format.Quantity) {
		e.Value = e.Value.Spread("value")
		q := &quantity{ruleset: r, declared: r.declaration(e, format.Quantity, decode.Named("quantity", e.Key.Text), i)}
		q.Done()
		if headless(e, "of", *r.List) {
			continue
		}
		q.it = &program.Quantity{Decl: q.Decl}
		if enter(r, q.declared, q.it, &r.Prog.Quantities, r.Quantities) {
			r.signatures.leave(q.signature)
			r.Leave(q.it, q.value)
			all[q.it.Name] = q
			list = append(list, q)
		}
	}
	for _, q := range list {
		r.signatures.leave(q.channels) // once the participants of all are known
	}
	r.bodies.leave(func() {
		for _, q := range inOrder(list, all) {
			if r.matters(q.Get("value")) {
				r.Gives(q.it, q.Span)
				*r.List = append(*r.List, q.found...)
			}
		}
	})
}

// inOrder returns quantities after those that they name, unless they name each other in a cycle: a long chain of them, each of which asks
// the next one for its type, would be read too deep.
func inOrder(list []*quantity, all map[string]*quantity) []*quantity {
	order := make([]*quantity, 0, len(list))
	seen := map[*quantity]bool{}
	for _, first := range list {
		for way := []*quantity{first}; len(way) > 0; {
			q := way[len(way)-1]
			if !seen[q] {
				seen[q] = true
				q.unordered = q.named(all)
			}
			if len(q.unordered) == 0 {
				if way = way[:len(way)-1]; !q.ordered {
					q.ordered = true
					order = append(order, q)
				}
				continue
			}
			next := q.unordered[0]
			if q.unordered = q.unordered[1:]; !seen[next] {
				way = append(way, next)
			}
		}
	}
	return order
}

// word matches a word of a formula.
var word = regexp.MustCompile(`[a-z][a-z0-9_]*`)

// named returns the quantities that are named in the value of one.
func (q *quantity) named(all map[string]*quantity) (list []*quantity) {
	if value := q.Get("value"); value != nil {
		for _, name := range word.FindAllString(value.Text, -1) {
			if other := all[name]; other != nil && other != q {
				list = append(list, other)
			}
		}
	}
	return list
}

// quantity is a quantity being read.
type quantity struct {
	*ruleset
	declared
	it *program.Quantity
	// found is what is wrong with the value. Another text that is only tried may ask for it first, so that it is reported later.
	found diag.List
	// unordered are those that it names and that inOrder hasn't followed yet; ordered is set once it is in order.
	unordered []*quantity
	ordered   bool
}

// signature reads the types of participants and channels before any text is read.
func (q *quantity) signature() {
	for _, p := range q.participants(q.entry.Of, "participant") {
		q.it.Of = append(q.it.Of, q.participantOf(p, q.typeOf(p, "participant"), q.What))
	}
	q.it.By = make([][]*program.Contribution, len(q.it.Of))
}

// value reads the value, which tells the type.
func (q *quantity) value() {
	list := q.List
	q.Failed = q.Failed || list.HasErrors()
	defer func() {
		q.List = list
		q.Failed = q.Failed || q.found.HasErrors()
	}()
	q.List = &q.found
	q.it.Value = q.GetFormula("value", q.env(), types.UnknownType)
	if q.it.Value == nil {
		return
	}
	t := q.it.Value.Expr.Type
	if t.Kind == program.Set { // a formula gives a copy of it
		q.found = nil
		t = types.ListOf(*t.Elem)
		q.it.Value = q.GetFormula("value", q.env(), t)
	}
	q.it.Gives = q.givable(t, q.Get("value").Span, q.What)
}

// env returns the environment of a quantity's value: participants, then channels.
func (q *quantity) env() types.Env {
	inputs := slices.Clone(q.it.Of)
	for _, ch := range q.it.Channels {
		inputs = append(inputs, program.Local{Name: types.ChannelOf(ch), Type: ch.Type, At: ch.At})
	}
	return types.Env{Inputs: inputs, Channels: true}
}

// givable returns a type if a quantity or a proc can give it; otherwise it reports that.
func (r *ruleset) givable(t program.Type, at diag.Span, what string) program.Type {
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
	r.List.Errorf(types.CodeUnknownType, at, "%s can't give %s", what, types.InWords(t)).WithHint("%s", hint)
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
