package profile_test

import (
	"testing"

	"github.com/rulec/rulec/interp/profile"
)

// TestProfile spends time by hand: the clock goes on by 1 each time it is read.
//
//	begin 1; enter a 2; enter b 3; leave b 4; leave a 5; end 6
//
// a has from 2 to 3 and from 4 to 5, b from 3 to 4; with b a has from 2 to 5.
func TestProfile(t *testing.T) {
	now := int64(0)
	p := profile.New(func() int64 { now++; return now })
	enter := func(name string) {
		p.Enter(name, func() profile.Part { return profile.Part{What: "rule", Name: name} })
	}
	p.Begin()
	enter("a")
	enter("b")
	p.Leave()
	p.Leave()
	p.End()
	rows := p.Rows()
	if len(rows) != 2 || rows[0].Name != "a" || rows[0].Own != 2 || rows[0].All != 3 || rows[0].Times != 1 {
		t.Errorf("a: %+v", rows[0])
	}
	if rows[1].Own != 1 || rows[1].All != 1 {
		t.Errorf("b: %+v", rows[1])
	}
	if p.Total() != 5 {
		t.Errorf("in all %v, want 5", p.Total())
	}
}

// TestRecursion: what is asked for within itself is counted once.
//
//	begin 1; enter a 2; enter a 3; leave 4; leave 5; end 6
func TestRecursion(t *testing.T) {
	now := int64(0)
	p := profile.New(func() int64 { now++; return now })
	part := func() profile.Part { return profile.Part{Name: "a"} }
	p.Begin()
	p.Enter(1, part)
	p.Enter(1, part)
	p.Leave()
	p.Leave()
	p.End()
	if r := p.Rows()[0]; r.Own != 3 || r.All != 3 || r.Times != 2 {
		t.Errorf("%+v", r)
	}
}

// TestStopped: a fight that stops in the middle leaves nothing open for the next one.
func TestStopped(t *testing.T) {
	now := int64(0)
	p := profile.New(func() int64 { now++; return now })
	p.Begin()
	p.Enter(1, func() profile.Part { return profile.Part{Name: "a"} })
	p.End() // a has from 2 to 3
	p.Begin()
	p.Leave()
	p.End()
	if r := p.Rows()[0]; r.Own != 1 {
		t.Errorf("%+v", r)
	}
}
