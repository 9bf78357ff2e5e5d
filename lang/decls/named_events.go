package decls

import (
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// eventAt finds an event by its name: NAME, `start of NAME` or `end of NAME`.
func (r *ruleset) eventAt(n *tree.Node, what string) *program.Event {
	if _, ok := tree.Text(n, what, r.List); !ok {
		return nil
	}
	return r.findEvent(n.Fragment())
}

func (r *ruleset) findEvent(f diag.Fragment) *program.Event {
	e := r.Events[f.Text]
	if start, ok := cutWords(f, "start of"); ok {
		e = r.EdgeOf(program.Start, start.Text)
	} else if end, ok := cutWords(f, "end of"); ok {
		e = r.EdgeOf(program.End, end.Text)
	}
	if e == nil {
		d := r.List.Errorf(types.CodeUnknownEvent, f.All(), "there is no event %q", f.Text)
		r.NearestHint(d, f.Text, slices.Sorted(maps.Keys(r.Events)), "there are")
		return nil
	}
	r.useEvent(f, e)
	return e
}

// useEvent notes what the name of an event means: the event, or of a start or an end the entry or the kind of actions.
func (r *ruleset) useEvent(f diag.Fragment, e *program.Event) {
	last := strings.LastIndexByte(f.Text, ' ') + 1
	at := f.Span(last, len(f.Text))
	if last == 0 {
		r.Uses.Add(at, e.Span, types.EventNameType)
	} else if entry := r.Agenda[f.Text[last:]]; entry != nil {
		r.Uses.Add(at, entry.Span, types.EventNameType)
	} else if e.Acts != nil {
		r.Uses.Add(at, e.Acts.Span, types.EventNameType)
	}
}
