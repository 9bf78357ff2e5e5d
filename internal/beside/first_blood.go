package beside

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/trace"
)

// Moment is a part of a fight's log.
type Moment struct {
	// Trial is the fight.
	Trial uint64
	// When is the heading above it, such as that of a round.
	When string
	// Lines are its lines.
	Lines []string
}

// FirstBlood returns the action of the typical fight in which a creature first loses health to the other side, from its start
// to its results. The typical fight is that of sim reports: one of the most frequent winner, of median length.
func (s *Study) FirstBlood() (*Moment, error) {
	m, err := s.machine()
	if err != nil {
		return nil, err
	}
	b := &blood{machine: m, combatants: s.setup.Combatants}
	m.Observe(b)
	m.Reset(s.Typical.Trial)
	if _, err := m.Run(); err != nil {
		return nil, err
	}
	if b.by == 0 {
		return nil, fmt.Errorf("%s: no one was hurt", s.Encounter.Name)
	}
	from, to := deedOf(m.Trace().Events, b.by, b.at)
	moment := &Moment{Trial: s.Typical.Trial}
	for _, l := range interp.Log(m, story.Options{Dice: dice.InWords}).Lines {
		switch {
		case l.Kind == story.Clock && len(moment.Lines) == 0:
			moment.When = l.Text
		case l.Kind == story.Event && l.Events > from && l.Events <= to:
			moment.Lines = append(moment.Lines, strings.Repeat("  ", l.Depth)+textOf(&l))
		}
	}
	return moment, nil
}

// machine returns a machine that records the logs of fights.
func (s *Study) machine() (*interp.Machine, error) {
	if s.Typical == nil {
		return nil, fmt.Errorf("%s: no fight ended", s.Encounter.Name)
	}
	f, err := prepare(s.Encounter)
	if err != nil {
		return nil, err
	}
	return interp.New(f, interp.Options{Seed: s.Effort.Seed, Seeded: true, Trace: true, Sums: true, Limits: s.Effort.Limits}), nil
}

// typical returns the log of the typical fight, a line per action.
func (s *Study) typical() (*story.Log, error) {
	m, err := s.machine()
	if err != nil {
		return nil, err
	}
	m.Reset(s.Typical.Trial)
	if _, err := m.Run(); err != nil {
		return nil, err
	}
	return interp.Log(m, story.Options{Brief: true, Dice: dice.InWords}), nil
}

// textOf returns the text of a line, with the costs of its action.
func textOf(l *story.Line) string {
	if len(l.Costs) == 0 {
		return l.Text
	}
	return l.Text + " (" + strings.Join(l.Costs, ", ") + ")"
}

// blood waits for the first health that a creature loses to the other side.
type blood struct {
	machine    *interp.Machine
	combatants []experiment.Combatant
	// by is the creature that caused it; at is the number of events recorded by then.
	by board.Thing
	at int
}

// Acted does nothing.
func (*blood) Acted(interp.Deed) {}

// Tested does nothing.
func (*blood) Tested(interp.Tested) {}

// Changed records the first loss.
func (b *blood) Changed(h interp.Harm) {
	known := func(t board.Thing) bool { return t >= 1 && int(t) <= len(b.combatants) }
	if b.by != 0 || h.Amount <= 0 || !known(h.Who) || !known(h.By) || b.combatants[h.Who-1].Side == b.combatants[h.By-1].Side {
		return
	}
	b.by, b.at = h.By, len(b.machine.Trace().Events)
}

// deedOf returns the range of events of the last action of a creature within the first at events. It includes the
// actions that this one is a part of, and its results so far.
func deedOf(events []trace.Event, by board.Thing, at int) (from, to int) {
	var open []int
	found := -1
	to = at
	for i := range events {
		switch e := &events[i]; e.Kind {
		case trace.Act:
			open = append(open, i)
			if i < at && e.Who == int32(by) {
				found = open[0]
			}
		case trace.ActEnd:
			if len(open) > 0 {
				if open[0] == found && len(open) == 1 {
					to = max(to, i+1)
				}
				open = open[:len(open)-1]
			}
		}
	}
	return max(found, 0), to
}
