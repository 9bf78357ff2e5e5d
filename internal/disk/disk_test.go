package disk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// world is a folder with a file `full` of six bytes, a folder `folder` and a link
// `link` to the file.
func world(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	full := filepath.Join(dir, "full")
	err := errors.Join(os.WriteFile(full, []byte("before"), 0o640), os.Chmod(full, 0o640),
		os.Mkdir(filepath.Join(dir, "folder"), 0o777), os.Symlink("full", filepath.Join(dir, "link")))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRead(t *testing.T) {
	dir := world(t)
	for _, test := range []struct {
		name string
		most int64
		want string
	}{
		{"full", 6, ""},
		{"link", 6, ""},
		{"full", 5, ": too long: the limit is 5 bytes"},
		{"folder", 6, ": it is a folder"},
		{"nowhere", 6, "there is no file"},
		{"full/of", 6, ": not a directory"},
	} {
		path := filepath.Join(dir, test.name)
		text, err := Read(path, test.most)
		if test.want == "" {
			if err != nil || string(text) != "before" {
				t.Errorf("%s: %q, %v", test.name, text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want its name and %q", test.name, err, test.want)
		}
	}
}

func TestReplace(t *testing.T) {
	for name, want := range map[string]string{
		"full": "", "link": "", "new": "",
		"folder": ": it is a folder", "nowhere/new": ": there is no folder",
		"full/of": ": not a directory",
	} {
		dir := world(t)
		path := filepath.Join(dir, name)
		before := listed(t, dir)
		err := Replace(path, []byte("after"))
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v, want its name and %q", name, err, want)
			}
			if after := listed(t, dir); after != before {
				t.Errorf("%s: it left %s of %s", name, after, before)
			}
			continue
		}
		text, readErr := os.ReadFile(path)
		if err != nil || readErr != nil || string(text) != "after" {
			t.Errorf("%s: %q, %v, %v", name, text, err, readErr)
		}
		if name == "new" {
			before += " new"
		}
		if after := listed(t, dir); after != before {
			t.Errorf("%s: the folder holds %s, want %s", name, after, before)
		}
	}
}

// TestReplaceKeeps holds that a link stays one, and that a file keeps its permissions.
func TestReplaceKeeps(t *testing.T) {
	dir := world(t)
	if err := Replace(filepath.Join(dir, "link"), []byte("after")); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(filepath.Join(dir, "link")); err != nil || to != "full" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	info, err := os.Stat(filepath.Join(dir, "full"))
	if err != nil || info.Size() != 5 {
		t.Errorf("what the link leads to wasn't written: %v, %v", info, err)
	}
	if want := os.FileMode(0o640); info.Mode().Perm() != want {
		t.Errorf("the permissions are %v, want %v", info.Mode().Perm(), want)
	}
}

// listed returns the names in a folder.
func listed(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
