package syntax

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// notation is how dice are written at tables and by dice programs: 4d6kh3, 5d6!, 1d6!>=5, 2d6ro<2kh1; suffix is
// one of the letters behind them. Formulas have functions for that.
var (
	notation = regexp.MustCompile(`^(\d*)[dD](\d+|%)((?:(?:` + letters + `)(?:` + comparator + `)?\d*)+)`)
	suffix   = regexp.MustCompile(`^(` + letters + `)(` + comparator + `)?(\d*)`)
	keptDice = regexp.MustCompile(`^(\d+)[kK](\d+)(!?)`)
)

const (
	letters    = `!!|!p|!|kh|kl|k|K|dh|dl|d|p|rr|ro|r|e|x|min|max|mi|ma|cs|c|t`
	comparator = `>=|<=|>|<|=`
)

// Form is a formula for what is written in another way, and what that means then: 5 and 6 explode.
type Form struct{ Text, Means string }

// Value returns the formula as it can be put into others: a sum or a product in brackets.
func (f Form) Value() string {
	depth := 0
	for i := range len(f.Text) {
		switch f.Text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ':
			if depth == 0 {
				return "(" + f.Text + ")"
			}
		}
	}
	return f.Text
}

// mostMeanings is how many meanings of a notation are told.
const mostMeanings = 8

// foreignDice reads dice in a notation of other programs from the start of a text, and returns how many
// characters they are and how formulas write what they may mean; 0: they aren't. It is certain if
// there is one meaning, in every program that has the notation.
func foreignDice(text string) (length int, forms []Form, certain bool) {
	if m := keptDice.FindStringSubmatch(text); m != nil && endsNotation(text[len(m[0]):]) {
		return len(m[0]), rollAndKeep(m[1], m[2], m[3] != "" || strings.Contains(m[0], "K")), false
	}
	m := notation.FindStringSubmatch(text)
	if m == nil || !endsNotation(text[len(m[0]):]) || strings.HasPrefix(m[3], "!=") {
		return 0, nil, false // 2d6 != 3 compares
	}
	count, sides := dieOf(m[1] + "d" + m[2])
	if count < 1 || count > mostDice || sides < 1 || sides > mostSides {
		return len(m[0]), nil, false
	}
	pools := []pool{{count: count, sides: sides, kept: count}}
	for rest := m[3]; rest != ""; {
		s := suffix.FindStringSubmatch(rest)
		rest = rest[len(s[0]):]
		n, err := strconv.Atoi(s[3])
		if err != nil && s[3] != "" {
			return len(m[0]), nil, false
		}
		if s[3] == "" && rest != "" && s[1] == "r" {
			return len(m[0]), nil, false // rk and rc are letters of their own
		}
		var next []pool
		for _, p := range pools {
			next = append(next, p.with(s[1], s[2], n, s[3] != "")...)
		}
		if pools = next; len(pools) > mostMeanings {
			return len(m[0]), nil, false
		}
		certain = m[3] == s[0] && len(s[1]) == 2 && strings.Contains("kh kl dh dl", s[1]) && s[2] == "" && 1 <= n && n <= count
	}
	for _, p := range pools {
		f := Form{p.formula(), strings.Join(p.means, ", ")}
		if f.Text != "" && !slices.ContainsFunc(forms, func(o Form) bool { return o.Text == f.Text }) {
			forms = append(forms, f)
		}
	}
	return len(m[0]), forms, certain && len(forms) == 1
}

// endsNotation reports whether a notation can end before a text.
func endsNotation(rest string) bool { return !wordGoesOn.MatchString(rest) }

// wordGoesOn is what makes a longer word or a fraction of what stands before it.
var wordGoesOn = regexp.MustCompile(`^(\.[0-9]|[\pL_0-9])`)

// dieOf reads a dice literal: 2d6, d6, d%.
func dieOf(text string) (count, sides int) {
	before, behind, _ := strings.Cut(strings.ToLower(text), "d")
	if behind == "%" {
		behind = "100"
	}
	count, _ = strconv.Atoi(cmp.Or(before, "1"))
	sides, _ = strconv.Atoi(behind)
	return count, sides
}

// rollAndKeep is 3k2: of three dice of ten sides two are kept. 2k6, of which that can't be said, are two dice of six sides.
func rollAndKeep(rolled, kept string, explode bool) []Form {
	if n, sides := dieOf(rolled + "d" + kept); sides > n {
		return []Form{{rolled + "d" + kept, "k is the letter of dice"}}
	}
	all := []Form{{"best(" + kept + ", explode(" + rolled + "d10))", "tens explode"}}
	if !explode {
		all = append([]Form{{"best(" + kept + ", " + rolled + "d10)", "of " + rolled + " dice " + kept + " are kept"}}, all...)
	}
	return all
}

// faces are those from low to high.
type faces struct{ low, high int }

func (f faces) String() string {
	switch f.high - f.low {
	case 0:
		if f.low == 0 {
			return "no faces"
		}
		return strconv.Itoa(f.low)
	case 1:
		return fmt.Sprintf("%d and %d", f.low, f.high)
	}
	return fmt.Sprintf("%d to %d", f.low, f.high)
}

func (f faces) has(n int) bool { return f.low <= n && n <= f.high }

func (f faces) count() int {
	if f.low == 0 {
		return 0
	}
	return f.high - f.low + 1
}

// pool is what a notation may mean. Faces that there aren't are none: low is 0.
type pool struct {
	count, sides int
	// once are the faces that are rolled again once, never those that are until they don't come, more those that explode;
	// less is set where further faces count 1 less.
	once, never, more faces
	less              bool
	// apart is set where a further face is a die of its own, of which others may be kept.
	apart bool
	// worth says what each face counts for, where that isn't what it shows.
	worth string
	// hits are the faces that count 1 each; of exploded dice, what a die comes to.
	hits faces
	// kept is how many dice are kept in the end, keeps in which steps. Times is what all of it is multiplied by, 0: by nothing.
	kept, times int
	keeps       []string
	means       []string
}

// with returns what a pool may mean with a further letter, and the number behind it, if there is one.
func (p pool) with(letter, op string, n int, number bool) (all []pool) {
	add := func(change func(*pool), means string) {
		q := p
		q.means = append(slices.Clip(p.means), means)
		change(&q)
		all = append(all, q)
	}
	forFaces := func(alone faces, change func(*pool, faces), verb string) {
		for i, f := range p.compared(op, n, number, alone, letter == "!" || letter == "e") {
			if i == 0 && (op == "<" || op == ">") && (strictly[letter] || letter == "r" && verb == againOnce) {
				continue
			}
			add(func(q *pool) { change(q, f) }, f.String()+" "+verb)
		}
	}
	top, one := faces{p.sides, p.sides}, faces{1, 1}
	keep := func(kept int, word, which string) {
		if kept = min(kept, p.kept); kept > 0 {
			add(func(q *pool) {
				if kept < p.kept {
					q.kept, q.keeps = kept, append(slices.Clip(p.keeps), fmt.Sprintf("%s(%d, ", word, kept))
				}
			}, fmt.Sprintf("the %s %d count", which, kept))
		}
	}
	best := func(kept int) { keep(kept, "best", "highest") }
	worst := func(kept int) { keep(kept, "worst", "lowest") }
	if !number && len(letter) == 2 && strings.Contains("kh kl dh dl", letter) {
		n = 1
	}
	switch {
	case op != "" && !number, p.kept < p.count && strings.HasPrefix(letter, "k"), letter[0] == 'r' && p.once.low+p.never.low > 0:
	case letter == "k", letter == "K":
		if op == "" {
			best(max(n, 1))
		}
		if number && letter == "k" && len(p.means) == 0 {
			forFaces(top, func(q *pool, f faces) { q.worth = q.counting(f, "each", "0") }, "count, and no other")
		}
	case letter == "p" && number:
		if op == "" {
			best(p.kept - n)
		}
		forFaces(top, func(q *pool, f faces) { q.worth = q.counting(f, "0", "each") }, "don't count")
	case op == "" && letter == "kh":
		best(n)
	case op == "" && letter == "kl":
		worst(n)
	case op == "" && (letter == "d" || letter == "dl"):
		best(p.kept - max(n, 1))
	case op == "" && letter == "dh":
		worst(p.kept - n)
	case letter == "r", letter == "rr", letter == "ro":
		if letter != "ro" {
			forFaces(one, func(q *pool, f faces) { q.never = f }, "again until another comes")
		}
		if letter != "rr" {
			forFaces(one, func(q *pool, f faces) { q.once = f }, againOnce)
		}
	case strings.HasPrefix(letter, "!"), letter == "x", letter == "e":
		forFaces(top, func(q *pool, f faces) { q.more, q.less, q.apart = f, letter == "!p", letter != "!!" }, "explode")
		if letter == "x" && op == "" && number {
			add(func(q *pool) { q.times = n }, fmt.Sprintf("%d times as much", n))
		}
		if op == ">=" && n > p.sides {
			add(func(q *pool) { q.more, q.hits = top, faces{n, 0} }, fmt.Sprintf("%d explode, and dice of %d or more are counted", p.sides, n))
		}
	case strings.HasPrefix(letter, "m") && op == "" && number && p.worth == "":
		function, bound := "max", "least"
		if strings.HasPrefix(letter, "ma") {
			function, bound = "min", "most"
		}
		add(func(q *pool) { q.worth = fmt.Sprintf("map(1..%d, %s(each, %d))", p.sides, function, n) }, fmt.Sprintf("each face counts at %s %d", bound, n))
	case (letter == "cs" || letter == "c" || letter == "t") && number:
		if letter == "t" && op == "" {
			op = ">="
		}
		forFaces(top, func(q *pool, f faces) { q.hits = f }, "are counted")
		all = slices.DeleteFunc(all, func(q pool) bool { return q.hits.low == 0 })
	}
	return all
}

// againOnce is what is said of faces that are rolled again once: behind r, programs that do so leave the number behind
// < and > out.
const againOnce = "again once"

// strictly are the letters of which all programs that have them leave the number behind < and > out.
var strictly = map[string]bool{"k": true, "p": true, "x": true, "e": true, "cs": true}

// counting writes what faces count for: some for one thing, all others for another.
func (p pool) counting(f faces, these, others string) string {
	which := fmt.Sprintf("each >= %d and each <= %d", f.low, f.high)
	if f.low == f.high {
		which = fmt.Sprintf("each == %d", f.low)
	}
	return fmt.Sprintf("map(1..%d, if(%s, %s, %s))", p.sides, which, these, others)
}

// compared returns the faces that a comparison may mean: programs don't agree whether < and > take the number in, and
// whether a number alone is this face alone, where it may be this or more.
func (p pool) compared(op string, n int, number bool, alone faces, orMore bool) []faces {
	var all []faces
	switch {
	case !number:
		all = []faces{alone}
	case op == ">=":
		all = []faces{{n, p.sides}}
	case op == "<=":
		all = []faces{{1, n}}
	case op == ">":
		all = []faces{{n, p.sides}, {n + 1, p.sides}}
	case op == "<":
		all = []faces{{1, n}, {1, n - 1}}
	default:
		all = []faces{{n, n}}
		if op == "" && orMore {
			all = append(all, faces{n, p.sides})
		}
	}
	for i, f := range all {
		if all[i] = (faces{max(f.low, 1), min(f.high, p.sides)}); all[i].low > all[i].high {
			all[i] = faces{}
		}
	}
	return all
}

// formula writes the pool; empty: no dice value is that, or the dice never lie still.
func (p pool) formula() string {
	text, each := fmt.Sprintf("%dd%d", p.count, p.sides), 0
	all := faces{1, p.sides}
	switch again := p.never; {
	case p.never == all, p.more == all:
		return ""
	case again.count() > 0 && (p.once.count() > 0 || p.more.count() > 0 || p.worth != "" || p.hits.low > 0 || p.times > 0),
		p.worth != "" && (p.more.count() > 0 || p.hits.low > 0 || p.sides > mostListed), p.hits.low > 0 && (p.less || p.kept < p.count), p.apart && p.kept < p.count:
		return ""
	case again.count() > 0 && again.low == 1:
		text, each = fmt.Sprintf("%dd%d", p.count, p.sides-again.high), again.high
	case again.count() > 0 && again.high == p.sides:
		text = fmt.Sprintf("%dd%d", p.count, again.low-1)
	case again.count() > 0:
		text = fmt.Sprintf("valued(%dd%d, %s)", p.count, p.sides-again.count(), p.list(faces{}, again))
	}
	if text = p.explodes(p.rerolls(text)); text == "" {
		return ""
	}
	if p.worth != "" {
		text = fmt.Sprintf("valued(%s, %s)", text, p.worth)
	}
	for _, begin := range p.keeps {
		text = begin + text + ")"
	}
	if each > 0 {
		text = fmt.Sprintf("%s + %d", text, p.kept*each)
	}
	if p.times > 0 {
		text = fmt.Sprintf("%d * %s", p.times, text)
	}
	return text
}

// rerolls writes the faces that are rolled again once: those that aren't the lowest take their places.
func (p pool) rerolls(text string) string {
	switch n := p.once.count(); {
	case n == 0:
		return text
	case p.once.low == 1:
		return fmt.Sprintf("reroll(%s, %d)", text, n)
	case p.more.count() == 0 && p.worth == "" && p.sides <= mostListed:
		return fmt.Sprintf("valued(reroll(%s, %d), %s)", text, n, p.list(p.once, p.once))
	}
	return ""
}

// explodes writes the faces that explode: those that aren't the highest take their places.
func (p pool) explodes(text string) string {
	n := p.more.count()
	switch {
	case text == "":
		return ""
	case p.hits.high == 0 && p.hits.low > p.sides: // what a die comes to is counted
		return fmt.Sprintf("successes(explode(%s), %d)", text, p.hits.low)
	case p.hits.low > 0:
		text = strings.TrimSuffix(fmt.Sprintf("successes(%s, %d, %d", text, p.hits.low, p.hits.high), fmt.Sprintf(", %d", p.sides)) + ")"
	}
	switch {
	case n == 0:
		return text
	case p.more.high < p.sides && (p.less || p.hits.low > 0 || p.once.count() > 0 || p.sides > mostListed):
		return ""
	case p.more.high < p.sides:
		return fmt.Sprintf("explode(valued(%s, %s), %d)", text, p.list(faces{}, p.more, p.more), p.sides-n+1)
	case p.less:
		return fmt.Sprintf("explode(%s, %d, 1)", text, p.more.low)
	case n == 1:
		return fmt.Sprintf("explode(%s)", text)
	}
	return fmt.Sprintf("explode(%s, %d)", text, p.more.low)
}

// mostListed is how many sides a die has at most whose faces are listed.
const mostListed = 100

// list lists the faces of a die: some first, those out left out, and some last.
func (p pool) list(first, out faces, last ...faces) string {
	var list []string
	add := func(from, to int, but faces) {
		for n := from; n <= to; n++ {
			if !but.has(n) {
				list = append(list, strconv.Itoa(n))
			}
		}
	}
	if first.count() > 0 {
		add(first.low, first.high, faces{})
	}
	add(1, p.sides, out)
	for _, f := range last {
		add(f.low, f.high, faces{})
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// Saying writes a hint that says what a notation may mean.
func Saying(forms []Form) string {
	switch len(forms) {
	case 0:
		return "keeping, dropping and exploding dice are functions of a dice literal: rulec docs dice"
	case 1:
		return "write " + forms[0].Text
	}
	var list []string
	for _, f := range forms {
		list = append(list, fmt.Sprintf("%s if %s", f.Text, f.Means))
	}
	return "programs differ: " + strings.Join(list, "; ")
}
