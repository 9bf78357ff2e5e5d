package cli

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// spread is what rulec dice prints as JSON.
type spread struct {
	Average float64
	Rows    []struct {
		Answer  float64
		AtLeast float64 `json:"at_least"`
	}
}

// thrown asks rulec dice.
func thrown(t *testing.T, formula string) spread {
	t.Helper()
	var stdout, stderr bytes.Buffer
	var points []struct{ Odds []spread }
	if code := run([]string{"dice", "--format", "json", "--", formula}, nil, &stdout, &stderr); code != exitFine {
		t.Errorf("%s: %s", formula, stderr.String())
		return spread{Average: math.NaN()}
	}
	if err := json.Unmarshal(stdout.Bytes(), &points); err != nil {
		t.Fatal(err)
	}
	return points[0].Odds[0]
}

// atLeast returns how likely so much or more is.
func (s spread) atLeast(n float64) float64 {
	for _, r := range s.Rows {
		if r.Answer >= n {
			return r.AtLeast
		}
	}
	return 0
}

// TestDicePage asks rulec dice each formula of the tables of dice.md. The averages and chances of notations are those
// that the page has worked out by hand, as sums of plain numbers; of the other tables each line has to be answered.
func TestDicePage(t *testing.T) {
	page, err := os.ReadFile("../../../spec/dice.md")
	if err != nil {
		t.Fatal(err)
	}
	part, notations, others := "", 0, 0
	for line := range strings.Lines(string(page)) {
		if name, ok := strings.CutPrefix(line, "<!-- "); ok {
			part, _, _ = strings.Cut(name, ":")
		}
		cells := strings.Split(strings.Trim(line, "|\n "), " | ")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], "`")
		}
		switch {
		case !strings.HasPrefix(line, "| ") || strings.HasSuffix(cells[len(cells)-1], "shown"):
		case part == "faces-of":
			others++
			thrown(t, "roll r = "+cells[1]+"; "+cells[2])
		case part == "programs":
			others++
			program := cells[1]
			if strings.Contains(program, "; let x = ") {
				program += "; x"
			}
			thrown(t, program)
		case len(cells) == 6:
			notations++
			reach, chance, _ := strings.Cut(cells[4], ": ")
			n, err := strconv.ParseFloat(reach, 64)
			if err != nil {
				t.Fatal(line)
			}
			found, mean, share := thrown(t, cells[2]), thrown(t, cells[3]).Average, thrown(t, chance).Average
			if !near(found.Average, mean) || !near(found.atLeast(n), share) {
				t.Errorf("%s: %v on average and %v for %v or more, not %v and %v", cells[2], found.Average, found.atLeast(n), n, mean, share)
			}
		}
	}
	if notations < 40 || others < 15 {
		t.Errorf("the page has %d notations and %d other lines", notations, others)
	}
}

// near tells whether figures are the same, but for what is left out of dice that explode.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
