package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// defineTactics compiles the tactics.
func (c *compiler) defineTactics() {
	c.Tactics = map[*program.Tactic]*code.Tactic{}
	for _, src := range c.Program.Tactics {
		c.Tactics[src] = c.tactic(src)
	}
}

func (c *compiler) tactic(src *program.Tactic) *code.Tactic {
	t := &code.Tactic{Acts: make([][]code.ActLine, len(c.Events))}
	for _, r := range src.Rules {
		cond := c.Formula(r.If)
		if r.Event == nil {
			t.Choices = append(t.Choices, code.ChoiceLine{TacticRule: r, Cond: cond, Value: c.Formula(r.Value)})
			continue
		}
		line := code.ActLine{TacticRule: r, Cond: cond}
		for _, d := range r.Does {
			line.Does = append(line.Does, c.actChoice(d))
		}
		t.Acts[r.Event.Index] = append(t.Acts[r.Event.Index], line)
	}
	return t
}

func (c *compiler) actChoice(src *program.TacticAction) code.ActChoice {
	x := code.ActChoice{TacticAction: src, Action: c.Actions[src.Action.Index], Best: c.Formula(src.Best), Tries: src.Tries}
	for i, w := range src.With {
		if w == nil {
			continue
		}
		if x.With == nil {
			x.With = make([]*code.Formula, len(src.With))
		}
		fm := c.Formula(w)
		if !readsParams(w) {
			x.With[i] = fm
			continue
		}
		if x.Later == nil {
			x.Later = make([]*code.Formula, len(src.With))
		}
		x.Later[i] = fm
	}
	return x
}

// readsParams tells whether a formula reads parameters of the act at hand by name.
func readsParams(src *program.Formula) bool {
	for x := range src.Exprs() {
		if x.Op == program.OpOwn {
			return true
		}
	}
	return false
}
