package diag

import "testing"

// TestUTF8 holds that files come out the same in whatever encoding Windows writes them, and that what is none of
// these stays as it is. The bytes are those of the Unicode standard: U+00F6, and U+1F44D as D83D DC4D.
func TestUTF8(t *testing.T) {
	for text, want := range map[string]string{
		"a: ö👍\n":       "a: ö👍\n",
		"\ufeffa: ö👍\n": "a: ö👍\n",
		"\xff\xfea\x00:\x00 \x00\xf6\x00\x3d\xd8\x4d\xdc\r\x00\n\x00": "a: ö👍\r\n",
		"\xfe\xff\x00a\x00:\x00 \x00\xf6\xd8\x3d\xdc\x4d\x00\n":       "a: ö👍\n",
		"\xff\xfe":              "",
		"":                      "",
		"\xff\xfea\x00b":        "\xff\xfea\x00b",        // half a unit
		"\xff\xfea\x00\x3d\xd8": "\xff\xfea\x00\x3d\xd8", // half a pair
		"\xff\xfe\xfd\xff":      "\ufffd",
	} {
		if got := UTF8(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	src := NewSource("x.yaml", "\xff\xfea\x00\n\x00b\x00")
	if line, column := src.Position(3); src.Text != "a\nb" || line != 2 || column != 2 {
		t.Errorf("%q, its end at %d:%d", src.Text, line, column)
	}
}
