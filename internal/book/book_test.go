package book

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

var options = lang.Options{Shipped: rulesets.Files, Library: stdlib.Files, Root: "../.."}

// known are the jobs for rulesets of the house, which take a second to read.
var known = map[string]Job{}

// read makes the book of a ruleset.
func read(t *testing.T, name string, opts lang.Options) (Job, *Book) {
	t.Helper()
	job, ok := known[name]
	if !ok {
		var list diag.List
		if job, list = Read(name, opts); list.HasErrors() {
			t.Fatalf("%s: %v", name, list.Err())
		}
		if opts.Files == nil {
			known[name] = job
		}
	}
	job.Made, job.Command = "1.0", "rulec book "+name
	return job, Make(job)
}

// books are the rulesets that a book is made of here: the five systems, the tutorial, house rules, and
// whole systems that use the library.
var books = []string{
	"timecount", "energy", "segments", "dierank", "actionpoints", "../../examples/scuffle.yaml", "../../examples/grim-scuffle.yaml",
	"../../examples/timecount-house-rules.yaml", "../../examples/systems/hedge_knights/hedge_knights.yaml", "../../examples/systems/long_odds/long_odds.yaml",
}

var (
	target   = regexp.MustCompile(` id="([^"]*)"`)
	htmlLink = regexp.MustCompile(` href="#([^"]*)"`)
	markLink = regexp.MustCompile(`\]\(#([^)]*)\)`)
)

// TestLinks follows every link of every book, and finds every declaration of the ruleset in it just once.
func TestLinks(t *testing.T) {
	for _, name := range books {
		job, b := read(t, name, options)
		var html, markdown bytes.Buffer
		if err := b.HTML(&html); err != nil {
			t.Fatal(err)
		}
		if err := b.Markdown(&markdown); err != nil {
			t.Fatal(err)
		}
		for format, page := range map[string]struct {
			text string
			link *regexp.Regexp
		}{"html": {html.String(), htmlLink}, "md": {markdown.String(), markLink}} {
			var targets []string
			for _, m := range target.FindAllStringSubmatch(page.text, -1) {
				if slices.Contains(targets, m[1]) {
					t.Errorf("%s, %s: %s is there twice", name, format, m[1])
				}
				targets = append(targets, m[1])
			}
			links := page.link.FindAllStringSubmatch(page.text, -1)
			if len(links) < 10 {
				t.Errorf("%s, %s: %d links are too few to be true", name, format, len(links))
			}
			for _, m := range links {
				if !slices.Contains(targets, m[1]) {
					t.Errorf("%s, %s: a link leads to %s, which isn't there", name, format, m[1])
				}
			}
			for _, section := range job.Root.Entries {
				for _, anchor := range declared(section) {
					if !slices.Contains(targets, anchor) {
						t.Errorf("%s, %s: %s isn't in the book", name, format, anchor)
					}
				}
			}
		}
	}
}

// declared returns the anchors of what a section declares.
func declared(section tree.Entry) []string {
	switch {
	case section.Value.Kind != tree.Mapping || section.Key.Text == "cases":
		return nil
	case show.IsOne(section):
		return []string{section.Key.Text}
	}
	var anchors []string
	for _, e := range section.Value.Entries {
		anchors = append(anchors, section.Key.Text+"."+e.Key.Text)
	}
	return anchors
}

// house are a base with house rules over it that change, add, rename and take out.
var house = lang.Options{Files: fstest.MapFS{
	"house.yaml": {Data: []byte(`ruleset: house
title: "<script>alert('House')</script>"
extends: ./scuffle.yaml
set: {bruises_to_drop: 5}
rename: {moves: {shove: push}}
remove: {pauses: catch_breath}
override:
  quantities: {guard: 8 + sum(add)}
# What is new.
moves:
  bite: {hit: target.bruises += 2}  #: A bite & a half, as ` + "`punch`" + ` does.
`)},
}}

// TestHouseRules holds that what a house rule changes is marked with what it replaces, that what it takes out is
// listed, and that what a ruleset says is text on the page.
func TestHouseRules(t *testing.T) {
	scuffle, err := os.ReadFile("../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(scuffle), "      - do: catch_breath\n", "", 1)
	house.Files.(fstest.MapFS)["scuffle.yaml"] = &fstest.MapFile{Data: []byte(text)}
	_, b := read(t, "house.yaml", house)
	var html, markdown bytes.Buffer
	if err := b.HTML(&html); err != nil {
		t.Fatal(err)
	}
	if err := b.Markdown(&markdown); err != nil {
		t.Fatal(err)
	}
	for text, wants := range map[string][]string{
		html.String(): {
			"<h1>&lt;script&gt;alert(&#39;House&#39;)&lt;/script&gt;</h1>", "House rules for Scuffle.",
			"House rule; value was <code>3</code>", "House rule; value was <code>7 &#43; sum(add)</code>", "House rule; name was <code>shove</code>",
			"New with the house rules", "A bite &amp; a half, as <code>punch</code> does.", "<p>What is new.</p>",
			`<h2 id="removed">Removed</h2>`, "Get one breath back.", `(house.yaml:5)`, "Again: <code>rulec book house.yaml</code>",
		},
		markdown.String(): {
			`# \<script\>alert('House')\</script\>`, "> **House rule**; value was `7 + sum(add)`", "#### Bite\n\n> **New with the house rules**\n\nA bite & a half",
			"- **Catch breath** (`pauses.catch_breath`) Get one breath back.",
		},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("the page doesn't say %q", want)
			}
		}
	}
	for _, never := range []string{"<script>alert", "%!", "ZgotmplZ", "http"} {
		if strings.Contains(html.String(), never) {
			t.Errorf("the page says %q", never)
		}
	}
	if first, second := strings.Index(html.String(), `id="file.scuffle"`), strings.Index(html.String(), `id="file.house"`); first < 0 || second < first {
		t.Error("the house rules don't stand behind what they lie over")
	}
}

// TestFigures holds what stands on a stat block against what the rules say: a spearman of timecount has
// 14 for Passive: 10, 4 for chain mail and nothing for a medium size.
func TestFigures(t *testing.T) {
	_, b := read(t, "timecount", options)
	for _, ch := range b.Chapters {
		for _, g := range ch.Groups {
			for _, e := range g.Entries {
				if e.Anchor != "creatures.spearman" {
					continue
				}
				for _, f := range e.Figures {
					if f.Name == "passive_defense" {
						if f.Value != "14" {
							t.Errorf("%s is %s", f.Title, f.Value)
						}
						return
					}
				}
			}
		}
	}
	t.Error("there is no such stat block")
}

// notLetters matches what formats differ in.
var notLetters = regexp.MustCompile(`[^A-Za-z]+`)

// TestSentences finds everything that a ruleset says behind "#:" in both formats, however deep in a definition it stands.
func TestSentences(t *testing.T) {
	for _, name := range append([]string{"testdata/sentences.yaml"}, books...) {
		job, b := read(t, name, options)
		var html, markdown bytes.Buffer
		if err := errors.Join(b.HTML(&html), b.Markdown(&markdown)); err != nil {
			t.Fatal(err)
		}
		for format, page := range map[string]string{
			"html": regexp.MustCompile(`<[^>]*>|&#?\w+;`).ReplaceAllString(html.String(), ""), "md": markLink.ReplaceAllString(markdown.String(), ""),
		} {
			page = notLetters.ReplaceAllString(page, "")
			for _, section := range job.Root.Entries {
				if section.Key.Text == "cases" {
					continue
				}
				for _, part := range sentences(section.Value) {
					if !strings.Contains(page, notLetters.ReplaceAllString(part.About(), "")) {
						t.Errorf("%s, %s: %s: %s", name, format, part.Key.Text, part.About())
					}
				}
			}
		}
	}
}
