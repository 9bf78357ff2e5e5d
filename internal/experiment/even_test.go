package experiment

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/report"
)

// TestEven holds of which fights it is said that they are decided, and what is copied then.
func TestEven(t *testing.T) {
	sides := []string{"band", "goblins", "wolves"}
	shares := func(values ...float64) (list []Share) {
		for _, v := range values {
			list = append(list, Share{Value: v, Low: v - 0.02, High: v + 0.02})
		}
		return list
	}
	few := []Share{{1, 0.21, 1}, {0, 0, 0.79}} // one fight
	for _, open := range [][]Share{few, shares(0.95, 0.05), shares(0.5, 0.5), shares(0, 0), shares(1), nil} {
		if e := NewEven(sides[:len(open)], open, Line{File: "a.yaml"}, 1); e != nil {
			t.Errorf("%v: it isn't decided, and yet there is %+v", open, e)
		}
	}
	line := Line{File: "a fight.yaml", Set: map[string]string{"b": "2", "a": "$(1)"}, Steps: 9}
	e := NewEven(sides, shares(0.01, 0.96, 0.03), line, 7)
	if e == nil || e.Winner != "goblins" || e.Other != "wolves" ||
		e.Command != `rulec difficulty 'a fight.yaml' --set 'a=$(1)' --set b=2 --max-steps 9 --for wolves -n 1000 --seed 7` {
		t.Errorf("%+v", e)
	}
	if got := report.TextOf(e.Blocks()...); !strings.HasPrefix(got, "The winner is almost certain: goblins, in 96% (94 to 98) of the fights.") ||
		!strings.HasSuffix(got, "\nWhat would make it fairer: "+e.Command+"\n") {
		t.Error(got)
	}
	if got := (*Even)(nil).Blocks(); got != nil {
		t.Error(got)
	}
	if e := NewEven(sides, shares(0.02, 0.02, 0.96), Line{}, 7); e == nil || e.Winner != "wolves" || e.Other != "band" || e.Command != "" {
		t.Errorf("%+v", e)
	}
}
