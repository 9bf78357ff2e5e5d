package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/program"
)

// foldedAct folds what ann's action does, once she has begun it.
func foldedAct(t *testing.T, with map[string]string) (*program.Encounter, *program.Routine) {
	t.Helper()
	e := inCamp(t, with)
	act := action(t, e, "act")
	g := facts.Of(e).Folder()
	return e, g.Routine(act.Perform, 0, float64(act.Def.Index+1), g.OwnOf(act, 0))
}

// lines are the statements of a program, one a line, blocks indented by a bar; what belongs to
// a proc that is called stands below the call, behind an arrow.
func lines(e *program.Encounter, r *program.Routine) string {
	names := dump.Names{Program: e.Program, Encounter: e}
	var all []string
	for _, line := range names.Routine(r) {
		all = append(all, strings.Repeat("| ", line.Depth)+line.Text)
	}
	for s := range program.EachStmt(r.Body) {
		if call, ok := s.(*program.CallProc); ok {
			for _, line := range names.Routine(call.Proc.Routine) {
				all = append(all, "-> "+strings.Repeat("| ", line.Depth)+line.Text)
			}
		}
	}
	return strings.ReplaceAll(strings.Join(all, "\n"), "self$0", "self")
}

// TestFoldedPrograms: what is left of programs of ann in the camp, where gift is 2, her id 1 and her
// only tool the saw, whose power is 2; of hp nothing is known.
func TestFoldedPrograms(t *testing.T) {
	for _, test := range []struct{ name, program, want string }{
		{"what is known", "self.f = self.gift + self.hp", "self.f = 2 + self.hp"},
		{"a local", "let n = self.gift\nself.f = n + 1\nself.g = n + self.hp", "let n$2: number = 2\nself.f = 3\nself.g = n$2 + self.hp"},
		{"a local set anew", "let n = self.gift\nn = self.hp\nself.f = n + 1", "let n$2: number = 2\nn$2 = self.hp\nself.f = n$2 + 1"},
		{"what is added", "self.f += self.gift", "self.f += 2"},
		{"another's", "let c = last(everyone)\nc.f = c.id + c.hp", "let c$2: creature = things.bob\nc$2.f = 2 + c$2.hp"},
		{"a member", "self.per[first(self.tools)] = self.gift", "self.per[tools.saw] = 2"},

		{"the first way", "if self.gift == 2 { self.f = 1 } else { self.f = 2 }\nself.g = 1", "if true:\n| self.f = 1\nself.g = 1"},
		{"the other way", "if self.gift > 2 { self.f = 1 } else { self.f = 2 }\nself.g = 1", "if false:\n| nothing\nelse:\n| self.f = 2\nself.g = 1"},
		{"both ways", "if self.hp > self.gift { self.f = self.id } else { self.f = self.gift }", "if self.hp > 2:\n| self.f = 1\nelse:\n| self.f = 2"},
		{"what both ways set", "let n = 1\nif self.hp > 3 { n = 2 } else { n = 3 }\nself.f = n + 0", "let n$2: number = 1\nif self.hp > 3:\n| n$2 = 2\nelse:\n| n$2 = 3\nself.f = n$2 + 0"},
		{"what both ways set alike", "let n = 1\nif self.hp > 3 { n = 2 } else { n = 2 }\nself.f = n + 1", "let n$2: number = 1\nif self.hp > 3:\n| n$2 = 2\nelse:\n| n$2 = 2\nself.f = 3"},
		{"what the only way sets", "let n = 1\nif self.gift == 2 { n = 2 }\nself.f = n + 1", "let n$2: number = 1\nif true:\n| n$2 = 2\nself.f = 3"},
		{"what one way sets", "let n = 1\nif self.hp > 3 { n = 2 }\nself.f = n + 1", "let n$2: number = 1\nif self.hp > 3:\n| n$2 = 2\nself.f = n$2 + 1"},
		{"what the way sets that goes on", "let n = 1\nif self.hp > 3 {\n  n = 2\n  stop\n}\nself.f = n + 1", "let n$2: number = 1\nif self.hp > 3:\n| n$2 = 2\n| stop\nself.f = 2"},
		{"behind a stop", "if self.gift == 2 { stop }\nself.f = 1", "if true:\n| stop"},
		{"behind a stop on both ways", "if self.hp > 3 { stop } else { stop }\nself.f = 1", "if self.hp > 3:\n| stop\nelse:\n| stop"},

		{"each of them", "for c in everyone { c.f = c.gift + c.id }", "for c$2 in everyone:\n| c$2.f = 2 + c$2.id"},
		{"each that matters", "for c in everyone where c.hp > c.gift in order of c.gift + c.hp { c.f = 1 }", "for c$2 in everyone where c$2.hp > 2 in order of 2 + c$2.hp:\n| c$2.f = 1"},
		{"what a loop sets", "let n = 1\nfor c in everyone {\n  self.f = n + 1\n  n = 2\n}\nself.g = n + 1", "let n$2: number = 1\nfor c$3 in everyone:\n| self.f = n$2 + 1\n| n$2 = 2\nself.g = n$2 + 1"},
		{"what a loop leaves alone", "let n = 1\nfor c in everyone { self.f = n + c.gift }\nself.g = n + 1", "let n$2: number = 1\nfor c$3 in everyone:\n| self.f = 3\nself.g = 2"},
		{"what a loop sets that nobody enters", "for c in filter(everyone, .id > 2) { self.f = 1 }\nself.g = self.gift", "for c$2 in filter(everyone, each$2: false):\n| self.f = 1\nself.g = 2"},

		{"thrown dice", "let n = 1\nroll n by self = 1d6\nself.f = n + self.gift", "let n$2: number = 1\nroll n$2 by self as \"n\" = 1d6\nself.f = n$2 + 2"},
		{"later", "let n = 1\nafterwards {\n  self.f = n + 1\n  n = 2\n}\nself.g = n + self.gift", "let n$2: number = 1\nafterwards:\n| self.f = 2\n| n$2 = 2\nself.g = 3"},
		{"a choice", "choose t from tools where each.power > self.gift by first(everyone) default first(self.tools)\nself.f = t.power", "choose t$2 as \"t\" from [tools.saw, tools.axe] where each$2: each$2.power > 2 by things.ann default tools.saw\nself.f = t$2.power"},
		{"a choice from one", "choose t from self.tools where each.power > self.hp default axe\nself.f = t.power", "choose t$2 as \"t\" from self.tools where each$2: 2 > self.hp default tools.axe\nself.f = t$2.power"},
		{"a number chosen", "choose n from self.gift to self.id + 3 where each > self.hp + each default 2", "choose n$2 as \"n\" from 2 to 4 where each$2: each$2 > (self.hp + each$2) default 2"},

		{"an announcement", "announce creak of last(everyone) for foes(self)", "announce events.creak of things.bob for foes(self)"},
		{"an action", "perform dig by first(everyone) with n = self.gift", "perform deeds.dig by things.ann with n = 2"},
		{"a payment", "pay pool self.gift - 2 from last(everyone)", "pay pool 0 from things.bob"},
		{"a condition", "apply mark to last(everyone) by first(everyone)", "apply conditions.mark to things.bob by things.ann"},
		{"an end", "end mark on last(everyone) where self.hp > self.gift", "end conditions.mark on things.bob where each$2: self.hp > 2"},
		{"the end of an entry", "end storm of last(everyone)", "end entries.storm of things.bob"},
		{"the end of actions", "end actions of last(everyone)", "end actions of things.bob"},
		{"something handed over", "first(crates).carrier = last(everyone)", "carry things.box by things.bob"},
		{"an entry", "schedule storm of last(everyone) at now + self.gift, self.gift", "schedule entries.storm of things.bob at now + 2, 2"},
		{"a program in a field", "first(self.tools).use(last(everyone))", "tools.saw.use(things.bob)"},

		{"a proc", "lift(self, self.gift + 1)", "procs.lift(self, 3)\n-> if true:\n-> | who$0.g = n$1"},
		{"a proc for a friend", "lift(self.friend, self.gift + 1)", "procs.lift(self.friend, 3)\n-> if true:\n-> | who$0.g = n$1"},
		{"a proc for one of two numbers", "lift(self, self.two)", "procs.lift(self, self.two)\n-> if n$1 > 2:\n-> | who$0.g = n$1"},
		{"what a formula says", "self.f = saw.worth(self)", "self.f = self.hp + 1"},
		{"what hers says", "self.f = first(self.tools).worth(last(everyone))", "self.f = things.bob.hp + 1"},
		{"what a long formula says", "self.f = plow.worth(self)", "self.f = tools.plow.worth(self)"},
		{"what formulas of nobody knows which say", "self.f = find(tools, .power > self.hp).worth(self)", "self.f = if(2 > self.hp, tools.saw, if(3 > self.hp, tools.axe, none)).worth(self)"},
		{"a proc that does nothing", "lift(self, self.gift)", "procs.lift(self, 2)\n-> if false:\n-> | nothing"},
		{"a proc of which nothing is known", "lift(self, self.hp)", "procs.lift(self, self.hp)\n-> if n$1 > 2:\n-> | who$0.g = n$1"},

		{"a loop with a test", "let n = self.gift\nwhile n < self.hp + self.gift { n = n + self.gift }\nself.f = n", "let n$2: number = 2\nwhile n$2 < (self.hp + 2):\n| n$2 = n$2 + 2\nself.f = n$2"},
		{"a roll against a number", "roll n by self = 1d6 against self.gift + 1\nself.f = n + self.gift", "roll n$2 by self as \"n\" = 1d6 against 3 by checks.any\nself.f = n$2 + 2"},
		{"a roll held against a number later", "roll n by self = 1d6\nlet o = n against self.gift + 1\nself.f = o + self.gift", "roll n$2 by self as \"n\" = 1d6\nlet o$3: number = n$2 against 3 by checks.any\nself.f = o$3 + 2"},
		{"a card", "draw t from fate by last(everyone)\nif t != none { self.f = t.power + self.gift }", "draw t$2 from decks.fate by things.bob\nif t$2 != none:\n| self.f = t$2.power + 2"},
		{"a card that goes back", "discard first(self.tools) to fate\nshuffle fate\nself.f = self.gift", "discard tools.saw to decks.fate\nshuffle decks.fate\nself.f = 2"},
		{"a step", "move last(everyone) to place(self.gift, 3)", "move things.bob to place(2, 3)"},
		{"what can be done", "choose a from can_do(last(everyone), creak) by first(everyone)\nif a != none { self.f = self.gift }", "choose a$2 as \"a\" from can_do(things.bob, events.creak) by things.ann\nif a$2 != none:\n| self.f = 2"},
		{"two values of a proc", "let p = pair(last(everyone))\nself.f = p.b + self.gift", "let p.a$2: number, p.b$3: number = procs.pair(things.bob)\nself.f = p.b$3 + 2\n-> let a$1: number = 1\n-> let b$2: number = 2\n-> stop"},
	} {
		t.Run(test.name, func(t *testing.T) {
			with := and(does(test.program), "PROCS", pair)
			switch {
			case strings.Contains(test.program, "fate"):
				with["SPACE"] = "decks: {fate: {cards: tools}}"
			case strings.Contains(test.program, "move"):
				with["SPACE"], with["ANN"] = "space: {grid: square}", "place: [2, 2]"
			}
			if strings.Contains(test.program, "at now + self.gift, ") {
				with["KEY"] = "tick, then"
			}
			if strings.Contains(test.program, "plow") {
				with["TOOLS"] = "plow: {power: 9, use: stop, worth: " + strings.Repeat("self.hp + ", 12) + "1}"
			}
			e, r := foldedAct(t, with)
			if got := lines(e, r); got != test.want {
				t.Errorf("it becomes\n%s\nnot\n%s", got, test.want)
			}
		})
	}
}

// TestFoldedParameters: what is known of the parameters of an action, once ann has begun it and
// while she tries ways to do it. What nobody can know then may still be known later.
func TestFoldedParameters(t *testing.T) {
	const saw, axe, any = "(self.hp + 1) > 3", "(self.hp + 2) > 3", "act.t.worth(self) > 3"
	for _, test := range []struct{ name, params, line, begun, tried string }{
		{"her only tool", "{t: one of self.tools}", "if: true", saw, saw},
		{"any of them", "{t: one of tools}", "if: true", any, any},
		{"what the line says", "{t: one of tools}", "with: {t: axe}", axe, any},
		{"what it is by default", "{t: {is: one of self.tools, default: axe}}", "if: true", axe, any},
		{"what may be by default, too", "{t: {is: one of tools, where: each.power > 2, default: axe}}", "if: true", axe, axe},
		{"any that fits", "{t: {is: tool, where: each.power > 2}}", "if: true", axe, axe},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := inCamp(t, map[string]string{"ACT": "params: " + test.params + "\n    requires: {t.worth(self) > 3: not now}\n    perform: stop", "LINE": test.line})
			act := action(t, e, "act")
			g := facts.Of(e).Folder()
			it := float64(act.Def.Index + 1)
			fold := func(own facts.Own) string {
				return strings.ReplaceAll(text(e, g.Formula(act.Requires[0].If, 0, it, own)), "who$0", "self")
			}
			if begun, tried := fold(g.OwnOf(act, 0)), fold(g.Tried(act, 0)); begun != test.begun || tried != test.tried {
				t.Errorf("begun: %s, not %s; tried: %s, not %s", begun, test.begun, tried, test.tried)
			}
		})
	}
}

// TestHandedNone: while a way is tried none may be handed over for a parameter of which everything
// may be taken, so that even the only thing of a kind isn't certain.
func TestHandedNone(t *testing.T) {
	e := inCamp(t, map[string]string{"ACT": "params: {c: crate}\n    requires: {c.worth(self) > 3: not now}\n    perform: stop"})
	act := action(t, e, "act")
	g := facts.Of(e).Folder()
	for _, test := range []struct {
		own  facts.Own
		want string
	}{{g.OwnOf(act, 0), "(who$0.hp + 5) > 3"}, {g.Tried(act, 0), "act.c.worth(who$0) > 3"}} {
		if got := text(e, g.Formula(act.Requires[0].If, 0, 1, test.own)); got != test.want {
			t.Errorf("%s, not %s", got, test.want)
		}
	}
}

// TestHandedParameter: a parameter of the act stands itself where a formula reads what it is handed.
func TestHandedParameter(t *testing.T) {
	e, r := foldedAct(t, map[string]string{"ACT": "params: {c: creature}\n    perform: self.f = saw.worth(c)"})
	if got := lines(e, r); got != "self.f = act.c.hp + 1" {
		t.Errorf("it becomes %s", got)
	}
}

// TestSame: what is equal after folding is one program, one formula, one quantity; what nothing
// is left out of is what it was.
func TestSame(t *testing.T) {
	e := inCamp(t, does("let n = self.id\nself.f = n + self.gift\nif self.hp > 3 { lift(self, 3) } else { lift(self, 3) }"))
	act := action(t, e, "act")
	g := facts.Of(e).Folder()
	of := func(who int) *program.Routine { return g.Routine(act.Perform, who, 1, facts.Own{}) }
	if first, again := of(0), of(0); first != again || first == of(1) {
		t.Error("ann's program is one, and isn't bob's: their ids differ")
	}
	var procs []*program.Proc
	for s := range program.EachStmt(of(0).Body) {
		if call, ok := s.(*program.CallProc); ok {
			procs = append(procs, call.Proc)
		}
	}
	if len(procs) != 2 || procs[0] != procs[1] || procs[0] == e.Program.Procs[0] {
		t.Error("both call one proc, which is no longer the ruleset's", procs)
	}

	e = inCamp(t, does("self.f = self.hp\nlift(self, self.hp)"))
	act = action(t, e, "act")
	if g = facts.Of(e).Folder(); g.Routine(act.Perform, 0, 1, facts.Own{}) != act.Perform || g.Routine(nil, 0, 1, facts.Own{}) != nil {
		t.Error("of this program nothing is left out")
	}

	e = inCamp(t, map[string]string{"ACT": "requires: {self.gift < self.hp: not now, self.hp > 1: never}\n    perform: stop"})
	act = action(t, e, "act")
	g = facts.Of(e).Folder()
	formula := func(i, who int) *program.Formula { return g.Formula(act.Requires[i].If, who, 1, facts.Own{}) }
	if formula(0, 0) != formula(0, 1) || formula(0, 0) == act.Requires[0].If {
		t.Error("ann's gift is bob's: what requires it is one formula, in which it is known")
	}
	if formula(1, 0) != act.Requires[1].If || g.Formula(nil, 0, 1, facts.Own{}) != nil {
		t.Error("of this formula nothing is left out")
	}
}

// TestDepth: quantities, formulas of fields and procs are folded up to twelve within each other; what lies
// deeper is asked for as it stands.
func TestDepth(t *testing.T) {
	chain := func(n int, link string) string { // LINK in terms of NEXT, up to the one before the last
		var all []string
		for i := 1; i < n; i++ {
			all = append(all, strings.NewReplacer("LINK", fmt.Sprint("link", i), "NEXT", fmt.Sprint("link", i+1)).Replace(link))
		}
		return strings.TrimSpace(strings.Join(all, "\n  "))
	}
	for n, want := range map[int]string{2: "who$0.hp", 12: "who$0.hp", 13: "quantities.link13(who$0)"} {
		e := inWorld(t, "", "", "tested: {of: {who: creature, foe: creature}, value: link1(who)}\n  "+
			chain(n, "LINK: {of: {who: creature}, value: NEXT(who)}")+fmt.Sprintf("\n  link%d: {of: {who: creature}, value: who.hp}", n))
		src := *tested(e).Value
		src.Inputs = tested(e).Of
		src.Inputs[0].Name = "self"
		if got := text(e, facts.Of(e).Folder().Formula(&src, 0, 0, facts.Own{})); got != want {
			t.Errorf("of %d quantities within each other is left %s, not %s", n, got, want)
		}
		if works := facts.Of(e).Folder().Works(&src, 0, 0, facts.Own{}); works != (n <= 12) {
			t.Errorf("%d quantities within each other can certainly be worked out: %v", n, works)
		}
	}
	for n, want := range map[int]string{2: "self.hp", 12: "self.hp", 13: "self.link1(self)"} {
		e, r := foldedAct(t, and(does("self.f = self.link1(self)"), "FIELDS", chain(n, "    LINK: {type: formula number(self creature), default: it.NEXT(self)}")+
			fmt.Sprintf("\n      link%d: {type: formula number(self creature), default: self.hp}", n)))
		if got := lines(e, r); got != "self.f = "+want {
			t.Errorf("of %d formulas within each other is left %s, not %s", n, got, want)
		}
	}
	// What is found out about a formula ends at sixty.
	for n, want := range map[int]string{59: "2", 60: "any"} {
		e := inWorld(t, "deepest: {type: number, default: 99}", "self.deepest = link1(self)",
			chain(n, "LINK: {of: {who: creature}, value: NEXT(who)}")+fmt.Sprintf("\n  link%d: {of: {who: creature}, value: who.gift}", n))
		if got := worth(facts.Of(e).Values(0, named(t, e.Program.Creature.Fields, fieldName, "deepest"), 0)); got != want {
			t.Errorf("of %d quantities within each other is known %s, not %s", n, got, want)
		}
	}
	for n, want := range map[int]string{2: "true", 12: "true", 13: "n$1 > 2"} {
		e, r := foldedAct(t, and(does("link1(self, 3)"), "PROCS", chain(n, "LINK: {params: {who: creature, n: number}, do: 'NEXT(who, n)'}")+
			fmt.Sprintf("\n  link%d: {params: {who: creature, n: number}, do: 'if n > 2 { who.g = n }'}", n)))
		for range n {
			r = r.Body[0].(*program.CallProc).Proc.Routine
		}
		if got := lines(e, r); got != "if "+want+":\n| who$0.g = n$1" {
			t.Errorf("of %d procs within each other is left\n%s", n, got)
		}
	}
}
