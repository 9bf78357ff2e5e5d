package format

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/tree"
)

// Along returns the row of the last key of a path, whose keys are nested, and
// the mapping that contains it; the first key is in the mapping from. It is false if the table
// doesn't describe what is below a key.
func Along(from *Mapping, path []string) (row tree.Key, in *Mapping, ok bool) {
	for in = from; len(path) > 0; path = path[1:] {
		if row, ok = in.row(path[0]); !ok {
			return row, in, false
		}
		if len(path) == 1 {
			return row, in, true
		}
		holds, named := strings.CutPrefix(row.Holds, "NAME: ")
		if row.Name == "" {
			holds, named = afterColon(holds), false
		}
		if named { // a name that the user chooses has no row of its own
			if len(path) == 2 {
				return tree.Key{Name: path[1], Holds: holds}, in, true
			}
			path = path[1:]
		}
		if in = called(holds); in == nil {
			return row, nil, false
		}
	}
	return row, in, false
}

// row returns the row of a key of a mapping; for names that the user chooses, their common row.
func (m *Mapping) row(key string) (tree.Key, bool) {
	i := slices.IndexFunc(m.Keys, func(k tree.Key) bool { return k.Name == key })
	if i < 0 {
		i = slices.IndexFunc(m.Keys, func(k tree.Key) bool { return k.Name == "" })
	}
	if i < 0 {
		return tree.Key{}, false
	}
	return m.Keys[i], true
}

// afterColon returns the text after the last colon.
func afterColon(text string) string {
	return strings.TrimSpace(text[strings.LastIndexByte(text, ':')+1:])
}

// called finds the mapping that the words of a row refer to: itself, a list of them, or one of several possibilities.
func called(holds string) *Mapping {
	for _, m := range mappings {
		bare := strings.TrimPrefix(strings.TrimPrefix(m.Of, "a "), "an ")
		switch {
		case holds == m.Of, strings.TrimPrefix(holds, "the ") == m.Of, holds == "list of "+bare+"s",
			holds == "a definition of it" && m == Move, strings.HasSuffix(holds, "a field or a pool") && m == Field,
			holds == "list of its lines" && m == TacticLine, strings.HasPrefix(holds, "sections") && m == Ruleset:
			return m
		}
	}
	return nil
}
