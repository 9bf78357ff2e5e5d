package main

import (
	"encoding/json"
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
