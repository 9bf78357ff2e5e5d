// Package rulec_test holds what is true of the house as a whole: which way its
// arrows run, and that no combat system is known to the Go code.
package rulec_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/types"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// source is a Go file of the house that is no test.
type source struct {
	path string // from the root, with forward slashes
	file *ast.File
	set  *token.FileSet
}

// sources returns all Go files but tests and what lies in testdata.
func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	set := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != "."):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		list = append(list, source{filepath.ToSlash(path), file, set})
		return nil
	})
	if err != nil || len(list) == 0 {
		t.Fatal("no Go files", err)
	}
	return list
}

// TestNoSystemInGo collects every name that the rulesets and the tutorial
// declare, takes away the words of the language, and fails where one of the rest
// stands as a string in Go: the Go code must not know any combat system.
func TestNoSystemInGo(t *testing.T) {
	declared := declaredNames(t)
	for _, w := range slices.Concat(types.Words(), syntax.Words(), publishedWords(t)) {
		delete(declared, w)
	}
	if len(declared) < 300 {
		t.Fatalf("only %d names: the rulesets declare more", len(declared))
	}
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if _, imports := n.(*ast.ImportSpec); imports {
				return false
			}
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if owner := declared[text]; err == nil && owner != "" {
				t.Errorf("%s: %q is a word of the ruleset %s", s.set.Position(literal.Pos()), text, owner)
			}
			return true
		})
	}
}

// declaredNames returns every name that a ruleset declares, with the ruleset.
func declaredNames(t *testing.T) map[string]string {
	t.Helper()
	names := map[string]string{}
	for path, opts := range everyRuleset(t) {
		prog, list := lang.Load(path, opts)
		if prog == nil {
			t.Errorf("%s can't be loaded, so that its names are unknown: %v", path, list.Err())
			continue
		}
		collect(reflect.ValueOf(prog), map[uintptr]bool{}, func(name string) { names[name] = prog.Name })
	}
	return names
}

// everyRuleset returns the rulesets that come with the program, and the tutorial.
func everyRuleset(t *testing.T) map[string]lang.Options {
	t.Helper()
	list := map[string]lang.Options{"examples/scuffle.yaml": {}}
	entries, err := fs.ReadDir(rulesets.Files, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == ".yaml" {
			list[e.Name()] = lang.Options{Files: rulesets.Files, Library: stdlib.Files}
		}
	}
	return list
}

// nameFields are the fields of a program's structs that hold declared names.
var nameFields = []string{"Name", "Plural", "Group", "Label", "Keys", "Choices", "Choice"}

// isName is what the language allows as a name. Names of one letter can't be
// told from anything.
var isName = regexp.MustCompile(`^[a-z][a-z0-9_]+$`)

// collect walks all that hangs on a program and gives each declared name to add.
func collect(v reflect.Value, seen map[uintptr]bool, add func(string)) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return
		}
		seen[v.Pointer()] = true
		collect(v.Elem(), seen, add)
	case reflect.Interface:
		collect(v.Elem(), seen, add)
	case reflect.Slice:
		for i := range v.Len() {
			collect(v.Index(i), seen, add)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[diag.Span]() {
			return
		}
		for i := range v.NumField() {
			if slices.Contains(nameFields, v.Type().Field(i).Name) {
				addNames(v.Field(i), add)
			}
			collect(v.Field(i), seen, add)
		}
	}
}

// addNames adds a name, or each of a list.
func addNames(v reflect.Value, add func(string)) {
	switch {
	case v.Kind() == reflect.String && isName.MatchString(v.String()):
		add(v.String())
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			addNames(v.Index(i), add)
		}
	}
}

// publishedWords returns the words of spec/words.md, which a test there holds
// equal to what the program reads and says.
func publishedWords(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("spec/words.md")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(string(text), -1) {
		words = append(words, m[1])
	}
	return words
}

// imports returns the packages of the house that a file imports, without the
// module's name, and the others.
func imports(f *ast.File) (ours, others []string) {
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if inside, ok := strings.CutPrefix(path, "github.com/rulec/rulec/"); ok {
			ours = append(ours, inside)
		} else {
			others = append(others, path)
		}
	}
	return ours, others
}

// mayImport says which packages of ours each part of the house may import.
var mayImport = map[string][]string{
	"cmd":      {"cmd", "internal", "session", "interp", "lang", "stdlib", "rulesets", "examples", "spec", "web"},
	"web":      {"web", "internal", "session", "interp", "lang", "stdlib", "rulesets", "examples", "spec"},
	"internal": {"internal", "session", "interp", "lang"},
	"session":  {"interp", "lang"},
	"interp":   {"interp", "lang"},
	"lang":     {"lang"},
	"stdlib":   nil,
	"rulesets": nil,
	"examples": nil,
	"spec":     nil,
}

// rooms says which packages of ours each room of lang and interp may import: those that stand
// above it in this list, and no others.
var rooms = map[string][]string{
	"lang/diag":      nil,
	"lang/foreign":   nil,
	"lang/tree":      {"lang/diag", "lang/foreign"},
	"lang/syntax":    {"lang/diag", "lang/foreign"},
	"lang/program":   {"lang/diag"},
	"lang/calc":      {"lang/program"},
	"lang/format":    {"lang/diag", "lang/tree"},
	"lang/types":     {"lang/calc", "lang/diag", "lang/foreign", "lang/program", "lang/syntax", "lang/tree"},
	"lang/decode":    {"lang/diag", "lang/format", "lang/types", "lang/program", "lang/tree"},
	"lang/decls":     {"lang/diag", "lang/format", "lang/types", "lang/program", "lang/decode", "lang/syntax", "lang/tree"},
	"lang/encounter": {"lang/diag", "lang/format", "lang/types", "lang/program", "lang/decode", "lang/syntax", "lang/tree"},
	"lang/vet":       {"lang/calc", "lang/diag", "lang/program"},
	"lang/dump":      {"lang/diag", "lang/program", "lang/tree"},
	"interp/keyed":   nil,
	"interp/number":  nil,
	"interp/dice":    {"interp/keyed", "interp/number"},
	"interp/board":   {"interp/number", "lang/program"},
	"interp/deps":    nil,
	"interp/state":   {"interp/board", "interp/number", "lang/program"},
	"interp/value":   {"interp/board", "interp/dice", "interp/number", "lang/program"},
	"interp/profile": {"lang/diag"},
	"interp/trace":   {"interp/board", "interp/dice", "interp/number", "interp/value", "lang/diag", "lang/program"},
	"interp/story":   {"interp/board", "interp/dice", "interp/number", "interp/trace", "interp/value", "lang/diag", "lang/program"},
	"interp/code": {
		"interp/board", "interp/deps", "interp/dice", "interp/number", "interp/state", "interp/value", "lang/calc", "lang/diag", "lang/program",
	},
	"interp/exec": {
		"interp/board", "interp/code", "interp/deps", "interp/dice", "interp/keyed", "interp/number", "interp/profile", "interp/state", "interp/trace",
		"interp/value", "lang/calc", "lang/diag", "lang/program",
	},
	"interp/think": {"interp/board", "interp/exec", "interp/value", "lang/program"},
	"interp/compile": {
		"interp/board", "interp/code", "interp/deps", "interp/dice", "interp/exec", "interp/keyed", "interp/number", "interp/state", "interp/value",
		"lang/diag", "lang/program",
	},
	"interp/script": {"interp", "interp/board", "interp/dice", "interp/exec", "interp/value", "lang/diag", "lang/program"},
	"interp/odds":   {"interp", "interp/board", "interp/dice", "interp/exec", "interp/script", "lang/diag", "lang/program"},
}

// TestArrows holds the arrows of ARCHITECTURE.md: cmd -> internal -> session -> interp ->
// lang, the rooms of lang and interp among themselves, and data imports nothing.
func TestArrows(t *testing.T) {
	for _, s := range sources(t) {
		if allowed, isRoom := rooms[path.Dir(s.path)]; isRoom {
			ours, _ := imports(s.file)
			for _, p := range ours {
				if !slices.Contains(allowed, p) {
					t.Errorf("%s imports %s: this room may import %v", s.path, p, allowed)
				}
			}
		} else if (strings.HasPrefix(s.path, "interp/") || strings.HasPrefix(s.path, "lang/")) && strings.Count(s.path, "/") > 1 {
			t.Errorf("%s: say in rooms what this room may import", s.path)
		}
		part, _, nested := strings.Cut(s.path, "/")
		allowed, known := mayImport[part]
		if !nested || !known {
			t.Errorf("%s: which part of the house is this?", s.path)
			continue
		}
		ours, _ := imports(s.file)
		for _, path := range ours {
			if to, _, _ := strings.Cut(path, "/"); !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s: %s may import %v", s.path, path, part, allowed)
			}
		}
	}
}

// changing are the methods of interp/state that change one; changers the files that call
// them: effects and payments, and what lays a fight out or goes on with one.
var (
	changing = []string{"SetCell", "SetRow", "Include", "SetPlace", "SetCarrier", "Gain", "Lose", "Put", "Begin", "End", "Clear", "Take", "Release"}
	changers = []string{
		"interp/exec/effect.go", "interp/exec/condition.go", "interp/exec/pay.go", "interp/exec/agenda.go", "interp/exec/slots.go",
		"interp/exec/start.go", "interp/exec/restore.go",
	}
)

// TestOnlyEffectsChangeTheState holds that sentence of ARCHITECTURE.md.
func TestOnlyEffectsChangeTheState(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		if path.Dir(s.path) != "interp/exec" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains(changing, method.Sel.Name) {
				return true
			}
			if of, ok := method.X.(*ast.SelectorExpr); !ok || !slices.Contains([]string{"state", "base", "Initial", "Agenda"}, of.Sel.Name) {
				return true
			}
			used[s.path] = true
			if !slices.Contains(changers, s.path) {
				t.Errorf("%s changes the state by %s: only %v do", s.path, method.Sel.Name, changers)
			}
			return true
		})
	}
	for _, path := range changers {
		if !used[path] {
			t.Errorf("%s doesn't change the state", path)
		}
	}
}

// keepers are the parts of an exec.Machine, each with the files in which it is written: the
// one that declares it, and what else belongs to it.
var keepers = map[string][]string{
	"turns":      {"agenda.go", "slots.go"},
	"acts":       {"act.go"},
	"events":     {"event.go"},
	"settling":   {"settle.go"},
	"batch":      {"batch.go"},
	"payments":   {"pay.go"},
	"search":     {"propose.go"},
	"tally":      {"notice.go"},
	"memory":     {"memory.go", "notice.go"},
	"second":     {"memory.go"},
	"work":       {"runtime_error.go"},
	"record":     {"tell.go", "explain.go"},
	"witness":    {"witness.go"},
	"ledger":     {"ahead.go"},
	"conclusion": {"conclusion.go"},
	"trail":      {"trail.go"},
	"laws":       {"law.go"},
}

// unkept are structs of a machine that nobody keeps: what it was made with, what runs, and
// memory that is used again.
var unkept = []string{"opts", "limits", "root", "room"}

// TestPartsAreKept holds that nobody writes a field of a part of the machine but the files
// that keep it: others call a method that says what they want. A pointer to an element of a
// part is not followed: who takes one writes rows, and sees what it does.
func TestPartsAreKept(t *testing.T) {
	types := partsOfMachine(t)
	for name := range types {
		if keepers[name] == nil && !slices.Contains(unkept, name) {
			t.Errorf("say in keepers which files keep the part %s of a machine", name)
		}
	}
	for name := range keepers {
		if types[name] == "" {
			t.Errorf("a machine has no part %s", name)
		}
	}
	for _, name := range unkept {
		delete(types, name)
	}
	for _, s := range sources(t) {
		if path.Dir(s.path) != "interp/exec" {
			continue
		}
		for _, d := range s.file.Decls {
			w := writes{types: types}
			if f, ok := d.(*ast.FuncDecl); ok {
				w.receiver, w.own = partReceiver(f, types)
			}
			ast.Inspect(d, w.inspect)
			for _, found := range w.found {
				if files := keepers[found.part]; !slices.Contains(files, path.Base(s.path)) {
					t.Errorf("%s writes a field of %s, a part of the machine that is written in %s alone: call a method of it that stands there and says what is done",
						s.set.Position(found.at), found.part, strings.Join(files, " and "))
				}
			}
		}
	}
}

// partsOfMachine returns the fields of exec.Machine that are structs of the package, with
// their types.
func partsOfMachine(t *testing.T) map[string]string {
	t.Helper()
	structs := map[string]*ast.StructType{}
	for _, s := range sources(t) {
		if path.Dir(s.path) != "interp/exec" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if x, ok := spec.Type.(*ast.StructType); ok {
					structs[spec.Name.Name] = x
				}
			}
			return true
		})
	}
	types := map[string]string{}
	for _, f := range structs["Machine"].Fields.List {
		for _, name := range f.Names {
			if of, ok := f.Type.(*ast.Ident); ok && structs[of.Name] != nil {
				types[name.Name] = of.Name
			}
		}
	}
	return types
}

// partReceiver returns the name of a method's receiver, and which part that is; "": none.
func partReceiver(f *ast.FuncDecl, types map[string]string) (receiver, part string) {
	if f.Recv == nil || len(f.Recv.List[0].Names) == 0 {
		return "", ""
	}
	of, ok := f.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return "", ""
	}
	for name, typ := range types {
		if x, ok := of.X.(*ast.Ident); ok && x.Name == typ {
			return f.Recv.List[0].Names[0].Name, name
		}
	}
	return "", ""
}

// writes are the places of a declaration that write a part. In a method of a part, own, its
// receiver stands for it.
type writes struct {
	types         map[string]string
	receiver, own string
	// handed are pointers to a part that its own methods are given, such as copyTo.
	handed []ast.Expr
	found  []written
}

type written struct {
	part string
	at   token.Pos
}

// inspect looks for what writes: assignments, x++, clear(x), copy(x, ..), and &x of a part or of
// a field of one.
func (w *writes) inspect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			w.note(n.Lhs...)
		}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			w.note(n.Key, n.Value)
		}
	case *ast.IncDecStmt:
		w.note(n.X)
	case *ast.CallExpr:
		switch f := n.Fun.(type) {
		case *ast.Ident:
			if f.Name == "clear" || f.Name == "copy" {
				w.note(n.Args[0])
			}
		case *ast.SelectorExpr:
			if part, whole, _ := w.partOf(f.X); part != "" && whole {
				w.handed = append(w.handed, n.Args...)
			}
		}
	case *ast.UnaryExpr:
		if n.Op != token.AND {
			break
		}
		if _, whole, element := w.partOf(n.X); !element && !(whole && slices.Contains(w.handed, ast.Expr(n))) {
			w.note(n.X)
		}
	}
	return true
}

// note notes the parts that what is written belongs to.
func (w *writes) note(targets ...ast.Expr) {
	for _, e := range targets {
		if part, _, _ := w.partOf(e); part != "" {
			w.found = append(w.found, written{part, e.Pos()})
		}
	}
}

// partOf returns the part that an expression belongs to, "": to none; whether it is the part as
// a whole; and whether it is an element of something in it, such as a row that its method at
// returns, or stands in one.
func (w *writes) partOf(e ast.Expr) (part string, whole, element bool) {
	whole = true
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			if _, isPart := w.types[x.Sel.Name]; isPart && isMachine(x.X) {
				return x.Sel.Name, whole, element
			}
			e = x.X
		case *ast.IndexExpr:
			e, element = x.X, true
		case *ast.CallExpr:
			row, ok := x.Fun.(*ast.SelectorExpr)
			if !ok || row.Sel.Name != "at" {
				return "", false, false
			}
			e, element = row.X, true
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.Ident:
			if x.Name == w.receiver {
				return w.own, whole, element
			}
			return "", false, false
		default:
			return "", false, false
		}
		whole = false
	}
}

// isMachine tells whether an expression is a machine, as they are called everywhere: m, or the
// field m of something; f where it is a fork.
func isMachine(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name == "m" || x.Name == "f"
	case *ast.SelectorExpr:
		return x.Sel.Name == "m"
	case *ast.StarExpr:
		return isMachine(x.X)
	case *ast.ParenExpr:
		return isMachine(x.X)
	}
	return false
}

// foreign are libraries that only one place of the house may know.
var foreign = map[string]string{
	"gopkg.in/yaml.v3":                    "lang/tree/",
	"github.com/expr-lang/expr":           "lang/syntax/",
	"github.com/alecthomas/participle/v2": "lang/syntax/",
	"github.com/spf13/cobra":              "cmd/rulec/cli/",
	"github.com/evanw/esbuild":            "web/build/",
	"github.com/peterh/liner":             "internal/terminal/",
	"golang.org/x/term":                   "internal/terminal/",
}

// TestForeignLibraries holds that each library that reads text is known to one
// package, and yaml.v3, expr and liner to one file of it.
func TestForeignLibraries(t *testing.T) {
	users := map[string][]string{}
	for _, s := range sources(t) {
		_, others := imports(s.file)
		for _, path := range others {
			for library, place := range foreign {
				if path != library && !strings.HasPrefix(path, library+"/") {
					continue
				}
				if !strings.HasPrefix(s.path, place) {
					t.Errorf("%s imports %s, which only %s may", s.path, path, place)
				}
				if !slices.Contains(users[library], s.path) {
					users[library] = append(users[library], s.path)
				}
			}
		}
	}
	for _, library := range []string{"gopkg.in/yaml.v3", "github.com/expr-lang/expr", "github.com/peterh/liner"} {
		if len(users[library]) != 1 {
			t.Errorf("%s is imported by %v; it has to be one file", library, users[library])
		}
	}
}

// outside are packages by which something of the world gets in or out, or two runs differ,
// and the places that may use them.
var outside = map[string][]string{
	"math/rand":    {"cmd/"},
	"math/rand/v2": {"cmd/", "internal/laws/"}, // from a seed alone
	"time":         {"cmd/", "internal/", "web/build/", "web/engine/"},
	"os":           {"cmd/", "internal/", "lang/system.go", "web/build/"},
	"net":          {"internal/serve/"},
	"net/http":     {"internal/serve/"},
	"os/exec":      {"web/build/", "cmd/rulec/cli/browser.go"},
	"os/user":      {},
	"plugin":       {},
	"syscall":      {"cmd/", "internal/disk/"},
	"syscall/js":   {"web/wasm/"},
	"unsafe":       {},

	"golang.org/x/sys/unix":    {"internal/terminal/"},
	"golang.org/x/sys/windows": {"internal/terminal/"},
}

// TestNoDoors holds that nothing in the language or the interpreter can know the time, ask
// for chance, or reach the network, other programs or the machine; that only what finds
// files reads any.
func TestNoDoors(t *testing.T) {
	for _, s := range sources(t) {
		_, others := imports(s.file)
		for _, path := range others {
			places, watched := outside[path]
			if watched && !slices.ContainsFunc(places, func(p string) bool { return strings.HasPrefix(s.path, p) }) {
				t.Errorf("%s imports %s", s.path, path)
			}
		}
	}
}

// testInPage is a test that a page names.
var testInPage = regexp.MustCompile("`(Test[A-Za-z]+)`")

// TestSecurityPage holds that behind every sentence of SECURITY.md stand tests, and that
// they exist.
func TestSecurityPage(t *testing.T) {
	page, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	known := allTests(t)
	items := 0
	for _, line := range strings.Split(strings.ReplaceAll(string(page), "\n  ", " "), "\n") {
		if !strings.HasPrefix(line, "- ") {
			continue
		}
		items++
		tests := testInPage.FindAllStringSubmatch(line, -1)
		if len(tests) == 0 {
			t.Errorf("nothing holds: %s", line)
		}
		for _, m := range tests {
			if !known[m[1]] {
				t.Errorf("there is no test %s", m[1])
			}
		}
	}
	if items == 0 {
		t.Error("SECURITY.md says nothing")
	}
}

// allTests returns the names of all tests.
func allTests(t *testing.T) map[string]bool {
	t.Helper()
	header := regexp.MustCompile(`(?m)^func (Test[A-Za-z]+)\(`)
	known := map[string]bool{}
	for _, pattern := range []string{"*_test.go", "*/*_test.go", "*/*/*_test.go", "*/*/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range header.FindAllStringSubmatch(string(text), -1) {
				known[m[1]] = true
			}
		}
	}
	return known
}

// machinePath finds places of one machine in a text.
var machinePath = regexp.MustCompile(`/(home|root|tmp|work|Users|private|mnt)/[A-Za-z0-9._-]+|[A-Z]:\\\\`)

// TestNoMachinePaths holds that no file of the house names a place of somebody's
// machine.
func TestNoMachinePaths(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if d.Name() == ".git" || d.Name() == "fuzz" || d.Name() == "node_modules" || path == filepath.Join("web", "dist") {
				return filepath.SkipDir
			}
			return nil
		case filepath.Base(path) == "house_test.go" || !slices.Contains(textFiles, filepath.Ext(path)):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if at := machinePath.FindIndex(text); at != nil {
			line := 1 + strings.Count(string(text[:at[0]]), "\n")
			t.Errorf("%s:%d: %q is a place of one machine", path, line, text[at[0]:at[1]])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var textFiles = []string{".go", ".md", ".yaml", ".yml", ".txt", ".txtar", ".ebnf", ".mod", ".sh", ".json", ".html", ".css", ".js", ".ts", ".svg", ""}

// pathInPage is a file or folder of the house that a page names.
var pathInPage = regexp.MustCompile("`((?:cmd|internal|interp|lang|rulesets|examples|spec|\\.ci)(?:/[a-z0-9_./-]+)?|[A-Za-z_.]+\\.(?:go|md|mod))`")

// TestPagesNameWhatIsThere holds that the files and folders that ARCHITECTURE.md,
// CONTRIBUTING.md and SECURITY.md send a reader to exist.
func TestPagesNameWhatIsThere(t *testing.T) {
	for _, page := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		most := 165
		if page == "ARCHITECTURE.md" {
			most = 206 // with a glossary and the code of the page; the table of lines is read by a test
		}
		if lines := strings.Count(string(text), "\n") - len(budgetRow.FindAll(text, -1)); lines > most {
			t.Errorf("%s has %d lines: it is a map, not a book", page, lines)
		}
		for _, m := range pathInPage.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s names %s, which isn't there", page, m[1])
			}
		}
	}
}

// operatorFiles are the files that name operators of numbers, each with what it does about them. What they compute stands in
// lang/calc alone; the instructions that the processor computes are held equal to it by TestCalculators.
var operatorFiles = map[string]string{
	"lang/calc/calc.go":                "computes",
	"lang/types/arithmetic.go":         "finds the operator that is written",
	"lang/types/assign.go":             "turns -= into a sum",
	"lang/types/statements.go":         "takes what is paid from what is committed",
	"lang/dump/expr.go":                "writes it",
	"lang/vet/ranges.go":               "says whether it rises with its arguments",
	"lang/vet/compare.go":              "asks lang/calc where comparisons hold",
	"lang/vet/reach.go":                "looks for distances that are compared",
	"lang/vet/endless.go":              "looks for numbers that stay as they are",
	"interp/compile/value.go":          "makes an instruction of it",
	"interp/compile/jump.go":           "makes a jump of it",
	"interp/compile/constant.go":       "knows what is fixed before play",
	"interp/compile/formula.go":        "looks for plain comparisons",
	"interp/compile/card_sorts.go":     "looks for comparisons of cards",
	"interp/exec/sums.go":              "takes sums apart that are told",
	"interp/exec/expect.go":            "tells what a comparison was about",
	"interp/story/wording.go":          "knows the plain checks",
	"internal/book/words/claim.go":     "says it in words",
	"internal/book/words/formula.go":   "says it in words",
	"internal/book/words/functions.go": "says it in words",
}

// TestOneMeaning holds that no other file of the house has a case for an operator of numbers.
func TestOneMeaning(t *testing.T) {
	operator := regexp.MustCompile(`^Op(Neg|Add|Sub|Mul|Div|Mod|Pow|Less|LessEq|Greater|GreaterEq|NotEq|StepDiff)$`)
	named := map[string]bool{}
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if x, ok := n.(*ast.SelectorExpr); ok {
				of, _ := x.X.(*ast.Ident)
				named[s.path] = named[s.path] || of != nil && of.Name == "program" && operator.MatchString(x.Sel.Name)
			}
			return true
		})
		if named[s.path] && operatorFiles[s.path] == "" {
			t.Errorf("%s names operators: if it computes them, lang/calc has to; else say in operatorFiles what it does", s.path)
		}
	}
	for path := range operatorFiles {
		if !named[path] {
			t.Errorf("%s names no operator", path)
		}
	}
}
