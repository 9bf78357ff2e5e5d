package types

import (
	"fmt"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// programReader builds typed statements from programs.
type programReader struct {
	*formulaReader
	// stops collects the values of stops; nil unless the program is read for these alone.
	stops *stops
	// program is the current program, gives the type of its stop's value.
	program *program.Routine
	gives   program.Type
}

func (c *Checker) programReader(e Env) *programReader {
	formulas := c.formulaReader(e)
	formulas.calls = &earlyCalls{}
	return &programReader{formulaReader: formulas}
}

// Routine checks a program. Gives is the type of `stop with`; Nothing for a
// program that returns no value.
func (c *Checker) Routine(p Parsed, e Env, gives program.Type) *program.Routine {
	*c.List = append(*c.List, p.Errs...)
	switch {
	case p.block == nil:
		return nil
	case p.Errs.HasErrors():
		c.programReader(e).routine(p.block, gives) // its other errors
		return nil
	}
	return c.RoutineOf(p.block, e, gives)
}

// RoutineOf is [Checker.Routine] for a parsed program.
func (c *Checker) RoutineOf(block *syntax.Block, e Env, gives program.Type) *program.Routine {
	before := len(*c.List)
	r := c.programReader(e)
	p := r.routine(block, gives)
	if p.GivesAny() && !ends(p.Body) && !(*c.List)[before:].HasErrors() {
		c.List.Errorf(CodeStopValue, block.At, "the program must give %s, but can end without it", r.wantedOfStop()).
			WithHint("end every branch with stop with ..")
	}
	if (*c.List)[before:].HasErrors() {
		return nil
	}
	return p
}

// Stages checks two programs of which the second continues with the locals of the
// first (an entry's declare and do).
func (c *Checker) Stages(declare, do Parsed, e Env) (first, second *program.Routine) {
	before := len(*c.List)
	*c.List = append(append(*c.List, declare.Errs...), do.Errs...)
	if declare.block == nil || do.block == nil {
		return nil, nil
	}
	r := c.programReader(e)
	first, second = r.routine(declare.block, NoType), r.routine(do.block, NoType)
	if (*c.List)[before:].HasErrors() {
		return nil, nil
	}
	first.Slots = r.most
	return first, second
}

// routine checks the statements of a program in the reader's frame and keeps
// its locals there.
func (r *programReader) routine(block *syntax.Block, gives program.Type) *program.Routine {
	p := &program.Routine{Inputs: r.env.Inputs, Gives: gives, Results: r.env.Results, Span: block.At}
	r.program, r.gives = p, gives
	for range p.Results {
		r.slot()
	}
	p.Body = r.statements(block)
	p.Slots = r.most
	return p
}

// ends reports whether statements always end in a stop.
func ends(list []program.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *program.Stop:
		return true
	case *program.If:
		return ends(s.Then) && ends(s.Else)
	}
	return false
}

// block checks the statements between braces; its locals end with it.
func (r *programReader) block(b *syntax.Block) []program.Stmt {
	if b == nil {
		return nil
	}
	defer r.inner()()
	return r.statements(b)
}

func (r *programReader) statements(b *syntax.Block) []program.Stmt {
	var list []program.Stmt
	for i, s := range b.Stmts {
		list = append(list, r.withCalls(s)...)
		if _, stops := s.(*syntax.Stop); !stops || i+1 == len(b.Stmts) {
			continue
		}
		if _, unread := b.Stmts[i+1].(*syntax.Unread); !unread {
			r.List.Errorf(CodeUnreachable, b.Stmts[i+1].Span(), "this is never reached: the program stops before it").
				WithNote(s.Span(), "it stops here").WithHint("put it before that")
			break
		}
	}
	return list
}

// statement checks one statement; some become several.
func (r *programReader) statement(s syntax.Stmt) []program.Stmt {
	switch s := s.(type) {
	case *syntax.Let:
		return some(r.let(s))
	case *syntax.Assign:
		if list := r.assignRoll(s); list != nil {
			return list
		}
		return some(r.assign(s))
	case *syntax.Roll:
		return some(r.roll(s))
	case *syntax.Choose:
		return some(r.choose(s))
	case *syntax.Draw:
		return some(r.draw(s))
	case *syntax.Discard:
		return some(r.discard(s))
	case *syntax.Shuffle:
		return some(&program.Shuffle{At: at(s), Deck: r.DeckNamed(s.Deck)})
	case *syntax.Announce:
		return some(r.announce(s))
	case *syntax.Perform:
		return some(r.perform(s))
	case *syntax.Pay:
		return r.pay(s)
	case *syntax.Apply:
		return some(r.apply(s))
	case *syntax.End:
		return r.end(s)
	case *syntax.EndEntry:
		return some(r.endEntry(s))
	case *syntax.Move:
		return some(r.move(s))
	case *syntax.Schedule:
		return some(r.schedule(s))
	case *syntax.If:
		cond := r.condition(s.Cond)
		return some(&program.If{At: at(s), Cond: cond, Then: r.block(s.Then), Else: r.block(s.Else)})
	case *syntax.For:
		return some(r.loop(s))
	case *syntax.While:
		out := &program.While{At: at(s), Cond: r.condition(s.Cond)}
		out.Calls = r.calls.take(r.frame)
		out.Body = r.block(s.Body)
		r.mayEnd(out)
		return some(out)
	case *syntax.Afterwards:
		return some(&program.Afterwards{At: at(s), Body: r.block(s.Body)})
	case *syntax.CallStmt:
		return some(r.callStatement(s))
	case *syntax.Stop:
		return r.stop(s)
	case *syntax.Unread:
		r.unread(s)
		return nil
	}
	panic(fmt.Sprintf("nothing checks a %T", s))
}

// unread declares the names that an unreadable statement may have set, and checks its blocks.
func (r *programReader) unread(s *syntax.Unread) {
	if s.Word == "for" {
		defer r.inner()()
	}
	for _, name := range s.Names {
		if r.find(name.Name) == nil && r.env.ofAct(name.Name) == nil {
			r.add(local{Local: &program.Local{Name: name.Name, Type: UnknownType}, at: name.Span})
		}
		if s.Word == "choose" {
			r.Asked[name.Name] = append(r.Asked[name.Name], Question{Of: UnknownType})
		}
	}
	r.nameLost = r.nameLost || s.Unnamed
	for _, b := range s.Blocks {
		r.block(b)
	}
}

func some(s program.Stmt) []program.Stmt {
	if s == nil {
		return nil
	}
	return []program.Stmt{s}
}

func at(s syntax.Stmt) program.At { return program.At{Span: s.Span()} }

// condition checks the test of an if.
func (r *programReader) condition(e syntax.Expr) *program.Expr { return r.value(e, BoolType) }

// fresh reports whether a local may have a name: it isn't a word of the language or a
// name already in scope.
func (sc *scope) fresh(name syntax.Ident) bool {
	if !sc.Free("local", name.Name, name.Span) {
		return false
	}
	if l := sc.find(name.Name); l != nil {
		d := sc.List.Errorf(CodeNameTaken, name.Span, "%q is already declared", name.Name)
		switch {
		case l.at.IsZero():
			d.WithHint("it is an input here; use another name")
		case l.fixed:
			d.WithNote(l.at, "declared here").WithHint("use another name")
		default:
			d.WithNote(l.at, "declared here").WithHint("to change it, write %s = ..", name.Name)
		}
		return false
	}
	switch f := sc.env.ofAct(name.Name); {
	case f != nil && sc.env.isParam(f):
		sc.List.Errorf(CodeNameTaken, name.Span, "%q is a parameter of this action", name.Name).WithHint("use another name")
		return false
	case f != nil || FieldNamed(sc.env.Hidden, name.Name) != nil:
		sc.List.Errorf(CodeNameTaken, name.Span, "%q is a running field of this action", name.Name).
			WithHint("use another name, or set the field: %s = ..", name.Name)
		return false
	}
	return true
}

// declare makes a new local and returns its slot.
func (sc *scope) declare(name syntax.Ident, t program.Type) *local {
	sc.fresh(name)
	sc.Uses.Add(name.Span, name.Span, t)
	sc.add(local{Local: &program.Local{Name: name.Name, Type: t}, at: name.Span})
	return &sc.locals[len(sc.locals)-1]
}

// let checks `let x = F`, where F may be a call of a proc.
func (r *programReader) let(s *syntax.Let) program.Stmt {
	if call := r.procCall(s.Value); call != nil && s.Against == nil {
		return r.letCall(s, call)
	}
	if s.Against != nil {
		return r.testAgain(s)
	}
	x := r.decided(r.expr(s.Value, UnknownType), s.Value.Span(), s.Name.Name)
	l := r.declare(s.Name.Ident, x.Type)
	return &program.SetLocal{At: at(s), Slot: l.slot, Value: x}
}

// callStatement checks a call on a line of its own: of a proc, or of a program in a field.
func (r *programReader) callStatement(s *syntax.CallStmt) program.Stmt {
	if call := r.procCall(s.Call); call != nil {
		return r.callProc(call, at(s))
	}
	switch call := s.Call.(type) {
	case *syntax.Call:
		l := r.find(call.Name.Name)
		if l != nil && l.Type.Kind == program.Unknown {
			return nil // its type has been reported
		}
		if l != nil && l.Type.Kind == program.ProgramField {
			r.useLocal(call.Name.Span, l)
			of := &program.Expr{Op: program.OpLocal, Type: l.Type, Index: l.slot, Span: call.Name.Span}
			return &program.CallField{At: at(s), Of: of, Args: r.implied(call.Name, call.Args, l.Type.Params)}
		}
		r.idleCall(call)
	case *syntax.Method:
		x := r.ownerOf(call.X, call.Name)
		if x.Type.Kind == program.Unknown {
			return nil
		}
		f := r.fieldOf(x.Type, call.Name, UnknownType)
		if f != nil && f.Type.Kind == program.ProgramField {
			return &program.CallField{At: at(s), Of: x, Field: f, Args: r.implied(call.Name, call.Args, f.Type.Params)}
		}
		r.idleMethod(call, x, f)
	}
	return nil
}

// idleCall reports a call that only computes something.
func (r *programReader) idleCall(call *syntax.Call) {
	name := call.Name.Name
	if isFunction(name) || r.Quantities[name] != nil || r.Tables[name] != nil || r.Conditions[name] != nil {
		r.idle(call.Span())
		return
	}
	procs := keys(r.Procs)
	for _, l := range r.locals {
		if l.Type.Kind == program.ProgramField {
			procs = append(procs, l.Name)
		}
	}
	d := r.List.Errorf(CodeUnknownName, call.Name.Span, "unknown proc %q", name)
	if !d.MeanOneOf(name, procs) && len(r.Defs[name]) > 0 {
		d.WithHint("to perform an action, write perform %s", name)
	}
}

func (r *programReader) idle(at diag.Span) {
	r.List.Errorf(syntax.CodeIdleStatement, at, "this only computes a value and does nothing with it").
		WithHint("write let NAME = %s to keep it", Short(at))
}

func (r *programReader) idleMethod(call *syntax.Method, x *program.Expr, f *program.Field) {
	switch {
	case f == nil:
		r.noMethod(x, call)
	case f.Type.Kind == program.Unknown:
	case f.Type.Kind == program.FormulaField:
		r.idle(call.Span())
	default:
		r.List.Errorf(CodeNotCallable, call.Name.Span, "%q can't be called: it is %s", f.Name, InWords(f.Type))
	}
}

// loop checks for: over a list, or over a map with two names.
func (r *programReader) loop(s *syntax.For) program.Stmt {
	out := &program.For{At: at(s), Second: -1, Together: s.Together}
	in := r.expr(s.In, UnknownType)
	defer r.inner()()
	elem, ok := r.loopOver(s, in, out)
	if !ok {
		elem = UnknownType
	}
	out.Slot = r.loopName(s.Name.Ident, elem)
	if s.Second != nil {
		value := UnknownType
		if in.Type.Kind == program.MapType {
			value = *in.Type.Elem
		}
		out.Second = r.loopName(s.Second.Ident, value)
	}
	r.each = append(r.each, element{out.Slot, elem})
	once := r.calls.onlySo(calledForEach)
	if s.Where != nil {
		out.Where = r.value(s.Where, BoolType)
	}
	if s.Order != nil {
		if out.Order = r.expr(s.Order, NumberType); out.Order.Type.Kind != program.Step {
			out.Order = r.fit(out.Order, NumberType)
		}
	}
	r.each = r.each[:len(r.each)-1]
	once()
	out.Body = r.block(s.Body)
	return out
}

// loopOver determines what a loop iterates over and returns the type of its first name.
func (r *programReader) loopOver(s *syntax.For, in *program.Expr, out *program.For) (program.Type, bool) {
	switch {
	case in.Type.Kind == program.Unknown:
		return UnknownType, false
	case in.Type.Kind == program.MapType && s.Second == nil:
		r.List.Errorf(CodeMapLoop, s.Name.Span, "%q is a map: its loop needs two names", Short(s.In.Span())).
			WithHint("write for %s, value in %s", s.Name.Name, Short(s.In.Span()))
		return *in.Type.Key, false
	case in.Type.Kind == program.MapType && in.Op == program.OpField:
		out.MapOf, out.MapField = in.Args[0], in.Field
		return *in.Type.Key, true
	case !IsCollection(in.Type):
		r.needs(in, "a list")
		return UnknownType, false
	case s.Second != nil:
		r.List.Errorf(CodeMapLoop, s.Second.Span, "%q is %s: its loop needs one name", Short(s.In.Span()), InWords(in.Type))
	}
	out.In = in
	return *in.Type.Elem, true
}

func (r *programReader) loopName(name syntax.Ident, t program.Type) int {
	l := r.declare(name, t)
	l.fixed = true
	return l.slot
}
