// Package profile tells where the time of fights goes, in the terms of whoever writes
// rules: which line of a tactic, which quantity, rule, condition, action or entry took how
// much of it.
//
// A machine with a [Profile] enters each of these when it begins to work on it, and leaves
// it when it is done. They nest; time belongs to the innermost, and what is left belongs to
// nobody: choosing who is due, asking, paying, keeping answers.
package profile

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/lang/diag"
)

// Part is what time is spent on.
type Part struct {
	// What it is: "quantity", "line of tactic"; Name of it; Span is where it stands.
	What, Name string
	Span       diag.Span
}

// Row is what a part took in all fights that were profiled.
type Row struct {
	Part
	// Times is how often it was worked on.
	Times uint64
	// Own is the time that it took itself, All that with all that it asked for, in ticks of
	// the clock.
	Own, All int64
}

// Profile adds up the time of parts. It serves one machine at a time.
type Profile struct {
	// Visited, if not nil, is told of each block of a program that begins: where its first statement stands.
	Visited func(first *diag.Span)

	clock func() int64
	rows  []Row
	known map[any]int
	open  []visit
	// active counts, by row, how often it is open.
	active []int
	last   int64
	// total is the time between Begin and End.
	total, begun int64
}

type visit struct {
	row   int
	since int64
}

// New returns an empty profile that reads a clock, such as one of nanoseconds. The package
// has none of its own: nothing that plays fights can tell what time it is.
func New(clock func() int64) *Profile {
	return &Profile{clock: clock, known: map[any]int{}}
}

// Begin starts a fight.
func (p *Profile) Begin() {
	p.open = p.open[:0]
	clear(p.active)
	p.last = p.clock()
	p.begun = p.last
}

// End ends a fight, however it went.
func (p *Profile) End() {
	p.charge()
	p.open = p.open[:0]
	p.total += p.last - p.begun
}

// Enter begins work on a part, which key stands for; part is asked when it is new.
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
		return // the fight was stopped in the middle of it
	}
	p.charge()
	v := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	if p.active[v.row]--; p.active[v.row] == 0 { // within itself it is counted once
		p.rows[v.row].All += p.last - v.since
	}
}

// charge gives the time since the last look at the clock to the innermost part.
func (p *Profile) charge() {
	now := p.clock()
	if n := len(p.open); n > 0 {
		p.rows[p.open[n-1].row].Own += now - p.last
	}
	p.last = now
}

// Total is the time of all fights, in ticks of the clock.
func (p *Profile) Total() int64 { return p.total }

// Rows returns what the parts took, the dearest first.
func (p *Profile) Rows() []Row {
	rows := slices.Clone(p.rows)
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Own, a.Own) })
	return rows
}
