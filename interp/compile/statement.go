package compile

import (
	"fmt"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// routine compiles src, once.
func (c *compiler) routine(src *program.Routine, what string) *code.Routine {
	if src == nil {
		return nil
	}
	if r, ok := c.Routines[src]; ok {
		return r
	}
	r := &code.Routine{
		Src: src, What: what, Pays: src.Pays, Slots: max(src.Slots, len(src.Inputs)),
		Self: inputNamed(src.Inputs, "self"), It: inputNamed(src.Inputs, "it"), Done: inputNamed(src.Inputs, "done"),
	}
	c.Routines[src] = r
	if r.Slots > code.MostLocals {
		c.Faults.Add(diag.Errorf(TooComplex, src.Span, "too many named values: %d, the limit is %d", r.Slots, code.MostLocals))
		r.Slots, r.Body = 0, &code.Block{}
		return r
	}
	self, locals := c.self, c.locals
	c.self, c.locals = r.Self, r.Slots
	r.Body = c.block(src.Body)
	c.self, c.locals = self, locals
	return r
}

func (c *compiler) block(list []program.Stmt) *code.Block {
	b := &code.Block{Src: list}
	for _, s := range list {
		b.List = append(b.List, c.statement(s))
	}
	if len(list) > 0 {
		b.First = list[0].Place()
	}
	return b
}

// statement compiles a statement, once.
func (c *compiler) statement(s program.Stmt) code.Stmt {
	x, ok := c.statements[s]
	if !ok {
		if c.statements == nil {
			c.statements = map[program.Stmt]code.Stmt{}
		}
		x = c.newStatement(s)
		c.statements[s] = x
	}
	return x
}

func (c *compiler) newStatement(s program.Stmt) code.Stmt {
	switch s := s.(type) {
	case *program.SetLocal:
		return &code.SetStmt{SetLocal: s, Value: c.weighed(s.Value)}
	case *program.CallProc:
		return c.callProc(s)
	case *program.CallField:
		x := &code.CallFieldStmt{CallField: s, Of: c.operand(s.Of), Held: &code.Call{}, Args: c.arguments(s.Args)}
		c.holder(x.Held, s.Of, s.Field)
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
		return &code.DrawStmt{Draw: s, Deck: c.Decks[s.Deck.Index], By: c.rollerOf(s.By)}
	case *program.Discard:
		return &code.DiscardStmt{Discard: s, Deck: c.Decks[s.Deck.Index], What: c.operand(s.What)}
	case *program.Shuffle:
		return &code.ShuffleStmt{Shuffle: s, Deck: c.Decks[s.Deck.Index]}
	case *program.Announce:
		return c.announce(s)
	case *program.Perform:
		return c.perform(s)
	case *program.Pay:
		return &code.PayStmt{Pay: s, Pool: c.fieldOf(s.Pool), Amount: c.amountOf(s.Amount), From: c.selfOr(s.From), Member: c.operand(s.Member)}
	case *program.Apply:
		return c.apply(s)
	case *program.EndCondition:
		return c.endCondition(s)
	case *program.EndEntry:
		return &code.EndEntryStmt{EndEntry: s, Entry: c.Entries[s.Entry.Index], Of: c.selfOr(s.Of)}
	case *program.EndActions:
		return &code.EndActionsStmt{EndActions: s, Of: c.operand(s.Of), Act: c.operand(s.Act)}
	case *program.Move:
		return &code.MoveStmt{Move: s, What: c.operands(s.What), To: c.operands(s.To)}
	case *program.Carry:
		return &code.CarryStmt{Carry: s, What: c.operand(s.What), To: c.operand(s.To)}
	case *program.Schedule:
		return c.schedule(s)
	case *program.If:
		return &code.IfStmt{Test: c.weighed(s.Cond), Then: c.block(s.Then), Otherwise: c.block(s.Else)}
	case *program.For:
		return c.forLoop(s)
	case *program.While:
		return &code.WhileStmt{While: s, Test: c.weighed(s.Cond), Calls: c.block(s.Calls), Body: c.block(s.Body)}
	case *program.Afterwards:
		return &code.AfterwardsStmt{Body: c.block(s.Body), Span: &s.Span}
	case *program.Stop:
		return &code.StopStmt{Stop: s, With: c.operand(s.With)}
	}
	panic(fmt.Sprintf("interp: no such statement: %T", s))
}

// operand compiles an expression of a program; nil for nil.
func (c *compiler) operand(e *program.Expr) *code.Instructions {
	if e == nil {
		return nil
	}
	c.prove(e)
	x := &code.Instructions{}
	c.generate(x, text{e, max(c.locals, code.SlotsOf(e)), c.self})
	return x
}

func (c *compiler) operands(list []*program.Expr) []*code.Instructions {
	out := make([]*code.Instructions, len(list))
	for i, e := range list {
		out[i] = c.operand(e)
	}
	return out
}

// selfOr compiles e, or the reading of `self` when e is nil; without a self none.
func (c *compiler) selfOr(e *program.Expr) *code.Instructions {
	switch {
	case e != nil:
		return c.operand(e)
	case c.self >= 0:
		return localCode(c.self)
	}
	return &code.Instructions{Fixed: true}
}

func (c *compiler) weighed(e *program.Expr) code.Weighed {
	return code.Weighed{E: e, Code: c.operand(e), HasQuantity: readsQuantity(e)}
}

func (c *compiler) amountOf(e *program.Expr) code.AmountOf {
	return code.AmountOf{E: e, Code: c.operand(e)}
}

func (c *compiler) arguments(list []*program.Expr) code.Arguments {
	a := code.Arguments{Exprs: list}
	for _, e := range list {
		a.Values = append(a.Values, c.weighed(e))
	}
	return a
}

func (c *compiler) withs(with []program.With) []code.Handed {
	out := make([]code.Handed, len(with))
	for i := range with {
		out[i] = code.Handed{Value: c.operand(with[i].Value), Span: &with[i].Value.Span}
		if with[i].Field != nil { // `on T` without a field is the first parameter
			out[i].Field = c.fieldOf(with[i].Field)
		}
	}
	return out
}

func (c *compiler) callProc(s *program.CallProc) code.Stmt {
	x := &code.CallStmt{CallProc: s, Proc: c.Procs[s.Proc.Index], Args: c.arguments(s.Args)}
	for i, in := range s.Proc.Inputs {
		if in.Rolled != nil {
			x.Rolls = append(x.Rolls, code.HandedRoll{From: s.Args[i].Index, To: i})
		}
	}
	return x
}

// assign compiles =, += and -= on a field.
func (c *compiler) assign(s *program.Assign) code.Stmt {
	t := s.Target
	x := code.Assignment{Assign: s, Field: c.fieldOf(t.Field), Value: c.amountOf(s.Value)}
	member := 1
	if t.Op == program.OpOwn {
		member = 0
	} else {
		x.Owner = c.operand(t.Args[0])
	}
	if len(t.Args) > member {
		x.Member = c.operand(t.Args[member])
	}
	if t.Op != program.OpOwn {
		bound, sign := s.Bound()
		x.Bound, x.Sign = c.operand(bound), sign
		switch t.Args[0].Type.Kind {
		case program.ThingType:
			return &code.AssignThingStmt{Assignment: x}
		case program.Instance:
			return &code.AssignInstanceStmt{Assignment: x}
		}
	}
	return &code.AssignRowStmt{Assignment: x}
}

// forLoop compiles a loop.
func (c *compiler) forLoop(s *program.For) code.Stmt {
	x := code.Items{For: s, Order: c.operand(s.Order)}
	switch {
	case s.MapField == nil && s.Where == nil:
		x.List = c.operand(s.In)
	case s.MapField == nil:
		x.List = c.operand(&program.Expr{
			Op: program.OpFilter, Type: program.Type{Kind: program.List, Elem: s.In.Type.Elem}, Index: s.Slot, Args: []*program.Expr{s.In, s.Where}, Span: s.In.Span,
		})
	default:
		x.Where = c.operand(s.Where)
		x.Maps = c.operand(&program.Expr{
			Op: program.OpField, Type: s.MapField.Type, Field: s.MapField, Args: []*program.Expr{s.MapOf}, Span: s.MapOf.Span,
		})
	}
	if s.Together {
		return &code.TogetherStmt{Items: x, Body: c.block(s.Body)}
	}
	return &code.ForStmt{Items: x, Body: c.block(s.Body)}
}

// choose compiles a question.
func (c *compiler) choose(s *program.Choose) code.Stmt {
	if s.From.Op == program.OpBuiltin && s.From.Builtin == program.CanDo {
		x := &code.ChooseActStmt{Choose: s, Actor: c.operand(s.From.Args[0]), By: c.operand(s.By), Event: c.Turn}
		if len(s.From.Args) > 1 {
			x.Event = c.Events[int(s.From.Args[1].Num)-1]
		}
		return x
	}
	x := &code.ChooseStmt{
		Choose: s, From: c.operand(s.From), To: c.operand(s.To), Where: c.operand(s.Where),
		By: c.selfOr(s.By), Otherwise: c.operand(s.Default), Label: -1, Of: code.ElementType(s.From.Type),
	}
	if s.ByChance {
		x.Label = c.Labels.Number(s.Name)
	}
	if s.To != nil {
		x.Of = s.From.Type
	}
	return x
}

// roll compiles a throw of dice.
func (c *compiler) roll(s *program.Roll) code.Stmt {
	c.prove(s.Dice)
	x := &code.RollStmt{
		Roll: s, Dice: c.thrownDice(s.Dice), Whole: c.operand(s.Dice), By: c.rollerOf(s.By), Text: c.operand(s.LabelFrom),
		Lists: makesLists(s.Dice) || s.Test != nil && makesLists(s.Test.Against), Test: c.against(s.Test),
	}
	if s.LabelFrom == nil {
		x.Label = c.Labels.Number(s.Label)
	}
	return x
}

// ThrownDice compiles dice to throw, and a number that is added.
func (c *compiler) thrownDice(e *program.Expr) (t code.ThrownDice) {
	defer func() { t.Looks = looksOf(e) }()
	if e.Op == program.OpDiceAdd && e.Args[0].Type.Kind == program.Dice && e.Args[1].Type.Kind != program.Dice {
		if t = c.thrownDice(e.Args[0]); t.Bonus == nil {
			t.Bonus = c.operand(e.Args[1])
			return t
		}
		t = code.ThrownDice{}
	}
	switch e.Op {
	case program.OpDice:
		if d, err := dice.New(float64(e.Count), float64(e.Sides)); err == nil {
			t.Literal = &d
			return t
		}
	case program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul, program.OpFixedDice:
		parts, at := &code.Instructions{}, text{e, max(c.locals, code.SlotsOf(e)), c.self}
		c.whenDefined(func() {
			c.generateBy(parts, at, func(g *generator) {
				g.diceOn(e)
				g.emit(code.Instr{Op: code.OpGive})
			})
		})
		t.Parts = parts
		return t
	}
	t.Value = c.operand(e)
	return t
}

// RollerOf compiles who rolls or draws, self without by: a thing, a side or the scene.
func (c *compiler) rollerOf(by *program.Expr) code.RollerOf {
	return code.RollerOf{Who: c.selfOr(by), Sides: by != nil && by.Type.Kind == program.Side}
}

// testAgain compiles the test of a roll that has been made.
func (c *compiler) testAgain(s *program.Test) code.Stmt {
	x := &code.TestStmt{TestOf: c.against(s), Total: c.operand(s.Rolled), Of: &program.Expr{Span: s.Rolled.Span, Args: []*program.Expr{s.Rolled}}}
	if s.Rolled.Op == program.OpField && s.Rolled.Args[0].Type.Kind == program.Act {
		x.Act = c.operand(s.Rolled.Args[0])
	}
	return x
}

// NamedCondition compiles which condition a statement is about.
func (c *compiler) namedCondition(src *program.Condition, named *program.Expr) code.NamedCondition {
	if src != nil {
		return code.NamedCondition{Fixed: c.Conditions[src.Index]}
	}
	return code.NamedCondition{Named: c.operand(named)}
}

// EndOf compiles end phrases. Moments of the clock are worked out where the phrases stand, with
// the locals there.
func (c *compiler) endOf(list, here []*program.Until) code.EndOf {
	ends := code.EndOf{List: c.untilList(list)}
	for _, u := range here {
		if u.Clock != nil {
			ends.Moment = append(ends.Moment, c.operand(u.Clock))
		}
	}
	return ends
}

func (c *compiler) apply(s *program.Apply) code.Stmt {
	list := s.Until
	if s.Condition != nil {
		list = ownUntil(s.Condition.Until, s.Until)
	}
	return &code.ApplyStmt{
		Apply: s, Condition: c.namedCondition(s.Condition, s.Named), To: c.operand(s.To), By: c.selfOr(s.By),
		With: c.withs(s.With), Ends: c.endOf(list, s.Until),
	}
}

func (c *compiler) endCondition(s *program.EndCondition) code.Stmt {
	x := &code.EndStmt{EndCondition: s, Which: c.operand(s.Which)}
	if s.Until != nil {
		until := []*program.Until{s.Until}
		x.Ends = c.endOf(until, until)
	}
	if s.Which == nil {
		x.Condition, x.On, x.Where = c.namedCondition(s.Condition, s.Named), c.selfOr(s.On), c.operand(s.Where)
	}
	return x
}

func (c *compiler) schedule(s *program.Schedule) code.Stmt {
	x := &code.ScheduleStmt{
		Schedule: s, Entry: c.Entries[s.Entry.Index], Of: c.selfOr(s.Of), Keys: c.operands(s.Keys), With: c.withs(s.With), Bound: c.operand(s.For),
	}
	if s.AfterEntry != nil {
		x.After, x.AfterOf = c.Entries[s.AfterEntry.Index], c.selfOr(s.AfterOf)
	}
	return x
}

func (c *compiler) announce(s *program.Announce) code.Stmt {
	x := &code.AnnounceStmt{Announce: s, Event: c.Events[s.Event.Index], Of: c.selfOr(s.Of), With: c.withs(s.With), Whom: c.operand(s.For)}
	operands := []*program.Expr{s.Of, s.For}
	for _, w := range s.With {
		operands = append(operands, w.Value)
	}
	for _, e := range operands {
		if e != nil && !alwaysWorks(e) {
			x.MayFail = append(x.MayFail, c.operand(e))
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

func (c *compiler) perform(s *program.Perform) code.Stmt {
	if s.Act != nil && s.Act.Type.Kind == program.Plan {
		return &code.PerformPlanStmt{Perform: s, Plan: c.operand(s.Act), With: c.withs(s.With), Otherwise: c.block(s.Else)}
	}
	x := &code.PerformStmt{Perform: s, By: c.selfOr(s.By), With: c.withs(s.With), Otherwise: c.block(s.Else)}
	switch {
	case s.Action != nil:
		x.Action = c.Actions[s.Action.Index]
	case s.Act.Type.Kind == program.Act:
		x.Act = c.operand(s.Act)
	default:
		x.Act = c.operand(&program.Expr{
			Op: program.OpBuiltin, Builtin: program.AsAction, Args: []*program.Expr{s.Act}, Type: program.Type{Kind: program.Definition}, Span: s.Act.Span,
		})
	}
	return x
}

// ownUntil are the end phrases of an application: those of the statement, and of
// the condition's own those that are formulas. Without any in the statement the
// condition's own count.
func ownUntil(own []*program.Until, given []*program.Until) []*program.Until {
	if len(given) == 0 {
		return own
	}
	return withConditional(own, given)
}

// readsQuantity reports whether a quantity stands anywhere in a formula.
func readsQuantity(e *program.Expr) bool {
	for x := range e.All() {
		if x.Op == program.OpQuantity {
			return true
		}
	}
	return false
}
