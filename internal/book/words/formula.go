package words

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// fail says that there are no words.
func (s *speech) fail() phrase {
	s.failed = true
	return phrase{}
}

// say says an expression.
func (s *speech) say(e *program.Expr) phrase {
	e = s.fold(e)
	f, known := forms[e.Op]
	if e.Op == program.OpBuiltin {
		f, known = functions[e.Builtin]
	}
	switch {
	case e.Op == program.OpIf:
		return s.choice(e)
	case e.Op == program.OpLet:
		return s.let(e)
	case e.Type.Kind == program.Bool:
		return s.claim(e, false)
	case e.Op.OverList() && known:
		of, about := s.one(e)
		return phrase{fmt.Sprintf(f.text, of, about.in(f.inner)), f.level}
	case known:
		return s.form(f, e.Args)
	case e.Op == program.OpBuiltin:
		return s.builtin(e)
	}
	return s.plain(e)
}

// form says arguments within a text.
func (s *speech) form(f form, args []*program.Expr) phrase {
	if !strings.Contains(f.text, "%") {
		return phrase{f.text, f.level}
	}
	var texts []any
	for _, text := range s.each(args, f.inner) {
		texts = append(texts, text)
	}
	return phrase{fmt.Sprintf(f.text, texts...), f.level}
}

// plain says what has no form.
func (s *speech) plain(e *program.Expr) phrase {
	switch e.Op {
	case program.OpConst:
		return s.constant(e)
	case program.OpLocal:
		if l, known := s.locals[e.Index]; known {
			return l.phrase
		}
	case program.OpDice:
		return phrase{text: fmt.Sprintf("%dd%d", e.Count, e.Sides)}
	case program.OpAdd, program.OpDiceAdd, program.OpSub, program.OpDiceSub, program.OpStepAdd:
		return s.sum(e)
	case program.OpDiv:
		by := s.fold(e.Args[1])
		if part := parts[by.Num]; by.Op == program.OpConst && part != "" {
			return phrase{part + s.say(e.Args[0]).in(atom), product}
		}
		return phrase{s.say(e.Args[0]).in(product) + " / " + s.say(by).in(atom), product}
	case program.OpField, program.OpOwn, program.OpFamilyOf:
		return s.field(e)
	case program.OpColumn:
		if scale := e.Args[0].Type.Scale; scale != nil {
			return s.of(e.Args[0], value.InWords(scale.Columns[e.Index].Name))
		}
	case program.OpTable:
		return s.table(e)
	case program.OpQuantity:
		return s.quantity(e)
	case program.OpCallFormula:
		return s.call(e)
	case program.OpInstance, program.OpInstances:
		return s.of(e.Args[0], value.TitleOf(&e.Condition.Decl))
	case program.OpList:
		all := s.each(e.Args, sum)
		if len(all) == 0 {
			return phrase{text: "none"}
		}
		return phrase{join(all, "and"), clause * min(1, len(all)-1)}
	}
	return s.fail()
}

// each says expressions.
func (s *speech) each(list []*program.Expr, level int) (all []string) {
	for _, e := range list {
		all = append(all, s.say(e).in(level))
	}
	return all
}

// constant says a constant.
func (s *speech) constant(e *program.Expr) phrase {
	i := int(e.Num) - 1
	d := (&value.Names{Program: s.Program}).Declared
	switch {
	case e.Type.Kind == program.Number && e.Num < 0:
		return phrase{number.Format(e.Num), product}
	case e.Type.Kind == program.Number:
		return phrase{text: number.Format(e.Num)}
	case i < 0:
		return phrase{text: "none"}
	case e.Type.Kind == program.Choice:
		return phrase{text: value.InWords(e.Type.Param.Choices[i])}
	case e.Type.Kind == program.Definition || e.Type.Kind == program.Step || e.Type.Kind == program.ConditionName || e.Type.Kind == program.EventName:
		return phrase{text: value.TitleOf(d(i, e.Type))}
	}
	return s.fail()
}

// sum says an addition; instead of a negative number it subtracts.
func (s *speech) sum(e *program.Expr) phrase {
	minus := e.Op == program.OpSub || e.Op == program.OpDiceSub
	b := s.fold(e.Args[1])
	switch {
	case b.Op == program.OpConst && b.Type.Kind == program.Number && b.Num < 0:
		less := *b
		less.Num = -b.Num
		b, minus = &less, !minus
	case b.Op == program.OpNeg && !minus:
		b, minus = b.Args[0], true
	}
	a := s.fold(e.Args[0])
	first, second := s.term(a).in(sum), s.term(b)
	switch {
	case a.Op == program.OpConst && a.Num == 0 && a.Type.Kind == program.Number && !minus:
		return second
	case b.Op == program.OpConst && b.Num == 0 && b.Type.Kind == program.Number:
		return s.say(e.Args[0])
	case e.Op == program.OpStepAdd && minus:
		return phrase{first + ", lowered by " + second.in(sum), clause}
	case e.Op == program.OpStepAdd:
		return phrase{first + ", raised by " + second.in(sum), clause}
	case minus:
		return phrase{first + " - " + second.in(product), sum}
	}
	return phrase{first + " + " + second.in(sum), sum}
}

// term says a part of a sum: what counts only sometimes is said without its 0.
func (s *speech) term(e *program.Expr) phrase {
	if e.Op == program.OpIf && e.Type.Kind == program.Number {
		for i, other := range []*program.Expr{s.fold(e.Args[2]), s.fold(e.Args[1])} {
			if then := s.fold(e.Args[1+i]); then.Op != program.OpIf && other.Op == program.OpConst && other.Num == 0 {
				return phrase{s.say(then).in(or) + " if " + s.claim(e.Args[0], i == 1).in(or), clause}
			}
		}
	}
	return s.say(e)
}

// choice says a formula with cases: A if X, B if Y, otherwise C.
func (s *speech) choice(e *program.Expr) phrase {
	text := ""
	for ; e.Op == program.OpIf; e = s.fold(e.Args[2]) {
		text += s.say(e.Args[1]).in(or) + " if " + s.claim(e.Args[0], false).in(or) + ", "
	}
	return phrase{text + "otherwise " + s.say(e).in(or), clause}
}

// let says what a name stands for behind the formula that uses it.
func (s *speech) let(e *program.Expr) phrase {
	meant, name := s.say(e.Args[0]), noun(e.Label, e.Args[0].Type)
	s.locals[e.Index] = local{phrase: name, name: e.Label}
	if meant.text == name.text {
		return s.say(e.Args[1])
	}
	verb := " is "
	if e.Args[0].Type.Kind == program.Bool {
		verb = " applies if "
	}
	return phrase{s.say(e.Args[1]).text + ", where " + name.text + verb + meant.in(or), clause}
}

// one says a list, and what a formula makes of one of its elements.
func (s *speech) one(e *program.Expr) (of string, about phrase) {
	of = s.say(e.Args[0]).in(claim)
	if s.ones > 1 {
		return of, s.fail()
	}
	s.locals[e.Index] = local{phrase: phrase{text: [...]string{"that one", "the other one"}[s.ones]}}
	s.ones++
	about = s.say(e.Args[1])
	s.ones--
	return of, about
}

// of says what something has: strength, the target's strength.
func (s *speech) of(e *program.Expr, what string) phrase {
	if e.Op == program.OpLocal && s.locals[e.Index].implicit {
		return phrase{text: what}
	}
	return s.owned(e, what)
}

// owned says whose something is, whoever it may be.
func (s *speech) owned(e *program.Expr, what string) phrase {
	switch owner := s.say(e); {
	case owner.text == "it":
		return phrase{text: "its " + what}
	case owner.level == atom:
		return phrase{text: owner.text + "'s " + what}
	default:
		return phrase{"the " + what + " of " + owner.in(claim), claim}
	}
}

// field says a field; of a family that of a member: swords skill, the target's skill for the weapon.
func (s *speech) field(e *program.Expr) phrase {
	title, args, level := value.TitleOf(&e.Field.Decl), e.Args, atom
	if e.Op != program.OpOwn {
		args = args[1:]
	}
	for _, member := range args {
		if member = s.fold(member); member.Op == program.OpConst {
			title = s.constant(member).text + " " + title
		} else {
			title, level = title+" for "+s.say(member).in(atom), claim
		}
	}
	switch {
	case e.Op != program.OpOwn && e.Args[0].Op != program.OpEvent && e.Args[0].Op != program.OpAct:
		p := s.of(e.Args[0], title)
		return phrase{p.text, max(p.level, level)}
	case e.Type.Kind == program.Number || e.Type.Kind == program.Bool:
		return phrase{title, level}
	}
	return phrase{"the " + title, level}
}

// table says what stands in a table.
func (s *speech) table(e *program.Expr) phrase {
	what := value.TitleOf(&e.Table.Decl)
	if name := e.Table.Columns[e.Index].Name; name != "" {
		what = value.InWords(name) + " in the table " + what
	}
	return phrase{"the " + what + " for " + join(s.each(e.Args, sum), "and"), clause}
}

// quantity says a quantity that is no claim: by its title, or what it is if that is short.
func (s *speech) quantity(e *program.Expr) phrase {
	q := e.Quantity
	if len(q.Channels) == 0 && len(q.Of) == 1 && q.Of[0].Type.Kind == program.Number && q.Value.Expr.Op == program.OpBuiltin {
		return s.within(q.Value, e.Args, nil)
	}
	title := value.TitleOf(&q.Decl)
	if len(e.Args) > 0 && e.Args[0].Type.Kind == program.Dice { // 1d20 with advantage
		return s.with(phrase{s.say(e.Args[0]).in(claim) + " " + title, clause}, q.Of[1:], e.Args[1:])
	}
	if len(e.Args) > 0 && dangles(title) {
		object := min(1, len(e.Args)-1) // reach with the weapon, of whomever it may be
		p := phrase{title + " " + s.say(e.Args[object]).in(atom), claim}
		return s.with(s.with(p, q.Of[:object], e.Args[:object]), q.Of[object+1:], e.Args[object+1:])
	}
	if len(e.Args) > 0 && !s.same(q.Of[0], e.Args[0]) && e.Args[0].Type.Kind > program.Dice {
		return s.with(s.of(e.Args[0], title), q.Of[1:], e.Args[1:])
	}
	return s.with(phrase{text: title}, q.Of, e.Args)
}

// dangles reports whether a title ends with a word that something follows: footing of.
func dangles(title string) bool {
	return slices.Contains([]string{"of", "by", "for", "with", "to", "from", "at", "in", "on"}, title[strings.LastIndex(title, " ")+1:])
}

// call says a formula of a definition: what it is if the definition is known, else its title.
func (s *speech) call(e *program.Expr) phrase {
	if e.Field == nil {
		return s.fail()
	}
	d := s.def(e.Args[0])
	if v := valueOf(d, e.Field); v != nil && v.Formula != nil && s.depth < 3 {
		return s.within(v.Formula, e.Args[1:], d)
	}
	return s.with(s.of(e.Args[0], value.TitleOf(&e.Field.Decl)), e.Field.Type.Params, e.Args[1:])
}

// within says another formula with some arguments, and then a definition, as its inputs.
func (s *speech) within(f *program.Formula, args []*program.Expr, it *program.Def) phrase {
	inner := &speech{Teller: s.Teller, locals: map[int]local{len(args): {phrase: phrase{text: "it"}, def: it}}, depth: s.depth + 1}
	for i, arg := range args {
		inner.locals[i] = local{phrase: s.say(arg), name: f.Inputs[i].Name, def: s.def(arg), implicit: arg.Op == program.OpLocal && s.locals[arg.Index].implicit}
	}
	p := inner.say(f.Expr)
	s.failed = s.failed || inner.failed
	return p
}

// same reports whether an argument is what its name says.
func (s *speech) same(in program.Local, arg *program.Expr) bool {
	switch arg.Op {
	case program.OpLocal:
		l := s.locals[arg.Index]
		return l.name == in.Name || l.implicit && in.Type.Kind == program.ThingType && l.text == noun(in.Name, in.Type).text
	case program.OpOwn:
		return arg.Field.Name == in.Name
	}
	return false
}

// with adds the arguments that aren't what their names say.
func (s *speech) with(p phrase, in []program.Local, args []*program.Expr) phrase {
	var all []string
	for i, arg := range args {
		arg = s.fold(arg)
		name, kind := strings.TrimPrefix(value.InWords(in[i].Name), "with "), arg.Type.Kind
		switch fixed := arg.Op == program.OpConst; {
		case s.same(in[i], arg) || fixed && arg.Num == 0 && kind != program.Bool && kind != program.Number:
		case kind == program.Bool && fixed:
			all = append(all, map[bool]string{true: "with ", false: "without "}[arg.Num != 0]+name)
		case kind == program.Bool:
			all = append(all, "with "+name+" if "+s.claim(arg, false).in(claim))
		case kind == program.Number || kind == program.Dice || slices.ContainsFunc(all, func(other string) bool { return strings.HasPrefix(other, "for ") }):
			all = append(all, "with "+s.say(arg).in(claim)+" as "+name)
		default:
			all = append(all, "for "+s.say(arg).in(claim))
		}
	}
	if len(all) == 0 {
		return p
	}
	return phrase{p.text + " " + join(all, "and"), clause}
}
