package terminal

import "testing"

func TestPaint(t *testing.T) {
	for _, c := range []struct {
		style      Style
		text, want string
	}{
		{Own, "Zora", "\x1b[36mZora\x1b[0m"},
		{Foe, "Mort", "\x1b[35mMort\x1b[0m"},
		{Hit, "hits", "\x1b[32mhits\x1b[0m"},
		{Miss, "misses", "\x1b[31mmisses\x1b[0m"},
		{Quiet, "1", "\x1b[34m1\x1b[0m"},
		{Bold, "round 2", "\x1b[1mround 2\x1b[0m"},
		{Bold, "", ""},
		{Bold, "turn of \x1b[36mZora\x1b[0m: 2", "\x1b[1mturn of \x1b[36mZora\x1b[0m\x1b[1m: 2\x1b[0m"},
	} {
		if got := Paint(true).Text(c.style, c.text); got != c.want {
			t.Errorf("%q in style %d is %q, want %q", c.text, c.style, got, c.want)
		}
		if got := Paint(false).Text(c.style, c.text); got != c.text {
			t.Errorf("%q without colours is %q", c.text, got)
		}
	}
}
