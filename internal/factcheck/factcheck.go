// Package factcheck compares what happened in fights with what was said to be certain
// about them. It is for tests: those of interp/facts, and those that make rulesets and
// encounters at random.
package factcheck

import (
	"fmt"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// Checker compares the runs of one encounter with its facts.
type Checker struct {
	e           *program.Encounter
	f           *facts.Facts
	contributes map[*program.Contribution]bool
	// constant are tests of the values that are said to stay.
	constant []*program.Formula
	wrong    []string
}

// New returns a checker for an encounter.
func New(e *program.Encounter, f *facts.Facts) *Checker {
	c := &Checker{e: e, f: f, contributes: map[*program.Contribution]bool{}}
	c.said()
	return c
}

// Wrong returns what a run has shown to be wrong, as sentences. The machine has to record,
// with explanations; if the run has ended with an error, ended is false, and what stands in
// its fields isn't looked at.
func (c *Checker) Wrong(m *interp.Machine, ended bool) []string {
	c.wrong = nil
	for i := range m.Trace().Events {
		c.event(&m.Trace().Events[i])
	}
	for i := range m.Trace().Explanations {
		c.contribution(m.Trace().Explanations[i].Contribution)
	}
	if ended {
		c.values(m)
	}
	return c.wrong
}

func (c *Checker) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(c.wrong, text) {
		c.wrong = append(c.wrong, text)
	}
}

// said makes a test of every value that is said to stay as it is.
func (c *Checker) said() {
	for i, t := range c.e.Things {
		for _, field := range t.Kind.Fields {
			for k := range max(field.Cells, 1) {
				if v, ok := c.f.Value(i, field, k); ok {
					c.constant = append(c.constant, c.isStill(i, field, k, v))
				}
			}
		}
	}
}

// isStill makes a test whether a member of a field of a thing is v.
func (c *Checker) isStill(thing int, field *program.Field, member int, v float64) *program.Formula {
	of := &program.Expr{Op: program.OpThing, Index: thing, Type: program.Type{Kind: program.ThingType, Of: c.e.Things[thing].Kind}}
	read := &program.Expr{Op: program.OpField, Type: field.Type, Field: field, Args: []*program.Expr{of}}
	if field.Family != nil {
		read.Args = append(read.Args, &program.Expr{Op: program.OpConst, Type: *field.Family, Num: float64(member + 1)})
	}
	constant := &program.Expr{Op: program.OpConst, Type: field.Type, Num: v}
	same := &program.Expr{Op: program.OpEq, Type: program.Type{Kind: program.Bool}, Args: []*program.Expr{read, constant}}
	return &program.Formula{Expr: same, Slots: 1}
}

// values looks whether what is said to stay has stayed.
func (c *Checker) values(m *interp.Machine) {
	for _, is := range c.constant {
		if still, err := m.Answer(is); err != nil || still == 0 {
			read := is.Expr.Args[0]
			c.note("%s of %s isn't %v (%v)", read.Field.Name, c.e.Things[read.Args[0].Index].Name, is.Expr.Args[1].Num, err)
		}
	}
}

func (c *Checker) event(x *trace.Event) {
	who := int(x.Who) - 1
	switch x.Kind {
	case trace.Pool, trace.Field, trace.Hold, trace.Pay, trace.Return:
		c.change(x, who)
	case trace.InstanceField:
		if !c.f.RecordWritten(x.Field) {
			c.note("field %s of %s is written: %q", x.Field.Name, x.Condition.Name, x.Span.Text())
		}
	case trace.Begin, trace.Refresh:
		if !c.f.Applied(x.Condition) || !c.f.MayHave(who, x.Condition) {
			c.note("%s begins on %s: %q", x.Condition.Name, c.e.Things[who].Name, x.Span.Text())
		}
	case trace.Becomes:
		if !c.f.MayHave(who, x.Condition) {
			c.note("%s becomes %s", c.e.Things[who].Name, x.Condition.Name)
		}
	case trace.Act:
		c.act(x, who)
	case trace.Announce:
		if !c.f.Announced(x.Event) {
			c.note("%s is announced: %q", x.Event.Name, x.Span.Text())
		}
	case trace.Rule:
		if !c.f.Runs(x.Rule) {
			c.note("rule %s runs", x.Rule.Name)
		}
	case trace.Entry:
		if !c.f.ComesUp(x.Entry) {
			c.note("entry %s comes up", x.Entry.Name)
		}
	case trace.Move, trace.Carry:
		if !c.f.Moves() {
			c.note("%s moves", c.e.Things[who].Name)
		}
	}
}

func (c *Checker) change(x *trace.Event, who int) {
	if !c.f.Written(who, x.Field) {
		c.note("%s of %s is written: %q", x.Field.Name, c.e.Things[who].Name, x.Span.Text())
	}
	if x.Kind != trace.Pool && x.Kind != trace.Field || x.Field.Type.Kind == program.Set {
		return
	}
	values := c.f.Values(who, x.Field, max(int(x.Key)-1, 0))
	if values != nil && (!slices.Contains(values, x.From) || !slices.Contains(values, x.To)) {
		c.note("%s of %s goes from %v to %v, not one of %v: %q", x.Field.Name, c.e.Things[who].Name, x.From, x.To, values, x.Span.Text())
	}
}

func (c *Checker) act(x *trace.Event, who int) {
	if !c.f.Done(x.Action) || !c.f.Does(who, x.Action) {
		c.note("%s does %s", c.e.Things[who].Name, x.Action.Def.Name)
	}
	if x.Event == nil {
		return
	}
	// Somebody's tactic has answered: his own, or that of whoever decides for him.
	for i, t := range c.e.Things {
		if t.Tactic == nil {
			continue
		}
		for _, line := range t.Tactic.Rules {
			for _, does := range line.Does {
				if line.Event == x.Event && does.Action == x.Action && !c.f.DeadAction(i, line, does) {
					return
				}
			}
		}
	}
	// What a program performs in answer to an event names the event, too.
	for s := range c.e.Program.Stmts() {
		if p, ok := s.(*program.Perform); ok && (p.Action == nil || p.Action == x.Action) {
			return
		}
	}
	c.note("%s does %s when %s asks, though every line for that is dead", c.e.Things[who].Name, x.Action.Def.Name, x.Event.Name)
}

func (c *Checker) contribution(x *program.Contribution) {
	if x == nil {
		return
	}
	may, known := c.contributes[x]
	if !known {
		may = c.f.Contributes(x)
		c.contributes[x] = may
	}
	if !may {
		c.note("something contributes to %s: %q", x.To.Name, x.Span.Text())
	}
}
