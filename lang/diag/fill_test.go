package diag

import (
	"strings"
	"testing"
)

func TestFill(t *testing.T) {
	for form, want := range map[string]string{
		"": "", "none": "none", "{a} + {b}": "A + B", "{a}": "A", "f({a}": "f(A", "{}": "",
	} {
		if got := Fill(form, strings.ToUpper); got != want {
			t.Errorf("%q is filled as %q, want %q", form, got, want)
		}
	}
}
