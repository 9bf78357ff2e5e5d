package experiment

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/report"
)

// Decimals returns how many decimals a figure may have whose interval has this half width: the last one
// stands for something that the interval can tell, and a width that begins with a 1 has one more.
//
// Spec: simulation.md, How sure it is.
func Decimals(half float64) int {
	if !(half > 0) {
		return 2
	}
	d := 0
	for ; half < 1 && d < 6; d++ {
		half *= 10
	}
	if half < 2 {
		d++
	}
	return d
}

// Figure writes a number with as many decimals as its interval allows, of which half is half the width.
func Figure(v, half float64) string {
	text := strconv.FormatFloat(v, 'f', Decimals(half), 64)
	if f, _ := strconv.ParseFloat(text, 64); f == 0 {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// Signed is [Figure] with a sign.
func Signed(v, half float64) string {
	text := Figure(v, half)
	if f, _ := strconv.ParseFloat(text, 64); f > 0 {
		return "+" + text
	}
	return text
}

// Share is a share of all, from 0 to 1, with its 95% interval.
type Share struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Mean is a mean with its 95% interval.
type Mean struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Spread is how numbers are spread.
type Spread struct {
	// Mean is nil where there are no numbers.
	Mean   *Mean `json:"mean"`
	Median int64 `json:"median"`
	P5     int64 `json:"p5"`
	P95    int64 `json:"p95"`
	Least  int64 `json:"least"`
	Most   int64 `json:"most"`
}

// Half is half the width of the interval.
func (s Share) Half() float64 { return (s.High - s.Low) / 2 }

// points writes a share of all in hundredths, with as many decimals as an interval of this half width allows.
func points(share, half float64) string { return Figure(100*share, 100*half) }

// Percent writes a share with as many digits as its interval allows.
func (s Share) Percent() string { return points(s.Value, s.Half()) + "%" }

// Range writes the interval of a share.
func (s Share) Range() string {
	return points(s.Low, s.Half()) + " to " + points(s.High, s.Half()) + "%"
}

// Both writes a share with its interval.
func (s Share) Both() string {
	return s.Percent() + " (" + points(s.Low, s.Half()) + " to " + points(s.High, s.Half()) + ")"
}

// Cell is a share with its interval, in a table.
func (s Share) Cell() report.Cell { return report.Interval(s.Both(), s.Value, s.Low, s.High) }

// Cell is a mean with its interval, in a table.
func (m Mean) Cell() report.Cell { return report.Interval(m.Both(), m.Value, m.Low, m.High) }

// Cell is a median, and where 90% of the numbers lie, in a table.
func (s Spread) Cell() report.Cell {
	return report.Interval(fmt.Sprintf("%d (%d to %d)", s.Median, s.P5, s.P95), float64(s.Median), float64(s.P5), float64(s.P95))
}

// Both writes a mean with its interval.
func (m Mean) Both() string {
	decimals := Decimals((m.High - m.Low) / 2)
	text := func(v float64) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
	return text(m.Value) + " (" + text(m.Low) + " to " + text(m.High) + ")"
}

// ShareOf returns a share with six digits after the point, so that no processor's last bit shows.
func ShareOf(i Interval) Share { return Share{rounded(i.Value), rounded(i.Low), rounded(i.High)} }

// rounded keeps six digits after the point, so that no processor's last bit shows.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// MeanOf is ShareOf for a mean; nil stays nil.
func MeanOf(m *Mean) *Mean {
	if m == nil {
		return nil
	}
	return &Mean{rounded(m.Value), rounded(m.Low), rounded(m.High)}
}

// SpreadOf returns how numbers are spread that were counted.
func SpreadOf(b *Bins) Spread {
	return Spread{MeanOf(b.Mean()), b.Percentile(50), b.Percentile(5), b.Percentile(95), b.Percentile(0), b.Percentile(100)}
}
