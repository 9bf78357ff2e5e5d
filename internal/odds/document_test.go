package odds

import (
	"bytes"
	"slices"
	"testing"

	"github.com/rulec/rulec/internal/report"
)

// thrown are the points of some formulas.
func thrown(t *testing.T, least []int, formulas ...string) (points []Point) {
	t.Helper()
	for _, formula := range formulas {
		p, list, err := NewThrow(formula, NewEffort(Samples, 0)).Answer(least, nil)
		if p == nil {
			t.Fatal(formula, list.Err(), err)
		}
		points = append(points, *p)
	}
	return points
}

// TestDiceDocument: two coins of 1 and 2 have 3 on average, 1.5 each, and a deviation of the root of 1/2; in 1, 2 and 1 of 4 ways they
// show 2, 3 and 4. One of them has a deviation of 1/2.
func TestDiceDocument(t *testing.T) {
	for _, c := range []struct {
		least    []int
		formulas []string
		want     string
	}{
		{nil, []string{"2d2"}, `2d2

formula  average  standard deviation
2d2            3                0.71

total  at least  at most  exactly  fraction
2          100%   25.00%   25.00%  1/4       █████████████████▌
3        75.00%   75.00%   50.00%  1/2       ███████████████████████████████████
4        25.00%     100%   25.00%  1/4       █████████████████▌

Exact: every possible roll was tried.
`},
		{nil, []string{"1d2", "roll r = 1d2; r > 1"}, `1d2, roll r = 1d2; r > 1

formula  average  fraction  standard deviation
1d2          1.5  3/2                     0.50

total  at least  at most  exactly  fraction
1          100%   50.00%   50.00%  1/2       ███████████████████████████████████
2        50.00%     100%   50.00%  1/2       ███████████████████████████████████

roll r = 1d2; r > 1  chance  fraction
holds                50.00%  1/2

Exact: every possible roll was tried.
`},
		{[]int{1, 2, 3}, []string{"1d2"}, `1d2

                   chance  fraction
at least 1  always (100%)
at least 2         50.00%  1/2
at least 3     never (0%)

Exact: every possible roll was tried.
`},
	} {
		var got bytes.Buffer
		if err := DiceDocument(thrown(t, c.least, c.formulas...)).Print(&got, report.Text); err != nil {
			t.Fatal(err)
		}
		if got.String() != c.want {
			t.Errorf("%q:\n%s\nwant:\n%s", c.formulas, got.String(), c.want)
		}
	}
}

// TestBands: of 1d100 each row has five results; all lie within three standard deviations.
func TestBands(t *testing.T) {
	p := thrown(t, nil, "1d100")[0]
	bands := bandsOf([]column{{"", &p, &p.tables[0]}})
	if len(bands) != 20 || bands[0] != (band{1, 5, "1 to 5"}) || bands[19] != (band{96, 100, "96 to 100"}) {
		t.Errorf("the rows are %v", bands)
	}
	if got := bands[3].chance(&p.tables[0]).RatString(); got != "1/20" {
		t.Errorf("five of a hundred are %s", got)
	}
}

// TestRare writes chances of what was left out.
func TestRare(t *testing.T) {
	got := []string{rare(0.0123), rare(2e-7), rare(1e-30)}
	if want := []string{"1.23%", "less than one in 1,000,000", "less than one in 1,000,000,000,000,000,000"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
