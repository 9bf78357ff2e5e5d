package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTutorial does what the page first_house_rule.md says, in an empty folder: it writes the files
// that it shows and runs its commands, whose output has to be what stands below them. A line of
// three dots stands for any lines.
func TestTutorial(t *testing.T) {
	page, err := os.ReadFile("../../spec/first_house_rule.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	commands := 0
	for _, m := range regexp.MustCompile("(?ms)^```(.*?)\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		head, body := m[1], m[2]
		if file, ok := strings.CutPrefix(head, "yaml "); ok {
			if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, step := range strings.Split("\n"+body, "\n$ ")[1:] {
			command, want, _ := strings.Cut(step, "\n")
			args := strings.Fields(command)
			commands++
			if args[0] == "cd" {
				t.Chdir(args[1])
				continue
			}
			var out, complaints bytes.Buffer
			run(args[1:], nil, &out, &complaints)
			if got := out.String() + complaints.String(); !shows(got, want) {
				t.Errorf("%s prints\n%s\nand the page shows\n%s", command, got, want)
			}
		}
	}
	if commands < 10 {
		t.Errorf("only %d commands", commands)
	}
}

// shows reports whether a page shows what a command prints.
func shows(printed, shown string) bool {
	var form strings.Builder
	for line := range strings.Lines(strings.TrimRight(shown, "\n") + "\n") {
		switch line {
		case "...\n":
			form.WriteString(`(?:.*\n)*`)
		case "\n":
			form.WriteString(`\s*\n`)
		default:
			form.WriteString(regexp.QuoteMeta(strings.TrimRight(line, " \n")) + ` *\n`)
		}
	}
	return regexp.MustCompile(`^`+form.String()+`\n*$`).MatchString(printed) || strings.TrimSpace(printed) == "" && strings.TrimSpace(shown) == ""
}
