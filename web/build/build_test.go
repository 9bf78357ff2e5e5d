package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLeaner holds that libraries are those that changes were written for: what they take out stands
// there, and nothing that looks for methods by name is left.
func TestLeaner(t *testing.T) {
	for _, l := range libraries {
		folder, err := goTool("", "list", "-m", "-f", "{{.Dir}}", l.path)
		if err != nil {
			t.Fatal(err)
		}
		changed, err := l.files(folder)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range changed {
			for _, call := range []string{".MethodByName(methodName)", ".Method("} {
				if strings.Contains(text, call) {
					t.Errorf("%s still has %s", name, call)
				}
			}
		}
		if text := changed["builtin/builtin.go"]; l.rewritten != nil && (strings.Count(text, "{Name: ") < 60 || !strings.Contains(text, `{Name: "findLastIndex"},`)) {
			t.Errorf("not all functions are there:\n%s", text)
		}
	}
}

// TestStandard holds that packages of Go itself are those that changes were written for.
func TestStandard(t *testing.T) {
	goroot, err := goTool("", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	if err := overlayStandard(goroot, t.TempDir(), files); err != nil {
		t.Fatal(err)
	}
	for path := range files {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("what is replaced isn't there: %v", err)
		}
	}
	text, err := os.ReadFile(files[filepath.Join(goroot, "src", "regexp", "syntax", "parse.go")])
	if err != nil || strings.Contains(string(text), "unicode.Scripts") || strings.Contains(string(text), "unicode.Categories[") {
		t.Errorf("patterns still know the classes of Unicode; %v", err)
	}
}

// sortsAlike is a program that sorts by Go's package and by the files beside it, and fails where they differ: in values
// that have many equals, in order, backwards and at random.
const sortsAlike = `package main

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

type pair struct{ key, at int }

func main() {
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	for n := range 700 {
		for keys := 1; keys < 1000; keys *= 6 {
			for shape := range 3 {
				var list []pair
				var plain []int
				for i := range n {
					k := [3]int{rand.IntN(keys), i * keys / n, (n - i) * keys / n}[shape]
					list, plain = append(list, pair{k, i}), append(plain, k)
				}
				own, stable, ordered := slices.Clone(list), slices.Clone(list), slices.Clone(plain)
				SortFunc(own, byKey)
				SortStableFunc(stable, byKey)
				Sort(ordered)
				slices.Sort(plain)
				wanted := slices.Clone(list)
				slices.SortStableFunc(wanted, byKey)
				slices.SortFunc(list, byKey)
				if !slices.Equal(own, list) || !slices.Equal(stable, wanted) || !slices.Equal(ordered, plain) {
					panic("sorted otherwise")
				}
			}
		}
	}
}
`

// TestSorting holds that what sorts in the engine puts everything in the order in which Go does.
func TestSorting(t *testing.T) {
	goroot, err := goTool("", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	folder, files := t.TempDir(), map[string]string{"main.go": sortsAlike, "go.mod": "module sorting\n\ngo 1.25\n"}
	for _, l := range standard {
		if l.path != "slices" {
			continue
		}
		changed, err := l.files(filepath.Join(goroot, "src", "slices"))
		if err != nil {
			t.Fatal(err)
		}
		sort, err := os.ReadFile(filepath.Join(goroot, "src", "slices", "sort.go"))
		if err != nil {
			t.Fatal(err)
		}
		changed["sort.go"] = string(sort)
		for name, text := range changed {
			files[name] = strings.Replace(text, "package slices\n", "package main\n", 1)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := goTool(folder, "run", "."); err != nil {
		t.Error(err)
	}
	if _, err := sortedByNumber("func otherCmpFunc[E any](other []E, cmp func(a, b E) int) {}\n"); err == nil {
		t.Error("another way to write it isn't seen")
	}
}

// TestAnotherVersion holds that the build stops where a library has changed.
func TestAnotherVersion(t *testing.T) {
	for _, l := range libraries {
		folder := t.TempDir()
		for _, c := range l.changes {
			path := filepath.Join(folder, filepath.FromSlash(c.file))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("package other\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := l.files(folder); err == nil || !strings.Contains(err.Error(), "is it another version?") {
			t.Errorf("it says %v", err)
		}
	}
	for _, text := range []string{"", "\t{\n\t\tName: \"all\",\n\t},\n\t{\n\t\tName: called,\n\t},\n"} {
		if _, err := onlyNames(text); err == nil {
			t.Errorf("names are found in %q", text)
		}
	}
}

// TestNoMethodsByName holds what is read out of the list that the linker prints.
func TestNoMethodsByName(t *testing.T) {
	for _, x := range []struct{ said, want string }{
		{"", "-dumpdep"},
		{"# some/package\n", "-dumpdep"},
		{"main.main -> fmt.Println\nreflect.Value.Method <ReflectMethod> -> x\n", ""},
		{"main.main -> a/b.get <ReflectMethod>\na/b.get <ReflectMethod> -> x\n", "\n  a/b.get"},
		{"main.main -> a/b.get <UsedInIface>\n", ""},
	} {
		err := noMethodsByName([]byte(x.said))
		if (err == nil) != (x.want == "") || err != nil && !strings.HasSuffix(err.Error(), x.want) && !strings.Contains(err.Error(), x.want) {
			t.Errorf("of %q it says %v", x.said, err)
		}
	}
}

// TestSegments holds that the memory is the same in fewer pieces, and that nothing else of a module
// changes.
func TestSegments(t *testing.T) {
	long := strings.Repeat("x", 200)
	other := "\x00\x05\x04name"
	content := writeSegments([]segment{{8, []byte("ab")}, {12, []byte("c")}, {200, []byte(long)}, {400, []byte("d" + strings.Repeat("\x00", 65) + "e")}, {64, []byte("f\x00")}})
	module := header + other + "\x0b" + string(binary.AppendUvarint(nil, uint64(len(content)))) + string(content)
	fewer := func(module string) ([]byte, error) {
		list, err := readModule([]byte(module))
		for i, s := range list {
			if s.number != dataSection {
				continue
			}
			read, err := segments(s.content)
			if err != nil {
				return nil, err
			}
			memory, address, err := lay(read)
			if err != nil {
				return nil, err
			}
			list[i].content = writeSegments(cut(memory, address))
		}
		return writeModule(list), err
	}
	merged, err := fewer(module)
	if err != nil {
		t.Fatal(err)
	}
	want := writeSegments([]segment{{8, []byte("ab\x00\x00c" + strings.Repeat("\x00", 51) + "f")}, {200, []byte(long + "d")}, {466, []byte("e")}})
	if string(merged) != header+other+"\x0b"+string(binary.AppendUvarint(nil, uint64(len(want))))+string(want) {
		t.Errorf("it is %q", merged)
	}
	for _, at := range []int64{0, 63, 64, 127, 128, 1 << 20, 1<<31 - 1, -1, -64, -65, -1 << 31} {
		r := reader{rest: appendSigned(nil, at)}
		if got := r.signed(); got != at || r.torn || len(r.rest) > 0 {
			t.Errorf("%d is read as %d", at, got)
		}
	}
	for n := range len(module) {
		// Cut between sections it is a module, only a smaller one.
		if _, err := fewer(module[:n]); err == nil && n != len(header) && n != len(header+other) {
			t.Errorf("nobody notices that it ends after %d bytes", n)
		}
	}
	if _, _, err := lay([]segment{{8, []byte("a")}, {1 << 30, []byte("b")}}); err == nil {
		t.Error("it lays a memory of a gigabyte")
	}
}

// TestAdopted holds that styles are laid into a document as a sheet, or the build stops.
func TestAdopted(t *testing.T) {
	if got, err := adopted("a\n" + asElement + "\nb"); err != nil || got != "a\nif (true) {\nb" {
		t.Errorf("%q, %v", got, err)
	}
	for _, other := range []string{"", asElement + asElement} {
		if _, err := adopted(other); err == nil || !strings.Contains(err.Error(), "is it another version?") {
			t.Errorf("it says %v", err)
		}
	}
}

// TestLock holds that the lock of the page's packages is for any machine, and that every package
// has its checksum.
func TestLock(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "app", "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), `"resolved"`) || strings.Contains(string(text), "://") {
		t.Error("the lock says where packages come from, which is the machine's concern: see .npmrc")
	}
	if versions, sums := strings.Count(string(text), `"version":`), strings.Count(string(text), `"integrity":`); versions != sums {
		t.Errorf("%d packages, %d checksums", versions, sums)
	}
}

// TestOursAlone holds that a folder is replaced only if nothing else stands there.
func TestOursAlone(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "dist")
	files := map[string][]byte{"index.html": []byte("one"), engineName: nil}
	for range 2 {
		if err := ours(folder); err != nil {
			t.Fatal(err)
		}
		if err := put(folder, files); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "letters.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := ours(folder); err == nil {
		t.Error("a folder with letters would be replaced")
	}
}

// TestCompressed holds that the same bytes come out for the same bytes.
func TestCompressed(t *testing.T) {
	data := []byte(strings.Repeat("engine ", 1000))
	one, err := compressed(data, false)
	if err != nil {
		t.Fatal(err)
	}
	two, err := compressed(data, false)
	if err != nil || string(one) != string(two) || len(one) > 300 {
		t.Errorf("%d and %d bytes: %v", len(one), len(two), err)
	}
}

// TestLicences holds that whoever has written a part of the engine is named, with the licence.
func TestLicences(t *testing.T) {
	root, err := goTool("", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		t.Fatal(err)
	}
	goroot := t.TempDir()
	if err := os.WriteFile(filepath.Join(goroot, "LICENSE"), []byte("what Go demands"), 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := collectLicences(root, "", goroot, nil)
	if err != nil {
		t.Fatal(err)
	}
	for owner, want := range map[string]string{
		"Go\n": "what Go demands",
		"the Go module github.com/alecthomas/participle/v2 v2": "Alec Thomas",
		"the Go module github.com/expr-lang/expr v1":           "Anton Medvedev",
		"the Go module github.com/hashicorp/errwrap v1":        "Mozilla Public License",
		"the Go module github.com/hashicorp/go-multierror v1":  "Mozilla Public License",
		"the Go module gopkg.in/yaml.v3 v3":                    "Kirill Simonov",
	} {
		if _, after, named := strings.Cut(string(text), owner); !named || !strings.Contains(after, want) {
			t.Errorf("%q isn't named, or its text isn't there", owner)
		}
	}
	if _, err := licenceFiles(module{Path: "some/module", Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "some/module has no licence") {
		t.Errorf("of a module without a licence it says %v", err)
	}
}
