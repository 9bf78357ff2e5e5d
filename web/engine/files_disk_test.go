package engine

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// onDisk writes rulesets that nobody may read into a folder, and into one below it, which becomes the working directory.
func onDisk(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	work := filepath.Join(folder, "one", "two")
	const rules = "rulec: 2\nruleset: secret\ntitle: hunter2\nkinds:\n  creature:\ntime:\n  key: [tick]\n  start: stop\n  entries:\n    turn: {do: stop}\n"
	for _, dir := range []string{folder, work} {
		for _, name := range []string{"secret.yaml", "rulesets/secret.yaml", "stdlib/secret.yaml", "mine/secret.yaml", "passwd"} {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(rules), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Chdir(work)
	return filepath.ToSlash(folder)
}

// naming are files that name another one, each in a way of its own.
var naming = map[string]string{
	"a fight":    "encounter: fight\nruleset: %q\ncombatants:\n  ann: {side: one}\n",
	"a case":     "ruleset: %q\ncases:\n  one:\n    combatants:\n      ann: {side: one}\n",
	"an overlay": "rulec: 2\nruleset: mine\nextends: %q\n",
	"a part":     "rulec: 2\nruleset: mine\nkinds: {creature: {}}\nparts: [%q]\n",
	"a library":  "rulec: 2\nruleset: mine\nkinds: {creature: {}}\nuses: [%q]\n",
	"a step":     "sequence: evening\nruleset: ../examples/scuffle.yaml\nsteps:\n  - encounter: %q\n",
	"a state":    "state: fight\nruleset: %q\n",
}

// asks is a question of a page.
type asks struct {
	kind     string
	question any
}

// asksAbout is what a page can ask about a file, and about rules in the place of its own.
func asksAbout(file, rules string) []asks {
	w := which{File: file, Rules: rules}
	list := []asks{
		{"readFile", file}, {"check", file}, {"alternatives", w}, {"fits", w}, {"mayTurn", w},
		{"simulate", asked{which: w, Against: &w, Fights: 2, To: 2}}, {"start", begins{which: w}}, {"start", begins{which: w, Mode: byHand}},
	}
	for at := 0; at < 60; at += 4 {
		p := place{File: file, Offset: at}
		list = append(list, asks{"complete", p}, asks{"hover", p}, asks{"definition", p})
	}
	for what := range searchFor {
		list = append(list, asks{"look", looked{which: w, For: what, Open: file, Fights: 2, Goal: "one wins 50%"}})
	}
	return list
}

// toldAbout is what a page is told that has a file, if there is a text, and asks about it.
func toldAbout(t *testing.T, d *Workspace, text, name, rules string) map[string]string {
	t.Helper()
	files := []file{}
	if text != "" {
		files = append(files, file{name, text})
	}
	ask[catalog](t, d, "begin", files)
	told := map[string]string{}
	for _, a := range asksAbout(name, rules) {
		question, err := json.Marshal(a.question)
		if err != nil {
			t.Fatal(err)
		}
		told[a.kind+" "+string(question)] = string(d.Answer(a.kind, question))
	}
	return told
}

// TestReadsNoDisk holds that nothing is read of the disk of the machine on which the engine runs, whatever path stands
// in a file of the page or in a question: nobody learns what stands in a file there, nor that there is one.
func TestReadsNoDisk(t *testing.T) {
	folder := onDisk(t)
	d, _ := opened(t)
	d.atOnce = time.Hour // an answer is a whole one
	absent := strings.NewReplacer("secret", "absent", "passwd", "nobody")
	for _, path := range []string{
		folder + "/secret.yaml", folder + "/passwd", "file://" + folder + "/secret.yaml", "rulec:" + folder + "/secret.yaml",
		"../../secret.yaml", "../examples/../../../secret.yaml", "../secret.yaml", "./secret.yaml", "secret", `..\..\secret.yaml`,
	} {
		same := func(about, text, name, rules string) {
			t.Helper()
			there, nowhere := toldAbout(t, d, text, name, rules), toldAbout(t, d, absent.Replace(text), absent.Replace(name), absent.Replace(rules))
			for question, told := range there {
				if want := nowhere[absent.Replace(question)]; absent.Replace(told) != want || strings.Contains(told, "hunter2") {
					t.Errorf("%s is %s, asked for %s: it says %s, and where there is no such file %s", about, path, question, told, want)
				}
			}
		}
		for what, text := range naming {
			same(what, fmt.Sprintf(text, path), "mine/x.yaml", "")
		}
		same("the file", "", path, "")
		same("the ruleset", "", tavern, path)
	}
}

// TestToldWhyUnread holds that somebody whose file names one that isn't read learns why, at that place.
func TestToldWhyUnread(t *testing.T) {
	folder := onDisk(t)
	d, _ := opened(t)
	for path, why := range map[string]string{
		folder + "/secret.yaml": strconv.Quote(folder+"/secret.yaml") + " isn't a path relative to this file",
		"../../secret.yaml":     `"../../secret.yaml" is outside the folder that rulec may read`,
		"../secret.yaml":        "there is no file secret.yaml",
	} {
		for what, text := range naming {
			want := why
			if what == "a library" {
				want = fmt.Sprintf("each of uses must be a name, but it is %q", path)
			}
			ask[catalog](t, d, "begin", []file{{"mine/x.yaml", fmt.Sprintf(text, path)}})
			list := ask[checked](t, d, "check", "mine/x.yaml").Diagnostics
			if len(list) == 0 || list[0].Message != want || list[0].File != "mine/x.yaml" || list[0].Line == 0 {
				t.Errorf("%s with %s: %+v, want %s", what, path, list, want)
			}
		}
	}
}
