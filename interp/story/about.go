package story

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// full reports whether an event is rendered in full, bookkeeping too, because it concerns Options.About.
func (s *telling) full(e *trace.Event) bool { return s.About != "" && s.explains(e) }

// explains reports whether the numbers of an event are explained, and counts it. If not, it records the names by which they would be.
func (s *telling) explains(e *trace.Event) bool {
	switch {
	case !s.trace.Explained:
		return false
	case s.concerns(e):
		s.log.Explained++
		return true
	}
	if e.Explain > 0 || e.Kind == trace.Line || e.Kind == trace.Hold {
		for _, m := range s.mentions(e) {
			s.could[m.shown] = true
		}
	}
	return false
}

// concerns reports whether an event concerns what Options.About names.
func (s *telling) concerns(e *trace.Event) bool {
	return s.About == "" || slices.ContainsFunc(s.mentions(e), func(m mention) bool { return m.name == s.About || m.shown == s.About }) ||
		e.Explain > 0 && s.inExplanation(int(e.Explain)-1)
}

// mention is a name in a file, and how the log shows it.
type mention struct{ name, shown string }

// mentions lists what an event is about: creatures and things, its label, and the declarations of it and of the action in progress.
func (s *telling) mentions(e *trace.Event) (list []mention) {
	for _, thing := range []int32{e.Who, e.Other} {
		if thing >= 1 && int(thing) <= len(s.names.Encounter.Things) {
			list = append(list, mention{s.names.Encounter.Things[thing-1].Name, s.names.Thing(board.Thing(thing))})
		}
	}
	if e.Label != "" {
		list = append(list, mention{e.Label, value.InWords(e.Label)})
	}
	declared := []*program.Decl{s.current().action}
	if e.Action != nil {
		declared = append(declared, &e.Action.Def.Decl)
	}
	if e.Field != nil {
		declared = append(declared, &e.Field.Decl)
	}
	if e.Condition != nil {
		declared = append(declared, &e.Condition.Decl)
	}
	if e.Rule != nil {
		declared = append(declared, &e.Rule.Decl)
	}
	for _, d := range declared {
		if d != nil {
			list = append(list, mention{d.Name, value.TitleOf(d)})
		}
	}
	return list
}

// inExplanation reports whether the named thing has a part in the explanation of a number.
func (s *wording) inExplanation(root int) bool {
	all := s.trace.Explanations
	for i := root; i < len(all) && (i == root || all[i].Parent >= int32(root)); i++ {
		x := &all[i]
		if x.Quantity != nil && s.isNamed(&x.Quantity.Decl) || x.Contribution != nil && s.isAbout(x.Who) {
			return true
		}
		if x.Kind == trace.ExplainParticipant && x.Type.Kind == program.ThingType && s.isAbout(int32(x.Value)) {
			return true
		}
	}
	return false
}
