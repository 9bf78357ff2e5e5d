package editor

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// useAt returns the meaning of the name at a place of a file: the innermost use with a declaration, if there is one.
func (c *Check) useAt(name string, offset int) (program.Use, bool) {
	var best program.Use
	found := false
	for _, u := range c.uses {
		if u.At.Source.Name != name || offset < u.At.Start || offset > u.At.End || u.At.Start == u.At.End {
			continue
		}
		shorter := u.At.End-u.At.Start < best.At.End-best.At.Start
		if !found || best.Decl.IsZero() && !u.Decl.IsZero() || shorter && !u.Decl.IsZero() {
			best, found = u, true
		}
	}
	return best, found
}

// untyped reports whether a name is a participant that has the type that it is called like: then its type could follow it.
func (c *Check) untyped(at diag.Span) bool {
	return slices.ContainsFunc(c.uses, func(u program.Use) bool {
		return u.At.Source == at.Source && u.At.Start == at.End && u.At.End == at.End
	})
}

// usesOf returns the places where a declaration is named, itself among them, each once.
func (c *Check) usesOf(decl diag.Span) []diag.Span {
	var spans []diag.Span
	for _, u := range c.uses {
		if u.Decl == decl && !slices.Contains(spans, u.At) {
			spans = append(spans, u.At)
		}
	}
	slices.SortFunc(spans, func(a, b diag.Span) int {
		switch {
		case a.Before(b):
			return -1
		case b.Before(a):
			return 1
		}
		return 0
	})
	return spans
}

// fileUses are the names that are in files but no longer in the merged ruleset: those that say what a file changes in others, and the
// sections of one kind in several files.
func (w *Workspace) fileUses(c *Check, uses []program.Use) []program.Use {
	declared := map[[2]string]diag.Span{}
	for _, u := range uses {
		if u.At == u.Decl {
			if path := w.pathOf(u.Decl); len(path) == 2 {
				declared[[2]string{path[0], path[1]}] = u.Decl
			}
		}
	}
	var list []program.Use
	add := func(section string, name *tree.Node) {
		if decl := declared[[2]string{section, name.Text}]; !decl.IsZero() && decl != name.Span {
			list = append(list, program.Use{At: name.Span, Decl: decl})
		}
	}
	plurals := map[string][]diag.Span{}
	for at, decl := range declared {
		if at[0] == "kinds" {
			plural := tree.PluralOf(at[1])
			plurals[plural] = append(plurals[plural], decl)
		}
	}
	kind := func(section *tree.Node) {
		for _, decl := range plurals[section.Text] {
			list = append(list, program.Use{At: section.Span, Decl: decl})
		}
	}
	for _, file := range c.Files {
		_, node := w.parsed(file)
		for _, section := range tree.EntriesOf(node) {
			kind(section.Key)
		}
		for _, verb := range tree.Verbs() {
			for _, section := range tree.EntriesOf(node.Get(verb)) {
				kind(section.Key)
				for _, name := range tree.EntriesOf(section.Value) {
					add(section.Key.Text, name.Key)
				}
				for _, name := range tree.Items(section.Value) {
					add(section.Key.Text, name)
				}
			}
		}
		for _, param := range tree.EntriesOf(node.Get("set")) {
			add("params", param.Key)
		}
	}
	return list
}
