package story_test

import (
	"testing"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// TestOrder: where several have rolled and are due then, the order of their turns is told, with what they
// rolled: the keys say that mort goes before zora, and zora before finn, who is as fast.
func TestOrder(t *testing.T) {
	roll := func(who int32, total float64) trace.Event {
		return trace.Event{Kind: trace.Roll, Roller: who - 1, Label: "speed", Amount: total}
	}
	due := func(who, first int32) trace.Event {
		return trace.Event{Kind: trace.Schedule, Now: 10, Who: who, Entry: dance, First: first, Count: 2}
	}
	end := trace.Event{Kind: trace.EntryEnd}
	of := func() *trace.Trace { return &trace.Trace{Values: []float64{11, -4, 11, -4, 11, -9, 14, 0}} }
	rolls := "  Zora, speed: 4\n  Finn, speed: 4\n  Mort, speed: 9\n"
	tells(t, "by what was rolled", of(), rolls+"  Order: Mort 9, Zora 4, Finn 4\n",
		roll(zora, 4), roll(finn, 4), roll(mort, 9), due(zora, 0), due(finn, 2), due(mort, 4), end)
	tells(t, "as they come up", of(), rolls+"  Order: Mort 9, Finn 4, Zora 4\n",
		roll(zora, 4), roll(finn, 4), roll(mort, 9), due(zora, 0), due(finn, 2), due(mort, 4), end,
		trace.Event{Kind: trace.Entry, Now: 10, Who: finn, Entry: dance}, trace.Event{Kind: trace.Entry, Now: 10, Who: zora, Entry: dance})
	tells(t, "by the clock", of(), "  Zora, speed: 4\n  Mort, speed: 9\n  Mort: the dance at half hour 14\n  Order, by half hour: Zora 11, Mort 14\n",
		roll(zora, 4), roll(mort, 9), due(zora, 0), due(mort, 6), end)
	tells(t, "of nothing that was rolled", of(), "", due(zora, 0), due(finn, 2), due(mort, 4), end)
	tells(t, "of one", of(), "  Zora, speed: 4\n", roll(zora, 4), due(zora, 0), end)
}

// TestHeadingOfTheScene: the sentence of an entry of the scene stands above what others do after it, once
// they do anything, or are asked; a title alone stands above what happens in the entry itself.
func TestHeadingOfTheScene(t *testing.T) {
	entry := func(who int32, told *program.Template) trace.Event {
		return trace.Event{Kind: trace.Entry, Who: who, Entry: dance, Told: told}
	}
	end, act := trace.Event{Kind: trace.EntryEnd}, trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: bow}
	tells(t, "a sentence", &trace.Trace{}, "The band plays:\n  Zora: deep bow\n", entry(0, quote("the band plays")), end, entry(zora, nil), act)
	tells(t, "the last one", &trace.Trace{}, "They sing:\n  Zora: deep bow\n", entry(0, quote("the band plays")), end, entry(0, quote("they sing")), end, entry(zora, nil), act)
	tells(t, "somebody is asked", &trace.Trace{}, "The band plays:\n", entry(0, quote("the band plays")), end, entry(zora, nil))
	tells(t, "nobody does anything", &trace.Trace{}, "They sing:\n", entry(0, quote("the band plays")), end, entry(0, quote("they sing")))
	tells(t, "a title", &trace.Trace{}, "  Zora: deep bow\n", entry(0, nil), end, entry(zora, nil), act)
}

// TestWaysOfSeveral: steps that several make in turns are a way of each; in the line of an action, if it has
// told nothing else yet.
func TestWaysOfSeveral(t *testing.T) {
	step := func(who int32, from, to float64) trace.Event {
		return trace.Event{Kind: trace.Move, Who: who, From: from, To: to}
	}
	tells(t, "in turns", &trace.Trace{}, "  Zora goes 2 spaces, to [2, 0]\n  Mort goes 2 spaces, to beside Zora\n",
		step(zora, 1, 2), step(mort, 6, 7), step(zora, 2, 3), step(mort, 7, 8))
	act, one := trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: bow}, step(zora, 1, 2)
	one.Depth = 1
	tells(t, "of an action", &trace.Trace{}, "  Zora: deep bow, 1 space, to [1, 0]\n", act, one)
	act.Told = quote("Zora goes to [1, 0]")
	tells(t, "of an action that names its goal", &trace.Trace{}, "  Zora goes to [1, 0]\n", act, one)
}

// TestBlows: what becomes of a creature is told behind what belongs to the blow, and what ends with a roll behind its result. What becomes
// of the actor stays where it is.
func TestBlows(t *testing.T) {
	at := func(kind trace.Kind, depth uint8, who int32) trace.Event {
		return trace.Event{Kind: kind, Depth: depth, Who: who, Condition: dizzy, Event: greeted}
	}
	act := trace.Event{Kind: trace.Act, Depth: 1, Who: zora, Action: bow, Act: 1}
	says := at(trace.Announce, 2, mort)
	says.Told = quote("the blow hits his nose")
	moved := trace.Event{Kind: trace.Move, Depth: 2, Who: mort, From: 6, To: 7}
	tells(t, "a blow", &trace.Trace{}, "  Zora: deep bow\n    the blow hits his nose\n    Mort is moved 1 space, to [1, 1]\n    Mort is now very dizzy\n",
		act, at(trace.Begin, 3, mort), says, moved)
	tells(t, "by a rule of its own", &trace.Trace{}, "  Zora: deep bow\n    Mort becomes very dizzy\n    the blow hits his nose\n",
		act, at(trace.Becomes, 3, mort), at(trace.Announce, 2, mort), trace.Event{Kind: trace.Rule, Depth: 2, Who: mort, Rule: echo}, says)
	says.Who = zora
	tells(t, "the actor", &trace.Trace{}, "  Zora: deep bow\n    Zora is now very dizzy\n    the blow hits his nose\n", act, at(trace.Begin, 2, zora), says)
	tries := trace.Event{Kind: trace.Test, Depth: 3, Who: mort, Roller: mort - 1, Label: "luck", Amount: 1, To: 3}
	tells(t, "a result", &trace.Trace{}, "  Zora: deep bow\n    Mort, failure: luck 1 against 3\n    the blow hits his nose\n      Mort is no longer very dizzy\n",
		act, tries, at(trace.End, 3, mort), says)
}

// TestPaysWithin: who answers an answer to their own action pays for the answer first. What is left is told in the order of the lines.
func TestPaysWithin(t *testing.T) {
	act := func(depth uint8, number int) trace.Event {
		return trace.Event{Kind: trace.Act, Depth: depth, Who: zora, Action: bow, Act: number}
	}
	pay := func(depth uint8, number int, amount, to float64) trace.Event {
		return trace.Event{Kind: trace.Pay, Depth: depth, Who: zora, Act: number, Field: coins, Amount: amount, To: to}
	}
	end := func(depth uint8, number int) trace.Event {
		return trace.Event{Kind: trace.ActEnd, Depth: depth, Who: zora, Action: bow, Act: number}
	}
	tells(t, "an answer is paid first", &trace.Trace{}, "  Zora: deep bow (3 gold coins, 2 left)\n    Zora: deep bow (1 gold coins, 1 left)\n",
		act(1, 1), act(2, 2), pay(3, 2, 1, 4), end(2, 2), pay(2, 1, 3, 1), end(1, 1))
	tells(t, "the action is paid first", &trace.Trace{}, "  Zora: deep bow (3 gold coins, 2 left)\n    Zora: deep bow (1 gold coins, 1 left)\n",
		act(1, 1), pay(2, 1, 3, 2), act(2, 2), pay(3, 2, 1, 1), end(2, 2), end(1, 1))
}

// TestRollers: a roll names its roller if somebody else may have rolled: another one in progress, or one who has chosen something.
func TestRollers(t *testing.T) {
	rolls := trace.Event{Kind: trace.Roll, Depth: 3, Who: zora, Roller: zora - 1, Label: "luck", Amount: 4}
	act := func(who int32, depth uint8) trace.Event {
		return trace.Event{Kind: trace.Act, Depth: depth, Who: who, Action: bow}
	}
	chooses := trace.Event{Kind: trace.Choice, Depth: 2, Who: mort, Label: "style", Told: quote("Mort thinks")}
	tells(t, "alone", &trace.Trace{}, "  Zora: deep bow\n    luck: 4\n", act(zora, 1), rolls)
	tells(t, "within another action", &trace.Trace{}, "  Mort: deep bow\n    Zora: deep bow\n      Zora, luck: 4\n", act(mort, 1), act(zora, 2), rolls)
	tells(t, "after a choice", &trace.Trace{}, "  Zora: deep bow\n    Mort thinks\n    Zora, luck: 4\n", act(zora, 1), chooses, rolls)
}
