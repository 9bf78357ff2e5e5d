package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// defineLaws compiles the laws.
func (c *compiler) defineLaws() {
	for _, src := range c.Program.Laws {
		c.Laws = append(c.Laws, &code.Law{
			Law: src, If: c.Formula(src.If), Holds: c.Formula(src.Holds), Before: c.notes(src.Before), Without: c.notes(src.Without),
			Suppose: c.routine(src.Suppose, "suppose of law "+code.Quoted(src.Name)),
		})
	}
}

func (c *compiler) notes(list []*program.Noted) []*code.Formula {
	var compiled []*code.Formula
	for _, n := range list {
		compiled = append(compiled, c.Formula(n.Value))
	}
	return compiled
}
