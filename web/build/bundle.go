package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundle adds the scripts of the page to files, each with all its imports, and returns the folders of the packages in them.
func bundle(app, goroot string, files map[string][]byte) (packages map[string]bool, err error) {
	packages = map[string]bool{}
	for script, format := range map[string]api.Format{"app": api.FormatESModule, "engine/worker": api.FormatIIFE} {
		name := path.Base(script)
		result := api.Build(api.BuildOptions{
			EntryPoints:   []string{filepath.Join("src", script+".ts")},
			AbsWorkingDir: app,
			Outfile:       filepath.Join(app, name+".js"), // never written
			Bundle:        true,
			Format:        format,
			Platform:      api.PlatformBrowser,
			Target:        api.ES2022,
			Charset:       api.CharsetUTF8,
			LegalComments: api.LegalCommentsNone, // licences are in a separate file

			MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
			// Go's own half of an engine: it must be that of the compiler that makes the engine.
			Alias:    map[string]string{"wasm_exec": filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")},
			Plugins:  []api.Plugin{{Name: "adopted styles", Setup: adoptStyles}},
			Metafile: true,
			LogLevel: api.LogLevelSilent,
		})
		if list := slices.Concat(result.Errors, result.Warnings); len(list) > 0 {
			return nil, errors.New("the scripts of the page:\n" + strings.Join(api.FormatMessages(list, api.FormatMessagesOptions{}), ""))
		}
		files[name+".js"] = result.OutputFiles[0].Contents
		if err := addPackages(packages, result.Metafile); err != nil {
			return nil, err
		}
	}
	return packages, nil
}

// The editor adds its styles to a document as an element, which a page may do only if its policy allows any style, even an attacker's. It
// adds them to a shadow root as a sheet, by a script, which is always allowed; with this change it does so everywhere.
const (
	styler      = "style-mod/src/style-mod.js" // of a package that the editor needs
	asElement   = "if (!root.head && root.adoptedStyleSheets && win.CSSStyleSheet) {"
	asSheetOnly = "if (true) {"
)

// adoptStyles makes the bundle use the changed styler.
func adoptStyles(build api.PluginBuild) {
	build.OnLoad(api.OnLoadOptions{Filter: `[/\\]style-mod[/\\]src[/\\]style-mod\.js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := os.ReadFile(args.Path)
		if err != nil {
			return api.OnLoadResult{}, err
		}
		changed, err := adopted(string(text))
		return api.OnLoadResult{Contents: &changed, Loader: api.LoaderJS}, err
	})
}

// adopted returns the text of the styler with the change.
func adopted(text string) (string, error) {
	if n := strings.Count(text, asElement); n != 1 {
		return "", fmt.Errorf("%s has %q in %d places, not in one: is it another version? Then look how it adds styles to a document", styler, asElement, n)
	}
	return strings.Replace(text, asElement, asSheetOnly, 1), nil
}

// packageFolder finds the folder of a package in the path of one of its files.
var packageFolder = regexp.MustCompile(`^node_modules/(?:@[^/]+/)?[^/]+`)

// addPackages adds the folders of the packages in a script.
func addPackages(packages map[string]bool, metafile string) error {
	var made struct{ Inputs map[string]any }
	if err := json.Unmarshal([]byte(metafile), &made); err != nil {
		return err
	}
	for path := range made.Inputs {
		if folder := packageFolder.FindString(path); folder != "" {
			packages[folder] = true
		}
	}
	return nil
}
