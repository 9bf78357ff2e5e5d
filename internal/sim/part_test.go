package sim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shards plays some shards of a job.
func shards(t *testing.T, j Job, count uint64, which ...uint64) []Named {
	t.Helper()
	var parts []Named
	for _, i := range which {
		s := Shard{i, count}
		j.From, j.To = s.Range(j.Trials)
		parts = append(parts, Named{PartName("p", s), play(t, j)})
	}
	return parts
}

// TestMergeRefuses holds that parts which don't belong together are refused, with
// the reason.
func TestMergeRefuses(t *testing.T) {
	j := job(t, "settled.yaml", 40)
	all := shards(t, j, 4, 0, 1, 2, 3)
	seed := j
	seed.Seed = 4
	more := j
	more.Trials = 80
	other := job(t, "brawl.yaml", 40)
	varied := job(t, "settled.yaml", 40, Varied{"ann.hp", []string{"9", "10"}})
	changed := j
	changed.Points = []Point{{j.Points[0].Encounter, NewSetup(j.Points[0].Encounter, nil)}}
	changed.Points[0].Setup.Hash += "0"
	tests := []struct {
		name  string
		parts []Named
		want  string
	}{
		{"none", nil, "there are no parts"},
		{"a gap", shards(t, j, 4, 0, 1, 3), "fights 20 to 29 are missing"},
		{"the first is missing", shards(t, j, 4, 3, 2, 1), "fights 0 to 9 are missing"},
		{"the last is missing", shards(t, j, 4, 0, 1, 2), "fights 30 to 39 are missing"},
		{"twice", append(shards(t, j, 4, 2), all...), "overlap: both hold fight 20"},
		{"of two cuts", append(shards(t, j, 2, 0), all...), "overlap"},
		{"another seed", append(shards(t, seed, 4, 1), all...), "different simulations: seed 4 and 3"},
		{"more fights", append(shards(t, more, 4, 1), all...), "different simulations: fights 80 and 40"},
		{"another encounter", append(shards(t, other, 4, 1), all...), "has changed in between"},
		{"changed", append(shards(t, changed, 4, 1), all...), "has changed in between"},
		{"varied", append(shards(t, varied, 4, 1), all...), "different simulations: varied"},
	}
	for _, test := range tests {
		_, err := Merge(test.parts)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if _, err := Merge(all); err != nil {
		t.Error(err)
	}
}

// TestReadRefuses holds that only whole parts of this version are read.
func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "part")
	r := play(t, job(t, "settled.yaml", 5))
	if err := r.Write(path); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, text, want string }{
		{"empty", "", "no part of a simulation"},
		{"something else", `{"a": 1}`, "no part of a simulation"},
		{"cut off", string(good[:len(good)-20]), "no part of a simulation"},
		{"a later version", strings.Replace(string(good), `"version":1`, `"version":2`, 1), "a part of version 2"},
		{"an unknown key", strings.Replace(string(good), `"from"`, `"form"`, 1), "damaged"},
		{"other counts", strings.Replace(string(good), `"fights":5`, `"fights":6`, 1), "don't agree"},
		{"other range", strings.Replace(string(good), `"to":5`, `"to":4`, 1), "don't agree"},
		{"no combatants", strings.Replace(string(good), `{"name":"ann","title":"ann","side":0},`, ``, 1), "don't agree"},
	}
	for _, test := range tests {
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// TestWriteIsAtomic holds that a part that can't be written leaves nothing behind,
// and that one that is written replaces the old one.
func TestWriteIsAtomic(t *testing.T) {
	dir := t.TempDir()
	r := play(t, job(t, "settled.yaml", 5))
	path := filepath.Join(dir, "new", "part")
	for range 2 {
		if err := r.Write(path); err != nil {
			t.Fatal(err)
		}
	}
	taken := filepath.Join(dir, "taken")
	if err := os.Mkdir(taken, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(taken, "x"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := r.Write(taken); err == nil {
		t.Error("a folder was written over")
	}
	for folder, want := range map[string]int{"new": 1, ".": 2} {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil || len(entries) != want {
			t.Errorf("%s holds %v, want %d", folder, entries, want)
		}
	}
}
