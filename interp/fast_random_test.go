package interp_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
)

var random = flag.Int("random", 300, "how many random rulesets TestFastPathAtRandom plays")

// programs writes random programs in the forms that the fast path knows.
type programs struct {
	*rand.Rand
	b      strings.Builder
	locals []string
	depth  int
	names  int
}

func (p *programs) pick(list ...string) string { return list[p.IntN(len(list))] }

// number writes a whole number.
func (p *programs) number(depth int) string {
	if depth == 0 || p.IntN(4) == 0 {
		leaves := append([]string{"self.a", "self.b", "self.hp", "target.a", "target.hp", "target.up", "self.weapon.edge", "target.weapon.edge", "now", "lot_of(self) % 7"}, p.locals...)
		if p.IntN(3) == 0 {
			return fmt.Sprint(p.IntN(9) - 2)
		}
		return p.pick(leaves...)
	}
	x, y := p.number(depth-1), p.number(depth-1)
	switch p.IntN(13) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", x, y)
	case 2:
		return fmt.Sprintf("(%s - %s)", x, y)
	case 3:
		return fmt.Sprintf("(%s * %d)", x, p.IntN(5)-1)
	case 4:
		return fmt.Sprintf("%s(%s, %s)", p.pick("max", "min"), x, y)
	case 5:
		return fmt.Sprintf("%s(%s / %d)", p.pick("floor", "ceil", "round"), x, p.IntN(3)+1)
	case 6:
		return fmt.Sprintf("if(%s, %s, %s)", p.truth(depth-1), x, y)
	case 7:
		return fmt.Sprintf("(%s %% %d)", x, p.IntN(5)+2)
	case 8:
		return fmt.Sprintf("sturdy(%s)", p.pick("self", "target"))
	case 9:
		return fmt.Sprintf("odds_of(%s, %s)", p.pick("self", "target"), x)
	case 10:
		return fmt.Sprintf("%s(%s)", p.pick("abs", "sign"), x)
	case 11:
		return fmt.Sprintf("clamp(%s, %d, %d)", x, p.IntN(3), p.IntN(6)+3)
	}
	who := p.pick("foes(self)", "allies(self)", "everyone", "combatants")
	return p.pick("count("+who+")", "count("+who+", each.hp > 3)", "sum("+who+", each.a)", "highest("+who+", each.hp - each.b)", "lowest("+who+", each.up)")
}

// truth writes a condition.
func (p *programs) truth(depth int) string {
	switch p.IntN(9) {
	case 0, 1, 2:
		return fmt.Sprintf("%s %s %s", p.number(depth), p.pick("<", "<=", ">", ">=", "==", "!="), p.number(depth))
	case 3:
		return fmt.Sprintf("(%s and %s)", p.truth(0), p.truth(0))
	case 4:
		return fmt.Sprintf("(%s or %s)", p.truth(0), p.truth(0))
	case 5:
		return fmt.Sprintf("not (%s)", p.truth(0))
	case 6:
		return p.pick("weak(self)", "weak(target)", "is_out(target)", "self.weapon == sword", "target.weapon != club")
	case 7:
		return fmt.Sprintf("%s in [1, %d, %s]", p.number(depth), p.IntN(5), p.number(0))
	}
	return p.pick("any(foes(self), each.hp < 4)", "all(allies(self), each.a >= self.a)", "any(everyone, weak(each))")
}

func (p *programs) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("  ", 3+p.depth) + fmt.Sprintf(format, args...) + "\n")
}

// block writes a few statements.
func (p *programs) block(n int) {
	known := len(p.locals)
	for range n {
		p.statement()
	}
	p.locals = p.locals[:known]
}

func (p *programs) statement() {
	p.names++
	name := fmt.Sprintf("x%d", p.names)
	switch p.IntN(11) {
	case 0, 1:
		p.line("let %s = %s", name, p.number(2))
		p.locals = append(p.locals, name)
	case 2:
		p.line("roll %s = %s", name, p.pick("1d6", "2d4", "1d20 + "+p.number(1), "best(2, 1d8) - "+p.number(1), "self.weapon.dice", "explode(1d4) + 1"))
		p.locals = append(p.locals, name, fmt.Sprintf("natural(%s)", name))
		if p.IntN(2) == 0 {
			p.locals = p.locals[:len(p.locals)-1]
		}
	case 3, 4, 5:
		field := p.pick("target.hp", "self.hp", "self.a", "target.b", "target.up", "self.up")
		p.line("%s %s clamp(%s, -9, 9)", field, p.pick("+=", "-=", "="), p.number(2))
	case 6, 7:
		p.line("if %s {", p.truth(1))
		p.depth++
		p.block(p.IntN(3) + 1)
		if p.IntN(6) == 0 {
			p.line("stop")
		}
		p.depth--
		if p.IntN(2) == 0 {
			p.line("} else {")
			p.depth++
			p.block(p.IntN(2) + 1)
			p.depth--
		}
		p.line("}")
	case 8:
		if p.depth == 0 {
			p.line("let %s = bruise(%s, %s)", name, p.pick("self", "target"), p.number(1))
			p.locals = append(p.locals, name)
		}
	case 9:
		if p.depth == 0 {
			p.line("for c in %s { c.%s %s c.b %% 3 }", p.pick("foes(self)", "allies(self)", "everyone"), p.pick("hp", "a", "up"), p.pick("+=", "-=", "="))
		}
	case 10:
		if len(p.locals) > 0 {
			if x := p.locals[p.IntN(len(p.locals))]; !strings.Contains(x, "(") && p.depth == 0 {
				value := p.number(1)
				if p.IntN(2) == 0 {
					p.line("let %s = %s", name, value)
					p.locals, value = append(p.locals, name), name
				}
				p.line("%s = %s", x, value)
			}
		}
	}
}

// randomRuleset writes a ruleset whose action, proc and entry are random.
func randomRuleset(seed uint64) string {
	p := &programs{Rand: rand.New(rand.NewPCG(seed, 1))}
	body := func(n int) string {
		p.b.Reset()
		p.locals = nil
		p.block(n)
		return p.b.String()
	}
	strike := body(6)
	after := strings.ReplaceAll(strings.ReplaceAll(body(2), "target", "self"), "natural", "abs")
	together := p.pick("", "equal: together\n      ", "requires: {not is_out(self): down}\n      ")
	perform := p.pick("perform act", "if act != none { perform act }")
	own := func() string { return strings.ReplaceAll(p.truth(1), "target", "self") }
	p.locals = nil
	demands := p.pick("", "requires: {self.up < 9: worn}\n    ", "requires: {target.a > -5 or self.a > 0: slow}\n    ", "cost: {up: 1}\n    ", "cost: {up: 'if(self.a > 2, 2, 0)'}\n    ", "cost: {up: 'max(self.hp % 3, 0)', hp: 'max(self.up % 2, 0)'}\n    ")
	lines := []string{
		"{do: strike, best: " + p.pick("0 - target.hp", "target.a * 2 - target.up", "sturdy(target)") + "}",
		"{do: strike, if: '" + own() + "'}", "{do: rest, if: '" + own() + "'}", "{do: pass, if: '" + own() + "'}", "{do: strike}", "{do: rest}",
	}
	p.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
	return fmt.Sprintf(`
rulec: 1
ruleset: r
kinds:
  creature:
    fields:
      a: {type: number, default: 2}
      b: {type: number, default: %d}
      hp: {type: pool, max: %s}
      up: {type: pool, up: true, max: 9}
      weapon: {type: weapon, default: sword}
  weapon:
    fields: {edge: number, dice: dice}
  nap:
    perform: |
      self.up -= 2
      self.hp += 1
  blow:
    params: {target: one of foes(self)}
    %sperform: |
      target.hp -= 1
%s
weapons:
  sword: {edge: 2, dice: 1d8 + 1}
  club: {edge: 0, dice: 2d3, modifies: [{to: sturdy, add: 1, top: 2}]}
blows: {strike: {}}
naps: {rest: {}}
quantities:
  sturdy:
    of: {who: creature}
    channels: {add: sum, top: max}
    value: who.a + add - top
  odds_of:
    of: {who: creature, x: number}
    value: if(who.up > x, x - who.b, who.b)
conditions:
  weak:
    while: self.hp <= self.up
    modifies: [{to: sturdy, add: 0 - self.b, top: self.up}]
procs:
  bruise:
    params: {who: creature, n: number}
    gives: number
    do: |
      if n < 0 { stop with n }
      who.hp -= min(n, 4)
      stop with who.hp - n
time:
  key: [tick]
  start: |
    for c in everyone {
      roll start by c = 1d4
      schedule turn of c at start
    }
  entries:
    turn:
      %sdo: |
        choose act from can_do(self)
        %s
%s
        roll pace = 1d4
        schedule turn of self at now + pace
  out: self.hp <= 0
  over: count(combatants, each.side == first(combatants).side) == count(combatants)
  winner: if(count(combatants) > 0, first(combatants).side, none)
  personal: false
  limit: 120
space: {grid: none}
tactics:
  plain: {turn: [%s]}
reports: {health: [hp, up]}
`, p.IntN(4), p.pick("20", "12 + self.a", "15"), demands, strike, together, perform, strings.ReplaceAll(after, "      ", "        "),
		strings.Join(lines[:p.IntN(len(lines))+1], ", "))
}

// TestFastPathAtRandom plays fights with random programs on the fast path and else.
func TestFastPathAtRandom(t *testing.T) {
	rulesets := *random
	plain, fast := 0, 0
	for seed := range uint64(rulesets) {
		ruleset := randomRuleset(seed)
		e := loaded(t, ruleset, `
ruleset: ./r.yaml
seed: 1
combatants:
  ana: {side: red, tactic: plain}
  bo: {side: blue, tactic: plain, weapon: club, a: 3}
  cy: {side: blue, tactic: plain, b: 1}
`)
		code := interp.Compile(e.Program)
		a, err := interp.New(code, e, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := interp.New(code, e, interp.Options{Check: true})
		if err != nil {
			t.Fatal(err)
		}
		if a.WhyNotPlain() == nil {
			plain++
		}
		told, toldElse := &seen{}, &seen{}
		a.Observe(told)
		b.Observe(toldElse)
		for trial := range uint64(8) {
			got, want := playFor(t, a, trial, told), playFor(t, b, trial, toldElse)
			if got.fast {
				fast++
			}
			if differs := difference(got, want); differs != "" {
				t.Fatalf("seed %d, trial %d: %s\nof\n%s", seed, trial, differs, ruleset)
			}
		}
	}
	t.Logf("%d of %d rulesets are plain, %d of %d fights were played fast", plain, rulesets, fast, rulesets*8)
	if plain < rulesets/2 || fast < rulesets*2 {
		t.Errorf("only %d of %d rulesets are plain, only %d of %d fights were played fast", plain, rulesets, fast, rulesets*8)
	}
}
