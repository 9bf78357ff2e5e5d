package lsp

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/creachadair/jrpc2/channel"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
)

var edits = flag.Int("edits", fewEdits, "how many random edits the text of the server is compared after")

// fewEdits are made if nobody asks for more, and a part of them by way of a server.
const fewEdits = 20_000

// head is a ruleset up to a quantity.
const head = "rulec: 2\nruleset: r\nkinds:\n  creature: {fields: {hp: number}}\ntime:\n  key: [tick]\n  start: stop\n  entries: {turn: {do: stop}}\nquantities:\n  ok(who): "

// TestRanges puts a name that nothing has into formulas, in all styles that YAML writes text in, with
// both ends of lines, behind characters of two code units: the mistake is shown exactly where it stands.
func TestRanges(t *testing.T) {
	styles := map[string]string{
		"plain":           "value: who.hp + %s",
		"plain, two rows": "value: who.hp\n      + %s",
		"single quotes":   "value: 'who.hp + %s'",
		"double quotes":   `value: "who.hp + %s"`,
		"escapes":         `value: "who.hp\x20+ \u0020%s"`,
		"literal":         "value: |\n      who.hp +\n      %s",
		"literal, strip":  "value: |-\n      who.hp + %s",
		"folded":          "value: >\n      who.hp +\n      %s",
		"folded, strip":   "value: >-\n      who.hp + %s\n      + 1",
	}
	// And behind such characters in the text itself, and behind a tab there, where a style takes it as it is.
	behind := map[string]string{"plain": "if(\"\U0001F5E1\" == \"x\", 1, 0) + "}
	behind["folded, strip"], behind["literal, strip"], behind["single quotes"] = behind["plain"], behind["plain"]+"\t", behind["plain"]+"\t"
	behind["double quotes"] = "if(\\\"\U0001F5E1\\\" == \\\"x\\\", 1, 0) +\\t"
	behind["escapes"] = "if(\\\"\U0001F5E1\\\" == \\u0022\U0001F6E1\\\", 1, 0) + "
	for name, put := range behind {
		styles[name+", behind more"] = strings.Replace(styles[name], "who.hp", put+"who.hp", 1)
	}
	for name, style := range styles {
		for _, before := range []string{"title: ok\n    ", "title: \U0001F5E1 \U0001F6E1 blows\n    ", "title: 'a\tb'\n    "} {
			for _, end := range []string{"\n", "\r\n"} {
				const wrong = "nowhere_named"
				text := strings.ReplaceAll(head+"\n    "+before+fmt.Sprintf(style, wrong)+"\n", "\n", end)
				c := open(t, map[string]string{"r.yaml": text})
				list := c.wrong("r.yaml")
				if len(list) != 1 || c.textOf(location{c.uri("r.yaml"), list[0].Range}) != wrong {
					t.Errorf("%s, %q, %q: %+v", name, before, end, list)
				}
			}
		}
	}
}

// TestRangesOnOneLine: what stands before a mistake on its line counts in UTF-16 code units.
func TestRangesOnOneLine(t *testing.T) {
	c := open(t, map[string]string{"r.yaml": head + "{title: \"\U0001F5E1é\", value: nowhere}\n"})
	list := c.wrong("r.yaml")
	if want := (span{position{9, 33}, position{9, 40}}); len(list) != 1 || list[0].Range != want {
		t.Errorf("%+v, want %+v", list, want)
	}
}

// TestEdits makes random edits in a text of code units and in that of the server: they stay the same.
func TestEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"", "a", "hp: 1", "\n", "\r\n", "é", "\U0001F5E1", "  - x\n", "\t", "\r"}
	text := "rulec: 2\n"
	for i := range *edits {
		units := utf16.Encode([]rune(text))
		from := random.IntN(len(units) + 1)
		to := min(len(units), from+random.IntN(6))
		from, to = whole(units, from), whole(units, to)
		put := pieces[random.IntN(len(pieces))]
		want := string(utf16.Decode(units[:from])) + put + string(utf16.Decode(units[to:]))
		where := span{placeOf(units, from), placeOf(units, to)}
		got := applied(text, []contentChange{{&where, put}})
		if got != want {
			t.Fatalf("edit %d: %q in %q at %+v is %q, want %q", i, put, text, where, got, want)
		}
		if text = want; len(text) > 400 {
			text = text[:0]
		}
	}
}

// TestServerEdits makes random edits in open files and asks in between: the server answers, and has the texts that
// the editor has.
func TestServerEdits(t *testing.T) {
	c := open(t, brawl(t))
	random := rand.New(rand.NewPCG(9, 10))
	pieces := []string{"", "", "a", "self.", "hp: 1", "\n", "\r\n", "é", "\U0001F5E1", "  - x\n", "\t", "{", "\"", "if ", "1d6", ": ", "#"}
	names := sorted(c.texts)
	n := *edits
	if n <= fewEdits {
		n /= 50
	}
	for i := range n {
		name := names[random.IntN(len(names))]
		text := c.texts[name]
		units := utf16.Encode([]rune(text))
		from := whole(units, random.IntN(len(units)+1))
		to := whole(units, min(len(units), from+random.IntN(4)))
		put := pieces[random.IntN(len(pieces))]
		c.texts[name] = string(utf16.Decode(units[:from])) + put + string(utf16.Decode(units[to:]))
		c.versions[name]++
		where := span{placeOf(units, from), placeOf(units, to)}
		c.tell("textDocument/didChange", didChangeParams{textDocumentItem{URI: c.uri(name), Version: c.versions[name]}, []contentChange{{&where, put}}})
		if i%20 == 0 {
			p := at{textDocument{c.uri(name)}, where.Start}
			for _, method := range []string{"hover", "completion", "definition", "documentSymbol", "codeLens"} {
				var result any
				if err := c.ask("textDocument/"+method, p, &result); err != nil {
					t.Fatalf("%s: %v\n%s", method, err, c.texts[name])
				}
			}
			c.sameTexts()
		}
		if i%100 == 99 { // from something that can be read again
			for _, name := range names {
				c.texts[name] = brawl(t)[name]
				c.versions[name]++
				c.tell("textDocument/didChange", didChangeParams{textDocumentItem{URI: c.uri(name), Version: c.versions[name]}, []contentChange{{nil, c.texts[name]}}})
			}
		}
	}
	c.sameTexts()
}

// sameTexts holds that the server has the texts that the editor has, once it has answered.
func (c *client) sameTexts() {
	c.t.Helper()
	var h *hover
	if err := c.ask("textDocument/hover", at{textDocument{c.uri("fight.yaml")}, position{}}, &h); err != nil {
		c.t.Fatal(err)
	}
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	for name, text := range c.texts {
		file, _ := nameOf(c.uri(name))
		if got, _ := c.server.work.Text(file); got != text {
			c.t.Fatalf("%s is for the server\n%q\nand for the editor\n%q", name, got, text)
		}
	}
}

// TestCancel: requests that are taken back before their turn are answered with that alone, however many wait.
func TestCancel(t *testing.T) {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	s := New(lang.Options{}, "test")
	ended := make(chan error, 1)
	go func() { ended <- s.Run(context.Background(), fromClient, toClient) }()
	c := channel.LSP(fromServer, toServer)
	type message struct {
		ID    int `json:"id"`
		Error *struct {
			Code int `json:"code"`
		} `json:"error"`
	}
	send := func(text string, args ...any) {
		t.Helper()
		if err := c.Send([]byte(`{"jsonrpc":"2.0",` + fmt.Sprintf(text, args...) + `}`)); err != nil {
			t.Fatal(err)
		}
	}
	receive := func() (m message) {
		t.Helper()
		text, err := c.Recv()
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	send(`"id":1,"method":"initialize","params":{"capabilities":{}}`)
	receive()
	const first, last = 10, 19
	s.mutex.Lock() // as while a file is checked
	for id := first; id <= last; id++ {
		send(`"id":%d,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x.yaml"},"position":{"line":0,"character":0}}`, id)
	}
	for id := first; id < last; id++ {
		send(`"method":"$/cancelRequest","params":{"id":%d}`, id)
	}
	send(`"id":2,"method":"$/setTrace","params":{}`) // which nothing has to be waited for
	if m := receive(); m.ID != 2 || m.Error != nil {
		t.Errorf("%+v", m)
	}
	s.mutex.Unlock()
	for range last - first + 1 {
		if m := receive(); (m.ID == last) != (m.Error == nil) || m.Error != nil && m.Error.Code != int(requestCancelled) {
			t.Errorf("%+v %+v", m, m.Error)
		}
	}
	send(`"id":3,"method":"shutdown"`)
	receive()
	send(`"method":"exit"`)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// whole returns a place that isn't inside of a character of two code units, nor between the two of
// an end of a line: the protocol has no name for that.
func whole(units []uint16, i int) int {
	if i > 0 && i < len(units) && (utf16.IsSurrogate(rune(units[i])) && units[i] >= 0xDC00 || units[i-1] == '\r' && units[i] == '\n') {
		return i - 1
	}
	return i
}

// placeOf counts lines and code units.
func placeOf(units []uint16, i int) (p position) {
	for _, u := range units[:i] {
		if p.Character++; u == '\n' {
			p = position{Line: p.Line + 1}
		}
	}
	return p
}

// TestOutside: places that a file doesn't have, and files that aren't open, are answered with nothing.
func TestOutside(t *testing.T) {
	c := open(t, brawl(t))
	for _, p := range []at{
		{textDocument{c.uri("brawl.yaml")}, position{9999, 9999}}, {textDocument{c.uri("brawl.yaml")}, position{-1, -1}},
		{textDocument{c.uri("nowhere.yaml")}, position{}}, {textDocument{"untitled:Untitled-1"}, position{}}, {textDocument{"%"}, position{}},
	} {
		for _, method := range []string{"hover", "definition", "references", "documentHighlight", "completion", "prepareRename"} {
			var result any
			if err := c.ask("textDocument/"+method, p, &result); err != nil && method != "prepareRename" {
				t.Errorf("%s of %+v: %v", method, p, err)
			}
		}
	}
}

// TestEverywhere asks about every place of a file: nothing goes wrong anywhere.
func TestEverywhere(t *testing.T) {
	c := open(t, brawl(t))
	for name, text := range c.texts {
		for i := 0; i <= len(text); i += 3 {
			p := at{textDocument{c.uri(name)}, positionIn(text, i)}
			for _, method := range []string{"hover", "definition", "documentHighlight", "completion"} {
				var result any
				if err := c.ask("textDocument/"+method, p, &result); err != nil {
					t.Fatalf("%s at %d of %s: %v", method, i, name, err)
				}
			}
		}
	}
}

// TestTyping types a file letter by letter: in the end what is shown is what is wrong with the whole.
func TestTyping(t *testing.T) {
	files := brawl(t)
	text := files["brawl/moves.yaml"]
	files["brawl/moves.yaml"] = ""
	c := open(t, files)
	for i := range text {
		where := span{positionIn(text, i), positionIn(text, i)}
		c.versions["brawl/moves.yaml"]++
		c.tell("textDocument/didChange", didChangeParams{textDocumentItem{URI: c.uri("brawl/moves.yaml"), Version: c.versions["brawl/moves.yaml"]}, []contentChange{{&where, text[i : i+1]}}})
	}
	if list := c.wrong("brawl/moves.yaml"); len(list) > 0 {
		t.Errorf("%+v", list)
	}
}

// TestAtOnce asks many things at once, and takes half of them back: the rest is answered.
func TestAtOnce(t *testing.T) {
	c := open(t, brawl(t))
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			ctx, stop := context.WithTimeout(context.Background(), time.Minute)
			defer stop()
			if i%2 == 0 {
				time.AfterFunc(time.Millisecond, stop)
			}
			var list completionList
			err := c.rpc.CallResult(ctx, "textDocument/completion", c.at("brawl/moves.yaml", "not fl|oored"), &list)
			if i%2 == 1 && (err != nil || len(list.Items) == 0) {
				t.Errorf("%v, %d", err, len(list.Items))
			}
		})
	}
	all.Wait()
	c.write("brawl/moves.yaml", "not floored", "not flored")
	if list := c.wrong("brawl/moves.yaml"); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}

// TestOutsideChanges: what changes on disk counts when the editor says so.
func TestOutsideChanges(t *testing.T) {
	c := start(t, brawl(t))
	c.openFile("fight.yaml")
	if list := c.wrong("fight.yaml"); len(list) > 0 {
		t.Fatal(list)
	}
	c.texts["brawl.yaml"] = strings.Replace(brawl(t)["brawl.yaml"], "0 - self.strength", "0 - self.strenght", 1)
	c.save("brawl.yaml")
	c.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	for {
		select {
		case p := <-c.shown:
			if p.URI == c.uri("brawl.yaml") && len(p.Diagnostics) == 1 {
				return
			}
		case <-time.After(20 * time.Second):
			t.Fatal("nothing is shown")
		}
	}
}

// BenchmarkEditor prints how long the largest system takes to be checked again after a letter, and how long
// hover and completion take: the time of which nineteen of twenty stay below.
func BenchmarkEditor(b *testing.B) {
	for _, name := range []string{"energy", "timecount"} {
		c := open(b, shippedFiles(b))
		part := name + "/tactics.yaml"
		c.wrong(part)
		text := c.texts[part]
		i := strings.Index(text, "self.") + len("self.")
		place := at{textDocument{c.uri(part)}, positionIn(text, i)}
		report := func(what string, times []time.Duration) {
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, name+"-"+what+"-p95-ms")
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, name+"-"+what+"-p50-ms")
		}
		measure := func(what string, f func()) {
			var times []time.Duration
			for range max(b.N, 100) {
				begin := time.Now()
				f()
				times = append(times, time.Since(begin))
			}
			report(what, times)
		}
		var result any
		from, to := "self.", "self.x"
		measure("recheck", func() {
			c.write(part, from, to)
			c.wrong(part)
			from, to = to, from
		})
		measure("hover", func() { c.ask("textDocument/hover", place, &result) })
		measure("completion", func() { c.ask("textDocument/completion", place, &result) })
		// As it is while somebody types: nothing has been checked since the letter.
		var times []time.Duration
		for range max(b.N, 100) {
			c.write(part, from, to)
			from, to = to, from
			begin := time.Now()
			c.ask("textDocument/completion", place, &result)
			times = append(times, time.Since(begin))
			c.wrong(part)
		}
		report("completion-behind-a-letter", times)
	}
}

// shippedFiles are the rulesets that come with the program, as files of a folder.
func shippedFiles(t testing.TB) map[string]string {
	files := map[string][]byte{}
	if err := gather(files, ".", rulesets.Files); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for name, text := range files {
		texts[name] = string(text)
	}
	return texts
}
