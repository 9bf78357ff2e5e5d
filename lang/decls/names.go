package decls

import (
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// kindAt finds a kind of things by its name.
func (r *ruleset) kindAt(n *tree.Node, what string) *program.Kind {
	name, ok := tree.Name(n, what, r.List)
	if !ok {
		return nil
	}
	k := r.Kinds[name]
	if k == nil || !k.Stateful {
		d := r.List.Errorf(decode.CodeUnknownKind, n.Span, "%s must be a kind of things, but %q isn't one", what, name)
		r.NearestHint(d, name, namesOf(r.Prog.Kinds, func(k *program.Kind) bool { return k.Stateful }), "there are")
		return nil
	}
	r.Uses.Add(n.Span, k.Span, types.UnknownType)
	return k
}

// namesOf lists the names of the kinds for which a predicate is true.
func namesOf(kinds []*program.Kind, which func(*program.Kind) bool) []string {
	var names []string
	for _, k := range kinds {
		if which(k) {
			names = append(names, k.Name)
		}
	}
	return names
}

// qualified splits SECTION.NAME; the section is empty if there is only a name.
func qualified(text string) (section, name string) {
	if section, name, found := strings.Cut(text, "."); found {
		return section, name
	}
	return "", text
}

// actingKind finds a kind of actions by its name or its plural.
func (r *ruleset) actingKind(section, name string) *program.Kind {
	if section != "" && section != "kinds" {
		return nil
	}
	k := r.Kinds[name]
	if k == nil && section == "" {
		k = r.Plurals[name]
	}
	if k == nil || !k.Acts {
		return nil
	}
	return k
}

// actionNamed finds an action by its name, in the section of its kind if that is
// given.
func (r *ruleset) actionNamed(section, name string) *program.Action {
	for _, d := range r.Defs[name] {
		if d.Action != nil && (section == "" || section == d.Kind.Plural) {
			return d.Action
		}
	}
	return nil
}

// actionNames lists the actions and the kinds of actions.
func (r *ruleset) actionNames() []string {
	names := map[string]bool{}
	for _, a := range r.Prog.Actions {
		names[a.Def.Name] = true
	}
	for _, k := range r.Prog.Kinds {
		if k.Acts {
			names[k.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

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
		d := r.List.Errorf(types.CodeUnknownEvent, f.All(), "unknown event %q", f.Text)
		r.NearestHint(d, f.Text, slices.Sorted(maps.Keys(r.Events)), "there are")
		return nil
	}
	r.useEvent(f, e)
	return e
}

// useEvent records the meaning of an event's name: the event, or for a start or an end the entry or the kind of actions.
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

// cutWords removes one of several openings from the beginning of a text, and surrounding blanks.
func cutWords(f diag.Fragment, openings ...string) (diag.Fragment, bool) {
	for _, words := range openings {
		rest, ok := strings.CutPrefix(f.Text, words)
		if ok && strings.TrimLeft(rest, " \n\t") != rest {
			return trim(f.Slice(len(words), len(f.Text))), true
		}
	}
	return f, false
}

// trim removes blanks at both ends.
func trim(f diag.Fragment) diag.Fragment {
	left := len(f.Text) - len(strings.TrimLeft(f.Text, " \n\t"))
	right := len(strings.TrimRight(f.Text, " \n\t"))
	return f.Slice(min(left, right), right)
}

// cutRange splits `F to F`, unless it is a type (map of K to V).
func cutRange(f diag.Fragment) (low, high diag.Fragment, ok bool) {
	if _, isMap := cutWords(f, "map of"); isMap {
		return f, f, false
	}
	depth := 0
	for i := range f.Text {
		switch f.Text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ':
			if depth == 0 && strings.HasPrefix(f.Text[i:], " to ") {
				return trim(f.Slice(0, i)), trim(f.Slice(i+4, len(f.Text))), true
			}
		}
	}
	return f, f, false
}
