// Package profile measures where the time of fights goes, in terms of the
// rules: how much each line of a tactic, quantity, rule, condition, action or entry
// took.
//
// A machine with a [Profile] enters each of these when it starts to work on it, and leaves
// it when it is done. They nest; time belongs to the innermost, and the rest belongs to
// none: finding the next turn, asking, paying, caching answers.
package profile

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/lang/diag"
)

// Part is something that takes time.
type Part struct {
	// What is its kind: "quantity", "line of tactic"; Name is its name; Span is its position.
	What, Name string
	Span       diag.Span
}

// Row is the time of a part in all profiled fights.
type Row struct {
	Part
	// Times is how often it was entered.
	Times uint64
	// Own is the time that it took itself, All includes everything that it called, in ticks of
	// the clock.
	Own, All int64
}

// Profile adds up the time of parts. It serves one machine at a time.
type Profile struct {
	// Visited, if not nil, is called for each block of a program that starts, with the position of its first statement.
	Visited func(first *diag.Span)

	clock func() int64
	rows  []Row
	known map[any]int
	open  []visit
	// active is, by row, how often it is open.
	active []int
	last   int64
	// total is the time between Begin and End.
	total, started int64
}

type visit struct {
	row   int
	since int64
}

// New returns an empty profile that reads a clock, such as one of nanoseconds. The package
// has none of its own: code that plays fights can't read the time.
func New(clock func() int64) *Profile {
	return &Profile{clock: clock, known: map[any]int{}}
}

// Begin starts a fight.
func (p *Profile) Begin() {
	p.open = p.open[:0]
	clear(p.active)
	p.last = p.clock()
	p.started = p.last
}

// End ends a fight, regardless of how it went.
func (p *Profile) End() {
	p.charge()
	p.open = p.open[:0]
	p.total += p.last - p.started
}

// Enter starts work on a part, which key identifies; part is called when it is new.
func (p *Profile) Enter(key any, part func() Part) {
	row, ok := p.known[key]
	if !ok {
		row = len(p.rows)
		p.known[key] = row
		p.rows = append(p.rows, Row{Part: part()})
		p.active = append(p.active, 0)
	}
	p.charge()
	p.rows[row].Times++
	p.active[row]++
	p.open = append(p.open, visit{row, p.last})
}

// Leave ends work on the part that was entered last.
func (p *Profile) Leave() {
	if len(p.open) == 0 {
		return // the fight was stopped in the middle of the part
	}
	p.charge()
	v := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	if p.active[v.row]--; p.active[v.row] == 0 { // recursion counts once
		p.rows[v.row].All += p.last - v.since
	}
}

// charge adds the time since the clock was last read to the innermost part.
func (p *Profile) charge() {
	now := p.clock()
	if n := len(p.open); n > 0 {
		p.rows[p.open[n-1].row].Own += now - p.last
	}
	p.last = now
}

// Total returns the time of all fights, in ticks of the clock.
func (p *Profile) Total() int64 { return p.total }

// Rows returns the times of the parts, the most expensive first.
func (p *Profile) Rows() []Row {
	rows := slices.Clone(p.rows)
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Own, a.Own) })
	return rows
}
