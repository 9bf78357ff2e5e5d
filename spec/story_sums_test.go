//go:build !race

package spec_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang"
)

// TestStorySums adds up every sum in the story of every shipped fight: a reader who does the same comes to the same numbers.
func TestStorySums(t *testing.T) {
	for _, name := range encounters(t) {
		t.Run(strings.TrimPrefix(name, "../examples/"), func(t *testing.T) {
			t.Parallel()
			if lang.IsSequence(name, options) {
				t.Skip("its parts are encounters of their own")
			}
			e, sums := loadFight(t, name), 0
			for seed := range uint64(3) {
				m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Sums: true, Seed: seed, Seeded: true})
				if m == nil {
					t.Fatal(err)
				}
				rolled := ""
				for _, l := range interp.Log(m, story.Options{Dice: dice.InWords}).Lines {
					if order, found := strings.CutPrefix(l.Text, "Order, by "); found {
						_, order, _ = strings.Cut(order, ": ")
						for _, due := range strings.Split(order, ", ") {
							at := strings.LastIndex(due, " ")
							if !strings.Contains(due, "(") && !regexp.MustCompile(due[:at]+", .* = "+due[at+1:]+"\n").MatchString(rolled) {
								t.Errorf("seed %d: nothing says why it is %s: %s", seed, due, l.Text)
							}
						}
					}
					rolled += l.Text + "\n"
					for _, wrong := range wrongSums(l.Text, &sums) {
						t.Errorf("seed %d: %s: %s", seed, wrong, l.Text)
					}
				}
			}
			t.Logf("%d sums", sums)
		})
	}
}

var (
	rolledSum = regexp.MustCompile(`(?:\d*d\d+[^()]*|reroll[^=]*)(?: \(([^()]*|[^()]*\([^()]*\)[^()]*)\))?((?: [+-] [^=()]*?)?) = (-?[\d.]+)(?:$| against|,)`)
	againstOf = regexp.MustCompile(`against (?:a [A-Z][\w ]* of |less than )?(-?[\d.]+)(?: or less)? \(([^()]*)\)`)
	changeBy  = regexp.MustCompile(`(-?[\d.]+) -> (-?[\d.]+)(?: of [\d.]+)? \(([+-][\d.]+)(?: instead of ([\d.]+))?(?:: ([^()]*?))?\)`)
	dueAt     = regexp.MustCompile(`\w (-?[\d.]+) \(([^()]*)\)`)
	allTerms  = regexp.MustCompile(`(?:^|[+-]) ?[^+-]*`)
	oneTerm   = regexp.MustCompile(`^([+-]?) ?(twice )?([\d.]+)(?: |$)`)
	countsFor = regexp.MustCompile(`[×{*]|half of|!`)
)

// wrongSums says which sums in a line are wrong, and counts those that it has added up.
func wrongSums(line string, counted *int) (wrong []string) {
	check := func(what string, is, want float64, known bool) {
		if !known {
			return
		}
		*counted++
		if math.Abs(is-want) > 1e-9 {
			wrong = append(wrong, what+" is "+strconv.FormatFloat(is, 'g', -1, 64))
		}
	}
	for _, m := range rolledSum.FindAllStringSubmatch(line, -1) {
		shown, _, _ := strings.Cut(m[1], ", not ")
		if shown == "" {
			continue // the die itself is the total
		}
		sum, known := addUp(shown)
		more, alsoKnown := addUp(m[2])
		check(m[0], sum+more, numeral(m[3]), known && alsoKnown)
	}
	for _, m := range againstOf.FindAllStringSubmatch(line, -1) {
		sum, known := addUp(m[2])
		check(m[0], sum, numeral(m[1]), known)
	}
	for _, m := range changeBy.FindAllStringSubmatch(line, -1) {
		check(m[0], numeral(m[2])-numeral(m[1]), numeral(m[3]), true)
		if all, known := addUp(m[5]); m[5] != "" {
			by := math.Abs(numeral(m[3]))
			if m[4] != "" {
				by = numeral(m[4])
			}
			check(m[0], math.Abs(all), by, known)
		}
	}
	if order, found := strings.CutPrefix(line, "Order, by "); found {
		for _, m := range dueAt.FindAllStringSubmatch(order, -1) {
			sum, known := addUp(m[2])
			check(m[0], sum, numeral(m[1]), known)
		}
	}
	return wrong
}

func numeral(text string) float64 {
	v, _ := strconv.ParseFloat(strings.TrimPrefix(text, "+"), 64)
	return v
}

// addUp adds up terms such as 7 guard - 1 gang; false means that not all of them are plain numbers.
func addUp(terms string) (sum float64, known bool) {
	if countsFor.MatchString(terms) {
		return 0, false
	}
	terms, _, _ = strings.Cut(terms, ", ")
	for _, term := range allTerms.FindAllString(terms, -1) {
		if strings.TrimSpace(term) == "" {
			continue
		}
		m := oneTerm.FindStringSubmatch(strings.TrimSpace(term))
		if m == nil {
			return 0, false
		}
		v := numeral(m[3])
		if m[2] != "" {
			v *= 2
		}
		if m[1] == "-" {
			v = -v
		}
		sum += v
	}
	return sum, true
}
