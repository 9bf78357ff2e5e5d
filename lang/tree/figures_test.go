package tree

import (
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// What sentences say whose figures house rules change.
func TestFigures(t *testing.T) {
	const base = `ruleset: base
params:
  flank: 2 (0..9)  #: Both have {flank} more.
  tie: by_lot (or by_name)
kinds:
  #: {penalty} less, at {flank} more.
  move: {fields: {penalty: 5, speed: speed = fast}, perform: {hits: x}}
moves:
  trip: {penalty: 3, cost: {wind: 1}}  #: Only {penalty} less; a tie goes {tie}.
  shove:  #: Costs {wind}.
    cost:
      wind: 4  #: Of {wind}, {flank}.
  odd: {penalty: 1}  #: {penlty} and {cost}.
  plain: {}  #: {penalty} less, as a {speed} one.
`
	const why = `, which is no figure of this definition and no param; write the name of a param, or of a key with one value; a sentence without figures has no braces`
	const missing = `unknown-figure 10:21 this sentence names "wind"` + why + "\n" + `unknown-figure 13:26 this sentence names "penlty"` + why + "\n" + `unknown-figure 13:39 this sentence names "cost"` + why
	for _, test := range []struct{ over, section, name, want, said string }{
		{"", "moves", "trip", "Only 3 less; a tie goes by lot.", ""},
		{"", "moves", "plain", "5 less, as a fast one.", ""},
		{"override: {kinds: {move: {fields: {penalty: 4}}}}", "moves", "plain", "4 less, as a fast one.", ""},
		{"set: {tie: by_name}\noverride: {moves: {trip: {penalty: 1}}}", "moves", "trip", "Only 1 less; a tie goes by name.", ""},
		{"set: {flank: 3}", "params", "flank", "Both have 3 more.", ""},
		{"set: {flank: 3}\noverride: {kinds: {move: {fields: {penalty: 4}}}}", "kinds", "move", "4 less, at 3 more.", ""},
	} {
		var list diag.List
		whole := Overlay(nil, parse(t, "base.yaml", base), &list)
		if test.over != "" {
			whole = Overlay(whole, parse(t, "house.yaml", test.over+"\n"), &list)
		}
		before := compact(whole)
		told, _ := Figures(whole, &list)
		if e, _ := told.Get(test.section).Entry(test.name); e.About() != test.want {
			t.Errorf("%s: %s says %q, want %q", test.over, test.name, e.About(), test.want)
		}
		if got := said(list); got != missing {
			t.Errorf("said %s\nwant %s", got, missing)
		}
		if compact(whole) != before {
			t.Errorf("%s: the ruleset was changed", test.over)
		}
	}
}
