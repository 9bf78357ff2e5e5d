package terminal

import "testing"

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
		text  string
		want  string
	}{
		{"short", 20, "Zora punches Mort.", "Zora punches Mort."},
		{"just as wide", 18, "Zora punches Mort.", "Zora punches Mort."},
		{"a column less", 17, "Zora punches Mort.", "Zora punches\nMort."},
		{"several", 6, "a bc def ghij klmno", "a bc\ndef\nghij\nklmno"},
		{"indented", 12, "  1 punch mort hard", "  1 punch\n  mort hard"},
		{"indented far", 8, "       one two", "       one\n    two"},
		{"wide gaps", 12, "punch    2 energy", "punch    2\nenergy"},
		{"a long word", 5, "a abcdefghi b", "a\nabcdefghi\nb"},
		{"lines", 9, "one two three\n\n  four five six", "one two\nthree\n\n  four\n  five\n  six"},
		{"a prompt", 12, "what do you do> ", "what do you\ndo> "},
		{"colours", 9, "\x1b[36mZora\x1b[0m hits \x1b[1;35mMort\x1b[0m", "\x1b[36mZora\x1b[0m hits\n\x1b[1;35mMort\x1b[0m"},
		{"wide characters", 6, "鬼 鬼 鬼", "鬼 鬼\n鬼"},
		{"no width", 0, "a b", "a b"},
		{"nothing", 10, "", ""},
		{"spaces", 2, "     ", "     "},
	} {
		if got := Wrap(c.text, c.width); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
