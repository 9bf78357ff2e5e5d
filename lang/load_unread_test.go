package lang_test

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

var (
	programHead = regexp.MustCompile(`^( *)(?:- )?[a-z_]+(?:\(.*\))?: \|(?:  #.*)?$`)
	oneLiner    = regexp.MustCompile(`^ +(let|roll|choose|draw|apply|announce|perform|schedule|end|pay|move) [^{}#]*[a-z0-9)]$`)
	goesOn      = regexp.MustCompile(`^ *(with|against) `)
	opener      = regexp.MustCompile(`^ +(if|for|while) [^{}#]* \{$`)
)

// TestUnreadStatement spoils statements of the rulesets, one at a time: nothing else is wrong then,
// and nothing else is said.
func TestUnreadStatement(t *testing.T) {
	every := 23
	if testing.Short() {
		every = 211
	}
	spoilt := 0
	err := fs.WalkDir(rulesets.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(rulesets.Files, name)
		if err != nil {
			return err
		}
		lines := strings.Split(string(text), "\n")
		within := -1 // how far the key of the program stands to the right
		for i, line := range lines {
			indent := len(line) - len(strings.TrimLeft(line, " "))
			if m := programHead.FindStringSubmatch(line); m != nil {
				within = len(m[1])
				continue
			}
			if strings.TrimSpace(line) != "" && indent <= within {
				within = -1
			}
			wrong := ""
			switch {
			case within < 0:
			case oneLiner.MatchString(line) && (i+1 == len(lines) || !goesOn.MatchString(lines[i+1])):
				wrong = line + " = = 1"
			case opener.MatchString(line):
				wrong = strings.TrimSuffix(line, "{") + "= = 1 {"
			}
			if wrong == "" {
				continue
			}
			if spoilt++; spoilt%every != 0 {
				continue
			}
			files := fstest.MapFS{}
			for _, other := range everyFile(t, rulesets.Files) {
				text, _ := fs.ReadFile(rulesets.Files, other)
				files[other] = &fstest.MapFile{Data: text}
			}
			files[name] = &fstest.MapFile{Data: []byte(strings.Join(slices.Concat(lines[:i], []string{wrong}, lines[i+1:]), "\n"))}
			system, _, _ := strings.Cut(strings.TrimSuffix(name, ".yaml"), "/")
			_, list := lang.Load(system+".yaml", lang.Options{Files: files, Library: stdlib.Files})
			for _, d := range list {
				if at, _ := d.Span.Source.Position(d.Span.Start); d.Span.Source.Name != name || at != i+1 {
					t.Errorf("%s:%d: with %s it says %s", name, i+1, strings.TrimSpace(wrong), d.Line())
				}
			}
			if len(list) == 0 {
				t.Errorf("%s:%d: nothing is said of %s", name, i+1, strings.TrimSpace(wrong))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if spoilt < 500 {
		t.Errorf("only %d statements", spoilt)
	}
}

func everyFile(t *testing.T, files fs.FS) (names []string) {
	t.Helper()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
