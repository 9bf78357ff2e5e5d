package spec_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/suite"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/stdlib"
)

// TestLibrary holds the list of library.md equal to what stands in stdlib: of each file what
// its first lines say, what it uses, and the names that it declares, params with their
// defaults. Each file has cases.
func TestLibrary(t *testing.T) {
	names, err := fs.Glob(stdlib.Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no shared definitions: %v", err)
	}
	var b strings.Builder
	for _, file := range names {
		text, err := fs.ReadFile(stdlib.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		root, list := tree.Parse(diag.NewSource(file, string(text)))
		if list.HasErrors() {
			t.Fatal(list)
		}
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", strings.TrimSuffix(file, ".yaml"), opening(string(text)))
		for _, line := range declared(root) {
			fmt.Fprintf(&b, "- %s\n", line)
		}
	}
	generated(t, "library.md", "files", b.String())
}

// opening returns the comment with which a file begins, as one paragraph.
func opening(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		rest, is := strings.CutPrefix(line, "#")
		if !is {
			break
		}
		words = append(words, strings.TrimSpace(rest))
	}
	return strings.Join(words, "\n")
}

// declared lists what a file declares, a line a section.
func declared(root *tree.Node) []string {
	var lines []string
	say := func(what string, names []string) {
		if len(names) > 0 {
			lines = append(lines, what+": "+strings.Join(names, ", "))
		}
	}
	for _, e := range root.Entries {
		switch e.Key.Text {
		case "uses":
			var names []string
			for _, item := range tree.Items(e.Value) {
				names = append(names, "["+item.Text+"](#"+item.Text+")")
			}
			say("uses", names)
		case "params":
			say("params", each(e.Value, func(e tree.Entry) string { return "`" + e.Key.Text + "` (" + choices(e.Value) + ")" }))
		case "kinds":
			for _, k := range e.Value.Entries {
				say("fields of "+k.Key.Text, each(k.Value.Get("fields"), named))
			}
		case "time":
			say("time", each(e.Value, named))
			say("entries", each(e.Value.Get("entries"), named))
		case "override":
			for _, section := range e.Value.Entries {
				say("other "+section.Key.Text, each(section.Value, named))
			}
		case "quantities":
			say("quantities", each(e.Value, signed))
		case "procs":
			say("procs", each(e.Value, signed))
		default:
			if len(e.Value.Entries) > 12 {
				say(e.Key.Text, []string{fmt.Sprintf("%d of them", len(e.Value.Entries))})
				continue
			}
			say(e.Key.Text, each(e.Value, named))
		}
	}
	return lines
}

func each(n *tree.Node, say func(tree.Entry) string) []string {
	if n == nil {
		return nil
	}
	var names []string
	for _, e := range n.Entries {
		names = append(names, say(e))
	}
	return names
}

func named(e tree.Entry) string { return "`" + e.Key.Text + "`" }

// signed writes a quantity or a proc as it is called, and which channels it has.
func signed(e tree.Entry) string {
	var of []string
	for _, key := range []string{"of", "params"} {
		if n := e.Value.Get(key); n != nil {
			for _, p := range n.Entries {
				of = append(of, p.Key.Text)
			}
		}
	}
	s := "`" + e.Key.Text + "(" + strings.Join(of, ", ") + ")`"
	if channels := each(e.Value.Get("channels"), named); len(channels) > 0 {
		s += " with " + strings.Join(channels, " and ")
	}
	return s
}

// choices returns the default of a param, and before it what else it may be.
func choices(n *tree.Node) string {
	value := n.Get("default").Text
	var all []string
	for _, item := range tree.Items(n.Get("one of")) {
		if item.Text == value {
			all = append(all, "**"+value+"**")
		} else {
			all = append(all, item.Text)
		}
	}
	if all == nil {
		return value
	}
	return strings.Join(all, " or ")
}

// TestLibraryHasCases holds that every file is played by the cases of the library.
func TestLibraryHasCases(t *testing.T) {
	files, err := suite.Files([]string{"../stdlib/cases"})
	if err != nil {
		t.Fatal(err)
	}
	played := map[string]bool{}
	for _, file := range files {
		list, found := lang.LoadCases(file, options)
		report(t, found)
		for _, c := range list {
			for _, src := range c.Encounter.Program.Sources {
				played[filepath.Base(src.Name)] = true
			}
		}
	}
	shared, _ := fs.Glob(stdlib.Files, "*.yaml")
	for _, file := range shared {
		if !played[file] {
			t.Errorf("no case of stdlib/cases plays stdlib/%s", file)
		}
	}
}
