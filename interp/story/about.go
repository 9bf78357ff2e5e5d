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

// explains reports whether the numbers of an event are explained, and counts it.
func (s *telling) explains(e *trace.Event) bool {
	if !s.trace.Explained {
		return false
	}
	if !s.concerns(e) {
		s.couldName(e)
		return false
	}
	s.log.Explained++
	return true
}

// concerns reports whether an event concerns what Options.About names.
func (s *telling) concerns(e *trace.Event) bool {
	if s.About == "" {
		return true
	}
	if s.isAbout(e.Who) || s.isAbout(e.Other) || e.Kind == trace.Roll && s.isAbout(e.Roller+1) || e.Label == s.About || value.InWords(e.Label) == s.About {
		return true
	}
	if slices.ContainsFunc(declared(e), s.isNamed) {
		return true
	}
	if a := s.action(); a != nil && s.isNamed(a) {
		return true
	}
	return e.Explain > 0 && s.inExplanation(int(e.Explain)-1)
}

// couldName records the names, as the log shows them, by which an event would be explained.
func (s *telling) couldName(e *trace.Event) {
	if e.Explain == 0 && e.Kind != trace.Line && e.Kind != trace.Hold {
		return
	}
	for _, thing := range []int32{e.Who, e.Other} {
		if thing >= 1 && int(thing) <= len(s.names.Encounter.Things) {
			s.could[s.names.Thing(board.Thing(thing))] = true
		}
	}
	if e.Label != "" {
		s.could[value.InWords(e.Label)] = true
	}
	for _, d := range declared(e) {
		s.could[value.TitleOf(d)] = true
	}
	if a := s.action(); a != nil {
		s.could[value.TitleOf(a)] = true
	}
}

// action returns the innermost action in progress; nil means none.
func (s *telling) action() *program.Decl {
	if n := len(s.acts); n > 0 {
		return s.acts[n-1].action
	}
	return nil
}

// declared lists the declarations of the ruleset that an event refers to.
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
