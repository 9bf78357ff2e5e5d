package syntax

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// notation matches dice as written at tables and by dice programs: 4d6kh3, 5d6!, 1d6!>=5, 2d6ro<2kh1. Formulas use
// functions instead. Words follow the dice, each alone or with a comparison and a number; wordBehind matches one of them.
var (
	notation   = regexp.MustCompile(`^(\d*)[dD](\d+|%)((?:` + wordBehind.String() + `)+)`)
	wordBehind = regexp.MustCompile(`(!!|!p|!|[\pL_]+)(>=|<=|>|<|=)?(\d*)`)
	keptDice   = regexp.MustCompile(`^(\d+)[kK](\d+)(!?)`)
)

// Form is a formula for another notation, and its meaning: 5 and 6 explode.
type Form struct{ Text, Means string }

// Value returns the formula as an operand: a sum or a product is put in parentheses.
func (f Form) Value() string {
	if isSum.MatchString(f.Text) {
		return "(" + f.Text + ")"
	}
	return f.Text
}

// isSum matches a formula with an operator outside parentheses: before all of them, or after all of them.
var isSum = regexp.MustCompile(`^[^(]* |\) \+ \d+$`)

// foreignDice reads dice in a notation of other programs at the start of a text, and returns their length in
// characters and formulas for their possible meanings; the length is 0 if there are none. It is certain if
// there is one meaning, in every program that has the notation.
func foreignDice(text string) (length int, forms []Form, certain bool) {
	if m := keptDice.FindStringSubmatch(text); m != nil && endsNotation(text[len(m[0]):]) {
		return len(m[0]), rollAndKeep(m[1], m[2], m[3] != ""), false
	}
	m := notation.FindStringSubmatch(text)
	if m == nil || strings.HasPrefix(m[3], "!=") { // 2d6 != 3 is a comparison
		return 0, nil, false
	}
	length = len(m[0])
	p := pool{}
	p.count, p.sides = dieOf(m[1] + "d" + m[2])
	words := wordsBehind(m[3])
	if p.count < 1 || p.count > mostDice || p.sides < 1 || p.sides > mostSides || words == nil || !endsNotation(text[length:]) {
		return length, nil, false
	}
	// The first word may change the dice. The other words, or all of them, say which dice are kept.
	for i, r := range append([]reading{{text: p.String()}}, p.readings(words[0])...) {
		if f := r.keeping(p.count, words[min(i, 1):]); f.Text != "" {
			forms = append(forms, f)
		}
	}
	first, goesOn := words[0], strings.IndexAny(text[length:], "!<>=") == 0
	certain = len(words) == 1 && len(forms) == 1 && keepers[first.word].sure && 1 <= first.number && first.number <= p.count
	return length, forms, certain && !goesOn
}

// endsNotation reports whether a notation can end before rest.
func endsNotation(rest string) bool { return !wordGoesOn.MatchString(rest) }

// wordGoesOn matches text that continues the preceding word or number.
var wordGoesOn = regexp.MustCompile(`^(\.[0-9]|[\pL_0-9])`)

// dieOf parses a dice literal: 2d6, d6, d%.
func dieOf(text string) (count, sides int) {
	before, behind, _ := strings.Cut(strings.ToLower(text), "d")
	if behind == "%" {
		behind = "100"
	}
	count, _ = strconv.Atoi(cmp.Or(before, "1"))
	sides, _ = strconv.Atoi(behind)
	return count, sides
}

// rollAndKeep converts 3k2: roll three ten-sided dice and keep two. 2k6, where that is impossible, means two six-sided dice.
func rollAndKeep(rolled, kept string, explode bool) []Form {
	if n, sides := dieOf(rolled + "d" + kept); sides > n {
		return []Form{{rolled + "d" + kept, "k stands for d"}}
	}
	all := []Form{{"best(" + kept + ", explode(" + rolled + "d10))", "tens explode"}}
	if !explode {
		all = append([]Form{{"best(" + kept + ", " + rolled + "d10)", kept + " of " + rolled + " dice are kept"}}, all...)
	}
	return all
}

// behind is a word after dice. The number is -1 if there is none.
type behind struct {
	word, op string
	number   int
}

// wordsBehind parses these words; nil if a comparison has no number, or the number is too large.
func wordsBehind(text string) (all []behind) {
	for _, m := range wordBehind.FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(cmp.Or(m[3], "-1"))
		if err != nil || n > mostSides || n < 0 && m[2] != "" {
			return nil
		}
		all = append(all, behind{m[1], m[2], n})
	}
	return all
}

// keepers are the words that say which dice are kept. Sure words mean the same in all programs.
var keepers = map[string]struct {
	function, which string
	drops, sure     bool
}{
	"kh": {"best", "highest", false, true},
	"kl": {"worst", "lowest", false, true},
	"dl": {"best", "highest", true, true},
	"dh": {"worst", "lowest", true, true},
	"k":  {"best", "highest", false, false},
	"d":  {"best", "highest", true, false},
}

// changers are the words that change dice. With < and > some programs include the number; for strict words none does.
// After whole words keeping dice can't be expressed, because further faces are separate dice.
var changers = []struct {
	word, says    string
	change        func(p pool, f faces) (text string, each int)
	strict, whole bool
}{
	{"r", "rerolled until another face shows", pool.until, false, false},
	{"r", "rerolled once", pool.once, true, false},
	{"rr", "rerolled until another face shows", pool.until, false, false},
	{"ro", "rerolled once", pool.once, false, false},
	{"!", "explode", pool.explode, false, true},
	{"!!", "explode", pool.explode, false, false},
	{"!p", "explode", pool.penetrate, false, true},
	{"x", "explode", pool.explode, true, true},
}

// reading is a possible meaning of dice: a formula, a number to add for each die that is kept, and explanations.
type reading struct {
	text  string
	each  int
	whole bool
	means []string
}

// keeping applies words that say which dice are kept. The form is empty if they don't say that.
func (r reading) keeping(count int, words []behind) Form {
	for i, w := range words {
		k, is := keepers[w.word]
		kept := min(w.number, count)
		if w.number < 0 {
			kept = 1
		}
		if k.drops {
			kept = count - kept
		}
		if !is || w.op != "" || kept < 1 || i > 0 && !k.drops || r.whole {
			return Form{}
		}
		if kept < count {
			r.text = fmt.Sprintf("%s(%d, %s)", k.function, kept, r.text)
		}
		r.means = append(r.means, fmt.Sprintf("the %s %d count", k.which, kept))
		count = kept
	}
	if r.each > 0 {
		r.text = fmt.Sprintf("%s + %d", r.text, count*r.each)
	}
	return Form{r.text, strings.Join(r.means, ", ")}
}

// faces is a range of faces.
type faces struct{ low, high int }

func (f faces) String() string {
	switch f.high - f.low {
	case 0:
		return strconv.Itoa(f.low)
	case 1:
		return fmt.Sprintf("%d and %d", f.low, f.high)
	}
	return fmt.Sprintf("%d to %d", f.low, f.high)
}

// pool is a number of dice with the same number of sides.
type pool struct{ count, sides int }

func (p pool) String() string { return fmt.Sprintf("%dd%d", p.count, p.sides) }

// readings returns the possible changes of dice by a word.
func (p pool) readings(w behind) (all []reading) {
	for _, c := range changers {
		if c.word != w.word {
			continue
		}
		for _, f := range p.compared(w, c.strict) {
			if text, each := c.change(p, f); text != "" {
				all = append(all, reading{text, each, c.whole, []string{f.String() + " " + c.says}})
			}
		}
	}
	switch {
	case w.word == "x" && w.op == "" && w.number > 0:
		all = append(all, reading{fmt.Sprintf("%d * %s", w.number, p), 0, true, []string{fmt.Sprintf("%d times as much", w.number)}})
	case (w.word == "!" || w.word == "!!") && w.op == ">=" && w.number > p.sides && p.sides > 1:
		all = append(all, reading{fmt.Sprintf("successes(explode(%s), %d)", p, w.number), 0, true,
			[]string{fmt.Sprintf("%d explode, and dice of %d or more are counted", p.sides, w.number)}})
	}
	return all
}

// compared returns the faces that a word may refer to: programs disagree whether < and > include the number, and
// whether a number alone after ! is only this face or also higher ones. Without a number it is the face that usually
// explodes or is rerolled.
func (p pool) compared(w behind, strict bool) (all []faces) {
	add := func(low, high int) {
		f := faces{max(low, 1), min(high, p.sides)}
		if f.low <= f.high && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	n := w.number
	switch {
	case n < 0 && w.word[0] == 'r':
		add(1, 1)
	case n < 0:
		add(p.sides, p.sides)
	case w.op == ">=", w.op == ">" && !strict:
		add(n, p.sides)
	case w.op == "<=", w.op == "<" && !strict:
		add(1, n)
	case w.op == "", w.op == "=":
		add(n, n)
	}
	switch {
	case w.op == ">":
		add(n+1, p.sides)
	case w.op == "<":
		add(1, n-1)
	case w.op == "" && w.word == "!" && 0 < n && n <= p.sides:
		add(n, p.sides)
	}
	return all
}

// until rerolls faces until another comes up: the dice only have the others.
func (p pool) until(f faces) (text string, each int) {
	switch {
	case f.low > 1 && f.high < p.sides:
		less := pool{p.count, p.sides - f.high + f.low - 1}
		return p.listed(fmt.Sprintf("valued(%s, [%%s])", less), faces{1, f.low - 1}, faces{f.high + 1, p.sides}), 0
	case f.low > 1:
		return pool{p.count, f.low - 1}.String(), 0
	case f.high < p.sides:
		return pool{p.count, p.sides - f.high}.String(), f.high
	}
	return "", 0
}

// once rerolls faces once. The function rerolls the lowest faces, so others may have to swap places with them.
func (p pool) once(f faces) (text string, each int) {
	text = fmt.Sprintf("reroll(%s, %d)", p, f.high-f.low+1)
	if f.low > 1 {
		text = p.listed("valued("+text+", [%s])", f, faces{1, f.low - 1}, faces{f.high + 1, p.sides})
	}
	return text, 0
}

// explode makes faces explode. The function explodes the highest faces, so others may have to swap places with them.
func (p pool) explode(f faces) (text string, each int) {
	from := p.sides - f.high + f.low
	switch {
	case from == 1: // they would explode forever
		return "", 0
	case f.high < p.sides:
		format := fmt.Sprintf("explode(valued(%s, [%%s]), %d)", p, from)
		return p.listed(format, faces{1, f.low - 1}, faces{f.high + 1, p.sides}, f), 0
	case f.low == p.sides:
		return fmt.Sprintf("explode(%s)", p), 0
	}
	return fmt.Sprintf("explode(%s, %d)", p, from), 0
}

// penetrate is explode with further faces counting 1 less.
func (p pool) penetrate(f faces) (text string, each int) {
	if f.high < p.sides || f.low == 1 {
		return "", 0
	}
	return fmt.Sprintf("explode(%s, %d, 1)", p, f.low), 0
}

// mostListed is the maximum number of sides of a die whose faces are listed.
const mostListed = 20

// listed inserts faces, in order, into a formula; empty if there are too many.
func (p pool) listed(format string, parts ...faces) string {
	if p.sides > mostListed {
		return ""
	}
	var list []string
	for _, f := range parts {
		for n := f.low; n <= f.high; n++ {
			list = append(list, strconv.Itoa(n))
		}
	}
	return fmt.Sprintf(format, strings.Join(list, ", "))
}

// Saying returns a hint about the possible meanings of a notation.
func Saying(forms []Form) string {
	switch len(forms) {
	case 0:
		return "functions keep, drop and explode dice: rulec docs dice"
	case 1:
		return "write " + forms[0].Text
	}
	var list []string
	for _, f := range forms {
		list = append(list, fmt.Sprintf("%s if %s", f.Text, f.Means))
	}
	return "programs differ: " + strings.Join(list, "; ")
}
