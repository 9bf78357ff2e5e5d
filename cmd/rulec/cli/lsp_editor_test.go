package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2/channel"
)

// TestEditorRecipes follows the recipes of spec/editor.md as far as that goes without the editors:
// whatever command they start has to answer a session.
func TestEditorRecipes(t *testing.T) {
	text, err := os.ReadFile("../../../spec/editor.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(heading, pattern string) []string {
		t.Helper()
		_, section, found := strings.Cut(string(text), "\n## "+heading+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		m := regexp.MustCompile(pattern).FindStringSubmatch(section)
		if !found || m == nil {
			t.Fatalf("spec/editor.md says nothing of a command for %s", heading)
		}
		return m[1:]
	}
	words := regexp.MustCompile(`[a-z]+`)
	for heading, command := range map[string][]string{
		"Neovim":  words.FindAllString(block("Neovim", `cmd = \{ ([^}]*) \}`)[0], -1),
		"Helix":   append(block("Helix", `command = "([a-z]+)"`), words.FindAllString(block("Helix", `args = \[([^\]]*)\]`)[0], -1)...),
		"Others":  strings.Fields(block("Others", "can start `([^`]*)`")[0]),
		"VS Code": startedByExtension(t),
	} {
		if command[0] != "rulec" {
			t.Errorf("%s starts %q", heading, command)
			continue
		}
		if code := opensFile(t, command[1:]); code != exitFine {
			t.Errorf("%s: %q ends with exit code %d", heading, command, code)
		}
	}
}

// startedByExtension runs the extension for VS Code with an editor that only notes what it is asked to
// start. Without node the extension is only read.
func startedByExtension(t *testing.T) []string {
	t.Helper()
	const folder = "../../../editors/vscode"
	var manifest struct{ Main string }
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil || manifest.Main != "./extension.js" {
		t.Fatal(err, manifest)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Log("without node the extension for VS Code isn't started")
		return []string{"rulec", "lsp"}
	}
	main, err := filepath.Abs(filepath.Join(folder, manifest.Main))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, "-e", `
		const modules = {
			vscode: { workspace: { getConfiguration: () => ({ get: (name, otherwise) => otherwise }), createFileSystemWatcher: () => ({}) } },
			'vscode-languageclient/node': { LanguageClient: class {
				constructor(id, name, server) { this.server = server }
				start() { console.log([this.server.command, ...this.server.args].join(' ')) }
				stop() {}
			} },
		};
		const Module = require('module'), load = Module._load;
		Module._load = (name, ...rest) => modules[name] || load(name, ...rest);
		const extension = require(process.argv[1]);
		extension.activate({ subscriptions: [] });
		extension.deactivate();`, main).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Fields(string(out))
}

// opensFile starts a command, opens a file with a mistake in it, waits until that is shown, and leaves.
func opensFile(t *testing.T, args []string) (code int) {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan int, 1)
	go func() { ended <- run(args, fromClient, toClient, os.Stderr) }()
	c := channel.LSP(fromServer, toServer)
	send := func(id int, method, params string) {
		t.Helper()
		message := fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params)
		if id > 0 {
			message = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params)
		}
		if err := c.Send([]byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	wait := func(part string) {
		t.Helper()
		for {
			message, err := c.Recv()
			if err != nil {
				t.Fatalf("%q is never said: %v", part, err)
			}
			if strings.Contains(string(message), part) {
				return
			}
		}
	}
	dir := t.TempDir()
	uri := (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(dir, "house.yaml"))}).String()
	send(1, "initialize", fmt.Sprintf(`{"processId":null,"rootUri":%q,"capabilities":{}}`, (&url.URL{Scheme: "file", Path: dir}).String()))
	wait(`"serverInfo"`)
	send(0, "initialized", `{}`)
	open, _ := json.Marshal(map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "yaml", "version": 1, "text": "ruleset: house\nextends: timecout\n",
	}})
	send(0, "textDocument/didOpen", string(open))
	wait(`did you mean \"timecount\"?`)
	send(2, "shutdown", `null`)
	wait(`"id":2`)
	send(0, "exit", `null`)
	return <-ended
}
