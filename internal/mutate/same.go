package mutate

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Same is a change that can't be noticed, because the rules stay the same.
type Same struct {
	// In, Was and Now identify it, like those of a [Mutation].
	In, Was, Now string
	// Because is the reason.
	Because string
	At      diag.Span `json:"-"`
}

// NoReason is the code of an unnoticeable change without a reason.
const NoReason diag.Code = "no-reason"

func (s Same) is(m *Mutation) bool { return s.In == m.In && s.Was == m.Was && s.Now == m.Now }

// known reports whether a change is among those that can't be noticed.
func known(list []Same, m *Mutation) bool {
	return slices.ContainsFunc(list, func(s Same) bool { return s.is(m) })
}

// idle returns those that belong to no change.
func idle(list []Same, points []*Mutation) []Same {
	var left []Same
	for _, s := range list {
		if !slices.ContainsFunc(points, s.is) {
			left = append(left, s)
		}
	}
	return left
}

// ReadSame reads a file of changes that can't be noticed:
//
//	same:
//	  - in: quantities.damage.value
//	    was: max(0, rolled)
//	    now: max(1, rolled)
//	    because: Nothing rolls less than 1.
func ReadSame(src *diag.Source) ([]Same, diag.List) {
	node, list := tree.Parse(src)
	if node == nil {
		return nil, list
	}
	w := tree.Walk(node, "the file", &list)
	w.Optional("about")
	entries := w.Required("same")
	w.Done()
	var all []Same
	for _, n := range tree.Items(entries) {
		e := tree.Walk(n, "each of same", &list)
		s := Same{At: n.Span}
		text := func(n *tree.Node, what string) string {
			if n == nil {
				return ""
			}
			t, _ := tree.Text(n, what, &list)
			return strings.TrimSpace(t)
		}
		s.In = text(e.Required("in"), "in")
		s.Was = text(e.Required("was"), "was")
		s.Now = text(e.Optional("now"), "now")
		s.Because = text(e.Required("because"), "because")
		e.Done()
		if e.Usable() && s.Because == "" {
			list.Errorf(NoReason, n.Span, "because: must say why no case can notice this change")
		}
		all = append(all, s)
	}
	return all, list
}

// WriteSame writes the missed changes in the format of such a file, with empty reasons; those of each group under
// its results.
func WriteSame(w io.Writer, r *Result) error {
	var b strings.Builder
	b.WriteString("same:\n")
	for i := range r.Tallies {
		t := &r.Tallies[i]
		if t.Wanted == 0 {
			continue
		}
		fmt.Fprintf(&b, "  # %s\n", t)
		for _, m := range t.Missed {
			now := ""
			if m.Now != "" {
				now = "\n    now: " + block(m.Now)
			}
			fmt.Fprintf(&b, "  - in: %s\n    was: %s%s\n    because: \"\"\n", m.In, block(m.Was), now)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// block writes a text as block text, without any special characters.
func block(text string) string {
	return "|-\n      " + strings.ReplaceAll(text, "\n", "\n      ")
}
