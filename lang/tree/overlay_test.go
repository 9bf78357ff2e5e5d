package tree

import (
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

const overlayBase = `title: Skirmish
params:
  flank: 2
  quick: false
  tie: by_lot (or by_name, by_age)
  wind: 3 (0..9)
weapons:
  dagger: {damage: 1d4, weight: 1, traits: [thrown, light]}
  sword: {damage: 1d8, weight: 3.5, traits: versatile}
creatures:
  rogue:
    hp: 8
    weapons: dagger
    armor: [{is: mail, weight: 4}]
    pools: {vigor: {max: 10, min: 0}}
conditions:
  prone:
    implies: [exposed]
    forbids: [{what: [run, sprint, jump], because: Prone}]
  exposed:
  held: {forbids: {what: run, because: Held}}
rules: [one, two]
attacks: {stab: {requires: {far < 2: too far, able: not able}}}
tactics:
  brute: {turn: [{do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch}]}
tables:
  toll: |
    way   night | fee
    1..5  false | 0   #: By day.
    1..5  true  | 2
    6..   any   | 3
scales:
  size: |
    size   title  reach
    small  -      0
    large  "very large" 1d4+1
  spot: [head, foot]
kinds:
  weapon: {fields: {damage: dice}, told: "{it}"}  #: A. [x]
  ghost:
time: {key: [round], entries: {turn: {do: stop now}}}
`

// overlayTests are an overlay over overlayBase each: what the named part of the
// result is then, and what is reported, with places in over.
var overlayTests = []struct{ name, over, part, want, said string }{
	// Requirements, by their reasons.
	{"another requirement for a reason", "override: {attacks: {stab: {requires: {far < 3: too far}}}}\n", "attacks.stab.requires", "{far < 3: too far, able: not able}", ""},
	{"a sentence of another requirement", "override:\n  attacks:\n    stab:\n      requires:\n        far < 3: too far  #: Not so far. [z]\n", "attacks.stab.requires", "{far < 3: too far #: Not so far. [z], able: not able}", ""},
	{"another reason", "override: {attacks: {stab: {requires: {able: too weak}}}}\n", "attacks.stab.requires", "{far < 2: too far, able: too weak}", ""},
	{"no requirement for a reason", "remove: {attacks: {stab: {requires: too far}}}\n", "attacks.stab.requires", "{able: not able}", ""},
	{"one more", "extend: {attacks: {stab: {requires: {near: too far}}}}\n", "attacks.stab.requires", "{far < 2: too far, able: not able, near: too far}", ""},
	// Plain sections.
	{"adds a definition", "weapons:\n  axe: {damage: 1d6}\n", "weapons.axe", "{damage: 1d6}", ""},
	{"keeps the others", "weapons:\n  axe: {damage: 1d6}\n", "weapons.dagger.damage", "1d4", ""},
	{"adds a section", "spells:\n  spark: {cost: 1}\n", "spells", "{spark: {cost: 1}}", ""},
	{"adds to a list", "rules: [three]\n", "rules", "[one, two, three]", ""},
	{"replaces a single value at the top", "title: Grim\n", "title", "Grim", ""},
	{"leaves the names of files out", "extends: skirmish\nparts: [a.yaml]\n", "", compactBase, ""},
	{"an empty section adds nothing", "weapons:\n", "weapons.dagger.damage", "1d4", ""},
	{"never changes a definition", "weapons:\n  dagger: {damage: 1d6}\n", "weapons.dagger.damage", "1d4",
		`already-declared 2:3 "dagger" in weapons is already declared; to change it, put it under "override:"`},
	{"a section of another shape", "weapons: [axe]\n", "weapons.dagger.damage", "1d4",
		`wrong-shape 1:1 "weapons" is a list here, but a mapping in the base`},
	{"a file that is a list", "- weapons\n", "weapons.dagger.damage", "1d4",
		"wrong-shape 1:1 the file must be a mapping of keys to values, but it is a list"},

	// Kinds, time and reports add up.
	{"adds a field to a kind", "kinds:\n  weapon: {fields: {range: number}, cost: {ap: 1}}\n", "kinds.weapon",
		`{fields: {damage: dice, range: number}, told: {it}, cost: {ap: 1}}`, ""},
	{"says what a kind is that was only named", "kinds:\n  ghost: {things: true}\n", "kinds.ghost", "{things: true}", ""},
	{"only names a kind", "kinds:\n  weapon:\n", "kinds.weapon", `{fields: {damage: dice}, told: {it}}`, ""},
	{"a field that a kind has", "kinds:\n  weapon: {fields: {damage: {default: 1d4}}}\n", "kinds.weapon.fields", "{damage: dice}",
		`already-declared 2:21 "damage" in kinds.weapon.fields is already declared; to change it, put it under "override:"`},
	{"a key that a kind has", "kinds:\n  weapon: {told: hm}\n", "kinds.weapon.told", "{it}",
		`already-declared 2:12 "told" in kinds.weapon is already declared; to change it, put it under "override:"`},
	{"describes a kind in other words", "kinds:\n  weapon: {}  #: B. [y]\n  ghost: {}  #: A.\n", "kinds", "{weapon: {fields: {damage: dice}, told: {it}} #: A. B. [x, y], ghost: {} #: A.}", ""},
	{"says nothing else of a kind", "kinds:\n  weapon: {cost: {ap: 1}}\n", "kinds", "{weapon: {fields: {damage: dice}, told: {it}, cost: {ap: 1}} #: A. [x], ghost: -}", ""},
	{"adds an entry to time", "time:\n  entries: {round: {do: stop}}\n", "time.entries", "{turn: {do: stop now}, round: {do: stop}}", ""},
	{"an entry that time has", "time:\n  entries: {turn: {told: hm}}\n", "time.entries", "{turn: {do: stop now}}",
		`already-declared 2:13 "turn" in time.entries is already declared; to change it, put it under "override:"`},

	// override.
	{"overrides a sentence", "override:\n  kinds:\n    weapon: {}  #: B.\n", "kinds", "{weapon: {fields: {damage: dice}, told: {it}} #: B. [x], ghost: -}", ""},
	{"overrides ids", "override:\n  kinds:\n    weapon: {}  #: [y]\n", "kinds", "{weapon: {fields: {damage: dice}, told: {it}} #: A. [y], ghost: -}", ""},
	{"takes out ids", "override:\n  kinds:\n    weapon: {}  #: []\n", "kinds", "{weapon: {fields: {damage: dice}, told: {it}} #: A., ghost: -}", ""},
	{"says something first", "override:\n  weapons:\n    dagger: {weight: 2}  #: Small. [z]\n", "weapons", "{dagger: {damage: 1d4, weight: 2, traits: [thrown, light]} #: Small. [z], sword: {damage: 1d8, weight: 3.5, traits: versatile}}", ""},
	{"extends ids", "extend:\n  kinds:\n    weapon: {}  #: B. [y]\n", "kinds", "{weapon: {fields: {damage: dice}, told: {it}} #: A. B. [x, y], ghost: -}", ""},
	{"says something of what it only names", "set:  #: C.\n  flank: 3  #: D.\n", "params.flank", "3",
		"loose-remark 1:7 \"#:\" can't describe what stands under \"set:\"; describe it where it is declared, or under \"override:\"; an ordinary comment begins with \"# \"\n" +
			"loose-remark 2:13 \"#:\" can't describe what stands under \"set:\"; describe it where it is declared, or under \"override:\"; an ordinary comment begins with \"# \""},
	{"says something of what it renames", "rename: {kinds: {weapon: arm}}  #: C.\n", "kinds", "{arm: {fields: {damage: dice}, told: {it}} #: A. [x], ghost: -}",
		"loose-remark 1:33 \"#:\" can't describe what stands under \"rename:\"; describe it where it is declared, or under \"override:\"; an ordinary comment begins with \"# \""},
	{"says something of a verb", "override:  #: C.\n  weapons: {dagger: {weight: 2}}\n", "weapons.dagger.weight", "2",
		"loose-remark 1:12 \"#:\" can't describe what stands under \"override:\"; describe it where it is declared, or under \"override:\"; an ordinary comment begins with \"# \""},
	{"overrides a field", "override:\n  weapons: {dagger: {damage: 1d6}}\n", "weapons.dagger",
		"{damage: 1d6, weight: 1, traits: [thrown, light]}", ""},
	{"overrides deep inside", "override:\n  creatures: {rogue: {pools: {vigor: {max: 12}}}}\n", "creatures.rogue.pools",
		"{vigor: {max: 12, min: 0}}", ""},
	{"replaces a list", "override:\n  weapons: {dagger: {traits: [heavy]}}\n", "weapons.dagger.traits", "[heavy]", ""},
	{"adds a field", "override:\n  conditions: {exposed: {until: end of round}}\n", "conditions.exposed", "{until: end of round}", ""},
	{"empties a field", "override:\n  weapons: {sword: {traits: }}\n", "weapons.sword.traits", "versatile",
		`missing-value 2:21 override: expected what to change in "traits" in weapons.sword; indent the changes below it; {} changes only what is said of it, [] empties a list; to take it out, use remove`},
	{"empties a list on purpose", "override:\n  weapons: {dagger: {traits: []}}\n", "weapons.dagger.traits", "[]", ""},
	{"empties a tactic", "override:\n  tactics: {brute: {turn: []}}\n", "tactics.brute.turn", "[]",
		`lost-lines 2:21 override: "turn" in tactics.brute loses "punch", "walk" and "punch"; turn has no value; to remove one line, name it under "remove:": turn: punch`},
	{"one line in the place of three", "override:\n  tactics: {brute: {turn: [{do: hide}]}}\n", "tactics.brute.turn", "[{do: hide}]",
		`lost-lines 2:21 override: "turn" in tactics.brute loses "punch", "walk" and "punch"; to add lines, use "extend:"; to change one line, name it: turn: {punch: ..}`},
	{"a list that lacks one of the lines", "override:\n  tactics: {brute: {turn: [{if: weak, do: hide}, {do: punch}]}}\n", "tactics.brute.turn", "[{if: weak, do: hide}, {do: punch}]",
		`lost-lines 2:21 override: "turn" in tactics.brute loses "walk"; to add lines, use "extend:"; to change one line, name it: turn: {walk: ..}`},
	{"a list written anew with all lines", "override:\n  tactics: {brute: {turn: [{do: hide}, {do: run, best: near}, {do: [walk, punch]}]}}\n", "tactics.brute.turn",
		"[{do: hide}, {do: run, best: near}, {do: [walk, punch]}]", ""},
	{"overrides an empty section", "override:\n  weapons:\n", "weapons.dagger.damage", "1d4",
		`missing-value 2:3 override: expected what to change in section "weapons"; indent the changes below it; {} changes only what is said of it, [] empties a list; to take it out, use remove`},
	{"overrides a place in a list", "override:\n  tactics: {brute: {turn: {first: {do: hide}}}}\n", "tactics.brute.turn", "[{do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch}]",
		`overrides-nothing 2:28 override: no item of "turn" in tactics.brute contains "first"; to add to a list, use extend`},
	{"overrides nothing", "override:\n  weapons: {daggr: {damage: 1d6}}\n", "weapons.dagger.damage", "1d4",
		`overrides-nothing 2:13 override: the base has no "daggr" in weapons; did you mean "dagger"?`},
	{"overrides what would be new", "override:\n  weapons: {halberd: {damage: 1d6}}\n", "weapons.dagger.damage", "1d4",
		`overrides-nothing 2:13 override: the base has no "halberd" in weapons; to add it, put it in the section "weapons" without "override:"`},
	{"overrides no section", "override:\n  weapon: {dagger: {damage: 1d6}}\n", "weapons.dagger.damage", "1d4",
		`overrides-nothing 2:3 override: the base has no section "weapon"; did you mean "weapons"?`},
	{"what isn't indented", "override:\nweapons:\n  axe: {damage: 1d6}\n", "weapons.axe", "{damage: 1d6}",
		`missing-value 1:1 nothing is under "override:"; indent "weapons:" and the lines below it: what belongs to "override:" begins further right than it`},
	{"a verb of another shape", "override: [weapons]\n", "weapons.dagger.damage", "1d4",
		`wrong-shape 1:11 "override:" must be a mapping of keys to values, but it is a list`},

	// extend.
	{"extends a list", "extend:\n  weapons: {dagger: {traits: [quick]}}\n", "weapons.dagger.traits", "[thrown, light, quick]", ""},
	{"extends a list by a single name", "extend:\n  weapons: {dagger: {traits: quick}}\n", "weapons.dagger.traits", "[thrown, light, quick]", ""},
	{"extends a single name", "extend:\n  creatures: {rogue: {weapons: sword}}\n", "creatures.rogue.weapons", "[dagger, sword]", ""},
	{"extends a single name by a list", "extend:\n  weapons: {sword: {traits: [a, b]}}\n", "weapons.sword.traits", "[versatile, a, b]", ""},
	{"adds a list that isn't there", "extend:\n  conditions: {prone: {rules: [x]}}\n", "conditions.prone.rules", "[x]", ""},
	{"fills an empty definition", "extend:\n  conditions: {exposed: {rules: [x]}}\n", "conditions.exposed", "{rules: [x]}", ""},
	{"extends a list by a mapping", "extend:\n  conditions: {prone: {implies: {to: x}}}\n", "conditions.prone.implies", "[exposed, {to: x}]", ""},
	{"puts items first", "extend:\n  weapons: {dagger: {traits: {first: [quick, sharp]}}}\n", "weapons.dagger.traits", "[quick, sharp, thrown, light]", ""},
	{"puts items last", "extend:\n  weapons: {dagger: {traits: {last: quick}}}\n", "weapons.dagger.traits", "[thrown, light, quick]", ""},
	{"puts an item before another", "extend:\n  weapons: {dagger: {traits: {before light: [sharp, small]}}}\n", "weapons.dagger.traits", "[thrown, sharp, small, light]", ""},
	{"puts an item after another", "extend:\n  weapons: {dagger: {traits: {after thrown: quick}}}\n", "weapons.dagger.traits", "[thrown, quick, light]", ""},
	{"puts a line where another line is", "extend:\n  tactics: {brute: {turn: {before run: [{do: hide}], after 2nd punch: [{do: rest}]}}}\n", "tactics.brute.turn",
		"[{do: punch, if: strong}, {do: hide}, {do: [walk, run], best: far}, {do: punch}, {do: rest}]", ""},
	{"puts lines where others come in between", "extend:\n  tactics: {brute: {turn: {first: [{do: run}], after run: [{do: punch}], before 2nd punch: [{do: hide}]}}}\n", "tactics.brute.turn",
		"[{do: run}, {do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch}, {do: hide}, {do: punch}]", ""},
	{"puts a row first", "extend:\n  tables: {toll: {first: {\"..0, any\": 9}}}\n", "tables.toll", "{..0, any: 9, 1..5, false: {fee: 0} #: By day., 1..5, true: {fee: 2}, 6.., any: {fee: 3}}", ""},
	{"puts steps where others are", "extend:\n  scales: {size: {after small: {medium: {reach: 1}}, last: {huge: {reach: 2}}}}\n", "scales.size",
		"{small: {reach: 0}, medium: {reach: 1}, large: {title: very large, reach: 1d4+1}, huge: {reach: 2}}", ""},
	{"puts a row before none", "extend:\n  tables: {toll: {\"before 1..5\": {\"0, any\": 9}}}\n", "tables.toll", "{1..5, false: {fee: 0} #: By day., 1..5, true: {fee: 2}, 6.., any: {fee: 3}}",
		`extends-nothing 2:27 extend: the base has no "1..5" in tables.toll`},
	{"puts no row", "extend:\n  tables: {toll: {last: 9}}\n", "tables.toll", "{1..5, false: {fee: 0} #: By day., 1..5, true: {fee: 2}, 6.., any: {fee: 3}}",
		`wrong-shape 2:25 extend: what is put into a grid is a row; write last: {NAME: VALUE}, or {NAME: {COLUMN: VALUE}}; the name of a row is its keys, parted by commas`},
	{"puts a row that is there", "extend:\n  tables: {toll: {last: {\"6.., any\": 9}}}\n", "tables.toll", "{1..5, false: {fee: 0} #: By day., 1..5, true: {fee: 2}, 6.., any: {fee: 3}}",
		`already-declared 2:26 "toll" in tables already has "6.., any"`},
	{"puts an item before none", "extend:\n  weapons: {dagger: {traits: {before lihgt: [sharp]}}}\n", "weapons.dagger.traits", "[thrown, light]",
		`extends-nothing 2:31 extend: no item of "traits" in weapons.dagger contains "lihgt"; did you mean "light"?`},
	{"puts an item before one of two", "extend:\n  tactics: {brute: {turn: {before punch: [{do: hide}]}}}\n", "tactics.brute.turn", "[{do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch}]",
		`several-items 2:28 extend: 2 items of "turn" in tactics.brute contain "punch"; name one of them: "2nd punch"`},
	{"puts an item nowhere", "extend:\n  weapons: {dagger: {traits: {last: [a], light: [b]}}}\n", "weapons.dagger.traits", "[thrown, light, a]",
		`extends-nothing 2:42 extend: "light" doesn't say where in "traits" in weapons.dagger its items go; write first, last, before light or after light`},
	{"extends nothing", "extend:\n  conditions: {pron: {rules: [x]}}\n", "conditions.prone.implies", "[exposed]",
		`extends-nothing 2:16 extend: the base has no "pron" in conditions; did you mean "prone"?`},
	{"extends a number", "extend:\n  creatures: {rogue: {hp: 9}}\n", "creatures.rogue.hp", "8",
		`already-declared 2:23 extend: "hp" in creatures.rogue already has a value, which isn't a list; to change it, put it under "override:"`},

	{"extends a program", "extend:\n  time: {entries: {turn: {do: {after stop: rest}}}}\n", "time.entries.turn.do", "stop now",
		`wrong-shape 2:31 extend: "do" in time.entries.turn has no steps: it is one text; write the whole program anew, as one text, under "override:"; or, under "extend:", what is done first or last: last: {NAME: PROGRAM}`},
	{"removes from a program", "remove:\n  time: {entries: {turn: {do: now}}}\n", "time.entries.turn.do", "stop now",
		`removes-nothing 2:31 remove: "do" in time.entries.turn has no items: it is one text; a formula or a program can only be replaced as a whole, under "override:"; in a formula, "original" stands for the old one`},

	// override in lists.
	{"overrides in an item", "override:\n  tactics: {brute: {turn: {run: {best: near}}}}\n", "tactics.brute.turn", "[{do: punch, if: strong}, {do: [walk, run], best: near}, {do: punch}]", ""},
	{"adds a key to an item", "override:\n  tactics: {brute: {turn: {2nd punch: {if: weak}}}}\n", "tactics.brute.turn", "[{do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch, if: weak}]", ""},
	{"overrides a row", "override:\n  tables: {toll: {\"6.., any\": 4}}\n", "tables.toll", "{1..5, false: {fee: 0} #: By day., 1..5, true: {fee: 2}, 6.., any: {fee: 4}}", ""},
	{"overrides a cell", "override:\n  scales: {size: {small: {reach: 1}}}\n", "scales.size", "{small: {reach: 1}, large: {title: very large, reach: 1d4+1}}", ""},
	{"takes what a cell says", "override:\n  scales: {size: {small: {reach: original + 3}}}\n", "scales.size.small", "{reach: 3}", ""},
	{"overrides no row", "override:\n  tables: {toll: {\"6..\": 4}}\n", "tables.toll", "{1..5, false: {fee: 0} #: By day., 1..5, true: {fee: 2}, 6.., any: {fee: 3}}",
		`overrides-nothing 2:19 override: the base has no "6.." in tables.toll; there are "1..5, false", "1..5, true" and "6.., any"; to add one, put it under "extend:"`},
	{"adds steps", "extend:\n  scales: {size: {huge: {reach: 2}}}\n", "scales.size", "{small: {reach: 0}, large: {title: very large, reach: 1d4+1}, huge: {reach: 2}}", ""},
	{"makes a grid of a list", "override:\n  scales:\n    spot: |\n      spot harm\n      head 2\n", "scales.spot", "{head: {harm: 2}}", ""},
	{"makes a list of a grid", "override:\n  scales: {size: [tiny, vast]}\n", "scales.size", "[tiny, vast]", ""},
	{"overrides a grid by another", "override:\n  scales:\n    size: |\n      size reach\n      large 2\n", "scales.size", "{large: {reach: 2}}",
		`lost-lines 3:5 override: "size" in scales loses "small"; to add lines, use "extend:"; to change one line, name it: size: {small: ..}`},
	{"overrides lines by their numbers", "override:\n  tactics: {brute: {turn: {1st punch: {do: hide}, 2nd punch: {do: rest}}}}\n", "tactics.brute.turn", "[{do: hide, if: strong}, {do: [walk, run], best: far}, {do: rest}]", ""},
	{"overrides an item", "override:\n  weapons: {dagger: {traits: {light: heavy}}}\n", "weapons.dagger.traits", "[thrown, heavy]", ""},
	{"overrides no item", "override:\n  tactics: {brute: {turn: {flee: {if: weak}}}}\n", "tactics.brute.turn", "[{do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch}]",
		`overrides-nothing 2:28 override: no item of "turn" in tactics.brute contains "flee"`},

	// remove.
	{"removes a definition", "remove: {conditions: exposed}\n", "conditions", "{prone: {implies: [exposed], forbids: [{what: [run, sprint, jump], because: Prone}]}, held: {forbids: {what: run, because: Held}}}", ""},
	{"removes one of several names", "remove: {conditions: {prone: {forbids: [sprint]}}}\n", "conditions.prone.forbids", "[{what: [run, jump], because: Prone}]", ""},
	{"removes one of several names by an ordinal", "remove: {conditions: {prone: {forbids: [1st sprint]}}}\n", "conditions.prone.forbids", "[{what: [run, jump], because: Prone}]", ""},
	{"removes one of several names twice", "remove: {conditions: {prone: {forbids: [sprint, sprint]}}}\n", "conditions.prone.forbids", "[{what: [run, jump], because: Prone}]",
		`removes-nothing 1:49 remove: no item of "forbids" in conditions.prone contains "sprint"`},
	{"changes one of several names by an ordinal", "override: {conditions: {prone: {forbids: {1st run: {what: dodge}, jump: {because: Tired}}}}}\n", "conditions.prone.forbids", "[{what: [sprint], because: Prone}, {what: dodge, because: Prone}, {what: jump, because: Tired}]", ""},
	{"changes one of several names twice", "override: {conditions: {prone: {forbids: {1st run: {because: Tired}, run: {because: Tired}}}}}\n", "conditions.prone.forbids", "[{what: [sprint, jump], because: Prone}, {what: run, because: Tired}]",
		`overrides-nothing 1:70 override: no item of "forbids" in conditions.prone contains "run"`},
	{"removes them all", "remove: {conditions: {prone: {forbids: [sprint, run, jump]}}}\n", "conditions.prone.forbids", "[]", ""},
	{"changes one of several names", "override: {conditions: {prone: {forbids: {sprint: {because: Tired}}}}}\n", "conditions.prone.forbids", "[{what: [run, jump], because: Prone}, {what: sprint, because: Tired}]", ""},
	{"removes several", "remove: {conditions: [exposed, prone]}\n", "conditions", "{held: {forbids: {what: run, because: Held}}}", ""},
	{"removes a field", "remove: {weapons: {dagger: [traits, weight]}}\n", "weapons.dagger", "{damage: 1d4}", ""},
	{"removes an item", "remove: {weapons: {dagger: {traits: light}}}\n", "weapons.dagger.traits", "[thrown]", ""},
	{"removes the only item", "remove: {creatures: {rogue: {weapons: dagger}}}\n", "creatures.rogue.weapons", "[]", ""},
	{"removes and adds anew", "remove: {weapons: dagger}\nweapons: {dagger: {damage: 2d4}}\n", "weapons.dagger", "{damage: 2d4}", ""},
	{"removes nothing", "remove: {conditions: [expossed]}\n", "conditions.exposed", "-",
		`removes-nothing 1:23 remove: the base has no "expossed" in conditions; did you mean "exposed"?`},
	{"removes a line", "remove: {tactics: {brute: {turn: run}}}\n", "tactics.brute.turn", "[{do: punch, if: strong}, {do: punch}]", ""},
	{"removes one of two lines", "remove: {tactics: {brute: {turn: 1st punch}}}\n", "tactics.brute.turn", "[{do: [walk, run], best: far}, {do: punch}]", ""},
	{"removes the same twice", "remove: {weapons: {dagger: {traits: [light, light]}}}\n", "weapons.dagger.traits", "[thrown]",
		`removes-nothing 1:45 remove: no item of "traits" in weapons.dagger contains "light"`},
	{"removes both of two lines", "remove: {tactics: {brute: {turn: [1st punch, 2nd punch]}}}\n", "tactics.brute.turn", "[{do: [walk, run], best: far}]", ""},
	{"removes a row", "remove: {tables: {toll: \"1..5, true\"}}\n", "tables.toll", "{1..5, false: {fee: 0} #: By day., 6.., any: {fee: 3}}", ""},
	{"removes a key of an item", "remove: {tactics: {brute: {turn: {1st punch: if}}}}\n", "tactics.brute.turn", "[{do: punch}, {do: [walk, run], best: far}, {do: punch}]", ""},
	{"removes a third line of two", "remove: {tactics: {brute: {turn: 3rd punch}}}\n", "tactics.brute.turn", "[{do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch}]",
		`removes-nothing 1:34 remove: no item of "turn" in tactics.brute contains "3rd punch"; 2 of its items contain "punch"`},
	{"removes no item", "remove: {weapons: {dagger: {traits: heavy}}}\n", "weapons.dagger.traits", "[thrown, light]",
		`removes-nothing 1:37 remove: no item of "traits" in weapons.dagger contains "heavy"`},
	{"removes what isn't named", "remove: {weapons: }\n", "weapons.dagger.damage", "1d4",
		`missing-value 1:10 remove: expected what to remove from section "weapons"`},
	{"removes what isn't named in an item", "remove: {tactics: {brute: {turn: {1st punch: }}}}\n", "tactics.brute.turn", "[{do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch}]",
		`missing-value 1:35 remove: expected what to remove from "1st punch" in tactics.brute.turn`},

	// rename.
	{"renames", "rename: {weapons: {dagger: knife}}\n", "weapons.knife.damage", "1d4", ""},
	{"renames before it overrides", "rename: {weapons: {dagger: knife}}\noverride: {weapons: {knife: {damage: 1d3}}}\n", "weapons.knife.damage", "1d3", ""},
	{"swaps", "rename: {weapons: {dagger: sword, sword: dagger}}\n", "weapons.sword.damage", "1d4", ""},
	{"renames nothing", "rename: {weapons: {dager: knife}}\n", "weapons.dagger.damage", "1d4",
		`renames-nothing 1:20 rename: the base has no "dager" in weapons; did you mean "dagger"?`},
	{"renames to a name that is taken", "rename: {weapons: {dagger: sword}}\n", "weapons.dagger.damage", "1d4",
		`rename-taken 1:28 rename: "sword" in weapons is already declared`},
	{"renames two to one name", "rename: {weapons: {dagger: x, sword: x}}\n", "weapons.sword.damage", "1d8",
		`rename-taken 1:38 rename: "x" in weapons is already declared`},
	{"means items by the new name", "rename: {weapons: {dagger: knife}}\nremove: {creatures: {rogue: {weapons: knife}}}\n", "creatures.rogue.weapons", "[]", ""},
	{"uses the old name", "rename: {weapons: {dagger: knife}}\noverride: {weapons: {dagger: {damage: 1d3}}}\n", "weapons.knife.damage", "1d4",
		`overrides-nothing 2:22 override: the base has no "dagger" in weapons; write knife`},

	// Names with dots.
	{"follows a path", "override: {weapons.dagger.damage: 1d6}\n", "weapons.dagger", "{damage: 1d6, weight: 1, traits: [thrown, light]}", ""},
	{"follows two paths that part", "override:\n  weapons.dagger.damage: 1d6\n  weapons: {sword: {damage: 2d6}}\n  weapons.dagger.weight: 2\n", "weapons",
		"{dagger: {damage: 1d6, weight: 2, traits: [thrown, light]}, sword: {damage: 2d6, weight: 3.5, traits: versatile}}", ""},
	{"removes along a path", "remove: {weapons.dagger.traits: light, creatures.rogue: pools}\n", "weapons.dagger.traits", "[thrown]", ""},
	{"describes the end of a path", "override:\n  #: Red.\n  kinds.weapon: {told: \"{it}!\"}  #: [y]\n", "kinds", "{weapon: {fields: {damage: dice}, told: {it}!} #: Red. [y], ghost: -}", ""},
	{"has dots in a list", "remove: [weapons.dagger]\n", "weapons.dagger.weight", "1",
		`removes-nothing 1:10 remove: the base has no section "weapons.dagger"; write remove: {weapons: dagger}`},
	{"has more than names between dots", "override: {tactics.brute.turn.2nd punch: {if: weak}}\n", "weapons.dagger.weight", "1",
		`overrides-nothing 1:12 override: the base has no section "tactics.brute.turn.2nd punch"; dots stand between plain names; ` +
			`anything else is written in braces behind them, as in tactics.brawler.turn: {1st strike: ..}`},
	{"has dots further in", "override: {weapons: {dagger.damage: 1d6}}\n", "weapons.dagger.weight", "1",
		`overrides-nothing 1:22 override: the base has no "dagger.damage" in weapons; dots lead further in right under "override:" alone: write weapons.dagger.damage`},
	{"misses the end of a path", "override: {weapons.dagger.damag: 1d6, weapons.daggr: {damage: 1}}\n", "weapons.dagger.weight", "1",
		`overrides-nothing 1:47 override: the base has no "daggr" in weapons; did you mean "dagger"?`},

	// The word original.
	{"takes the formula it replaces", "override: {creatures: {rogue: {hp: original * 2 + 1}}}\n", "creatures.rogue.hp", "17", ""},
	{"leaves what is no formula", "override: {creatures: {rogue: {hp: original // 2}}}\n", "creatures.rogue.hp", "8 // 2", ""},
	{"takes dice", "override: {weapons: {dagger: {damage: original + 1}}}\n", "weapons.dagger.damage", "1d4 + 1", ""},
	{"takes it twice", "override: {creatures: {rogue: {hp: original + 2 * original}}}\n", "creatures.rogue.hp", "24", ""},
	{"takes it deep inside", "override: {creatures: {rogue: {armor: {mail: {weight: original / 2}}}}}\n", "creatures.rogue.armor", "[{is: mail, weight: 2}]", ""},
	{"takes the value of a param", "set: {wind: original + 1}\n", "params.wind", "4 (0..9)", ""},
	{"leaves reasons alone", "override: {attacks: {stab: {requires: {able: the original}}}}\n", "attacks.stab.requires.able", "the original", ""},
	{"describes an item", "override:\n  conditions.prone.forbids.run: {because: Down}  #: No legs. [z]\n", "conditions.prone.forbids",
		"[{what: [sprint, jump], because: Prone}, {what: run #: No legs. [z], because: Down}]", ""},
	{"describes nothing", "override:\n  weapons.dagger.traits.light: slow  #: Hm.\n", "weapons.dagger.traits", "[thrown, slow]",
		`loose-remark 2:38 "#:" can't describe this in an overlay: it has no name of its own, or is described again`},
	{"takes a whole formula in parentheses", "override: {scales: {size: {large: {reach: original * 2}}}}\n", "scales.size.large.reach", "(1d4+1) * 2", ""},
	{"takes a formula over lines", "override:\n  scales.size.large.reach: |\n    original  # an original\n    + 2\n",
		"scales.size.large.reach", "(1d4+1)  # an original\n+ 2\n", ""},
	{"takes a formula behind a line that goes on", "override:\n  scales.size.large.reach: |\n    ready and\n    original\n", "scales.size.large.reach", "ready and\n(1d4+1)\n", ""},
	{"takes a program before another statement", "override:\n  scales.size.large.reach: |\n    original\n    inflict(self)\n", "scales.size.large.reach",
		"1d4+1\ninflict(self)\n", ""},
	{"takes a program", "override: {scales.size.large.reach: \"if ready { original }; shout(self); original\"}\n", "scales.size.large.reach",
		"if ready { 1d4+1 }; shout(self); 1d4+1", ""},
	{"means no member and no text", "override: {creatures: {rogue: {hp: x.original + \"original\" + originals}}}\n", "creatures.rogue.hp",
		`x.original + "original" + originals`, ""},

	{"renames what something is said of", "rename: {kinds: {weapon: arm}}\n", "kinds", "{arm: {fields: {damage: dice}, told: {it}} #: A. [x], ghost: -}", ""},

	// One restriction may stand without a list.
	{"extends the only one", "extend:\n  conditions: {held: {forbids: [{what: walk, because: Tied}]}}\n", "conditions.held.forbids", "[{what: run, because: Held}, {what: walk, because: Tied}]", ""},
	{"extends the only one by one", "extend:\n  conditions: {held: {forbids: {what: walk}}}\n", "conditions.held.forbids", "[{what: run, because: Held}, {what: walk}]", ""},
	{"overrides a key of the only one", "override:\n  conditions: {held: {forbids: {because: Tied}}}\n", "conditions.held.forbids", "{what: run, because: Tied}", ""},
	{"overrides the only one by its name", "override:\n  conditions: {held: {forbids: {run: {because: Tied}}}}\n", "conditions.held.forbids", "[{what: run, because: Tied}]", ""},
	{"removes the only one", "remove:\n  conditions: {held: {forbids: run}}\n", "conditions.held.forbids", "[]", ""},

	// set.
	{"sets", "set: {flank: 3}\n", "params.flank", "3", ""},
	{"sets one of some", "set: {tie: by_age}\n", "params.tie", "by_age (or by_lot, by_name)", ""},
	{"sets none of them", "set: {tie: by_luck}\n", "params.tie", "by_lot (or by_name, by_age)",
		`param-value 1:12 param "tie" can't be "by_luck"; it must be one of "by_lot", "by_name", "by_age"`},
	{"sets within a range", "set: {wind: 4}\n", "params.wind", "4 (0..9)", ""},
	{"overrides only what is said", "override:\n  params:\n    flank: {}  #: Less. [z]\n", "params",
		"{flank: 2 #: Less. [z], quick: false, tie: by_lot (or by_name, by_age), wind: 3 (0..9)}", ""},
	{"sets nothing", "set: {flnak: 3}\n", "params.flank", "2",
		`sets-nothing 1:7 set: the base has no "flnak" in params; did you mean "flank"?`},
}

const compactBase = "{title: Skirmish, params: {flank: 2, quick: false, tie: by_lot (or by_name, by_age), wind: 3 (0..9)}, " +
	"weapons: {dagger: {damage: 1d4, weight: 1, traits: [thrown, light]}, sword: {damage: 1d8, weight: 3.5, traits: versatile}}, " +
	"creatures: {rogue: {hp: 8, weapons: dagger, armor: [{is: mail, weight: 4}], pools: {vigor: {max: 10, min: 0}}}}, " +
	"conditions: {prone: {implies: [exposed], forbids: [{what: [run, sprint, jump], because: Prone}]}, exposed: -, held: {forbids: {what: run, because: Held}}}, rules: [one, two], attacks: {stab: {requires: {far < 2: too far, able: not able}}}, " +
	"tactics: {brute: {turn: [{do: punch, if: strong}, {do: [walk, run], best: far}, {do: punch}]}}, tables: {toll: {1..5, false: {fee: 0} #: By day., 1..5, true: {fee: 2}, 6.., any: {fee: 3}}}, " +
	"scales: {size: {small: {reach: 0}, large: {title: very large, reach: 1d4+1}}, spot: [head, foot]}, " +
	"kinds: {weapon: {fields: {damage: dice}, told: {it}} #: A. [x], ghost: -}, time: {key: [round], entries: {turn: {do: stop now}}}}"

// part follows names, parted by dots, into a tree.
func part(t *testing.T, n *Node, names string) *Node {
	t.Helper()
	for names != "" {
		name, rest, _ := cut(names)
		if n = n.Get(name); n == nil {
			t.Fatalf("no %s", names)
		}
		names = rest
	}
	return n
}

func cut(names string) (first, rest string, more bool) {
	for i := range names {
		if names[i] == '.' {
			return names[:i], names[i+1:], true
		}
	}
	return names, "", false
}

func TestOverlay(t *testing.T) {
	for _, test := range overlayTests {
		t.Run(test.name, func(t *testing.T) {
			var list diag.List
			base := Overlay(nil, parse(t, "base.yaml", overlayBase), &list)
			before := compact(base)
			result := Overlay(base, parse(t, "house.yaml", test.over), &list)
			if got := said(list); got != test.said {
				t.Errorf("said %s\nwant %s", got, test.said)
			}
			if got := compact(part(t, result, test.part)); got != test.want {
				t.Errorf("%s is %s, want %s", test.part, got, test.want)
			}
			if after := compact(base); after != before || before != compactBase {
				t.Errorf("the base was changed to %s", after)
			}
		})
	}
}

func TestOverlayKeepsPlaces(t *testing.T) {
	var list diag.List
	base := Overlay(nil, parse(t, "base.yaml", overlayBase), &list)
	over := parse(t, "house.yaml", "override: {weapons: {dagger: {damage: 1d6}}, creatures: {rogue: {hp: original * 2}}}\n"+
		"set: {flank: 3}\nrename: {weapons: {sword: blade}}\nextend: {creatures: {rogue: {weapons: [x]}}}\n")
	result := Overlay(base, over, &list)
	tests := []struct{ part, file, text string }{
		{"weapons.dagger.damage", "house.yaml", "1d6"},
		{"weapons.dagger.weight", "base.yaml", "1"},
		{"weapons.blade.damage", "base.yaml", "1d8"},
		{"creatures.rogue.hp", "house.yaml", "original * 2"},
		{"creatures.rogue.pools.vigor.max", "base.yaml", "10"},
		{"params.flank", "house.yaml", "3"},
		{"params.wind", "base.yaml", "3 (0..9)"},
	}
	for _, test := range tests {
		n := part(t, result, test.part)
		if n.Span.Source.Name != test.file || n.Span.Text() != test.text {
			t.Errorf("%s stands in %s: %q, want %s: %q", test.part, n.Span.Source.Name, n.Span.Text(), test.file, test.text)
		}
	}
	weapons := part(t, result, "creatures.rogue.weapons")
	if a, b := weapons.Items[0].Span.Source.Name, weapons.Items[1].Span.Source.Name; a != "base.yaml" || b != "house.yaml" {
		t.Errorf("items stand in %s and %s", a, b)
	}
	e, _ := result.Get("weapons").Entry("blade")
	if len(e.Was) != 1 || e.Was[0] != "sword" || e.Key.Span.Source.Name != "house.yaml" {
		t.Errorf("renamed entry was %v, key in %s", e.Was, e.Key.Span.Source.Name)
	}
	hp := part(t, result, "creatures.rogue.hp").Fragment()
	if got := hp.Text + " " + hp.Span(0, 1).Text(); got != "16 o" {
		t.Errorf("what comes from the base stands at %q", got)
	}
	if len(list) > 0 {
		t.Error(said(list))
	}
}

func TestOverlayNamesBothPlaces(t *testing.T) {
	var list diag.List
	base := Overlay(nil, parse(t, "base.yaml", "weapons:\n  dagger: {damage: 1d4}\n"), &list)
	Overlay(base, parse(t, "house.yaml", "title: Grim\nweapons:\n  dagger: {damage: 1d6}\n"), &list)
	want := `house.yaml:3:3: error: "dagger" in weapons is already declared [already-declared]
  |
3 |   dagger: {damage: 1d6}
  |   ^~~~~~
  = note: base.yaml:2:3: declared here
  = hint: to change it, put it under "override:"
`
	if got := list[0].Snippet(false); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestOverlayTwice(t *testing.T) {
	var list diag.List
	result := Overlay(nil, parse(t, "base.yaml", overlayBase), &list)
	for _, over := range []string{
		"rename: {weapons: {dagger: knife}}\noverride: {creatures: {rogue: {hp: original * 2 + 1}}}\n",
		"rename: {weapons: {knife: shiv}}\noverride: {creatures: {rogue: {hp: original * 2}}}\n",
	} {
		result = Overlay(result, parse(t, "house.yaml", over), &list)
	}
	if got := compact(part(t, result, "creatures.rogue.hp")); got != "34" || len(list) > 0 {
		t.Errorf("hp %s, %s", got, said(list))
	}
	if e, ok := result.Get("weapons").Entry("shiv"); !ok || len(e.Was) != 2 || e.Was[0] != "dagger" || e.Was[1] != "knife" {
		t.Errorf("former names %v", e.Was)
	}
}

func TestVerbsWithoutABase(t *testing.T) {
	var list diag.List
	Overlay(nil, parse(t, "house.yaml", "override: {weapons: {a: b}}\nset: {x: 1}\n"), &list)
	want := "overrides-nothing 1:12 override: the base has no section \"weapons\"\nsets-nothing 2:7 set: the base has no \"x\" in params"
	if got := said(list); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
