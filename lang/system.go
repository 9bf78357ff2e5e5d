package lang

import (
	"io/fs"
	"os"
	"path/filepath"
)

// The only access of the language to the disks of the operating system. It is closed if Options.Files is set:
// then nothing else is read or searched, whatever the path.

// roots are folders that have been opened; nothing outside them is read.
type roots []*os.Root

func (r roots) close() {
	for _, x := range r {
		x.Close()
	}
}

// isOnDisk reports whether a path leads to a regular file of the operating system.
func (f *files) isOnDisk(path string) bool {
	if f.opts.Files != nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Shown returns the name in messages of the file with this path in the operating system: its path
// from the working directory, if that is local or shorter than the full one.
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
// limits which files it can refer to: Options.Root, or the
// working directory, or the file's own folder if it is elsewhere.
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
