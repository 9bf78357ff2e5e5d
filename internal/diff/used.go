package diff

import (
	"slices"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// seen finds the change that a declaration belongs to, by the place of its name.
type seen struct {
	count  int
	places map[place][]int
}

type place struct {
	source *diag.Source
	start  int
}

// newSeen returns a seen for the changes in one of the rulesets: the house rules, or their base.
func newSeen(list []lang.Change, house bool) seen {
	s := seen{count: len(list), places: map[place][]int{}}
	for i, c := range list {
		for _, d := range c.Differences {
			s.difference(d, house, i)
		}
	}
	return s
}

func (s seen) difference(d tree.Difference, house bool, i int) {
	own, other := d.First, d.Second
	if house {
		own, other = other, own
	}
	if own.Value == nil {
		return
	}
	s.add(own.Key, i)
	if other.Value == nil {
		s.addAll(own.Value, i)
		return
	}
	for _, detail := range d.Details() {
		if len(detail.Path) > 0 && detail.Path[len(detail.Path)-1] == tree.RemarkMark {
			continue
		}
		at := own.Value
		for _, key := range detail.Path {
			e, ok := at.Entry(key)
			if !ok {
				break
			}
			s.add(e.Key, i)
			at = e.Value
		}
		s.addAll(at, i)
	}
}

func (s seen) add(key *tree.Node, i int) {
	p := place{key.Span.Source, key.Span.Start}
	if !slices.Contains(s.places[p], i) {
		s.places[p] = append(s.places[p], i)
	}
}

// addAll adds all keys under a node.
func (s seen) addAll(n *tree.Node, i int) {
	for _, e := range n.Entries {
		s.add(e.Key, i)
		s.addAll(e.Value, i)
	}
}

// shows reports for each change whether the record of a fight would show it.
func (s seen) shows(p *program.Program) []bool {
	shows := make([]bool, s.count)
	note := func(d *program.Decl) {
		for _, i := range s.places[place{d.Span.Source, d.Span.Start}] {
			shows[i] = true
		}
	}
	for _, c := range p.Conditions {
		note(&c.Decl)
	}
	for _, r := range p.Rules {
		note(&r.Decl)
	}
	for _, e := range p.Events {
		note(&e.Decl)
	}
	for _, e := range p.Time.Entries {
		note(&e.Decl)
	}
	for _, d := range p.Decks {
		note(&d.Decl)
	}
	for _, k := range p.Kinds {
		if k == p.Creature {
			continue
		}
		for _, d := range k.Defs {
			note(&d.Decl)
		}
	}
	return shows
}

// tally counts the uses of the changes in a fight: actions that started and their named definitions, conditions
// that started, rules that ran, events, entries, draws, changes of fields.
func (s seen) tally(t *trace.Trace, e *program.Encounter, times []int64) {
	note := func(span diag.Span) {
		for _, i := range s.places[place{span.Source, span.Start}] {
			times[i]++
		}
	}
	for k := range t.Events {
		switch x := &t.Events[k]; x.Kind {
		case trace.Act:
			note(x.Action.Def.Span)
			note(x.Action.Def.Kind.Span)
			for i, p := range x.Action.Params[:min(int(x.Count), len(x.Action.Params))] {
				if d := definitionOf(t.Values[int(x.First)+i], p.Type, e); d != nil {
					note(d.Span)
				}
			}
		case trace.Begin, trace.Becomes:
			note(x.Condition.Span)
		case trace.Rule:
			note(x.Rule.Span)
		case trace.Announce:
			note(x.Event.Span)
		case trace.Entry:
			note(x.Entry.Span)
		case trace.Draw:
			note(x.Deck.Span)
		case trace.Pool, trace.Field, trace.InstanceField:
			note(x.Field.Span)
		}
	}
}

// definitionOf returns the definition that an action names: as such, or as that of a thing. Definitions of
// combatants are ignored.
func definitionOf(v float64, t program.Type, e *program.Encounter) *program.Def {
	i := int(v) - 1
	switch {
	case t.Kind == program.ThingType && i >= 0 && i < len(e.Things) && e.Things[i].Kind != e.Program.Creature:
		return e.Things[i].Def
	case t.Kind == program.Definition && t.Of != nil && i >= 0 && i < len(t.Of.Defs):
		return t.Of.Defs[i]
	}
	return nil
}
