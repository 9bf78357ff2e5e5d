package experiment

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/report"
)

// Decimals returns how many decimals a figure has whose interval has this half width: the last one is still
// significant, and a width that starts with a 1 gets one more.
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

// Figure formats a number with as many decimals as its interval allows; half is half the width of the interval.
func Figure(v, half float64) string {
	text := strconv.FormatFloat(v, 'f', Decimals(half), 64)
	if f, _ := strconv.ParseFloat(text, 64); f == 0 {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// Signed is like [Figure], with a sign.
func Signed(v, half float64) string {
	text := Figure(v, half)
	if f, _ := strconv.ParseFloat(text, 64); f > 0 {
		return "+" + text
	}
	return text
}

// InBrackets explains the brackets after the numbers in tables.
const InBrackets = "In brackets: the 95% interval of shares and means, and the middle 90% of the fights around medians."

// Share is a share of all, from 0 to 1, with its 95% interval.
type Share Interval

// Mean is a mean with its 95% interval.
type Mean Interval

// Spread is the distribution of some numbers.
type Spread struct {
	// Mean is nil if there are no numbers.
	Mean   *Mean `json:"mean"`
	Median int64 `json:"median"`
	P5     int64 `json:"p5"`
	P95    int64 `json:"p95"`
	Least  int64 `json:"least"`
	Most   int64 `json:"most"`
}

// Half returns half the width of the interval.
func (s Share) Half() float64 { return (s.High - s.Low) / 2 }

// points formats a share in hundredths, with as many decimals as an interval of this half width allows.
func points(share, half float64) string { return Figure(100*share, 100*half) }

// Percent formats a share with as many digits as its interval allows.
func (s Share) Percent() string { return points(s.Value, s.Half()) + "%" }

// Range formats the interval of a share.
func (s Share) Range() string {
	return points(s.Low, s.Half()) + " to " + points(s.High, s.Half()) + "%"
}

// Both formats a share with its interval.
func (s Share) Both() string {
	return s.Percent() + " (" + points(s.Low, s.Half()) + " to " + points(s.High, s.Half()) + ")"
}

// Cell returns a table cell with a share and its interval.
func (s Share) Cell() report.Cell { return report.Interval(s.Both(), s.Value, s.Low, s.High) }

// Cell returns a table cell with a mean and its interval.
func (m Mean) Cell() report.Cell { return report.Interval(m.Both(), m.Value, m.Low, m.High) }

// Cell returns a table cell with a median and the range of the middle 90% of the numbers.
func (s Spread) Cell() report.Cell {
	return report.Interval(fmt.Sprintf("%d (%d to %d)", s.Median, s.P5, s.P95), float64(s.Median), float64(s.P5), float64(s.P95))
}

// Both formats a mean with its interval.
func (m Mean) Both() string {
	decimals := Decimals((m.High - m.Low) / 2)
	text := func(v float64) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
	return text(m.Value) + " (" + text(m.Low) + " to " + text(m.High) + ")"
}

// ShareOf returns a share rounded to six decimals, so that no processor's last bit shows.
func ShareOf(i Interval) Share { return Share{rounded(i.Value), rounded(i.Low), rounded(i.High)} }

// rounded rounds to six decimals, so that no processor's last bit shows.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// MeanOf is like ShareOf, for a mean; nil stays nil.
func MeanOf(m *Mean) *Mean {
	if m == nil {
		return nil
	}
	return &Mean{rounded(m.Value), rounded(m.Low), rounded(m.High)}
}

// SpreadOf returns the distribution of the counted numbers.
func SpreadOf(b *Bins) Spread {
	return Spread{MeanOf(b.Mean()), b.Percentile(50), b.Percentile(5), b.Percentile(95), b.Percentile(0), b.Percentile(100)}
}
