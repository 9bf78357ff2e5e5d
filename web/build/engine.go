package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// engineName is the engine as the page loads it: compressed, because not every server of static
// files compresses, and decompressed by the page while it is compiled.
const engineName = "rulec.wasm.xz"

// inlined are the packages in which calls of small functions are replaced by what these do: where
// fights spend their time, and where a text is read whenever somebody has typed. Elsewhere that is
// only the same code in many places.
var inlined = []string{
	"github.com/rulec/rulec/interp/board", "github.com/rulec/rulec/interp/deps", "github.com/rulec/rulec/interp/dice", "github.com/rulec/rulec/interp/exec",
	"github.com/rulec/rulec/interp/keyed", "github.com/rulec/rulec/interp/number", "github.com/rulec/rulec/interp/state", "github.com/rulec/rulec/interp/value",
	"github.com/rulec/rulec/lang/tree", "gopkg.in/yaml.v3",
	"bytes", "crypto/sha256", "internal/runtime/...", "math/bits", "runtime", "slices", "strings", "unicode/utf8",
}

// buildEngine compiles web/wasm, for a version; empty: one that has no number.
func buildEngine(root, version string, quick bool) ([]byte, error) {
	work, err := os.MkdirTemp("", "rulec-page-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	output := filepath.Join(work, "engine.wasm")
	args := append(strings.Fields("build -trimpath -buildvcs=false -o"), output)
	linked := "-ldflags=-s -w"
	if version != "" {
		linked += " -X main.version=" + version
	}
	if quick {
		args = append(args, linked)
	} else {
		lean, err := leaner(root, work)
		if err != nil {
			return nil, err
		}
		args = append(args, linked+" -dumpdep")
		args = append(args, lean...)
		args = append(args, "-gcflags=all=-l")
		for _, p := range inlined { // the last that fits counts
			args = append(args, "-gcflags="+p+"=")
		}
	}
	cmd := exec.Command("go", append(args, "./web/wasm")...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWORK=off", "GOFLAGS=")
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("the engine: %w\n%s", err, withoutDependencies(said.Bytes()))
	}
	if !quick {
		if err := noMethodsByName(said.Bytes()); err != nil {
			return nil, err
		}
	}
	engine, err := os.ReadFile(output)
	if err != nil || quick {
		return engine, err
	}
	return leanModule(engine)
}

// arrow stands between two symbols where the linker lists what needs what.
const arrow = " -> "

// withoutDependencies returns what the compiler and the linker have to say, without the list of
// what needs what.
func withoutDependencies(said []byte) string {
	var kept strings.Builder
	lines := bufio.NewScanner(bytes.NewReader(said))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if !strings.Contains(lines.Text(), arrow) {
			kept.WriteString(lines.Text() + "\n")
		}
	}
	return kept.String()
}

// noMethodsByName returns an error if something in the engine looks for methods by names that the
// linker can't know: then it keeps all methods of everything, and the engine is twice as large.
func noMethodsByName(dependencies []byte) error {
	const mark = " <ReflectMethod>"
	seen := 0
	var guilty []string
	lines := bufio.NewScanner(bytes.NewReader(dependencies))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		from, to, ok := strings.Cut(lines.Text(), arrow)
		if !ok {
			continue
		}
		seen++
		for _, symbol := range []string{from, to} {
			if name, marked := strings.CutSuffix(symbol, mark); marked && !strings.HasPrefix(name, "reflect.") && !slices.Contains(guilty, name) {
				guilty = append(guilty, name)
			}
		}
	}
	switch {
	case seen == 0:
		return errors.New("the linker doesn't say what needs what: is there no -dumpdep any more?")
	case len(guilty) > 0:
		slices.Sort(guilty)
		return fmt.Errorf("the engine would be twice as large, since these look for methods by name, and every method of everything has to be kept for them:\n  %s", strings.Join(guilty, "\n  "))
	}
	return nil
}

// leaner returns arguments of go build by which it takes libraries, and files of rulec and of Go itself, as the
// engine gets them. Files as they are changed are written to the folder work.
//
// The go command refuses to overlay files of its module cache. So the libraries move, by replaces in a copy
// of go.mod, to folders that exist in the overlay alone.
func leaner(root, work string) ([]string, error) {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	replaces := []string{"mod", "edit"}
	for _, l := range libraries {
		place := "web/lean/" + l.path
		if err := l.overlay(root, place, work, overlay.Replace); err != nil {
			return nil, err
		}
		replaces = append(replaces, "-replace", l.path+"=./"+place)
	}
	if err := leanOwn(root, work, overlay.Replace); err != nil {
		return nil, err
	}
	goroot, err := goTool(root, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := overlayStandard(goroot, work, overlay.Replace); err != nil {
		return nil, err
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	overlaid := filepath.Join(work, "overlay.json")
	module := filepath.Join(work, "go.mod")
	if err := os.WriteFile(overlaid, text, 0o644); err != nil {
		return nil, err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(work, name), text, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	if _, err := goTool(root, append(replaces, module)...); err != nil {
		return nil, err
	}
	return []string{"-modfile=" + module, "-overlay=" + overlaid}, nil
}
