package lang

import (
	"io/fs"
	"os"
	"path/filepath"
)

// What is on the disks of the operating system. The engine of the page gets another file in the place of this one,
// since there are none: see web/build.

// roots are folders that have been opened; nothing outside them is read.
type roots []*os.Root

func (r roots) close() {
	for _, x := range r {
		x.Close()
	}
}

// Folder returns the files of a folder of the operating system.
func Folder(path string) fs.FS { return os.DirFS(path) }

// isOnDisk tells whether a path leads to a file.
func isOnDisk(path string) bool {
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
