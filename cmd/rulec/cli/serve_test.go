package cli

import (
	"context"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestServe holds that the page and the rules of a folder are there once the address is told, and
// that the command ends well when it is interrupted.
func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"page/index.html": "<!doctype html>", "page/app.js": "", "mine/game.yaml": "ruleset: game\n"} {
		if err := os.MkdirAll(name[:strings.Index(name, "/")], 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := newShared()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() {
		root := newRoot()
		root.SetArgs([]string{"serve", "mine", "--page", "page", "--port", "0", "--link-base", "https://example.org/rulec/"})
		root.SetOut(out)
		done <- root.ExecuteContext(ctx)
	}()
	for out.count("\n") == 0 {
		select {
		case <-out.more:
		case err := <-done:
			t.Fatal("it ends with", err)
		}
	}
	line := regexp.MustCompile(`^(http://127\.0\.0\.1:\d+/), with the rules of mine; Ctrl-C ends it\n$`).FindStringSubmatch(out.text.String())
	if line == nil {
		t.Fatalf("it says %q", out.text.String())
	}
	for path, want := range map[string]string{"": "<!doctype html>", "files/index.json": `["game.yaml"]`, "files/game.yaml": "ruleset: game\n"} {
		answer, err := http.Get(line[1] + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
	answer, err := http.Get(line[1] + "engine.json")
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := io.ReadAll(answer.Body); !strings.Contains(string(text), `"linkBase":"https://example.org/rulec/"`) {
		t.Errorf("engine.json: %s", text)
	}
	answer.Body.Close()
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
