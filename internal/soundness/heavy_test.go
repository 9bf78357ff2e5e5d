package soundness

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// heavyItem makes an item of what is deep, large and dear: chains of definitions that ask each other, formulas and
// programs within each other, crowds, loops and odds; each as much as chance has it, up to beyond its limit.
func heavyItem(r *rand.Rand, number uint64) *item {
	h := heavy{r}
	grid, place := "none", func(int) string { return "" }
	if r.IntN(2) == 0 {
		grid, place = "square", func(i int) string { return fmt.Sprintf(", place: [%d, %d]", i%20, i/20) }
	}
	var b strings.Builder
	fmt.Fprintf(&b, "rulec: 2\nruleset: heavy\nversion: 1.0.0\nspace: {grid: %s}\nkinds:\n  creature:\n    fields:\n"+
		"      hp: {type: pool, max: 10}\n      seen: 0\n      numbers: {type: list of number, default: \"[1, 2]\"}\n      note: text = x\n", grid)
	h.chain(&b, "quantities", "q", "(who)", "\"%s\"", "who.hp",
		"NEXT(who) + 1", "NEXT(who) + NEXT(who)", "max(NEXT(who), sum([NEXT(who), 1]))", "if(who.hp > 3, NEXT(who), NEXT(who) + now)",
		"count(filter(everyone, NEXT(each) > 1))", "floor(NEXT(who) / 2) * 3")
	h.chain(&b, "conditions", "c", "", "{%s}", "fields: {n: 1}",
		"implies: [NEXT]", "while: NEXT(self) or NEXT(self)", "until: self loses NEXT",
		"rules: {again: {on: begins, do: apply NEXT to self}}")
	h.chain(&b, "procs", "p", "(who)", "%s", "who.seen += 1",
		"NEXT(who)", "\"for i in 1..2 { NEXT(who) }\"", "\"NEXT(who)\\nNEXT(who)\"", "\"for c in everyone { NEXT(c) }\"", "\"if who.hp > 0 { NEXT(who) }\"")
	h.chain(&b, "rules", "r", "", "{on: self.seen rises, if: \"self.seen < 1000\", do: %s}", "self.hp -= 1",
		"self.seen += 1", "\"for c in everyone { c.seen += 1 }\"")
	fmt.Fprintf(&b, "time:\n  key: [tick]\n  everyone_due: false\n  limit: %d\n  start: for c in everyone { schedule turn of c at 1 }\n  entries:\n    turn:\n      do: |\n",
		h.size(100))
	for range 1 + r.IntN(3) {
		fmt.Fprintf(&b, "        %s\n", strings.ReplaceAll(h.dear(grid), "\n", "\n        "))
	}
	b.WriteString("        schedule turn of self at now + 1\n")
	rules := b.String()
	b.Reset()
	b.WriteString("encounter: crowd\nruleset: ./heavy.yaml\ncombatants:\n")
	for i := range h.size(300) {
		fmt.Fprintf(&b, "  n%d: {side: s%d%s}\n", i, i%2, place(i))
	}
	return &item{World: "heavy", Number: number, Large: true, Rules: []string{"heavy.yaml"}, Plays: []string{"crowd.yaml"},
		Files: map[string]string{"heavy.yaml": rules, "crowd.yaml": b.String()}}
}

type heavy struct{ *rand.Rand }

// size is a number from 1 to most, as often from 1 to 10 as from 10 to 100.
func (h heavy) size(most int) int { return int(math.Exp(h.Float64() * math.Log(float64(most)))) }

// chain adds definitions to a section, of which each says something of the next one, and what the last one says.
func (h heavy) chain(b *strings.Builder, section, name, of, form, last string, ways ...string) {
	n, way := h.size(700), one(h.Rand, ways...)
	fmt.Fprintf(b, "%s:\n", section)
	for i := range n {
		says := last
		if i+1 < n {
			if h.IntN(50) == 0 {
				way = one(h.Rand, ways...)
			}
			says = strings.ReplaceAll(way, "NEXT", fmt.Sprint(name, i+1))
		}
		fmt.Fprintf(b, "  %s%d%s: "+form+"\n", name, i, of, says)
	}
}

// dear returns statements that take long, or lie deep.
func (h heavy) dear(grid string) string {
	n, m := h.size(12_000), h.size(12_000)
	ways := []string{
		"self.seen = q0(self)",
		"apply c0 to self",
		"if c0(self) { self.hp -= 1 }",
		"p0(self)",
		fmt.Sprintf("for a in 1..%d { for b in 1..%d { let c = a * b } }", n, m),
		fmt.Sprintf("self.seen = sum(map(1..%d, count(filter(1..%d, each > 3))))", n, h.size(30)),
		fmt.Sprintf("self.numbers = sort(map(1..%d, each %% 7), each)", n),
		fmt.Sprintf("roll harm = %dd%d", h.size(1200), h.size(1_200_000)),
		fmt.Sprintf("self.seen = floor(100 * chance(%dd%d, %d))", h.size(1000), h.size(1000), n),
		fmt.Sprintf("self.seen = floor(expected(best(%d, %dd%d)))", h.size(100), h.size(1000), h.size(1000)),
		fmt.Sprintf("self.seen = floor(expected(explode(%dd%d)))", h.size(1000), h.size(1000)),
		fmt.Sprintf("let i = 0\nwhile i < %d { i += 1 }", n*m),
		fmt.Sprintf("for i in 1..%d { self.note = \"{self.note}{self.note}\" }", h.size(40)),
		"self.seen = " + h.nested("(1 + ", "self.hp", ")"),
		h.nested("if self.hp > 0 { ", "self.seen += 1", " }"),
	}
	if grid == "square" {
		ways = append(ways, fmt.Sprintf("self.seen = path_length(self, [%d, %d])", h.size(400), h.size(400)))
	}
	return one(h.Rand, ways...)
}

func (h heavy) nested(open, inside, shut string) string {
	n := h.size(80)
	return strings.Repeat(open, n) + inside + strings.Repeat(shut, n)
}
