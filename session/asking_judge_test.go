package session

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestJudge holds which questions are put, by what is known of them.
func TestJudge(t *testing.T) {
	deed := &program.Action{Def: &program.Def{Decl: program.Decl{Name: "parry"}}}
	costly, free, ends := wayFacts{of: deed, costs: true}, wayFacts{of: deed}, wayFacts{of: deed, costs: true, ends: true}
	asks := func(a program.Ask) wayFacts { return wayFacts{of: deed, costs: true, ask: a} }
	other := wayFacts{of: &program.Action{Def: &program.Def{Decl: program.Decl{Name: "block"}}}, costs: true}
	otherFree := wayFacts{of: other.of}
	short := wayFacts{of: deed, costs: true, short: true}
	idle := wayFacts{of: deed, costs: true, idle: true}
	once := asks(program.AskAtMe)
	once.passed = true
	in := func(c Class, ways ...wayFacts) facts { return facts{class: c, name: "aimed", who: "mort", ways: ways} }
	with := func(f facts, change func(*facts)) facts {
		change(&f)
		return f
	}
	acts := func(f *facts) { f.tacticActs = true }
	unchanged := func(f *facts) { f.unchanged = true }
	stop := func(scope Scope) Asking { return Asking{Mode: Matters, Stops: []Stop{{On: "parry", Scope: scope}}} }
	for _, x := range []struct {
		what string
		a    Asking
		f    facts
		put  bool
	}{
		{"always", Asking{}, in(TakeBack, ends), true},
		{"a turn", Asking{Mode: Matters}, in(Turn, free), true},
		{"a turn without anything to do", Asking{Mode: Matters}, in(Turn), false},
		{"a turn with what is seldom wanted", Asking{Mode: Matters}, in(Turn, asks(program.AskSeldom)), true},
		{"an open floor", Asking{Mode: Matters}, in(OpenFloor, free, costly), true},
		{"an open floor with too little left", Asking{Mode: Matters}, in(OpenFloor, free, short), true},
		{"an open floor with too little left, again in the round", Asking{Mode: Matters}, with(in(OpenFloor, free, short), func(f *facts) { f.poor = true }), false},
		{"at me with too little left", Asking{Mode: Matters}, in(AtMe, short), true},
		{"the same floor", Asking{Mode: Matters}, with(in(OpenFloor, costly), unchanged), false},
		{"the same floor, but the tactic acts", Asking{Mode: Matters}, with(with(in(OpenFloor, costly), unchanged), acts), true},
		{"an open floor before one's turn", Asking{Mode: Matters}, with(in(OpenFloor, costly), func(f *facts) { f.turnFollows = true }), false},
		{"an idle floor", Asking{Mode: Matters}, in(IdleFloor, free), false},
		{"at me", Asking{Mode: Matters}, in(AtMe, free), true},
		{"at me, with a way only at the beaten", Asking{Mode: Matters}, in(AtMe, idle), false},
		{"at others", Asking{Mode: Matters}, in(AtOthers, costly), false},
		{"at others, but the tactic acts", Asking{Mode: Matters}, with(in(AtOthers, costly), acts), true},
		{"a friend", Asking{Mode: Matters}, in(Friend, costly), false},
		{"an addition", Asking{Mode: Matters}, in(AddOn, costly), true},
		{"an addition that was offered", Asking{Mode: Matters}, with(in(AddOn, costly), func(f *facts) { f.offered = true }), false},
		{"only to take back", Asking{Mode: Matters}, in(TakeBack, ends), false},
		{"take back or add", Asking{Mode: Matters}, in(AddOn, ends, costly), true},
		{"rules: always", Asking{Mode: Matters}, in(AtOthers, asks(program.AskAlways)), true},
		{"rules: at me, at others", Asking{Mode: Matters}, in(AtOthers, asks(program.AskAtMe)), false},
		{"rules: at me", Asking{Mode: Matters}, in(AtMe, asks(program.AskAtMe)), true},
		{"rules: at me, passed in this round", Asking{Mode: Matters}, in(AtMe, once), false},
		{"rules: seldom", Asking{Mode: Matters}, in(AtMe, asks(program.AskSeldom)), false},
		{"rules: seldom, beside another way", Asking{Mode: Matters}, in(AtMe, asks(program.AskSeldom), costly), true},
		{"a choice", Asking{Mode: Matters}, in(Choosing), true},
		{"a choice of one", Asking{Mode: Matters}, with(in(Choosing), func(f *facts) { f.single = true }), false},
		{"a choice that is seldom wanted", Asking{Mode: Matters}, with(in(Choosing), func(f *facts) { f.seldom = true }), false},
		{"a payment", Asking{Mode: Matters}, in(Payment), false},
		{"a payment with too little", Asking{Mode: Matters}, with(in(Payment), func(f *facts) { f.short = true }), true},
		{"never: a turn", Asking{Mode: Never}, in(Turn, free), true},
		{"never: a turn without anything to do", Asking{Mode: Never}, in(Turn), false},
		{"never: at me", Asking{Mode: Never}, with(in(AtMe, free), acts), false},
		{"never: a choice without a default", Asking{Mode: Never}, with(in(Choosing), func(f *facts) { f.needed = true }), true},
		{"a stop", stop(Anybody), in(Friend, costly), true},
		{"a stop for what is at me", stop(OnlyAtMe), in(AtOthers, costly), false},
		{"a stop for other sides", stop(OtherSides), in(AtOthers, costly), true},
		{"a stop: never, even if the tactic acts", stop(Nobody), with(in(AtMe, costly), acts), false},
		{"a stop: never, with another way", stop(Nobody), in(AtMe, costly, other), true},
		{"a stop: never, with a free way on a floor", stop(Nobody), in(OpenFloor, costly, otherFree), false},
		{"a stop: never, in a turn with another way", stop(Nobody), in(Turn, costly, other), true},
		{"a stop: never, in a turn without another way", stop(Nobody), in(Turn, costly), false},
		{"a stop: never, and the tactic does another", stop(Nobody), with(in(AtOthers, costly, other), func(f *facts) { f.tacticActs, f.suggests = true, other.of }), true},
		{"a stop: never, and the tactic does that", stop(Nobody), with(in(AtOthers, costly, other), func(f *facts) { f.tacticActs, f.suggests = true, costly.of }), false},
		{"a stop by the event", Asking{Mode: Matters, Stops: []Stop{{On: "aimed"}}}, in(Friend), true},
		{"a stop for somebody else", Asking{Mode: Matters, Stops: []Stop{{On: "parry", Who: "zora"}}}, in(Friend, costly), false},
		{"the last stop counts", Asking{Mode: Matters, Stops: []Stop{{On: "parry"}, {On: "parry", Scope: Nobody}}}, in(AtMe, costly), false},
		{"a yield", Asking{Until: RoundEnd}, with(in(OpenFloor, costly), acts), false},
		{"a yield: a choice without a default", Asking{Until: TheEnd}, with(in(Choosing), func(f *facts) { f.needed = true }), true},
	} {
		v := x.a.judge(&x.f)
		if v.put != x.put || v.put != (v.why == "") {
			t.Errorf("%s: put %v, because %q", x.what, v.put, v.why)
		}
	}
	poor := with(in(OpenFloor, short, free), func(f *facts) { f.poor = true })
	if v := (&Asking{Mode: Matters}).judge(&poor); !strings.Contains(v.why, "isn't enough left") {
		t.Errorf("a floor where only free things could be paid passes because %q", v.why)
	}
}
