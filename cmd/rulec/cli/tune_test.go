package cli

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// commandWords cuts a command line at blanks; \u00a0 is a blank within a word.
func commandWords(line string) []string {
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' })
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "\u00a0", " ")
	}
	return words
}

// printedBy runs a command in the folder of the repository.
func printedBy(t *testing.T, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	if got := run(args, nil, &out, &complaints); got != code {
		t.Fatalf("rulec %s: exit code %d, want %d\n%s", strings.Join(args, " "), got, code, complaints.String())
	}
	return out.String(), complaints.String()
}

// TestTuneIsSeen holds that the command below the answer of rulec tune shows the share that it
// has found, and that the lines to paste do the same.
func TestTuneIsSeen(t *testing.T) {
	t.Chdir("../../..")
	text, _ := printedBy(t, exitFine, "tune", "examples/02-house-rules.yaml", "--to", "guests win 75%", "--change", "bruises_to_drop", "-n", "2000", "--format", "json")
	var r struct {
		See, Lines string
		Found      struct{ Value float64 }
		Best       []struct{ Name, Was, Value string }
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Best) != 1 || r.Best[0].Was != "2" || r.Best[0].Value != "1" || r.Lines != "set:\n  bruises_to_drop: 1\n" {
		t.Fatalf("found %v, %q", r.Best, r.Lines)
	}
	seen, _ := printedBy(t, exitFine, append(strings.Fields(strings.TrimPrefix(r.See, "rulec ")), "--format", "json")...)
	var shown struct {
		Points []struct {
			Outcomes []struct{ Share struct{ Value float64 } }
		}
	}
	if err := json.Unmarshal([]byte(seen), &shown); err != nil {
		t.Fatal(err)
	}
	if got := shown.Points[0].Outcomes[0].Share.Value; got != r.Found.Value {
		t.Errorf("%s shows %v, found was %v", r.See, got, r.Found.Value)
	}
}

// TestTuneComplains holds what is said of flags, and where.
func TestTuneComplains(t *testing.T) {
	t.Chdir("../../..")
	const fight = "examples/02-house-rules.yaml"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--to", "guest win 60%", "--change", "gang_bonus"}, "  guest win 60%\n  ^~~~~\nrulec: --to: unknown side \"guest\"; did you mean \"guests\"?"},
		{[]string{"--to", "guests win 60%", "--change", "zora.bran"}, "  zora.bran\n       ^~~~\nrulec: --change: zora has no \"bran\"; did you mean \"brawn\"?"},
		{[]string{"--to", "guests win 60%"}, "rulec: what may change?"},
		{[]string{"--change", "gang_bonus"}, "rulec: what do you want?"},
		{[]string{"--to", "guests win 60%", "--change", "gang_bonus", "--set", "gang_bonus=2"}, "rulec: --change: gang_bonus already has a value"},
		{[]string{"--to", "guests win 60%", "--change", "gang_bonus", "--change", "gang_bonus=1..2"}, "rulec: --change: gang_bonus is given twice"},
		{[]string{"--to", "guests win 60%", "--change", "gang_bonus", "-n", "0"}, "rulec: -n must be between 1 and 1,000,000"},
	} {
		_, said := printedBy(t, exitUsage, append([]string{"tune", fight}, c.args...)...)
		if !strings.HasPrefix(said, c.want) {
			t.Errorf("rulec tune %q says\n%s\nwant\n%s", c.args, said, c.want)
		}
	}
	// A value that can't be, though somebody asked for it, is shown with its place.
	_, said := printedBy(t, exitProblems, "tune", fight, "--to", "guests win 60%", "--change", "gang_bonus=1,many", "-n", "300")
	if !regexp.MustCompile(`(?s)^with gang_bonus = many:\n--change:1:12: error: .*many.*\^`).MatchString(said) {
		t.Errorf("a value that can't be: %s", said)
	}
}

// TestDifficultyComplains holds what is said of flags of rulec difficulty.
func TestDifficultyComplains(t *testing.T) {
	t.Chdir("../../..")
	const fight = "examples/02-house-rules.yaml"
	for args, want := range map[string]string{
		"--for guest":          "rulec: --for: unknown side \"guest\"; did you mean \"guests\"?",
		"--for robbers":        "rulec: --for: unknown side \"robbers\"; there are guests, house",
		"--change gang_bonos":  "  gang_bonos\n  ^~~~~~~~~~\nrulec: --change: grim_scuffle has no param \"gang_bonos\"; did you mean \"gang_bonus\"?",
		"--format pdf":         "rulec: --format must be text, md, html, json or csv, not \"pdf\"",
		"-n 2000000":           "rulec: -n must be between 1 and 1,000,000",
		"--set gus.tactic=nix": "",
	} {
		code := exitUsage
		if want == "" {
			code = exitProblems
		}
		if _, said := printedBy(t, code, append([]string{"difficulty", fight}, strings.Fields(args)...)...); !strings.HasPrefix(said, want) {
			t.Errorf("rulec difficulty %s says\n%s\nwant\n%s", args, said, want)
		}
	}
}

// TestDifficultyLeavesOut holds that a step which can't be played is named with the reason: Ulf is named in setup.
func TestDifficultyLeavesOut(t *testing.T) {
	t.Chdir("../../..")
	text, _ := printedBy(t, exitFine, "difficulty", "examples/42-timecount-toll-bridge-tactics.yaml", "-n", "60")
	if want := "Not played, without ulf: unknown name \"ulf\" in setup\n"; !strings.Contains(text, want) {
		t.Errorf("it isn't said:\n%s", text)
	}
	if !strings.Contains(text, "\nwithout garr ") || !strings.Contains(text, "\nanother ulf ") {
		t.Errorf("steps are missing:\n%s", text)
	}
}
