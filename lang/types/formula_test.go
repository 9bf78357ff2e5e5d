package types_test

import (
	"testing"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// Each case is a formula of the deed's program with its type in words, or with
// what is wrong with it.
func TestFormulas(t *testing.T) {
	c := declared(t, world)
	for _, test := range []struct{ text, typ, wrong string }{
		// Literals, names, words.
		{"3", "number", ""},
		{"true", "bool", ""},
		{"2d6", "dice", ""},
		{"'cut'", "text", ""},
		{"none == self.foe", "bool", ""},
		{"bonus", "number", ""},
		{"strict", "bool", ""},
		{"ties == redo", "bool", ""},
		{"ties == rodo", "", `unknown-name at rodo`},
		{"now + 1", "number", ""},
		{"tick * 2 + order", "number", ""},
		{"strength", "", "unknown-name at strength"},
		{"self.strength", "number", ""},
		{"target.strength", "number", ""},
		{"metres", "number", ""},
		{"event.amount", "number", ""},
		{"event.of", "creature", ""},
		{"event.act", "act", ""},
		{"event.goal", "", "unknown-field at goal"},
		{"was.hp - self.hp", "number", ""},
		{"was.charges[fire]", "number", ""},
		{"was", "", "word-out-of-place at was"},
		{"was.height", "", "unknown-field at height"},
		{"1000d6", "dice", ""},

		// One name, several meanings: what is wanted decides.
		{"self.size == medium", "bool", ""},
		{"medium < self.size", "bool", ""},
		{"self.size in [small, large]", "bool", ""},
		{"low == low", "", "ambiguous-name at low"},
		{"morale.low == low", "bool", ""},
		{"fire in self.spells", "bool", ""},
		{"self.charges[fire]", "number", ""},
		{"first(self.spells) == fire", "bool", ""},
		{"grab(target)", "bool", ""},
		{"has(target, grab)", "bool", ""},
		{"mine(target).action == grab", "bool", ""},
		{"mine(target).action in deeds", "bool", ""},
		{"mine(target).action not in filter(deeds, .speed == slow)", "bool", ""},
		{"mine(target).action == fire", "", "type-mismatch at mine(target).action == fire"},
		{"mine(target).action in spells", "", "type-mismatch at mine(target).action in spells"},
		{"conditions.grab == grab", "bool", ""},
		{"deeds.strike == it", "bool", ""},
		{"size.large", "size", ""},
		{"size.huge", "", "unknown-name at huge"},
		{"conditions.huge", "", "unknown-name at huge"},
		{"spells.huge", "", "unknown-name at huge"},
		{"ties.huge", "", "unknown-field at huge"},
		{"large", "size", ""},
		{"spells", "list of spell", ""},
		{"count(weapons)", "number", ""},
		{"count(size)", "number", ""},

		// Numbers, dice and steps.
		{"1 + 2 * 3 - 4 / 5 % 6 ** 7", "number", ""},
		{"self.alert + 1", "", "type-mismatch at self.alert"},
		{"if(self.alert, 1, 0) + 1", "number", ""},
		{"1d6 + 2", "dice", ""},
		{"2 + 1d6 - 1", "dice", ""},
		{"1d6 + 1d8", "dice", ""},
		{"1 - 1d6", "dice", ""},
		{"1d6 - 1d8 - 1", "dice", ""},
		{"10 * 1d6 + 1d6 * 2", "dice", ""},
		{"self.hp * 1d6", "dice", ""},
		{"-1d6", "dice", ""},
		{"+1d6", "dice", ""},
		{"1d6 * 1d6", "", "dice-sum at 1d6 * 1d6"},
		{"2d6 / 2", "", "dice-sum at 2d6"},
		{"2 ** 1d6", "", "dice-sum at 1d6"},
		{"1d6 * true", "", "type-mismatch at true"},
		{"times(2, 1d6)", "dice", ""},
		{"reroll(1d6, 1)", "dice", ""},
		{"reroll(1d6)", "", "argument-count at reroll"},
		{"explode(1d6, 5, 1)", "dice", ""},
		{"explode(1d6, 5, 1, 2)", "", "argument-count at explode"},
		{"successes(6d10, 8)", "dice", ""},
		{"successes(6d10, 1, self.hp)", "dice", ""},
		{"successes(6d10)", "", "argument-count at successes"},
		{"successes(6d10, 1d6)", "", "type-mismatch at 1d6"},
		{"valued(2d6, [0, 0, 1, 1, 2, 3])", "dice", ""},
		{"valued(1d20, map(1..20, if(each == 1, 2, 1)))", "dice", ""},
		{"valued(2d6, 5)", "", "type-mismatch at 5"},
		{"valued(2d6, [1d6])", "", "type-mismatch at 1d6"},
		{"1d6 > 3", "", "type-mismatch at 1d6"},
		{"expected(1d6) > 3", "bool", ""},
		{"1d6 == 1d6", "", "type-mismatch at 1d6 == 1d6"},
		{"self.size + 1", "size", ""},
		{"1 + self.size", "size", ""},
		{"self.size - 1", "size", ""},
		{"large - self.size", "number", ""},
		{"self.size - fire", "", "type-mismatch at fire"},
		{"self.size > 1", "", "type-mismatch at 1"},
		{"index(self.size) > 1", "bool", ""},
		{"past_end(self.size, 2)", "number", ""},
		{"fast.factor", "dice", ""},
		{"it.speed.fixed", "number", ""},
		{"it.speed.weight", "", "unknown-field at weight"},
		{"self.foe == 1", "", "type-mismatch at self.foe == 1"},
		{"not self.hp", "", "type-mismatch at self.hp"},
		{"self.hp > 0 and prone", "", "type-mismatch at prone"},
		{"self.hp > 0 and prone(self)", "bool", ""},
		{"self.grab", "instance of grab", ""},
		{"self.grab.grip", "number", ""},
		{"self.grab and true", "", "type-mismatch at self.grab"},
		{"self.cornered", "", "unknown-field at cornered"},
		{"cornered(self)", "bool", ""},
		{"if(1, 2, 3)", "", "type-mismatch at 1"},
		{"if(true, 2, large)", "", "type-mismatch at if(true, 2, large)"},
		{"if(true, 2, 1d6)", "dice", ""},
		{"if(true, self.foe, none)", "creature", ""},
		{"if(true, 1)", "", "argument-count at if"},

		// Things and what they were made from.
		{"weapon == dagger", "bool", ""},
		{"dagger in self.weapons", "bool", ""},
		{"weapon in [dagger, club]", "bool", ""},
		{"weapon.is == dagger", "bool", ""},
		{"weapon.carrier == self", "bool", ""},
		{"weapon.damage", "dice", ""},
		{"dagger.wear", "", "unknown-field at dagger.wear"},
		{"weapon.wear", "number", ""},
		{"dagger.damage", "dice", ""},
		{"self.place", "place", ""},
		{"self == weapon", "bool", ""}, // both are things

		// Names for parts.
		{"let a = self.hp; a + 1", "number", ""},
		{"let a = self; a.size", "size", ""},
		{"let a = low; a == low", "", "ambiguous-name at low"},
		{"let a = morale.low; a == low", "bool", ""},
		{"let a = 1; let b = a + 1; b", "number", ""},
		{"(let a = 1; a) + (let a = 2; a)", "number", ""},
		{"(let a = 1; a) + a", "", "unknown-name at a"},
		{"let a = a; 1", "", "unknown-name at a"},
		{"let a = 1; let a = 2; a", "", "name-taken at a"},
		{"let target = 1; 2", "", "name-taken at target"},
		{"let metres = 1; 2", "", "name-taken at metres"},
		{"let self = 1; 2", "", "reserved-name at self"},
		{"let each = 1; 2", "", "reserved-name at each"},
		{"let with = 1; 2", "", "formula-form at with"},
		{"let a = none; 1", "", "nothing-given at none"},
		{"let a = []; 1", "", "nothing-given at []"},
		{"let a = 1; a.hp", "", "unknown-field at hp"},
		{"any(foes(self), let a = each; any(foes(a), each.hp > a.hp))", "bool", ""},
		{"map(foes(self), let a = each.hp; a + 1)", "list of number", ""},

		// Lists.
		{"any(foes(self), each.hp > 3)", "bool", ""},
		{"any(foes(self), .hp > 3)", "bool", ""},
		{"all(foes(self), .hp)", "", "type-mismatch at .hp"},
		{"none(foes(self), prone(each))", "bool", ""},
		{"one(foes(self), prone(each))", "bool", ""},
		{"filter(foes(self), each != target)", "list of creature", ""},
		{"map(foes(self), .size)", "list of size", ""},
		{"find(foes(self), .hp < 3).hp", "number", ""},
		{"most(foes(self), .size)", "creature", ""},
		{"least(foes(self), .hp)", "creature", ""},
		{"sort(foes(self), .size)", "list of creature", ""},
		{"highest(foes(self), .hp)", "number", ""},
		{"highest([1, 2])", "number", ""},
		{"lowest([1, 2])", "number", ""},
		{"sum(foes(self), .hp)", "number", ""},
		{"sum([1, 2])", "number", ""},
		{"sum(foes(self))", "", "type-mismatch at foes(self)"},
		{"sum(self.charges)", "number", ""},
		{"count(foes(self))", "number", ""},
		{"count(self.friends)", "number", ""},
		{"target in self.friends", "bool", ""},
		{"target in 3", "", "type-mismatch at 3"},
		{"3 in 1..6", "bool", ""},
		{"any(foes(self))", "", "argument-count at any"},
		{"any(self, .hp > 1)", "", "type-mismatch at self"},
		{"each.hp", "", "no-element at each"},
		{"first(sortBy(foes(self), each.hp)).hp", "", "unknown-name at sortBy"}, // what follows from it isn't said
		{"first(self.weapons).damage", "dice", ""},
		{"reverse([1, 2])[0]", "number", ""},
		{"foes(self)[0].hp", "number", ""},
		{"foes(self).hp", "", "unknown-field at hp"},
		{"[1, large]", "", "type-mismatch at large"},
		{"count(foes(self), count(allies(each), each.hp > 1) > 0)", "number", ""},
		{"self.charges[small]", "", "type-mismatch at small"},
		{"self.charges[fire] + self.charges[cold]", "number", ""},
		{"self.hp[1]", "", "type-mismatch at self.hp"},

		// Calls.
		{"defense(target)", "number", ""},
		{"target.defense", "number", ""},
		{"defense()", "", "argument-count at defense"},
		{"aim(self)", "number", ""},
		{"aim(self, bonus = 3)", "number", ""},
		{"aim(self, bonus = 3, at = target)", "number", ""},
		{"aim(bonus = 3, who = self)", "number", ""},
		{"aim(bonus = 3)", "", "missing-argument at aim"},
		{"aim(self, bonsu = 3)", "", "argument-name at bonsu"},
		{"aim(self, who = target)", "", "argument-name at who"},
		{"aim(self, bonus = 1, bonus = 2)", "", "argument-name at bonus"},
		{"aim(bonus = 1, self)", "", "argument-name at self"},
		{"aim(self, bonus = target)", "", "type-mismatch at target"},
		{"aim(self, none, 1, 2)", "", "argument-count at aim"},
		{"aim(self, none, 1, bonus = 2)", "", "argument-name at bonus"},
		{"max(a = 1, 2)", "", "foreign-operator at a = 1"},
		{"count(l = foes(self))", "", "foreign-operator at l = foes(self)"},
		{"prone(who = self)", "", "foreign-operator at who = self"},
		{"effort(short = 3)", "number", ""},
		{"outcome(right = small, left = 1).hurt", "number", ""},
		{"it.bonus(target = self)", "number", ""},
		{"it.bonus(foe = self)", "", "argument-name at foe"},
		{"outcome(right = small).hurt", "", "missing-argument at outcome"},
		{"outcome(right = small, leftt = 1).hurt", "", "argument-name at leftt"},
		{"reach(self, target)", "size", ""},
		{"self.reach", "", "unknown-field at reach"},
		{"effort(3)", "number", ""},
		{"effort(large)", "", "type-mismatch at large"},
		{"outcome(1, small).hurt", "number", ""},
		{"outcome(1, small).thrown", "dice", ""},
		{"outcome(1, small).cost", "", "unknown-field at cost"},
		{"outcome(1, small)", "", "unknown-field at outcome(1, small)"},
		{"it.bonus", "number", ""},
		{"it.bonus()", "number", ""},
		{"it.bonus(self, target)", "number", ""},
		{"it.bonus(self, 3)", "", "type-mismatch at 3"},
		{"it.hit()", "", "formula-acts at hit"},
		{"it.speed()", "", "not-callable at speed"},
		{"wound(target, 3)", "", "formula-acts at wound"},
		{"bonus(3)", "", "not-callable at bonus"},
		{"defence(target)", "", "unknown-name at defence"},
		{"grab(target, self)", "bool", ""},
		{"grab(target, self, 1)", "", "argument-count at grab"},
		{"harm.natural", "number", ""},
		{"harm.faces", "list of number", ""},
		{"self.hp.natural", "", "not-a-roll at self.hp"},
		{"instances(grab, self)", "list of instance of grab", ""},
		{"instances(cornered, self)", "", "unknown-field at cornered"},
		{"min(1, 2, 3)", "number", ""},
		{"min()", "", "argument-count at min"},
		{"clamp(1, 2)", "", "argument-count at clamp"},
		{"max(1d6, 2)", "", "type-mismatch at 1d6"},
		{"given(self.foe)", "bool", ""},
		{"can_do(self)", "", "only-choose at can_do(self)"},
		{"can(self, strike)", "bool", ""},
		{"scheduled(self, wake)", "number", ""},
		{"event_is(hurt)", "bool", ""},
		{"paid(mine(self), hp)", "number", ""},
		{"paid(mine(self), charges[fire])", "number", ""},
		{"paid(mine(self), charges)", "", "unknown-pool at charges"},
		{"paid(mine(self), strength)", "", "unknown-pool at strength"},
		{"ever(self, prone)", "bool", ""},
		{"elapsed(self.grab)", "number", ""},
		{"mine(target).metres", "number", ""},
		{"mine(target).target.hp", "number", ""},
		{"mine(self).height", "", "unknown-field at height"},
		{"mine(self).action.speed", "speed", ""},
		{"unfinished", "list of act", ""},
		{"combatants", "list of creature", ""},
		{"distance(self, target) <= 1", "bool", ""},
		{"distance(self, 3)", "", "type-mismatch at 3"},
		{"distance(self, [2, 3])", "number", ""},
		{"column(self) + row([2, 3])", "number", ""},
		{"ring(self, 2)", "list of place", ""},
		{"cone(self, direction(self, target), 3)", "list of place", ""},
		{"line(self, target, 3)", "list of place", ""},
		{"cone(self, target, 3)", "", "type-mismatch at target"},
		{"line(self, direction(self, target), 3)", "", "type-mismatch at direction(self, target)"},
		{"row(2)", "", "type-mismatch at 2"},
		{"nearest(self, foes(self)).hp", "number", ""},
		{"beyond(self, direction(self, target), 2)", "place", ""},
		{"terrain(self)", "", "unknown-name at terrain"},
	} {
		var f *program.Formula
		got := c.codes(func() { f = c.Formula(fragment(test.text), c.act(), types.UnknownType) })
		wantCodes(t, test.text, got, test.wrong)
		switch {
		case test.wrong != "" && f != nil:
			t.Errorf("%s: gives a formula in spite of its error", test.text)
		case test.wrong == "" && len(got) == 0 && f.Expr.Type.String() != test.typ:
			t.Errorf("%s: is of type %s, want %s", test.text, f.Expr.Type, test.typ)
		}
	}
}

// A value of another type is refused where one is wanted.
func TestWantedType(t *testing.T) {
	c := declared(t, world)
	weapon := types.ThingOf(c.Kinds["weapon"])
	for _, test := range []struct {
		text  string
		want  program.Type
		wrong string
	}{
		{"1", types.NumberType, ""},
		{"true", types.NumberType, "type-mismatch at true"},
		{"1", types.BoolType, "type-mismatch at 1"},
		{"3", types.DiceType, ""}, // dice that always show 3
		{"1d6", types.NumberType, "type-mismatch at 1d6"},
		{"low", types.StepOf(c.Scales["pitch"]), ""},
		{"low", types.StepOf(c.Scales["morale"]), ""},
		{"low", types.NumberType, "type-mismatch at low"},
		{"none", types.ThingOf(c.Prog.Creature), ""},
		{"none", types.NumberType, "type-mismatch at none"},
		{"none", types.StepOf(c.Scales["size"]), ""},
		{"dagger", weapon, "type-mismatch at dagger"}, // in a formula it is no thing
		{"[]", types.ListOf(weapon), ""},
		{"self", types.ListOf(c.Creature()), "type-mismatch at self"},
		{"self", types.PlaceType, "type-mismatch at self"},
		{"[1, 2]", types.PlaceType, ""},
		{"self.friends", types.ListOf(c.Creature()), ""},
		{"strike", types.AnyAction, ""},
		{"fire", types.AnyAction, "type-mismatch at fire"},
		{"prone", types.ConditionType, ""},
		{"redo", program.Type{Kind: program.Choice, Param: c.Params["ties"]}, ""},
	} {
		got := c.codes(func() { c.Formula(fragment(test.text), c.act(), test.want) })
		wantCodes(t, test.text+" as "+test.want.String(), got, test.wrong)
	}
}

// Texts that have no act, no event and nothing before: what is not there can't be read.
func TestScope(t *testing.T) {
	c := declared(t, world)
	running := c.Defs["strike"][0].Action.Running
	requirement := types.Env{Where: `requires of deed "strike"`, Inputs: []program.Local{self(c.Creature())}, Hidden: running}
	for _, test := range []struct {
		text  string
		env   types.Env
		wrong string
	}{
		{"event.amount", types.Env{}, "no-event at event"},
		{"event_is(hurt)", types.Env{}, "no-event at event_is"},
		{"self.hp", types.Env{}, "word-out-of-place at self"},
		{"was.hp", requirement, "word-out-of-place at was.hp"},
		// P25: what is set after a roll can't be read where only the declaration is known.
		{"metres > 1", requirement, "unreadable-field at metres"},
		{"self.hp > 1", requirement, ""},
		{"event.amount", types.Env{Events: []*program.Event{c.Events["hurt"], c.Events["fled"]}}, ""},
		{"event.goal", types.Env{Events: []*program.Event{c.Events["hurt"], c.Events["fled"]}}, "unknown-field at goal"},
	} {
		got := c.codes(func() { c.Formula(fragment(test.text), test.env, types.UnknownType) })
		wantCodes(t, test.text, got, test.wrong)
	}
}

// Values in data: constants, and definitions from which things are to be made.
func TestConstants(t *testing.T) {
	c := declared(t, world)
	weapon := types.ThingOf(c.Kinds["weapon"])
	for _, test := range []struct {
		text  string
		want  program.Type
		wrong string
	}{
		{"dagger", weapon, ""},
		{"[dagger, club]", types.ListOf(weapon), ""},
		{"[dagger, fire]", types.ListOf(weapon), "type-mismatch at fire"},
		{"1d6 + 2", types.DiceType, ""},
		{"best(1, 2d6)", types.DiceType, ""},
		{"bonus * 2", types.NumberType, ""},
		{"-1", types.NumberType, ""},
		{"[fire, cold]", types.ListOf(types.StepOf(c.Scales["element"])), ""},
		{"now", types.NumberType, "not-constant at now"},
		{"count(combatants)", types.NumberType, "not-constant at combatants"},
		{"first(weapons)", weapon, "not-constant at weapons"},
		{"let a = 1; a", types.NumberType, "not-constant at a"},
		{"self.hp", types.NumberType, "word-out-of-place at self"},
	} {
		got := c.codes(func() { c.Constant(fragment(test.text), types.Env{}, test.want) })
		wantCodes(t, test.text, got, test.wrong)
	}
}

// What is known before play is worked out by the checker.
func TestFolding(t *testing.T) {
	c := declared(t, world)
	for _, test := range []struct {
		text string
		num  float64
	}{
		{"bonus", 2},
		{"bonus * 3 - 1", 5},
		{"-bonus", -2},
		{"if(strict, 1, 0)", 1},
		{"if(not strict, 1, 0)", 0},
		{"if(ties == redo, 7, 8)", 7},
		{"if(ties == split, 7, 8)", 8},
		{"max(bonus, 9)", 9},
		{"min(bonus, 9)", 2},
		{"index(large)", 2},
		{"large - small", 2},
		{"fast.fixed", 6},
		{"bonus > 1 and strict", 1},
		{"not strict and self.hp > 1", 0},
		{"strict or self.hp > 1", 1},
	} {
		f := c.Formula(fragment(test.text), c.act(), types.UnknownType)
		if f == nil || f.Expr.Op != program.OpConst || f.Expr.Num != test.num {
			t.Errorf("%s: not folded to %v: %+v", test.text, test.num, f)
		}
	}
	// What could fail keeps its place in the run.
	for _, text := range []string{"1 / 0", "1 % 0", "bonus + self.hp", "if(self.hp > 1, 1, 2)"} {
		if f := c.Formula(fragment(text), c.act(), types.UnknownType); f == nil || f.Expr.Op == program.OpConst {
			t.Errorf("%s: folded, but must be left to the run", text)
		}
	}
	// An if that folds away still has both branches checked.
	wantCodes(t, "if", c.codes(func() { c.Formula(fragment("if(strict, 1, nothing_here)"), c.act(), types.UnknownType) }),
		"unknown-name at nothing_here")
}

// Slots: inputs first, one for each nested element, free again afterwards.
func TestFormulaSlots(t *testing.T) {
	c := declared(t, world)
	for _, test := range []struct {
		text  string
		slots int // the deed's texts have two inputs: self and it
	}{
		{"self.hp", 2},
		{"count(foes(self), .hp > 1)", 3},
		{"count(foes(self), .hp > 1) + count(allies(self), .hp > 1)", 3},
		{"count(foes(self), count(allies(each), .hp > 1) > 1)", 4},
		{"highest([1, 2])", 3},
	} {
		f := c.Formula(fragment(test.text), c.act(), types.UnknownType)
		if f == nil || f.Slots != test.slots {
			t.Errorf("%s: slots %+v, want %d", test.text, f, test.slots)
		}
	}
}

// Missing arguments are taken from what is called the same where the call stands.
func TestImpliedArguments(t *testing.T) {
	c := declared(t, world)
	f := c.Formula(fragment("it.bonus"), c.act(), types.NumberType)
	if f == nil {
		t.Fatal("it.bonus is refused")
	}
	args := f.Expr.Args
	if len(args) != 3 || args[0].Index != 1 || args[1].Op != program.OpLocal || args[1].Index != 0 || args[2].Op != program.OpOwn || args[2].Field.Name != "target" {
		t.Errorf("it.bonus gets %+v", args)
	}
	if !f.ReadsAct {
		t.Error("the formula reads the act's target, but doesn't say so")
	}
	alone := types.Env{Inputs: []program.Local{self(c.Creature()), it(types.DefinitionOf(c.Kinds["deed"]))}}
	wantCodes(t, "it.bonus without a target", c.codes(func() { c.Formula(fragment("it.bonus"), alone, types.NumberType) }),
		"missing-argument at it.bonus")
	alone.Inputs = append(alone.Inputs, program.Local{Name: "target", Type: types.PlaceType})
	wantCodes(t, "it.bonus with a place for a target", c.codes(func() { c.Formula(fragment("it.bonus"), alone, types.NumberType) }),
		"type-mismatch at it.bonus")
}

// Every function of the language can be called with arguments of the types that
// the table gives, and gives what the table says in words.
func TestFunctions(t *testing.T) {
	c := declared(t, world)
	samples := map[program.Takes]string{
		"number": "2", "list of numbers": "[1, 2]", "bool": "true", "number or step": "2", "dice": "2d6", "thing": "weapon", "act": "mine(self)", "action": "strike", "condition": "prone",
		"instance of a condition": "self.grab", "event": "hurt", "entry": "wake", "direction": "direction(self, target)",
		"creature": "self", "anything": "self.foe", "list": "foes(self)",
		"thing or place": "place(target)", "list of things or places": "foes(self)", "step": "large", "roll": "harm", "pool": "hp",
		"label of a roll": "harm", "deck": "sizes",
	}
	for _, f := range program.Functions() {
		text := f.Name
		for i, p := range f.Takes {
			sep := ", "
			if i == 0 {
				sep = "("
			}
			sample := samples[p.Takes]
			if sample == "" {
				t.Errorf("%s: no sample for a parameter of type %s", f.Name, p.Takes)
			}
			text += sep + sample
		}
		switch {
		case len(f.Takes) > 0:
			text += ")"
		case !f.Bare:
			text += "()"
		}
		if f.Doc == "" || f.Gives == "" || f.Group == "" {
			t.Errorf("%s: not described", f.Name)
		}
		want := ""
		switch f.Name {
		case "was_asked", "happened", "said", "did", "was_rolled", "came_to":
			want = "only-expected at " + f.Name
		case "can_do":
			want = "only-choose at can_do(self, hurt)"
		case "terrain":
			want = "unknown-name at terrain" // the world has no such kind
		}
		var x *program.Formula
		wantCodes(t, text, c.codes(func() { x = c.Formula(fragment(text), c.act(), types.UnknownType) }), want)
		if x == nil {
			continue
		}
		gives := map[program.Gives]string{
			"an element": "creature", "list": "list of creature", "list of numbers": "list of number", "list of creatures": "list of creature",
			"list of places": "list of place", "list of acts": "list of act", "list of directions": "list of direction",
			"list of instances": "list of instance of prone", "list of cards": "list of size",
		}[f.Gives]
		if gives == "" {
			gives = string(f.Gives)
		}
		if got := x.Expr.Type.String(); got != gives {
			t.Errorf("%s gives %s, the table says %s", text, got, gives)
		}
	}
}
