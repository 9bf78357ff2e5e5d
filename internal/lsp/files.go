package lsp

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/lang"
)

// nameOf returns the name in messages of a URI's file; false if it isn't in the file system.
func nameOf(uri string) (string, bool) {
	path, ok := pathOf(uri)
	return lang.Shown(path), ok
}

// pathOf returns the path of the file of a URI.
func pathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path), true
}

// uriOf returns the URI of a file by its name in messages: for a built-in file that of a copy, which anyone can open. It is empty if there
// is none.
func (s *Server) uriOf(name string) string {
	if rest, shipped := strings.CutPrefix(name, "rulec:"); shipped {
		copied, err := s.copyOf(rest)
		if err != nil {
			return ""
		}
		name = copied
	}
	full, err := filepath.Abs(filepath.FromSlash(name))
	if err != nil {
		return ""
	}
	path := filepath.ToSlash(full)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// copyOf returns the path of a copy of a built-in file. All of them are copied, so that they can be opened and followed; each version of
// them has a folder of its own.
func (s *Server) copyOf(name string) (string, error) {
	if s.copies == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			dir = os.TempDir()
		}
		sum := sha256.New()
		files := map[string][]byte{}
		for folder, from := range map[string]fs.FS{".": s.opts.Shipped, "stdlib": s.opts.Library} {
			if err := gather(files, folder, from); err != nil {
				return "", err
			}
		}
		for _, file := range sorted(files) {
			fmt.Fprintf(sum, "%s\n%d\n", file, len(files[file]))
			sum.Write(files[file])
		}
		dir = filepath.Join(dir, "rulec", fmt.Sprintf("%x", sum.Sum(nil)[:8]))
		for _, file := range sorted(files) {
			path := filepath.Join(dir, filepath.FromSlash(file))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				return "", err
			}
			if _, err := os.Stat(path); err == nil {
				continue
			}
			if err := disk.Replace(path, files[file]); err != nil {
				return "", err
			}
		}
		s.copies = dir
	}
	return filepath.Join(s.copies, filepath.FromSlash(name)), nil
}

// gather reads all YAML files of a file system into a map, under a folder.
func gather(files map[string][]byte, folder string, from fs.FS) error {
	if from == nil {
		return nil
	}
	return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(from, name)
		files[filepath.ToSlash(filepath.Join(folder, name))] = text
		return err
	})
}

// inWorkspace returns the name of a file relative to the editor's folder.
func (s *Server) inWorkspace(name string) string {
	full, err := filepath.Abs(filepath.FromSlash(name))
	if err != nil || s.opts.Root == "" || strings.HasPrefix(name, "rulec:") {
		return name
	}
	inside, err := filepath.Rel(s.opts.Root, full)
	if err != nil || !filepath.IsLocal(inside) {
		return name
	}
	return filepath.ToSlash(inside)
}
