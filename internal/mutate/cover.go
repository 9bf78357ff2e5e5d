package mutate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang/diag"
)

// played is a case, and what it has to do with which part of the ruleset.
type played struct {
	file, name string
	// text is how it is written, covers are the rules that it tests.
	text   string
	covers []string
	// setting tells that it has a ruleset of its own, with other params or house rules, which takes
	// much longer to read than to play.
	setting bool
	// touched are the lines, by file, of what happened in it, of the declarations of that, and in
	// which blocks of programs begin that ran.
	touched map[string]map[int]bool
	// thinks tells that somebody thinks ahead, which leaves no such marks.
	thinks bool
	// fails is how many changes it has noticed.
	fails int
}

// watched returns what a run of the case is played with so that touch can tell what it did.
func (c *played) watched() interp.Options {
	p := profile.New(func() int64 { return 0 })
	p.Visited = func(first *diag.Span) { c.note(*first) }
	return interp.Options{Trace: true, Profile: p}
}

// touch notes what a run of the case did.
func (c *played) touch(m *interp.Machine) {
	for _, r := range m.Options().Profile.Rows() {
		c.note(r.Span)
	}
	for _, e := range m.Trace().Events {
		c.note(e.Span)
		switch {
		case e.Condition != nil:
			c.note(e.Condition.Span)
		case e.Event != nil:
			c.note(e.Event.Span)
		}
	}
}

// note notes that something happened at a place.
func (c *played) note(s diag.Span) {
	if s.IsZero() {
		return
	}
	lines := c.touched[s.Source.Name]
	if lines == nil {
		lines = map[int]bool{}
		c.touched[s.Source.Name] = lines
	}
	line, _ := s.Source.Position(s.Start)
	lines[line] = true
}

// touches reports whether something happened in some lines of a file.
func (c *played) touches(file string, from, to int) bool {
	for line := from; line <= to; line++ {
		if c.touched[file][line] {
			return true
		}
	}
	return false
}

// near says how much a case has to do with a change: 4 if something happened in the very lines, 2
// if something of the same declaration did, 1 if it covers a rule that this writes down or names it.
// It is -1 if it can't notice the change: that lies in a part of a program that didn't run.
func (c *played) near(m *Mutation, named *regexp.Regexp) int {
	file, near := m.At.Source.Name, 0
	if m.from > 0 && !c.thinks && !c.touches(file, m.from, m.to) {
		return -1
	}
	from, _ := m.At.Source.Position(m.At.Start)
	to, _ := m.At.Source.Position(max(m.At.Start, m.At.End-1))
	if c.touches(file, from, to) {
		near += 4
	}
	if c.touches(file, m.of.from, m.of.to) {
		near += 2
	}
	if slices.ContainsFunc(c.covers, func(id string) bool { return slices.Contains(m.of.cites, id) }) || named.MatchString(c.text) {
		near++
	}
	return near
}

// order returns the cases that may notice a change in the order in which they are played: first
// those that have to do with it, the nearest first, and of each sort those that have a ruleset of
// their own behind the others; of equals those first that have noticed most so far. If it is said
// to change nothing, those that have nothing to do with it are left out.
func (r *runner) order(m *Mutation) []*played {
	named := regexp.MustCompile(`\b` + regexp.QuoteMeta(cmp.Or(m.of.name, " ")) + `\b`)
	rank, same := map[*played]int{}, known(r.Same, m)
	var order []*played
	for _, c := range r.cases {
		near := c.near(m, named)
		if near < 0 || same && near == 0 {
			continue
		}
		rank[c] = -near
		if c.setting {
			rank[c] += 8
		}
		if near == 0 {
			rank[c] += 20
		}
		order = append(order, c)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	slices.SortStableFunc(order, func(a, b *played) int { return cmp.Or(rank[a]-rank[b], b.fails-a.fails) })
	return order
}

// picks returns what tells by the name of a case, and by the rules that it covers, whether it is
// played: if a text stands in one of them, in which * stands for anything.
func picks(text string) func(name string, covers []string) bool {
	if text == "" {
		return func(string, []string) bool { return true }
	}
	form := regexp.MustCompile(`(?is)` + strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, `.*`))
	return func(name string, covers []string) bool {
		return form.MatchString(name) || slices.ContainsFunc(covers, form.MatchString)
	}
}
