package decls

import (
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// qualified takes SECTION.NAME apart; the section is empty where only a name stands.
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

// actionNamed finds an action by its name, in the section of its kind if one is
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
