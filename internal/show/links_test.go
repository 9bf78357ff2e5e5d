package show_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// duelYAML has a field that is changed in each way, a param that is read at two places, and a weapon that leaves things to its kind.
const duelYAML = `rulec: 2
ruleset: duel
params:
  dent: 2
kinds:
  creature:
    fields:
      breath: {type: pool, max: "4"}
      hits: 9
  weapon:
    fields: {reach: 1, blunt: false, harm: 3}
  chop: {params: {}, perform: {aims: let n = 1, hits: {if: self.breath > n, do: nothing}, ends: {one: self.breath -= n, two: self.breath -= 1}}}
  blow: {cost: {breath: 1}, params: {target: creature}}
  cleave: {like: chop}
weapons:
  pike: {reach: 3}
blows:
  stab:
    perform: "target.hits -= dent"
  winding: {perform: "apply winded to target with depth = 1; pay breath 1"}
conditions:
  winded: {fields: {depth: number}, until: start of turn, rules: {gasp: {on: end of turn, do: "if it.depth < dent { it.depth += 1 }"}}}
time: {key: [tick], start: schedule turn of first(everyone) at 1, entries: {turn: {do: schedule turn of self at now + 1}}}
chops: {low: {perform: {first: {begins: self.breath -= 1}}}, high: {perform: self.breath -= 2}}
`

func TestLinks(t *testing.T) {
	opts := lang.Options{Files: fstest.MapFS{"duel.yaml": {Data: []byte(duelYAML)}}, Uses: program.NewUses(0)}
	prog, list := lang.Load("duel.yaml", opts)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	root, _ := lang.Resolve("duel.yaml", opts)
	linker := show.NewLinker(prog, root, opts.Uses.All())
	for name, want := range map[string]string{
		"creature.hits": "changed in blows.stab: target.hits -= dent, line 19",
		"kinds.creature.breath": "changed in kinds.chop: self.breath -= n, line 12|changed in kinds.chop: self.breath -= 1, line 12|" +
			"paid in blows.winding: pay breath 1, line 20|" +
			"changed in chops.low: self.breath -= 1, line 24|changed in chops.high: self.breath -= 2, line 24|" +
			"cost in kinds.blow: 1, line 13",
		"depth": "given in blows.winding: apply winded to target with depth = 1, line 20|" +
			"changed in conditions.winded: it.depth += 1, line 22",
		"dent": `read in blows.stab: perform: "target.hits -= dent", line 19|read in conditions.winded: winded: {fields: {depth: number}, until: start of turn, rules: {gasp: {on: end o .., line 22`,
		"chop": "otherwise in chops.low: perform (first), line 24|otherwise in chops.high: perform, line 24|like it kinds.cleave, line 14",
		"low":  "format kinds.chop, line 12|steps of perform: begins, aims, ends (one, two), line 12",
		"high": "format kinds.chop, line 12",
		"stab": "format kinds.blow, line 13|by its kind cost: breath: 1, line 13|uses dent = 2, line 4",
		"pike": "format kinds.weapon, line 10|by default harm: 3, line 11",
	} {
		places := show.Find(root, name)
		if len(places) != 1 {
			t.Errorf("%s is at %d places", name, len(places))
			continue
		}
		var got []string
		for _, x := range linker.Of(places[0]) {
			text := x.How + " " + x.Who
			if x.What != "" {
				text += ": " + x.What
			}
			got = append(got, text+strings.Replace(x.At.Where(), "duel.yaml:", ", line ", 1))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %s\nwant %s", name, strings.Join(got, "|"), want)
		}
	}
}
