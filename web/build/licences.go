package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licences is the file with the licences of others' work in the page and in the command, which contains the page.
const licences = "licences.txt"

// module is a Go module in the engine or the command.
type module struct{ Path, Version, Dir string }

// shippedModules returns the modules of others in the engine, or in the command for any system, each once.
func shippedModules(root string) ([]module, error) {
	text, err := goForPage(root, "list", "-deps", "-json=Module", "./web/wasm")
	for _, system := range []string{"linux", "darwin", "windows"} {
		if err != nil {
			return nil, err
		}
		var more string
		more, err = goFor(root, system, "amd64", "list", "-deps", "-json=Module", "./cmd/rulec")
		text += more
	}
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

// collectLicences returns the licences of the packages in the scripts, of the modules in the engine and the command, fonts among them, and
// of Go, each text once.
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
			path = filepath.Join(app, "licences", name) // for packages that name a licence without its text
		}
		if err := add(name, path); err != nil {
			return nil, err
		}
	}
	modules, err := shippedModules(root)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		files, err := licenceFiles(m)
		if err != nil {
			return nil, err
		}
		for _, path := range files {
			// With path and version everyone can get the sources, as some licences require.
			if err := add("the Go module "+m.Path+" "+m.Version, path); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range []string{"LICENSE", "PATENTS"} {
		if err := add("Go", filepath.Join(goroot, name)); err != nil {
			return nil, err
		}
	}
	var parts []string
	for text, names := range owners {
		slices.Sort(names)
		parts = append(parts, strings.Join(names, ", ")+"\n\n"+strings.TrimSpace(text)+"\n")
	}
	slices.Sort(parts)
	return []byte(strings.Join(parts, "\n\n")), nil
}

// licenceFile matches the names of files that must go with a module: LICENSE.txt, LICENSE-SIL of fonts, licenses/ftl.txt.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|notice|patents)([-.][a-z.]*)?$`)

// licenceFiles returns the files that must go with a module.
func licenceFiles(m module) ([]string, error) {
	entries, err := os.ReadDir(m.Dir)
	var list []string
	for _, e := range entries {
		path := filepath.Join(m.Dir, e.Name())
		switch {
		case !licenceFile.MatchString(e.Name()):
		case e.IsDir():
			below, _ := filepath.Glob(filepath.Join(path, "*"))
			list = append(list, below...)
		default:
			list = append(list, path)
		}
	}
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s has no licence: where is it?", m.Path)
	}
	return list, err
}
