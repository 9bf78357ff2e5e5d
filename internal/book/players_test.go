package book

import (
	"bytes"
	"errors"
	"html"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// forPlayers returns the players' book of a ruleset as HTML, without style and script, and as Markdown.
func forPlayers(t *testing.T, name string, opts lang.Options) (job Job, page, markdown string) {
	t.Helper()
	job, _ = read(t, name, opts)
	job.Players = true
	b := Make(job)
	var h, m bytes.Buffer
	if err := errors.Join(b.HTML(&h), b.Markdown(&m)); err != nil {
		t.Fatal(err)
	}
	_, page, _ = strings.Cut(h.String(), "</head>")
	page, _, _ = strings.Cut(page, "<script>")
	return job, page, m.String()
}

// inCodeOnly is what only programmers read: names with an underscore, calls, fields of self, blocks and pieces of code.
var inCodeOnly = map[string]*regexp.Regexp{
	"an underscore": regexp.MustCompile(`[\pL\d]\\?_\\?[\pL\d]`), "a call": regexp.MustCompile(`[\pL\d]\([^)]*\)?`), "self": regexp.MustCompile(`\bself\.\w|{self`),
	"code": regexp.MustCompile("<pre|<code|`|[!=<>]="), "something left out": regexp.MustCompile(`, when *[:,]|<dd></dd>|(?m)\* $`),
}

// TestPlayersRead looks through the players' books for what players don't read, programs and chapters of them included.
func TestPlayersRead(t *testing.T) {
	for _, name := range books {
		_, page, markdown := forPlayers(t, name, options)
		for format, text := range map[string]string{"html": html.UnescapeString(regexp.MustCompile(` class="[^"]*"`).ReplaceAllString(page, "")), "md": strings.ReplaceAll(markdown, "](", "] (")} {
			for what, code := range inCodeOnly {
				for _, at := range code.FindAllStringIndex(text, 5) {
					t.Errorf("%s, %s: %s: %q", name, format, what, text[max(0, at[0]-60):min(len(text), at[1]+20)])
				}
			}
			for _, heading := range []string{"Procedures", "Laws", "Tactics", "Statistics", "Options", "Types"} {
				if regexp.MustCompile(`(<h3[^>]*>|### )` + heading + `\b`).MatchString(text) {
					t.Errorf("%s, %s: there is a chapter %s", name, format, heading)
				}
			}
		}
		if first := strings.Index(page, "<h2"); !strings.HasPrefix(page[first:], `<h2 id="house">House rules</h2>`) && strings.Contains(page, `id="house"`) {
			t.Errorf("%s: the house rules aren't the first page", name)
		}
	}
}

// TestEverythingIsSaid finds every sentence about what players read in their book: about conditions, actions, equipment, creatures.
func TestEverythingIsSaid(t *testing.T) {
	for _, name := range books[:5] {
		job, _, markdown := forPlayers(t, name, options)
		markdown = notLetters.ReplaceAllString(markdown, "")
		kinds := newMaker(job).kinds
		for _, section := range job.Root.Entries {
			if kinds[section.Key.Text] == nil && section.Key.Text != "conditions" {
				continue
			}
			for _, part := range sentences(section.Value) {
				if !strings.Contains(markdown, notLetters.ReplaceAllString(clean(part.About()), "")) {
					t.Errorf("%s: %s: %s", name, part.Key.Text, part.About())
				}
			}
		}
	}
}

// TestPlayersScuffle reads the tutorial as players do. Costs, numbers and reasons were worked out from its file: a guard is 7 and what is
// added, a shove costs one breath, neither a punch nor a shove goes farther than the next space. An option is told by its sentence.
func TestPlayersScuffle(t *testing.T) {
	_, _, markdown := forPlayers(t, "../../examples/scuffle.yaml", options)
	for _, want := range []string{
		"**How many bruises put somebody on the floor** | 3 |", "- *equals* 7 + all modifiers", "### Moves\n\nThe moves themselves.\n\n- *not possible if* the target is out of reach\n",
		"Takes the target's balance.\n\n- *costs* 1 breath\n- *choose* target\n\n", "- *not possible if* nobody is swinging at you; you are off balance", "- *changes* guard -2",
	} {
		if !strings.Contains(markdown, want) {
			t.Errorf("the book doesn't say %q", want)
		}
	}
	if strings.Contains(markdown, "what happens") {
		t.Error("the book has programs")
	}
}

// TestPlayersHouse holds that house rules say on the first page what they change: a number, a formula, what is new, what is gone.
func TestPlayersHouse(t *testing.T) {
	scuffle, err := os.ReadFile("../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	house := house
	files := maps.Clone(house.Files.(fstest.MapFS))
	house.Files = files
	files["scuffle.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(string(scuffle), "      - do: catch_breath\n", "", 1))}
	_, _, markdown := forPlayers(t, "house.yaml", house)
	_, first, _ := strings.Cut(markdown, "## House rules")
	first, rest, _ := strings.Cut(first, "\n## ")
	for _, want := range []string{"#### How many bruises put somebody on the floor\n\n- *now* 5, was 3", "#### Guard\n\n- *equals* 8 + all modifiers", "#### Push\n\nTakes the target's balance.\n\n- Changed.\n", "- New.\n", "#### Catch breath\n\nGet one breath back.\n\n- No longer applies."} {
		if !strings.Contains(first, want) {
			t.Errorf("the first page doesn't say %q:\n%s", want, first)
		}
	}
	if !strings.Contains(rest, "- *equals* 8 + all modifiers") {
		t.Error("the new guard isn't in the book")
	}
	// House rules that change nothing yet, as rulec init writes them, have the choices instead of an empty page.
	files["house.yaml"] = &fstest.MapFile{Data: []byte("ruleset: house\nextends: ./scuffle.yaml\n")}
	_, _, markdown = forPlayers(t, "house.yaml", house)
	if strings.Contains(markdown, "### What is different") || !strings.Contains(markdown, "### What a table may decide\n\n|  | value |") {
		t.Error("house rules without a change have an empty page")
	}
}

// TestPlayersCards holds that a stat block begins with the full pools, 3 hits for each of 5 Basic Hits among them, that what all creatures
// share is said once, and that words which stand in it are explained.
func TestPlayersCards(t *testing.T) {
	for name, want := range map[string][]string{
		"energy":   {"#### Swordsman\n\nA trained fighter with sword and shield.\n\naura **30** · surges **6** · ", "- *mpl* Martial Proficiency Level.\n", "- *all of them* new energy 5, energy gain 5, exertion limit 1,"},
		"segments": {"#### Swordsman\n\nhits **15** · "},
	} {
		_, _, markdown := forPlayers(t, name, options)
		for _, text := range want {
			if !strings.Contains(markdown, text) {
				t.Errorf("the book of %s doesn't say %q", name, text)
			}
		}
		if strings.Contains(markdown, "exertion limit **") {
			t.Error("a card has a figure that all creatures share")
		}
	}
}

// TestPlayersEnds holds how ends of conditions are told.
func TestPlayersEnds(t *testing.T) {
	for name, want := range map[string][]string{
		"energy":  {"- *lasts until* short rest\n", "- *lasts until* takes aim, or it becomes defending\n", "- *lasts until* whoever caused it is not Restrained by the creature", "- *ended by* clear head\n"},
		"dierank": {"- *lasts until* end of encounter, or HP is at least hp max\n"},
	} {
		_, _, markdown := forPlayers(t, name, options)
		for _, text := range want {
			if !strings.Contains(markdown, text) {
				t.Errorf("the book of %s doesn't say %q", name, text)
			}
		}
	}
}

// TestPlayersCall holds that a condition that brings others calls them as their headings do: bound is titled held fast.
func TestPlayersCall(t *testing.T) {
	_, page, markdown := forPlayers(t, "energy", options)
	if !strings.Contains(markdown, "- *also* held fast, still, undefended\n") || strings.Count(markdown, "#### Restrained\n") != 1 {
		t.Error("a condition is called by its name, not by its title, or two have one title")
	}
	if !strings.Contains(page, `<body class="players">`) || strings.Contains(pageText, "@page { size") {
		t.Error("the page would print on one size of paper alone")
	}
}

// TestClean holds that a name becomes words, and that a sentence with a formula is left out.
func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"A `knocked_out` foe.": "A knocked out foe.", "Rolls `best(1, 2d20)`. The rest stays.": "The rest stays.", "4..": "4 or more", "..0": "0 or less",
		"1..3": "1 to 3", "true": "yes", "it's over (really).": "it's over (really).", "its self.hp. Fine.": "Fine.", "{energy} Energy: no dancing. set: gives a value. All else stays.": "All else stays.",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q is cleaned to %q, and should be %q", text, got, want)
		}
	}
}
