package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/lang"
)

// TestStartersAreEven holds that the fight with which house rules over a system begin can go either way: in one that is decided
// no house rule would show a difference.
func TestStartersAreEven(t *testing.T) {
	for _, system := range append(lang.ShippedNames(loadOptions()), "") {
		t.Run("init "+system, func(t *testing.T) {
			t.Chdir(t.TempDir())
			from := []string{"init", "ours"}
			if system != "" {
				from = append(from, "--from", system)
			}
			printedBy(t, exitFine, from...)
			text, _ := printedBy(t, exitFine, "sim", "ours/fight.yaml", "-n", "300", "--format", "json")
			r := &sim.Report{}
			if err := json.Unmarshal([]byte(text), r); err != nil {
				t.Fatal(err)
			}
			for _, o := range r.Points[0].Outcomes[:2] {
				if s := o.Share; o.Kind != "side" || s.Value < 0.4 || s.Value > 0.6 {
					t.Errorf("%s wins %s of the fights", o.Name, s.Percent())
				}
			}
		})
	}
}

// TestFirstSteps does what the README says, line by line, from nothing to the last command, and holds that rulec init names the same
// commands. How many fights are played is said, so that it doesn't take minutes.
func TestFirstSteps(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## House rules of your own\n")
	t.Chdir(t.TempDir())
	var said string
	for line := range strings.Lines(fencedBlocks(section)[0]) {
		command, _, _ := strings.Cut(line, "   ")
		words := wordsOf(command)
		switch {
		case words[0] == "cd":
			t.Chdir(words[1])
			continue
		case words[1] == "init":
			said, _ = printedBy(t, exitFine, words[1:]...)
			continue
		case words[1] == "sim" || words[1] == "find":
			words = append(words, "-n", "10")
		}
		printedBy(t, exitFine, words[1:]...)
		if !strings.Contains(said, "\n  "+strings.TrimSpace(command)+" ") {
			t.Errorf("rulec init doesn't name %s:\n%s", command, said)
		}
	}
	if said == "" {
		t.Error("nothing was begun")
	}
}
