package laws

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// landing is where a fight stood when something had landed: how everybody was, and what was still to
// be decided.
type landing struct {
	fighters []fighter
	decided  []decision
}

// watched is a replay that notes its landings.
type watched struct {
	*player
	draft    *draft
	landings []landing
}

// Landed notes how everybody is.
func (w *watched) Landed(m *interp.Machine) error {
	if state, err := m.Standing(true); err == nil {
		l := landing{fighters: standing(w.draft.fighters, lang.FormatState(state))}
		for i, d := range w.decided {
			if !w.used[i] {
				l.decided = append(l.decided, d)
			}
		}
		w.landings = append(w.landings, l)
	}
	return w.player.Landed(m)
}

const (
	// long is how many decisions are worth beginning a fight later.
	long = 6
	// lastLandings is how many landings are tried, otherSeeds with how many dice.
	lastLandings, otherSeeds = 8, 6
)

// beginLater has a long fight begin where it stood a little before the law broke.
func (s *shrinker) beginLater() {
	if len(s.decided) < long || s.draft.mustEnd {
		return
	}
	fight := s.read(s.draft)
	if fight == nil {
		return
	}
	w := &watched{player: replay(s.decided, s.draft.then), draft: s.draft}
	m := s.machine(fight, s.draft)
	m.Obey(w)
	_, _ = m.Run()
	slices.Reverse(w.landings)
	for i, l := range w.landings[:min(len(w.landings), lastLandings)] {
		if len(l.decided) == 0 || i > 0 && len(l.decided) == len(s.decided) {
			continue
		}
		for seed := range uint64(otherSeeds) {
			d := s.draft.clone()
			d.fighters, d.seed = slices.Clone(l.fighters), d.seed+seed
			if s.try(d, l.decided) {
				return
			}
		}
	}
}

// standing returns fighters as a file of state has them. What such a file says of conditions beside
// what an encounter can say is left out.
func standing(fighters []fighter, state string) []fighter {
	node, _ := tree.Parse(diag.NewSource("state", state))
	of := node.Get("combatants")
	later := slices.Clone(fighters)
	for i := range later {
		f := &later[i]
		n := of.Get(f.name)
		if n == nil {
			continue
		}
		f.given, f.conditions, f.place = nil, nil, ""
		for _, e := range n.Entries {
			switch e.Key.Text {
			case "is":
			case "place":
				f.place = e.Value.Span.Text()
			case "conditions":
				for _, c := range e.Value.Items {
					f.conditions = append(f.conditions, givenCondition(c))
				}
			default:
				f.give(e.Key.Text, e.Value.Span.Text())
			}
		}
	}
	return later
}

// givenCondition writes a condition as an encounter gives it.
func givenCondition(n *tree.Node) string {
	if len(n.Entries) == 0 {
		return n.Span.Text()
	}
	var keys []string
	for _, key := range []string{"is", "by", "with"} {
		if v := n.Get(key); v != nil {
			keys = append(keys, key+": "+v.Span.Text())
		}
	}
	return "{" + strings.Join(keys, ", ") + "}"
}
