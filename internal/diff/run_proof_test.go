package diff

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// The fights of the proofs: one against one, by tactics, in rulesets that come with the program.
var proofs = map[string]string{
	"timecount": `combatants:
  mira: {is: duellist, side: one, place: [1, 1], rolls_factors: true, tactic: cautious}
  ulf: {is: spearman, side: two, place: [4, 1], weapons: [long_sword], rolls_factors: true, tactic: reckless}
map: {rows: "......\n......\n......"}
`,
	"segments": `combatants:
  brand: {is: swordsman, side: one, place: [2, 2], tactic: reckless}
  ulf: {is: thug, side: two, place: [3, 2], tactic: reckless}
`,
	"dierank": `combatants:
  ana: {is: soldier, side: one, place: ring, tactic: reckless}
  gor: {is: brawler, side: two, place: ring, weapons: [axe], tactic: reckless}
map: {zones: {ring: {next: [stands]}, stands: {next: [ring]}}}
`,
	"actionpoints": `combatants:
  otto: {is: knight, side: one, place: [1, 2], tactic: reckless}
  rolf: {is: bandit, side: two, place: [2, 2], tactic: reckless}
`,
}

// proof compares a ruleset that comes with the program with house rules over it.
func proof(t testing.TB, system, house string, fights uint64) *Job {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	opts := lang.Options{Shipped: rulesets.Files, Library: stdlib.Files}
	j := jobOf(t, opts, system, write("house.yaml", "ruleset: house\nextends: "+system+"\n"+house), fights,
		write("fight.yaml", "encounter: proof\nruleset: "+system+"\nseed: 1\n"+proofs[system]))
	j.NoShares = true
	return j
}

// TestGraded holds that rule changes of graded size are told apart and ranked by it. Each change is one to one side alone, so that
// more of it can only help that side more.
func TestGraded(t *testing.T) {
	for _, c := range []struct {
		system, what string
		// helps is the side that it helps.
		helps  int
		houses [3]string
	}{
		// Only mira has a rapier. It does 3.5 a hit on average: 1, 2 and 4 more.
		{"timecount", "the damage of a weapon", 0, [3]string{
			"override: {weapons: {rapier: {damage: 1d6 + 1}}}", "override: {weapons: {rapier: {damage: 1d6 + 2}}}", "override: {weapons: {rapier: {damage: 1d6 + 4}}}",
		}},
		// Only ulf is a thug: a better hand with maces means more hits. 12 of 20, and 1, 2 and 4 more.
		{"segments", "a skill", 1, [3]string{
			"override: {creatures: {thug: {skill: {maces: 13}}}}", "override: {creatures: {thug: {skill: {maces: 14}}}}", "override: {creatures: {thug: {skill: {maces: 16}}}}",
		}},
		// Only ana is a soldier, who attacks with a d8: a d10, a d12, and a d12 with more to lose.
		{"dierank", "the die of an attack", 0, [3]string{
			"override: {creatures: {soldier: {die: {att: die10}}}}", "override: {creatures: {soldier: {die: {att: die12}}}}",
			"override: {creatures: {soldier: {die: {att: die12, def: die12}}}}",
		}},
		// Only rolf is a bandit. He has 9 health: 2, 5 and 11 more.
		{"actionpoints", "health", 1, [3]string{
			"override: {creatures: {bandit: {health_max: original + 2}}}", "override: {creatures: {bandit: {health_max: original + 5}}}", "override: {creatures: {bandit: {health_max: original + 11}}}",
		}},
	} {
		last := 0.0
		for i, house := range c.houses {
			x := run(t, proof(t, c.system, house, 600)).Encounters[0]
			d := x.Outcomes[c.helps].Difference
			t.Logf("%s, %s, %d: %s of %s", c.system, c.what, i, d.Points(), x.Outcomes[c.helps].Base.Percent())
			if d.Value <= last {
				t.Errorf("%s, %s: change %d makes a difference of %s, the one before it of %.1f points", c.system, c.what, i, d.Points(), 100*last)
			}
			if i == 2 && !d.Seen() {
				t.Errorf("%s, %s: the largest change isn't seen: %s", c.system, c.what, d.Points())
			}
			last = d.Value
		}
	}
}

// TestNull holds that rules which change nothing raise no alarm: texts, what nobody has or does, what never applies. The last three only give
// a roll another label, and by that other dice: every fight is another one, and nothing is different.
func TestNull(t *testing.T) {
	alarms, same := 0, 0
	count := func(what string, j *Job) {
		x := run(t, j).Encounters[0]
		for _, o := range x.Outcomes {
			if o.Difference.Seen() {
				t.Logf("%s: %s %s", what, o.label(), o.Difference.Points())
				alarms++
				break
			}
		}
		if x.Same == x.Fights {
			same++
		} else {
			t.Logf("%s: %d of %d fights came out the same", what, x.Same, x.Fights)
		}
	}
	for _, c := range []struct{ system, house string }{
		{"timecount", "title: Another name"},
		{"timecount", "override: {weapons: {rapier: {title: Long needle}}}"},
		{"timecount", "override:\n  creatures:\n    duellist: {}  #: Quick."},
		{"timecount", "override: {weapons: {great_sword: {damage: 4d6}}}"},
		{"timecount", "override: {weapons: {whip: {damage: 2d6}}}"},
		{"timecount", "set: {higher_ground_bonus: 5}"},
		{"timecount", "weapons: {estoc: {category: heavy_swords, damage: 1d10, deals: [piercing], speed: slow, hands: 2}}"},
		{"timecount", "conditions:\n  giddy: {modifies: [{to: hit_modifiers, as: attacker, penalty: -9}]}  #: Nobody ever is."},
		{"segments", "override: {creatures: {archer: {con: 18}}}"},
		{"segments", "override: {weapons: {war_bow: {damage: 6d6}}}"},
		{"segments", "override:\n  creatures:\n    swordsman: {}  #: Somebody with a sword."},
		{"segments", "override: {weapons: {broadsword: {title: Blade}}}"},
		{"dierank", "override: {creatures: {mage: {hp_max: 40}}}"},
		{"dierank", "override: {weapons: {net: {harms: true}}}"},
		{"dierank", "creatures: {giant: {die: {att: die12, def: die12, pre: die12, fort: die12, ref: die12, str: die12, int: die12}}}"},
		{"actionpoints", "override: {weapons: {glaive: {damage: 4d10}}}"},
		{"actionpoints", "override: {creatures: {sorcerer: {health_max: 80}}}"},
	} {
		count(c.system+" "+c.house, proof(t, c.system, c.house, 200))
	}
	if same != 17 {
		t.Errorf("%d of 17 rule changes that play no part left all fights as they were", same)
	}
	for _, label := range []string{"blow", "thrust", "fist"} {
		house := "remove: {checks: [swing]}\noverride:\n  kinds:\n    move:\n      perform: |\n        announce aimed with target = target\n" +
			"        roll " + label + " = 2d6 + self.brawn against guard(target) + gang(target, self)\n" +
			"        if " + label + ".success { it.hit() } else { announce missed of target }\n"
		j := job(t, "scuffle.yaml", house, brawl, 1000)
		j.NoShares = true
		count("label "+label, j)
	}
	if alarms > 1 {
		t.Errorf("%d false alarms in 20 rule changes that change nothing", alarms)
	}
}

// BenchmarkSixRules prints how many seconds it takes to tell what six changed rules do in 8,000 fights, and which of
// them did it: the fights are played under both rulesets, and under others in between.
func BenchmarkSixRules(b *testing.B) {
	for name, house := range map[string]string{
		"timecount":    "set: {threshold_base: 4, defense_base: 11, critical_face: 19, fumble_face: 2}\noverride: {weapons: {rapier: {damage: 1d6 + 1}, long_sword: {damage: 1d10}}}",
		"actionpoints": "override: {creatures: {bandit: {health_max: original + 2}, knight: {health_max: original + 1}}, weapons: {longsword: {damage: 1d10}, shortsword: {damage: 1d8}, mace: {damage: 1d8}, spear: {damage: 1d8}}}",
	} {
		j := proof(b, name, house, 8000)
		j.NoShares = false
		began := time.Now()
		r := run(b, j)
		b.ReportMetric(time.Since(began).Seconds(), name+"-s")
		if len(r.Rules) != 6 {
			b.Errorf("%s: %d rules", name, len(r.Rules))
		}
	}
}
