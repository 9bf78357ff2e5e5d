package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// ruleset is the state of checking one ruleset. Names come first, then signatures
// (the types of fields, participants and parameters), then bodies: formulas,
// programs, phrases. Bodies are closures left by the signatures, so
// that each mapping is walked once.
type ruleset struct {
	*decode.Reader
	root *tree.Node
	// top reads the sections of the root.
	top decode.Mapping
	// signatures, defaults, bodies and tactics are the remaining steps, in order.
	signatures, defaults, bodies, tactics steps
	// candidates are the parameters of actions whose type must be determined.
	candidates []*candidate
	// forms are the action forms of kinds.
	forms map[*program.Kind]*actionForm
	// tacticsOf are the tactics, by name, with their unresolved lines.
	tacticsOf map[string]*tacticLines
	turn      *program.Event
	// heard are the places that wait for events.
	heard []hearing
	// contributions are the amounts that are contributed, by quantity and channel.
	contributions map[[2]string][]*tree.Node
	// wanted are the nodes for which diagnostics about a word are wanted; nil means all.
	wanted map[*tree.Node]bool
}

// hearing is a place that waits for an event.
type hearing struct {
	event *program.Event // nil means all events
	at    diag.Span
	what  string
	// answers is set if an action waits, which can_do may also ask for.
	answers bool
}

// steps are the remaining steps, in order.
type steps []func()

// leave appends a step.
func (s *steps) leave(step func()) { *s = append(*s, step) }

// run runs the steps until stop returns true, and reports whether it has run all; stop may be nil.
func (s steps) run(stop func() bool) bool {
	for _, step := range s {
		if stop != nil && stop() {
			return false
		}
		step()
	}
	return true
}

// declared is a declaration being read: its entry in a section, and its mapping. Readers embed it, and have a field
// it for the result.
type declared struct {
	decode.Mapping
	program.Decl
	entry tree.Entry
	sort  string
}

// entries returns the entries of a section of the ruleset, without those with invalid names.
func (r *ruleset) entries(section string, of *format.Mapping) []tree.Entry {
	return r.Entries(r.top.Get(section), section, of.Sort())
}

// section returns the declarations of a section of the ruleset.
func (r *ruleset) section(name string, of *format.Mapping) []declared {
	return r.declarations(r.entries(name, of), of)
}

// declarations reads the mappings of declarations.
func (r *ruleset) declarations(entries []tree.Entry, of *format.Mapping) []declared {
	list := make([]declared, len(entries))
	for i, e := range entries {
		list[i] = r.declaration(e, of, decode.Named(of.Sort(), e.Key.Text), i)
		list[i].Done()
	}
	return list
}

// declaration opens the mapping of a declaration; what names it in messages.
func (r *ruleset) declaration(e tree.Entry, of *format.Mapping, what string, index int) declared {
	m := r.OpenMapping(of, e.Value, what)
	return declared{m, r.Decl(e, m, index), e, of.Sort()}
}

// enter files a declaration under its name, and adds it to a list. It returns false if the name is taken.
func enter[T program.HasName](r *ruleset, d declared, x T, list *[]T, names map[string]T) bool {
	if !types.Enter(r.Checker, d.sort, x, names) {
		return false
	}
	*list = append(*list, x)
	enterOld(d.entry, x, names)
	return true
}

// enterOld files a declaration under former names that overlays have renamed, unless they already refer to something:
// the texts of the base still find it.
func enterOld[T any](e tree.Entry, x T, names map[string]T) {
	for _, name := range e.Was {
		if _, taken := names[name]; !taken {
			names[name] = x
		}
	}
}

// leave defers reading the texts in some nodes until every name is known; if only diagnostics about
// one word are wanted, it reads them only if they contain it.
func (r *ruleset) leave(read func(), in ...*tree.Node) {
	r.bodies.leave(func() {
		if r.matters(in...) {
			read()
		}
	})
}

// hear records that something waits for an event.
func (r *ruleset) hear(t *program.Trigger, what string) {
	if t != nil && t.Event != nil {
		r.heard = append(r.heard, hearing{event: t.Event, at: t.Span, what: what})
	}
}
