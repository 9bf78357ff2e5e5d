package tree

import "testing"

// TestMeets: two files that put items into one list go together; whoever replaces what another one
// changes, or takes it out, doesn't.
func TestMeets(t *testing.T) {
	const (
		before  = "extend: {tactics: {brute: {turn: {before run: [{do: hide}]}}}}\n"
		appends = "extend: {tactics: {brute: {turn: [{do: rest}]}}}\n"
		all     = "override: {tactics: {brute: {turn: [{do: rest}]}}}\n"
		line    = "override: {tactics: {brute: {turn: {run: {if: weak}}}}}\n"
		other   = "override: {tactics: {brute: {turn: {punch: {if: weak}}}}}\n"
		gone    = "remove: {tactics: {brute: {turn: run}}}\n"
	)
	for _, test := range []struct {
		name, first, second, meet string
	}{
		{"items beside items", before, before, ""},
		{"items before and behind", before, appends, ""},
		{"items into a list that is replaced", before, all, "tactics.brute.turn"},
		{"a list that is replaced by its items", all, before, "tactics.brute.turn"},
		{"one line twice", line, line, "tactics.brute.turn.run"},
		{"two lines", line, other, ""},
		{"a line that keeps what the first one says", line, "override: {tactics: {brute: {turn: {run: {if: original and weak}}}}}\n", ""},
		{"a line that is taken out", line, gone, "tactics.brute.turn.run"},
	} {
		t.Run(test.name, func(t *testing.T) {
			meet := ""
			for _, c := range Changes(parse(t, "second.yaml", test.second)) {
				for _, d := range Changes(parse(t, "first.yaml", test.first)) {
					if c.Meets(d) {
						meet = c.String()
					}
				}
			}
			if meet != test.meet {
				t.Errorf("they meet at %q, want %q", meet, test.meet)
			}
		})
	}
}
