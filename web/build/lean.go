package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// library is one of others of which the engine gets less than there is.
type library struct {
	path    string // of the module
	changes []change
	// rewritten are files of which something else is made, by their names; nil: the file is left out.
	rewritten map[string]func(text string) (string, error)
}

// A change of a file of a library: the one place that reads old becomes new.
type change struct{ file, old, new string }

// libraries are those that the engine gets in lean.
var libraries = []library{
	{
		// It reads formulas. It can also call methods of Go values that a program hands to formulas, by names
		// that stand in them. rulec hands it none, but the linker can't know that: for these calls it keeps
		// every exported method of every type. What stands in their place finds no method, as it is with values
		// that have none. Of its functions rulec needs the names: those of the language are its own.
		path: "github.com/expr-lang/expr",
		changes: []change{
			{"vm/runtime/runtime.go", "method := v.MethodByName(methodName)", "method := reflect.Value{}; _ = methodName"},
			{"vm/runtime/runtime.go", "method := v.Method(method.Index)", "method := reflect.Value{}"},
			{"checker/nature/nature.go", "i < n.NumMethods(c); i++", "i < 0; i++"},
			{"checker/nature/nature.go", "method := n.Type.Method(i)", "method := reflect.Method{}"},
			// An unexported method is passed over.
			{"checker/nature/utils.go", "rm := s.rType.Method(s.idx)", `rm := reflect.Method{PkgPath: "-"}`},
		},
		rewritten: map[string]func(string) (string, error){
			"builtin/builtin.go": onlyNames, "builtin/lib.go": nil, "builtin/utils.go": nil, "builtin/validation.go": nil,
		},
	},
	{
		// It reads YAML. rulec takes the nodes, and lays none of them into Go values.
		path: "gopkg.in/yaml.v3",
		changes: []change{
			{"yaml.go", "\td.unmarshal(node, out)\n", "\t*v.(*Node) = *node\n"},
			// What kind of value a plain text is rulec finds out itself.
			{"decode.go", "\t\ttag, _ = resolve(\"\", value)\n", "\t\ttag = strTag\n"},
		},
	},
}

// nameOfFunction finds the name of a function in the table of them, nextFunction where each begins.
var (
	nameOfFunction = regexp.MustCompile(`(?m)^\t\tName: +("\w+"),$`)
	nextFunction   = regexp.MustCompile(`(?m)^\t\{$`)
)

// onlyNames returns the table of functions with their names alone.
func onlyNames(text string) (string, error) {
	var out strings.Builder
	out.WriteString("package builtin\n\nvar (\n\tIndex = map[string]int{}\n\tNames []string\n)\n\n" +
		"func init() {\n\tfor i, f := range Builtins {\n\t\tIndex[f.Name] = i\n\t\tNames = append(Names, f.Name)\n\t}\n}\n\nvar Builtins = []*Function{\n")
	names := nameOfFunction.FindAllStringSubmatch(text, -1)
	for _, name := range names {
		out.WriteString("\t{Name: " + name[1] + "},\n")
	}
	if n := len(nextFunction.FindAllString(text, -1)); n != len(names) || n == 0 {
		return "", fmt.Errorf("%d functions of formulas have %d names", n, len(names))
	}
	return out.String() + "}\n", nil
}

// files returns the files of the library, in a folder, that are changed, as they are then; empty: left out.
func (l *library) files(folder string) (map[string]string, error) {
	texts := map[string]string{}
	read := func(name string) (string, error) {
		if text, ok := texts[name]; ok {
			return text, nil
		}
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		return string(text), err
	}
	for _, c := range l.changes {
		text, err := read(c.file)
		if err != nil {
			return nil, err
		}
		if n := strings.Count(text, c.old); n != 1 {
			return nil, fmt.Errorf("%s of %s has %q in %d places, not in one: is it another version? Then look what has become of it, and say so in libraries", c.file, l.path, c.old, n)
		}
		texts[c.file] = strings.Replace(text, c.old, c.new, 1)
	}
	for name, rewrite := range l.rewritten {
		text, err := read(name)
		if err == nil && rewrite != nil {
			text, err = rewrite(text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", name, l.path, err)
		}
		if rewrite == nil {
			text = ""
		}
		texts[name] = text
	}
	return texts, nil
}

// spareFolders are folders of libraries from which the engine takes nothing.
var spareFolders = []string{"testdata", "test", "repl", "debug"}

// overlay adds to files, by where they stand as the go command sees it, those of the library below a place;
// changed ones are written to the folder work.
func (l *library) overlay(root, place, work string, files map[string]string) error {
	folder, err := goTool(root, "list", "-m", "-f", "{{.Dir}}", l.path)
	if err != nil {
		return err
	}
	changed, err := l.files(folder)
	if err != nil {
		return err
	}
	return filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(spareFolders, d.Name()):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go" && name != "go.mod" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		if text, ok := changed[filepath.ToSlash(name)]; ok {
			if text == "" {
				return nil
			}
			path = filepath.Join(work, fmt.Sprintf("%d.go", len(files)))
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				return err
			}
		}
		files[filepath.Join(root, place, name)] = path
		return nil
	})
}
