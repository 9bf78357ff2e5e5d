package lang

import (
	"io/fs"
	"os"
	"path/filepath"
)

// The one door of the language to the disks of the operating system. It stays shut where Options.Files says what files
// there are: then nothing else is read or looked for, whatever path anybody writes.

// roots are folders that have been opened; nothing outside them is read.
type roots []*os.Root

func (r roots) close() {
	for _, x := range r {
		x.Close()
	}
}

// isOnDisk tells whether a path leads to a file of the operating system.
func (f *files) isOnDisk(path string) bool {
	if f.opts.Files != nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Shown returns how messages call the file of the operating system that has this path: by its path
// from the working directory, if that is shorter than the whole one.
func Shown(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, full); err == nil && (filepath.IsLocal(rel) || len(rel) < len(full)) {
			full = rel
		}
	}
	return filepath.ToSlash(full)
}

// openPath returns the location of a file of the operating system, on a disk that
// is all that the files which it names can reach: Options.Root, or the
// working directory, or the file's own folder if it lies elsewhere.
func (f *files) openPath(name string) (location, error) {
	if f.opts.Files != nil {
		return location{}, fs.ErrNotExist
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return location{}, err
	}
	root, err := filepath.Abs(f.opts.Root)
	if err != nil {
		return location{}, err
	}
	inside, err := filepath.Rel(root, full)
	if err != nil || !filepath.IsLocal(inside) {
		if f.opts.Root != "" {
			return location{}, errOutsideRoot
		}
		root, inside = filepath.Dir(full), filepath.Base(full)
	}
	opened, err := os.OpenRoot(root)
	if err != nil {
		return location{}, err
	}
	f.roots = append(f.roots, opened)
	return location{&disk{files: opened.FS(), root: root}, filepath.ToSlash(inside)}, nil
}
