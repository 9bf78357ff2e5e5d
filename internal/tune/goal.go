package tune

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/diag"
)

// Goal is the desired result of an encounter.
type Goal struct {
	// Text is the sentence, What its part that names what is counted: guests win.
	Text, What string
	// Low and High are the bounds of the share or the length.
	Low, High float64
	// Target is the number in the sentence: a share from 0 to 1, or a length.
	Target float64
	// Unit is the unit of a length; empty for a share.
	Unit string

	kind  kind
	index int
}

// kind is what is counted.
type kind uint8

const (
	sideWins kind = iota
	nobodyWins
	stands
	lasts
)

// CantRead is the error in a text from a command line, with its place.
type CantRead struct {
	Text string
	// From and To are its place, in bytes.
	From, To int
	Message  string
	Hint     string
}

func (c *CantRead) Error() string { return c.Message }

// Underlined returns the text, and a line that marks the place of the error.
func (c *CantRead) Underlined() string {
	width := func(s string) int { return len([]rune(diag.Visible(s))) }
	return diag.Visible(c.Text) + "\n" + strings.Repeat(" ", width(c.Text[:c.From])) + "^" +
		strings.Repeat("~", max(0, width(c.Text[c.From:c.To])-1))
}

// forms lists the possible sentences of a goal.
const forms = `a goal is one of "SIDE wins P%", "nobody wins P%", "NAME stands P%" and "fights last N"; write at least or at most before the number if you like`

// word is a word of a sentence, with its place.
type word struct {
	text     string
	from, to int
}

func wordsOf(text string) []word {
	var list []word
	from := -1
	for i, c := range text + " " {
		switch blank := c == ' ' || c == '\t'; {
		case blank && from >= 0:
			list = append(list, word{text[from:i], from, i})
			from = -1
		case !blank && from < 0:
			from = i
		}
	}
	return list
}

// verbs say what is counted; an s may follow them.
var verbs = []string{"win", "stand", "last"}

// verb returns which of the verbs a word is, empty if it is none.
func (w word) verb() string {
	if v := strings.TrimSuffix(strings.ToLower(w.text), "s"); slices.Contains(verbs, v) {
		return v
	}
	return ""
}

// ParseGoal reads the desired result of an encounter, such as "guests win 60%". Within is how far it may be missed,
// as the user wrote it; empty means 2 points, or a twentieth of a length. An error is a [*CantRead].
//
// Spec: tuning.md, What you can ask for.
func ParseGoal(text, within string, s *experiment.Setup) (Goal, error) {
	g := Goal{Text: text}
	r := &reader{text: text, words: wordsOf(text)}
	at := slices.IndexFunc(r.words, func(w word) bool { return w.verb() != "" })
	switch {
	case len(r.words) == 0:
		return g, r.unlike(0, len(text), "the goal is empty")
	case at == 0:
		return g, r.unlike(r.words[0].from, r.words[0].to, "a name is missing before %q", r.words[0].text)
	case at < 0:
		return g, r.unlike(r.words[0].from, len(strings.TrimRight(text, " \t")), `it has neither "wins", "stands" nor "last"`)
	}
	who := word{text[r.words[0].from:r.words[at-1].to], r.words[0].from, r.words[at-1].to}
	verb := r.words[at].verb()
	g.What = who.text + " " + strings.ToLower(r.words[at].text)
	r.next = at + 1
	if err := g.subject(r, who, verb, s); err != nil {
		return g, err
	}
	if err := g.number(r); err != nil {
		return g, err
	}
	return g, g.within(within, text)
}

// reader reads the words of a sentence.
type reader struct {
	text  string
	words []word
	next  int
}

func (r *reader) wrong(from, to int, format string, args ...any) error {
	return &CantRead{Text: r.text, From: from, To: max(to, from), Message: fmt.Sprintf(format, args...)}
}

// unlike is like wrong, with the possible sentences as a hint.
func (r *reader) unlike(from, to int, format string, args ...any) error {
	return &CantRead{Text: r.text, From: from, To: max(to, from), Message: fmt.Sprintf(format, args...), Hint: forms}
}

// take takes a word if it is the next one.
func (r *reader) take(text string) bool {
	if r.next < len(r.words) && strings.EqualFold(r.words[r.next].text, text) {
		r.next++
		return true
	}
	return false
}

// subject reads who or what the goal is about.
func (g *Goal) subject(r *reader, who word, verb string, s *experiment.Setup) error {
	switch verb {
	case "win":
		for i, side := range s.Sides {
			if strings.EqualFold(side, who.text) {
				g.kind, g.index = sideWins, i
				return nil
			}
		}
		if strings.EqualFold(who.text, "nobody") {
			g.kind = nobodyWins
			return nil
		}
		return r.unknown(who, "unknown side %q", append(slices.Clone(s.Sides), "nobody"))
	case "stand":
		var names []string
		for i, c := range s.Combatants {
			if strings.EqualFold(c.Name, who.text) || strings.EqualFold(c.Title, who.text) {
				g.kind, g.index = stands, i
				return nil
			}
			names = append(names, c.Name)
		}
		return r.unknown(who, "unknown combatant %q", names)
	}
	if !strings.EqualFold(who.text, "fights") {
		return r.wrong(who.from, who.to, "only fights last")
	}
	g.kind, g.Unit = lasts, s.Unit
	return nil
}

// unknown returns the error for an unknown name, with a suggestion.
func (r *reader) unknown(who word, format string, names []string) error {
	return &CantRead{Text: r.text, From: who.from, To: who.to, Message: fmt.Sprintf(format, who.text), Hint: meant(who.text, names)}
}

// number reads the desired number.
func (g *Goal) number(r *reader) error {
	end := r.words[r.next-1].to
	least, most := false, false
	if r.take("at") {
		at := r.words[r.next-1]
		if least, most = r.take("least"), r.take("most"); !least && !most {
			return r.wrong(at.from, at.to, "%q must be followed by least or most", "at")
		}
	}
	if r.next == len(r.words) {
		return r.unlike(end, len(r.text), "the number is missing at the end")
	}
	w := r.words[r.next]
	r.next++
	text, percent := strings.CutSuffix(w.text, "%")
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0) || strings.ContainsAny(text, "xXpP_"):
		return r.wrong(w.from, w.to, "%q isn't a number", w.text)
	case g.Unit == "" && !percent:
		return r.wrong(w.from, w.to, "a share needs a percent sign: %s%%", text)
	case g.Unit == "" && (v < 0 || v > 100):
		return r.wrong(w.from, w.to, "a share must be between 0%% and 100%%")
	case g.Unit != "" && percent:
		return r.wrong(w.from, w.to, "the length of fights is a number of %s: write %s", many(g.Unit), text)
	case g.Unit != "" && v < 0:
		return r.wrong(w.from, w.to, "the length must be at least 0")
	case percent:
		v /= 100
	}
	if g.Unit != "" && !r.take(g.Unit) {
		r.take(many(g.Unit))
	}
	if r.next < len(r.words) {
		return r.unlike(r.words[r.next].from, r.words[len(r.words)-1].to, "unexpected words")
	}
	g.Target, g.Low, g.High = v, v, v
	switch {
	case least:
		g.High = math.Inf(1)
	case most:
		g.Low = math.Inf(-1)
	}
	return nil
}

func many(unit string) string { return unit + "s" }

// The default distance by which a goal may be missed: for shares, and as a fraction of a length.
const (
	usualShare  = 0.02
	usualLength = 0.05
)

// within widens a goal that is one number by how far it may be missed.
func (g *Goal) within(text, sentence string) error {
	if g.Low != g.High {
		if text != "" {
			return &CantRead{Text: "--within " + text, To: len("--within " + text),
				Message: fmt.Sprintf("%q is already a bound", sentence), Hint: "remove --within, or at least and at most"}
		}
		return nil
	}
	by := usualShare
	if g.Unit != "" {
		by = usualLength * g.Target
	}
	if text != "" {
		number, percent := strings.CutSuffix(text, "%")
		v, err := strconv.ParseFloat(number, 64)
		if percent {
			v /= 100
		}
		if err != nil || !(v > 0 && v < 1e9) || percent != (g.Unit == "") {
			want := "points, such as 2%"
			if g.Unit != "" {
				want = "a number of " + many(g.Unit) + ", such as 0.5"
			}
			return &CantRead{Text: "--within " + text, From: len("--within "), To: len("--within " + text),
				Message: "--within must be " + want}
		}
		by = v
	}
	g.Low, g.High = g.Target-by, g.Target+by
	return nil
}

// Of returns the value of a fight for the goal: 1 or 0, or its length. The fight doesn't count if its length isn't
// known because the time limit ended it.
func (g *Goal) Of(f experiment.Fight, s *experiment.Setup) (v float64, counts bool, err error) {
	holds := false
	switch g.kind {
	case sideWins:
		holds = f.Outcome == g.index
	case nobodyWins:
		holds = f.Outcome >= len(s.Sides)
	case stands:
		holds, err = f.Machine.Stands(board.Thing(g.index + 1))
	case lasts:
		return float64(f.Length), f.Outcome != len(s.Sides)+experiment.TimeUp, nil
	}
	if holds {
		v = 1
	}
	return v, true, err
}

// Fit says how an interval lies to a goal.
type Fit int8

const (
	// Unsure means that the interval includes a bound.
	Unsure Fit = iota
	// Fits means that all of it lies within the bounds.
	Fits
	// Below and Above mean that all of it lies outside.
	Below
	Above
)

// fit returns how an interval lies to the goal.
func (g *Goal) fit(i experiment.Interval) Fit {
	switch {
	case i.High < g.Low:
		return Below
	case i.Low > g.High:
		return Above
	case i.Low >= g.Low && i.High <= g.High:
		return Fits
	}
	return Unsure
}

// misses returns by how much a value misses the goal; 0 if it doesn't.
func (g *Goal) misses(v float64) float64 { return math.Max(0, math.Max(g.Low-v, v-g.High)) }
