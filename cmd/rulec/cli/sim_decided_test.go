package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/difficulty"
)

// lopsided is a fight that the guests win: mort and gus can't reach a guard of 7 but with the highest dice.
const lopsided = `encounter: lopsided
ruleset: ./rules.yaml
combatants:
  zora: {side: guests, place: [1, 1], brawn: 6, nerve: 5, tactic: bruiser}
  finn: {side: guests, place: [1, 2], brawn: 1, nerve: 3, tactic: bruiser}
  mort: {side: house, place: [2, 1], brawn: -4, nerve: 4, tactic: bruiser}
  gus: {side: house, place: [2, 2], brawn: -5, nerve: 2, tactic: bruiser}
map:
  rows: |
    ......
    ......
    ......
    ......
`

// TestDecided holds that a fight in which it is decided who wins is said to be so, and that the command which looks for what
// would even it, copied as it stands, finds something with which either side may win; and that nothing is said of a fight that is open.
func TestDecided(t *testing.T) {
	rules, err := os.ReadFile("../../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	ambush, err := os.ReadFile("../../../examples/51-energy-ambush.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"rules.yaml": string(rules), "house.yaml": "ruleset: house\nextends: ./rules.yaml\nset: {gang_bonus: 2}\n",
		"lopsided fight.yaml": lopsided, "even.yaml": strings.NewReplacer("-4", "3", "-5", "2", "brawn: 6", "brawn: 2").Replace(lopsided), "ambush.yaml": string(ambush),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"sim FIGHT -n 200", "sim FIGHT -n 200 --vary gang_bonus=1,2", "sim FIGHT -n 200 --set zora.nerve=4 --seed 9", "find FIGHT -n 40", "diff rules.yaml house.yaml FIGHT -n 200",
		"sim ambush.yaml -n 50",
	} {
		words := func(fight string) (args []string) {
			for _, arg := range commandWords(line) {
				args = append(args, strings.Replace(arg, "FIGHT", fight, 1))
			}
			return args
		}
		text, _ := printedBy(t, exitFine, words("lopsided fight.yaml")...)
		_, found, said := strings.Cut(text, "\nWhat would make it fairer: rulec ")
		if !said || !strings.Contains(text, "\nThe winner is almost certain: ") {
			t.Errorf("rulec %s doesn't say that the winner is almost certain:\n%s", line, text)
			continue
		}
		found, _, _ = strings.Cut(found, "\n")
		text, _ = printedBy(t, exitFine, append(wordsOf(strings.ReplaceAll(found, "'", `"`)), "--format", "json")...)
		r := &difficulty.Report{}
		if err := json.Unmarshal([]byte(text), r); err != nil {
			t.Fatal(err)
		}
		if best := r.Steps[0]; r.Wins.Value > 0.05 || best.Wins.Value < 0.3 {
			t.Errorf("rulec %s: the best is %s, with which %s wins %s", found, best.Description, r.Side, best.Wins.Percent())
		}
		if strings.Contains(line, "FIGHT") {
			if text, _ := printedBy(t, exitFine, words("even.yaml")...); strings.Contains(text, "decided") {
				t.Errorf("rulec %s says that an open fight is decided:\n%s", line, text)
			}
		}
	}
}
