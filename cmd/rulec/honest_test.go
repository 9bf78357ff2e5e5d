package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/sim"
)

// TestHonest holds of all that is reported that it says by which version of the program, which rules, which seed
// and which command it came about, and that no share stands there without its interval, or with more digits than
// that allows.
func TestHonest(t *testing.T) {
	root, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"scuffle.yaml", "grim-scuffle.yaml", "01-first-blood.yaml"} {
		if err := copyFile(name, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	const fight, seed = "01-first-blood.yaml", "seed 5|--seed 5|\"seed\": \"5\""
	printed := func(command string) string {
		t.Helper()
		var out, complaints bytes.Buffer
		if code := run(strings.Fields(command), nil, &out, &complaints); code != exitFine {
			t.Fatalf("rulec %s: exit code %d\n%s", command, code, complaints.String())
		}
		return out.String()
	}
	for _, part := range []string{"0/2", "1/2"} {
		printed("sim " + fight + " -n 300 --seed 5 --out . --shard " + part)
	}
	parts := "sim-first-blood-0-of-2.part.json sim-first-blood-1-of-2.part.json"
	for _, c := range []struct {
		command string
		// again is the command that it says, if that is another one; seed and shares say what there is of them.
		again, seed string
		shares      int
	}{
		{"run " + fight + " --seed 5", "", seed, 0},
		{"run " + fight + " --seed 5 --format md", "run " + fight + " --seed 5", seed, 0},
		{"run " + fight + " --seed 5 --format html", "run " + fight + " --seed 5", seed, 0},
		{"sim " + fight + " -n 300 --seed 5", "sim " + fight + " --seed 5 -n 300", seed, 7},
		{"sim " + fight + " -n 300 --seed 5 --format json", "sim " + fight + " --seed 5 -n 300", seed, 0},
		{"sim " + fight + " -n 300 --seed 5 --set gang_bonus=2 --vary zora.brawn=1..3", "sim " + fight + " --set gang_bonus=2 --seed 5 -n 300 --vary zora.brawn=1,2,3", seed, 3},
		{"merge " + parts, "sim " + fight + " --seed 5 -n 300", seed, 7},
		{"diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5", "", seed, 0},
		{"diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5 --format html", "diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5", seed, 0},
		{"diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5 --format json", "diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5", seed, 0},
		{"book scuffle.yaml", "", "", 0}, // nothing is thrown
		{"book scuffle.yaml --format md", "", "", 0},
	} {
		text := printed(c.command)
		again := c.again
		if again == "" {
			again = c.command
		}
		if !strings.Contains(text, "rulec "+again) {
			t.Errorf("rulec %s doesn't say that rulec %s gives the same", c.command, again)
		}
		if !strings.Contains(text, programVersion()) {
			t.Errorf("rulec %s doesn't say by which version it is", c.command)
		}
		if !regexp.MustCompile(`\b[0-9a-f]{12}`).MatchString(text) {
			t.Errorf("rulec %s has no hash of rules", c.command)
		}
		if c.seed != "" && !regexp.MustCompile(c.seed).MatchString(text) {
			t.Errorf("rulec %s has no seed", c.command)
		}
		if err := honestShares(text, c.shares); c.shares > 0 && err != nil {
			t.Errorf("rulec %s: %v", c.command, err)
		}
	}
	// What is said to give the same does.
	if first, again := printed("sim "+fight+" -n 300 --seed 5"), printed("merge "+parts); first != again {
		t.Errorf("parts give\n%s\nnot\n%s", again, first)
	}
	if _, err := os.Stat(fight); err != nil {
		t.Error(err)
	}
}

var (
	anyShare  = regexp.MustCompile(`[0-9]%`)
	sureShare = regexp.MustCompile(`(-?[0-9]+)(?:\.([0-9]+))?%  *\(?([-+0-9.]+)%? to ([-+0-9.]+)`)
)

// honestShares looks at each line of a report that has a share.
func honestShares(text string, least int) error {
	found := 0
	for line := range strings.Lines(text) {
		if !anyShare.MatchString(line) || strings.Contains(line, "95% interval") || strings.Contains(line, "in 90%") {
			continue
		}
		all := sureShare.FindAllStringSubmatch(line, -1)
		if len(all) == 0 {
			return fmt.Errorf("a share without an interval: %s", line)
		}
		for _, m := range all {
			found++
			low, _ := strconv.ParseFloat(m[3], 64)
			high, _ := strconv.ParseFloat(m[4], 64)
			// What is printed is rounded, so that the width is known to a unit of its last place.
			if half := (high-low)/2 - math.Pow10(-len(m[2])); len(m[2]) > sim.Decimals(half) {
				return fmt.Errorf("more digits than %v to %v allows: %s", low, high, line)
			}
		}
	}
	if found < least {
		return fmt.Errorf("only %d shares", found)
	}
	return nil
}
