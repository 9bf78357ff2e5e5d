package decls

import (
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// checkUnannounced reports what waits for an event that nothing announces. An
// event that nobody waits for is fine. For an action it is enough that a program asks
// what somebody can do about the event. After mistakes in programs it says nothing: the
// missing announcement may stand in one of them.
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
		if h.event.Automatic || announced[h.event] || h.answers && asked[h.event.Index] {
			continue
		}
		r.List.Errorf(CodeUnannounced, h.at, "%s waits for %q, but nothing announces it", h.what, strings.TrimSpace(h.event.Name)).
			WithNote(h.event.Span, "event %q", h.event.Name).
			WithHint("a program says: announce %s of ..", h.event.Name)
	}
	for _, h := range r.answerAll {
		if !asks {
			r.List.Errorf(CodeUnannounced, h.at, "%s answers all events, but nothing announces one that asks anybody", h.what).
				WithHint("an event says whom it asks: asks: foes(event.of); and a program says: announce EVENT of ..")
		}
	}
}
