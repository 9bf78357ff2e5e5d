package experiment

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shards plays some shards of a job.
func shards(t *testing.T, j Job, count uint64, which ...uint64) []Named {
	t.Helper()
	var parts []Named
	for _, i := range which {
		s := Shard{i, count}
		j.From, j.To = s.Range(j.Fights)
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
	more.Fights = 80
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
		{"twice", append(shards(t, j, 4, 2), all...), "overlap: both contain fight 20"},
		{"of two cuts", append(shards(t, j, 2, 0), all...), "overlap"},
		{"another seed", append(shards(t, seed, 4, 1), all...), "different simulations: seed 4 and 3"},
		{"more fights", append(shards(t, more, 4, 1), all...), "different simulations: fights 80 and 40"},
		{"another encounter", append(shards(t, other, 4, 1), all...), "has changed between them"},
		{"changed", append(shards(t, changed, 4, 1), all...), "has changed between them"},
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

// written returns a part file's path, and what is in it.
func written(t *testing.T) (path string, text []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.part.json")
	if err := play(t, job(t, "settled.yaml", 5)).Write(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, text
}

// TestReadRefuses holds that only whole parts of this version are read; others are
// refused by name, with the reason. Sealed are texts whose checksum is right.
func TestReadRefuses(t *testing.T) {
	path, part := written(t)
	good := string(part)
	body := good[:len(good)-sealSize]
	sealed := func(old, new string) string {
		if !strings.Contains(body, old) {
			t.Fatalf("there is no %s in %s", old, body)
		}
		return string(seal([]byte(strings.Replace(body, old, new, 1) + "}")))
	}
	const damaged = "the part is damaged: its checksum is wrong, so something was changed or cut off; run its shard again"
	tests := []struct{ name, text, want string }{
		{"empty", "", "isn't a part of a simulation"},
		{"something else", `{"a": 1}`, "isn't a part of a simulation"},
		{"a report", `{"format":"rulec sim part"}`, "isn't a part of a simulation"},
		{"cut off", good[:len(good)-20], damaged},
		{"no line break at the end", strings.TrimSuffix(good, "\n"), damaged},
		{"something behind it", good + "\n", damaged},
		{"another count", strings.Replace(good, `"won":0`, `"won":1`, 1), damaged},
		{"another command", strings.Replace(good, "settled.yaml", "settles.yaml", 1), damaged},
		{"without a checksum", body + "}\n", damaged},
		{"of the first version", strings.Replace(body, `"version":4`, `"version":1`, 1) + "}\n", "written by an older rulec, in another format: run its shard again"},
		{"of a later version", sealed(`"version":4`, `"version":5`), "the part has version 5, and this program reads version 4"},
		{"an unknown key", sealed(`"from"`, `"form"`), `damaged: json: unknown field "form"`},
		{"other counts", sealed(`"fights":5`, `"fights":6`), "don't agree"},
		{"another range", sealed(`"to":5`, `"to":4`), "don't agree"},
		{"squares that are too few", sealed(`"dealt":{"sum":60,"squares":720}`, `"dealt":{"sum":60,"squares":719}`), "don't agree"},
		{"actions that nobody did", sealed(`"actions":{"0":{"sum":20,`, `"actions":{"0":{"sum":19,`), "don't agree"},
		{"no combatants", sealed(`{"name":"ann","title":"ann","side":0},`, ``), "don't agree"},
	}
	for _, test := range tests {
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Read(path)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: %v, want its name and %q", test.name, err, test.want)
		}
	}
}

// TestDamage holds that no part is accepted in which any one byte is another, is missing
// or is there twice, which is cut off anywhere, or two of whose numbers have changed places.
func TestDamage(t *testing.T) {
	_, part := written(t)
	if _, err := parsePart(part); err != nil {
		t.Fatal(err)
	}
	refused := func(how string, at int, text []byte) {
		if _, err := parsePart(text); err == nil && !bytes.Equal(text, part) {
			t.Errorf("%s at byte %d, %.20q: it is accepted", how, at, part[at:])
		}
	}
	for at := range part {
		other := bytes.Clone(part)
		for _, flip := range []byte{1, 0x10, 0x20, 0x80, 0xff} { // another digit, a letter, capitals, no text
			other[at] = part[at] ^ flip
			refused("changed", at, other)
		}
		refused("left out", at, slices.Delete(bytes.Clone(part), at, at+1))
		refused("doubled", at, slices.Insert(bytes.Clone(part), at, part[at]))
		refused("a blank put in", at, slices.Insert(bytes.Clone(part), at, ' '))
		refused("cut off", at, part[:at])
	}
	numbers := regexp.MustCompile(`\d+`).FindAllIndex(part, -1)
	for i, a := range numbers {
		for _, b := range numbers[i+1:] {
			refused("numbers exchanged", a[0], slices.Concat(part[:a[0]], part[b[0]:b[1]], part[a[1]:b[0]], part[a[0]:a[1]], part[b[1]:]))
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
