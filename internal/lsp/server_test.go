package lsp

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// client is an editor that follows a test.
type client struct {
	t    testing.TB
	root string
	// server is the one that answers.
	server *Server
	rpc    *jrpc2.Client
	ended  chan error
	shown  chan publishDiagnosticsParams
	told   chan showMessageParams
	texts  map[string]string
	// versions are those of the texts.
	versions map[string]int
}

// open starts a server for a folder with these files, and opens them all.
func open(t testing.TB, files map[string]string) *client {
	t.Helper()
	c := start(t, files)
	for _, name := range sorted(files) {
		c.openFile(name)
	}
	return c
}

func start(t testing.TB, files map[string]string) *client {
	t.Helper()
	c := &client{
		t: t, root: t.TempDir(), ended: make(chan error, 1), shown: make(chan publishDiagnosticsParams, 1000),
		told: make(chan showMessageParams, 10), texts: map[string]string{}, versions: map[string]int{},
	}
	for name, text := range files {
		path := filepath.Join(c.root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	s := New(lang.Options{Library: stdlib.Files, Shipped: rulesets.Files}, "test")
	c.server = s
	go func() { c.ended <- s.Run(context.Background(), fromClient, toClient) }()
	c.rpc = jrpc2.NewClient(channel.LSP(fromServer, toServer), &jrpc2.ClientOptions{
		OnNotify: func(r *jrpc2.Request) {
			switch r.Method() {
			case "textDocument/publishDiagnostics":
				var p publishDiagnosticsParams
				if r.UnmarshalParams(&p) == nil {
					c.shown <- p
				}
			case "window/showMessage":
				var p showMessageParams
				if r.UnmarshalParams(&p) == nil {
					c.told <- p
				}
			}
		},
	})
	t.Cleanup(func() { c.rpc.Close(); toClient.Close() })
	var caps any
	if err := json.Unmarshal([]byte(`{"textDocument":{"completion":{"completionItem":{"snippetSupport":true}}}}`), &caps); err != nil {
		t.Fatal(err)
	}
	c.ask("initialize", map[string]any{"rootUri": c.uri("."), "capabilities": caps}, &object{})
	c.tell("initialized", map[string]any{})
	return c
}

func (c *client) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(c.root, filepath.FromSlash(name)))
}

// ask asks the server and reads its answer; it returns the error that it answers with.
func (c *client) ask(method string, params, result any) error {
	c.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	err := c.rpc.CallResult(ctx, method, params, result)
	if ctx.Err() != nil {
		c.t.Fatalf("%s isn't answered", method)
	}
	return err
}

func (c *client) tell(method string, params any) {
	c.t.Helper()
	if err := c.rpc.Notify(context.Background(), method, params); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) openFile(name string) {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(name)))
	if err != nil {
		c.t.Fatal(err)
	}
	c.versions[name]++
	c.texts[name] = string(text)
	c.tell("textDocument/didOpen", didOpenParams{textDocumentItem{URI: c.uri(name), Version: c.versions[name], Text: string(text)}})
}

// write puts a text in the place of the first occurrence of another one, as somebody does who types.
func (c *client) write(name, old, text string) {
	c.t.Helper()
	before := c.texts[name]
	at := strings.Index(before, old)
	if at < 0 {
		c.t.Fatalf("%s has no %q", name, old)
	}
	where := span{positionIn(before, at), positionIn(before, at+len(old))}
	c.texts[name] = before[:at] + text + before[at+len(old):]
	c.versions[name]++
	c.tell("textDocument/didChange", didChangeParams{
		textDocumentItem{URI: c.uri(name), Version: c.versions[name]}, []contentChange{{&where, text}},
	})
}

// wrong waits until what is shown of a file is what is wrong with its present text, and returns that.
func (c *client) wrong(name string) []diagnostic {
	c.t.Helper()
	for {
		select {
		case p := <-c.shown:
			if p.URI == c.uri(name) && p.Version != nil && *p.Version == c.versions[name] {
				return p.Diagnostics
			}
		case <-time.After(20 * time.Second):
			c.t.Fatalf("nothing is shown of %s", name)
		}
	}
}

// at returns the place of a text in a file: where a bar stands in it.
func (c *client) at(name, marked string) at {
	c.t.Helper()
	before, behind, _ := strings.Cut(marked, "|")
	i := strings.Index(c.texts[name], before+behind)
	if i < 0 {
		c.t.Fatalf("%s has no %q", name, before+behind)
	}
	return at{textDocument{c.uri(name)}, positionIn(c.texts[name], i+len(before))}
}

// textOf returns what stands in a range of a file.
func (c *client) textOf(l location) string {
	c.t.Helper()
	name := strings.TrimPrefix(l.URI, c.uri(".")+"/")
	text, ok := c.texts[name]
	if !ok {
		path, _ := pathOf(l.URI)
		read, err := os.ReadFile(path)
		if err != nil {
			c.t.Fatal(err)
		}
		text = string(read)
	}
	return text[offsetIn(text, l.Range.Start):offsetIn(text, l.Range.End)]
}

// apply applies the edit of an answer to the files, as an editor does, and tells the server.
func (c *client) apply(e workspaceEdit) {
	c.t.Helper()
	for uri, edits := range e.Changes {
		name := strings.TrimPrefix(uri, c.uri(".")+"/")
		text := c.texts[name]
		for i := len(edits) - 1; i >= 0; i-- { // the server sends them in the order of the file
			from, to := offsetIn(text, edits[i].Range.Start), offsetIn(text, edits[i].Range.End)
			text = text[:from] + edits[i].NewText + text[to:]
		}
		c.texts[name] = text
		c.versions[name]++
		c.tell("textDocument/didChange", didChangeParams{textDocumentItem{URI: c.uri(name), Version: c.versions[name]}, []contentChange{{nil, text}}})
	}
}

// whole is a request about all of a file.
func (c *client) whole(name string) about {
	text := c.texts[name]
	return about{textDocument{c.uri(name)}, span{End: positionIn(text, len(text))}}
}

// brawl is a ruleset with a part, a house rule over it, an encounter and a file of cases.
func brawl(t testing.TB) map[string]string {
	return map[string]string{
		"brawl.yaml": `rulec: 2
ruleset: brawl
parts: [brawl/moves.yaml]
params:
  knockdown: 3  #: How many bruises put somebody on the floor.
kinds:
  creature:
    fields:
      strength: number
      bruises: {type: pool, up: true, max: knockdown}
conditions:
  floored:  #: Lies on the floor.
    while: self.bruises >= knockdown
time:
  key: [round, order]
  start: |
    for c in combatants { schedule turn of c at 1, 0 - c.strength }
  out: floored(self)
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at round + 1, 0 - self.strength
`,
		"brawl/moves.yaml": `kinds:
  move:
    params: {target: one of foes(self)}
    perform: |
      roll swing = 1d6 + self.strength
      if swing >= 5 and not floored(target) { target.bruises += 1 }
moves:
  punch: {}
`,
		"house.yaml": `ruleset: house
extends: ./brawl.yaml
set: {knockdown: 2}
override:
  conditions:
    floored:  #: Lies on the floor, and stays there.
      while: self.bruises >= knockdown or self.strength < 0
`,
		"fight.yaml": `encounter: fight
ruleset: ./house.yaml
combatants:
  ann: {side: us, strength: 2}
  bob: {side: them, strength: 1}
script: |
  ann: punch bob { dice swing 4 }
  expect bob.bruises == 1
  expect not floored(bob)
`,
	}
}

// save writes a file to disk without telling the server.
func (c *client) save(name string) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(c.root, filepath.FromSlash(name)), []byte(c.texts[name]), 0o666); err != nil {
		c.t.Fatal(err)
	}
}
