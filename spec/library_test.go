package spec_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/stdlib"
)

// libraryPages are the pages that list the library, with how each begins.
var libraryPages = []struct{ name, begins string }{
	{"library_turns", `# Library: turns

The files of the [library](library.md) about whose turn it is, and what actions cost.`},
	{"library_damage", `# Library: rolls, damage and magic

The files of the [library](library.md) about dice and their effects.`},
	{"library_moves", `# Library: moves, cover and hands

The files of the [library](library.md) about space and things.`},
}

// libraryLink is a link of library.md to a file of the library.
var libraryLink = regexp.MustCompile(`\[([a-z_]+)\]\((library_[a-z]+)\.md#([a-z_]+)\)`)

// TestLibrary holds the pages about the library equal to what stands in stdlib: of each file what its
// first lines say, what it uses, and the names that it declares, with what is said about them.
// library.md links each file on one of the pages, in their order.
func TestLibrary(t *testing.T) {
	pageOf := map[string]string{}
	var order []string
	for _, m := range libraryLink.FindAllStringSubmatch(readPage(t, "library.md"), -1) {
		if m[1] != m[3] || pageOf[m[1]] != "" {
			t.Errorf("library.md: a wrong link to %s, or a second one", m[1])
		}
		pageOf[m[1]] = m[2]
		order = append(order, m[1])
	}
	names, err := fs.Glob(stdlib.Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no shared definitions: %v", err)
	}
	for _, file := range names {
		if name := strings.TrimSuffix(file, ".yaml"); pageOf[name] == "" {
			t.Errorf("library.md doesn't link %s", name)
		}
	}
	for _, p := range libraryPages {
		var b strings.Builder
		b.WriteString(p.begins + `

The value of a param is its default; brackets have the others. Quantities and procs are written as you call them. What a file ` + "`overrides`" + `
belongs to a file that it uses. A test writes this page from the files.
`)
		for _, name := range order {
			if pageOf[name] == p.name {
				describe(t, &b, name, pageOf)
			}
		}
		page(t, p.name+".md", b.String())
	}
}

// describe writes what a file of the library has.
func describe(t *testing.T, b *strings.Builder, name string, pageOf map[string]string) {
	t.Helper()
	file := name + ".yaml"
	text, err := fs.ReadFile(stdlib.Files, file)
	if err != nil {
		t.Fatal(err)
	}
	root, list := tree.Parse(diag.NewSource(file, string(text)))
	if list.HasErrors() {
		t.Fatal(list)
	}
	fmt.Fprintf(b, "\n## %s\n\n%s\n", name, opening(string(text)))
	if lines := declared(root, pageOf); len(lines) > 0 {
		b.WriteString("\n- " + strings.Join(lines, "\n- ") + "\n")
	}
	for _, section := range []struct {
		key, title string
		write      func(tree.Entry) string
	}{
		{"params", "param", func(e tree.Entry) string { return "`" + e.Key.Text + "` | " + e.Value.Text }},
		{"quantities", "quantity | channels", signed}, {"procs", "proc", called},
	} {
		n := root.Get(section.key)
		if n == nil {
			continue
		}
		title := section.title
		if section.key == "params" {
			title += " | value"
		}
		fmt.Fprintf(b, "\n| %s | meaning |\n|%s\n", title, strings.Repeat("---|", strings.Count(title, "|")+2))
		for _, e := range n.Entries {
			fmt.Fprintf(b, "| %s | %s |\n", section.write(e), e.About())
		}
	}
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

// declared lists what a file declares beside params, quantities and procs, a line a section.
func declared(root *tree.Node, pageOf map[string]string) []string {
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
				names = append(names, "["+item.Text+"]("+pageOf[item.Text]+".md#"+item.Text+")")
			}
			say("uses", names)
		case "params", "quantities", "procs":
		case "kinds":
			for _, k := range e.Value.Entries {
				say("fields of "+k.Key.Text, slices.Concat(each(k.Value.Get("fields"), named), each(k.Value.Get(tree.KeepsKey), named)))
			}
		case "time":
			say("time", each(e.Value, named))
			say("entries", each(e.Value.Get("entries"), named))
		case "override":
			for _, section := range e.Value.Entries {
				say("overrides "+section.Key.Text, each(section.Value, named))
			}
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

// called writes the head of a quantity or a proc.
func called(e tree.Entry) string {
	if e.Of == nil {
		return "`" + e.Key.Text + "`"
	}
	return "`" + e.Head() + "`"
}

// channelForm matches what a formula takes of a channel.
var channelForm = regexp.MustCompile(`\b(?:sum|highest|lowest|any|count|last)\(([a-z_]+)\)`)

// signed writes a quantity as it is called, and which channels it has.
func signed(e tree.Entry) string {
	var names []string
	for _, m := range channelForm.FindAllStringSubmatch(e.Value.Spread("value").Get("value").Text, -1) {
		if name := "`" + m[1] + "`"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return called(e) + " | " + strings.Join(names, " ")
}

// instead are the files of the library that don't meet: each of the first is another way of doing what the others do.
var instead = map[string][]string{
	"ticks":             {"rounds", "rolled_initiative", "dealt_initiative", "action_points"},
	"rolled_initiative": {"dealt_initiative"},
	"dealt_initiative":  {"action_points"},
	"action_points":     {"turn_actions", "readying"},
}

// TestLibraryPairs holds that any two files of the library that can meet do so in a ruleset whose cases are played:
// whatever events, pools and conditions they have in common is there with both of them.
func TestLibraryPairs(t *testing.T) {
	files, err := ruletest.Files([]string{"../stdlib/cases"})
	if err != nil {
		t.Fatal(err)
	}
	met := map[[2]string]bool{}
	for _, file := range files {
		list, _ := lang.LoadCases(file, options)
		for _, c := range list {
			var with []string
			for _, src := range c.Encounter.Program.Sources {
				if name := filepath.Base(src.Name); strings.HasPrefix(src.Name, "rulec:") {
					with = append(with, strings.TrimSuffix(name, ".yaml"))
				}
			}
			for _, a := range with {
				for _, b := range with {
					met[[2]string{a, b}] = true
				}
			}
		}
	}
	shared, _ := fs.Glob(stdlib.Files, "*.yaml")
	for _, a := range shared {
		for _, b := range shared {
			a, b := strings.TrimSuffix(a, ".yaml"), strings.TrimSuffix(b, ".yaml")
			never := slices.Contains(instead[a], b) || slices.Contains(instead[b], a)
			switch {
			case a >= b:
			case never && met[[2]string{a, b}]:
				t.Errorf("%s and %s do meet, though they are said not to", a, b)
			case !never && !met[[2]string{a, b}]:
				t.Errorf("no case of stdlib/cases plays %s together with %s", a, b)
			}
		}
	}
}

// TestLibraryHasCases holds that every file is played by the cases of the library.
func TestLibraryHasCases(t *testing.T) {
	files, err := ruletest.Files([]string{"../stdlib/cases"})
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
