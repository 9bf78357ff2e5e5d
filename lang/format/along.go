package format

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/tree"
)

// Along returns the row of the last of some keys, each of which stands below the one before, and
// the mapping that has it; from is the mapping that the first stands in. It is false where the table
// doesn't know what stands below a key.
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
		if named { // the name that the user gives says nothing of itself
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

// row returns the row of a key of a mapping: of a name that the user gives that of all such names.
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

// afterColon returns what stands behind the last colon of a text.
func afterColon(text string) string {
	return strings.TrimSpace(text[strings.LastIndexByte(text, ':')+1:])
}

// called finds the mapping that the words of a row mean: itself, one of a list, or one of what it may be.
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
