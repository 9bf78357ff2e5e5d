package types_test

import (
	"testing"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// Each case is a program of the deed, with what is wrong with it.
func TestPrograms(t *testing.T) {
	c := declared(t, world)
	for _, test := range []struct{ text, wrong string }{
		// Locals.
		{"let x = 1\nx = x + 1\nx += 2", ""},
		{"let x = 1\nlet x = 2", "name-taken at x"},
		{"let x = 1\nif x > 0 { let x = 2 }", "name-taken at x"},
		{"if true { let x = 1 }\nlet x = 2", ""},
		{"if true { let x = 1 }\nx = 2", "unknown-name at x"},
		{"let target = 1", "name-taken at target"},
		{"let metres = 1", "name-taken at metres"},
		{"let self = 1", "reserved-name at self"},
		{"let roll = 1", "reserved-name at roll"},
		{"let best = 1", ""}, // a function is told by its bracket
		{"let x = none", "nothing-given at none"},
		{"let x = []", "nothing-given at []"},
		{"let x = [[1, 2], [3]]", "type-mismatch at [1, 2]"},
		{"let x = map([1, 2], [each, 3])", "type-mismatch at [each, 3]"},
		{"let x = map([1, 2], place([each, 3]))", ""},
		{"let x = first([])", "nothing-given at first([])"},
		{"self.hp -= first([])", ""}, // a number is wanted
		{"apply prone to find([], true)", "nothing-given at find([], true)"},
		{"for x in [] { self.hp -= x }", "nothing-given at x"},
		{"if any([], each > 3) { stop }", "nothing-given at each > 3"},
		{"pay hp 1 from none", "unknown-pool at none"},
		{"pay hp 1 from self.weapons[0].carrier", ""},
		{"let x = 1\nx = true", "type-mismatch at true"},
		{"let x = large\nx -= 1", ""},
		{"let x = 1d6\nx += 1", ""},
		{"let x = self.alert\nx += 1", "type-mismatch at x"},
		{"y = 3", "unknown-name at y"},
		{"bonus = 3", "fixed-target at bonus"},
		{"strength = 3", "unknown-name at strength"},

		// Fields and pools.
		{"self.hp -= 2", ""},
		{"target.strength = 4", ""},
		{"self.size += 1", ""},
		{"self.charges[fire] -= 1", ""},
		{"self.charges -= 1", "fixed-target at self.charges"},
		{"self.friends += target", ""},
		{"self.friends += 1", "type-mismatch at 1"},
		{"self.friends = []", ""},
		{"self.grab.grip += 1", ""},
		{"metres += 2", ""},
		{"struck += target", ""},
		{"mine(target).metres = 2", ""},
		{"mine(target).target = self", "fixed-target at mine(target).target"},
		{"target = self", "fixed-target at target"},
		{"it.speed = slow", "fixed-target at it.speed"},
		{"fast.fixed = 1", "fixed-target at fast.fixed"},
		{"event.amount = 1", "fixed-target at event.amount"},
		{"self.defense = 1", "fixed-target at self.defense"},
		{"self.grab = none", "fixed-target at self.grab"},
		{"self.place = target.place", "fixed-target at self.place"},
		{"first(self.weapons).carrier = target", ""},
		{"first(self.weapons).carrier = none", ""},
		{"first(self.weapons).carrier = 3", "type-mismatch at 3"},
		{"first(self.weapons).carrier += target", "fixed-target at first(self.weapons).carrier"},
		{"self.carier = target", "unknown-field at carier"},
		{"self.foe = target", ""},
		{"self.foe = none", ""},
		{"self.foe = mine(self)", "type-mismatch at mine(self)"},
		{"hp -= 1", "unknown-name at hp"},

		// Rolls.
		{"roll harm = 1d6\nlet n = harm.natural", ""},
		{"roll d = 1d6 + self.strength\nlet n = d.natural + sum(d.faces)", ""},
		{"let d = 3\nlet n = d.natural", "not-a-roll at d"},
		{"roll d = 3", ""},
		{"roll d = large", "type-mismatch at large"},
		{"roll d by target as cut = 1d6", ""},
		{"roll d by scene = 1d6", ""},
		{"roll d by side(self) = 1d6", ""},
		{"roll d by 3 = 1d6", "type-mismatch at 3"},
		{"roll target = 1d6", "name-taken at target"},
		{"roll d = 1d6\nroll d = 1d6", ""}, // the second takes its place

		// Choices.
		{"choose foe from foes(self) where each != target default none", ""},
		{"choose foe from foes(self)\nfoe.hp -= 1", ""},
		{"choose some riders from self.spells default []\nlet n = count(riders)", ""},
		{"choose some riders from self.spells default none", ""},
		{"choose n from 1 to 6\nlet m = n + 1", ""},
		{"choose act from can_do(self)\nif act != none { perform act }", ""},
		{"choose act from can_do(self, hurt)", ""},
		{"choose n from 3", "type-mismatch at 3"},
		{"choose part from size by target", ""},
		{"choose part from size by chance", ""},
		{"choose best_foe from foes(self)", ""},
		{"choose metres from foes(self)", "type-mismatch at metres"},

		// Events and actions.
		{"announce hurt of target with amount = 3", ""},
		{"announce hurt of target with amount = large", "type-mismatch at large"},
		{"announce hurt of target with size = 3", "unknown-argument at size"},
		{"announce hurt of target for foes(self) until all pass", ""},
		{"announce hurt of target for target", ""},
		{"announce healed of target", "unknown-event at healed"},
		{"announce moves of target", "fixed-target at moves"},
		{"perform strike on target with weapon = first(self.weapons)", ""},
		{"perform strike", "missing-argument at strike"},
		{"perform strike on 3", "type-mismatch at 3"},
		{"perform strike on target with weight = 3", "unknown-argument at weight"},
		{"perform grab on target", ""},
		{"perform parry", ""},
		{"perform fire", "type-mismatch at fire"},
		{"perform it on target", ""},
		{"perform mine(self).action on target", ""},
		{"perform mine(self).action with target = target", ""},
		{"perform mine(self).action with goal = target", "unknown-argument at goal"},
		{"perform strike on target with first(self.weapons)", ""},
		{"perform strike with target, first(self.weapons)", ""},
		{"perform strike on target with size", "unknown-argument at size"},
		{"perform mine(self) on target", "unknown-argument at mine(self)"},

		// Paying, conditions, places, time.
		{"pay hp 2, push 1", ""},
		{"pay charges[fire] 1 from target", ""},
		{"pay wear 1 from weapon", ""},
		{"pay hp, charges[fire] from target", ""},
		{"pay hp", ""},
		{"pay wear from weapon", "type-mismatch at wear"},
		{"pay wear 1", "unknown-pool at wear"},
		{"pay charges 1", "unknown-pool at charges"},
		{"apply prone to target", ""},
		{"apply grab to target by self with slippery = true, grip = 2 until now + bonus", ""},
		{"let n = 3\napply prone to target until now + n", ""},
		{"apply prone to target until end of its next turn", ""},
		{"apply prone to target until when self.hp > 3", ""},
		{"apply prone to target until when metres > 3", "unknown-name at metres"},
		{"apply prone to weapon", "type-mismatch at weapon"},
		{"apply grab to target with grasp = 1", "unknown-argument at grasp"},
		{"apply cornered to target", "derived-applied at cornered"},
		{"apply pron to target", "unknown-name at pron"},
		{"apply strike to target", "type-mismatch at strike"},
		{"end prone, grab on target", ""},
		{"end grab on target where each.by == self", ""},
		{"end grab on target where each.weight == 1", "unknown-field at weight"},
		{"end self.grab", ""},
		{"end prone on target until start of turn of self", ""},
		{"end cornered on target", "derived-applied at cornered"},
		{"end turn of self", ""},
		{"end actions of target", ""},
		{"for a in unfinished { end a }", ""},
		{"for a in unfinished { end a on target }", "type-mismatch at a"},
		{"end sleep of self", "unknown-entry at sleep"},
		{"move self to target.place, weapon to [2, 3]", ""},
		{"move self to target", ""},
		{"move self to 3", "type-mismatch at 3"},
		{"schedule turn of self at now + 1, 2", ""},
		{"schedule turn at 1, 2, 3", "argument-count at 3"},
		{"schedule wake of target at now with left = 2 for target.grab", ""},
		{"schedule wake of target at now with right = 2", "unknown-argument at right"},
		{"schedule nap of target at now", "unknown-entry at nap"},
		{"schedule turn after turn of target", ""},

		// Blocks, calls, stop.
		{"if 1 { stop }", "type-mismatch at 1"},
		{"for f in foes(self) where f.hp > 1 in order of f.hp together { f.hp -= 1 }", ""},
		{"for f in self { stop }", "type-mismatch at self"},
		{"for f in foes(self) { f = target }", "fixed-target at f"},
		{"for n, part in fire.grades where n <= 3 { part() }", ""},
		{"for n in fire.grades { stop }", "map-loop at n"},
		{"for n, m in foes(self) { stop }", "map-loop at m"},
		{"for f in self.friends { f.hp -= 1 }", ""},
		{"for n in 1..3 { self.hp -= n }", ""},
		{"while self.hp > 3 { self.hp -= 1 }", ""},
		{"while self.hp { self.hp -= 1 }", "type-mismatch at self.hp"},
		{"let n = 0\nwhile n < 3 { n = n + 1 }", ""},
		{"let n = 0\nwhile n < 3 { if self.hp > 1 { n = n + self.hp } }", ""},
		{"let n = 0\nwhile n < 3 { roll n = 1d6 }", ""},
		{"let n = 0\nwhile n < 3 { if self.hp > 1 { stop } }", ""},
		{"while true { if self.hp > 1 { stop } }", ""},
		{"let n = 0\nwhile n < 3 { self.hp -= n }", "endless-loop at n < 3"},
		{"let n = 0\nlet m = 1\nwhile n < 3 { m = m + 1 }", "endless-loop at n < 3"},
		{"while true { self.hp -= 1 }", "endless-loop at true"},
		{"while n < 3 { let n = 1 }", "unknown-name at n"},
		{"while self.hp > 3 { let n = 1 }\nself.hp -= n", "unknown-name at n"},
		{"afterwards { self.hp -= 1 }", ""},
		{"let got = wound(target, 3)\nself.hp += got", ""},
		{"wound(target, 3)", ""},
		{"wound(target)", "argument-count at wound"},
		{"let x = shout(self, 'war')", "stop-value at shout"},
		{"shout(self, 'war')", ""},
		{"wound(target, amount = 3)", ""},
		{"wound(amount = wound(self, 1), target = target)", ""},
		{"wound(target, ammount = 3)", "argument-name at ammount"},
		{"if wound(target, amount = 3) > 1 { stop }", ""},
		{"let x = 1 + wound(target, 3)", ""},
		{"if wound(target, 3) > 1 { stop } else if not (wound(self, 1) == 1) { stop }", ""},
		{"self.hp -= wound(target, wound(self, 1) + 1) * 2", ""},
		{"wound(target, wound(self, 1))", ""},
		{"metres = wound(target, 1)", ""},
		{"metres += wound(target, 1)", ""},
		{"let x = 1\nx = wound(target, 1)\nx -= wound(target, x)", ""},
		{"while wound(target, 3) > 1 { self.hp -= 1 }", ""},
		{"announce hurt of target with amount = wound(target, 1)", ""},
		{"schedule turn of self at now + wound(target, 1), 2", ""},
		{"for n in 1..wound(target, 2) { self.hp -= n }", ""},
		{"choose n from wound(target, 2) to 3 default 1", ""},
		{"roll harm = dice(wound(target, 2), 6) + wound(self, 2)", ""},
		{"apply prone to target until now + wound(target, 1)", ""},
		{"if shout(self, 'war') { stop }", "stop-value at shout"},
		{"if wound(target) > 1 { stop }", "argument-count at wound"},
		{"if wound(target, 1) { stop }", "type-mismatch at wound(target, 1)"},
		{"if self.alert and wound(target, 1) > 0 { stop }", "uncertain-call at wound"},
		{"if wound(target, 1) > 0 and self.alert { stop }", ""},
		{"if self.alert or not (wound(target, 1) > 0) { stop }", "uncertain-call at wound"},
		{"let x = if(self.alert, wound(target, 1), 0)", "uncertain-call at wound"},
		{"let x = if(wound(target, 1) > 0, 1, 0)", ""},
		{"let x = (let n = wound(target, 1); n * n)", ""},
		{"let x = (let n = 1; wound(target, n))", "uncertain-call at wound"},
		{"let x = count(foes(self), wound(each, 1) > 0)", "uncertain-call at wound"},
		{"let x = count(filter(foes(self), .hp > 0)) + wound(target, 1)", ""},
		{"for f in foes(self) where wound(f, 1) > 0 { f.hp -= wound(f, 1) }", "uncertain-call at wound"},
		{"for f in foes(self) in order of wound(f, 1) { f.hp -= 1 }", "uncertain-call at wound"},
		{"choose f from foes(self) where wound(each, 1) > 0", "uncertain-call at wound"},
		{"choose n from 1 to 3 default wound(target, 1)", "uncertain-call at wound"},
		{"end grab on target where wound(target, 1) > 0", "uncertain-call at wound"},
		{"apply prone to target until when wound(self, 1) > 0", "formula-acts at wound"},
		{"let x = wound(target, 3).natural", "not-a-roll at wound(target, 3)"},
		{"let r = blow(target, 2)\nif r.hit and r.whom != none { self.hp -= r.harm }", ""},
		{"self.hp -= blow(target, 2).harm + blow(target, 1).harm", ""},
		{"let n = blow(target, 2).whom.hp", ""},
		{"if blow(blow(target, 1).whom, 2).hit { stop }", ""},
		{"blow(target, 2)", ""},
		{"let x = 1\nx = blow(target, 2).harm", ""},
		{"let x = 1\nx = blow(target, 2)", "unknown-field at blow"},
		{"self.hp -= blow(target, 2)", "unknown-field at blow"},
		{"let r = blow(target, 2)\nself.hp -= r", "unknown-field at r"},
		{"let r = blow(target, 2)\nlet s = r", "unknown-field at r"},
		{"let r = blow(target, 2)\nif r == r { stop }", "unknown-field at r; unknown-field at r"},
		{"let r = blow(target, 2)\nif given(r) { stop }", "unknown-field at r"},
		{"let r = blow(target, 2)\nwound(target, r)", "unknown-field at r"},
		{"let r = blow(target, 2)\nr = blow(target, 1)", "fixed-target at r"},
		{"let r = blow(target, 2)\nlet r = blow(target, 1)", "name-taken at r"},
		{"let r = blow(target, 2)\nroll r = 1d6", "name-taken at r"},
		{"let r = blow(target, 2)\nr.harm = 1", "fixed-target at r.harm"},
		{"let r = blow(target, 2)\nr(1)", "unknown-name at r"},
		{"let r = blow(target, 2)\nself.hp -= r.hurt", "unknown-field at hurt"},
		{"let r = blow(target, 2)\nself.hp -= r.natural", "unknown-field at natural"},
		{"self.hp -= blow(target, 2).hurt", "unknown-field at hurt"},
		{"if self.alert and blow(target, 1).hit { stop }", "uncertain-call at blow"},
		{"self.hp -= wound(target, 1).harm", "unknown-field at harm"},
		{"stop with x = 3", "stop-value at x = 3"},
		{"wound(target, 3) = 1", "assign-target at wound(target, 3)"},
		{"it.hit()", ""},
		{"fire.effect(self, target)", ""},
		{"fire.power()", "idle-statement at fire.power()"},
		{"defense(target)", "idle-statement at defense(target)"},
		{"wund(target, 3)", "unknown-name at wund"},
		{"draw s from sizes\nself.hp -= index(s)", ""},
		{"draw s from sizes\nif s == none { stop }\ndiscard s to sizes", ""},
		{"draw s from sizes by self\ndraw s from sizes by side(self)\ndraw s from sizes by scene", ""},
		{"draw s from size", "unknown-deck at size"},
		{"draw self from sizes", "reserved-name at self"},
		{"draw s from sizes by 3", "type-mismatch at 3"},
		{"discard low to sizes", "type-mismatch at low"},
		{"discard small to sizs", "unknown-deck at sizs"},
		{"shuffle small", "unknown-deck at small"},
		{"let n = count(pile(sizes)) + count(discards(sizes), each > small)", ""},
		{"let n = count(pile(size))", "unknown-deck at size"},
		{"let n = count(discards([small]))", "unknown-deck at [small]"},
		{"stop with 3", "stop-value at 3"},
		{"stop\nself.hp -= 1", "unreachable-statement at self.hp -= 1"},
		{"if self.hp > 1 { stop }\nself.hp -= 1", ""},
	} {
		var p *program.Routine
		got := c.codes(func() { p = c.Routine(c.Parse(fragment(test.text)), c.act(), types.NoType) })
		wantCodes(t, test.text, got, test.wrong)
		if test.wrong != "" && p != nil {
			t.Errorf("%s: gives a program in spite of its error", test.text)
		}
	}
}

// A program without self has to say who rolls, pays, chooses and acts.
func TestProgramsOfTheScene(t *testing.T) {
	c := declared(t, world)
	e := types.Env{Inputs: []program.Local{{Name: "target", Type: c.Creature()}, {Name: "what", Type: types.TextType}}}
	for _, test := range []struct{ text, wrong string }{
		{"roll d = 1d6", "no-self at roll d = 1d6"},
		{"roll d by target = 1d6", ""},
		{"roll d by target as what = 1d6", ""},
		{"roll d by target as target = 1d6", "type-mismatch at target"},
		{"draw s from sizes", "no-self at draw s from sizes"},
		{"draw s from sizes by target", ""},
		{"discard small to sizes; shuffle sizes", ""},
		{"pay hp 1", "no-self at pay hp 1"},
		{"pay hp 1 from target", ""},
		{"pay hp from target", "type-mismatch at hp"},
		{"choose x from size", "no-self at choose x from size"},
		{"choose x from size by chance", ""},
		{"perform parry", "no-self at perform parry"},
		{"perform parry by target", ""},
		{"announce hurt of target", ""},
	} {
		wantCodes(t, test.text, c.codes(func() { c.Routine(c.Parse(fragment(test.text)), e, types.NoType) }), test.wrong)
	}
}

// Procs that give a value have to give it on every way.
func TestGivenValues(t *testing.T) {
	c := declared(t, world)
	for _, test := range []struct{ text, wrong string }{
		{"stop with 3", ""},
		{"if strict { stop with 3 } else { stop with 4 }", ""},
		{"if strict { stop with 3 }", "stop-value at if strict { stop with 3 }"},
		{"stop", "stop-value at stop"},
		{"stop with large", "type-mismatch at large"},
	} {
		wantCodes(t, test.text, c.codes(func() { c.Routine(c.Parse(fragment(test.text)), types.Env{}, types.NumberType) }), test.wrong)
	}
}

// Slots of locals are free again behind their block.
func TestProgramSlots(t *testing.T) {
	c := declared(t, world)
	for _, test := range []struct {
		text  string
		slots int // two inputs: self and it
	}{
		{"let x = 1", 3},
		{"if true { let x = 1 }\nif true { let y = 1 }", 3},
		{"let x = 1\nif true { let y = 1\nlet z = 1 }", 5},
		{"for f in foes(self) { let n = count(foes(f), .hp > 1) }", 4},
		{"roll harm = 1d6", 2}, // kept in the running field
	} {
		p := c.Routine(c.Parse(fragment(test.text)), c.act(), types.NoType)
		if p == nil || p.Slots != test.slots {
			t.Errorf("%s: %+v, want %d slots", test.text, p, test.slots)
		}
	}
}

// The second stage of an entry goes on with the locals of the first.
func TestStages(t *testing.T) {
	c := declared(t, world)
	declare, do := fragment("choose act from can_do(self)"), fragment("if act != none { perform act }")
	first, second := c.Stages(c.Parse(declare), c.Parse(do), c.act())
	if first == nil || second == nil {
		t.Fatal("refused")
	}
	perform := second.Body[0].(*program.If).Then[0].(*program.Perform)
	if perform.Act.Index != 2 || first.Slots != 3 || second.Slots != 3 {
		t.Errorf("act is in slot %d, slots are %d and %d; want 2, 3 and 3", perform.Act.Index, first.Slots, second.Slots)
	}
}

// P16: an action that pays anywhere, be it in a proc or in a field, pays for itself.
func TestPays(t *testing.T) {
	c := declared(t, `
rulec: 2
ruleset: payers
kinds:
  creature: {fields: {hp: {type: pool, max: 3}}}
  deed:
    fields: {rest: program(self creature) = stop}
    perform: it.rest()
  plain: {perform: stop}
deeds:
  late: {rest: pay hp 1}
  through_proc: {rest: drain(self)}
  never: {}
plains:
  none_at_all: {}
procs:
  drain(who): pay hp 1 from who
time:
  key: [tick]
  start: schedule turn of first(everyone) at 0
  entries: {turn: {do: stop}}
  out: self.hp <= 0
  over: now > 3
`)
	for name, want := range map[string]bool{"late": true, "through_proc": true, "never": false, "none_at_all": false} {
		if got := c.Defs[name][0].Action.Perform.Pays; got != want {
			t.Errorf("%s: pays %t, want %t", name, got, want)
		}
	}
}
