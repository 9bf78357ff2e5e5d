package types_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// world is a small ruleset in which the tests of formulas and programs stand.
//
//go:embed testdata/world.yaml
var world string

// checker is the checker of a ruleset, for tests.
type checker struct{ *types.Checker }

// self and it are the inputs of most texts.
func self(t program.Type) program.Local { return program.Local{Name: "self", Type: t} }
func it(t program.Type) program.Local   { return program.Local{Name: "it", Type: t} }

// declared returns the checker of the world, after everything was declared.
func declared(t *testing.T, text string) *checker {
	t.Helper()
	src := diag.NewSource("world.yaml", strings.TrimPrefix(text, "\n"))
	root, list := tree.Parse(src)
	checked := decls.Ruleset(root, nil, nil, nil, nil, &list)
	list.Sort()
	for _, d := range list {
		if d.Code == decls.CodeUnreadParam {
			continue // the world reads them only in what a test adds
		}
		t.Errorf("the world itself: %s", d.Line())
	}
	if t.Failed() {
		t.FailNow()
	}
	return &checker{checked.Checker()}
}

// fragment returns a text as if it stood in a file of its own.
func fragment(text string) diag.Fragment {
	return diag.NewFragment(diag.Span{Source: diag.NewSource("text", text), End: len(text)})
}

// act returns what a text of the deed may read: self, it, and the act's fields.
func (c *checker) act() types.Env {
	strike := c.Defs["strike"][0].Action
	own := append(types.ParamFields(strike.Params), strike.Running...)
	return types.Env{
		Inputs: []program.Local{self(c.Creature()), it(types.DefinitionOf(c.Kinds["deed"]))},
		Own:    own, Params: len(strike.Params),
		Events: []*program.Event{c.Events["hurt"]}, Was: true, Acts: true,
	}
}

// codes runs a check and returns what it reported: "code at text" each.
func (c *checker) codes(check func()) []string {
	before := len(*c.List)
	check()
	var codes []string
	found := (*c.List)[before:]
	found.Sort()
	for _, d := range found {
		codes = append(codes, string(d.Code)+" at "+d.Span.Text())
	}
	*c.List = (*c.List)[:before]
	return codes
}

// wantCodes compares what was reported with what a case expects: nothing, or
// one diagnostic.
func wantCodes(t *testing.T, text string, got []string, want string) {
	t.Helper()
	joined := strings.Join(got, "; ")
	if joined != want {
		t.Errorf("%s\n got  %q\n want %q", text, joined, want)
	}
}

// codesOf returns what is wrong with a ruleset: "code at text" each.
func codesOf(t *testing.T, text string) []string {
	t.Helper()
	root, list := tree.Parse(diag.NewSource("ruleset.yaml", strings.TrimPrefix(text, "\n")))
	decls.Ruleset(root, nil, nil, nil, nil, &list)
	list.Sort()
	var codes []string
	for _, d := range list {
		codes = append(codes, string(d.Code)+" at "+d.Span.Text())
	}
	return codes
}

func replaceAll(text string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(text)
}
