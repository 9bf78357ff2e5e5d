package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// A channel is what contributions to a quantity come together in. Its formula says how: sum(add), highest(resist), any(barred). So the
// channels of a quantity are found in its formula: there, a name that is no list is one.

// channels finds the channels in the value of a quantity.
func (q *quantity) channels() {
	value := q.Get("value")
	if value == nil || value.Kind != tree.Scalar {
		return
	}
	formula, _ := syntax.Once(q.Trees, value.Fragment(), syntax.ParseFormula)
	if formula == nil {
		return // reported with the value
	}
	taken := map[string]bool{}
	for _, p := range q.it.Of {
		taken[p.Name] = true
	}
	q.channelsIn(formula, taken)
}

// channelsIn adds the channels of a part of the value, in which some names mean something else.
func (q *quantity) channelsIn(e syntax.Expr, taken map[string]bool) {
	switch e := e.(type) {
	case *syntax.LetIn:
		taken[e.Name.Name] = true
	case *syntax.Call:
		if e.Name.Name == "if" && len(e.Args) > 2 {
			q.channelsOfIf(e.Args, taken)
			return
		}
		if name, ok := channelIn(e); ok && !taken[name.Name] && !q.IsList(name.Name, e.Name.Name) {
			q.channel(e.Name.Name, syntax.Ident{Name: name.Name, Span: name.Span()})
			return
		}
	}
	for _, part := range syntax.Parts(e) {
		q.channelsIn(part, taken)
	}
}

// channelsOfIf adds the channels of the branches that may be taken: where a condition depends on params alone, others don't count.
func (q *quantity) channelsOfIf(args []syntax.Expr, taken map[string]bool) {
	for len(args) > 1 {
		holds, known := q.Known(args[0])
		if !known {
			q.channelsIn(args[0], taken)
		}
		if holds || !known {
			q.channelsIn(args[1], taken)
		}
		if holds {
			return
		}
		args = args[2:]
	}
	for _, otherwise := range args {
		q.channelsIn(otherwise, taken)
	}
}

// channelIn returns the name that a call may take a channel by.
func channelIn(e *syntax.Call) (*syntax.Name, bool) {
	if _, ok := types.Reducers[e.Name.Name]; !ok || len(e.Args) != 1 {
		return nil, false
	}
	name, ok := e.Args[0].(*syntax.Name)
	return name, ok
}

// channel adds a channel.
func (q *quantity) channel(reducer string, name syntax.Ident) {
	ch := &program.Channel{Name: name.Name, Reduce: types.Reducers[reducer], Type: types.NumberType, At: name.Span}
	if i := slices.IndexFunc(q.it.Channels, func(c *program.Channel) bool { return c.Name == ch.Name }); i >= 0 {
		if other := q.it.Channels[i]; other.Reduce != ch.Reduce {
			q.List.Errorf(CodeUnknownReducer, name.Span, "%q is taken in two ways: %s, and %s", name.Name, types.ChannelOf(other), types.ChannelOf(ch)).
				WithNote(other.At, "the other is here")
		}
		return
	}
	if format.Contribution.Has(name.Name) {
		q.List.Errorf(types.CodeReservedName, name.Span, "%q can't be a channel: it is a key of contributions", name.Name)
	}
	q.Free("channel", name.Name, name.Span)
	switch ch.Reduce {
	case program.AnyIs:
		ch.Type = types.BoolType
	case program.LastOf:
		ch.Type = q.contributed(ch)
	}
	q.Uses.Add(ch.At, ch.At, ch.Type)
	q.it.Channels = append(q.it.Channels, ch)
}

// contributed returns the type of what is contributed to a channel of which the last counts.
func (q *quantity) contributed(ch *program.Channel) program.Type {
	for _, n := range q.contributions[[2]string{q.it.Name, ch.Name}] {
		if t := q.TypeOfCell(n.Fragment()); t.Kind != program.Unknown {
			return t
		}
	}
	d := q.List.Errorf(CodeColumnType, ch.At, "the type of %s is unknown: no contribution to %s shows it", types.ChannelOf(ch), q.What).
		WithHint("a number, dice, true or false, or the name of a step or a definition does")
	var names []string
	for at := range q.contributions {
		if at[0] == q.it.Name && !format.Contribution.Has(at[1]) {
			names = append(names, at[1])
		}
	}
	slices.Sort(names)
	q.NearestHint(d, ch.Name, names, "contributed are")
	return types.UnknownType
}

// collectContributions notes what is contributed anywhere in a tree, by quantity and channel.
func (r *ruleset) collectContributions(n *tree.Node) {
	for _, e := range n.Entries {
		if e.Key.Text == "modifies" {
			for _, item := range tree.Items(e.Value) {
				for _, amount := range item.Entries {
					r.Contributed[amount.Key.Text] = true
					for _, to := range tree.Items(item.Get("to")) {
						at := [2]string{to.Text, amount.Key.Text}
						r.contributions[at] = append(r.contributions[at], amount.Value)
					}
				}
			}
		}
		r.collectContributions(e.Value)
	}
	for _, item := range n.Items {
		r.collectContributions(item)
	}
}
