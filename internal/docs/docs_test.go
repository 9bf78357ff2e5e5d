package docs

import (
	"strings"
	"testing"
	"testing/fstest"
)

const page = `# Fights

How they go: **always** badly. And more.

## 1. Turns

One after the other.

` + "```" + `
# no heading
` + "```" + `

### 1.1 Moves

A move takes a turn.

### 1.2 Ends

## 10. Ends of fights

A turn is the last one.
`

func read(t *testing.T) []Page {
	t.Helper()
	all, err := Read(fstest.MapFS{
		"fights.md": {Data: []byte(page)}, "language.md": {Data: []byte("# Words\n\nSaid of turns and moves\n\n- [Pools](pools.md)\n")},
		"pools.md": {Data: []byte("# Pools\n")}, "grammar.ebnf": {Data: []byte("A = B .")}, "x.txt": {},
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestRead(t *testing.T) {
	var got []string
	for _, p := range read(t) {
		got = append(got, p.Name+": "+p.Title+": "+p.About)
	}
	want := "language: Words: Said of turns and moves - [Pools](pools.md); pools: Pools: ; fights: Fights: How they go; grammar: grammar: "
	if strings.Join(got, "; ") != want {
		t.Errorf("got %q", got)
	}
}

func TestNamed(t *testing.T) {
	fights := read(t)[2]
	for name, want := range map[string]string{
		"1": "1. Turns|1.1 Moves|1.2 Ends", "1.1": "1.1 Moves", "10": "10. Ends of fights", "1.2 ends": "1.2 Ends",
		"ENDS": "1.2 Ends|10. Ends of fights", "moves": "1.1 Moves", "2": "", "no heading": "", "fights": "Fights|1. Turns|1.1 Moves|1.2 Ends|10. Ends of fights",
	} {
		var got []string
		for _, s := range fights.Named(name) {
			got = append(got, s.Heading)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestSearch(t *testing.T) {
	var got []string
	for _, h := range Search(read(t), []string{"Turn", "a"}) {
		got = append(got, h.Page+" "+h.Heading+": "+h.Line)
	}
	want := "fights 1. Turns: One after the other.|language Words: Said of turns and moves|fights 1.1 Moves: A move takes a turn.|fights 10. Ends of fights: A turn is the last one."
	if strings.Join(got, "|") != want {
		t.Errorf("got %s", strings.Join(got, "|"))
	}
	if hits := Search(read(t), []string{"ends"}); len(hits) != 2 || hits[0].InHeading != 1 || hits[0].Heading != "1.2 Ends" {
		t.Errorf("got %v", hits)
	}
	if len(Search(read(t), []string{"nowhere"})) > 0 {
		t.Error("found what isn't there")
	}
}

// TestSearchTerms holds what comes first: words in headings and terms of the glossary, then whole words, then parts of words.
func TestSearchTerms(t *testing.T) {
	all, err := Read(fstest.MapFS{
		"fights.md":   {Data: []byte("# Courage\n\nAn average.\n\n## Anger\n\nIn a rage.\n\n## Rages\n\nSwearing, two-handed.\n")},
		"glossary.md": {Data: []byte("# Glossary\n\nNo rage.\n\n## Others\n\n| they say | see |\n|---|---|\n| outrage | [A](a.md) |\n| fury, Rage, two-handed | [B](b.md) |\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{
		"rage":       "Rages: |Others: | fury, Rage, two-handed | [B](b.md) ||Anger: In a rage.|Glossary: No rage.|Courage: An average.",
		"two handed": "Others: | fury, Rage, two-handed | [B](b.md) ||Rages: Swearing, two-handed.",
	} {
		var got []string
		for _, h := range Search(all, strings.Fields(words)) {
			got = append(got, h.Heading+": "+h.Line)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: got %s", words, strings.Join(got, "|"))
		}
	}
}
