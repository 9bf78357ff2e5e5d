//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingBeside: a fight of the folder that is served names a file beside it, by its whole path or from folder to folder:
// the page says why that isn't read, and shows nothing of it.
func TestNothingBeside(t *testing.T) {
	dir := t.TempDir()
	served := filepath.Join(dir, "served", "rules")
	if err := os.MkdirAll(served, 0o777); err != nil {
		t.Fatal(err)
	}
	secret := strings.Replace(string(mustRead(t, "scuffle.yaml")), "title:", "title: hunter2 #", 1)
	if err := os.WriteFile(filepath.Join(dir, "secret.yaml"), []byte(secret), 0o666); err != nil {
		t.Fatal(err)
	}
	said := map[string]string{
		filepath.ToSlash(dir) + "/secret.yaml": "isn't a path relative to this file",
		"../../secret.yaml":                    "is outside the folder that rulec may read",
		"../secret.yaml":                       "there is no file secret.yaml",
	}
	names := map[string]string{}
	for path := range said {
		names[path] = fmt.Sprintf("rules/fight%d.yaml", len(names))
		text := strings.Replace(string(mustRead(t, "01-first-blood.yaml")), "./scuffle.yaml", path, 1)
		if err := os.WriteFile(filepath.Join(dir, "served", filepath.FromSlash(names[path])), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(filepath.Join(dir, "served"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p := openedWith(t, root)
	for path, want := range said {
		p.open(names[path])
		p.waitFor(`document.querySelector("#problems").textContent.includes(%s)`, quoted(want))
		p.click("#watch")
		p.waitFor(`document.querySelector("#notices").textContent.includes(%s)`, quoted(want))
		js[bool](p, `document.querySelector("#notices").replaceChildren() || true`)
		if js[bool](p, `document.documentElement.textContent.includes("hunter2")`) {
			t.Errorf("%s is shown", path)
		}
	}
}
