package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// explaining are the fields of explanations of codes that only `rulec explain` and spec/ show. That there
// is a code has to be known in the page, too, for comments that allow it.
var explaining = []string{"Summary", "Section", "Example", "Mend"}

// spareFiles are those of rulec from which the engine takes nothing, and which make it larger by being
// there: a log or a report as a page of its own is written by a template, and the packages that read templates
// begin with tables of their functions.
var spareFiles = []string{"interp/story/html.go", "internal/difficulty/html.go"}

// noSystem stands in the place of lang/system.go: a page has the files that it is given, and no disks.
const noSystem = `package lang

import "io/fs"

type roots struct{}

func (roots) close() {}

func Folder(string) fs.FS { return nil }

func isOnDisk(string) bool { return false }

func Shown(path string) string { return path }

func (f *files) openPath(string) (location, error) { return location{}, fs.ErrNotExist }

var _ = errOutsideRoot
`

// leanOwn adds to files, by where they stand as the go command sees it, those of rulec itself that the
// engine gets otherwise than the command: without what explains codes, or not at all. They are written to
// the folder work.
func leanOwn(root, work string, files map[string]string) error {
	for _, name := range spareFiles {
		path := filepath.Join(root, filepath.FromSlash(name))
		if _, err := os.Stat(path); err != nil {
			return err
		}
		files[path] = "" // none
	}
	files[filepath.Join(root, "lang", "system.go")] = filepath.Join(work, "system.go")
	if err := os.WriteFile(filepath.Join(work, "system.go"), []byte(noSystem), 0o644); err != nil {
		return err
	}
	listed, err := goTool(root, "list", "-deps", "-f", `{{if .Module}}{{if .Module.Main}}{{$folder := .Dir}}{{range .GoFiles}}{{$folder}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`, "./web/engine")
	if err != nil {
		return err
	}
	for path := range strings.Lines(listed) {
		path = filepath.FromSlash(strings.TrimSpace(path))
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !strings.Contains(string(text), "diag.Explanation") {
			continue
		}
		short, err := withoutTexts(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if short == string(text) {
			continue
		}
		place := filepath.Join(work, fmt.Sprintf("%d.go", len(files)))
		if err := os.WriteFile(place, []byte(short), 0o644); err != nil {
			return err
		}
		files[path] = place
	}
	return nil
}

// withoutTexts returns a source with the texts of its explanations empty.
func withoutTexts(text string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	at := 0 // up to where it is copied
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || !saysCode(literal) {
			return true
		}
		for _, e := range literal.Elts {
			if field := e.(*ast.KeyValueExpr); slices.Contains(explaining, field.Key.(*ast.Ident).Name) {
				out.WriteString(text[at:field.Value.Pos()-1] + `""`)
				at = int(field.Value.End()) - 1
			}
		}
		return false
	})
	return out.String() + text[at:], nil
}

// saysCode says whether a literal has fields by their names, and Code is one of them.
func saysCode(literal *ast.CompositeLit) bool {
	code := false
	for _, e := range literal.Elts {
		field, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		name, ok := field.Key.(*ast.Ident)
		if !ok {
			return false
		}
		code = code || name.Name == "Code"
	}
	return code
}
