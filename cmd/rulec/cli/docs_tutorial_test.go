package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// tutorials are the pages that somebody follows in an empty folder, with how many commands they have at least.
var tutorials = map[string]int{"first_house_rule.md": 10, "first_system.md": 7}

// TestTutorial does what these pages say, each in an empty folder: it writes the files that they show
// and runs their commands, whose output has to be what stands below them. A line of three dots stands
// for any lines.
func TestTutorial(t *testing.T) {
	for page, commands := range tutorials {
		t.Run(page, func(t *testing.T) { follow(t, "../../../spec/"+page, commands) })
	}
}

// follow does what a page says.
func follow(t *testing.T, name string, least int) {
	page, err := os.ReadFile(name)
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
	if commands < least {
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
