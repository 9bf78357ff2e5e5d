package interp

import (
	"fmt"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// routine compiles src, once.
func (c *compiler) routine(src *program.Routine, what string) *routine {
	if src == nil {
		return nil
	}
	if r, ok := c.routines[src]; ok {
		return r
	}
	r := &routine{
		src: src, what: what, pays: src.Pays, slots: max(src.Slots, len(src.Inputs)),
		self: inputNamed(src.Inputs, "self"), it: inputNamed(src.Inputs, "it"), done: inputNamed(src.Inputs, "done"),
	}
	c.routines[src] = r
	if r.slots > mostLocals {
		c.faults.Add(diag.Errorf(TooComplex, src.Span, "this has %d values with names; a program may have %d", r.slots, mostLocals))
		r.slots, r.body = 0, &block{}
		return r
	}
	self, locals := c.self, c.locals
	c.self, c.locals = r.self, r.slots
	r.body = c.block(src.Body)
	c.self, c.locals = self, locals
	return r
}

func (c *compiler) block(list []program.Stmt) *block {
	b := &block{}
	for _, s := range list {
		b.list = append(b.list, c.statement(s))
	}
	if len(list) > 0 {
		b.first = list[0].Place()
	}
	return b
}

// statement compiles a statement, once.
func (c *compiler) statement(s program.Stmt) stmt {
	x, ok := c.statements[s]
	if !ok {
		if c.statements == nil {
			c.statements = map[program.Stmt]stmt{}
		}
		x = c.newStatement(s)
		c.statements[s] = x
	}
	return x
}

func (c *compiler) newStatement(s program.Stmt) stmt {
	switch s := s.(type) {
	case *program.SetLocal:
		return &setStmt{s, c.weighed(s.Value)}
	case *program.CallProc:
		return c.callProc(s)
	case *program.CallField:
		x := &callFieldStmt{CallField: s, of: c.operand(s.Of), held: &call{}, args: c.arguments(s.Args)}
		c.holder(x.held, s.Of, s.Field)
		return x
	case *program.Assign:
		return c.assign(s)
	case *program.Roll:
		return c.roll(s)
	case *program.Test:
		return c.testAgain(s)
	case *program.Choose:
		return c.choose(s)
	case *program.Draw:
		return &drawStmt{s, c.decks[s.Deck.Index], c.rollerOf(s.By)}
	case *program.Discard:
		return &discardStmt{s, c.decks[s.Deck.Index], c.operand(s.What)}
	case *program.Shuffle:
		return &shuffleStmt{s, c.decks[s.Deck.Index]}
	case *program.Announce:
		return c.announce(s)
	case *program.Perform:
		return c.perform(s)
	case *program.Pay:
		return &payStmt{Pay: s, pool: c.fieldOf(s.Pool), amount: c.amountOf(s.Amount), from: c.selfOr(s.From), member: c.operand(s.Member)}
	case *program.Apply:
		return c.apply(s)
	case *program.EndCondition:
		return c.endCondition(s)
	case *program.EndEntry:
		return &endEntryStmt{s, c.entries[s.Entry.Index], c.selfOr(s.Of)}
	case *program.EndActions:
		return &endActionsStmt{s, c.operand(s.Of), c.operand(s.Act)}
	case *program.Move:
		return &moveStmt{s, c.operands(s.What), c.operands(s.To)}
	case *program.Carry:
		return &carryStmt{s, c.operand(s.What), c.operand(s.To)}
	case *program.Schedule:
		return c.schedule(s)
	case *program.If:
		return &ifStmt{c.weighed(s.Cond), c.block(s.Then), c.block(s.Else)}
	case *program.For:
		return c.forLoop(s)
	case *program.While:
		return &whileStmt{While: s, test: c.weighed(s.Cond), calls: c.block(s.Calls), body: c.block(s.Body)}
	case *program.Afterwards:
		return &afterwardsStmt{c.block(s.Body), &s.Span}
	case *program.Stop:
		return &stopStmt{s, c.operand(s.With)}
	}
	panic(fmt.Sprintf("interp: no such statement: %T", s))
}

// operand compiles an expression of a program; nil for nil.
func (c *compiler) operand(e *program.Expr) *code {
	if e == nil {
		return nil
	}
	c.prove(e)
	x := &code{}
	c.generate(x, text{e, max(c.locals, slotsOf(e)), c.self})
	return x
}

func (c *compiler) operands(list []*program.Expr) []*code {
	out := make([]*code, len(list))
	for i, e := range list {
		out[i] = c.operand(e)
	}
	return out
}

// selfOr compiles e, or the reading of `self` when e is nil; without a self none.
func (c *compiler) selfOr(e *program.Expr) *code {
	switch {
	case e != nil:
		return c.operand(e)
	case c.self >= 0:
		return localCode(c.self)
	}
	return &code{fixed: true}
}

func (c *compiler) weighed(e *program.Expr) weighed {
	return weighed{e, c.operand(e), readsQuantity(e)}
}

func (c *compiler) amountOf(e *program.Expr) amountOf { return amountOf{e, c.operand(e)} }

func (c *compiler) arguments(list []*program.Expr) arguments {
	a := arguments{exprs: list}
	for _, e := range list {
		a.values = append(a.values, c.weighed(e))
	}
	return a
}

func (c *compiler) withs(with []program.With) []handed {
	out := make([]handed, len(with))
	for i := range with {
		out[i] = handed{value: c.operand(with[i].Value), span: &with[i].Value.Span}
		if with[i].Field != nil { // `on T` without a field is the first parameter
			out[i].field = c.fieldOf(with[i].Field)
		}
	}
	return out
}

func (c *compiler) callProc(s *program.CallProc) stmt {
	x := &callStmt{CallProc: s, proc: c.procFor(s.Proc), args: c.arguments(s.Args)}
	for i, in := range s.Proc.Inputs {
		if in.Rolled != nil {
			x.rolls = append(x.rolls, handedRoll{s.Args[i].Index, i})
		}
	}
	return x
}

// assign compiles =, += and -= on a field.
func (c *compiler) assign(s *program.Assign) stmt {
	t := s.Target
	x := assignment{Assign: s, field: c.fieldOf(t.Field), value: c.amountOf(s.Value)}
	member := 1
	if t.Op == program.OpOwn {
		member = 0
	} else {
		x.owner = c.operand(t.Args[0])
	}
	if len(t.Args) > member {
		x.member = c.operand(t.Args[member])
	}
	if t.Op != program.OpOwn {
		switch t.Args[0].Type.Kind {
		case program.ThingType:
			return &assignThingStmt{x}
		case program.Instance:
			return &assignInstanceStmt{x}
		}
	}
	return &assignRowStmt{x}
}

// forLoop compiles a loop.
func (c *compiler) forLoop(s *program.For) stmt {
	x := items{For: s, where: c.operand(s.Where), order: c.operand(s.Order)}
	if s.MapField == nil {
		x.list = c.operand(s.In)
	} else {
		x.maps = c.operand(&program.Expr{
			Op: program.OpField, Type: s.MapField.Type, Field: s.MapField, Args: []*program.Expr{s.MapOf}, Span: s.MapOf.Span,
		})
	}
	if s.Together {
		return &togetherStmt{x, c.block(s.Body)}
	}
	return &forStmt{x, c.block(s.Body)}
}

// choose compiles a question.
func (c *compiler) choose(s *program.Choose) stmt {
	if s.From.Op == program.OpBuiltin && s.From.Builtin == program.CanDo {
		x := &chooseActStmt{Choose: s, actor: c.operand(s.From.Args[0]), by: c.operand(s.By), event: c.turn}
		if len(s.From.Args) > 1 {
			x.event = c.events[int(s.From.Args[1].Num)-1]
		}
		return x
	}
	x := &chooseStmt{
		Choose: s, from: c.operand(s.From), to: c.operand(s.To), where: c.operand(s.Where),
		by: c.selfOr(s.By), otherwise: c.operand(s.Default), label: -1, of: elementType(s.From.Type),
	}
	if s.ByChance {
		x.label = c.labels.Number(s.Name)
	}
	if s.To != nil {
		x.of = s.From.Type
	}
	return x
}

// roll compiles a throw of dice.
func (c *compiler) roll(s *program.Roll) stmt {
	c.prove(s.Dice)
	x := &rollStmt{
		Roll: s, dice: c.thrownDice(s.Dice), whole: c.operand(s.Dice), by: c.rollerOf(s.By), text: c.operand(s.LabelFrom),
		lists: makesLists(s.Dice) || s.Test != nil && makesLists(s.Test.Against), test: c.against(s.Test),
	}
	if s.LabelFrom == nil {
		x.label = c.labels.Number(s.Label)
	}
	return x
}

// thrownDice compiles dice to throw, and a number that is added.
func (c *compiler) thrownDice(e *program.Expr) (t thrownDice) {
	if e.Op == program.OpDiceAdd && e.Args[0].Type.Kind == program.Dice && e.Args[1].Type.Kind != program.Dice {
		if t = c.thrownDice(e.Args[0]); t.bonus == nil {
			t.bonus = c.operand(e.Args[1])
			return t
		}
		t = thrownDice{}
	}
	switch e.Op {
	case program.OpDice:
		if d, err := dice.New(float64(e.Count), float64(e.Sides)); err == nil {
			t.literal = &d
			return t
		}
	case program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul, program.OpFixedDice:
		parts, at := &code{}, text{e, max(c.locals, slotsOf(e)), c.self}
		c.whenDefined(func() {
			c.generateBy(parts, at, func(g *generator) {
				g.diceOn(e)
				g.emit(instr{op: opGive})
			})
		})
		t.parts = parts
		return t
	}
	t.value = c.operand(e)
	return t
}

// rollerOf compiles who rolls or draws, self without by: a thing, a side or the scene.
func (c *compiler) rollerOf(by *program.Expr) rollerOf {
	return rollerOf{c.selfOr(by), by != nil && by.Type.Kind == program.Side}
}

// testAgain compiles the test of a roll that has been made.
func (c *compiler) testAgain(s *program.Test) stmt {
	x := &testStmt{testOf: c.against(s), total: c.operand(s.Rolled), of: &program.Expr{Span: s.Rolled.Span, Args: []*program.Expr{s.Rolled}}}
	if s.Rolled.Op == program.OpField && s.Rolled.Args[0].Type.Kind == program.Act {
		x.act = c.operand(s.Rolled.Args[0])
	}
	return x
}

// namedCondition compiles which condition a statement is about.
func (c *compiler) namedCondition(src *program.Condition, named *program.Expr) namedCondition {
	if src != nil {
		return namedCondition{fixed: c.conditions[src.Index]}
	}
	return namedCondition{named: c.operand(named)}
}

// endOf compiles end phrases. Moments of the clock are worked out where the phrases stand, with
// the locals there.
func (c *compiler) endOf(list, here []*program.Until) endOf {
	ends := endOf{list: c.untilList(list)}
	for _, u := range here {
		if u.Clock != nil {
			ends.moment = append(ends.moment, c.operand(u.Clock))
		}
	}
	return ends
}

func (c *compiler) apply(s *program.Apply) stmt {
	list := s.Until
	if s.Condition != nil {
		list = ownUntil(s.Condition.Until, s.Until)
	}
	return &applyStmt{
		Apply: s, condition: c.namedCondition(s.Condition, s.Named), to: c.operand(s.To), by: c.selfOr(s.By),
		with: c.withs(s.With), ends: c.endOf(list, s.Until),
	}
}

func (c *compiler) endCondition(s *program.EndCondition) stmt {
	x := &endStmt{EndCondition: s, which: c.operand(s.Which)}
	if s.Until != nil {
		until := []*program.Until{s.Until}
		x.ends = c.endOf(until, until)
	}
	if s.Which == nil {
		x.condition, x.on, x.where = c.namedCondition(s.Condition, s.Named), c.selfOr(s.On), c.operand(s.Where)
	}
	return x
}

func (c *compiler) schedule(s *program.Schedule) stmt {
	x := &scheduleStmt{
		Schedule: s, entry: c.entries[s.Entry.Index], of: c.selfOr(s.Of), keys: c.operands(s.Keys), with: c.withs(s.With), bound: c.operand(s.For),
	}
	if s.AfterEntry != nil {
		x.after, x.afterOf = c.entries[s.AfterEntry.Index], c.selfOr(s.AfterOf)
	}
	return x
}

func (c *compiler) announce(s *program.Announce) stmt {
	x := &announceStmt{Announce: s, event: c.events[s.Event.Index], of: c.selfOr(s.Of), with: c.withs(s.With), whom: c.operand(s.For)}
	operands := []*program.Expr{s.Of, s.For}
	for _, w := range s.With {
		operands = append(operands, w.Value)
	}
	for _, e := range operands {
		if e != nil && !alwaysWorks(e) {
			x.mayFail = append(x.mayFail, c.operand(e))
		}
	}
	return x
}

// alwaysWorks tells whether an expression only names something.
func alwaysWorks(e *program.Expr) bool {
	switch e.Op {
	case program.OpConst, program.OpLocal, program.OpThing, program.OpDice, program.OpAct, program.OpEvent:
		return true
	}
	return e.Op == program.OpBuiltin && (e.Builtin == program.Combatants || e.Builtin == program.Everyone || e.Builtin == program.Mine && alwaysWorks(e.Args[0]))
}

func (c *compiler) perform(s *program.Perform) stmt {
	if s.Act != nil && s.Act.Type.Kind == program.Plan {
		return &performPlanStmt{s, c.operand(s.Act), c.withs(s.With)}
	}
	x := &performStmt{Perform: s, by: c.selfOr(s.By), with: c.withs(s.With)}
	switch {
	case s.Action != nil:
		x.action = c.actions[s.Action.Index]
	case s.Act.Type.Kind == program.Act:
		x.act = c.operand(s.Act)
	default:
		x.act = c.operand(&program.Expr{
			Op: program.OpBuiltin, Builtin: program.AsAction, Args: []*program.Expr{s.Act}, Type: program.Type{Kind: program.Definition}, Span: s.Act.Span,
		})
	}
	return x
}
