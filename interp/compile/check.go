package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// defineChecks compiles the checks of the ruleset.
func (c *compiler) defineChecks() {
	for _, src := range c.Program.Checks {
		c.Checks = append(c.Checks, c.check(src))
	}
}

// check compiles a check; the one of the language has no texts.
func (c *compiler) check(src *program.Check) *code.Check {
	k := &code.Check{Check: src, Margin: c.Formula(src.Margin), Success: c.Formula(src.Success), Degree: c.Formula(src.Degree)}
	for _, f := range []*program.Formula{src.Margin, src.Success, src.Degree} {
		k.Natural = k.Natural || f != nil && f.Expr.Input(program.CheckNatural) != nil
	}
	c.template(src.Told)
	if src.Told != nil {
		for _, p := range src.Told.Pieces {
			k.Natural = k.Natural || p.Value != nil && p.Value.Expr.Input(program.CheckNatural) != nil
		}
	}
	return k
}

// against compiles a test; nil for nil.
func (c *compiler) against(s *program.Test) *code.TestOf {
	if s == nil {
		return nil
	}
	t := &code.TestOf{Test: s, Label: c.Labels.Number(s.Label), Against: c.operand(s.Against)}
	if i := s.Check.Index; i >= 0 && i < len(c.Checks) && c.Checks[i].Check == s.Check {
		t.Check = c.Checks[i]
	} else {
		t.Check = c.check(s.Check)
	}
	for i, f := range s.Check.Fields {
		value := &code.Instructions{Fixed: true}
		if f.Default != nil {
			value.Value = c.Value(f, f.Default, 0, s.Check.Name)
		}
		for _, w := range s.With {
			if w.Field == f {
				value = c.operand(w.Value)
			}
		}
		t.With = append(t.With, code.SlotValue{Slot: s.Base + int(program.TestParts) + i, Value: value})
	}
	return t
}
