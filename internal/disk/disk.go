// Package disk reads and writes the files that a command line names: it reads
// plain files of a bounded size only, and writes a file as a whole or not at all.
//
// Begin with [Read] and [Replace]. Rulesets and encounters are read by package lang.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrFolder is what reading or writing a folder gives.
var ErrFolder = errors.New("it is a folder")

// errNoFile is what reading a device or a pipe gives, which may never end.
var errNoFile = errors.New("it is no plain file")

// Read returns what is in a plain file of at most so many bytes. Errors name the
// file and say what is wrong with it.
func Read(path string, most int64) ([]byte, error) {
	text, err := read(path, most)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return nil, fmt.Errorf("%s can't be read: %w", path, reason(err))
	}
	return text, nil
}

func read(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, ErrFolder
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case info.Size() > most:
		return nil, tooLarge(most)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	// The size was that of a moment ago, and some files of an operating system have none.
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = tooLarge(most)
	}
	return text, err
}

func tooLarge(most int64) error { return fmt.Errorf("it has more than %d bytes", most) }

// Replace writes a file. Whoever reads it at the same time, or after a crash, or when
// the disk was full, finds the old file or the new one, each whole. A link stays a
// link, and a file keeps its permissions; one that may not be written is left alone.
// A device or a pipe is just written to. Errors name the file and say what is wrong.
func Replace(path string, text []byte) error {
	if err := replace(path, text); err != nil {
		return fmt.Errorf("%s can't be written: %w", path, reason(err))
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

// place writes a file in a folder of its own beside the old one, and moves it there.
// Info is that of the old file; nil: there is none.
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

// reason returns what went wrong without the call and the path of it, which may be
// that of a file that nobody has named.
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
