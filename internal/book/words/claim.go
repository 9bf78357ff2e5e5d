package words

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// comparing are the words of comparisons, and for when they don't hold.
var comparing = map[program.Op][2]string{
	program.OpLess: {"is less than", "is at least"}, program.OpLessEq: {"is at most", "is more than"}, program.OpGreater: {"is more than", "is at most"},
	program.OpGreaterEq: {"is at least", "is less than"}, program.OpEq: {"is", "isn't"}, program.OpNotEq: {"isn't", "is"},
}

// facts are the words of built-in claims: what holds, and the same if it doesn't.
var facts = map[program.Builtin][2]string{
	program.IsOut: {"%s is out of the fight", "%s is not out of the fight"}, program.Adjacent: {"%s is next to %s", "%s is not next to %s"},
	program.FreeSpace: {"%s is free", "%s is not free"}, program.EventIs: {"this is about %s", "this is not about %s"},
	program.InLine:   {"nothing blocks sight from %s to %s", "something blocks sight from %s to %s"},
	program.Ever:     {"%s is, or in the course of this was, %s", "%s is not, and in the course of this was not, %s"},
	program.Opposite: {"%[2]s is right between %[1]s and %[3]s", "%[2]s is not right between %[1]s and %[3]s"},
}

// first is 1 for what doesn't hold.
var first = map[bool]int{true: 1}

// claim says what holds or, if not is set, what doesn't.
func (s *speech) claim(e *program.Expr, not bool) phrase {
	e = s.fold(e)
	applies := map[bool]string{true: " doesn't apply", false: " applies"}[not]
	switch e.Op {
	case program.OpConst:
		return phrase{text: map[bool]string{true: "always", false: "never"}[(e.Num != 0) != not]}
	case program.OpNot:
		return s.claim(e.Args[0], !not)
	case program.OpAnd, program.OpOr:
		if a, b := s.fold(e.Args[0]), s.claim(e.Args[1], not); a.Op == program.OpBuiltin && a.Builtin == program.Given && e.Args[1].Op == program.OpField &&
			strings.HasPrefix(b.text, s.say(a.Args[0]).text+" ") {
			return b // what something is or does, it does only if it is there
		}
		word, level := " and ", and
		if (e.Op == program.OpOr) != not {
			word, level = " or ", or
		}
		part := func(p phrase) string {
			if p.level == level {
				return p.text
			}
			return p.in(claim)
		}
		return phrase{part(s.claim(e.Args[0], not)) + word + part(s.claim(e.Args[1], not)), level}
	case program.OpHas:
		what := "is " + value.TitleOf(&e.Condition.Decl)
		if len(e.Args) > 1 && !dangles(what) {
			what += " by"
		}
		return s.state(e.Args[0], strings.Join(append([]string{what}, s.each(e.Args[1:], atom)...), " "), not)
	case program.OpHasNamed, program.OpIs:
		return s.state(e.Args[0], "is "+s.say(e.Args[1]).in(atom), not)
	case program.OpIn:
		list, text := s.fold(e.Args[1]), ""
		if text = join(s.each(list.Args, sum), "or"); list.Op != program.OpList {
			text = "among " + s.say(list).in(atom)
		}
		return phrase{s.state(e.Args[0], "is "+text, not).text, and}
	case program.OpField, program.OpLocal, program.OpOwn, program.OpColumn, program.OpTable, program.OpCallFormula:
		if e.Op == program.OpField && e.Args[0].Op != program.OpEvent && e.Args[0].Op != program.OpAct && len(e.Args) == 1 {
			return s.state(e.Args[0], saying(value.TitleOf(&e.Field.Decl)), not)
		}
		return phrase{s.plain(e).in(atom) + applies, claim}
	case program.OpQuantity:
		return s.predicate(e.Quantity, e.Args, not)
	case program.OpAny, program.OpAll:
		many := map[program.Op][2]string{program.OpAny: {"at least one", "none"}, program.OpAll: {"every one", "not every one"}}[e.Op]
		of, about := s.one(e)
		return phrase{"for " + many[first[not]] + " of " + of + ", " + about.in(or), clause}
	case program.OpIf, program.OpLet:
		if not {
			return phrase{"not (" + s.say(e).text + ")", claim}
		}
		return s.say(e)
	case program.OpBuiltin:
		if e.Builtin == program.Given {
			return s.given(e.Args[0], not)
		}
		if f, known := facts[e.Builtin]; known {
			return s.form(form{f[first[not]], atom, claim}, e.Args)
		}
		return s.fail()
	}
	return s.compared(e, not)
}

// compared says a comparison.
func (s *speech) compared(e *program.Expr, not bool) phrase {
	how, known := comparing[e.Op]
	if !known {
		return s.fail()
	}
	a, b, same := s.fold(e.Args[0]), s.fold(e.Args[1]), (e.Op == program.OpEq) != not
	switch {
	case a.Type.Kind == program.Bool:
		return phrase{s.claim(a, false).in(claim) + " exactly if " + s.claim(b, !same).in(claim), clause}
	case b.Op == program.OpConst && b.Num == 0 && b.Type.Kind != program.Number:
		return s.given(a, same)
	}
	return phrase{s.say(a).in(claim) + " " + how[first[not]] + " " + s.say(b).in(claim), claim}
}

// given says whether there is something.
func (s *speech) given(e *program.Expr, not bool) phrase {
	e = s.fold(e)
	switch {
	case e.Op == program.OpInstance:
		return s.state(e.Args[0], "is "+value.TitleOf(&e.Condition.Decl), not)
	case e.Op == program.OpBuiltin && e.Builtin == program.Mine:
		return s.state(e.Args[0], [...]string{"is busy", "does nothing"}[first[not]], false)
	case e.Op == program.OpBuiltin && e.Builtin == program.First:
		return phrase{[...]string{"there is at least one of ", "there is none of "}[first[not]] + s.say(e.Args[0]).in(claim), claim}
	case e.Op == program.OpField && len(e.Args) == 1 && e.Args[0].Type.Kind <= program.Instance:
		return s.state(e.Args[0], [...]string{"has ", "has no "}[first[not]]+value.TitleOf(&e.Field.Decl), false)
	}
	what := s.say(e)
	if name, plain := strings.CutPrefix(what.text, "the "); plain && (what.level == claim || !strings.Contains(name, "'s ")) {
		return phrase{"there is " + [...]string{"a ", "no "}[first[not]] + name, claim}
	}
	return phrase{what.in(claim) + [...]string{" is there", " is not there"}[first[not]], claim}
}

// helping are verbs that "not" follows.
var helping = []string{"is", "are", "was", "can", "may", "must", "has", "cannot"}

// saying returns a name as a statement: what begins with a verb as it is, else with "is".
func saying(title string) string {
	verb, _, _ := strings.Cut(title, " ")
	if verb == "no" {
		return "has " + title
	}
	if slices.Contains(helping, verb) || len(verb) > 3 && strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss") && !strings.HasSuffix(verb, "us") {
		return title
	}
	return "is " + title
}

// state says of somebody what they are or do, or that they aren't or don't.
func (s *speech) state(who *program.Expr, what string, not bool) phrase {
	verb, rest, _ := strings.Cut(what, " ")
	subject := s.say(who).in(claim) + " "
	switch {
	case !not:
		return phrase{subject + what, claim}
	case verb == "cannot":
		return phrase{subject + "can " + rest, claim}
	case strings.HasPrefix(what, "has no "):
		return phrase{subject + "has " + what[len("has no "):], claim}
	case verb == "has":
		return phrase{subject + "has no " + rest, claim}
	case slices.Contains(helping, verb):
		return phrase{subject + verb + " not " + rest, claim}
	}
	return phrase{subject + strings.TrimSpace("does not "+infinitive.Replace(verb+"$")+" "+rest), claim}
}

// infinitive takes the ending off a verb of the third person, which a $ follows.
var infinitive = strings.NewReplacer("sses$", "ss", "shes$", "sh", "ches$", "ch", "xes$", "x", "goes$", "go", "ies$", "y", "s$", "", "$", "")

// predicate says a quantity that is true or false: of its first argument and, if it begins with a verb, of its second.
func (s *speech) predicate(q *program.Quantity, args []*program.Expr, not bool) phrase {
	title := value.TitleOf(&q.Decl)
	if len(args) == 0 || args[0].Type.Kind == program.Number || args[0].Type.Kind == program.Bool {
		return s.with(phrase{title + [...]string{" applies", " doesn't apply"}[first[not]], claim}, q.Of, args)
	}
	what, level := saying(title), claim
	of, args, who := q.Of[1:], args[1:], args[0]
	if len(args) > 0 && (what == title || dangles(what)) && args[0].Type.Kind == program.ThingType {
		what += " " + s.say(args[0]).in(atom)
		of, args = of[1:], args[1:]
	}
	for i, arg := range args { // what it is said of matters, even if it is called so
		if s.same(of[i], arg) && arg.Type.Kind != program.Number && arg.Type.Kind != program.Bool {
			what, level = what+" for "+s.say(arg).in(atom), clause
		}
	}
	p := s.with(s.state(who, what, not), of, args)
	return phrase{p.text, max(p.level, level)}
}
