package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2/channel"

	"github.com/rulec/rulec/web/engine"
)

// wrongFiles are files of all sorts with what is first said of each.
var wrongFiles = []struct{ name, text, code string }{
	// Nothing of rulec's.
	{"prose", "The goblins come at night. They carry torches.\n\nWhen the bell rings, roll: they are here.\n", "foreign-file"},
	{"a-word", "goblins\n", "foreign-file"},
	{"a-shopping-list", "- milk\n- eggs\n- two torches\n", "foreign-file"},
	{"JSON-of-something-else", "{\"name\": \"thing\", \"version\": \"1.0.0\", \"private\": true}\n", "foreign-file"},
	{"HTML", "<!DOCTYPE html>\n<html><head><title>Rules</title></head>\n<body><p>Hit: 2d6</p></body></html>\n", "foreign-file"},
	{"XML", "<?xml version=\"1.0\"?>\n<creature name=\"goblin\"/>\n", "foreign-file"},
	{"Markdown", "# House rules\n\n- Crits do the most\n- **Potions** are quick\n", "foreign-file"},
	{"a-table-of-a-spreadsheet", "name,hp,attack\ngoblin,7,+4\norc,15,+5\n", "foreign-file"},
	{"a-pasted-stat-block", "Goblin\nArmor Class 15 (leather armor, shield)\nSTR 8 (-1) DEX 14 (+2)\nAttack: +4 to hit, 1d6 + 2\n", "foreign-file"},
	{"a-stat-block-with-colons", "name: Goblin\nac: 15\nhp: 7 (2d6)\nstats: {str: 8}\n", "foreign-file"},
	{"another-programs", "services:\n  web:\n    image: nginx\n", "foreign-file"},
	{"another-programs-torn", "services:\n  web: {image: nginx\n", "foreign-file"},
	{"nothing-at-all-as-YAML-says-it", "~\n", "foreign-file"},
	{"letters-that-nobody-sees", "\x00\x01\x02PNG", "not-text"},
	// Nothing that can be read.
	{"an-empty-file", "", "empty-file"},
	{"comments-alone", "# my rules\n# to be written\n", "empty-file"},
	{"too-much", "rulec: 2\nruleset: large\n" + strings.Repeat("# more and more of it\n", 60_000), "too-large"},
	{"another-encoding", "rulec: 2\nruleset: mine\ntitle: Sp\xe4her\n", "not-text"},
	{"a-character-lost-before", "rulec: 2\nruleset: mine\ntitle: Sp\ufffdher\n", "not-text"},
	{"a-hidden-character", "rulec: 2\nruleset: mi\u2028ne\n", "hidden-character"},
	{"two-documents", "rulec: 2\nruleset: one\n---\nrulec: 2\nruleset: two\n", "several-documents"},
	{"an-instruction-to-YAML", "%YAML 1.2\n---\nrulec: 2\nruleset: mine\n", "directive"},
	{"a-bracket-that-is-not-closed", "rulec: 2\nruleset: mine\nparams:\n  a: {default: 1\n", "unclosed-bracket"},
	{"a-tab", "rulec: 2\nruleset: mine\nparams:\n\ta: 1\n", "tab-indent"},
	{"a-key-twice", "ruleset: mine\nextends: ./scuffle.yaml\nextends: ./scuffle.yaml\n", "duplicate-key"},
	// What is nearly a file of rulec's.
	{"a-slip-in-the-first-key", "rulset: mine\nrulec: 2\n", "unknown-key"},
	{"a-first-key-with-a-capital", "Ruleset: mine\nrulec: 2\n", "unknown-key"},
	{"a-part-that-nobody-lists", "conditions:\n  prone: {about: On the ground.}\n", "wrong-file"},
	{"rules-without-a-name", "version: \"2\"\nextends: ./scuffle.yaml\n", "wrong-file"},
	{"an-encounter-without-a-ruleset", "encounter: fight\ncombatants:\n  ann: {side: one}\n", "missing-key"},
	{"JSON-with-a-mistake", "{\"ruleset\": \"./scuffle.yaml\", \"combatants\": {\"ann\": {\"brawn\": 1, \"nerve\": 1, \"side\": \"one\", \"hp\": 7}}}\n", "unknown-key"},
	{"keys-in-quotes", "\"ruleset\": mine\n\"extends\": ./scuffel.yaml\n", "missing-file"},
	{"ends-of-lines-from-Windows", "ruleset: mine\r\nextends: ./scuffle.yaml\r\nconditons: {}\r\n", "unknown-key"},
	{"a-mark-at-its-beginning", "\ufeffruleset: mine\nextends: ./scuffle.yaml\nconditons: {}\n", "unknown-key"},
	// Rulesets, encounters and all that.
	{"a-version-to-come", "rulec: 7\nruleset: mine\nextends: ./scuffle.yaml\n", "language-version"},
	{"a-ruleset-that-is-not-there", "ruleset: mine\nextends: timecout\n", "unknown-ruleset"},
	{"an-overlay-of-nothing", "ruleset: mine\nextends: ./scuffle.yaml\noverride: {moves: {punsh: {breath: 1}}}\n", "overrides-nothing"},
	{"a-formula", "ruleset: mine\nextends: ./scuffle.yaml\nquantities: {é(who): \"who.bra + 1\"}\n", "not-name"},
	{"a-name-in-a-formula", "ruleset: mine\nextends: ./scuffle.yaml\nquantities: {reach(who): \"who.bra + 1\"}\n", "unknown-field"},
	{"who-is-not-there-in-a-script", "ruleset: ./scuffle.yaml\ncombatants:\n  ann: {brawn: 1, nerve: 1, side: one, place: [0, 0]}\nscript: |\n  ann: punch bob\n", "unknown-name"},
	{"a-case", "ruleset: ./scuffle.yaml\ncases:\n  one:\n    combatants:\n      ann: {brawn: 1, nerve: 1, side: one, place: [0, 0]}\n    script: |\n      ann: pnuch\n", "unknown-action"},
	{"a-map-of-one-line", "ruleset: ./scuffle.yaml\ncombatants: {ann: {brawn: 1, nerve: 1, side: one}}\nmap: a.b\n", "wrong-shape"},
	{"a-mistake-in-another-file", "ruleset: ./a-name-in-a-formula.yaml\ncombatants: {ann: {brawn: 1, nerve: 1, side: one}}\n", "unknown-field"},
	{"a-sequence", "sequence: two\nruleset: ./scuffle.yaml\nsteps:\n  - encounter: nowhere.yaml\n", "missing-file"},
	{"a-state", "state: first\nruleset: scuffle\n", "missing-key"},
}

// TestSameVerdict: command, page and editor say the same of each of these files, at the same place, and never nothing.
func TestSameVerdict(t *testing.T) {
	scuffle, err := os.ReadFile("../../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	texts := map[string]string{"scuffle.yaml": string(scuffle)}
	for _, x := range wrongFiles {
		texts[x.name+".yaml"] = x.text
	}
	for name, text := range texts {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page := newPage(t, texts)
	all := map[string]bool{}
	for _, x := range wrongFiles {
		name := x.name + ".yaml"
		command := saidByCommand(t, name)
		if len(command) == 0 || !strings.Contains(command[0], " "+x.code+": ") {
			t.Errorf("%s: want %s first, got %q", name, x.code, command)
		}
		if said := page.check(name); !slices.Equal(said, command) {
			t.Errorf("%s: the page says\n%q\nand the command\n%q", name, said, command)
		}
		for _, line := range command {
			all[line] = true
		}
	}
	want, got := slices.Sorted(maps.Keys(all)), saidByEditor(t, texts)
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("the command says %q, and the editor doesn't", line)
		}
	}
	for _, line := range got {
		if !all[line] {
			t.Errorf("the editor says %q, and the command doesn't", line)
		}
	}
}

// said is what is said at a place, by the file, and line and column from 1, in UTF-16 units.
func said(file string, line, column int, code, message, hint string) string {
	return strings.TrimSuffix(fmt.Sprintf("%s:%d:%d %s: %s\n%s", file, line, column, code, message, hint), "\n")
}

// saidByCommand is what rulec lint says of a file.
func saidByCommand(t *testing.T, name string) (list []string) {
	t.Helper()
	var out bytes.Buffer
	run([]string{"lint", "--format", "json", name}, strings.NewReader(""), &out, io.Discard)
	for line := range strings.Lines(out.String()) {
		var d struct {
			File, Code, Message, Hint string
			Line, Column              int
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		list = append(list, said(d.File, d.Line, d.Column, d.Code, d.Message, d.Hint))
	}
	return list
}

// page is the engine of the page.
type page struct {
	t         *testing.T
	workspace *engine.Workspace
	texts     map[string]string
}

func newPage(t *testing.T, texts map[string]string) page {
	t.Helper()
	p := page{t, engine.New("of a test"), texts}
	var files []map[string]string
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		texts[name] = strings.TrimPrefix(texts[name], "\ufeff") // browsers take the mark away
		files = append(files, map[string]string{"name": name, "text": texts[name]})
	}
	p.ask("begin", files, nil)
	return p
}

func (p page) ask(kind string, question, result any) {
	p.t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		p.t.Fatal(err)
	}
	answer := struct {
		Result any
		Error  any
	}{Result: result}
	if err := json.Unmarshal(p.workspace.Answer(kind, text), &answer); err != nil || answer.Error != nil {
		p.t.Fatal(kind, err, answer.Error)
	}
}

// check is what the page says of a file.
func (p page) check(name string) (list []string) {
	p.t.Helper()
	var checked struct {
		Diagnostics []struct {
			File, Code, Message, Hint string
			From, Line                int
		}
	}
	p.ask("check", name, &checked)
	for _, d := range checked.Diagnostics {
		// No character of these files takes two units, and an end of a line is one.
		before := []rune(strings.ReplaceAll(p.texts[d.File], "\r\n", "\n"))[:d.From]
		column := len(before) - (1 + lastIndex(before, '\n')) + 1
		list = append(list, said(d.File, d.Line, column, d.Code, d.Message, d.Hint))
	}
	return list
}

func lastIndex(text []rune, r rune) int {
	for i, x := range slices.Backward(text) {
		if x == r {
			return i
		}
	}
	return -1
}

// saidByEditor is what rulec lsp says of files, once all of them are open.
func saidByEditor(t *testing.T, texts map[string]string) []string {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	go run([]string{"lsp"}, fromClient, toClient, io.Discard)
	c := channel.LSP(fromServer, toServer)
	send := func(message map[string]any) {
		message["jsonrpc"] = "2.0"
		text, err := json.Marshal(message)
		if err == nil {
			err = c.Send(text)
		}
		if err != nil {
			t.Error(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	uri := func(name string) string {
		return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(here, name))}).String()
	}
	send(map[string]any{"id": 1, "method": "initialize", "params": map[string]any{"rootUri": uri(""), "capabilities": map[string]any{}}})
	if _, err := c.Recv(); err != nil { // what is sent before is nothing to a server
		t.Fatal(err)
	}
	go func() { // while the server answers
		for name, text := range texts {
			if name != "scuffle.yaml" {
				send(map[string]any{"method": "textDocument/didOpen", "params": map[string]any{
					"textDocument": map[string]any{"uri": uri(name), "languageId": "yaml", "version": 1, "text": text}}})
			}
		}
	}()
	shown := map[string][]string{}
	for len(shown) < len(wrongFiles) {
		message, err := c.Recv()
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Method string
			Params struct {
				URI         string
				Diagnostics []struct {
					Range         struct{ Start struct{ Line, Character int } }
					Code, Message string
				}
			}
		}
		if err := json.Unmarshal(message, &m); err != nil {
			t.Fatal(err)
		}
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		name := filepath.Base(m.Params.URI)
		shown[name] = nil
		for _, d := range m.Params.Diagnostics {
			shown[name] = append(shown[name], said(name, d.Range.Start.Line+1, d.Range.Start.Character+1, d.Code, d.Message, ""))
		}
	}
	send(map[string]any{"method": "exit"})
	return slices.Concat(slices.Collect(maps.Values(shown))...)
}

// TestFromAnyFolder: commands print the same by a path from the folder of a file, by its whole path, and from elsewhere.
func TestFromAnyFolder(t *testing.T) {
	home, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Mkdir(elsewhere, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"scuffle.yaml", "01-first-blood.yaml"} {
		if err := copyFile(filepath.Join(home, name), "../../../examples/"+name); err != nil {
			t.Fatal(err)
		}
	}
	house := "ruleset: house\nextends: ./scuffle.yaml\ncreatures: {ox: {brawn: 3, nerve: 1}}\nset: {gang_bonus:2}\n"
	t.Chdir(elsewhere)
	away, err := filepath.Rel(elsewhere, home)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{
		"lint --fix house.yaml", "lint --stdin-name new.yaml -", "show house.yaml ox", "book --format md house.yaml", "laws -n 20 scuffle.yaml",
		"run 01-first-blood.yaml", "odds 01-first-blood.yaml zora:punch mort", "diff scuffle.yaml house.yaml",
	} {
		said := func(from, path string) string {
			t.Chdir(from)
			if err := os.WriteFile(filepath.Join(home, "house.yaml"), []byte(house), 0o666); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(words, "lint") {
				run([]string{"lint", "--fix", filepath.Join(home, "house.yaml")}, nil, io.Discard, io.Discard)
			}
			args := strings.Fields(words)
			for i, a := range args {
				if strings.HasSuffix(a, ".yaml") {
					args[i] = filepath.Join(path, a)
				}
			}
			var out bytes.Buffer
			run(args, strings.NewReader(house), &out, &out)
			for _, folder := range []string{home, away} {
				text := strings.ReplaceAll(out.String(), filepath.ToSlash(folder)+"/", "")
				out.Reset()
				out.WriteString(text)
			}
			return strings.Join(strings.Fields(out.String()), " ")
		}
		want := said(home, "")
		for _, got := range []string{said(home, home), said(elsewhere, home), said(elsewhere, away)} {
			if got != want {
				t.Errorf("rulec %s:\n%s\nand from elsewhere:\n%s", words, want, got)
			}
		}
		if strings.Contains(want, "no file") || strings.HasPrefix(words, "lint --fix") && !strings.Contains(want, `" " added`) ||
			strings.HasPrefix(words, "show") && !strings.Contains(want, "guard 7") {
			t.Errorf("rulec %s: %s", words, want)
		}
	}
}
