// Package disk reads and writes the files named on a command line: it reads only plain files of a limited size, and writes a file as a
// whole or not at all.
//
// Begin with [Read] and [Replace]; [ReadIn] reads from any file system. Rulesets and encounters are read by package lang.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrFolder is the error for reading or writing a folder.
var ErrFolder = errors.New("it is a folder")

// errNoFile is the error for reading a device or a pipe, which may never end.
var errNoFile = errors.New("it isn't a plain file")

// Read returns the content of a plain file up to a size limit. Errors name the file and the problem.
func Read(path string, most int64) ([]byte, error) {
	text, err := ReadIn(machine{}, path, most)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return nil, fmt.Errorf("can't read %s: %w", path, reason(err))
	}
	return text, nil
}

// machine is the file system of this machine, by the paths that it uses itself.
type machine struct{}

func (machine) Open(path string) (fs.File, error)     { return os.Open(path) }
func (machine) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }

// ReadIn returns the content of a plain file of a file system up to a size limit. The error for a larger one is a [TooLarge].
func ReadIn(files fs.FS, path string, most int64) ([]byte, error) {
	info, err := fs.Stat(files, path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, ErrFolder
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case info.Size() > most:
		return nil, TooLarge(most)
	}
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	// The size is from a moment ago, and some files of an operating system have none.
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = TooLarge(most)
	}
	return text, err
}

// TooLarge is the error for a file above a size limit, in bytes.
type TooLarge int64

func (t TooLarge) Error() string { return fmt.Sprintf("too long: the limit is %d bytes", int64(t)) }

// Replace writes a file. Anyone who reads it at the same time, or after a crash, or when the disk was full, finds the old file or the new
// one, each whole. A link stays a link, and a file keeps its permissions; one that isn't writable is left alone. A device or a pipe is
// written to directly. Errors name the file and the problem.
func Replace(path string, text []byte) error {
	if err := replace(path, text); err != nil {
		return fmt.Errorf("can't write %s: %w", path, reason(err))
	}
	return nil
}

func replace(path string, text []byte) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return place(path, text, nil)
	case err != nil:
		return err
	case info.IsDir():
		return ErrFolder
	case !info.Mode().IsRegular():
		return os.WriteFile(path, text, 0)
	}
	old, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	old.Close()
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	return place(path, text, info)
}

// place writes a file in a new folder next to the old one, and moves it there. Info is that of the old file; nil means that there is none.
func place(path string, text []byte, info fs.FileInfo) error {
	beside := filepath.Dir(path)
	dir, err := os.MkdirTemp(beside, ".rulec-*")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", beside)
	case err != nil:
		return err
	}
	defer os.RemoveAll(dir)
	file, err := os.OpenFile(filepath.Join(dir, "new"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err == nil && info != nil {
		err = file.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// reason returns an error without its call and its path, which may be a file that the user hasn't named.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
