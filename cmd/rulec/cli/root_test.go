package cli

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what commands print into the scripts of testdata/script")

func TestMain(m *testing.M) {
	debug.SetGCPercent(200) // as the command sets it
	debug.SetMemoryLimit(768 << 20)
	testscript.Main(m, map[string]func(){
		"rulec": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs testdata/script. Each script works in a folder of its own, with
// the first of the project's examples; that about what people are asked has one of each system, too.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			names := []string{"examples/scuffle.yaml", "examples/01-first-blood.yaml"}
			if strings.Contains(env.WorkDir, "play_") {
				names = append(names, "examples/21-segments-pass-tactics.yaml", "examples/31-actionpoints-yard-tactics.yaml", "examples/52-energy-ambush-tactics.yaml",
					"examples/10-dierank-bridge.yaml", "examples/20-segments-pass.yaml",
					"examples/30-actionpoints-yard.yaml", "examples/40-timecount-duel.yaml", "examples/50-energy-duel.yaml")
			}
			for _, name := range names {
				if err := copyFile(filepath.Join(env.WorkDir, name), filepath.Join("../../..", name)); err != nil {
					return err
				}
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"code": code},
	})
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}

// code runs a command line and checks its exit code: code 2 rulec frobnicate. What
// it printed can be examined with stdout and stderr.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code NUMBER COMMAND [ARG...]")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var ended *exec.ExitError
		if !errors.As(err, &ended) {
			ts.Fatalf("%v", err)
		}
		got = strconv.Itoa(ended.ExitCode())
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// TestEveryCommandHasAScript: each command stands in a script of testdata/script, at the beginning of a line of it.
func TestEveryCommandHasAScript(t *testing.T) {
	paths, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, cmd := range newRoot().Commands() {
		if !regexp.MustCompile(`(?m)^(exec|code \d) rulec ` + cmd.Name() + `\b`).MatchString(all.String()) {
			t.Errorf("no script has rulec %s", cmd.Name())
		}
	}
}
