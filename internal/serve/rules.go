package serve

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// What a folder of rules may hold. Whoever serves a home by mistake hears so.
const (
	// MaxRules is how many YAML files there may be, MaxEntries how many files and folders of any sort.
	MaxRules   = 1000
	MaxEntries = 50_000
)

// rules are the YAML files of a folder, for reading. Nothing outside of it is reached, since that is
// how an os.Root opens files. Links aren't followed inside of it either: what they lead to has a name
// of its own, or is hidden.
type rules struct{ folder *os.Root }

// list returns the paths of the files, sorted.
func (r *rules) list() ([]string, error) {
	list, seen := []string{}, 0
	err := fs.WalkDir(r.folder.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if seen++; seen > MaxEntries {
			return fmt.Errorf("the folder holds more than %d files of all sorts: serve a smaller one", MaxEntries)
		}
		switch {
		case name == ".":
			return err
		case err != nil: // a folder that this user may not read
			return nil
		case strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && isRules(name):
			list = append(list, name)
		}
		if len(list) > MaxRules {
			return fmt.Errorf("the folder holds more than %d YAML files: serve a smaller one", MaxRules)
		}
		return nil
	})
	slices.Sort(list)
	return list, err
}

// isRules reports whether a path is that of a file which is served.
func isRules(name string) bool {
	ending := path.Ext(name)
	return (ending == ".yaml" || ending == ".yml") && plain(name) && utf8.ValidString(name)
}

// read returns what is in a file, in UTF-8.
func (r *rules) read(name string) ([]byte, error) {
	if !isRules(name) {
		return nil, fs.ErrNotExist
	}
	for i := range name + "/" {
		if i < len(name) && name[i] != '/' {
			continue
		}
		if info, err := r.folder.Lstat(name[:i]); err != nil || info.Mode()&fs.ModeSymlink != 0 {
			return nil, fs.ErrNotExist
		}
	}
	text, err := readFile(r.folder.FS(), name, tree.MaxBytes)
	return []byte(diag.UTF8(string(text))), err
}
