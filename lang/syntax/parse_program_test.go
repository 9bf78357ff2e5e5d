package syntax

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// TestParseProgram compares the tree by the way it is printed: every part of a
// statement is printed, so that a part that got lost or misplaced shows.
func TestParseProgram(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"comments and empty lines", "# a\n\n ; ; # b\nstop # c", "stop"},
		{"statements on one line", "let x = 1; stop with x", "let x = 1\nstop with x"},
		{"let", "let x=f(1)", "let x = f(1)"},
		{"assignments", "x = 1\na.b += 2\nl[i].c -= 3", "x = 1\na.b += 2\nl[i].c -= 3"},
		{"calls", "f()\nit.hit(a, b)\nx.y[1].go()", "f()\nit.hit(a, b)\nx.y[1].go()"},
		{"roll", "roll x = 1d6", "roll x = 1d6"},
		{"roll with all parts", "roll x by a.b as what = 1d6 + 2", "roll x by a.b as what = 1d6 + 2"},
		{"cards", "draw x from d; discard x.card to d; shuffle d", "draw x from d\ndiscard x.card to d\nshuffle d"},
		{"draw with all parts", "draw draw from from\n  by a.b", "draw draw from from by a.b"},
		{"choose", "choose x from l", "choose x from l"},
		{
			"choose with all parts", "choose some x from f(l) where .hp > 0 and .out by target default none",
			"choose some x from f(l) where each.hp > 0 and each.out by target default none",
		},
		{"choose a number", "choose x from 1 to 5 by chance default 3", "choose x from 1 to 5 by chance default 3"},
		{"announce", "announce e", "announce e"},
		{
			"announce with all parts", "announce e of x with a = 1, b = f(2, 3) for [a, b] until all pass",
			"announce e of x with a = 1, b = f(2, 3) for [a, b] until all pass",
		},
		{"perform", "perform act", "perform act"},
		{
			"perform with all parts", "perform it.action by a on b with c = 1, 2 + 3",
			"perform it.action by a on b with c = 1, 2 + 3",
		},
		{"pay", "pay p 2", "pay p 2"},
		{"pay all that is set aside", "pay p, fam[fire], q 2 from who", "pay p , fam[fire] , q 2 from who"},
		{"pay several", "pay p 2, fam[fire] f(1, 2), q -x from who", "pay p 2, fam[fire] f(1, 2), q -x from who"},
		{"apply", "apply c to x", "apply c to x"},
		{
			"apply with all parts", "apply it.c to x by y with a = 1 until end of my next turn",
			"apply it.c to x by y with a = 1 until end of my next turn",
		},
		{"apply until a time", "apply c to x until now + 10", "apply c to x until now + 10"},
		{"end conditions", "end a, b on x", "end a, b on x"},
		{
			"end with all parts", "end a on x where by == self until when x.hp > 3",
			"end a on x where by == self until when x.hp > 3",
		},
		{"end an instance", "end it\nend self.held until end of turn", "end it\nend self.held until end of turn"},
		{"end an entry", "end e of x", "end e of x"},
		{"end actions", "end actions of x.y", "end actions of x.y"},
		{"move", "move x to p", "move x to p"},
		{"move several", "move x to y.place, y to x.place", "move x to y.place, y to x.place"},
		{"schedule", "schedule e at now + 1", "schedule e at now + 1"},
		{
			"schedule with all parts", "schedule e of x at a, -b, 3 with c = 1 for x.cond",
			"schedule e of x at a, -b, 3 with c = 1 for x.cond",
		},
		{"schedule after", "schedule e of x after f of y", "schedule e of x after f of y"},
		{"if", "if a and\n b { f() }", "if a and b {\n  f()\n}"},
		{"if else", "if a { f() } else { g() }", "if a {\n  f()\n} else {\n  g()\n}"},
		{
			"else on its own line", "if a { f(); g() }\nelse if b {\n h() }\n\nelse {}",
			"if a {\n  f()\n  g()\n} else if b {\n  h()\n} else {}",
		},
		{"an end that counts", "apply c to x until end of its 2nd turn", "apply c to x until end of its 2nd turn"},
		{"while", "while x.hp > 3 and not f(x) { g(x); let y = 1 }", "while x.hp > 3 and not f(x) {\n  g(x)\n  let y = 1\n}"},
		{"a part with a name", "x.hp = (let a = 1; a + b)\nif (let c = 2; c > y) { f([let d = 1; d]) }", "x.hp = (let a = 1; a + b)\nif (let c = 2; c > y) {\n  f([let d = 1; d])\n}"},
		{"for", "for x in l { f(x) }", "for x in l {\n  f(x)\n}"},
		{
			"for with all parts", "for k, v in it.m where k >= 2 and x in l in order of -k together { v() }",
			"for k, v in it.m where k >= 2 and x in l in order of -k together {\n  v()\n}",
		},
		{"if with in", "if self in a.l { f() }", "if self in a.l {\n  f()\n}"},
		{"afterwards", "afterwards { if a { f() } }", "afterwards {\n  if a {\n    f()\n  }\n}"},
		{"stop", "stop", "stop"},
		{"stop with several values", "stop with hit = a.b > 1, harm = f(a)", "stop with hit = a.b > 1, harm = f(a)"},
		{"stop with a value", "stop with if(a, 1, 2)", "stop with if(a, 1, 2)"},
		{"lines that go on after an operator", "let x = 1 +\n  2\n", "let x = 1 + 2"},
		{"lines that go on with and", "let x = a\n  and b\n  or c", "let x = (a and b) or c"},
		{"lines that go on in brackets", "f(1,\n  2\n)", "f(1, 2)"},
		{"lines that go on with a clause", "choose x from l\n  where .a\n  by y\n  default none", "choose x from l where each.a by y default none"},
		{"any clause that begins no statement", "schedule e\n  of x\n  at 3\n  with c = 1\nfor y in l { f() }", "schedule e of x at 3 with c = 1\nfor y in l {\n  f()\n}"},
		{"clause words after a dot", "let x = it.from + event.by + a.with", "let x = it.from + event.by + a.with"},
		{"clause words in brackets", "f(by, (to))", "f(by, to)"},
		{"clause words as names", "apply to to self\nschedule at of on at by + 1", "apply to to self\nschedule at of on at by + 1"},
		{"a call over a block", "if f(a) {\n g() # }\n}", "if f(a) {\n  g()\n}"},
		{"a word of the language as an event", "announce move of x", "announce move of x"},
		{"carriage returns", "let x = 1\r\nstop\r\n", "let x = 1\nstop"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, errs := parseProgram(fragment(tt.text))
			if errs != nil {
				t.Fatal(errs)
			}
			if got := b.String(); got != tt.want {
				t.Fatalf("got\n%s\nwant\n%s", got, tt.want)
			}
			again, errs := parseProgram(fragment(b.String()))
			if errs != nil || again.String() != b.String() {
				t.Errorf("the printed program is read as %v, %v", again, errs)
			}
		})
	}
}

func TestStatementTree(t *testing.T) {
	b, errs := parseProgram(fragment("for k, v in m where k > 1 { v() }\nend e of x\nif a { f() } else if b { g() }"))
	if errs != nil {
		t.Fatal(errs)
	}
	loop := b.Stmts[0].(*For)
	if loop.Name.Name != "k" || loop.Second.Name != "v" || loop.Order != nil || loop.Together || len(loop.Body.Stmts) != 1 {
		t.Errorf("the loop is %+v", loop)
	}
	if got := loop.Span().Text(); got != "for k, v in m where k > 1" {
		t.Errorf("the span of the loop is %q", got)
	}
	if got := loop.Second.Span.Text(); got != "v" {
		t.Errorf("the span of the second name is %q", got)
	}
	if got := loop.Body.At.Text(); got != "{ v() }" {
		t.Errorf("the span of the body is %q", got)
	}
	if end := b.Stmts[1].(*EndEntry); end.Entry.Name != "e" || dump(end.Of) != "x" {
		t.Errorf("the end is %+v", end)
	}
	choice := b.Stmts[2].(*If)
	inner := choice.Else.Stmts[0].(*If)
	if dump(inner.Cond) != "b" || inner.Else != nil || inner.Span().Text() != "b" || choice.Else.At.Text() != "b { g() }" {
		t.Errorf("the else is %+v, at %q", inner, choice.Else.At.Text())
	}
}

func TestProgramErrors(t *testing.T) {
	tests := []struct{ text, want, message, hint string }{
		{"if x = 3 { f() }", "1:6-1:7 statement-form", `expected "{" after "x", found "="`, "write == to compare"},
		{"if x\nf()", "1:4-1:5 statement-form", `expected "{" after "x"`, `write "{", the statements and "}" after it`},
		{"if x then f()", "1:6-1:10 statement-form", `expected "{" before "then"`, "write it without then: if WHAT { .. }"},
		{"if { f() }", "1:4-1:5 statement-form", `expected a test after "if", found "{"`, "as in: if WHAT { .. } else { .. }"},
		{"if x { f()", "1:6-1:7 bracket-pair", `this "{" is never closed`, ""},
		{"f() }", "1:5-1:6 bracket-pair", `this "}" closes nothing`, ""},
		{"else { f() }", "1:1-1:5 statement-form", `"else" without an "if" before it`, "as in: if WHAT { .. } else { .. }"},
		{"if x { f() } g()", "1:14-1:15 statement-form", `unexpected "g" after a block`, "a new statement begins on a new line or after a semicolon"},
		{"let x 3", "1:7-1:8 statement-form", `expected "=" after "x", found "3"`, "as in: let NAME = VALUE"},
		{"let x", "1:5-1:6 statement-form", `expected "=" after "x"`, "as in: let NAME = VALUE"},
		{"let x =", "1:7-1:8 statement-form", `expected a value after "="`, "as in: let NAME = VALUE"},
		{
			"let x = let t = 3; t * 2", "1:9-1:12 statement-form", `in a program, a formula that begins with "let" needs brackets`,
			"write (let NAME = VALUE; FORMULA)",
		},
		{
			"x = 1\nif let n = 2; n > 1 { f() }\ny = 2", "2:4-2:7 statement-form", `in a program, a formula that begins with "let" needs brackets`,
			"write (let NAME = VALUE; FORMULA)",
		},
		{"let = 3", "1:1-1:4 statement-form", `"let" is a reserved word and can't be a name here`, "as in: let NAME = VALUE"},
		{
			"let to = 3", "1:5-1:7 statement-form", `expected the name of a new value after "let", found "to"`,
			`"to" is a reserved word and can't be a name here`,
		},
		{"until x > 3 { f() }", "1:1-1:6 unknown-statement", `unknown statement "until"`, "write while not (..) { .. }"},
		{"while x > 3", "1:11-1:12 statement-form", `expected "{" after "3"`, `write "{", the statements and "}" after it`},
		{"while { f() }", "1:7-1:8 statement-form", `expected a test after "while", found "{"`, "as in: while WHAT { .. }"},
		{"while x = 3 { f() }", "1:9-1:10 statement-form", `expected "{" after "x", found "="`, "write == to compare"},
		{"return 3", "1:1-1:7 unknown-statement", `unknown statement "return"`, "write stop with VALUE"},
		{"wait 9", "1:1-1:5 unknown-statement", `unknown statement "wait"`, "a program runs at once: schedule an entry for what happens later"},
		{"aply c to x", "1:1-1:5 unknown-statement", `no statement begins with "aply"`, `did you mean "apply"?`},
		{"f (x)", "1:1-1:2 unknown-statement", `no statement begins with "f"`, "put the bracket of a call directly after its name"},
		{"f(x) = 3", "1:1-1:5 assign-target", "the result of a call can't be changed", "to change a quantity, change what contributes to it; fields and pools can be set"},
		{"1 + x = 3", "1:1-1:6 assign-target", `"1 + x" can't be changed`, "write NAME = VALUE, or THING.FIELD = VALUE"},
		{"1 + 2", "1:1-1:6 idle-statement", "this only computes a value and does nothing with it", "write let NAME = VALUE to keep it"},
		{"x == 3", "1:1-1:7 idle-statement", "this only computes a value and does nothing with it", "write = to set"},
		{"x", "1:1-1:2 idle-statement", `"x" alone does nothing`, "to call a proc, write x()"},
		{"stp", "1:1-1:4 idle-statement", `"stp" alone does nothing`, `did you mean "stop"?`},
		{"it.hit", "1:1-1:7 idle-statement", "this only reads a value and does nothing with it", "to call a program in a field, write it.hit()"},
		{"pay 3", "1:5-1:6 statement-form", `expected a pool after "pay", found "3"`, "as in: pay POOL 2 from WHO"},
		{"pay self.p 2", "1:5-1:10 statement-form", "pay takes only the name of a pool", "as in: pay POOL 2 from WHO"},
		{
			"apply c to x with 3", "1:19-1:20 argument-name", "this value needs a name", "write NAME = 3",
		},
		{"announce e with a.b = 3", "1:17-1:20 argument-name", "expected a name before the =", "write == to compare"},
		{
			"perform a on b by c", "1:16-1:18 statement-form", `unexpected "by" here`,
			"the parts go in this order: perform ACTION by WHO on WHOM with NAME = VALUE else { .. }",
		},
		{
			"end c at x", "1:7-1:9 statement-form", `unexpected "at" here`,
			"as in: end CONDITION on WHOM where WHAT until END, or: end INSTANCE, or: end ACT, or: end ENTRY of WHOM",
		},
		{
			"end a, b of x", "1:5-1:9 statement-form", `expected the name of one entry before "of"`,
			"as in: end ENTRY of WHOM, or: end CONDITION on WHOM",
		},
		{
			"end e of x until end of turn", "1:1-1:29 statement-form", "an entry ends at once, without where or until",
			"as in: end ENTRY of WHOM",
		},
		{
			"schedule e of at 5", "1:15-1:17 statement-form", `expected an owner after "of", found "at"`,
			"as in: schedule ENTRY of WHOM at WHEN with NAME = VALUE for INSTANCE",
		},
		{"roll x by = 1d6", "1:11-1:12 statement-form", `expected the creature that does it after "by", found "="`, "as in: roll NAME by WHO as LABEL = DICE against NUMBER"},
		{"draw x", "1:6-1:7 statement-form", `expected "from" after "x"`, "as in: draw NAME from DECK by WHO"},
		{"draw x from", "1:8-1:12 statement-form", `expected a deck after "from"`, "as in: draw NAME from DECK by WHO"},
		{"draw x from a.b", "1:14-1:15 statement-form", `unexpected "." here`, "as in: draw NAME from DECK by WHO"},
		{"discard x", "1:9-1:10 statement-form", `expected "to" after "x"`, "as in: discard CARD to DECK"},
		{"shuffle", "1:1-1:8 statement-form", `expected a deck after "shuffle"`, "as in: shuffle DECK"},
		{"shuffle a, b", "1:10-1:11 statement-form", `unexpected "," here`, "as in: shuffle DECK"},
		{"x += 1 += 2", "1:8-1:10 statement-form", `unexpected "+=" here`, ""},
		{"stop 3", "1:6-1:7 statement-form", `unexpected "3" here`, "as in: stop with VALUE, or: stop with NAME = VALUE, NAME = VALUE"},
		{"apply c to x until end of", "1:24-1:26 phrase-form", `expected the name of an event after "of"`, ""},
		{"* 3", "1:1-1:2 missing-operand", `something is missing before "*"`, ""},
	}
	for _, tt := range tests {
		b, errs := parseProgram(fragment(tt.text))
		if got := places(errs); b != nil || got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, got, tt.want)
			continue
		}
		if got := errs[0].Message; got != tt.message {
			t.Errorf("%q\n says %s\n want %s", tt.text, got, tt.message)
		}
		if got := errs[0].Hint; got != tt.hint {
			t.Errorf("%q\n hints %s\n  want %s", tt.text, got, tt.hint)
		}
	}
}

// TestManyErrors checks that an error doesn't hide the next one.
func TestManyErrors(t *testing.T) {
	text := strings.Join([]string{
		"let x = 3 3",
		"if x = 3 {",
		"  let y 4",
		"  for z in l { a ? b : c }",
		"}",
		"let v = a +",
		"let w = “b”",
		"stop with",
	}, "\n")
	want := strings.Join([]string{
		"1:11-1:12 missing-operator",
		"2:6-2:7 statement-form",
		"3:9-3:10 statement-form",
		"4:18-4:19 foreign-operator",
		"6:11-6:12 missing-operand",
		"7:9-7:10 unknown-character",
		"7:11-7:12 unknown-character",
		"8:6-8:10 statement-form",
	}, ", ")
	if _, errs := parseProgram(fragment(text)); places(errs) != want {
		t.Errorf("got\n%s\nwant\n%s", places(errs), want)
	}
}

func TestProgramLimits(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("if a {", n) + strings.Repeat("}", n) }
	tests := []struct{ name, text, want string }{
		{"as large as can be", strings.Repeat("#", MaxProgramSize), ""},
		{"too large", strings.Repeat("#", MaxProgramSize+1), "1:1-1:1 text-limit"},
		{"as deep as can be", deep(MaxDepth), ""},
		{"too deep", deep(MaxDepth + 1), "1:390-1:391 text-limit"},
	}
	for _, tt := range tests {
		if _, errs := parseProgram(fragment(tt.text)); places(errs) != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, places(errs), tt.want)
		}
	}
}

// eachSpan calls f for every span in a tree.
func eachSpan(v reflect.Value, f func(diag.Span)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			eachSpan(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachSpan(v.Index(i), f)
		}
	case reflect.Struct:
		if s, ok := v.Interface().(diag.Span); ok {
			f(s)
			return
		}
		for i := range v.NumField() {
			eachSpan(v.Field(i), f)
		}
	}
}

// checkSpans fails when a span of a tree or a diagnostic lies outside the source.
func checkSpans(t *testing.T, tree any, errs diag.List) {
	t.Helper()
	check := func(s diag.Span) {
		if !s.IsZero() && (s.Start < 0 || s.End < s.Start || s.End > len(s.Source.Text)) {
			t.Errorf("the span %d-%d lies outside", s.Start, s.End)
		}
	}
	for _, d := range errs {
		check(d.Span)
		if d.Message == "" || d.Code == "" || d.Span.IsZero() {
			t.Errorf("a diagnostic lacks something: %+v", d)
		}
	}
	if !errs.HasErrors() {
		eachSpan(reflect.ValueOf(tree), check)
	}
}

// TestExtents holds where statements stand, each before those in its blocks, up to where their first
// block begins, and which is the first of the block that they are part of.
func TestExtents(t *testing.T) {
	const text = "let x = 1; if x > 0 { a() } else if x < 0 { b()   # why\n  c() }\nelse {}\n# so\nperform hit on self with p = 2,\n  q = 3 else { stop }\n"
	want := []string{
		"let x = 1||0", "if x > 0 |{ a() } else if x < 0 { b()   # why\n  c() }\nelse {}|0", "a()||2", "b()||3", "c()||3",
		"perform hit on self with p = 2,\n  q = 3 else |{ stop }|0", "stop||6",
	}
	var found []string
	for _, x := range Extents(fragment(text)) {
		found = append(found, fmt.Sprintf("%s|%s|%d", text[x.Start:x.Head], text[x.Head:x.End], x.First))
	}
	if !slices.Equal(found, want) {
		t.Errorf("found %q\nwant  %q", found, want)
	}
	for _, text := range []string{"", "1 +", "let x =", "a() }"} {
		if x := Extents(fragment(text)); x != nil {
			t.Errorf("%q has statements: %v", text, x)
		}
	}
}

// parseProgram reads a program; the block is nil exactly when the list has errors.
func parseProgram(f diag.Fragment) (*Block, diag.List) {
	b, errs := ReadProgram(f)
	if errs.HasErrors() {
		return nil, errs
	}
	return b, errs
}
