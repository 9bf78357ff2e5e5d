package exec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/value"
)

// lookingAhead passes, and notes of each question who is asked and who is still due.
type lookingAhead struct {
	interp.Tactics
	asked []string
}

func (l *lookingAhead) Act(_ *interp.Machine, q *interp.Question) (value.Act, error) {
	l.asked = append(l.asked, fmt.Sprint(q.Who, q.Due))
	return 0, nil
}

// TestWhoIsStillDue: a question says whose entries of the same batch come after the one at hand.
func TestWhoIsStillDue(t *testing.T) {
	rules := strings.Replace(small("", ""), "do: |\n        \n", "equal: together\n      do: choose act from can_do(self); if act != none { perform act }; schedule turn of self at now + 1\n", 1)
	e := loaded(t, rules, strings.Replace(twoOfThem, "bo: {side: blue}", "bo: {side: blue}, cy: {side: blue}", 1)+"limit: 2\n")
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	l := &lookingAhead{}
	m := interp.New(fight, interp.Options{Check: true})
	m.SetChooser(l)
	if _, err := m.Run(); err != nil {
		t.Fatal(err)
	}
	want := []string{"1 [2 3]", "2 [3]", "3 []"}
	if len(l.asked) < 3 || !slices.Equal(l.asked[:3], want) {
		t.Errorf("%q, want %q first", l.asked, want)
	}
}
