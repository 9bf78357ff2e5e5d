package diag

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	d := at("x.yaml", "größe: dexx\n", "dexx").WithHint("a \u009b b").WithNote(Span{}, "n")
	got, err := d.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"code":"some-code","severity":"error","file":"x.yaml","line":1,"column":8,"endLine":1,"endColumn":12,` +
		`"message":"something is wrong","hint":"a \u009b b","notes":[{"message":"n"}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	d.Message = "\U000e0001 and <b>"
	if got, _ = d.MarshalJSON(); !strings.Contains(string(got), `"\udb40\udc01 and <b>"`) {
		t.Errorf("tag character isn't escaped: %s", got)
	}
	var back struct{ Message string }
	if err := json.Unmarshal(got, &back); err != nil || back.Message != d.Message {
		t.Errorf("read back %q, %v", back.Message, err)
	}
}

// TestVisibleJSON holds that what is escaped means the same, and that nothing is left of
// what a terminal would obey but line breaks.
func TestVisibleJSON(t *testing.T) {
	value := []string{"\x00\x1b\n\t\x7f\u009b", "\u200b\u202e\u2028\u00ad\ufeff\U000e0001", `größe "<&>" \`, "日本", "👍"}
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	visible := VisibleJSON(text)
	var back []string
	if err := json.Unmarshal(visible, &back); err != nil || !slices.Equal(back, value) {
		t.Errorf("%s is read back as %q, %v", visible, back, err)
	}
	lines := strings.Split(string(visible), "\n")
	if len(lines) != len(value)+2 {
		t.Errorf("%d lines, want %d", len(lines), len(value)+2)
	}
	for _, line := range lines {
		if Visible(line) != line {
			t.Errorf("%q is left in it", line)
		}
	}
	for _, kept := range []string{"größe", "日本", "👍"} {
		if !strings.Contains(string(visible), kept) {
			t.Errorf("%s is gone", kept)
		}
	}
}

func TestGitHub(t *testing.T) {
	d := at("a,b:c.yaml", "x: 100%\n", "100%")
	d.Message = "100% of\n::error::it"
	d.WithHint("50%%")
	want := "::error file=a%2Cb%3Ac.yaml,line=1,endLine=1,col=4,endColumn=8,title=some-code::" +
		`100%25 of\n::error::it%0Ahint: 50%25`
	if got := d.GitHub(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	many := at("x.yaml", "a\nb\n", "a\nb")
	many.Severity = Warning
	if got, want := many.GitHub(), "::warning file=x.yaml,line=1,endLine=2,title=some-code::something is wrong"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := Errorf("", Span{}, "m").GitHub(), "::error::m"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPrintIsCapped(t *testing.T) {
	tests := []struct {
		format Format
		tail   string
	}{
		{Lines, "\nand 2 more\n"},
		{Snippets, "\n\nand 2 more\n"},
		{JSON, "\n{\"leftOut\":2}\n"},
		{GitHub, "\n::notice::and 2 more\n"},
	}
	var l List
	for range MaxShown + 2 {
		l.Errorf("some-code", Span{}, "unmistakable")
	}
	for _, test := range tests {
		var b strings.Builder
		if err := l.Print(&b, test.format, false); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "unmistakable"); n != MaxShown {
			t.Errorf("format %d: %d shown", test.format, n)
		}
		if !strings.HasSuffix(b.String(), test.tail) {
			t.Errorf("format %d ends with %q", test.format, b.String()[b.Len()-40:])
		}
		b.Reset()
		if err := l[:MaxShown].Print(&b, test.format, false); err != nil || strings.Contains(b.String(), "more") {
			t.Errorf("format %d: a full list is cut", test.format)
		}
	}
}

func TestListSortsAndDropsWhatIsSaidTwice(t *testing.T) {
	a, b := NewSource("a.yaml", "abc"), NewSource("b.yaml", "abc")
	var l List
	l.Errorf("c", Span{b, 0, 1}, "third")
	l.Errorf("c", Span{a, 1, 2}, "second")
	l.Errorf("c", Span{a, 0, 2}, "first")
	l.Errorf("c", Span{a, 1, 2}, "second")
	l.Sort()
	got := ""
	for _, d := range l {
		got += d.Message + " "
	}
	if got != "first second third " {
		t.Errorf("got %s", got)
	}
	if l.Err() == nil || (List{}).Err() != nil {
		t.Error("Err tells the wrong thing")
	}
}
