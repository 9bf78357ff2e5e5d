package types_test

import (
	"github.com/rulec/rulec/lang/types"
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/syntax"
)

// P31: one published list; definitions may be called like its words, and locals,
// procs, parameters and fields may not where they could be taken for one.
func TestWords(t *testing.T) {
	words := types.Words()
	if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
		t.Error("the list is not sorted, or has a word twice")
	}
	for _, w := range append(syntax.Words(), "distance", "everyone", "carrier", "since", "conditions", "direction") {
		if !slices.Contains(words, w) {
			t.Errorf("%q is missing", w)
		}
	}
	for _, w := range []string{"self", "roll", "and", "event", "none", "everyone"} {
		if !types.Reserved(w) {
			t.Errorf("%q is free", w)
		}
	}
	for _, w := range []string{"to", "from", "by", "act", "path", "place", "target", "best"} {
		if types.Reserved(w) {
			t.Errorf("%q is reserved", w)
		}
	}
}

// P31: an action may be called move, a condition hold; a proc may not be called roll.
func TestReservedNames(t *testing.T) {
	base := `
rulec: 2
ruleset: names
kinds:
  creature: {fields: {FIELD: {type: pool, max: 3}}}
  deed: {params: {PARAM: creature}, perform: stop}
deeds:
  move: {}
  roll: {}
conditions:
  hold: {}
  announce: {}
QUANTITY
procs:
  PROC: stop
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 0 }
  entries: {turn: {do: stop}}
  out: false
  over: now > 3
`
	quantity := func(name string) string { return "quantities:\n  " + name + "(x): 1" }
	for _, test := range []struct{ field, param, proc, quantity, want string }{
		{"hp", "target", "go", "worth", ""},
		{"self", "target", "go", "worth", "reserved-name at self"},
		{"hp", "roll", "go", "worth", "reserved-name at roll"},
		{"hp", "target", "stop", "worth", "reserved-name at stop"},
		{"hp", "target", "distance", "worth", "reserved-name at distance"},
		{"hp", "target", "go", "max", "reserved-name at max"},
		{"hp", "to", "go", "worth", ""},
	} {
		text := replaceAll(base, "FIELD", test.field, "PARAM", test.param, "PROC", test.proc, "QUANTITY", quantity(test.quantity))
		wantCodes(t, test.want, codesOf(t, text), test.want)
	}
}
