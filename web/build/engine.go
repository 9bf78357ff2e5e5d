package main

import (
	"os"
	"path/filepath"
	"strings"
)

// engineName is the engine's file as the page loads it: compressed, because not every server of static files compresses, and decompressed
// by the page while it is compiled.
const engineName = "rulec.wasm.xz"

// buildEngine compiles web/wasm, for a version; empty means one without a number.
func buildEngine(root, version string) ([]byte, error) {
	work, err := os.MkdirTemp("", "rulec-page-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	output := filepath.Join(work, "engine.wasm")
	flags := "-s -w"
	if version != "" {
		flags += " -X main.version=" + version
	}
	args := append(strings.Fields("build -trimpath -buildvcs=false -o"), output, "-ldflags="+flags, "./web/wasm")
	if _, err := goForPage(root, args...); err != nil {
		return nil, err
	}
	return os.ReadFile(output)
}
