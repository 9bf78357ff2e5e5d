package spec_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/syntax"
)

// farthest is the total up to which the chains of dice that explode are followed: a die that comes to more counts for
// so much, so that chances of so much or more are exact up to it.
const farthest = 13

// dieOdds is the chance of each total of a die.
type dieOdds [farthest + 1]float64

// plainDie shows faces, each as often.
func plainDie(faces []int) (p dieOdds) {
	for _, f := range faces {
		p[f] += 1 / float64(len(faces))
	}
	return p
}

// again is a die of which some faces are rolled again once.
func again(sides int, has func(int) bool) (p dieOdds) {
	for f := 1; f <= sides; f++ {
		if !has(f) {
			p[f] += 1 / float64(sides)
			continue
		}
		for g := 1; g <= sides; g++ {
			p[g] += 1 / float64(sides*sides)
		}
	}
	return p
}

// exploding is a die that goes on after some faces. Further faces count less by a number.
func exploding(sides, less int, has func(int) bool) (p dieOdds) {
	goesOn, first := dieOdds{1}, true
	for range 200 { // where 5 of 6 sides go on, what is left then is less than 1e-15
		var next dieOdds
		for total, chance := range goesOn {
			for f := 1; f <= sides; f++ {
				n := total + f
				if !first {
					n -= less
				}
				n = min(n, farthest)
				if has(f) {
					next[n] += chance / float64(sides)
				} else {
					p[n] += chance / float64(sides)
				}
			}
		}
		goesOn, first = next, false
	}
	for total, chance := range goesOn {
		p[total] += chance
	}
	return p
}

// handful is what dice may mean, and what becomes of the totals of all dice.
type handful struct {
	die  dieOdds
	then []func(totals []int) []int // of sorted totals
	// times is what the sum is multiplied by. Explodes is how many faces do; chances are exact up to farthest then.
	times, explodes int
}

// atLeast returns the chances of so much or more, by all falls of the dice.
func (h handful) atLeast(count int) (chances map[int]float64) {
	sums := map[int]float64{}
	var throw func(totals []int, chance float64)
	throw = func(totals []int, chance float64) {
		if len(totals) < count {
			for total, p := range h.die {
				if p > 0 {
					throw(append(totals, total), chance*p)
				}
			}
			return
		}
		left := slices.Sorted(slices.Values(totals))
		for _, f := range h.then {
			left = f(left)
		}
		sum := 0
		for _, n := range left {
			sum += n
		}
		sums[sum*h.times] += chance
	}
	throw(nil, 1)
	chances = map[int]float64{}
	for n := range sums {
		for m, chance := range sums {
			if m >= n && (h.explodes == 0 || n <= farthest) {
				chances[n] += chance
			}
		}
	}
	return chances
}

var (
	meansFaces = regexp.MustCompile(`^(\d+)(?: (?:and|to) (\d+))? (rerolled until another face shows|rerolled once|explode)$`)
	meansKept  = regexp.MustCompile(`^the (highest|lowest) (\d+) count$`)
	meansTimes = regexp.MustCompile(`^(\d+) times as much$`)
	meansHits  = regexp.MustCompile(`^(\d+) explode, and dice of (\d+) or more are counted$`)
)

func numberOf(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// mayBeAbout reports whether faces from low to high are what a comparison may be about, as dice.md says.
func mayBeAbout(word, op, number string, low, high, sides int) bool {
	n := numberOf(number)
	from := func(n int) bool { return low == max(n, 1) && high == sides }
	to := func(n int) bool { return low == 1 && high == min(n, sides) }
	switch op {
	case ">=":
		return from(n)
	case "<=":
		return to(n)
	case ">":
		return from(n) || from(n+1)
	case "<":
		return to(n) || to(n-1)
	}
	switch {
	case number == "" && word[0] == 'r':
		return low == 1 && high == 1
	case number == "":
		return low == sides && high == sides
	}
	return low == n && (high == n || high == sides && word == "!" && op == "")
}

// handfulOf is what a notation means by what is said about it.
func handfulOf(word, op, number string, sides int, means string) (handful, error) {
	h := handful{times: 1}
	var all []int
	for f := range sides {
		all = append(all, f+1)
	}
	h.die = plainDie(all)
	for _, part := range strings.Split(means, ", the ") {
		if strings.HasPrefix(part, "highest") || strings.HasPrefix(part, "lowest") {
			part = "the " + part
		}
		if m := meansFaces.FindStringSubmatch(part); m != nil {
			low, high := numberOf(m[1]), numberOf(m[1])
			if m[2] != "" {
				high = numberOf(m[2])
			}
			if !mayBeAbout(word, op, number, low, high, sides) {
				return h, fmt.Errorf("%s isn't meant", part)
			}
			has := func(f int) bool { return low <= f && f <= high }
			switch {
			case m[3] == "rerolled once" && word[0] == 'r':
				h.die = again(sides, has)
			case m[3] == "rerolled until another face shows" && word[0] == 'r':
				h.die = plainDie(slices.DeleteFunc(all, has))
			case m[3] == "explode" && (word[0] == '!' || word == "x"):
				less := 0
				if word == "!p" {
					less = 1
				}
				h.die, h.explodes = exploding(sides, less, has), high-low+1
			default:
				return h, fmt.Errorf("%s isn't meant", part)
			}
		} else if m := meansKept.FindStringSubmatch(part); m != nil {
			h.then = append(h.then, func(totals []int) []int {
				n := numberOf(m[2])
				if m[1] == "lowest" {
					return totals[:n]
				}
				return totals[len(totals)-n:]
			})
		} else if m := meansTimes.FindStringSubmatch(part); m != nil && word == "x" && m[1] == number {
			h.times = numberOf(number)
		} else if m := meansHits.FindStringSubmatch(part); m != nil && word[0] == '!' && op == ">=" && m[1] == strconv.Itoa(sides) && m[2] == number {
			h.die = exploding(sides, 0, func(f int) bool { return f == sides })
			h.then = append(h.then, func(totals []int) []int {
				hits := 0
				for _, n := range totals {
					if n >= numberOf(number) {
						hits++
					}
				}
				return []int{hits}
			})
		} else {
			return h, fmt.Errorf("%q can't be understood", part)
		}
	}
	return h, nil
}

// fixedDice returns what has become of dice, each a quantity of its own, when all that is certain is done.
func fixedDice(t *testing.T, notations []string) []string {
	var b strings.Builder
	b.WriteString("rulec: 2\nruleset: dice\nkinds: {creature: {fields: {hp: number}}}\ntime:\n  key: [tick]\n  start: schedule turn of first(everyone) at 1\n  entries: {turn: {do: stop}}\nquantities:\n")
	for i, n := range notations {
		fmt.Fprintf(&b, "  q%d:\n    gives: dice\n    value: |\n      %s\n", i, n)
	}
	text := b.String()
	_, list := lang.Load("dice.yaml", lang.Options{Files: fstest.MapFS{"dice.yaml": {Data: []byte(text)}}})
	var edits []diag.Edit
	for _, d := range list {
		edits = append(edits, d.Fix...)
	}
	slices.SortFunc(edits, func(a, b diag.Edit) int { return b.At.Start - a.At.Start })
	for _, e := range edits {
		if e.At.Source.Text != b.String() {
			t.Fatal("an edit is of another file")
		}
		text = text[:e.At.Start] + e.Text + text[e.At.End:]
	}
	var now []string
	for _, part := range strings.Split(text, "value: |\n")[1:] {
		line, _, _ := strings.Cut(part, "\n")
		now = append(now, strings.TrimSpace(line))
	}
	return now
}

// TestRandomNotations holds for notations at random: certain are a few alone, and they and each formula that is offered
// are as likely as what is said about them, worked out face by face.
func TestRandomNotations(t *testing.T) {
	random := rand.New(rand.NewPCG(2026, 11))
	one := func(list ...string) string { return list[random.IntN(len(list))] }
	words := []string{"kh", "kl", "dh", "dl", "k", "d", "r", "rr", "ro", "!", "!!", "!p", "x", "kh", "kl", "dh", "dl", "!", "!!", "p", "K", "e", "t", "cs", "min", "ma", "rk", "KH", ""}
	var notations []string
	known := map[string]bool{}
	for len(notations) < 3000 {
		n := fmt.Sprintf("%d%s%d", 2+random.IntN(3), one("d", "d", "D"), 2+random.IntN(5))
		for range one("1", "1", "1", "22", "333") {
			word := one(words...)
			n += word
			if word == "" || random.IntN(2) == 0 {
				n += one(">=", "<=", ">", "<", "=")
			}
			if random.IntN(5) > 0 {
				n += strconv.Itoa(random.IntN(9))
			}
		}
		if !known[n] {
			known[n] = true
			notations = append(notations, n)
		}
	}
	expects, verbs := map[string]bool{}, map[string]int{}
	expect := func(form string, chances map[int]float64) {
		for n, chance := range chances {
			expects[fmt.Sprintf("expect abs(chance(%s, %d) - %.15f) < 1 / 10 ** 9", form, n, chance)] = true
		}
	}
	sure := regexp.MustCompile(`^(\d)[dD](\d)(kh|kl|dh|dl)(\d+)$`)
	first := regexp.MustCompile(`^(\d)[dD](\d)(!!|!p|!|\pL+)(>=|<=|>|<|=)?(\d*)`)
	for i, now := range fixedDice(t, notations) {
		n := notations[i]
		m := sure.FindStringSubmatch(n)
		fits := m != nil && (m[3][0] == 'k' && 1 <= numberOf(m[4]) && numberOf(m[4]) <= numberOf(m[1]) || m[3][0] == 'd' && 1 <= numberOf(m[4]) && numberOf(m[4]) < numberOf(m[1]))
		if fits != (now != n) {
			t.Errorf("%s has become %s", n, now)
		}
		if fits {
			kept, lowest := numberOf(m[4]), m[3] == "kl" || m[3] == "dh"
			if m[3][0] == 'd' {
				kept = numberOf(m[1]) - kept
			}
			h, err := handfulOf(m[3], "", m[4], numberOf(m[2]), fmt.Sprintf("the %s %d count", map[bool]string{true: "lowest", false: "highest"}[lowest], kept))
			if err != nil {
				t.Fatal(err)
			}
			expect(now, h.atLeast(numberOf(m[1])))
			verbs["fixed"]++
		}
		for _, f := range syntax.OtherDice(n) {
			m := first.FindStringSubmatch(n)
			h, err := handfulOf(m[3], m[4], m[5], numberOf(m[2]), f.Means)
			if err != nil {
				t.Errorf("%s as %s: %v", n, f.Text, err)
				continue
			}
			if h.explodes <= 1 || h.explodes*numberOf(m[1]) <= 4 { // the exact odds of many dice that explode often take long
				expect(f.Text, h.atLeast(numberOf(m[1])))
			}
			for _, verb := range []string{"until", "once", "explode", "counted", "times", "highest", "lowest"} {
				verbs[verb] += strings.Count(f.Means, verb)
			}
		}
	}
	for verb, times := range verbs {
		if times < 6 {
			t.Errorf("only %d notations mean %s", times, verb)
		}
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(expects)), 500) {
		if err := playDice("who.shown = 1", strings.Join(some, "\n")); err != nil {
			t.Error(err)
		}
	}
	if len(expects) < 2000 {
		t.Errorf("only %d chances", len(expects))
	}
}
