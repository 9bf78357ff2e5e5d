package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// whole runs the checks that need the whole ruleset.
func (r *ruleset) whole() {
	r.checkUnannounced()
	r.checkUnread()
	r.CheckListed()
	r.CheckLabels()
	r.checkTested()
	r.checkResets()
	r.checkDefaults()
	r.checkTooEarly()
	r.cycles()
}

// checkUnannounced reports places that wait for an event that nothing announces. An
// event that nothing waits for is fine. For an action it is enough that a program asks
// whether someone can answer the event. If programs have errors, it reports nothing: the
// missing announcement may be in one of them.
func (r *ruleset) checkUnannounced() {
	if r.Unread {
		return
	}
	announced, asked := map[*program.Event]bool{}, map[int]bool{}
	asks := false
	for _, p := range r.Routines {
		for s := range p.Stmts() {
			switch s := s.(type) {
			case *program.Announce:
				announced[s.Event] = true
				asks = asks || s.For != nil || s.Event != nil && s.Event.Asks != nil
			case *program.Choose:
				if call := s.From; call.Op == program.OpBuiltin && call.Builtin == program.CanDo && len(call.Args) > 1 {
					asked[int(call.Args[1].Num)-1] = true
					asks = true
				}
			}
		}
	}
	for _, h := range r.heard {
		if h.event == nil {
			r.checkAnyAsks(h, asks)
			continue
		}
		if h.event.Automatic || announced[h.event] || h.answers && asked[h.event.Index] {
			continue
		}
		r.List.Errorf(CodeUnannounced, h.at, "%s waits for %q, but nothing announces it", h.what, strings.TrimSpace(h.event.Name)).
			WithNote(h.event.Span, "event %q", h.event.Name).
			WithHint("announce it in a program: announce %s of ..", h.event.Name)
	}
}

// checkAnyAsks reports actions that answer all events if no announced event asks anyone.
func (r *ruleset) checkAnyAsks(h hearing, asks bool) {
	if !asks {
		r.List.Errorf(CodeUnannounced, h.at, "%s answers all events, but nothing announces one that asks anyone", h.what).
			WithHint("add asks: to an event, such as asks: foes(event.of), and announce it in a program: announce EVENT of ..")
	}
}

// checkResets warns about pools of creatures that are reset whenever anyone's entry starts or
// ends: a pool that is reset each turn should be reset in the owner's turn.
func (r *ruleset) checkResets() {
	if r.List.HasErrors() || r.Prog.Creature == nil {
		return
	}
	for _, f := range r.Prog.Creature.Fields {
		if f.Pool == nil {
			continue
		}
		for _, reset := range f.Pool.Resets {
			if on := reset.On; on.Kind == program.OnEvent && on.Whose == program.Anyones && r.hasOwners(on.Event.Entry) && !readsEvent(reset.To) {
				r.List.Warnf(CodeAnyonesReset, on.Span, "%q of every creature is reset whenever anyone's %s", f.Name, edgeInWords(on.Event)).
					WithHint("for the creature's own, write %s of self", on.Span.Text())
			}
		}
	}
}

func edgeInWords(e *program.Event) string {
	if e.Edge == program.End {
		return e.Entry.Name + " ends"
	}
	return e.Entry.Name + " starts"
}

// hasOwners reports whether any program schedules an entry that belongs to someone.
func (r *ruleset) hasOwners(e *program.Entry) bool {
	return e != nil && slices.ContainsFunc(r.Routines, func(p *program.Routine) bool {
		for s := range p.Stmts() {
			if x, ok := s.(*program.Schedule); ok && x.Entry == e && x.Of != nil {
				return true
			}
		}
		return false
	})
}

func readsEvent(f *program.Formula) bool {
	for x := range f.Exprs() {
		if x.Op == program.OpEvent {
			return true
		}
	}
	return false
}
