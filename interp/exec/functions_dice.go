package exec

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// What is asked about dice.

func topOf(f *frame, x *code.Call, in []float64) float64 {
	return f.checked(f.m.dice.Of(in[0]).Top(), x.E)
}

func bottomOf(f *frame, x *code.Call, in []float64) float64 {
	return f.checked(f.m.dice.Of(in[0]).Bottom(), x.E)
}

func sidesOf(f *frame, _ *code.Call, in []float64) float64 { return f.m.dice.Of(in[0]).Sides() }

func expectedOf(f *frame, x *code.Call, in []float64) float64 {
	v, err := f.m.source.Odds.Expected(*f.m.dice.Of(in[0]))
	f.badDice(x.E, err)
	return f.checked(v, x.E)
}

func chanceOf(f *frame, x *code.Call, in []float64) float64 {
	v, err := f.m.source.Odds.Chance(*f.m.dice.Of(in[0]), in[1])
	f.badDice(x.E, err)
	return v
}

// badDice stops the run where there are no such dice.
func (f *frame) badDice(e *program.Expr, err error) {
	if err != nil {
		f.failExpr(e, BadDice, "%s", err.Error())
	}
}

// addDice adds the dice on the stack to those below, or takes them off.
func (f *frame) addDice(e *program.Expr, minus bool) {
	other := f.m.popDice()
	d := f.m.topDice()
	var err error
	if minus {
		*d, err = d.Minus(other)
	} else {
		*d, err = d.Add(other)
	}
	f.badDice(e, err)
}

// changed puts dice in the place of those on the stack.
func (f *frame) changed(e *program.Expr, d dice.Value, err error) float64 {
	f.badDice(e, err)
	*f.m.topDice() = d
	return 0
}

func diceLiteral(f *frame, x *code.Call, _ []float64) float64 {
	d, err := dice.New(float64(x.E.Count), float64(x.E.Sides))
	f.badDice(x.E, err)
	f.m.pushDice(d)
	return 0
}

func diceMade(f *frame, x *code.Call, in []float64) float64 {
	d, err := dice.New(in[0], in[1])
	f.badDice(x.E, err)
	f.m.pushDice(d)
	return 0
}

func diceMultiplied(f *frame, x *code.Call, in []float64) float64 {
	d, err := f.m.topDice().Multiply(in[0])
	return f.changed(x.E, d, err)
}

func diceBest(f *frame, x *code.Call, in []float64) float64 {
	d, err := f.m.topDice().Best(in[0])
	return f.changed(x.E, d, err)
}

func diceWorst(f *frame, x *code.Call, in []float64) float64 {
	d, err := f.m.topDice().Worst(in[0])
	return f.changed(x.E, d, err)
}

func diceTimes(f *frame, x *code.Call, in []float64) float64 {
	d, err := f.m.topDice().Times(in[0])
	return f.changed(x.E, d, err)
}

func diceRerolled(f *frame, x *code.Call, in []float64) float64 {
	d, err := f.m.topDice().Reroll(in[0])
	return f.changed(x.E, d, err)
}

// diceExploding makes dice explode on their highest face, or from a face on, each further one for
// less than the one before.
func diceExploding(f *frame, x *code.Call, in []float64) float64 {
	if len(in) == 0 {
		d, err := f.m.topDice().Explode()
		return f.changed(x.E, d, err)
	}
	less := 0.0
	if len(in) > 1 {
		less = in[1]
	}
	d, err := f.m.topDice().ExplodeFrom(in[0], less)
	return f.changed(x.E, d, err)
}

func diceSuccesses(f *frame, x *code.Call, in []float64) float64 {
	high := math.Inf(1)
	if len(in) > 1 {
		high = in[1]
	}
	d, err := f.m.topDice().Successes(in[0], high)
	return f.changed(x.E, d, err)
}

func diceValued(f *frame, x *code.Call, in []float64) float64 {
	d, err := f.m.topDice().Valued(f.walk(in[0]))
	return f.changed(x.E, d, err)
}

// What is asked about rolls: of a local, of a field of the act at hand, or of a field of an act,
// which is the argument then.

func natural(f *frame, x *code.Call, in []float64) float64 {
	return f.ofFaces(f.m.source.Natural(f.rollIn(x.E, in)))
}

func faces(f *frame, x *code.Call, in []float64) float64 {
	l := &f.m.lists
	roll := f.rollIn(x.E, in)
	l.Begin()
	_ = f.ofFaces(0, f.m.source.Shown(roll, l.Push))
	return l.End()
}

// face is a single face; none past the last one.
func face(f *frame, x *code.Call, in []float64) float64 {
	return f.ofFaces(f.m.source.Face(f.rollIn(x.E.Args[0], in), x.Number))
}

// ofFaces is what was asked of a roll, unless the run stops there.
func (f *frame) ofFaces(v float64, err error) float64 {
	f.m.mustGoOn(err, nil)
	return v
}

// askFaces works out code that asks for the faces of rolls, where somebody tries all ways for them to
// have fallen: for all of these.
func (m *Machine) askFaces(c *code.Instructions, f *frame) float64 {
	a, err := m.source.Ask(c.Looks.Order(), func() (a dice.Answer) {
		mark := m.lists.Mark()
		a.Number = m.execute(c, f)
		if c.Looks.List() {
			a.List, a.Number = slices.Clone(m.lists.Of(a.Number)), 0
		}
		m.lists.Release(mark)
		return a
	})
	m.mustGoOn(err, nil)
	if !c.Looks.List() {
		return a.Number
	}
	m.lists.Begin()
	for _, v := range a.List {
		m.lists.Push(v)
	}
	return m.lists.End()
}

// rollIn returns the roll that the first argument of e came from.
func (f *frame) rollIn(e *program.Expr, in []float64) int {
	roll := -1
	switch r := e.Args[0]; {
	case r.Op == program.OpLocal:
		roll = f.rolledIn(r.Index)
	case r.Op == program.OpOwn:
		if f.act == 0 {
			f.noAct(e)
		}
		roll = f.m.acts.at(f.act).rolledIn(r.Field.Cell)
	case len(in) > 0:
		i := f.m.acts.find(value.Act(in[0]))
		if i == 0 {
			f.none(r)
		}
		roll = f.m.acts.at(i).rolledIn(r.Field.Cell)
	}
	if roll < 0 {
		f.failExpr(e, NotRolled, "%s has not been rolled", code.Quoted(e.Args[0].Span.Text()))
	}
	return roll
}
