package story

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// full reports whether all is told of an event, bookkeeping too: where it has to do with what
// Options.About names.
func (s *telling) full(e *trace.Event) bool { return s.About != "" && s.explains(e) }

// explains reports whether the numbers of an event are explained, and counts it.
func (s *telling) explains(e *trace.Event) bool {
	if !s.trace.Explained || !s.concerns(e) {
		return false
	}
	s.log.Explained++
	return true
}

// concerns reports whether an event has to do with what Options.About names.
func (s *telling) concerns(e *trace.Event) bool {
	if s.About == "" {
		return true
	}
	if s.isAbout(e.Who) || s.isAbout(e.Other) || e.Kind == trace.Roll && s.isAbout(e.Roller+1) || e.Label == s.About {
		return true
	}
	for _, d := range declared(e) {
		if d.Name == s.About || value.TitleOf(d) == s.About {
			return true
		}
	}
	return e.Explain > 0 && s.inExplanation(int(e.Explain)-1)
}

// isAbout reports whether a thing is what is named.
func (s *telling) isAbout(thing int32) bool {
	if thing < 1 || int(thing) > len(s.names.Encounter.Things) {
		return false
	}
	return s.names.Encounter.Things[thing-1].Name == s.About || s.names.Thing(board.Thing(thing)) == s.About
}

// declared lists what an event is about that the ruleset declares.
func declared(e *trace.Event) []*program.Decl {
	var list []*program.Decl
	if e.Action != nil {
		list = append(list, &e.Action.Def.Decl)
	}
	if e.Field != nil {
		list = append(list, &e.Field.Decl)
	}
	if e.Condition != nil {
		list = append(list, &e.Condition.Decl)
	}
	if e.Rule != nil {
		list = append(list, &e.Rule.Decl)
	}
	return list
}

// inExplanation reports whether what is named has a part in how a number came about.
func (s *telling) inExplanation(root int) bool {
	all := s.trace.Explanations
	for i := root; i < len(all) && (i == root || all[i].Parent >= int32(root)); i++ {
		x := &all[i]
		if x.Quantity != nil && x.Quantity.Name == s.About || x.Contribution != nil && s.isAbout(x.Who) {
			return true
		}
		if x.Kind == trace.ExplainParticipant && x.Type.Kind == program.ThingType && s.isAbout(int32(x.Value)) {
			return true
		}
	}
	return false
}

// about lists what Options.About may name.
func (s *telling) about() []string {
	var list []string
	for i, t := range s.names.Encounter.Things {
		list = append(list, t.Name, s.names.Thing(board.Thing(i+1)))
	}
	p := s.names.Program
	for _, a := range p.Actions {
		list = append(list, a.Def.Name)
	}
	for _, q := range p.Quantities {
		list = append(list, q.Name)
	}
	for _, c := range p.Conditions {
		list = append(list, c.Name)
	}
	for _, f := range p.Creature.Fields {
		list = append(list, f.Name)
	}
	for i := range s.trace.Events {
		if e := &s.trace.Events[i]; e.Label != "" {
			list = append(list, e.Label)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
