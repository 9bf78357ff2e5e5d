package interp

import (
	"math"
	"math/bits"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

func trailingZeros(n uint32) int { return bits.TrailingZeros32(n) }

// builtin compiles the built-in functions that give anything but a bool.
func (c *compiler) builtin(e *program.Expr) numFn {
	switch e.Builtin {
	case program.Min, program.Max, program.Floor, program.Ceil, program.Round, program.Abs, program.Sign, program.Clamp:
		return c.numeric(e)
	case program.MakeDice, program.Best, program.Worst, program.Reroll, program.Explode, program.Successes, program.Valued, program.Times, program.Top, program.Bottom,
		program.Expected, program.Chance, program.Sides:
		return c.diceBuiltin(e)
	case program.Natural, program.Faces:
		return c.rollRead(e)
	case program.Position, program.StepBy, program.PastEnd, program.First, program.Last, program.Length, program.Total, program.Reverse:
		return c.listBuiltin(e)
	case program.AsAction:
		return c.asAction(e)
	case program.ThingsOf:
		return c.thingsOf(e)
	case program.DefOf, program.CarrierOf, program.SideOf, program.LotOf:
		return c.thingRead(e)
	case program.InstanceBy, program.InstanceBearer, program.InstanceSince, program.Elapsed:
		return c.instanceMember(e)
	case program.EventOf, program.EventAct:
		return c.eventMember(e)
	case program.Now, program.KeyNumber, program.Scheduled:
		return c.clockRead(e)
	case program.Combatants, program.Everyone, program.Foes, program.Allies:
		return c.creatures(e)
	case program.Mine, program.Unfinished, program.Declared, program.ActionOf, program.ActorOf,
		program.Committed, program.Paid:
		return c.actBuiltin(e)
	case program.AsPlan, program.PlanAction, program.PlanActor:
		return c.plan(e)
	case program.WasAsked, program.Happened, program.Said, program.WasRolled, program.RollTotal, program.Did:
		return c.lookBack(e)
	case program.PileOf, program.DiscardsOf:
		return c.cardsIn(e)
	case program.CanDo:
		return func(f *frame) float64 {
			f.failExpr(e, OnlyChoose, "only choose may ask what somebody can do")
			return 0
		}
	}
	return c.spaceBuiltin(e)
}

// numeric compiles the functions of numbers.
func (c *compiler) numeric(e *program.Expr) numFn {
	a := c.number(e.Args[0])
	switch e.Builtin {
	case program.Floor:
		return func(f *frame) float64 { return math.Floor(a(f)) }
	case program.Ceil:
		return func(f *frame) float64 { return math.Ceil(a(f)) + 0 }
	case program.Round:
		return func(f *frame) float64 { return math.Round(a(f)) + 0 }
	case program.Abs:
		return func(f *frame) float64 { return math.Abs(a(f)) }
	case program.Sign:
		return func(f *frame) float64 {
			switch v := a(f); {
			case v > 0:
				return 1
			case v < 0:
				return -1
			}
			return 0
		}
	case program.Clamp:
		low, high := c.number(e.Args[1]), c.number(e.Args[2])
		return func(f *frame) float64 {
			v, l, h := a(f), low(f), high(f)
			return max(l, min(v, h))
		}
	}
	rest := make([]numFn, len(e.Args)-1)
	for i, x := range e.Args[1:] {
		rest[i] = c.number(x)
	}
	isMax := e.Builtin == program.Max
	if len(rest) == 1 {
		b := rest[0]
		if isMax {
			return func(f *frame) float64 {
				x, y := a(f), b(f)
				if y > x {
					return y
				}
				return x
			}
		}
		return func(f *frame) float64 {
			x, y := a(f), b(f)
			if y < x {
				return y
			}
			return x
		}
	}
	return func(f *frame) float64 {
		best := a(f)
		for _, b := range rest {
			if v := b(f); isMax && v > best || !isMax && v < best {
				best = v
			}
		}
		return best
	}
}

// diceBuiltin compiles the functions that make dice and that ask about them.
func (c *compiler) diceBuiltin(e *program.Expr) numFn {
	change := func(args func(f *frame) (dice.Value, error)) numFn {
		return func(f *frame) float64 {
			d, err := args(f)
			if err != nil {
				f.failExpr(e, BadDice, "%s", err.Error())
			}
			return f.m.dice.Number(d)
		}
	}
	a := c.number(e.Args[0])
	switch e.Builtin {
	case program.MakeDice:
		b := c.number(e.Args[1])
		return change(func(f *frame) (dice.Value, error) { return dice.New(a(f), b(f)) })
	case program.Best:
		d := c.diceParts(e.Args[1])
		return change(func(f *frame) (dice.Value, error) { n := a(f); return d(f).Best(n) })
	case program.Worst:
		d := c.diceParts(e.Args[1])
		return change(func(f *frame) (dice.Value, error) { n := a(f); return d(f).Worst(n) })
	case program.Times:
		d := c.diceParts(e.Args[1])
		return change(func(f *frame) (dice.Value, error) { n := a(f); return d(f).Times(n) })
	case program.Reroll:
		d, n := c.diceParts(e.Args[0]), c.number(e.Args[1])
		return change(func(f *frame) (dice.Value, error) { return d(f).Reroll(n(f)) })
	case program.Explode:
		return change(c.explode(e))
	case program.Successes:
		d, low, high := c.diceParts(e.Args[0]), c.number(e.Args[1]), c.numberOr(e, 2, math.Inf(1))
		return change(func(f *frame) (dice.Value, error) { return d(f).Successes(low(f), high(f)) })
	case program.Valued:
		d, l := c.diceParts(e.Args[0]), c.number(e.Args[1])
		return change(func(f *frame) (dice.Value, error) { return d(f).Valued(f.walk(l(f))) })
	case program.Top:
		return func(f *frame) float64 { return f.checked(f.m.dice.Of(a(f)).Top(), e) }
	case program.Bottom:
		return func(f *frame) float64 { return f.checked(f.m.dice.Of(a(f)).Bottom(), e) }
	case program.Sides:
		return func(f *frame) float64 { return f.m.dice.Of(a(f)).Sides() }
	case program.Expected:
		return func(f *frame) float64 {
			v, err := f.m.source.Odds.Expected(*f.m.dice.Of(a(f)))
			if err != nil {
				f.failExpr(e, BadDice, "%s", err.Error())
			}
			return f.checked(v, e)
		}
	}
	b := c.number(e.Args[1])
	return func(f *frame) float64 {
		d := *f.m.dice.Of(a(f))
		v, err := f.m.source.Odds.Chance(d, b(f))
		if err != nil {
			f.failExpr(e, BadDice, "%s", err.Error())
		}
		return v
	}
}

// explode compiles explode(d), explode(d, from) and explode(d, from, less).
func (c *compiler) explode(e *program.Expr) func(f *frame) (dice.Value, error) {
	d := c.diceParts(e.Args[0])
	if len(e.Args) == 1 {
		return func(f *frame) (dice.Value, error) { return d(f).Explode() }
	}
	from, less := c.number(e.Args[1]), c.numberOr(e, 2, 0)
	return func(f *frame) (dice.Value, error) { return d(f).ExplodeFrom(from(f), less(f)) }
}

// numberOr compiles an argument that may be left out.
func (c *compiler) numberOr(e *program.Expr, i int, otherwise float64) numFn {
	if i < len(e.Args) {
		return c.number(e.Args[i])
	}
	return func(*frame) float64 { return otherwise }
}

// rollRead compiles r.natural and r.faces.
func (c *compiler) rollRead(e *program.Expr) numFn {
	if r := e.Args[0]; e.Builtin == program.Natural && r.Op == program.OpLocal {
		return c.naturalOf(e, r.Index)
	}
	find := c.rollOf(e)
	if e.Builtin == program.Natural {
		return func(f *frame) float64 { return float64(f.m.source.Roll(find(f)).Natural) }
	}
	c.makesLists = true
	return func(f *frame) float64 {
		l := &f.m.lists
		roll := find(f)
		l.Begin()
		for _, x := range f.m.source.Faces(roll) {
			if !x.Again {
				l.Push(float64(x.Shown))
			}
		}
		return l.End()
	}
}

// rollOf compiles the finding of the roll that a value came from.
func (c *compiler) rollOf(e *program.Expr) func(f *frame) int {
	r := e.Args[0]
	check := func(f *frame, roll int) int {
		if roll < 0 {
			f.notRolled(e)
		}
		return roll
	}
	switch r.Op {
	case program.OpLocal:
		slot := r.Index
		return func(f *frame) int { return check(f, f.rolledIn(slot)) }
	case program.OpOwn:
		cell := r.Field.Cell
		return func(f *frame) int {
			if f.act == 0 {
				f.noAct(e)
			}
			return check(f, f.m.acts.at(f.act).rolledIn(cell))
		}
	case program.OpField:
		if r.Args[0].Type.Kind == program.Act {
			owner, cell := c.number(r.Args[0]), r.Field.Cell
			return func(f *frame) int {
				i := f.m.acts.find(value.Act(owner(f)))
				if i == 0 {
					f.none(r)
				}
				return check(f, f.m.acts.at(i).rolledIn(cell))
			}
		}
	}
	return func(f *frame) int { return check(f, -1) }
}

// naturalOf compiles r.natural of a local.
func (c *compiler) naturalOf(e *program.Expr, slot int) numFn {
	return func(f *frame) float64 {
		for i := len(f.rolls) - 1; i >= 0; i-- {
			if f.rolls[i].slot == slot {
				return float64(f.m.source.Roll(f.rolls[i].roll).Natural)
			}
		}
		f.notRolled(e)
		return 0
	}
}

// notRolled stops the run because a value did not come from a roll.
func (f *frame) notRolled(e *program.Expr) {
	f.failExpr(e, NotRolled, "%s has not been rolled", quoted(e.Args[0].Span.Text()))
}

// listBuiltin compiles the functions of scales and lists.
func (c *compiler) listBuiltin(e *program.Expr) numFn {
	outer := c.makesLists
	a := c.number(e.Args[0])
	switch e.Builtin {
	case program.Position:
		return func(f *frame) float64 {
			v := a(f)
			if v == 0 {
				f.none(e)
			}
			return v - 1
		}
	case program.StepBy:
		b := c.number(e.Args[1])
		return func(f *frame) float64 { return f.stepBy(e, e.Args[0].Type.Scale, a(f), b(f)) }
	case program.PastEnd:
		b := c.number(e.Args[1])
		last := float64(len(e.Args[0].Type.Scale.Steps))
		return func(f *frame) float64 {
			switch to := a(f) + b(f); {
			case to > last:
				return to - last
			case to < 1:
				return to - 1
			}
			return 0
		}
	case program.First:
		return func(f *frame) float64 {
			if items := f.m.lists.Of(a(f)); len(items) > 0 {
				return items[0]
			}
			return 0
		}
	case program.Last:
		return func(f *frame) float64 {
			if items := f.m.lists.Of(a(f)); len(items) > 0 {
				return items[len(items)-1]
			}
			return 0
		}
	case program.Length:
		if x := e.Args[0]; x.Op == program.OpBuiltin && x.Builtin == program.Combatants {
			c.makesLists = outer
			return func(f *frame) float64 { return float64(len(f.m.standing())) }
		}
		return func(f *frame) float64 { return float64(len(f.m.lists.Of(a(f)))) }
	case program.Total:
		return func(f *frame) float64 {
			total := 0.0
			for _, v := range f.walk(a(f)) {
				total = f.checked(total+v, e)
			}
			return total
		}
	}
	c.makesLists = true
	return func(f *frame) float64 {
		l := &f.m.lists
		items := f.walk(a(f))
		l.Begin()
		for i := len(items) - 1; i >= 0; i-- {
			l.Push(items[i])
		}
		return l.End()
	}
}

// asAction compiles the turning of an action's definition into one of any kind.
func (c *compiler) asAction(e *program.Expr) numFn {
	a := c.number(e.Args[0])
	of := e.Args[0].Type.Of
	if of == nil {
		return a
	}
	k := c.kinds[of.Index]
	return func(f *frame) float64 {
		v := a(f)
		if v == 0 || k.actions[int(v)-1] == nil {
			return 0
		}
		return k.actions[int(v)-1].value
	}
}

func (c *compiler) thingsOf(e *program.Expr) numFn {
	c.makesLists = true
	k := e.Type.Elem.Of
	return func(f *frame) float64 {
		l := &f.m.lists
		l.Begin()
		for i := 1; i <= f.m.count; i++ {
			if f.m.kindOf[i].Kind == k {
				l.Push(float64(i))
			}
		}
		return l.End()
	}
}

func (c *compiler) thingRead(e *program.Expr) numFn {
	a := c.number(e.Args[0])
	who := func(f *frame) int {
		v := a(f)
		if v == 0 {
			f.none(e)
		}
		return int(v)
	}
	switch e.Builtin {
	case program.DefOf:
		return func(f *frame) float64 { return f.m.made[who(f)] }
	case program.CarrierOf:
		return func(f *frame) float64 { return float64(f.m.state.Carrier(who(f))) }
	case program.LotOf:
		return func(f *frame) float64 { return f.m.source.Lot(f.m.rollerOf(who(f))) }
	}
	// The side of nobody is none, so that a fight that nobody survived has no winner.
	return func(f *frame) float64 { return f.m.side[int(a(f))] }
}

func (c *compiler) instanceMember(e *program.Expr) numFn {
	a := c.number(e.Args[0])
	find := func(f *frame) *state.Instance {
		slot := f.m.state.Slot(a(f))
		if slot == 0 {
			f.none(e)
		}
		return f.m.state.Instance(slot)
	}
	switch e.Builtin {
	case program.InstanceBy:
		return func(f *frame) float64 { return float64(find(f).By) }
	case program.InstanceBearer:
		return func(f *frame) float64 { return float64(find(f).Bearer) }
	case program.Elapsed:
		return func(f *frame) float64 { return f.m.turns.clock[0] - find(f).Since }
	}
	return func(f *frame) float64 { return find(f).Since }
}

func (c *compiler) eventMember(e *program.Expr) numFn {
	a := c.number(e.Args[0])
	find := func(f *frame) *happening {
		v := a(f)
		if v == 0 {
			f.none(e)
		}
		return f.m.events.at(eventRef(v))
	}
	if e.Builtin == program.EventOf {
		return func(f *frame) float64 { return float64(find(f).of) }
	}
	return func(f *frame) float64 { return float64(f.m.acts.number(find(f).act)) }
}

// clockRead compiles now, the other key numbers, and scheduled(x, ENTRY).
func (c *compiler) clockRead(e *program.Expr) numFn {
	switch e.Builtin {
	case program.Now:
		return func(f *frame) float64 { return f.m.turns.clock[0] }
	case program.KeyNumber:
		i := min(int(e.Args[0].Num), state.MaxKeys-1)
		return func(f *frame) float64 { return f.m.turns.clock[i] }
	}
	a, b := c.number(e.Args[0]), c.number(e.Args[1])
	return func(f *frame) float64 {
		who, kind := a(f), b(f)
		return f.m.state.Agenda.Time(int(who), int(kind)-1)
	}
}

// creatures compiles combatants, everyone, foes and allies.
func (c *compiler) creatures(e *program.Expr) numFn {
	c.makesLists = true
	switch e.Builtin {
	case program.Combatants:
		return func(f *frame) float64 {
			in := f.m.standing()
			l := &f.m.lists
			l.Begin()
			for _, v := range in {
				l.Push(v)
			}
			return l.End()
		}
	case program.Everyone:
		return func(f *frame) float64 {
			l := &f.m.lists
			l.Begin()
			for _, v := range f.m.creatures {
				l.Push(v)
			}
			return l.End()
		}
	}
	a := c.number(e.Args[0])
	foes := e.Builtin == program.Foes
	return func(f *frame) float64 {
		x := a(f)
		if x == 0 {
			f.none(e)
		}
		m := f.m
		side := m.side[int(x)]
		in := m.standing()
		l := &m.lists
		l.Begin()
		for _, v := range in {
			if v != x && (m.side[int(v)] != side) == foes {
				l.Push(v)
			}
		}
		return l.End()
	}
}

// actBuiltin compiles the functions of actions under way.
func (c *compiler) actBuiltin(e *program.Expr) numFn {
	switch e.Builtin {
	case program.Unfinished:
		c.makesLists = true
		return func(f *frame) float64 {
			l := &f.m.lists
			l.Begin()
			for _, i := range f.m.acts.running {
				l.Push(float64(f.m.acts.number(i)))
			}
			return l.End()
		}
	case program.Mine:
		a := c.number(e.Args[0])
		return func(f *frame) float64 { return float64(f.m.acts.number(f.m.acts.innermost(int(a(f))))) }
	case program.Declared:
		a := c.number(e.Args[0])
		return func(f *frame) float64 {
			v := a(f)
			if v == 0 {
				f.none(e)
			}
			return float64(f.m.turns.declared[int(v)])
		}
	}
	a := c.number(e.Args[0])
	find := func(f *frame) actRef {
		i := f.m.acts.find(value.Act(a(f)))
		if i == 0 {
			f.none(e)
		}
		return i
	}
	switch e.Builtin {
	case program.ActionOf:
		if of := e.Type.Of; of != nil {
			return func(f *frame) float64 {
				def := f.m.acts.at(find(f)).action.Def
				if def.Kind != of {
					return 0
				}
				return float64(def.Index + 1)
			}
		}
		return func(f *frame) float64 { return f.m.acts.at(find(f)).action.value }
	case program.ActorOf:
		return func(f *frame) float64 { return float64(f.m.acts.at(find(f)).actor) }
	}
	pool := c.fieldOf(e.Field)
	var member numFn
	if len(e.Args) > 1 {
		member = c.number(e.Args[1])
	}
	onlyPaid := e.Builtin == program.Paid
	return func(f *frame) float64 {
		i := find(f)
		at := 0
		if member != nil {
			if at = int(member(f)) - 1; at < 0 {
				f.none(e)
			}
		}
		return f.m.acts.committed(i, pool, at, onlyPaid)
	}
}

// builtinCond compiles the built-in functions that give a bool.
func (c *compiler) builtinCond(e *program.Expr) condFn {
	switch e.Builtin {
	case program.Given:
		a := c.cellRead(e.Args[0])
		if e.Args[0].Type.Kind == program.Number {
			return func(f *frame) bool { return !absent(a(f)) }
		}
		return func(f *frame) bool { return a(f) != 0 }
	case program.IsOut:
		a := c.number(e.Args[0])
		return func(f *frame) bool {
			v := a(f)
			if v == 0 {
				f.none(e)
			}
			return f.m.isOut(int(v))
		}
	case program.Can:
		return c.can(e)
	case program.EventIs:
		a := c.number(e.Args[0])
		return func(f *frame) bool {
			return f.event != 0 && float64(f.m.events.at(f.event).event.Index+1) == a(f)
		}
	case program.Ever:
		return c.ever(e)
	case program.Asked:
		c.readsAsked = true
		a := c.number(e.Args[0])
		return func(f *frame) bool { return f.m.events.asking != 0 && float64(f.m.events.asking) == a(f) }
	}
	num := c.builtin(e)
	return func(f *frame) bool { return num(f) != 0 }
}

func (c *compiler) can(e *program.Expr) condFn {
	a, b := c.number(e.Args[0]), c.asAction(&program.Expr{Args: e.Args[1:2]})
	return func(f *frame) bool {
		who, action := a(f), b(f)
		if who == 0 || action == 0 {
			f.none(e)
		}
		return f.m.can(int(who), f.m.code.actions[int(action)-1], f.event)
	}
}

func (c *compiler) ever(e *program.Expr) condFn {
	c.readsEver = true
	a := c.number(e.Args[0])
	var named numFn
	if len(e.Args) > 1 {
		named = c.number(e.Args[1])
	}
	src := e.Condition
	return func(f *frame) bool {
		who := a(f)
		if who == 0 {
			f.none(e)
		}
		if src != nil {
			return f.m.ever(int(who), f.m.code.conditions[src.Index], f.act)
		}
		name := named(f)
		if name == 0 {
			f.none(e)
		}
		return f.m.ever(int(who), f.m.code.conditions[int(name)-1], f.act)
	}
}

// absent tells whether a number stands for none: an absent clock time or length.
func absent(v float64) bool { return v == number.None || v == program.Absent || math.IsNaN(v) }

// spaceBuiltin compiles the functions of space.
func (c *compiler) spaceBuiltin(e *program.Expr) numFn {
	if isList(e.Type) {
		c.makesLists = true
	}
	switch e.Builtin {
	case program.NearestTo:
		return c.nearest(e)
	case program.WayCost:
		return c.wayCost(e)
	}
	args := make([]numFn, len(e.Args))
	types := make([]program.TypeKind, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.number(a)
		types[i] = a.Type.Kind
	}
	if of := ofTwo(e.Builtin); of != nil {
		return twoPlaces(e, of, args[0], args[1], types[0], types[1])
	}
	if e.Builtin == program.PlaceOf && types[0] == program.ThingType {
		return c.placeRead(args[0])
	}
	return func(f *frame) float64 {
		var values [4]spaceArg
		for i, a := range args {
			values[i] = f.m.spaceArg(a(f), types[i])
		}
		return f.m.callBoard(e, values[:len(args)])
	}
}

func (m *Machine) callBoard(e *program.Expr, args []spaceArg) float64 {
	m.at = &e.Span
	m.room.spaceArgs = append(m.room.spaceArgs[:0], args...)
	v := m.callSpace(e.Builtin, m.room.spaceArgs)
	m.countBoard()
	return v
}

// spacesAStep is how many spaces of the board may be looked at for one step.
const spacesAStep = 16

// countBoard counts what the board has had to look at as steps, so that looking for ways
// comes to an end, too.
func (m *Machine) countBoard() {
	if g := m.board; g.Work >= spacesAStep {
		m.step(g.Work / spacesAStep)
		g.Work %= spacesAStep
	}
}

// twoPlaces compiles the functions of space that are asked most, of two things or places.
func twoPlaces(e *program.Expr, of geometry, a, b numFn, typeOfA, typeOfB program.TypeKind) numFn {
	return func(f *frame) float64 {
		m := f.m
		v := a(f)
		from := m.areaNamed(v, typeOfA)
		w := b(f)
		to := m.areaNamed(w, typeOfB)
		if from.Place == 0 || to.Place == 0 || !m.board.Answers(e.Builtin) {
			return m.callBoard(e, []spaceArg{m.spaceArg(v, typeOfA), m.spaceArg(w, typeOfB)}) // which says what is wrong
		}
		return of(m.board, from, to)
	}
}

// placeRead compiles place(x) of a thing.
func (c *compiler) placeRead(who numFn) numFn {
	return func(f *frame) float64 {
		v := who(f)
		if v == 0 {
			return 0
		}
		return float64(f.m.areaOf(int(v)).Place)
	}
}

// spaceArg turns an argument of a function of space into places.
func (m *Machine) spaceArg(v float64, t program.TypeKind) spaceArg {
	switch t {
	case program.ThingType:
		return spaceArg{Value: v, At: m.areaNamed(v, t), Thing: int(v)}
	case program.Place:
		return spaceArg{Value: v, At: m.areaNamed(v, t)}
	}
	return spaceArg{Value: v}
}

func (c *compiler) nearest(e *program.Expr) numFn {
	call := c.withList(e)
	return func(f *frame) float64 {
		i, items := call(f)
		if i == 0 {
			return 0
		}
		return items[int(i)-1]
	}
}

func (c *compiler) wayCost(e *program.Expr) numFn {
	call := c.withList(e)
	return func(f *frame) float64 {
		cost, _ := call(f)
		return cost
	}
}

// withList compiles the call of a function of space that takes a thing or place and a list of
// them; it gives the list, too.
func (c *compiler) withList(e *program.Expr) func(f *frame) (v float64, items []float64) {
	a, list := c.number(e.Args[0]), c.number(e.Args[1])
	from, of := e.Args[0].Type.Kind, elementType(e.Args[1].Type).Kind
	return func(f *frame) (float64, []float64) {
		m := f.m
		x := m.spaceArg(a(f), from)
		items := f.walk(list(f))
		args := append(m.room.spaceArgs[:0], x)
		for _, v := range items {
			args = append(args, m.spaceArg(v, of))
		}
		m.room.spaceArgs = args
		m.at = &e.Span
		v := m.callSpace(e.Builtin, args)
		m.countBoard()
		return v, items
	}
}
