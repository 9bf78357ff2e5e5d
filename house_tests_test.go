package rulec_test

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ofWholePackages are the names of tests, and of what they share, that belong to no single file of a package.
var ofWholePackages = []string{"bench", "example", "export", "fuzz", "main", "print", "world"}

// TestNamesOfTests holds that a test is found by the name of what it tests: the name of its file begins with that of a file of the
// package, or is the name of the package. A package of tests alone names its files as it likes. The two packages of the
// interpreter that are to be written anew wait for that.
func TestNamesOfTests(t *testing.T) {
	code, tests := map[string][]string{}, map[string][]string{}
	for _, file := range goFiles(t) {
		folder, name := path.Split(file)
		if test, is := strings.CutSuffix(name, "_test.go"); is {
			tests[folder] = append(tests[folder], test)
		} else if name != "doc.go" && name != "embed.go" {
			code[folder] = append(code[folder], strings.TrimSuffix(name, ".go"))
		}
	}
	for folder, names := range tests {
		if code[folder] == nil || folder == "interp/exec/" || folder == "interp/compile/" {
			continue
		}
		known := slices.Concat(code[folder], ofWholePackages, []string{path.Base(folder)})
		for _, name := range names {
			if !slices.ContainsFunc(known, func(k string) bool { return name == k || strings.HasPrefix(name, k+"_") }) {
				t.Errorf("%s%s_test.go: begin its name with that of the file that it tests", folder, name)
			}
		}
	}
}

// goFiles are all Go files, tests too.
func goFiles(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != "."):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go"):
			files = append(files, filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		t.Fatal("no Go files", err)
	}
	return files
}
