package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/experiment"
)

// TestHonest holds of all that is reported that it says by which version of the program, which rules, which seed
// and which command it came about, and that no share or mean stands there without its interval, or with more digits than
// that allows.
func TestHonest(t *testing.T) {
	root, err := filepath.Abs("../../../examples")
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
		if code := run(commandWords(command), nil, &out, &complaints); code != exitFine {
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
		// again is the command that it says, if that is another one; seed, shares and means say what there is of them.
		again, seed   string
		shares, means int
	}{
		{"run " + fight + " --seed 5", "", seed, 0, 0},
		{"run " + fight + " --seed 5 --format md", "run " + fight + " --seed 5", seed, 0, 0},
		{"run " + fight + " --seed 5 --format html", "run " + fight + " --seed 5", seed, 0, 0},
		{"sim " + fight + " -n 300 --seed 5", "sim " + fight + " --seed 5 -n 300", seed, 7, 13},
		{"sim " + fight + " -n 300 --seed 5 --format json", "sim " + fight + " --seed 5 -n 300", seed, 0, 0},
		{"sim " + fight + " -n 300 --seed 5 --format csv", "sim " + fight + " --seed 5 -n 300", "seed,5", 0, 0},
		{"merge " + parts + " --format csv", "sim " + fight + " --seed 5 -n 300", "seed,5", 0, 0},
		{"sim " + fight + " -n 300 --seed 5 --set gang_bonus=2 --vary zora.brawn=1..3", "sim " + fight + " --set gang_bonus=2 --seed 5 -n 300 --vary zora.brawn=1,2,3", seed, 3, 0},
		{"merge " + parts, "sim " + fight + " --seed 5 -n 300", seed, 7, 13},
		{"diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5", "", seed, 0, 0},
		{"diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5 --format html", "diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5", seed, 0, 0},
		{"diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5 --format json", "diff scuffle.yaml grim-scuffle.yaml " + fight + " -n 200 --seed 5", seed, 0, 0},
		{"tune " + fight + " --to fights\u00a0last\u00a04 --change bruises_to_drop -n 300 --seed 5", "tune " + fight + " --to 'fights last 4' --change bruises_to_drop -n 300 --seed 5", seed, 0, 0},
		{"tune " + fight + " --to guests\u00a0win\u00a060% --change gang_bonus=0..2 -n 300 --seed 5", "tune " + fight + " --to 'guests win 60%' --change gang_bonus=0..2 -n 300 --seed 5", seed, 4, 0},
		{"tune " + fight + " --to guests\u00a0win\u00a060% --change gang_bonus=0..2 -n 300 --seed 5 --format json", "tune " + fight + " --to 'guests win 60%' --change gang_bonus=0..2 -n 300 --seed 5", seed, 0, 0},
		{"find " + fight + " -n 100 --seed 5", "", seed, 0, 0}, // nothing stands out, so that no share is told
		{"find " + fight + " -n 100 --seed 5 --set gang_bonus=2 --format json", "find " + fight + " -n 100 --seed 5 --set gang_bonus=2", seed, 0, 0},
		{"difficulty " + fight + " -n 300 --seed 5", "", seed, 15, 0},
		{"difficulty " + fight + " -n 300 --seed 5 --format html", "difficulty " + fight + " -n 300 --seed 5", seed, 0, 0},
		{"difficulty " + fight + " -n 300 --seed 5 --for house --change gang_bonus --format json", "difficulty " + fight + " --for house --change gang_bonus -n 300 --seed 5", seed, 0, 0},
		{"book scuffle.yaml", "", "", 0, 0}, // nothing is thrown
		{"book scuffle.yaml --format md", "", "", 0, 0},
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
		if err := honestMeans(text, c.means); c.means > 0 && err != nil {
			t.Errorf("rulec %s: %v", c.command, err)
		}
	}
	if err := honestTable(printed("sim " + fight + " -n 300 --seed 5 --format csv")); err != nil {
		t.Error(err)
	}
	if err := honestKeys(printed("sim " + fight + " -n 300 --seed 5 --format json")); err != nil {
		t.Error(err)
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
		if !anyShare.MatchString(line) || strings.Contains(line, "95% interval") || strings.Contains(line, "in 90%") || strings.Contains(line, "middle 90%") || strings.Contains(line, "best 10%") ||
			strings.HasPrefix(line, "Wanted: ") || strings.HasPrefix(line, "Again: ") { // what somebody wants, and has typed
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
			if half := (high-low)/2 - math.Pow10(-len(m[2])); len(m[2]) > experiment.Decimals(half) {
				return fmt.Errorf("more digits than %v to %v allows: %s", low, high, line)
			}
		}
	}
	if found < least {
		return fmt.Errorf("only %d shares", found)
	}
	return nil
}

var (
	// meanColumns are the tables of a report that have means, by the names of their columns.
	meanColumns = regexp.MustCompile(`(?m)^\S.*  (per fight|still standing|\S+ taken|\S+ dealt)(  |$)`)
	anyMean     = regexp.MustCompile(`(?:^|  |: )[0-9]+\.[0-9]+(?:$|  )`)
	sureMean    = regexp.MustCompile(`(?:^| )(-?[0-9]+)(?:\.([0-9]+))? \(([-0-9.]+) to ([-0-9.]+)\)`)
)

// honestMeans looks at each line of a report that has a mean: the one about actions, and those of tables
// with means. A median in a table has the 90% around it behind it in the same form, and counts here too.
func honestMeans(text string, least int) error {
	found, inTable := 0, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if inTable = line != "" && (inTable || meanColumns.MatchString(line)); !inTable && !strings.Contains(line, "on average") {
			continue
		}
		if bare := anyMean.FindString(line); bare != "" {
			return fmt.Errorf("a mean without an interval, %s: %s", bare, line)
		}
		for _, m := range sureMean.FindAllStringSubmatch(line, -1) {
			found++
			low, _ := strconv.ParseFloat(m[3], 64)
			high, _ := strconv.ParseFloat(m[4], 64)
			if half := (high-low)/2 - math.Pow10(-len(m[2])); m[2] != "" && len(m[2]) > experiment.Decimals(half) {
				return fmt.Errorf("more digits than %v to %v allows: %s", low, high, line)
			}
		}
	}
	if found < least {
		return fmt.Errorf("only %d means", found)
	}
	return nil
}

// honestTable looks at the rows of a CSV report: a mean has two more behind it, between which it lies.
func honestTable(text string) error {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return err
	}
	found := 0
	for i, row := range rows {
		what := row[len(row)-2]
		if !slices.Contains([]string{"mean", "taken", "dealt", "healed"}, what) {
			continue
		}
		found++
		var v [3]float64
		for k, name := range []string{what, what + " low", what + " high"} {
			if i+k >= len(rows) || rows[i+k][len(row)-2] != name {
				return fmt.Errorf("%v has no %s behind it", row, name)
			}
			v[k], _ = strconv.ParseFloat(rows[i+k][len(row)-1], 64)
		}
		if v[1] > v[0] || v[0] > v[2] || v[1] == v[2] {
			return fmt.Errorf("%v lies not between %v and %v", row, v[1], v[2])
		}
	}
	// Of length and actions one each, of three combatants what they have left, took, dealt and got back.
	if found != 2+3*4 {
		return fmt.Errorf("%d means", found)
	}
	return nil
}

// honestKeys looks at the numbers of a JSON report that aren't whole: each stands beside a low and a high.
func honestKeys(text string) error {
	var report any
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		return err
	}
	found := 0
	var visit func(key string, v any) error
	visit = func(key string, v any) error {
		var err error
		switch v := v.(type) {
		case float64:
			if v != math.Trunc(v) {
				err = fmt.Errorf("%s: %v has no interval", key, v)
			}
		case []any:
			for _, x := range v {
				err = errors.Join(err, visit(key, x))
			}
		case map[string]any:
			if v["low"] != nil && v["high"] != nil && v["value"] != nil && len(v) == 3 {
				found++
				return nil
			}
			for k, x := range v {
				err = errors.Join(err, visit(k, x))
			}
		}
		return err
	}
	if err := visit("", report); err != nil {
		return err
	}
	if found < 30 {
		return fmt.Errorf("only %d figures with an interval", found)
	}
	return nil
}
