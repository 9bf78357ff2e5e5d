package report

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// fights is a document with a block of each kind.
func fights() *Document {
	d := &Document{Title: "Ambush (energy)", Data: map[string]int{"fights": 200}}
	d.Add(Paragraph{Text: "The watch wins 3 of 4 fights.", Verdict: true})
	d.Add(Heading{Text: "How it ends"})
	ends := &Table{Name: "ends", Head: []Head{{Name: "won by"}, {Name: "share", Bars: true}, {Name: "fights"}}, Sum: true}
	ends.Add(Words("watch"), Interval("75%", 0.75, 0.5, 0.875), Count(1500))
	ends.Add(Words("band"), Interval("25%", 0.25, 0.125, 0.5), Count(500))
	ends.Add(Words("all"), Words(""), Count(2000))
	d.Add(ends)
	d.Add(Chart{"how long fights are", func(w io.Writer) error { _, err := io.WriteString(w, "<?xml?><svg\tid='a'>drawn</svg>"); return err }})
	d.Add(Lines{[]string{"Ana hits Bo.", "  Bo falls."}}, Columns{[]Column{{"base", []Block{Lines{[]string{"one"}}}}, {"house", []Block{Heading{Text: "Round 1"}, Lines{[]string{"two"}}}}}})
	d.Note("Ruleset energy.")
	d.Add(Command{"Again", "rulec sim ambush.yaml"}, Command{"See it", ""}, &Table{}, Paragraph{})
	return d
}

// printed is what the document is in each format; bars are a half and three quarters of the 40 marks that the screen has room for.
var printed = map[Format]string{
	Text: `Ambush (energy)

The watch wins 3 of 4 fights.

How it ends
won by  share  fights
watch     75%   1,500  ████████████████████████████████████████
band      25%     500  █████████████▍
all             2,000

  Ana hits Bo.
    Bo falls.

base
  one

house
Round 1
  two

Ruleset energy.
Again: rulec sim ambush.yaml
`,
	Markdown: `# Ambush (energy)

**The watch wins 3 of 4 fights.**

## How it ends

| won by | share | fights |
|---|---:|---:|
| watch | 75% | 1,500 |
| band | 25% | 500 |
| all |  | 2,000 |

    Ana hits Bo.
      Bo falls.

## base

    one

## house

### Round 1

    two

Ruleset energy.

Again:

    rulec sim ambush.yaml
`,
	CSV: `table,row,column,value,low,high
ends,watch,share,0.75,0.5,0.875
ends,watch,fights,1500,,
ends,band,share,0.25,0.125,0.5
ends,band,fights,500,,
ends,all,fights,2000,,
`,
	JSON: `{
  "fights": 200
}
`,
}

func TestPrint(t *testing.T) {
	for _, f := range Formats {
		var out bytes.Buffer
		if err := fights().Print(&out, f); err != nil {
			t.Fatal(f, err)
		}
		if want, ok := printed[f]; ok && out.String() != want {
			t.Errorf("%s:\n%s\nwant:\n%s", f, out.String(), want)
		}
		if printers[f] == nil || out.Len() == 0 {
			t.Errorf("%s prints nothing", f)
		}
	}
	if err := fights().Print(io.Discard, "xml"); err == nil {
		t.Error("there is no format xml")
	}
	if len(printers) != len(Formats) {
		t.Error(Formats)
	}
}

// TestPage looks for each block in the page. On a bar of 120 pixels with one free at each end, and with an interval up to 0.875,
// 0.75 is 118*0.75/0.875 = 101.1 pixels long.
func TestPage(t *testing.T) {
	var out bytes.Buffer
	if err := fights().Print(&out, HTML); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>Ambush (energy)</title>", `<p class="verdict">The watch wins 3 of 4 fights.</p>`, "<h2>How it ends</h2>", `<th scope="col" class="n">share</th>`,
		`<rect x="1.0" y="2" width="101.1"`, `<tr class="sum"><td>all</td>`, `aria-label="how long fights are"><svg id='a'>drawn</svg>`,
		"<pre>Ana hits Bo.\n  Bo falls.</pre>", "<h3>house</h3>\n<h4>Round 1</h4>\n<pre>two</pre>", "Again: <code>rulec sim ambush.yaml</code>",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q isn't on the page:\n%s", want, out.String())
		}
	}
	if got := cellText("75% (50 to 88) <b>"); got != "75% (50&nbsp;to&nbsp;88)&nbsp;&lt;b&gt;" {
		t.Error("an interval on one line:", got)
	}
	broken := &Document{Blocks: []Block{Chart{"", func(io.Writer) error { return errors.New("no canvas") }}}}
	if err := broken.Print(io.Discard, HTML); err == nil {
		t.Error("a chart that can't be drawn is an error")
	}
}

// TestNothingIsObeyed holds that no format prints a character that a terminal obeys, nor markup of a name.
func TestNothingIsObeyed(t *testing.T) {
	const evil = "\x1b[31m<b>*x*|y"
	d := &Document{Title: evil, Data: evil}
	d.Add(Heading{Text: evil}, Paragraph{Text: evil + "\n" + evil}, Note{evil}, Command{evil, evil}, Lines{[]string{evil}})
	table := &Table{Name: evil, Head: Heads(evil, evil)}
	table.Add(Words(evil), Words(evil))
	d.Add(table, Columns{[]Column{{evil, []Block{Note{evil}}}}})
	for _, f := range Formats {
		var out bytes.Buffer
		if err := d.Print(&out, f); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if strings.Contains(text, "\x1b") || f == HTML && strings.Contains(text, "<b>") {
			t.Errorf("%s obeys a name: %q", f, text)
		}
	}
	var md bytes.Buffer
	if err := d.Print(&md, Markdown); err != nil || strings.Count(md.String(), `\*x\*\|y |`) != 4 {
		t.Errorf("the cells of a table in Markdown: %s", md.String())
	}
}

// TestNarrow holds that a text has 80 columns: of a table that is too wide first heads are broken, then words, and then columns are printed
// below the others.
func TestNarrow(t *testing.T) {
	wide := strings.Repeat("x", 30)
	for _, c := range []struct {
		name string
		head []Head
		row  []Cell
		want string
	}{
		// 11 + 2 + 33 + 2 + 38 = 86 columns: the widest head gives 6 of them and is broken; its longest line then has 31.
		{"heads", Heads("asked about", "how often it wins without a parry", "how often the side wins with it always"),
			[]Cell{Words("parry"), Figure("12%", 12), Figure("80%", 80)}, "" +
				"                                                how often the side wins with it\n" +
				"asked about  how often it wins without a parry                           always\n" +
				"parry                                      12%                              80%\n"},
		{"words", Heads("a", "b"), []Cell{Words("left"), Words(strings.Repeat("word ", 20))}, "" +
			"a     b\n" +
			"left  " + strings.TrimSpace(strings.Repeat("word ", 15)) + "\n" + // 74 columns are left: 15 words and their spaces
			"      word word word word word\n"},
		{"columns", Heads("a", "b", "c", "d"), []Cell{Words("left"), Figure(wide, 1), Figure(wide, 2), Figure(wide, 3)}, "" +
			"a" + strings.Repeat(" ", 34) + "b" + strings.Repeat(" ", 31) + "c\n" +
			"left  " + wide + "  " + wide + "\n\n" +
			"a" + strings.Repeat(" ", 34) + "d\n" +
			"left  " + wide + "\n"},
		// Broken words make no room for all of them: so they stay whole where there are several tables.
		{"columns with words", Heads("change", "b", "c", "d"), []Cell{Words("a guard of 4 -> 3"), Figure(wide, 1), Figure(wide[:29], 2), Figure(wide, 3)}, "" +
			"change" + strings.Repeat(" ", 42) + "b" + strings.Repeat(" ", 30) + "c\n" +
			"a guard of 4 -> 3  " + wide + "  " + wide[:29] + "\n\n" +
			"change" + strings.Repeat(" ", 42) + "d\n" +
			"a guard of 4 -> 3  " + wide + "\n"},
	} {
		table := &Table{Head: c.head}
		table.Add(c.row...)
		if got := TextOf(table); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
		}
	}
	// 16 words of 4 letters and 15 spaces are 79 columns.
	long := Paragraph{Text: strings.Repeat("word ", 40)}
	if got, _, _ := strings.Cut(TextOf(long), "\n"); got != strings.TrimSpace(strings.Repeat("word ", 16)) {
		t.Errorf("a paragraph of 40 words begins %q", got)
	}
}

// TestBars holds that a single column of bars stands at the end of the lines, and several beside their figures, to one scale. After
// columns of 6, 5 and 6, and the blanks between them, 59 columns are left: two bars have 29, of which 2 are blank.
func TestBars(t *testing.T) {
	bar := func(n int) string { return strings.Repeat("█", n) }
	for _, c := range []struct {
		first bool
		want  string
	}{
		{false, "" +
			"result  first  second\n" +
			"one         9       9  " + bar(20) + "\n" +
			"two         0      18  " + bar(40) + "\n"},
		{true, "" +
			"result  first  " + strings.Repeat(" ", 29) + "second\n" +
			"one         9  " + bar(13) + "▌" + strings.Repeat(" ", 20) + "9  " + bar(13) + "▌\n" +
			"two         0  " + strings.Repeat(" ", 33) + "18  " + bar(27) + "\n"},
	} {
		table := &Table{Head: []Head{{"result", false}, {"first", c.first}, {"second", true}}}
		table.Add(Words("one"), Count(9), Count(9))
		table.Add(Words("two"), Count(0), Count(18))
		if got := TextOf(table); got != c.want {
			t.Errorf("bars of the first column %v:\n%s\nwant:\n%s", c.first, got, c.want)
		}
	}
}

// TestWithoutEmpty holds that columns go in which no row has anything, but for the first.
func TestWithoutEmpty(t *testing.T) {
	table := &Table{Head: Heads("a", "b", "c", "d")}
	table.Add(Words(""), Words(""), Count(1), Words(""))
	table.Add(Words(""), Words(""), Count(2))
	if got := TextOf(table.WithoutEmpty()); got != "a  c\n   1\n   2\n" || len(table.Head) != 2 {
		t.Errorf("left over:\n%s", got)
	}
}

// TestDiagnostics holds that places are shown as lint shows them.
func TestDiagnostics(t *testing.T) {
	src := diag.NewSource("mine.yaml", "hp: seven\n")
	got := TextOf(Diagnostics(diag.List{diag.Errorf("odd", diag.Span{Source: src, Start: 4, End: 9}, "no number")}))
	if want := "  mine.yaml:1:5: error: no number [odd]\n    |\n  1 | hp: seven\n    |     ^~~~~\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
