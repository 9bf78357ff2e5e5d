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

// byHand returns an empty profile, and what lets time pass for it.
func byHand() (p *profile.Profile, pass func(ticks int64)) {
	now := int64(100)
	return profile.New(func() int64 { return now }), func(ticks int64) { now += ticks }
}

func named(name string) func() profile.Part {
	return func() profile.Part { return profile.Part{What: "rule", Name: name} }
}

// TestBetweenFights: the time between two fights belongs to neither, and to no part.
func TestBetweenFights(t *testing.T) {
	p, pass := byHand()
	for range 2 {
		pass(1000)
		p.Begin()
		pass(1)
		p.Enter("a", named("a"))
		pass(5)
		p.Leave()
		pass(2)
		p.End()
	}
	if r := p.Rows()[0]; r.Own != 10 || r.All != 10 || r.Times != 2 {
		t.Errorf("%+v", r)
	}
	if p.Total() != 16 {
		t.Errorf("in all %d, want 16", p.Total())
	}
}

// TestAfterStop: a part that was open when a fight stopped is counted in the next fight like any
// other, and what leaves it late changes nothing.
func TestAfterStop(t *testing.T) {
	p, pass := byHand()
	p.Begin()
	p.Enter("a", named("a"))
	pass(3)
	p.End()
	before := p.Rows()[0]
	pass(50)
	p.Leave()
	if after := p.Rows()[0]; after != before || before.Own != 3 || before.Times != 1 {
		t.Errorf("left when the fight was over: %+v, before %+v", after, before)
	}
	p.Begin()
	p.Enter("a", named("a"))
	pass(4)
	p.Leave()
	p.End()
	if after := p.Rows()[0]; after.Own-before.Own != 4 || after.All-before.All != 4 || after.Times != 2 {
		t.Errorf("the next fight: %+v, before %+v", after, before)
	}
	if p.Total() != 7 {
		t.Errorf("in all %d, want 7", p.Total())
	}
}

// TestNested: of three parts within each other, and one of them again deeper down, each tick
// is the innermost part's own, and is in All of everything that is open, once.
//
//	a 1 [ b 2 [ c 4 [ b 8 ] c 16 ] b 32 ] a 64
func TestNested(t *testing.T) {
	p, pass := byHand()
	p.Begin()
	for ticks, name := range []string{"a", "b", "c", "b"} {
		p.Enter(name, named(name))
		pass(1 << ticks)
	}
	for ticks := range 3 {
		p.Leave()
		pass(16 << ticks)
	}
	p.Leave()
	p.End()
	type took struct {
		times    uint64
		own, all int64
	}
	want := map[string]took{"a": {1, 1 + 64, 127}, "b": {2, 2 + 8 + 32, 2 + 4 + 8 + 16 + 32}, "c": {1, 4 + 16, 4 + 8 + 16}}
	order := ""
	for _, r := range p.Rows() {
		order += r.Name
		if got := (took{r.Times, r.Own, r.All}); got != want[r.Name] || r.What != "rule" {
			t.Errorf("%s: %+v, want %+v", r.Name, got, want[r.Name])
		}
	}
	if order != "abc" { // 65, 42, 20
		t.Errorf("the dearest first: %s", order)
	}
}

// TestDearestFirst: equals stay in the order in which they were first entered, what a key stands
// for is asked once, and the rows are the caller's own.
func TestDearestFirst(t *testing.T) {
	p, pass := byHand()
	p.Begin()
	for _, visit := range []struct {
		name  string
		ticks int64
	}{{"w", 2}, {"x", 1}, {"y", 5}, {"z", 2}, {"x", 1}} {
		asked := 0
		known := visit.name == "x" && len(p.Rows()) == 4
		p.Enter(visit.name, func() profile.Part { asked++; return profile.Part{Name: visit.name} })
		if (asked == 0) != known {
			t.Errorf("%s: asked %d times what it is", visit.name, asked)
		}
		pass(visit.ticks)
		p.Leave()
	}
	p.End()
	rows, order := p.Rows(), ""
	for _, r := range rows {
		order += r.Name
	}
	if order != "ywxz" {
		t.Errorf("5, 2, 1 + 1, 2 come as %s", order)
	}
	rows[0].Own = 0
	if p.Rows()[0].Own != 5 {
		t.Error("who changes rows that he was given changes the profile")
	}
}

// TestNeverEnded: a fight of which nobody said that it had ended leaves nothing open either.
func TestNeverEnded(t *testing.T) {
	p, pass := byHand()
	p.Begin()
	p.Enter("a", named("a"))
	p.Begin()
	pass(7)
	p.Enter("b", named("b"))
	pass(2)
	p.Leave()
	p.Leave()
	p.End()
	if rows := p.Rows(); rows[0].Name != "b" || rows[0].Own != 2 || rows[0].All != 2 || rows[1].Own != 0 || rows[1].All != 0 || p.Total() != 9 {
		t.Errorf("%+v, in all %d", rows, p.Total())
	}
}
