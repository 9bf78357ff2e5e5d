package laws

import (
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// All combatants made here could be at a table: they are like a template, or like a combatant in an encounter of
// the ruleset, with a few other fields: within the limits of the field, or with values from elsewhere.

// combatants returns those of a ruleset's templates and encounters, without names, sides and places.
func (t *tester) combatants(encounters []string) (list []fighter) {
	for _, d := range t.program.Creature.Defs {
		list = append(list, fighter{is: d.Name})
	}
	for _, text := range encounters {
		node, _ := tree.Parse(diag.NewSource("encounter", text))
		rules := node.Get("ruleset")
		if rules == nil || rules.Text != t.program.Name && path.Base(rules.Text) != path.Base(t.ruleset) {
			continue
		}
		scenes := []*tree.Node{node, node.Get("common")}
		if cases := node.Get("cases"); cases != nil {
			for _, e := range cases.Entries {
				scenes = append(scenes, e.Value)
			}
		}
		for _, scene := range scenes {
			if all := scene.Get("combatants"); all != nil && scene.Get("laws") == nil { // skips cases of laws, which may be generated
				for _, e := range all.Entries {
					list = append(list, t.combatant(e.Value))
				}
			}
		}
	}
	return list
}

// combatant reads the template and fields of a combatant in an encounter.
func (t *tester) combatant(n *tree.Node) (f fighter) {
	for _, e := range n.Entries {
		text := e.Value.Span.Text()
		switch isField := slices.ContainsFunc(t.program.Creature.Fields, func(x *program.Field) bool { return x.Name == e.Key.Text }); {
		case e.Key.Text == "is":
			f.is = text
		case isField && !strings.Contains(text, "\n"):
			f.give(e.Key.Text, text)
		}
	}
	return f
}

// stated returns the values of a field in templates and encounters, else its default; for a family, those of its members.
func (m *maker) stated(x *program.Field) (texts []string) {
	add := func(text string) {
		if text != "" && !strings.Contains(text, "\n") && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	var value func(v *program.Value)
	value = func(v *program.Value) {
		if v == nil {
			return
		}
		switch e := v.Expr; {
		case e == nil:
		case e.Op == program.OpConst && e.Type.Kind == program.Number:
			add(number.Format(e.Num))
		default:
			add(e.Span.Text())
		}
		for i := range v.Map {
			value(&v.Map[i].Value)
		}
	}
	for _, d := range m.program.Creature.Defs {
		value(d.Values[slices.Index(m.program.Creature.Fields, x)])
	}
	for _, c := range m.combatants {
		for _, g := range c.given {
			if g[0] == x.Name && x.Family == nil {
				add(g[1])
			}
		}
	}
	if len(texts) == 0 {
		value(x.Default)
	}
	return texts
}

// within returns a whole number within limits; ok is false if one of them is missing.
func (m *maker) within(l program.Limits) (v int, ok bool) {
	if l.Min == nil || l.Max == nil || *l.Max-*l.Min > 1e6 {
		return 0, false
	}
	low, high := int(math.Ceil(*l.Min)), int(math.Floor(*l.Max))
	return low + m.IntN(max(high-low, 0)+1), high >= low
}

// Beside returns the texts of the files in a folder that may hold encounters, for [Options.Encounters].
func Beside(folder fs.FS) (texts []string) {
	names, _ := fs.Glob(folder, "*.y*ml")
	for _, name := range names {
		if info, err := fs.Stat(folder, name); err != nil || !info.Mode().IsRegular() || info.Size() > tree.MaxBytes {
			continue
		}
		if text, err := fs.ReadFile(folder, name); err == nil {
			texts = append(texts, string(text))
		}
	}
	return texts
}
