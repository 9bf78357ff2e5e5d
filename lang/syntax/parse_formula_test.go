package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

func fragment(text string) diag.Fragment { return diag.NewFragment(all(diag.NewSource("x", text))) }

func all(s *diag.Source) diag.Span { return diag.Span{Source: s, End: len(s.Text)} }

// places gives each diagnostic as "line:column-line:column code", in order.
func places(errs diag.List) string {
	var out []string
	for _, d := range errs {
		l1, c1 := d.Span.Source.Position(d.Span.Start)
		l2, c2 := d.Span.Source.Position(d.Span.End)
		out = append(out, fmt.Sprintf("%d:%d-%d:%d %s", l1, c1, l2, c2, d.Code))
	}
	return strings.Join(out, ", ")
}

// dump writes a formula with every operation in brackets and every kind of node told apart.
func dump(e Expr) string {
	list := func(list []Expr) string {
		var b strings.Builder
		for _, e := range list {
			b.WriteString(" " + dump(e))
		}
		return b.String()
	}
	switch e := e.(type) {
	case *Number:
		return fmt.Sprint(e.Value)
	case *Text:
		return fmt.Sprintf("%q", e.Value)
	case *Bool:
		return fmt.Sprintf("<%t>", e.Value)
	case *Dice:
		return fmt.Sprintf("<%dd%d>", e.Count, e.Sides)
	case *Name:
		return e.Name
	case *Each:
		return "<each>"
	case *Unary:
		return fmt.Sprintf("(%s %s)", e.Op, dump(e.X))
	case *Binary:
		return fmt.Sprintf("(%s %s %s)", dump(e.X), e.Op, dump(e.Y))
	case *Call:
		return "call(" + e.Name.Name + list(e.Args) + ")"
	case *Method:
		return "method(" + dump(e.X) + " " + e.Name.Name + list(e.Args) + ")"
	case *Member:
		return dump(e.X) + "." + e.Name.Name
	case *Index:
		return dump(e.X) + "[" + dump(e.I) + "]"
	case *Named:
		return e.Name.Name + "=" + dump(e.X)
	case *LetIn:
		return "{" + e.Name.Name + "=" + dump(e.Value) + " " + dump(e.Body) + "}"
	case *List:
		return "[" + strings.TrimPrefix(list(e.Items), " ") + "]"
	}
	return fmt.Sprintf("%T", e)
}

func TestParseFormula(t *testing.T) {
	tests := []struct{ text, want string }{
		{"3", "3"},
		{"0.5", "0.5"},
		{"9007199254740991", "9.007199254740991e+15"},
		{"1 + 2 * 3", "(1 + (2 * 3))"},
		{"(1 + 2) * 3", "((1 + 2) * 3)"},
		{"8 - 4 - 2", "((8 - 4) - 2)"},
		{"2 ** 3 ** 2", "(2 ** (3 ** 2))"},
		{"-2 ** 2", "(- (2 ** 2))"},
		{"-a * b", "((- a) * b)"},
		{"+a % 3", "((+ a) % 3)"},
		{"a - -b", "(a - (- b))"},
		{"a or b and c", "(a or (b and c))"},
		{"not a and b", "((not a) and b)"},
		{"!a or not b", "((not a) or (not b))"},
		{"not (a == b)", "(not (a == b))"},
		{"(not a) == b", "((not a) == b)"},
		{"a < b and c >= d", "((a < b) and (c >= d))"},
		{"x in [a, b]", "(x in [a b])"},
		{"x not in l", "(x not in l)"},
		{"not(x in l)", "(not (x in l))"},
		{"1..6", "(1 .. 6)"},
		{"1 .. n + 1", "(1 .. (n + 1))"},
		{"x in 1..3", "(x in (1 .. 3))"},
		{"2d6 + 1", "(<2d6> + 1)"},
		{"best(2, 3d20)", "call(best 2 <3d20>)"},
		{"1d6.x", "<1d6>.x"},
		{`"it's"`, `"it's"`},
		{`'say \'hi\' \\'`, `"say 'hi' \\"`},
		{"true", "<true>"},
		{"x.true", "x.true"},
		{"nil", "nil"},
		{"none", "none"},
		{"self.hp", "self.hp"},
		{"a.b.c(d).e[1].f", "method(a.b c d).e[1].f"},
		{"it.bonus(self, target)", "method(it bonus self target)"},
		{"(a + b).c", "(a + b).c"},
		{"l[0][i + 1]", "l[0][(i + 1)]"},
		{"f()", "call(f)"},
		{"f(a, [b, 1], g(c))", "call(f a [b 1] call(g c))"},
		{"f(a,)", "call(f a)"},
		{"[]", "[]"},
		{"if(a > b, 1, 2)", "call(if (a > b) 1 2)"},
		{"any(self.grips, .strength > 3)", "call(any self.grips (<each>.strength > 3))"},
		{"any(self.grips, each.strength > 3)", "call(any self.grips (<each>.strength > 3))"},
		{"most(l, .size)", "call(most l <each>.size)"},
		{"filter(l, not .out and .a == .b)", "call(filter l ((not <each>.out) and (<each>.a == <each>.b)))"},
		{"all(l, any(.m, each > 2))", "call(all l call(any <each>.m (<each> > 2)))"},
		{"count(l)", "call(count l)"},
		{"sum(l) + len(l) + min(1, 2)", "((call(sum l) + call(len l)) + call(min 1 2))"},
		{"first + last + now + index + step + map", "(((((first + last) + now) + index) + step) + map)"},
		{"abs(floor(round(ceil(max(1, x)))))", "call(abs call(floor call(round call(ceil call(max 1 x)))))"},
		{"reduce(a, b, c) + groupBy(a)", "(call(reduce a b c) + call(groupBy a))"},
		{"x.in + x.let", "(x.in + x.let)"},
		{"a +\n  b # the second\n  * c", "(a + (b * c))"},
		{"a\nor b", "(a or b)"},
		{"größe + 1", "(größe + 1)"},
		{"(d1 + n).dice", "(d1 + n).dice"},
		{"let a = 1; a + 1", "{a=1 (a + 1)}"},
		{"let a = b + 1;\n  let c = a * 2; # twice\n  a - c", "{a=(b + 1) {c=(a * 2) (a - c)}}"},
		{"(let a = 1; a) + 1", "({a=1 a} + 1)"},
		{"1 - (let a = 1; a)", "(1 - {a=1 a})"},
		{"-(let a = x; a)", "(- {a=x a})"},
		{"(let a = x; a).hp", "{a=x a}.hp"},
		{"let a = (let b = 1; b); a", "{a={b=1 b} a}"},
		{"any(l, let a = each; any(.m, each > a))", "call(any l {a=<each> call(any <each>.m (<each> > a))})"},
		{"[let a = 1; a, let b = 2; b]", "[{a=1 a} {b=2 b}]"},
		{"f(let count = 1; count, 2)", "call(f {count=1 count} 2)"},
		{"let a = 1; (a + 1) * 2", "{a=1 ((a + 1) * 2)}"},
		{"f(a, by = b)", "call(f a by=b)"},
		{"f(x = (1 + 2) * 3, y = g(z = 4)) + 1", "(call(f x=((1 + 2) * 3) y=call(g z=4)) + 1)"},
		{"f(x = ((1)), y = (let a = 1; a))", "call(f x=1 y={a=1 a})"},
		{"a.f(x = -b).c[0]", "method(a f x=(- b)).c[0]"},
		{"f((a), x = not b)", "call(f a x=(not b))"},
	}
	for _, tt := range tests {
		e, errs := ParseFormula(fragment(tt.text))
		if errs != nil {
			t.Errorf("%s: %v", tt.text, errs)
			continue
		}
		if got := dump(e); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
		checkPrinted(t, e)
	}
}

// checkPrinted fails when a printed formula isn't read as the same one.
func checkPrinted(t *testing.T, e Expr) {
	t.Helper()
	printed := Format(e)
	again, errs := ParseFormula(fragment(printed))
	if errs != nil || dump(again) != dump(e) || Format(again) != printed {
		t.Errorf("%s is printed as %q, which is read as %v, %v", dump(e), printed, again, errs)
	}
}

func TestFormat(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(a)+((b*c))", "a + b * c"},
		{"(a+b)*c", "(a + b) * c"},
		{"a-(b-c)", "a - (b - c)"},
		{"a and b or c", "(a and b) or c"},
		{"1..(n)", "1..n"},
		{"1..n+1", "1..(n + 1)"},
		{"(2**3)**2", "(2 ** 3) ** 2"},
		{"!(a in l)", "not (a in l)"},
		{"filter(l, .x)", "filter(l, each.x)"},
		{`'a "b"'`, `"a \"b\""`},
		{"0.50", "0.5"},
		{"let a=1;(a+1)", "let a = 1; a + 1"},
		{"2*(let a=1;a)", "2 * (let a = 1; a)"},
		{"f(a,b=(c))", "f(a, b = c)"},
	}
	for _, tt := range tests {
		e, errs := ParseFormula(fragment(tt.text))
		if errs != nil || Format(e) != tt.want {
			t.Errorf("%s: got %s, %v, want %s", tt.text, Format(e), errs, tt.want)
		}
	}
}

func TestFormulaSpans(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(a + b) * c", "(a + b) * c"},
		{"((a + b))", "a + b"},
		{"f(x)", "f(x)"},
		{" a.b(c, (d)) ", "a.b(c, (d))"},
		{"(a).b", "(a).b"},
		{"l[(0)]", "l[(0)]"},
		{"not (a)", "not (a)"},
		{"a not in (b)", "a not in (b)"},
		{"[1, 2]", "[1, 2]"},
		{"größe + 2d6", "größe + 2d6"},
		{"(let a = 1; (a))", "let a = 1; (a)"},
	}
	for _, tt := range tests {
		e, errs := ParseFormula(fragment(tt.text))
		if errs != nil {
			t.Fatalf("%s: %v", tt.text, errs)
		}
		if got := e.Span().Text(); got != tt.want {
			t.Errorf("%s: the span is %q, want %q", tt.text, got, tt.want)
		}
	}
	e, _ := ParseFormula(fragment("größe + any(l, .x)[2d6]"))
	index := e.(*Binary).Y.(*Index)
	each := index.X.(*Call).Args[1].(*Member)
	for _, tt := range []struct {
		span diag.Span
		want string
	}{
		{e.(*Binary).X.Span(), "größe"},
		{index.Span(), "any(l, .x)[2d6]"},
		{index.I.Span(), "2d6"},
		{index.X.(*Call).Name.Span, "any"},
		{each.Span(), ".x"},
		{each.X.Span(), "."},
		{each.Name.Span, "x"},
	} {
		if got := tt.span.Text(); got != tt.want {
			t.Errorf("the span is %q, want %q", got, tt.want)
		}
	}
}

// TestFormulaOrigin checks that spans follow a fragment whose text was decoded.
func TestFormulaOrigin(t *testing.T) {
	source := diag.NewSource("x", `a: "b +\n* c"`)
	f := diag.Fragment{Text: "b +\n* c", Source: source, Origin: []int{4, 5, 6, 7, 9, 10, 11, 12}}
	_, errs := ParseFormula(f)
	if got, want := places(errs), "1:7-1:8 missing-operand"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFormulaErrors(t *testing.T) {
	tests := []struct{ text, want, hint string }{
		{"", "1:1-1:1 missing-formula", ""},
		{" # nothing", "1:1-1:11 missing-formula", "text after a # is a comment"},
		{"a +", "1:3-1:4 missing-operand", ""},
		{"* a", "1:1-1:2 missing-operand", ""},
		{"a + * b", "1:3-1:4 missing-operand", ""},
		{"()", "1:1-1:3 missing-operand", ""},
		{"f(a, , b)", "1:6-1:7 missing-operand", ""},
		{"f(, b)", "1:3-1:4 missing-operand", ""},
		{"(a + ) * b", "1:4-1:5 missing-operand", ""},
		{"a not", "1:3-1:6 missing-operand", ""},
		{"a b", "1:3-1:4 missing-operator", `did you forget an operator such as +, "and" or a comma?`},
		{"a AND b", "1:3-1:6 missing-operator", `write "and"`},
		{"a is b", "1:3-1:5 missing-operator", "write == to compare"},
		{"a not b", "1:3-1:6 missing-operator", `write "and not", "or not" or "not in"`},
		{"2 (3)", "1:3-1:4 missing-operator", "put an operator such as * between two values"},
		{"l[0](3)", "1:5-1:6 missing-operator", "put an operator such as * between two values"},
		{"a, b", "1:2-1:3 formula-form", "a list is written [a, b]"},
		{"true.x", "1:5-1:6 formula-form", ""},
		{"a.", "1:2-1:3 missing-name", ""},
		{"a.(b)", "1:2-1:3 missing-name", ""},
		{"a ? b : c", "1:3-1:4 foreign-operator", "write if(condition, one, other)"},
		{"a && b || c", "1:3-1:5 foreign-operator, 1:8-1:10 foreign-operator", `write "and"`},
		{"a = 3", "1:3-1:4 foreign-operator", "write == to compare"},
		{"if(a = 3, 1, 2)", "1:6-1:7 foreign-operator", "write == to compare"},
		{"[a = 3]", "1:4-1:5 foreign-operator", "write == to compare"},
		{"(a = 3)", "1:4-1:5 foreign-operator", "write == to compare"},
		{"f(a.b = 3)", "1:7-1:8 foreign-operator", "write == to compare"},
		{"f(1 + a = 3)", "1:9-1:10 foreign-operator", "write == to compare"},
		{"f(a = b = 3)", "1:9-1:10 foreign-operator", "write == to compare"},
		{"f(= 3)", "1:3-1:4 foreign-operator", "write == to compare"},
		{"f(a = )", "1:5-1:6 missing-operand", ""},
		{"f(a = , b)", "1:5-1:6 missing-operand", ""},
		{"f(a = let x = 1; x)", "1:7-1:10 formula-form", "put it in brackets: (let NAME = VALUE; FORMULA)"},
		{"a === 3", "1:3-1:6 foreign-operator", "write =="},
		{"a => 3", "1:3-1:5 foreign-operator", "write >="},
		{"a <> 3", "1:3-1:5 foreign-operator", "write !="},
		{"a ^ 2", "1:3-1:4 foreign-operator", "write ** for a power"},
		{"a // 2", "1:3-1:5 foreign-operator", "write floor(a / b); a comment begins with #"},
		{"a | f()", "1:3-1:4 foreign-operator", `write "or", or a call: f(x)`},
		{"a & b", "1:3-1:4 foreign-operator", `write "and"`},
		{"a?.b", "1:2-1:4 foreign-operator", "test it first: if(given(x), x.field, 0)"},
		{"a ?? b", "1:3-1:5 foreign-operator", "test it first: if(given(x), x, 0)"},
		{"l[1:2]", "1:4-1:5 foreign-operator", "write if(condition, one, other)"},
		{"any(l, {.x})", "1:8-1:9 foreign-operator", "write a list as [a, b]; to test its elements, write any(list, each.field > 3)"},
		{"{a: 1}", "1:1-1:2 foreign-operator", "write a list as [a, b]; to test its elements, write any(list, each.field > 3)"},
		{"a; b", "1:2-1:3 foreign-operator", "separate the values of a call with commas"},
		{"let x = 1; x;", "1:13-1:14 foreign-operator", "separate the values of a call with commas: if(a, b, c); to name a part of a formula, write let NAME = VALUE; FORMULA"},
		{"let x = 1;", "1:10-1:11 missing-operand", ""},
		{"let x = 1", "1:1-1:4 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"let x = 1\nx + 1", "1:1-1:4 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"let x = 1 in x", "1:1-1:4 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"let x == 1; x", "1:1-1:4 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"let = 1; x", "1:1-1:4 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"let in = 1; x", "1:1-1:4 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"let by = 1; by", "1:5-1:7 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"let", "1:1-1:4 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"any(l, let a = each, a)", "1:8-1:11 formula-form", "as in: let NAME = VALUE; FORMULA"},
		{"1 + let a = 1; a", "1:5-1:8 formula-form", "put it in brackets: (let NAME = VALUE; FORMULA)"},
		{"let a = let b = 1; b; a", "1:9-1:12 formula-form", "put it in brackets: (let NAME = VALUE; FORMULA)"},
		{"a contains b", "1:3-1:11 foreign-word", "write: element in list"},
		{"a matches b", "1:3-1:10 foreign-word", "formulas can't search in texts"},
		{"if a { b } else { c }", "1:1-1:3 foreign-word, 1:6-1:7 foreign-operator, 1:17-1:18 foreign-operator", `"if" in a formula is a call`},
		{"#acc + 1", "1:1-1:9 missing-formula", "text after a # is a comment"},
		{"a+#acc", "1:3-1:4 unknown-character", `a list element is written "each"; a comment needs a space before its #`},
		{"any(l, #.x > 1)", "1:8-1:9 unknown-character", `a list element is written "each"; a comment needs a space before its #`},
		{"any(l, # > 1)", "1:4-1:5 bracket-pair", "text after a # is a comment; a list element is written each"},
		{"$env", "1:1-1:2 unknown-character", ""},
		{"`a`", "1:1-1:2 unknown-character, 1:3-1:4 unknown-character", ""},
		{"a × b", "1:3-1:4 unknown-character", "write *"},
		{"\"abc", "1:1-1:5 unclosed-text", ""},
		{`"a\n"`, "1:1-1:5 unclosed-text", `write \\ for a backslash`},
		{"f(a", "1:2-1:3 bracket-pair", ""},
		{"f(a]", "1:2-1:3 bracket-pair, 1:4-1:5 bracket-pair", ""},
		{"a)", "1:2-1:3 bracket-pair", ""},
		{"4d6kh3", "1:1-1:7 dice-form", "write best(3, 4d6)"},
		{"4d6k3 + 1", "1:1-1:6 dice-form", "write best(3, 4d6)"},
		{"2d20kl1", "1:1-1:8 dice-form", "write worst(1, 2d20)"},
		{"2d20kh + 5", "1:1-1:7 dice-form", "write best(1, 2d20)"},
		{"4d6d1", "1:1-1:6 dice-form", "write best(3, 4d6)"},
		{"4d6dl1", "1:1-1:7 dice-form", "write best(3, 4d6)"},
		{"4d6dh1", "1:1-1:7 dice-form", "write worst(3, 4d6)"},
		{"5d6!", "1:1-1:5 dice-form", "write explode(5d6)"},
		{"5d6! + 1", "1:1-1:5 dice-form", "write explode(5d6)"},
		{"1d6!>=5", "1:1-1:8 dice-form", "write explode(1d6, 5)"},
		{"5d6!!", "1:1-1:6 dice-form", "write explode(5d6)"},
		{"1d6!p", "1:1-1:6 dice-form", "write explode(1d6, 6, 1)"},
		{"3d6x6", "1:1-1:6 dice-form", "programs differ: explode(3d6) if 6 explode; 6 * 3d6 if 6 times as much"},
		{"3d6x5", "1:1-1:6 dice-form", "programs differ: explode(valued(3d6, [1, 2, 3, 4, 6, 5]), 6) if 5 explode; 5 * 3d6 if 5 times as much"},
		{"2d4x10", "1:1-1:7 dice-form", "write 10 * 2d4"},
		{"2d4 x 10", "1:5-1:6 missing-operator", "multiply dice with *: 10 * 2d4"},
		{"2d4 x10", "1:5-1:8 missing-operator", "multiply dice with *: 10 * 2d4"},
		{"2d4 x 5", "1:5-1:6 missing-operator", "multiply dice with *: 5 * 2d4"},
		{"2d4 x3", "1:5-1:7 missing-operator", "multiply dice with *: 3 * 2d4"},
		{"2d6r1", "1:1-1:6 dice-form", "programs differ: 2d5 + 2 if 1 rerolled until another face shows; reroll(2d6, 1) if 1 rerolled once"},
		{"2d6ro<2", "1:1-1:8 dice-form", "programs differ: reroll(2d6, 2) if 1 and 2 rerolled once; reroll(2d6, 1) if 1 rerolled once"},
		{"4dF", "1:1-1:4 dice-form", "write 4d3 - 8"},
		{"4d6adv", "1:1-1:7 dice-form", "functions keep, drop and explode dice"},
		{"4d6kh3a", "1:1-1:8 dice-form", "functions keep, drop and explode dice"},
		{"0d6", "1:1-1:4 dice-form", ""},
		{"1001d6", "1:1-1:7 dice-form", ""},
		{"1d1000001", "1:1-1:10 dice-form", ""},
		{".5", "1:1-1:3 number-form", "write 0.5"},
		{"1_000", "1:1-1:6 number-form", "write 1000"},
		{"0x1F", "1:1-1:5 number-form", "write it with the digits 0 to 9"},
		{"1e3", "1:1-1:4 number-form", "write all its digits"},
		{"007", "1:1-1:4 number-form", "write 7"},
		{"5ft", "1:1-1:4 number-form", "a name begins with a letter; put an operator such as * between a number and a name"},
		{"9007199254740992", "1:1-1:17 number-form", ""},
		{"not a == b", "1:1-1:4 loose-not", "write a != b, or not (a == b)"},
		{"not a in b", "1:1-1:4 loose-not", "write: element not in list"},
		{"not a < b", "1:1-1:4 loose-not", "write not (a < b)"},
		{"1 < x < 5", "1:7-1:8 comparison-chain", "write a < b and b < c, or put one comparison in brackets"},
		{"a == b == c", "1:8-1:10 comparison-chain", "write a < b and b < c, or put one comparison in brackets"},
		{"a not in b == c", "1:12-1:14 comparison-chain", "write a < b and b < c, or put one comparison in brackets"},
		{"a +\n  * b", "1:3-1:4 missing-operand", ""},
		{"größe ? 1", "1:7-1:8 foreign-operator", "write if(condition, one, other)"},
	}
	for _, tt := range tests {
		e, errs := ParseFormula(fragment(tt.text))
		if got := places(errs); got != tt.want || e != nil {
			t.Errorf("%q\n got %s\nwant %s", tt.text, got, tt.want)
			continue
		}
		if got := errs[0].Hint; !strings.HasPrefix(got, tt.hint) && errs[0].Message != tt.hint || tt.hint == "" && got != "" {
			t.Errorf("%q: the hint is %q, want %q", tt.text, got, tt.hint)
		}
	}
}

func TestSingleDie(t *testing.T) {
	for name, want := range map[string]int{
		"d20": 20, "d6": 6, "d66": 0, "d88": 0, "d666": 0, "dF": 0, "F": 0, "d": 0, "d0": 0, "d06": 0, "dx": 0, "2d6": 0, "die": 0, "d1000001": 0,
	} {
		if got, ok := SingleDie(name); ok != (want > 0) || ok && got != want {
			t.Errorf("%s: got %d, %t", name, got, ok)
		}
	}
	for name, want := range map[string]string{
		"d66": "10 * 1d6 + 1d6", "d88": "10 * 1d8 + 1d8", "d666": "100 * 1d6 + 10 * 1d6 + 1d6", "d00": "1d100", "d20kh1": "1d20", "d6r": "1d5 + 1", "d6x": "explode(1d6)", "die": "", "d6xyz": "",
	} {
		forms := OtherDice(name)
		if len(forms) == 0 && want != "" || len(forms) > 0 && forms[0].Text != want {
			t.Errorf("%s: got %v", name, forms)
		}
	}
}

func TestFormulaLimits(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"as long as can be", strings.Repeat("a", MaxFormulaLength), ""},
		{"too long", strings.Repeat("ä", MaxFormulaLength+1), "1:1-1:1026 text-limit"},
		{"as deep as can be", strings.Repeat("(", MaxDepth) + "1" + strings.Repeat(")", MaxDepth), ""},
		{"too deep", strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1), "1:65-1:66 text-limit"},
		// 250 numbers and 249 operators, then one more of each.
		{"as many parts as can be", strings.Repeat("1+", 249) + "-1", ""},
		{"too many parts", strings.Repeat("1+", 250) + "1", "1:1-1:502 text-limit"},
	}
	for _, tt := range tests {
		if _, errs := ParseFormula(fragment(tt.text)); places(errs) != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, places(errs), tt.want)
		}
	}
}

// TestParseConcurrently has the race detector watch the shared configuration.
func TestParseConcurrently(t *testing.T) {
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for range 50 {
				if _, errs := parseProgram(fragment("let x = f(any(l, .x), max(1, a.b(2d6)))")); errs != nil {
					t.Error(errs)
				}
			}
		})
	}
}

// TestLongNotation holds that a notation which would have a meaning for each way of reading many letters is read at once.
func TestLongNotation(t *testing.T) {
	text := "2d6" + strings.Repeat("!>4r<2", 150)
	if length, forms, certain := foreignDice(text); length != len(text) || len(forms) > 0 || certain {
		t.Errorf("%d of %d, %v", length, len(text), forms)
	}
}
