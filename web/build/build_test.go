package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLimits holds that an engine that is too large is refused, with how much it is by and where that is set.
func TestLimits(t *testing.T) {
	forms, err := formsOf([]byte(strings.Repeat("engine ", 1000)), make([]byte, 900))
	if err != nil || len(forms) != 3 || forms[0].bytes != 900 || forms[1].bytes < 20 || forms[1].bytes > 200 || forms[2].bytes != 7000 {
		t.Fatalf("%+v, %v", forms, err)
	}
	for i := range forms {
		forms[i].bytes = forms[i].most
	}
	if err := withinLimits(forms); err != nil {
		t.Errorf("just within its limits: %v", err)
	}
	forms[0].bytes, forms[2].bytes = 5_200_001, 35_000_000
	const want = "the engine is too large: as xz 5200001 bytes, 1 more than the limit of 5200000; " +
		"as it is 35000000 bytes, 1000000 more than the limit of 34000000. Limits are set in web/build/budget.go"
	if err := withinLimits(forms); err == nil || err.Error() != want {
		t.Errorf("it says %v", err)
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
	one, err := compressed(data)
	if err != nil {
		t.Fatal(err)
	}
	two, err := compressed(data)
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
	for name, text := range map[string]string{"LICENSE": "what Go demands", "PATENTS": "what Go grants"} {
		if err := os.WriteFile(filepath.Join(goroot, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := collectLicences(root, "", goroot, nil)
	if err != nil {
		t.Fatal(err)
	}
	for owner, want := range map[string]string{
		"Go\n\nwhat Go d": "emands",
		"Go\n\nwhat Go g": "rants",
		"the Go module codeberg.org/go-fonts/liberation v0":     "SIL OPEN FONT LICENSE",
		"the Go module github.com/golang/freetype v0":           "The FreeType Project LICENSE",
		"the Go module github.com/inconshreveable/mousetrap v1": "Apache License", // on Windows alone
		"the Go module github.com/spf13/cobra v1":               "Apache License",
		"the Go module golang.org/x/image v0":                   "Additional IP Rights Grant",
		"the Go module github.com/alecthomas/participle/v2 v2":  "Alec Thomas",
		"the Go module github.com/expr-lang/expr v1":            "Anton Medvedev",
		"the Go module github.com/hashicorp/errwrap v1":         "Mozilla Public License",
		"the Go module github.com/hashicorp/go-multierror v1":   "Mozilla Public License",
		"the Go module github.com/peterh/liner v1":              "Peter Harris",
		"the Go module gopkg.in/yaml.v3 v3":                     "Kirill Simonov",
	} {
		if _, after, named := strings.Cut(string(text), owner); !named || !strings.Contains(after, want) {
			t.Errorf("%q isn't named, or its text isn't there", owner)
		}
	}
	if _, err := licenceFiles(module{Path: "some/module", Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "some/module has no licence") {
		t.Errorf("of a module without a licence it says %v", err)
	}
}
