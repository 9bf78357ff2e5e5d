package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// greedy is a ruleset whose only fighter, and that one alone, does something again and again.
const greedy = `rulec: 2
ruleset: greedy
version: 1.0.0
kinds:
  creature:
    fields:
      note: text = x
      numbers: list of number = [1, 2]
conditions:
  marked: {fields: {k: number}, stacks: each time, told: {begins: "{self} is marked {it.k}"}}
events:
  boo: {fields: {k: number}, told: "boo {event.k}"}
time:
  key: [round]
  everyone_due: false
  start: schedule turn of first(everyone) at 1
  entries:
    turn:
      do: |
        %s
        schedule turn of self at now + 1
`

// greed is what such a fighter does.
var greed = map[string]string{
	"nothing":    ``,
	"loops":      `for a in 1..10000 { for b in 1..10000 { let c = a + b } }`,
	"text":       `self.note = "{self.note}{self.note}{self.note}{self.note}"`,
	"lists":      `self.numbers = filter(1..10000, true)`,
	"ranges":     `for a in 1..10000000000 { let b = a }`,
	"dice":       `for i in 1..1000 { roll harm = 1000d6 }`,
	"conditions": `for i in 1..1000 { apply marked to self with k = i }`,
	"events":     `for i in 1..1000 { announce boo of self with k = i }`,
	"entries":    `for i in 1..1000 { schedule turn of self at now + 1 }`,
	"moments":    `schedule turn of self at now`,
}

// writeGreedy writes the ruleset and a fight of many into the working directory.
func writeGreedy(t *testing.T, does string, many int) {
	t.Helper()
	fight := "encounter: fight\nruleset: ./greedy.yaml\ncombatants:\n"
	for i := range many {
		fight += fmt.Sprintf("  c%d: {side: s%d}\n", i, i%2)
	}
	cases := strings.Replace(fight, "encounter: fight", "encounter: case\nscript: expect true", 1)
	for name, text := range map[string]string{"greedy.yaml": fmt.Sprintf(greedy, does), "fight.yaml": fight, "case.yaml": cases} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// plain is the program without what tests add to it, by which is measured what it may use.
func plain(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "rulec")
	if out, err := exec.Command("go", "build", "-pgo=off", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// does runs a program and returns what it printed, and how it ended.
func does(program string, args ...string) (said string, ended *os.ProcessState) {
	run := exec.Command(program, args...)
	out, _ := run.CombinedOutput()
	return string(out), run.ProcessState
}

// TestGreedy holds that whatever a ruleset does without an end, it meets a limit at a
// place of its own, and doesn't fill the memory before.
func TestGreedy(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays to the limits")
	}
	program := plain(t)
	for name, what := range greed {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			writeGreedy(t, what, 2)
			said, ended := does(program, "run", "fight.yaml")
			if ended.ExitCode() != exitProblems {
				t.Fatalf("%v\n%s", ended, said)
			}
			if !regexp.MustCompile(`(?m)^greedy\.yaml:\d+:\d+: error: .*\[run-limit\]`).MatchString(said) {
				t.Errorf("no limit with a place: %s", said)
			}
			if most := memory(ended); most > 1<<30 {
				t.Errorf("it took %d MB", most>>20)
			}
		})
	}
}

// TestLargest holds that the largest ruleset that is read, formulas with all the parts that they may have, doesn't
// fill the memory.
func TestLargest(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 8 MiB")
	}
	program := plain(t)
	t.Chdir(t.TempDir())
	const each = "  q%d(x): %sq%d(x)%s%s\n"
	open, shut, more := strings.Repeat("(", 60), strings.Repeat(")", 60), strings.Repeat(" + 1", 220)
	q, parts := 1, []string{}
	for part := range 8 {
		var b strings.Builder
		b.WriteString("quantities:\n")
		if part == 0 {
			b.WriteString("  q0(x): 1\n")
		}
		for ; b.Len() < 1<<20-3_000; q++ {
			fmt.Fprintf(&b, each, q, open, q-1, shut, more)
		}
		parts = append(parts, fmt.Sprintf("./part%d.yaml", part))
		if err := os.WriteFile(parts[part], []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rules := "rulec: 2\nruleset: large\nversion: 1.0.0\nparts: [" + strings.Join(parts, ", ") + "]\nkinds: {creature: {}}\n" +
		"time: {key: [tick], start: schedule turn of first(everyone) at 1, entries: {turn: {do: schedule turn of self at now + 1}}}\n"
	if err := os.WriteFile("large.yaml", []byte(rules), 0o666); err != nil {
		t.Fatal(err)
	}
	said, ended := does(program, "lint", "large.yaml")
	if !ended.Success() {
		t.Fatalf("%v\n%s", ended, said)
	}
	if most := memory(ended); most > 2<<30 {
		t.Errorf("it took %d MB", most>>20)
	}
}

// TestDeadline holds that a deadline ends what would go on for hours, that a limit of steps
// ends a fight, and that both say so at a place.
func TestDeadline(t *testing.T) {
	program := plain(t)
	t.Chdir(t.TempDir())
	writeTactical(t)
	writeGreedy(t, "for a in everyone { for b in everyone { let c = 1 } }", 256)
	const none = `stopped before a fight was over: the deadline of 50ms has passed`
	const deadline, steps = `the run was stopped after \d+ steps: the deadline of 50ms has passed \[run-stopped\]`, `the encounter takes more than 1000 steps.* \[run-limit\]`
	for args, want := range map[string]string{
		"run fight.yaml --deadline 50ms":                                                                  deadline,
		"test case.yaml --deadline 50ms":                                                                  `stopped after 0 of 1 files: the deadline of 50ms has passed`,
		"mutate greedy.yaml case.yaml --deadline 50ms --max-steps 1000000000":                             `stopped before all cases were played as they are: the deadline of 50ms has passed`,
		"run fight.yaml --max-steps 1000":                                                                 steps,
		"test case.yaml --max-steps 1000":                                                                 steps,
		"mutate greedy.yaml case.yaml --max-steps 1000":                                                   steps,
		"run fight.yaml --deadline 1h --max-steps 1000":                                                   steps,
		"sim settled.yaml -n 100000000 --deadline 50ms":                                                   `stopped after \d+ of 100000000 fights`,
		"sim endless.yaml -n 10 --deadline 50ms":                                                          none,
		"sim endless.yaml -n 10 --max-steps 1000":                                                         steps + `(?s).*--max-steps 1000 --seed 0 --trial 0`,
		"tune endless.yaml --to s0\u00a0wins\u00a060% --change c0.tactic=lazy,none -n 10 --deadline 50ms": none,
		"difficulty endless.yaml -n 10 --deadline 50ms":                                                   none,
		"find endless.yaml -n 10 --deadline 50ms":                                                         none,
		"sim endless.yaml --deadline -5s":                                                                 `--deadline must be at least 0, such as 90s, not -5s`,
		"run fight.yaml --max-steps -1":                                                                   `--max-steps must be at least 1, not -1`,
		"run sequence.yaml --deadline 50ms":                                                               deadline,
		"run fight.yaml --format json --deadline 50ms":                                                    deadline,
		"sim endless.yaml -n 10 --shard 0/2 --out . --deadline 50ms":                                      `stopped before the part was done, so nothing was written: the deadline of 50ms has passed`,
		"beside endless.yaml -n 10 --deadline 50ms":                                                       none,
		"diff once.yaml always.yaml endless.yaml -n 10 --deadline 50ms":                                   `stopped (after 0 of 10 fights: the deadline of 50ms has passed|while reading the files)`,
		"laws always.yaml --deadline 50ms":                                                                `stopped .*: the deadline of 50ms has passed`,
		"run short.yaml --deadline 50ms":                                                                  deadline,
		"sim short.yaml --deadline 50ms":                                                                  none,
		"run asks.yaml --deadline 50ms":                                                                   deadline,
		"run asks.yaml --max-steps 100000":                                                                `the encounter takes more than 100000 steps|an action takes more than`,
		"run odds.yaml --deadline 50ms":                                                                   deadline,
		"run settled.yaml --deadline 1us":                                                                 `stopped while reading the files, before playing anything`,
		"test case.yaml --deadline 1us":                                                                   `stopped after 0 of 1 files: the deadline of 1µs has passed`,
	} {
		said, ended := does(program, commandWords(args)...)
		if code := ended.ExitCode(); code == 0 || strings.Contains(want, "stopped") && code != exitFailed {
			t.Errorf("rulec %s ends with %d", args, code)
		}
		if !regexp.MustCompile(want).MatchString(said) {
			t.Errorf("rulec %s doesn't say %s:\n%s", args, want, said)
		}
	}
}

// writeTactical writes fights of those who have tactics: one that is settled at once, one
// that goes on for hours, and a sequence of it.
func writeTactical(t *testing.T) {
	t.Helper()
	const rules = `rulec: 2
ruleset: idle
version: 1.0.0
kinds:
  creature: {}
  deed: {perform: "for a in everyone { for b in everyone { let c = 1 } }"}
deeds:
  look: {}
tactics:
  lazy: {turn: [{do: look}]}
time:
  key: [round]
  everyone_due: false
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
  over: %s
`
	many := func(rules string, n int) string {
		text := "encounter: fight\nruleset: ./" + rules + "\ncombatants:\n"
		for i := range n {
			text += fmt.Sprintf("  c%d: {side: s%d, tactic: lazy}\n", i, i%2)
		}
		return text
	}
	fight := func(rules string) string { return many(rules, 256) }
	turn := func(does, more string) string { // of fights that have no end
		return strings.Replace(fmt.Sprintf(rules, "false"), "        choose act", "        "+does+"\n        choose act", 1) + more
	}
	asks := "quantities:\n  q40(x number): x\n" // each asks the next one twice, for what is never asked again
	for i := range 40 {
		asks += fmt.Sprintf("  q%d(x number): q%d(x + 1) + q%d(x + 2)\n", i, i+1, i+1)
	}
	for name, text := range map[string]string{
		"brief.yaml": strings.Replace(turn("let c = 1", ""), "for a in everyone { for b in everyone { let c = 1 } }", "let c = 1", 1), "short.yaml": many("brief.yaml", 2),
		"asking.yaml": turn("let c = q0(now)", asks), "asks.yaml": many("asking.yaml", 2),
		"chances.yaml": turn("for a in 1..8 { let c = chance(best(20 + a, dice(60, 20)), 300) }", ""), "odds.yaml": many("chances.yaml", 2),
		"once.yaml": fmt.Sprintf(rules, "true"), "always.yaml": fmt.Sprintf(rules, "false"),
		"settled.yaml": fight("once.yaml"), "endless.yaml": fight("always.yaml"),
		"sequence.yaml": "sequence: s\nruleset: ./greedy.yaml\nsteps:\n  - encounter: ./fight.yaml\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNothingWritten holds that no command writes a file that the command line doesn't name.
func TestNothingWritten(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file can be called so here")
	}
	writeSly(t)
	writeTactical(t)
	writeGreedy(t, "for a in everyone { let c = 1 }", 2)
	before := folder(t)
	for _, args := range []string{
		"lint .", "run fight.yaml", "run fight.yaml --explain --format json", "run settled.yaml --trial 3", "sim settled.yaml -n 5",
		"difficulty fight.yaml -n 5 --format html", "find fight.yaml -n 5", "tune fight.yaml --to one\u00a0wins\u00a060% --change toughness=3,4 -n 5",
		"sim settled.yaml -n 5 --format csv", "sim settled.yaml --cluster slurm", "test .", "test . --verbose", "mutate greedy.yaml case.yaml -n 2",
		"show rules.yaml", "dump tree rules.yaml", "dump program fight.yaml", "merge state.yaml", "explain run-limit", "help",
	} {
		var out bytes.Buffer
		run(commandWords(args), nil, &out, &out)
		if after := folder(t); !slices.Equal(before, after) {
			t.Errorf("rulec %s has changed %q into %q", args, before, after)
		}
	}
}

// folder returns the files of the working directory with what stands in them.
func folder(t *testing.T) []string {
	t.Helper()
	var all []string
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all = append(all, path+"\n"+string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
