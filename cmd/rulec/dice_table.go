package main

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// screen is how wide a table of dice is, mostRows how long, and readable how long a fraction in it.
const screen, mostRows, readable = 80, 40, len(" = 1234/46656")

// printDice prints what comes of formulas: of all that are numbers in one table.
func printDice(out io.Writer, points []oddsPoint) error {
	var b, others strings.Builder
	var numbers []oddsPoint
	for i := range points {
		p := &points[i]
		if p.tables[0].Type.Kind != program.Number {
			p.shares(&others)
			continue
		}
		numbers = append(numbers, *p)
		mean, fraction := p.average(&p.tables[0])
		digits := 4
		if p.odds.Sampled > 0 {
			digits = 2
		}
		text := strings.TrimRight(strings.TrimRight(mean.FloatString(digits), "0"), ".")
		if fraction != text && fraction != "" {
			text += p.fraction(mean)
		}
		fmt.Fprintf(&b, "%s: %s on average, standard deviation %.2f\n", diag.Visible(p.value), text, p.tables[0].Deviation())
	}
	if len(numbers) > 0 {
		printBands(&b, numbers)
	}
	b.WriteString(others.String())
	printHow(&b, points)
	_, err := io.WriteString(out, b.String())
	return written(err)
}

// printBands prints a row for each result, or for some that are neighbours, with columns for each formula: how likely
// exactly that is, so much or more, and a bar; of a single formula a fraction, too.
func printBands(b *strings.Builder, points []oddsPoint) {
	bands := bandsOf(points)
	label, fraction, greatest := 0, 0, 0.0
	for _, r := range bands {
		label = max(label, len(r.name))
		for k := range points {
			chance, share := r.chance(&points[k])
			greatest = max(greatest, share)
			if of := points[k].fraction(chance); len(points) == 1 && len(of) <= readable {
				fraction = max(fraction, len(of))
			}
		}
	}
	columns := len("  exactly  at least  ") + fraction
	width := max((screen-label)/len(points), columns)
	line := func(name string, cell func(p *oddsPoint) string) {
		text := fmt.Sprintf("%*s", label, name)
		for k := range points {
			text += fmt.Sprintf("  %-*s", width-2, cell(&points[k]))
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	b.WriteString("\n")
	if len(points) > 1 {
		line("", func(p *oddsPoint) string { return fmt.Sprintf("%.*s", width-3, diag.Visible(p.value)) })
	}
	line("", func(*oddsPoint) string { return fmt.Sprintf("exactly%*s  at least", fraction, "") })
	for _, r := range bands {
		line(r.name, func(p *oddsPoint) string {
			chance, share := r.chance(p)
			of := p.fraction(chance)
			if len(of) > fraction {
				of = ""
			}
			return fmt.Sprintf("%7s%-*s  %8s  %s", p.share(chance), fraction, of, p.share(p.tables[0].AtLeast(r.low)), drawn(share/greatest, width-columns))
		})
	}
	if slices.ContainsFunc(bands, func(r band) bool { return r.low != r.high }) {
		b.WriteString("\nSome results share a row: --format json has each by itself.\n")
	}
	b.WriteString("\n")
}

// drawn is a bar, a part of the longest one.
func drawn(part float64, longest int) string {
	eighths := int(math.Ceil(part * float64(8*longest)))
	return strings.Repeat("█", eighths/8) + strings.TrimSpace(string([]rune(" ▏▎▍▌▋▊▉")[eighths%8]))
}

// band is what stands in a row: the results from low to high.
type band struct {
	low, high float64
	name      string
}

// chance is how likely one of the results is, exactly and about.
func (r band) chance(p *oddsPoint) (*big.Rat, float64) {
	t := &p.tables[0]
	chance := new(big.Rat).Add(t.AtLeast(r.low), t.AtMost(r.high)) // both have what lies between
	chance.Sub(chance, t.AtMost(math.Inf(1)))
	share, _ := chance.Float64()
	return chance, share
}

// bandsOf returns the rows of a table: one for each result, or of very many one for those at each end that
// are rare, and between them one for each 2, 5, 10 and so on: from 1 to 5, from 6 to 10.
func bandsOf(points []oddsPoint) (bands []band) {
	var results []float64
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		t := &p.tables[0]
		for _, r := range t.Rows {
			results = append(results, r.Answer)
		}
		middle, deviation := t.Mean(), t.Deviation()
		low, high = min(low, max(middle-3*deviation, t.Rows[0].Answer)), max(high, min(middle+3*deviation, t.Rows[len(t.Rows)-1].Answer))
	}
	slices.Sort(results)
	results = slices.Compact(results)
	step := 1.0
	for i := 0; (high-low)/step > mostRows-2; i++ {
		step *= []float64{2, 2.5, 2}[i%3]
	}
	for _, v := range results {
		last := &band{low: math.Inf(1)}
		if len(bands) > 0 && len(results) > mostRows {
			last = &bands[len(bands)-1]
		}
		switch {
		case last.low < v && v < low:
			*last = band{last.low, v, number.Format(v) + " or less"}
		case last.low < v && last.low > high:
			*last = band{last.low, v, number.Format(last.low) + " or more"}
		case last.low >= low && v <= high && math.Ceil(v/step) == math.Ceil(last.low/step):
			*last = band{last.low, v, number.Format(last.low) + " to " + number.Format(v)}
		default:
			bands = append(bands, band{v, v, number.Format(v)})
		}
	}
	return bands
}
