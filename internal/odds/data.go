package odds

import (
	"math"
	"math/big"

	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/program"
)

// pointData is a point for programs: nothing is rounded, and exact numbers are also given as fractions.
type pointData struct {
	Value   string      `json:"value,omitempty"`
	Exact   bool        `json:"exact"`
	Sampled int         `json:"sampled,omitempty"`
	LeftOut float64     `json:"left_out"`
	Odds    []tableData `json:"odds"`
}

type tableData struct {
	Asked          string    `json:"asked"`
	Average        *float64  `json:"average,omitempty"`
	AverageExactly string    `json:"average_exactly,omitempty"`
	Deviation      *float64  `json:"deviation,omitempty"`
	Rows           []rowData `json:"rows"`
}

type rowData struct {
	Answer         any      `json:"answer"`
	Chance         *float64 `json:"chance"`
	Exactly        string   `json:"exactly,omitempty"`
	AtLeast        *float64 `json:"at_least,omitempty"`
	AtLeastExactly string   `json:"at_least_exactly,omitempty"`
	AtMost         *float64 `json:"at_most,omitempty"`
	AtMostExactly  string   `json:"at_most_exactly,omitempty"`
}

func dataOf(points []Point) []pointData {
	list := []pointData{}
	for k := range points {
		p := &points[k]
		x := pointData{Value: p.Value, Exact: p.odds.Certain(), Sampled: p.odds.Sampled}
		x.LeftOut, _ = p.odds.Left.Float64()
		for i := range p.tables {
			x.Odds = append(x.Odds, p.tableData(&p.tables[i]))
		}
		list = append(list, x)
	}
	return list
}

func (p *Point) tableData(t *engine.Table) tableData {
	x := tableData{Asked: t.Name}
	atMost, atLeast := new(big.Rat), t.AtLeast(math.Inf(-1))
	for _, r := range t.Rows {
		atMost.Add(atMost, r.Chance)
		y := rowData{Answer: p.show(r.Answer, t.Type)}
		y.Chance, y.Exactly = p.unrounded(r.Chance)
		switch t.Type.Kind {
		case program.Bool:
			y.Answer = r.Answer != 0
		case program.Number:
			y.Answer = r.Answer
			y.AtLeast, y.AtLeastExactly = p.unrounded(atLeast)
			y.AtMost, y.AtMostExactly = p.unrounded(atMost)
		}
		atLeast.Sub(atLeast, r.Chance)
		x.Rows = append(x.Rows, y)
	}
	if t.Type.Kind == program.Number {
		mean, fraction := p.mean(t)
		deviation := t.Deviation()
		x.Average, _ = p.unrounded(mean)
		x.AverageExactly, x.Deviation = fraction, &deviation
	}
	return x
}
