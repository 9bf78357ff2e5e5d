package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

func TestParseScript(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"a turn", "a: strike", "a: strike"},
		{"a turn with a target", "a: strike on b.c", "a: strike on b.c"},
		{"a turn without on", "a: strike b", "a: strike on b"},
		{"a turn with arguments", "a: strike b with weapon = c, d", "a: strike on b with weapon = c, d"},
		{"pass", "a: pass; b: pass", "a: pass\nb: pass"},
		{
			"braces with commas", "a: strike b with c { dice attack 15, damage 4 2, g.save 7, choose x = d, e, h: parry with 3, dice 4, 5 6, expect x == 3 }",
			"a: strike on b with c {\n  dice attack 15, damage 4 2, g.save 7\n  choose x = d, e\n  h: parry with 3\n  dice 4, 5 6\n  expect x == 3\n}",
		},
		{
			"braces over lines", "a: strike {\n  dice 4\n  b: parry { b2: help }; b: pass\n}\nb: pass",
			"a: strike {\n  dice 4\n  b: parry {\n    b2: help\n  }\n  b: pass\n}\nb: pass",
		},
		{"refused", `refused a: strike on b with c = 1 "too far"`, `refused a: strike on b with c = 1 "too far"`},
		{"refused choice", `refused a: choose where_to = place(5, 1), b`, `refused a: choose where_to = place(5, 1), b`},
		{"refused without a target", `refused a: strike "too far"`, `refused a: strike "too far"`},
		{"dice", "dice attack 15", "dice attack 15"},
		{"cards", "draw fate a b, c.fate d\ndraw x y", "draw fate a b, c.fate d\ndraw x y"},
		{
			"cards in braces", "a: strike { dice 4, draw fate a, b.fate c, d: draw, draw fate e f }",
			"a: strike {\n  dice 4\n  draw fate a, b.fate c\n  d: draw\n  draw fate e f\n}",
		},
		{"choices", "choose x = 1\na: choose y = b, c", "choose x = 1\na: choose y = b, c"},
		{"expect", "expect a.hp == 4 and\n  b.hp == 5", "expect a.hp == 4 and b.hp == 5"},
		{"single words", "all pass\nrest\nover", "all pass\nrest\nover"},
		{"wait", "wait 5 * 12", "wait 5 * 12"},
		{"do", "do { apply c to x; f() }", "do {\n  apply c to x\n  f()\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, errs := parseScript(fragment(tt.text))
			if errs != nil {
				t.Fatal(errs)
			}
			if got := s.String(); got != tt.want {
				t.Fatalf("got\n%s\nwant\n%s", got, tt.want)
			}
			again, errs := parseScript(fragment(s.String()))
			if errs != nil || again.String() != s.String() {
				t.Errorf("the printed script is read as %v, %v", again, errs)
			}
		})
	}
}

func TestScriptTree(t *testing.T) {
	s, errs := parseScript(fragment("a: strike b { dice attack 15, g.damage 4 2, 6 }"))
	if errs != nil {
		t.Fatal(errs)
	}
	turn := s.Items[0].(*Turn)
	if turn.Who.Name != "a" || turn.Action.Span.Text() != "strike" || turn.Span().Text() != "a: strike b" {
		t.Errorf("the turn is %+v", turn)
	}
	rolls := turn.Body[0].(*DiceItem).Rolls
	want := []struct {
		text, who, label string
		faces            []int
	}{
		{"attack 15", "", "attack", []int{15}},
		{"g.damage 4 2", "g", "damage", []int{4, 2}},
		{"6", "", "", []int{6}},
	}
	for i, w := range want {
		r := rolls[i]
		same := len(r.Faces) == len(w.faces) && r.Faces[0] == w.faces[0] && r.Faces[len(r.Faces)-1] == w.faces[len(w.faces)-1]
		if r.At.Text() != w.text || r.Who.Name != w.who || r.Label.Name != w.label || !same {
			t.Errorf("roll %d is %+v at %q, want %+v", i, r, r.At.Text(), w)
		}
	}
}

func TestScriptErrors(t *testing.T) {
	tests := []struct{ text, want, message, hint string }{
		{"a strike b", "1:1-1:2 script-form", `no line of a script begins with "a"`, "did you forget the colon? write a: strike"},
		{"let x = 3", "1:1-1:4 script-form", `no line of a script begins with "let"`, "put statements in do { .. }"},
		{"exect x", "1:1-1:6 script-form", `no line of a script begins with "exect"`, `did you mean "expect"?`},
		{"3", "1:1-1:2 script-form", `no line of a script begins with "3"`, "as in: NAME: ACTION on WHOM { dice LABEL 12 }"},
		{"dice", "1:1-1:5 script-form", `expected the label of a roll after "dice"`, "as in: dice NAME.LABEL 4 2"},
		{"dice x", "1:6-1:7 script-form", `expected a number after "x"`, "as in: dice NAME.LABEL 4 2"},
		{"dice x 1.5", "1:8-1:11 script-form", "a die shows a whole number up to 1000000", ""},
		{"draw", "1:1-1:5 script-form", `expected a deck after "draw"`, "as in: draw NAME.DECK CARD CARD"},
		{"draw fate", "1:6-1:10 script-form", `expected a name after "fate"`, "as in: draw NAME.DECK CARD CARD"},
		{"draw ann.fate", "1:10-1:14 script-form", `expected a name after "fate"`, "as in: draw NAME.DECK CARD CARD"},
		{"draw fate 3", "1:11-1:12 script-form", `expected a name after "fate", found "3"`, "as in: draw NAME.DECK CARD CARD"},
		{"shuffle fate", "1:1-1:8 script-form", `no line of a script begins with "shuffle"`, "put statements in do { .. }"},
		{"expect", "1:1-1:7 script-form", `expected a test after "expect"`, "as in: expect WHAT"},
		{"expect x = 3", "1:10-1:11 script-form", `unexpected "=" here`, "write == to compare"},
		{"a:", "1:2-1:3 script-form", `expected an action after ":"`, ""},
		{"a: b on", "1:6-1:8 script-form", `expected the target after "on"`, ""},
		{"a: b { dice 4 } c", "1:17-1:18 script-form", `unexpected "c" after a block`, "a new statement begins on a new line or after a semicolon"},
		{
			"refused a: b { dice 4 }", "1:14-1:24 script-form", "a refused action can't have a block",
			`as in: refused NAME: ACTION on WHOM "reason", or: refused NAME: choose WHAT = VALUE`,
		},
		{"all", "1:1-1:4 script-form", `expected "pass" after "all"`, "as in: all pass"},
		{"do f()", "1:4-1:5 script-form", `expected "{" after "do", found "f"`, "put the statements in { }"},
		{"do { let x 3 }", "1:12-1:13 statement-form", `expected "=" after "x", found "3"`, "as in: let NAME = VALUE"},
		{"a: b c d", "1:8-1:9 missing-operator", `unexpected "d" after "c"`, `did you forget an operator such as +, "and" or a comma?`},
		{"a: b {", "1:6-1:7 bracket-pair", `this "{" is never closed`, ""},
	}
	for _, tt := range tests {
		s, errs := parseScript(fragment(tt.text))
		if got := places(errs); s != nil || got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, got, tt.want)
			continue
		}
		if errs[0].Message != tt.message || errs[0].Hint != tt.hint {
			t.Errorf("%q\n says %s | %s\n want %s | %s", tt.text, errs[0].Message, errs[0].Hint, tt.message, tt.hint)
		}
	}
	text := "a: b {\n  dice\n  zz 3\n}\nexpect 3 3"
	want := "2:3-2:7 script-form, 3:3-3:5 script-form, 5:10-5:11 missing-operator"
	if _, errs := parseScript(fragment(text)); places(errs) != want {
		t.Errorf("got %s, want %s", places(errs), want)
	}
}

func TestParseTrigger(t *testing.T) {
	tests := []struct {
		text string
		want Trigger
		of   string // the formula of Of or Watched
	}{
		{"hurt of self", Trigger{Event: Ident{Name: "hurt"}}, "self"},
		{"hurt of it.victim", Trigger{Event: Ident{Name: "hurt"}}, "it.victim"},
		{"hurt of anyone", Trigger{Event: Ident{Name: "hurt"}}, ""},
		{"leaving", Trigger{Event: Ident{Name: "leaving"}}, ""},
		{"start of turn of self", Trigger{Moment: StartOf, Event: Ident{Name: "turn"}}, "self"},
		{"end of round", Trigger{Moment: EndOf, Event: Ident{Name: "round"}}, ""},
		{"begins", Trigger{Change: Begins}, ""},
		{"ends", Trigger{Change: Ends}, ""},
		{"self.hp falls", Trigger{Change: Falls}, "self.hp"},
		{"self.hp[fire] rises", Trigger{Change: Rises}, "self.hp[fire]"},
		{"anyone.hp changes", Trigger{Change: Changes}, "anyone.hp"},
		{"self becomes prone", Trigger{Change: Becomes, Event: Ident{Name: "prone"}}, "self"},
		{"anyone loses prone", Trigger{Change: Loses, Event: Ident{Name: "prone"}}, ""},
		{"self rolls defense", Trigger{Change: Rolls, Event: Ident{Name: "defense"}}, "self"},
		{"it.victim moves", Trigger{Change: Moves}, "it.victim"},
		{"self acts", Trigger{Change: Acts}, "self"},
		{"moves of self", Trigger{Event: Ident{Name: "moves"}}, "self"},
	}
	for _, tt := range tests {
		got, errs := ParseTrigger(fragment(tt.text))
		if errs != nil {
			t.Errorf("%s: %v", tt.text, errs)
			continue
		}
		of := got.Of
		if got.Watched != nil {
			of = got.Watched
		}
		if got.Moment != tt.want.Moment || got.Change != tt.want.Change || got.Event.Name != tt.want.Event.Name || Format(of) != tt.of {
			t.Errorf("%s: got %+v of %s", tt.text, got, Format(of))
		}
		if again, errs := ParseTrigger(fragment(got.String())); errs != nil || again.String() != got.String() {
			t.Errorf("%s is printed as %q, which is read as %v, %v", tt.text, got, again, errs)
		}
	}
}

func TestParseUntil(t *testing.T) {
	tests := []struct{ text, kind, of string }{
		{"end of turn", "event", ""},
		{"end of my turn", "event", "my"},
		{"end of my next turn", "next event", "my"},
		{"end of its turn", "event", "its"},
		{"start of next round", "next event", ""},
		{"end of next turn of self", "next event", "self"},
		{"end of its 2nd turn", "2 event", "its"},
		{"start of my 3rd turn", "3 event", "my"},
		{"end of 11th round", "11 event", ""},
		{"2nd moves", "2 event", ""},
		{"22nd hurt of self", "22 event", "self"},
		{"start of 100th turn of x", "100 event", "x"},
		{"self moves", "event", "self"},
		{"hurt of self", "event", "self"},
		{"now + 10", "time", ""},
		{"when not adjacent(self, it.by)", "formula", ""},
	}
	for _, tt := range tests {
		u, errs := ParseUntil(fragment(tt.text))
		if errs != nil {
			t.Errorf("%s: %v", tt.text, errs)
			continue
		}
		kind, of := "", ""
		switch {
		case u.Time != nil:
			kind = "time"
		case u.When != nil:
			kind = "formula"
		case u.Next:
			kind = "next event"
		case u.Nth > 0:
			kind = fmt.Sprintf("%d event", u.Nth)
		default:
			kind = "event"
		}
		if u.Trigger != nil {
			of = Format(u.Trigger.Of)
		}
		if kind != tt.kind || of != tt.of || u.String() != tt.text {
			t.Errorf("%s: got %s of %q, printed %q", tt.text, kind, of, u)
		}
	}
}

func TestPhraseErrors(t *testing.T) {
	tests := []struct {
		parse      string
		text, want string
	}{
		{"trigger", "", "1:1-1:1 phrase-form"},
		{"trigger", "x y", "1:3-1:4 phrase-form"},
		{"trigger", "hp falls", "1:1-1:3 phrase-form"},
		{"trigger", "end of", "1:5-1:7 phrase-form"},
		{"trigger", "end of turn of", "1:13-1:15 phrase-form"},
		{"trigger", "self.hp > 3", "1:5-1:6 phrase-form"},
		{"trigger", "end of my turn", "1:8-1:10 phrase-form"},
		{"trigger", "start of next turn", "1:10-1:14 phrase-form"},
		{"trigger", "hurt of f(", "1:10-1:11 bracket-pair"},
		{"trigger", "hurt of a b", "1:11-1:12 missing-operator"},
		{"trigger", "start of 2nd turn", "1:10-1:13 phrase-form"},
		{"until", "end of its 2th turn", "1:12-1:15 phrase-form"},
		{"until", "end of its 12nd turn", "1:12-1:16 phrase-form"},
		{"until", "end of its 1st turn", "1:12-1:15 phrase-form"},
		{"until", "end of its 1th turn", "1:12-1:15 phrase-form"},
		{"until", "end of its 0th turn", "1:12-1:15 phrase-form"},
		{"until", "end of its 101st turn", "1:12-1:17 phrase-form"},
		{"until", "end of its 99999999999999999999th turn", "1:12-1:34 phrase-form"},
		{"until", "end of 2nd", "1:8-1:11 phrase-form"},
		{"until", "end of next 2nd turn", "1:13-1:16 phrase-form"},
		{"until", "end of 2nd next turn", "1:17-1:21 phrase-form"},
		{"until", "now + 2nd", "1:7-1:10 number-form"},
		{"until", "end of my turn of self", "1:16-1:23 phrase-form"},
		{"until", "x > 3", "1:3-1:4 phrase-form"},
		{"until", "when", "1:1-1:5 phrase-form"},
		{"until", "now +", "1:5-1:6 missing-operand"},
		{"type", "", "1:1-1:1 type-form"},
		{"type", "list", "1:1-1:5 type-form"},
		{"type", "list of", "1:6-1:8 type-form"},
		{"type", "map of x", "1:8-1:9 type-form"},
		{"type", "x y", "1:3-1:4 type-form"},
		{"type", "formula", "1:1-1:8 type-form"},
		{"type", "program(a: b)", "1:10-1:11 type-form"},
		{"type", "program(a ?)", "1:11-1:12 type-form"},
		{"type", "program(a", "1:8-1:9 bracket-pair"},
		{"type", "3", "1:1-1:2 type-form"},
		{"template", "a } b", "1:3-1:4 template-brace"},
		{"template", "a { b", "1:3-1:4 template-brace"},
		{"template", "{x +} and {}", "1:4-1:5 missing-operand, 1:12-1:12 missing-formula"},
	}
	for _, tt := range tests {
		var got string
		switch tt.parse {
		case "trigger":
			_, errs := ParseTrigger(fragment(tt.text))
			got = places(errs)
		case "until":
			_, errs := ParseUntil(fragment(tt.text))
			got = places(errs)
		case "type":
			_, errs := ParseType(fragment(tt.text))
			got = places(errs)
		case "template":
			_, errs := ParseTemplate(fragment(tt.text))
			got = places(errs)
		}
		if got != tt.want {
			t.Errorf("%s %q\n got %s\nwant %s", tt.parse, tt.text, got, tt.want)
		}
	}
}

func TestParseType(t *testing.T) {
	for _, text := range []string{
		"number", "pool", "creature", "list of creature", "set of list of text", "map of number to program(target creature, by)",
		"formula number(a creature, b list of creature)", "formula list of dice", "program", "program(a)",
	} {
		got, errs := ParseType(fragment(text))
		if errs != nil || got.String() != text || got.At.Text() != text {
			t.Errorf("%s: got %v at %q, %v", text, got, got.At.Text(), errs)
		}
	}
	got, _ := ParseType(fragment("map of size to formula dice(n number, m)"))
	if got.Key.Head.Name != "size" || got.Elem.Elem.Head.Name != "dice" || got.Elem.Params[0].Type.Head.Name != "number" ||
		got.Elem.Params[1].Type != nil {
		t.Errorf("got %+v", got)
	}
}

func TestParseTemplate(t *testing.T) {
	got, errs := ParseTemplate(fragment(`{self} swings {{at}} {target.of("}")}!`))
	if errs != nil || len(got.Pieces) != 4 {
		t.Fatal(got, errs)
	}
	var parts []string
	for _, p := range got.Pieces {
		if p.Value != nil {
			parts = append(parts, dump(p.Value)+"@"+p.Value.Span().Text())
		} else {
			parts = append(parts, p.Text)
		}
	}
	want := []string{"self@self", " swings {at} ", `method(target of "}")@target.of("}")`, "!"}
	if strings.Join(parts, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", parts, want)
	}
	if got.String() != `{self} swings {{at}} {target.of("}")}!` {
		t.Errorf("printed as %s", got)
	}
}

// parseScript reads a script; it is nil exactly when the list has errors.
func parseScript(f diag.Fragment) (*Script, diag.List) {
	s, errs := ReadScript(f)
	if errs.HasErrors() {
		return nil, errs
	}
	return s, errs
}
