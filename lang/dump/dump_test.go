package dump_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/program"
)

// rules is a small ruleset that has something of everything. VALUE is a formula, DO a
// program.
const rules = `rulec: 2
ruleset: small
title: Small
version: 1.0.0
params:
  edge: 2
  mood: "wild (or calm)"
scales:
  size: |
    size   reach
    small  1
    large  3
tables:
  effort: |
    n     |  harm
    1..3  |  5
    any   |  9
  outcome: |
    n:number  |  harm  hurts
    any       |  1     true
kinds:
  creature:
    fields:
      brawn: 2
      size: size = small
      hp: {type: pool, max: 10}
      spirit: {type: pool, per: size, max: 4 + index(each)}
  sword:
    fields:
      worth: formula number(wielder creature)
      swing: program(wielder creature)
  relic:
    things: true
    fields: {weight: 1}
  move:
    params: {target: one of foes(self)}
    running: {total: number}
    perform: |
      roll total = 1d6
swords:
  long: {worth: wielder.brawn, swing: wielder.hp -= 1}
relics:
  ring: {}
moves:
  cut: {}
conditions:
  prone: {fields: {depth: number}}
  tired: {while: self.hp < 3}
events:
  ping: {fields: {loud: number}}
procs:
  deed(x, y, blade sword, one relic): |
DO
  double(n number): stop with n * 2
quantities:
  free(x, y, blade sword, one relic): VALUE
  flat: 1
time:
  key: [round, turn_order]
  start: for c in everyone { schedule turn of c at 1, 0 - c.brawn }
  entries:
    turn: {do: schedule turn of self at now + 1}
space: {grid: square}
`

// load checks the rules with a formula, or (empty) 1, and a program, or nothing.
func load(t *testing.T, value, do string) *program.Program {
	t.Helper()
	if value == "" {
		value = "1"
	}
	if do == "" {
		do = "let unused = 1"
	}
	do = "      " + strings.ReplaceAll(strings.TrimSpace(do), "\n", "\n      ")
	text := strings.NewReplacer("VALUE", "'"+strings.ReplaceAll(value, "'", "''")+"'", "DO", do).Replace(rules)
	prog, list := lang.Load("small.yaml", lang.Options{Files: fstest.MapFS{"small.yaml": {Data: []byte(text)}}})
	if prog == nil {
		t.Fatalf("%s\n%v", value+do, list.Err())
	}
	return prog
}

// written returns parts as text, without places.
func written(t *testing.T, parts []dump.Part) string {
	t.Helper()
	var b strings.Builder
	if err := dump.Write(&b, parts); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		line, _, _ = strings.Cut(line, "  # ")
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.Join(lines, "\n")
}

// TestFormulas compares formulas with how they are understood. x and y are creatures in
// slots 0 and 1, blade is a definition in slot 2, one a thing in slot 3.
func TestFormulas(t *testing.T) {
	for _, test := range []struct{ formula, want string }{
		// Params are numbers; operators are grouped as they bind.
		{"edge + 3 * x.brawn", "2 + (3 * x$0.brawn)"},
		{"x.brawn - 1 - 2", "x$0.brawn - 1 - 2"},
		{"x.brawn - (y.brawn - 2)", "x$0.brawn - (y$1.brawn - 2)"},
		{"2 ** x.brawn ** 2", "2 ** (x$0.brawn ** 2)"},
		{"-x.brawn % 4 / 2", "((-x$0.brawn) % 4) / 2"},
		{"if(x.brawn < 2 and not prone(x) or x == y, 1, 2)", "if(((x$0.brawn < 2) and (not conditions.prone(x$0))) or (x$0 == y$1), 1, 2)"},
		{"if(x != none and x.brawn <= 2 and x.brawn >= 1 and x.brawn > 0, 1, 0)",
			"if((x$0 != none) and (x$0.brawn <= 2) and (x$0.brawn >= 1) and (x$0.brawn > 0), 1, 0)"},
		// What is known beforehand is worked out.
		{"if(mood == wild, 1, 0)", "1"},
		{"if(mood == wild and x.brawn > 0, 1, 0)", "if(x$0.brawn > 0, 1, 0)"},
		// Fields, families, columns, what is called.
		{"x.hp + x.spirit[large] + sum(x.spirit)", "x$0.hp + x$0.spirit[size.large] + sum(x$0.spirit[..])"},
		{"x.size.reach", "x$0.size.reach"},
		{"blade.worth(x)", "blade$2.worth(x$0)"},
		{"if(one.is == ring and blade == long, one.weight, 0)", "if((one$3.is == relics.ring) and (blade$2 == swords.long), one$3.weight, 0)"},
		{"if(one == ring, 1, 0)", "if(one$3 is relics.ring, 1, 0)"},
		{"flat + effort(2) + outcome(1).harm", "quantities.flat() + tables.effort(2) + tables.outcome(1).harm"},
		// Steps.
		{"index(x.size + 1)", "index(x$0.size +step 1)"},
		{"x.size - y.size", "x$0.size -step y$1.size"},
		// Dice.
		{"expected(2d6 + x.brawn)", "expected(2d6 +dice x$0.brawn)"},
		{"expected(2d6 - 1)", "expected(2d6 -dice 1)"},
		{"top(best(1, dice(2, 6)))", "top(best(1, dice(2, 6)))"},
		// Lists.
		{"count(filter(combatants, each.hp > 3))", "count(filter(combatants, each$4: each$4.hp > 3))"},
		{"highest(foes(x), .brawn)", "highest(foes(x$0), each$4: each$4.brawn)"},
		{"sum(1..3)", "sum(1..3)"},
		{"if(x in [y] or none(everyone, each == x), 1, 0)", "if((x$0 in [y$1]) or (not any(everyone, each$4: each$4 == x$0)), 1, 0)"},
		{"most(allies(x), .hp).hp", "most(allies(x$0), each$4: each$4.hp).hp"},
		{"map(everyone, .hp)[0]", "map(everyone, each$4: each$4.hp)[0]"},
		// Conditions, the clock, space.
		{"if(prone(x, y), x.prone.depth, 0)", "if(conditions.prone(x$0, y$1), instance(conditions.prone, x$0).depth, 0)"},
		{"count(instances(prone, x)) + elapsed(first(instances(prone, x)))",
			"count(instances(conditions.prone, x$0)) + elapsed(first(instances(conditions.prone, x$0)))"},
		{"if(has(x, first([prone])), 1, 0)", "if(has(x$0, first([conditions.prone])), 1, 0)"},
		{"now + turn_order + scheduled(x, turn)", "now + time.turn_order + scheduled(x$0, entries.turn)"},
		{"distance(x, place(1, 2))", "distance(x$0, place(1, 2))"},
		// Definitions are known, things are not. AsAction turns a move into an action of any kind.
		{"if(can(x, cut), count(swords), count(relics))", "if(can(x$0, moves.cut), count([swords.long]), count(kinds.relics))"},
		{"if(can(x, find(kinds.moves, each != none)), 1, 0)", "if(can(x$0, as_action(find([moves.cut], each$4: each$4 != none))), 1, 0)"},
	} {
		p := load(t, test.formula, "")
		for _, q := range p.Quantities {
			if q.Name != "free" {
				continue
			}
			_, got, _ := strings.Cut(dump.Names{Program: p}.Formula(q.Value), " = ")
			if got != test.want {
				t.Errorf("%s\nis written %s\nwant       %s", test.formula, got, test.want)
			}
		}
	}
}

// TestStatements compares a program with how it is understood.
func TestStatements(t *testing.T) {
	p := load(t, "", `let a = x.brawn
a = a + 1
if a > 1 {
  let b = x
  b.hp -= a
} else {
  let c = double(a)
  x.hp += c
}
roll strike by x = 1d6 + a
roll other by y as blow = 1d4
choose foe from foes(x) where each.hp > 1 by x default none
choose some two from foes(x) by x
choose much from 1 to 3 by chance
blade.swing(x)
announce ping of x with loud = a for [y]
perform cut by x on y
pay hp 1 + a, spirit[large] 1 from x
apply prone to x by y with depth = 2 until now + 3
apply prone to x until start of next turn
end prone on x where each.depth > 1
end turn of x
end actions of x
for deed in unfinished { end deed }
move x to y
one.carrier = x
schedule turn of x at now + 1, 2
for s in combatants where s.hp > 1 in order of s.brawn together { s.hp = 1 }
afterwards { x.hp = 0; stop }`)
	want := `let a$4: number = x$0.brawn
a$4 = a$4 + 1
if a$4 > 1
  let b$5: creature = x$0
  b$5.hp -= a$4
else:
  let c$5: number = procs.double(a$4)
  x$0.hp += c$5
roll strike$5 by x$0 label "strike" dice 1d6 +dice a$4
roll other$6 by y$1 label "blow" dice 1d4
choose foe foe$7 from foes(x$0) where each$7: each$7.hp > 1 by x$0 default none
choose two two$8 some from foes(x$0) by x$0
choose much much$9 from 1 to 3 by chance
blade$2.swing(x$0)
announce events.ping of x$0 with loud = a$4 for [y$1]
perform moves.cut by x$0 with target = y$1
pay hp amount 1 + a$4 from x$0
pay spirit member size.large amount 1 from x$0
apply conditions.prone to x$0 by y$1 with depth = 2
  until clock now + 3
apply conditions.prone to x$0
  until next
    on start of turn, of anyone
end condition conditions.prone on x$0 where each$10: each$10.depth > 1
end entry entries.turn of x$0
end actions of x$0
for deed$10 in unfinished
  end actions act deed$10
move x$0 to place(y$1)
carry one$3 to x$0
schedule entries.turn of x$0 keys now + 1, 2
for s$10 in combatants where s$10.hp > 1 order s$10.brawn together
  s$10.hp = 1
afterwards
  x$0.hp = 0
  stop`
	for _, x := range p.Procs {
		if x.Name != "deed" {
			continue
		}
		got := written(t, []dump.Part{{Lines: dump.Names{Program: p}.Routine(x.Routine)}})
		if got != want {
			t.Errorf("written\n%s\nwant\n%s", got, want)
		}
	}
}

// fight is a ruleset whose declarations have something of everything in them.
const fight = `rulec: 2
ruleset: fight
title: A fight
version: 1.0.0
params:
  edge: 2
  die: 1d6
  mood: "wild (or calm)"
scales:
  size: |
    size   reach
    small  1
    large  3
tables:
  effort: |
    n     tired  |  harm  hurts
    1..3  true   |  5     true
    any   any    |  9     false
kinds:
  creature:
    fields:
      brawn: 2
      breath: {type: pool, max: edge + 1, resets: {start of turn: 3}}
      bruises: {type: pool, up: true, max: 3}
      spirit: {type: pool, per: size, max: 4 + index(each)}
  move:
    fields: {power: number, hit: "program(target creature)"}
    params: {target: {is: one of foes(self), where: each.brawn > 1}, effort: 1 to 3 = 2}
    running: {swing: number}
    requires: {self.breath > 0: "{self} is spent"}
    cost: {breath: effort}
    told: "{self}: {it}"
    perform: |
      pay breath effort
      roll swing = die
      it.hit()
    ended: if done { self.breath += 1 }
moves:
  cut: {power: 2, hit: target.bruises += 1}
quantities:
  guard(target): 7 + sum(add) - lowest(worst)
conditions:
  prone:
    group: stance
    fields: {depth: 1}
    stacks: each time
    implies: [shaken]
    until: [end of turn, self.bruises falls]
    told: {begins: "{self} falls", ends: ""}
    modifies: [{to: guard, add: 0 - it.depth, when: target.brawn < 3}]
    forbids: [{what: moves, because: lying}]
  shaken: {}
  worn: {while: self.breath == 0}
events:
  ping: {fields: {loud: number}, asks: foes(event.of), asked: once per action, question: "{self}?", told: "ping {event.loud}"}
rules:
  fear: {on: [ping of first(foes(self)), self.bruises rises], if: worn(self), do: apply shaken to self, order: 2}
time:
  key: [round]
  unit: round
  everyone_due: false
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      phase: 1
      fields: {late: bool}
      declare: choose act from can_do(self)
      do: if act != none { perform act } else { announce ping of self with loud = 2 }
  out: self.bruises == 3
  limit: 9
space: {grid: hex, unit: 2, unit_name: metre}
tactics:
  bold:
    turn: [{do: cut, with: {effort: 3}, best: target.bruises}]
reports:
  health: [bruises]
`

// TestDeclarations compares declarations with how they are understood.
func TestDeclarations(t *testing.T) {
	prog, list := lang.Load("fight.yaml", lang.Options{Files: fstest.MapFS{"fight.yaml": {Data: []byte(fight)}}})
	if prog == nil {
		t.Fatal(list.Err())
	}
	parts := dump.Program(prog)
	for _, test := range []struct{ only, want string }{
		{"ruleset", `ruleset fight, title "A fight", version "1.0.0", creature creature, act cells 3, event cells 3
  act fields swing: number, cell 0
  act fields effort: number, cell 1
  act fields target: creature, cell 2
  event fields from: place, cell 0
  event fields to: place, cell 1
  event fields loud: number, cell 2`},
		{"params.edge", `param edge: number, is 2`},
		{"params.die", `param die: dice, dice 1d6`},
		{"params.mood", `param mood: choice of mood, is mood.wild, choices "wild", "calm"`},
		{"scales.size", `scale size, columns reach: number
  step small, values 1
  step large, values 3`},
		{"tables.effort", `table effort, keys n: number, tired: bool, columns harm: number, hurts: bool
  1..3, true: 5, true
  any, any: 9, false`},
		{"kinds.creature", `kind creature, plural "creatures", stateful, cells 5
  field brawn: number, cell 0
    default = 2
  field breath: number, cell 1
    pool max(self$0: creature) -> number = 3
      reset on start of turn, of anyone
        to(self$0: creature) -> number = 3
  field bruises: number, cell 2
    pool up
      max(self$0: creature) -> number = 3
  field spirit: number, cells 3..4, family size
    pool max(self$0: creature, each$1: size) -> number = 4 + index(each$1)`},
		{"kinds.move", `kind move, plural "moves", acts
  field power: number
  field hit: program(target: creature)`},
		{"moves.cut", `move cut
  power = 2
  hit(target$0: creature, it$1: move):
    target$0.bruises += 1
  action answers events.turn
    param target: creature, cell 2, one of a list
      list(self$0: creature, it$1: move) -> list of creature = foes(self$0)
      where(self$0: creature, it$1: move, each$2: creature) -> bool = each$2.brawn > 1
    param effort: number, cell 1, a whole number from low to high
      low(self$0: creature, it$1: move) -> number = 1
      high(self$0: creature, it$1: move) -> number = 3
      default(self$0: creature, it$1: move) -> number = 2
    running swing: number, cell 0
    cost breath
      amount(self$0: creature, it$1: move) -> number [act] = act.effort
    requires if(self$0: creature, it$1: move) -> bool = self$0.breath > 0
      because "{self$0} is spent"
    perform(self$0: creature, it$1: move) [pays]:
      pay breath amount act.effort
      roll swing label "swing" dice 1d6
      it$1.hit(act.target)
    ended(self$0: creature, it$1: move, done$2: bool):
      if done$2
        self$0.breath += 1
    told "{self$0}: {it$1}"`},
		{"quantities.guard", `quantity guard, of target: creature, gives number
  channel add, sum: number
  channel worst, min: number
  value(target$0: creature, sum(add)$1: number, lowest(worst)$2: number) -> number = 7 + sum(add)$1 - lowest(worst)$2
  from conditions.prone as target`},
		{"conditions.prone", `condition prone, group "stance", bearer creature, cells 1, each instance, by matters, apart, implies conditions.shaken, holds with conditions.shaken
  modifies to quantities.guard, as target
    when(target$0: creature, self$1: creature, it$2: instance of prone) -> bool = target$0.brawn < 3
    to add(target$0: creature, self$1: creature, it$2: instance of prone) -> number = 0 - it$2.depth
  forbids kind move
    because "lying"
  field depth: number, cell 0
    default = 1
  until running
    on end of turn, of anyone
  until on falls, watched bruises, of self
  begins "{self$0} falls"
  ends ""`},
		{"conditions.worn", `condition worn, bearer creature
  while(self$0: creature) -> bool = self$0.breath == 0`},
		{"rules.fear", `rule fear, order 2, for creature
  on events.ping, of another
    of(self$0: creature, $1) -> creature = first(foes(self$0))
  on rises, watched bruises, of self
  if(self$0: creature, $1) -> bool = conditions.worn(self$0)
  do(self$0: creature, $1):
    apply conditions.shaken to self$0`},
		{"events.ping", `event ping, once per act
  field loud: number, cell 2
  asks() -> list of creature [event] = foes(event.of)
  question "{self$0}?"
  told "ping {event.loud}"`},
		{"time", `time keys "round", unit "round", entries entries.turn, limit 9
  start() [slots 1]:
    for c$0 in everyone
      schedule entries.turn of c$0 keys 1
  out(self$0: creature) -> bool = self$0.bruises == 3`},
		{"entries.turn", `entry turn, cells 1, phase 1
  field late: bool, cell 0
  declare(self$0: creature, it$1: entry turn) [slots 3]:
    choose act act$2 from can_do(self$0)
  do(self$0: creature, it$1: entry turn) [slots 3]:
    if act$2 != none
      perform act$2
    else:
      announce events.ping of self$0 with loud = 2`},
		{"space", `space hex, unit 2, unit name "metre", diagonals "one", corners "two"`},
		{"tactics.bold", `tactic bold
  rule events.turn
    does moves.cut
      with effort(self$0: creature, it$1: move) -> number = 3
      best(self$0: creature, it$1: move) -> number [act] = act.target.bruises`},
		{"reports", `reports health bruises`},
	} {
		if got := written(t, dump.Pick(parts, test.only)); got != test.want {
			t.Errorf("%s is written\n%s\nwant\n%s", test.only, got, test.want)
		}
	}
}
