package diff

import (
	"slices"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// A choice of groups of changes: true for the changes that are made.
type choice []bool

func (c choice) with(i int, done bool) choice {
	d := slices.Clone(c)
	d[i] = done
	return d
}

// key returns a string that is the same for choices of the same groups.
func (c choice) key() string {
	text := make([]byte, len(c))
	for i, done := range c {
		if text[i] = '0'; done {
			text[i] = '1'
		}
	}
	return string(text)
}

// grouping has the changes in groups: changes that need each other are in one group.
type grouping struct {
	job    *Job
	name   string
	memo   *lang.Memo
	groups [][]int
	// stops are the choices with which a fight stops with an error, by the key of their changes.
	stops map[string]bool
}

// groupsOf returns the changes in groups: a change that makes no valid ruleset on its own is in one group with the
// changes it needs.
func (j *Job) groupsOf(e *Encounter) *grouping {
	g := &grouping{job: j, name: e.Name, memo: lang.NewMemo(), stops: map[string]bool{}}
	for i := range j.Versions.Changes {
		g.groups = append(g.groups, []int{i})
	}
	for i := 0; i < len(g.groups); i++ {
		if alone := make(choice, len(g.groups)).with(i, true); !g.fits(alone) {
			g.mergeFor(alone)
			i = -1
		}
	}
	return g
}

// done returns the changes of a choice.
func (g *grouping) done(c choice) []lang.Change {
	var list []lang.Change
	for i, group := range g.groups {
		for _, change := range group {
			if c[i] {
				list = append(list, g.job.Versions.Changes[change])
			}
		}
	}
	return list
}

// load reads the encounter with a choice of the house rules' changes; nil if the result isn't valid.
func (g *grouping) load(c choice) *program.Encounter {
	opts := g.job.Options
	opts.Rules, opts.Memo, opts.Prove, opts.Took = g.job.Versions.With(g.done(c)), g.memo, nil, nil
	e, list := lang.LoadEncounter(g.name, opts)
	if list.HasErrors() {
		return nil
	}
	return e
}

// fits reports whether a choice is a valid ruleset, as far as is known.
func (g *grouping) fits(c choice) bool { return !g.stops[g.doing(c)] && g.load(c) != nil }

// doing returns a key of the changes in a choice, which doesn't depend on the grouping.
func (g *grouping) doing(c choice) string {
	all := make(choice, len(g.job.Versions.Changes))
	for i, group := range g.groups {
		for _, change := range group {
			all[change] = c[i]
		}
	}
	return all.key()
}

// mergeFor merges groups so that an invalid choice is no longer possible: the smallest part of it that is invalid, and
// the fewest others that make it valid.
func (g *grouping) mergeFor(c choice) {
	for i := range c {
		if without := c.with(i, false); c[i] && !g.fits(without) {
			c = without
		}
	}
	whole := make(choice, len(c))
	for i := range whole {
		whole[i] = true
	}
	for i := len(c) - 1; i >= 0; i-- {
		if without := whole.with(i, false); !c[i] && g.fits(without) {
			whole = without
		}
	}
	var together []int
	var groups [][]int
	at := -1
	for i, group := range g.groups {
		switch {
		case !whole[i]:
			groups = append(groups, group)
		case at < 0:
			at = len(groups)
			groups = append(groups, nil)
			fallthrough
		default:
			together = append(together, group...)
		}
	}
	slices.Sort(together)
	groups[at] = together
	g.groups = groups
}
