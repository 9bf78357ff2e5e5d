package diff

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// Report is what house rules change.
type Report struct {
	Base  Ruleset `json:"base"`
	House Ruleset `json:"house"`
	// Extends reports whether the house rules extend the base; if not, all their differences from it are changes.
	Extends bool `json:"extends"`
	// Reversed reports whether the base extends the house rules.
	Reversed bool `json:"reversed,omitempty"`
	// Rules are the definitions that differ.
	Rules      []Rule            `json:"rules"`
	Encounters []EncounterReport `json:"encounters"`
	// Stopped is set if not everything was played.
	Stopped bool `json:"stopped,omitempty"`
	// Program is the version of the program, Command the line that prints the report again.
	Program string `json:"program"`
	Command string `json:"command"`
}

// Ruleset names one of the two.
type Ruleset struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	File  string `json:"file"`
	// Hash identifies the ruleset with its params; that of the first encounter, if there are any.
	Hash string `json:"hash"`
}

// Rule is a definition that differs between the two rulesets, or a library that only the second uses.
type Rule struct {
	// Section is "uses" for a library, whose Definitions are counted.
	Section     string `json:"section"`
	Name        string `json:"name"`
	Definitions int    `json:"definitions"`
	Title       string `json:"title"`
	// Change is new, removed, changed or renamed.
	Change string `json:"change"`
	// Place is the place in the house rules, FILE:LINE; empty if unknown.
	Place string `json:"place"`
	// Words is set if only texts for people differ.
	Words bool  `json:"words_only"`
	Keys  []Key `json:"keys"`
}

// Key is a key of a definition, or lines of a program under it, with the text in either ruleset; empty means none.
type Key struct {
	Key   string `json:"key"`
	Base  string `json:"base"`
	House string `json:"house"`
}

// ForPeople reports whether a key holds a text for people, which no rule reads.
func (k *Key) ForPeople() bool { return forPeople(strings.Split(k.Key, ".")) }

// Path returns the section and name of a rule.
func (r *Rule) Path() string {
	if r.Name == "" {
		return r.Section
	}
	return r.Section + "." + r.Name
}

// named returns the paths of a group of rules.
func (r *Report) named(group []int) string {
	names := make([]string, len(group))
	for k, i := range group {
		names[k] = r.Rules[i].Path()
	}
	return strings.Join(names, " + ")
}

// allNamed lists groups of rules.
func (r *Report) allNamed(groups [][]int) string {
	names := make([]string, len(groups))
	for i, group := range groups {
		names[i] = r.named(group)
	}
	return strings.Join(names, ", ")
}

// EncounterReport is the effect of the house rules on one encounter.
type EncounterReport struct {
	Encounter string `json:"encounter"`
	Title     string `json:"title"`
	File      string `json:"file"`
	Seed      uint64 `json:"seed,string"`
	// Fights were played under each of the two, Same of them had the same result.
	Fights int64 `json:"fights"`
	Same   int64 `json:"same"`
	// Outcomes are the ways that fights ended, first the win rate of each side.
	Outcomes []Outcome `json:"outcomes"`
	// Even is not nil if the winner is decided under both.
	Even *experiment.Even `json:"even,omitempty"`
	// Length is that of the fights that ended before the time limit under both.
	Unit    string  `json:"unit"`
	Length  Measure `json:"length"`
	Actions Measure `json:"actions"`
	// Left is what each side has left at the end.
	Left []Measure `json:"left"`
	// Attribution has the effect of each rule; nil if it wasn't asked for, or there is none.
	Attribution *Attribution `json:"attribution,omitempty"`
	// Turned are some of the fights with another winner, the first of them.
	Turned []Turned `json:"turned"`
	// Used are the uses of each rule, in the order of Report.Rules.
	Used []Use `json:"used"`
}

// Outcome is one way that fights ended, under both rulesets.
type Outcome struct {
	Name string `json:"name"`
	// Kind is side, nobody, time_limit or nothing_left.
	Kind  string           `json:"kind"`
	Base  experiment.Share `json:"base"`
	House experiment.Share `json:"house"`
	// Won counts the fights that ended this way only under the house rules, Lost only under the base.
	Won        int64                 `json:"won"`
	Lost       int64                 `json:"lost"`
	Difference experiment.Difference `json:"difference"`
}

// Measure is the mean of a figure of fights, under both rulesets.
type Measure struct {
	// Side is the side it is about; empty for the whole fight.
	Side       string                `json:"side,omitempty"`
	Name       string                `json:"name"`
	Fights     int64                 `json:"fights"`
	Base       float64               `json:"base"`
	House      float64               `json:"house"`
	Difference experiment.Difference `json:"difference"`
}

func newReport(v *lang.Versions) *Report {
	r := &Report{
		Base: rulesetOf(v.Base), House: rulesetOf(v.House), Extends: v.House.Extends(v.Base), Reversed: v.Base.Extends(v.House) && !v.House.Extends(v.Base),
		Rules: []Rule{}, Encounters: []EncounterReport{},
	}
	for _, c := range v.Changes {
		r.Rules = append(r.Rules, ruleOf(v, c))
	}
	return r
}

func rulesetOf(r *lang.Rules) Ruleset { return Ruleset{Name: r.Name, Title: r.Title, File: r.File} }

// ruleOf describes a change: of one definition, or a library that is used.
func ruleOf(v *lang.Versions, c lang.Change) Rule {
	if c.Library != "" {
		return Rule{Section: "uses", Name: c.Library, Change: "new", Keys: []Key{}, Definitions: len(c.Differences)}
	}
	return RuleOf(v, c.Differences[0])
}

// wholes name the values of definitions that aren't mappings, by their section.
var wholes = map[string]string{"procs": "program"}

// RuleOf describes one definition that differs between two rulesets.
func RuleOf(v *lang.Versions, d tree.Difference) Rule {
	at := v.PlaceOf(d)
	r := Rule{Section: d.Section, Name: d.Name, Keys: []Key{}, Definitions: 1}
	own := d.Second
	switch {
	case d.First.Value == nil:
		r.Change = "new"
	case d.Second.Value == nil:
		r.Change, own = "removed", d.First
	case d.First.Key.Text != d.Second.Key.Text:
		r.Change = "renamed"
		r.Keys = append(r.Keys, Key{"", d.First.Key.Text, d.Second.Key.Text})
	default:
		r.Change = "changed"
	}
	if t := own.Value.Get("title"); t != nil {
		r.Title = t.Text
	}
	r.Place = at.Where()
	details := v.Details(d)
	r.Words = r.Change == "changed"
	for _, x := range details {
		r.Words = r.Words && forPeople(x.Path)
		key := cmp.Or(strings.Join(x.Path, "."), wholes[d.Section], "value")
		switch {
		case d.First.Value == nil || d.Second.Value == nil:
		case isProgram(x.First) && isProgram(x.Second):
			r.Keys = append(r.Keys, changedLines(key, x.First, x.Second)...)
		default:
			r.Keys = append(r.Keys, Key{key, textOf(x.First), textOf(x.Second)})
		}
	}
	return r
}

// forPeople reports whether a key of a definition holds a text for people, which no rule reads.
func forPeople(path []string) bool {
	return len(path) > 0 && path[len(path)-1] == tree.RemarkMark || len(path) == 1 && slices.Contains([]string{"title", "told"}, path[0])
}

// textOf returns the text of a node, on one line.
func textOf(n *tree.Node) string {
	if n == nil {
		return ""
	}
	text := n.Text
	if n.Kind != tree.Scalar && n.Kind != tree.Null {
		text = show.Flat(n)
	}
	return strings.Join(strings.Fields(text), " ")
}

// report computes the report on an encounter.
func (d *duel) report(r *Report) EncounterReport {
	e := d.Encounter.Base
	if r.Base.Hash == "" {
		r.Base.Hash, r.House.Hash = e.Program.Hash, d.Encounter.House.Program.Hash
	}
	x := EncounterReport{Encounter: e.Name, Title: e.Title, File: d.File, Seed: d.Seed, Unit: d.base.setup.Unit, Left: []Measure{}, Used: d.uses()}
	x.Fights, x.Same = int64(len(d.base.fights)), int64(len(d.base.fights))-changed(d.base.fights, d.house.fights)
	for i := range d.base.setup.Outcomes() {
		if o := d.outcome(i); o.Kind == "side" || o.Base.Value > 0 || o.House.Value > 0 {
			x.Outcomes = append(x.Outcomes, o)
		}
	}
	var shares []experiment.Share // the smaller one of either ruleset
	for _, o := range x.Outcomes[:len(e.Sides)] {
		less := o.Base
		if o.House.Value < less.Value {
			less = o.House
		}
		shares = append(shares, less)
	}
	x.Even = experiment.NewEven(e.Sides, shares, d.Encounter.Line, d.Seed)
	x.Length = d.measure("", x.Unit, func(v *version, trial int) float64 {
		if v.fights[trial].is(len(e.Sides) + experiment.TimeUp) {
			return math.NaN()
		}
		return v.fights[trial].length
	})
	x.Actions = d.measure("", "actions", func(v *version, trial int) float64 { return float64(v.fights[trial].acts) })
	x.Left = d.left()
	return x
}

// uses returns the uses of each rule: under the house rules, or under the base if the house rules don't have it.
func (d *duel) uses() []Use {
	uses := slices.Clone(d.house.used)
	for i, u := range d.base.used {
		if !uses[i].Shows {
			uses[i] = u
		}
	}
	return uses
}

func (d *duel) outcome(i int) Outcome {
	o := Outcome{Difference: d.won(i)}
	o.Name, o.Kind = d.base.setup.Outcome(i)
	is := func(f fight) bool { return f.is(i) }
	o.Base, o.House = experiment.Share(experiment.Rate(d.base.fights, is)), experiment.Share(experiment.Rate(d.house.fights, is))
	for trial := range d.base.fights {
		switch was, now := is(d.base.fights[trial]), is(d.house.fights[trial]); {
		case was && !now:
			o.Lost++
		case now && !was:
			o.Won++
		}
	}
	return o
}

// measure compares a figure of the fights; those of which it is NaN under either ruleset don't count.
func (d *duel) measure(side, name string, of func(v *version, trial int) float64) Measure {
	m := Measure{Side: side, Name: name}
	var p experiment.Pairs
	for trial := range d.base.fights {
		base, house := of(d.base, trial), of(d.house, trial)
		if math.IsNaN(house - base) {
			continue
		}
		m.Base, m.House = m.Base+base, m.House+house
		p.Add(house - base)
	}
	if p.N > 0 {
		m.Fights, m.Base, m.House, m.Difference = int64(p.N), m.Base/p.N, m.House/p.N, p.Difference()
	}
	return m
}

// standing is the name of the measure of how many are standing at the end.
const standing = "stand"

// left compares what each side has left: those who are standing, and the pools that both rulesets count.
func (d *duel) left() []Measure {
	a, b := d.Encounter.Base.Program, d.Encounter.House.Program
	list := []Measure{}
	for side, name := range d.Encounter.Base.Sides {
		add := func(what string, base, house int) {
			at := map[*version]int{d.base: side*(1+healthPools(a)) + base, d.house: side*(1+healthPools(b)) + house}
			list = append(list, d.measure(name, what, func(v *version, trial int) float64 { return v.left[trial][at[v]] }))
		}
		add(standing, 0, 0)
		for k := range healthPools(a) {
			if h := poolNamed(b, a.Reports.Health[k].Name); h >= 0 {
				add(a.Reports.Health[k].Title, 1+k, 1+h)
			}
		}
	}
	return list
}

func poolNamed(p *program.Program, name string) int {
	if p.Reports == nil {
		return -1
	}
	return slices.IndexFunc(p.Reports.Health, func(f *program.Field) bool { return f.Name == name })
}
