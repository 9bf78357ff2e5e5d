package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
)

// Turned is a fight with another winner under the house rules, with its log around the first difference.
type Turned struct {
	Trial uint64 `json:"trial"`
	// Base and House are who won, or why no one did.
	Base  string `json:"base"`
	House string `json:"house"`
	// Alone are the groups of rules that change the winner by themselves, by their numbers in Attribution.Groups.
	Alone []int `json:"alone,omitempty"`
	// Before has the last lines before the first difference; ToldBase and ToldHouse go on from there.
	Before    []string `json:"before"`
	ToldBase  []string `json:"told_base"`
	ToldHouse []string `json:"told_house"`
	// SeeBase and SeeHouse are the command lines that print the whole fight.
	SeeBase  string `json:"see_base"`
	SeeHouse string `json:"see_house"`
}

const (
	// mostTurned is how many fights with another winner are printed, out of mostTried candidates.
	mostTurned, mostTried = 3, 40
	// linesBefore and linesAfter are the numbers of lines before and after the first difference.
	linesBefore, linesAfter = 3, 5
)

// turned returns those of the first fights with another winner that stay the same for longest: these show best what
// made the difference.
func (j *Job) turned(d *duel, a *Attribution) ([]Turned, error) {
	both := [2]*teller{j.newTeller(d.base), j.newTeller(d.house)}
	var parts []parting
	for trial := uint64(0); trial < uint64(min(len(d.base.fights), len(d.house.fights))) && len(parts) < mostTried; trial++ {
		if d.base.fights[trial].outcome == d.house.fights[trial].outcome {
			continue
		}
		p, err := partingOf(both, trial)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	slices.SortStableFunc(parts, func(a, b parting) int { return cmp.Compare(b.late, a.late) })
	parts = parts[:min(len(parts), mostTurned)]
	slices.SortFunc(parts, func(a, b parting) int { return cmp.Compare(a.trial, b.trial) })
	list := []Turned{}
	for _, p := range parts {
		t, err := p.excerpt(both)
		if err != nil {
			return nil, err
		}
		base, house := &d.base.fights[p.trial], &d.house.fights[p.trial]
		t.Base, t.House = d.ended(base), d.ended(house)
		t.SeeBase = fmt.Sprint(d.Encounter.PrintBase, " --trial ", p.trial)
		t.SeeHouse = fmt.Sprint(d.Encounter.PrintHouse, " --trial ", p.trial)
		for i := range a.groups() {
			if alone := a.Groups[i].alone; p.trial < uint64(len(alone)) && alone[p.trial].outcome == house.outcome {
				t.Alone = append(t.Alone, i)
			}
		}
		list = append(list, *t)
	}
	return list, nil
}

// groups returns the number of groups that have shares.
func (a *Attribution) groups() int {
	if a == nil {
		return 0
	}
	return len(a.Groups)
}

// ended describes how a fight ended.
func (d *duel) ended(f *fight) string {
	name, kind := d.base.setup.Outcome(int(f.outcome))
	if kind == "side" {
		return "won by " + name
	}
	return name
}

// parting is the first difference of a fight: the number of its event, and how late that is as a fraction of the
// fight under the base.
type parting struct {
	trial uint64
	event int
	late  float64
}

func partingOf(both [2]*teller, trial uint64) (p parting, err error) {
	var words [2][]uint64
	for i, t := range both {
		if err := t.play(trial); err != nil {
			return p, err
		}
		words[i] = t.machine.Digests()
	}
	p.trial = trial
	for p.event < min(len(words[0]), len(words[1])) && words[0][p.event] == words[1][p.event] {
		p.event++
	}
	p.late = float64(p.event) / float64(max(1, len(words[0])))
	return p, nil
}

// excerpt returns the lines of both versions around their first difference.
func (p parting) excerpt(both [2]*teller) (*Turned, error) {
	var lines [2][]line
	var from [2]int
	for i, t := range both {
		var err error
		if lines[i], from[i], err = t.fightLines(p); err != nil {
			return nil, err
		}
	}
	a, b := from[0], from[1]
	for a < len(lines[0]) && b < len(lines[1]) && lines[0][a] == lines[1][b] { // events without a line may differ first
		a, b = a+1, b+1
	}
	return &Turned{Trial: p.trial, Before: before(lines[0][:a]), ToldBase: after(lines[0][a:]), ToldHouse: after(lines[1][b:])}, nil
}

// teller prints fights of one version.
type teller struct{ machine *interp.Machine }

func (j *Job) newTeller(v *version) *teller {
	return &teller{j.Machine(v.code, interp.Options{Trace: true, Sums: true})}
}

func (t *teller) play(trial uint64) error {
	t.machine.Reset(trial)
	_, err := t.machine.Run()
	return err
}

// fightLines returns the lines of a fight, and how many of them are about events before the first difference.
func (t *teller) fightLines(p parting) (lines []line, from int, err error) {
	if err := t.play(p.trial); err != nil {
		return nil, 0, err
	}
	lines = t.lines()
	t.machine.Reset(p.trial)
	if _, err := t.machine.RunTo(p.event); err != nil {
		return nil, 0, err
	}
	first := t.lines()
	for from < min(len(lines), len(first)) && lines[from] == first[from] {
		from++
	}
	return lines, from, nil
}

// line is a line of a log: an event, or a heading.
type line struct {
	kind story.Kind
	text string
}

// lines returns the log so far, without tables and maps.
func (t *teller) lines() []line {
	var list []line
	for _, l := range interp.Log(t.machine, story.Options{Dice: dice.InWords}).Lines {
		switch l.Kind {
		case story.Event:
			list = append(list, line{l.Kind, strings.Repeat("  ", l.Depth) + l.Text})
		case story.Clock, story.Ending:
			list = append(list, line{l.Kind, l.Text})
		case story.Turn:
			list = append(list, line{l.Kind, l.Text + ":"})
		}
	}
	return list
}

// before returns the last lines, under their headings.
func before(lines []line) []string {
	heads, events := []string{}, []string{}
	for _, l := range lines {
		switch {
		case l.kind == story.Event:
			events = append(events, l.text)
		case l.kind == story.Turn && len(heads) > 0:
			heads, events = append(heads[:1], l.text), nil
		default:
			heads, events = []string{l.text}, nil
		}
	}
	return append(heads, events[max(0, len(events)-linesBefore):]...)
}

// after returns the first lines.
func after(lines []line) []string {
	list := []string{}
	for _, l := range lines[:min(len(lines), linesAfter)] {
		list = append(list, l.text)
	}
	return list
}
