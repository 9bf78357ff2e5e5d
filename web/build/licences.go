package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// licences is the file with the licences of what others have written.
const licences = "licences.txt"

// module is one of Go that stands in the engine.
type module struct{ Path, Version, Dir string }

// engineModules returns the modules of others that stand in the engine, each once.
func engineModules(root string) ([]module, error) {
	text, err := goForPage(root, "list", "-deps", "-json=Module", "./web/wasm")
	if err != nil {
		return nil, err
	}
	var list []module
	for packages := json.NewDecoder(strings.NewReader(text)); ; {
		var p struct {
			Module *struct {
				module
				Main bool
			}
		}
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && !p.Module.Main && !slices.Contains(list, p.Module.module) {
			list = append(list, p.Module.module)
		}
	}
}

// collectLicences returns the licences of packages that stand in the scripts, of the modules that stand in
// the engine, and of Go, each text once.
func collectLicences(root, app, goroot string, packages map[string]bool) ([]byte, error) {
	owners := map[string][]string{} // by text
	add := func(owner, path string) error {
		text, err := os.ReadFile(path)
		owners[string(text)] = append(owners[string(text)], owner)
		return err
	}
	for folder := range packages {
		name := strings.TrimPrefix(folder, "node_modules/")
		path := filepath.Join(app, folder, "LICENSE")
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			path = filepath.Join(app, "licences", name) // of those who name a licence without its text
		}
		if err := add(name, path); err != nil {
			return nil, err
		}
	}
	modules, err := engineModules(root)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		files, err := licenceFiles(m)
		if err != nil {
			return nil, err
		}
		for _, path := range files {
			// By path and version everybody gets the sources, as some licences demand it.
			if err := add("the Go module "+m.Path+" "+m.Version, path); err != nil {
				return nil, err
			}
		}
	}
	if err := add("Go", filepath.Join(goroot, "LICENSE")); err != nil {
		return nil, err
	}
	var parts []string
	for text, names := range owners {
		slices.Sort(names)
		parts = append(parts, strings.Join(names, ", ")+"\n\n"+strings.TrimSpace(text)+"\n")
	}
	slices.Sort(parts)
	return []byte(strings.Join(parts, "\n\n")), nil
}

// licenceFiles returns the files of a module that have to go with it.
func licenceFiles(m module) ([]string, error) {
	var list []string
	for _, name := range []string{"LICENSE", "COPYING", "NOTICE"} {
		path := filepath.Join(m.Dir, name)
		switch _, err := os.Stat(path); {
		case err == nil:
			list = append(list, path)
		case !errors.Is(err, os.ErrNotExist):
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no licence: where does it stand?", m.Path)
	}
	return list, nil
}
