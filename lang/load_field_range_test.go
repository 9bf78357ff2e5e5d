package lang_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// TestFieldRange holds that a number beyond the limits of its field is an error wherever it is given, but for a state: play
// may have brought it there.
func TestFieldRange(t *testing.T) {
	const rules = `# allow unread: whatever reads these
rulec: 2
ruleset: ranged
kinds:
  creature:
    fields:
      might: {type: number, min: -2, max: 9, default: 1}
      skill: {type: number, per: craft, min: 0, max: 3, default: 1}
      arms: list of arm = []
      hp: {type: pool, max: 3}
  arm: {things: true, fields: {wear: {type: number, max: 3, default: DEFAULT}}}
scales: {craft: [climbing, hiding]}
arms: {club: {}, stick: {wear: STICK}}
creatures: {elf: {might: MIGHT, skill: SKILL, arms: [{is: club, wear: OWN}]}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 0 }
  entries: {turn: {do: schedule turn of self at now + 1}}
`
	const scene = "encounter: x\nruleset: ./ranged.yaml\ncombatants: {ann: {is: elf, side: one, might: GIVEN, skill: {hiding: EACH}}}\n"
	for _, wrong := range []string{"", "DEFAULT", "STICK", "MIGHT", "SKILL", "OWN", "GIVEN", "EACH"} {
		var pieces []string
		for _, name := range []string{"DEFAULT", "STICK", "MIGHT", "SKILL", "OWN", "GIVEN", "EACH"} {
			value := "2"
			if name == wrong {
				value = map[bool]string{true: "-3", false: "10"}[name == "MIGHT" || name == "SKILL"]
			}
			pieces = append(pieces, name, value)
		}
		r := strings.NewReplacer(pieces...)
		_, list := lang.LoadEncounter("x.yaml", lang.Options{Files: fstest.MapFS{"ranged.yaml": {Data: []byte(r.Replace(rules))}, "x.yaml": {Data: []byte(r.Replace(scene))}}})
		if list.HasErrors() != (wrong != "") || wrong != "" && list[0].Code != "field-range" {
			t.Errorf("with %q wrong: %v", wrong, list)
		}
	}
}
