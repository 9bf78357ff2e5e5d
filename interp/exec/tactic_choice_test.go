package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestBestCandidate: for a choice a tactic takes the candidate with the highest number, the
// first of equals, wherever it stands; of several choices all with a number above 0.
func TestBestCandidate(t *testing.T) {
	tests := []struct{ choose, best, want string }{
		{"choose spot from [3, 5, 4]", "0 - each", "spot: 3"},
		{"choose spot from [3, 5, 4]", "each", "spot: 5"},
		{"choose spot from [4, 3, 5]", "each", "spot: 5"},
		{"choose spot from [3, 5, 4]", "each % 2", "spot: 3"},
		{"choose spot from [4, 5, 3]", "each % 2", "spot: 5"},
		{"choose some spot from [3, 5, 4, 6]", "each - 4", "spot: 5, 6"},
		{"choose some spot from [3, 5, 4, 6]", "1 - each % 2", "spot: 4, 6"},
	}
	for _, test := range tests {
		e := loaded(t, small(test.choose+"\nschedule turn of self at now + 50", `tactics: {t: {spot: [{best: "`+test.best+`"}]}}`), twoOfThem)
		for _, x := range e.Things {
			x.Tactic = e.Program.Tactics[0]
		}
		m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
		if err != nil {
			t.Fatal(err)
		}
		var story strings.Builder
		if err := interp.Story(m, &story); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(story.String(), "Ana, "+test.want+"\n") {
			t.Errorf("%s, best %s: no %q in\n%s", test.choose, test.best, test.want, story.String())
		}
	}
}
