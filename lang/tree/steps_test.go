package tree

import (
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

const stepsBase = `rulec: 2
ruleset: base
kinds:
  attack:
    perform:
      asks: ask
      roll: d
      wins: {if: won, hurt: h, log: l}
      ended_by: e
      slot: nothing
      misses: {if: lost, do: nothing}
procs:
  plain(who): text
  two(who): {one: a, two: b}
attacks:
  stab: {perform: {wins: s, before roll: {aim: m}}}
  own: {perform: x}
`

// What an overlay says of steps, and what becomes of them.
var stepsTests = []struct{ name, over, part, want, said string }{
	{"another program", "override: {kinds: {attack: {perform: {roll: r}}}}", "kinds.attack.perform", "{asks: ask, roll: r, wins: {if: won, hurt: h, log: l}, ended_by: e, slot: nothing, misses: {if: lost, do: nothing}}", ""},
	{"another program under the same condition", "override: {kinds: {attack: {perform: {wins: w}}}}", "kinds.attack.perform.wins", "{if: won, do: w}", ""},
	{"nothing", "override: {kinds: {attack: {perform: {wins: nothing}}}}", "kinds.attack.perform.wins", "{if: won, do: nothing}", ""},
	{"another condition", "override: {kinds: {attack: {perform: {wins: {if: w}}}}}", "kinds.attack.perform.wins", "{if: w, hurt: h, log: l}", ""},
	{"a step in a step", "override: {kinds: {attack: {perform: {wins: {log: w}}}}}", "kinds.attack.perform.wins", "{if: won, hurt: h, log: w}", ""},
	{"all of it", "override: {kinds: {attack: {perform: w}}}", "kinds.attack.perform", "w", ""},
	{"filled in by steps", "override: {kinds: {attack: {perform: {slot: {a: x, b: y}}}}}", "kinds.attack.perform.slot", "{a: x, b: y}", ""},
	{"filled in by steps under its condition", "override: {kinds: {attack: {perform: {misses: {a: x, b: y}}}}}", "kinds.attack.perform.misses", "{if: lost, a: x, b: y}", ""},
	{"another condition of what is open", "override: {kinds: {attack: {perform: {misses: {if: x}}}}}", "kinds.attack.perform.misses", "{if: x, do: nothing}", ""},
	{"moved", "override: {kinds: {attack: {perform: {before asks: ended_by}}}}", "kinds.attack.perform", "{ended_by: e, asks: ask, roll: d, wins: {if: won, hurt: h, log: l}, slot: nothing, misses: {if: lost, do: nothing}}", ""},
	{"several moved", "override: {kinds: {attack: {perform: {last: [roll, asks]}}}}", "kinds.attack.perform", "{wins: {if: won, hurt: h, log: l}, ended_by: e, slot: nothing, misses: {if: lost, do: nothing}, roll: d, asks: ask}", ""},
	{"moved and changed", "override: {kinds: {attack: {perform: {first: roll, roll: r, wins: {first: log}}}}}", "kinds.attack.perform", "{roll: r, asks: ask, wins: {if: won, log: l, hurt: h}, ended_by: e, slot: nothing, misses: {if: lost, do: nothing}}", ""},
	{"taken out", "remove: {kinds: {attack: {perform: [asks, ended_by], }}}", "kinds.attack.perform", "{roll: d, wins: {if: won, hurt: h, log: l}, slot: nothing, misses: {if: lost, do: nothing}}", ""},
	{"one in another taken out", "remove: {kinds: {attack: {perform: {wins: log}}}}", "kinds.attack.perform.wins", "{if: won, hurt: h}", ""},
	{"a new one", "extend: {kinds: {attack: {perform: {after roll: {n: x, m: y}, wins: {before log: {k: z}}}}}}", "kinds.attack.perform", "{asks: ask, roll: d, n: x, m: y, wins: {if: won, hurt: h, k: z, log: l}, ended_by: e, slot: nothing, misses: {if: lost, do: nothing}}", ""},
	{"a new one at the end", "extend: {procs: {two: {three: c}}}", "procs.two", "{one: a, two: b, three: c}", ""},
	{"of a proc", "override: {procs: {two: {one: c}}}", "procs.two", "{one: c, two: b}", ""},
	{"of a definition", "override: {attacks: {stab: {perform: {wins: t}}}}", "attacks.stab.perform", "{wins: t, before roll: {aim: m}}", ""},
	{"of a definition, where it has put it", "override: {attacks: {stab: {perform: {aim: t}}}}", "attacks.stab.perform", "{wins: s, before roll: {aim: t}}", ""},
	{"of a definition, which its kind has", "override: {attacks: {stab: {perform: {roll: t, first: ended_by}}}}", "attacks.stab.perform", "{wins: s, before roll: {aim: m}, roll: t, first: ended_by}", ""},
	{"a new one in a definition", "extend: {attacks: {stab: {perform: {after roll: {more: t}}}}}", "attacks.stab.perform", "{wins: s, before roll: {aim: m}, after roll: {more: t}}", ""},

	{"a slip", "override: {kinds: {attack: {perform: {rol: r}}}}", "kinds.attack.perform.roll", "d", `overrides-nothing 1:39 override: the base has no "rol" in kinds.attack.perform; did you mean "roll"?`},
	{"an unknown one", "override: {procs: {two: {third: r}}}", "procs.two", "{one: a, two: b}",
		`overrides-nothing 1:26 override: the base has no "third" in procs.two; there are "one" and "two"; to add one, put it under "extend:"`},
	{"beside an unknown one", "extend: {kinds: {attack: {perform: {after rol: {n: x}}}}}", "kinds.attack.perform.roll", "d", `extends-nothing 1:43 extend: the base has no "rol" in kinds.attack.perform; did you mean "roll"?`},
	{"an unknown one moved", "override: {kinds: {attack: {perform: {first: rol}}}}", "kinds.attack.perform.roll", "d", `overrides-nothing 1:46 override: the base has no "rol" in kinds.attack.perform; did you mean "roll"?`},
	{"one that is there", "extend: {kinds: {attack: {perform: {first: {roll: x}}}}}", "kinds.attack.perform.roll", "d", `already-declared 1:45 "perform" in kinds.attack already has "roll"`},
	{"one without a name", "extend: {procs: {two: {first: x}}}", "procs.two", "{one: a, two: b}",
		`wrong-shape 1:31 extend: what is put among steps has a name; write first: {NAME: PROGRAM}; to move a step, use "override:"`},
	{"a new one under override", "override: {procs: {two: {first: {n: x}}}}", "procs.two", "{one: a, two: b}",
		`already-declared 1:26 override: first moves a step that is there: write its name alone; what is new stands under "extend:"`},
	{"a step of a text", "override: {procs: {plain: {one: x}}}", "procs.plain", "text",
		`wrong-shape 1:27 override: "plain" in procs has no steps: it is one text; write the whole program anew, as one text, under "override:"; or, under "extend:", what is done first or last: last: {NAME: PROGRAM}`},
	{"done after a text", "extend: {procs: {plain: {last: {n: x}}}}", "procs.plain", "{do: text, n: x}", ""},
	{"done before and after a text", "extend: {procs: {plain: {first: {n: x}, last: {m: y}}}}", "procs.plain", "{n: x, do: text, m: y}", ""},
	{"done under the condition of a text", "extend: {kinds: {attack: {perform: {wins: {last: {n: x}}}}}}", "kinds.attack.perform.wins", "{if: won, hurt: h, log: l, n: x}", ""},
	{"done after a definition's text", "extend: {attacks: {stab: {perform: {wins: {last: {n: x}}}}}}", "attacks.stab.perform.wins", "{do: s, last: {n: x}}", ""},
	{"done after a text by override", "override: {procs: {plain: {last: {n: x}}}}", "procs.plain", "{do: text}",
		`already-declared 1:28 override: last moves a step that is there: write its name alone; what is new stands under "extend:"`},
	{"only what is emptied is taken out", "remove: {kinds: {attack: {perform: {wins: [if, hurt, log]}}}}", "kinds.attack.perform", "{asks: ask, roll: d, ended_by: e, slot: nothing, misses: {if: lost, do: nothing}}", ""},
	{"a step of a step that is a text", "override: {kinds: {attack: {perform: {roll: {one: x}}}}}", "kinds.attack.perform.roll", "d",
		`wrong-shape 1:45 override: "roll" in kinds.attack.perform has no steps: it is one text; write it anew, as one text, under "override:"; or, under "extend:", a step beside it: after roll: {NAME: PROGRAM}`},
	{"one within another", "override: {kinds: {attack: {perform: {hurt: x}}}}", "kinds.attack.perform.roll", "d",
		`overrides-nothing 1:39 override: the base has no "hurt" in kinds.attack.perform; it is within "wins": write wins: {hurt: ..}`},
	{"two at one place", "extend: {procs: {two: {after one: {x: p}, after two: {y: q}, first: {z: r}}}}", "procs.two", "{z: r, one: a, x: p, two: b, y: q}", ""},
	{"moved beside itself", "override: {procs: {two: {after one: one}}}", "procs.two", "{one: a, two: b}", `overrides-nothing 1:37 override: "one" can't stand beside itself`},
	{"moved to where it is", "override: {procs: {two: {first: one}}}", "procs.two", "{one: a, two: b}", "overrides-nothing 1:26 override: this changes nothing: it is there already"},
	{"a condition with another program", "override: {procs: {two: {one: {if: c, do: x}}}}", "procs.two", "{one: {if: c, do: x}, two: b}", ""},
	{"the last one of a step taken out", "remove: {kinds: {attack: {perform: {misses: do}}}}", "kinds.attack.perform.misses", "{if: lost}", ""},
	{"a condition for a text", "override: {procs: {two: {one: {if: c}}}}", "procs.two", "{one: {if: c, do: a}, two: b}", ""},
	{"a condition for steps", "override: {kinds: {attack: {perform: {wins: {for: x in y}}}}}", "kinds.attack.perform.wins", "{for: x in y, if: won, hurt: h, log: l}", ""},
	{"one put twice", "extend: {procs: {two: {first: {x: p}, last: {x: q}}}}", "procs.two", "{x: p, one: a, two: b}", `already-declared 1:46 "two" in procs already has "x"`},
	{"none put", "extend: {procs: {two: {first: {}}}}", "procs.two", "{one: a, two: b}", "missing-value 1:24 extend: expected what goes there"},
	{"an empty one", "override: {procs: {two: {one: }}}", "procs.two", "{one: a, two: b}", `missing-value 1:26 override: expected what happens in "one" in procs.two; if nothing does, write one: nothing`},
	{"what is said of a place", "extend:\n  procs:\n    two:\n      last:  #: Later.\n        x: p", "procs.two", "{one: a, two: b, x: p}",
		`loose-remark 4:14 "#:" can't describe a place; describe the step that is put there, behind its name`},
	{"a condition as a place", "extend: {kinds: {attack: {perform: {wins: {before if: {x: p}}}}}}", "kinds.attack.perform.wins", "{if: won, hurt: h, log: l}",
		`extends-nothing 1:51 extend: the base has no "if" in kinds.attack.perform.wins`},
	{"taken out where a definition has put it", "remove: {attacks: {stab: {perform: aim}}}", "attacks.stab.perform", "{wins: s}", ""},
	{"over what it says", "override:\n  procs:\n    two:\n      one: x  # over e8b7", "procs.two", "{one: x, two: b}", ""},
	{"over something else", "override:\n  procs:\n    two:\n      one: x  # over 1234", "procs.two", "{one: x, two: b}",
		`base-changed 4:15 the base has changed what "one" in procs.two replaces; look whether your text still fits, then write # over e8b7`},
	{"over what is to be noted", "override:\n  procs:\n    two:\n      one: |  # over\n        x", "procs.two.two", "b",
		`base-note 4:15 this doesn't say which text of the base "one" in procs.two replaces; write # over e8b7`},
	{"over steps", "override: {procs: {two: x}}  # over a", "procs.two", "x", ""},
	{"one of the kind taken out", "remove: {attacks: {stab: {perform: roll}}}", "attacks.stab.perform.wins", "s",
		`removes-nothing 1:36 remove: the base has no "roll" in attacks.stab.perform; to leave out a step of its kind, write override: .. {roll: nothing}`},
}

func TestStepsOverlaid(t *testing.T) {
	for _, test := range stepsTests {
		t.Run(test.name, func(t *testing.T) {
			var list diag.List
			base := Overlay(nil, parse(t, "base.yaml", stepsBase), &list)
			result := Overlay(base, parse(t, "house.yaml", test.over+"\n"), &list)
			if got := said(list); got != test.said {
				t.Errorf("said %s\nwant %s", got, test.said)
			}
			if got := compact(part(t, result, test.part)); got != test.want {
				t.Errorf("%s is %s, want %s", test.part, got, test.want)
			}
		})
	}
}
