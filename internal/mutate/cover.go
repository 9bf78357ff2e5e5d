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

// played is a case, with the parts of the ruleset that it uses.
type played struct {
	file, name string
	// text is its source, covers are the rules that it tests.
	text   string
	covers []string
	// setting is set if it has its own ruleset, with other params or house rules, which takes much longer to read
	// than to play.
	setting bool
	// touched has the lines, by file, of everything that happened in it, of the declarations, and of the starts of
	// program blocks that ran.
	touched map[string]map[int]bool
	// thinks is set if someone thinks ahead, which leaves no such marks.
	thinks bool
	// fails is how many changes it has noticed.
	fails int
}

// watched returns options to run the case with, so that touch can find out what it did.
func (c *played) watched() interp.Options {
	p := profile.New(func() int64 { return 0 })
	p.Visited = func(first *diag.Span) { c.note(*first) }
	return interp.Options{Trace: true, Profile: p}
}

// touch records what a run of the case did.
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

// note records that something happened at a place.
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

// near returns how close a case is to a change, as a sum: 4 if something happened in its very lines, 2 if something
// did in its declaration, 1 if it covers a rule that this cites, or names it. It is -1 if the case can't notice the
// change, as that is in a part of a program that didn't run.
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

// order returns the cases that may notice a change, in the order in which to play them: first the related ones, the
// nearest first, except that those with their own ruleset come later; among equals those that have noticed most so
// far. For a change that is known to be unnoticeable, unrelated cases are left out.
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

// picks returns a function that reports whether to play a case, by its name and the rules it covers: one of them
// must contain the text, in which * matches anything.
func picks(text string) func(name string, covers []string) bool {
	if text == "" {
		return func(string, []string) bool { return true }
	}
	form := regexp.MustCompile(`(?is)` + strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, `.*`))
	return func(name string, covers []string) bool {
		return form.MatchString(name) || slices.ContainsFunc(covers, form.MatchString)
	}
}
