package decode

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// reader returns a reader of a program with a scale and nothing else.
func reader(t *testing.T) (*Reader, *program.Scale) {
	t.Helper()
	size := &program.Scale{Decl: program.Decl{Name: "size"}}
	for i, name := range []string{"small", "large"} {
		size.Steps = append(size.Steps, &program.ScaleStep{Decl: program.Decl{Name: name, Index: i}})
	}
	r := New(types.New(&program.Program{Space: &program.Space{}}, nil, &diag.List{}))
	r.AddScale(size)
	return r, size
}

func node(t *testing.T, text string) *tree.Node {
	t.Helper()
	n, list := tree.Parse(diag.NewSource("f", text))
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	return n
}

// A family takes one value for all, or one each, the rest by its default.
func TestFamilies(t *testing.T) {
	r, size := reader(t)
	of := types.StepOf(size)
	f := &program.Field{Decl: program.Decl{Name: "armor"}, Type: types.NumberType, Family: &of}
	all := r.Value(node(t, "v: 2\n").Get("v"), f, nil, types.Env{Where: "armor"})
	if len(all.Map) != 2 || all.Map[0].Value.Expr.Num != 2 || all.Map[1].Value.Expr.Num != 2 {
		t.Errorf("one value for all gives %+v", all)
	}
	f.Default = all
	some := r.Value(node(t, "v: {large: 5}\n").Get("v"), f, nil, types.Env{Where: "armor"})
	if len(some.Map) != 2 || some.Map[0].Value.Expr.Num != 2 || some.Map[1].Value.Expr.Num != 5 {
		t.Errorf("one value and a default give %+v", some)
	}
	f.Default = nil
	r.Value(node(t, "v: {lagre: 5, small: 1}\n").Get("v"), f, nil, types.Env{Where: "armor"})
	if list := *r.List; len(list) != 2 || list[0].Code != CodeUnknownMember || list[1].Code != CodeMissingField ||
		!strings.HasPrefix(list[0].Hint, `did you mean "large"?`) {
		t.Errorf("a member that isn't there gives %v", list)
	}
}

// What every declaration has, and the words that a key may be.
func TestDeclarations(t *testing.T) {
	r, _ := reader(t)
	e := node(t, "deep_cut: {again: replcae}  #: It hurts. [a.b]\n").Entries[0]
	m := r.ReadMapping(format.Condition, e.Value, Named("condition", e.Key.Text))
	d := r.Decl(e, m, 3)
	if d.Title != "deep cut" || d.About != "It hurts." || len(d.Cite) != 1 || d.Index != 3 {
		t.Errorf("got %+v", d)
	}
	if m.GetWord("again") != 0 || len(*r.List) != 1 || (*r.List)[0].Hint != `did you mean "replace"? it must be one of: refresh, replace` {
		t.Errorf("got %v", *r.List)
	}
}

// Places, comments and tests are no part of what identifies a ruleset; values are.
func TestHash(t *testing.T) {
	hash := func(text string) string { return HashOf(node(t, text), nil) }
	one := hash("a: 1\nb: [x, y]\n")
	if one != hash("a:   1 # one\n\nb:\n  - x\n  - y\ncases: {c: 1}\n") {
		t.Error("how it is written changes the hash")
	}
	for _, other := range []string{"a: 2\nb: [x, y]\n", "a: 1\nb: [xy]\n", "a: 1\nb: {x: y}\n", "b: [x, y]\na: 1\n"} {
		if one == hash(other) {
			t.Errorf("%q has the same hash", other)
		}
	}
	if EncounterHash(node(t, "seed: 1\na: 1\n")) != EncounterHash(node(t, "seed: 2\na: 1\n")) {
		t.Error("the seed changes the hash of an encounter")
	}
}
