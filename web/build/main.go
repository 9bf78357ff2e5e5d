// Build makes the page in which rules are written and fights are played:
//
//	go generate ./web                   web/page, which is part of the command
//	go run ./web/build -static FOLDER   besides, a folder for any server of static files
//
// It needs Go and npm, and for a static folder xz. Such a folder has everything that the page needs, with the engine to run in the browser: it
// works from any server, below any path. The same sources give the same bytes.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// plain are the files of web/app that are copied to the folder unchanged.
var plain = []string{"index.html", "style.css", "icon.svg"}

func main() {
	static := flag.String("static", "", "make this `FOLDER` for a server of static files, too")
	version := flag.String("version", "", "the version that the static page shows")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "build: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if strings.ContainsAny(*version, " \t\n'\"") {
		fmt.Fprintf(os.Stderr, "build: %q isn't a version\n", *version)
		os.Exit(2)
	}
	if err := build(*static, *version, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// build makes web/page anew, and a static folder if one is named, and lists their contents. After an error a folder is unchanged.
func build(static, version string, log io.Writer) error {
	root, err := goTool("", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return err
	}
	app, page := filepath.Join(root, "web", "app"), filepath.Join(root, "web", "page")
	files := map[string][]byte{}
	for _, name := range plain {
		if files[name], err = os.ReadFile(filepath.Join(app, name)); err != nil {
			return err
		}
	}
	if err := installPackages(app); err != nil {
		return err
	}
	goroot, err := goTool(root, "env", "GOROOT")
	if err != nil {
		return err
	}
	packages, err := bundle(app, goroot, files)
	if err != nil {
		return err
	}
	if files[licences], err = collectLicences(root, app, goroot, packages); err != nil {
		return err
	}
	worker := files[workerName]
	delete(files, workerName)
	if err := replace(page, files); err != nil {
		return err
	}
	if static == "" {
		return list(log, files, nil)
	}
	engine, err := buildEngine(root, version)
	if err != nil {
		return err
	}
	files[workerName], files["engine.json"] = worker, []byte(`{"engine":"wasm"}`+"\n")
	if files[engineName], err = compressed(engine); err != nil {
		return err
	}
	forms, err := formsOf(engine, files[engineName])
	if err != nil {
		return err
	}
	if err := withinLimits(forms); err != nil {
		return err
	}
	if err := replace(static, files); err != nil {
		return err
	}
	return list(log, files, forms)
}

// workerName is the script that runs the engine in a browser.
const workerName = "worker.js"

// replace makes a folder of the page anew, if nothing else is in it.
func replace(folder string, files map[string][]byte) error {
	if err := ours(folder); err != nil {
		return err
	}
	return put(folder, files)
}

// ours returns an error if a folder, which is replaced as a whole, has anything other than a page in it.
func ours(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	known := append([]string{"app.js", workerName, engineName, "engine.json", licences}, plain...)
	for _, e := range entries {
		if !slices.Contains(known, e.Name()) {
			return fmt.Errorf("%s contains %s, which isn't part of the page: name a folder that may be replaced", folder, e.Name())
		}
	}
	return nil
}

// put replaces a folder with one that has these files.
func put(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(filepath.Dir(folder), 0o777); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(folder), ".page-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(fresh, name), text, 0o644); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(fresh, folder)
}

// list prints the files with their sizes, as they are and as nearly every server sends them, the sums, and the size and limits of the
// engine.
func list(w io.Writer, files map[string][]byte, engine []form) error {
	var text strings.Builder
	sum, sentSum := 0, 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sent, err := gzipped(files[name])
		if err != nil {
			return err
		}
		size := len(files[name])
		sent = min(size, sent) // a file that gets no smaller is sent as it is
		fmt.Fprintf(&text, "%10d %10d  %s\n", size, sent, name)
		sum, sentSum = sum+size, sentSum+sent
	}
	fmt.Fprintf(&text, "%10d %10d  total\n", sum, sentSum)
	for _, f := range engine {
		fmt.Fprintf(&text, "the engine %s: %d bytes of %d\n", f.name, f.bytes, f.most)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// installPackages makes npm install what the lock file says, unless it has done so since.
func installPackages(app string) error {
	lock, err := os.Stat(filepath.Join(app, "package-lock.json"))
	if err != nil {
		return err
	}
	// npm writes this file when it is done.
	done, err := os.Stat(filepath.Join(app, "node_modules", ".package-lock.json"))
	if err == nil && !done.ModTime().Before(lock.ModTime()) {
		return nil
	}
	cmd := exec.Command("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
	cmd.Dir = app
	text, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("npm ci in %s: %w\n%s", app, err, text)
	}
	// Otherwise a lock file newer than npm's would be installed again every time.
	now := time.Now()
	_ = os.Chtimes(filepath.Join(app, "node_modules", ".package-lock.json"), now, now)
	return nil
}

// goTool runs the go command in a folder and returns its output.
func goTool(folder string, args ...string) (string, error) {
	return printed(folder, exec.Command("go", args...))
}

// goForPage does that for the page's platform.
func goForPage(folder string, args ...string) (string, error) {
	return goFor(folder, "js", "wasm", args...)
}

// goFor does that for a system and a processor, ignoring the environment.
func goFor(folder, system, processor string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "GOWORK=off", "GOFLAGS=")
	return printed(folder, cmd)
}

// printed runs a command in a folder and returns its output.
func printed(folder string, cmd *exec.Cmd) (string, error) {
	cmd.Dir = folder
	var problems bytes.Buffer
	cmd.Stderr = &problems
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, problems.Bytes())
	}
	return strings.TrimSpace(string(text)), nil
}
