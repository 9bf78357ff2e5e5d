package cli

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// shell is a name, as of a file, by which a shell would do something if it read it as its own: it writes a file.
const shell = "-it's `touch pwned` $(touch pwned); touch pwned & touch pwned | touch pwned #\"$(touch pwned)\" .yaml"

// TestCopied holds that a line which is meant to be copied does nothing but run rulec, whatever files are called, and whatever a part
// of a simulation holds that somebody has forged: a shell reads all lines in which rulec stands, to their ends, and the file has to be one word
// of each that names it.
func TestCopied(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh here")
	}
	text, err := os.ReadFile("../../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	fight := "encounter: brawl\nruleset: ./rules.yaml\ncombatants:\n" +
		"  zora: {title: \"Zora; touch pwned\", side: guests, brawn: 2, nerve: 3, place: [0, 0], tactic: bruiser}\n" +
		"  mort: {title: \"$(touch pwned)\", side: house, brawn: 2, nerve: 2, place: [1, 0], tactic: bruiser}\n"
	for name, text := range map[string]string{"rules.yaml": string(text), shell: fight, "plain.yaml": fight, "house.yaml": "ruleset: house\nextends: ./rules.yaml\nset: {bruises_to_drop: 2}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []struct {
		args  string // SHELL is the file
		names int    // how many lines name it at least
	}{
		{"run -- SHELL", 1}, {"run --seed 3 -- SHELL", 1},
		{"sim -n 20 -- SHELL", 4}, {"sim -n 20 --vary zora.brawn=1,2 -- SHELL", 1},
		{"sim -n 20 --max-steps 5 -- SHELL", 1},
		{"tune --to guests\u00a0wins\u00a060% --change zora.brawn=1,2 -n 20 -- SHELL", 2},
		{"find -n 20 -- SHELL", 1}, {"difficulty -n 20 -- SHELL", 2},
		{"diff -n 40 -- rules.yaml house.yaml SHELL", 1}, {"book --format md -- rules.yaml", 0},
		{"sim plain.yaml -n 20 --shard 0/1 --out .", 0}, {"merge forged.part.json", 4},
		{"init SHELL", 0}, {"test -- SHELL", 0}, {"laws rules.yaml -n 3 -o SHELLS", 0},
	} {
		if strings.HasPrefix(line.args, "merge") {
			forge(t)
		}
		var args []string
		for _, arg := range commandWords(line.args) {
			args = append(args, strings.ReplaceAll(arg, "SHELL", shell))
		}
		if args[0] == "init" {
			args[1] = filepath.Join("here", args[1])
		}
		var out bytes.Buffer
		run(args, nil, &out, &out)
		named := 0
		for _, copied := range regexp.MustCompile(`(?m)(?:rulec|cd) .*$`).FindAllString(out.String(), -1) {
			said, err := exec.Command("sh", "-c", "rulec() { printf '<%s>' \"$@\"; }; cd() { rulec \"$@\"; }; "+copied).CombinedOutput()
			if bytes.Contains(said, []byte("<./"+shell+">")) {
				named++
			} else if strings.Contains(copied, "touch") && !bytes.Contains(said, []byte("/"+shell+">")) {
				t.Errorf("rulec %s: a shell reads %s as %s (%v)", line.args, copied, said, err)
			}
			if err := os.Remove("pwned"); err == nil {
				t.Errorf("rulec %s: a shell does what stands in %s", line.args, copied)
			}
		}
		if named < line.names {
			t.Errorf("rulec %s: only %d lines name the file:\n%s", line.args, named, out.String())
		}
	}
}

// forge writes the part that has been played as one of the file that a shell would obey, with a checksum that is right.
func forge(t *testing.T) {
	text, err := os.ReadFile("sim-brawl-0-of-1.part.json")
	if err != nil {
		t.Fatal(err)
	}
	body, _, _ := bytes.Cut(text, []byte(`,"sha256":`))
	body = bytes.Replace(body, []byte(`"file":"plain.yaml"`), fmt.Appendf(nil, `"file":%q`, shell), 1)
	body = fmt.Appendf(body, `,"sha256":"%x"}`+"\n", sha256.Sum256(body))
	if err := os.WriteFile("forged.part.json", body, 0o666); err != nil {
		t.Fatal(err)
	}
}
