package types

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// TypeOfCell returns the type of a value in a grid, as far as its text shows it: before anything can be calculated. It is Unknown for a name
// with several meanings.
func (c *Checker) TypeOfCell(f diag.Fragment) program.Type {
	tree, _ := syntax.Once(c.Trees, f, syntax.ParseFormula)
	return c.shownBy(tree)
}

func (c *Checker) shownBy(e syntax.Expr) program.Type {
	switch e := e.(type) {
	case *syntax.Number:
		return NumberType
	case *syntax.Bool:
		return BoolType
	case *syntax.Dice:
		return DiceType
	case *syntax.Text:
		return TextType
	case *syntax.Unary:
		return c.shownBy(e.X)
	case *syntax.Binary:
		if _, counts := numberOps[e.Op]; !counts && e.Op != ".." {
			return BoolType
		}
		if x := c.shownBy(e.X); x.Kind == program.Dice {
			return x
		}
		return c.shownBy(e.Y)
	case *syntax.Call:
		if e.Name.Name == "if" && len(e.Args) > 2 {
			return c.shownBy(e.Args[1])
		}
		switch f := functions[e.Name.Name]; {
		case f == nil:
		case f.Gives == program.GivesDice:
			return DiceType
		case f.Gives == program.GivesNumber:
			return NumberType
		}
	case *syntax.Name:
		return c.typeOfWord(e.Name)
	case *syntax.Member:
		if section, ok := e.X.(*syntax.Name); ok {
			if s := c.Scales[section.Name]; s != nil {
				return StepOf(s)
			}
			if k := c.Plurals[section.Name]; k != nil {
				return DefinitionOf(k)
			}
		}
	}
	return UnknownType
}

// typeOfWord returns the type of a param or one of its choices, a step or a definition; Unknown if several have the name.
func (c *Checker) typeOfWord(name string) program.Type {
	var found []program.Type
	if p := c.Params[name]; p != nil {
		found = append(found, p.Type)
	}
	for _, s := range c.steps[name] {
		found = append(found, StepOf(s.scale))
	}
	for _, d := range c.Defs[name] {
		found = append(found, DefinitionOf(d.Kind))
	}
	for _, p := range c.choices[name] {
		found = append(found, program.Type{Kind: program.Choice, Param: p})
	}
	if _, isDie := syntax.SingleDie(name); isDie && found == nil {
		return DiceType
	}
	if len(found) != 1 {
		return UnknownType
	}
	return found[0]
}
