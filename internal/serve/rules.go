package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Limits for a folder of rules, for users who serve their home by mistake.
const (
	// MaxRules is the maximum number of YAML files, MaxEntries that of files and folders of any type.
	MaxRules   = 1000
	MaxEntries = 50_000
)

// rules are the YAML files of a folder. Nothing outside of it can be reached, because that is how an os.Root opens files.
// Links inside of it aren't followed either: their targets have names of their own, or are hidden.
type rules struct {
	folder *os.Root
	// write is set if the page may save, saving is held while it does.
	write  bool
	saving sync.Mutex
}

// path returns the path of the folder; empty means that there is none.
func (r *rules) path() string {
	if r == nil {
		return ""
	}
	if whole, err := filepath.Abs(r.folder.Name()); err == nil {
		return whole
	}
	return r.folder.Name()
}

// list returns the paths of the files, sorted.
func (r *rules) list() ([]string, error) {
	list, seen := []string{}, 0
	err := fs.WalkDir(r.folder.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if seen++; seen > MaxEntries {
			return fmt.Errorf("the folder has more than %d files of all types: serve a smaller one", MaxEntries)
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
			return fmt.Errorf("the folder has more than %d YAML files: serve a smaller one", MaxRules)
		}
		return nil
	})
	slices.Sort(list)
	return list, err
}

// isRules reports whether a path is that of a file that is served.
func isRules(name string) bool {
	ending := path.Ext(name)
	return (ending == ".yaml" || ending == ".yml") && plain(name) && utf8.ValidString(name)
}

// read returns the content of a file, in UTF-8.
func (r *rules) read(name string) ([]byte, error) {
	if !isRules(name) || r.leadsElsewhere(name) {
		return nil, fs.ErrNotExist
	}
	text, err := disk.ReadIn(r.folder.FS(), name, tree.MaxBytes)
	return []byte(diag.UTF8(string(text))), err
}

// leadsElsewhere reports whether a path goes through a link.
func (r *rules) leadsElsewhere(name string) bool {
	for ; name != "."; name = path.Dir(name) {
		if info, err := r.folder.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

// save writes a file as a whole or not at all: it is written beside the old one, and moved there.
func (r *rules) save(name string, text []byte) error {
	if err := r.folder.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	beside := path.Join(path.Dir(name), ".rulec-saving")
	file, err := r.folder.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = r.folder.Rename(beside, name)
	}
	if err != nil {
		_ = r.folder.Remove(beside)
	}
	return err
}
