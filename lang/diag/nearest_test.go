package diag

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"speed", "fatigue", "against", "attack", "hp", "x", "hit_points", "great_success"}
	tests := []struct{ name, want string }{
		{"speeed", "speed"},
		{"sped", "speed"},
		{"psedd", ""},
		{"sepeed", "speed"},
		{"fatuige", "fatigue"},
		{"ataack", "attack"},
		{"Speed", "speed"},
		{"SPEED", "speed"},
		{"hit-points", "hit_points"},
		{"great_succes", "great_success"},
		{"hpp", "hp"},
		{"ph", "hp"},
		{"xy", "x"},
		{"X", "x"},
		{"y", ""},
		{"", ""},
		{"armour", ""},
		{"speed", ""},
	}
	for _, test := range tests {
		got, ok := Nearest(test.name, words)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("Nearest(%q) = %q, %v; want %q", test.name, got, ok, test.want)
		}
	}
}

func TestNearestTakesTheFirstOfEquals(t *testing.T) {
	for _, words := range [][]string{{"bat", "cat", "hat"}, {"hat", "cat", "bat"}} {
		if got, _ := Nearest("rat", words); got != "bat" {
			t.Errorf("of %v: %q", words, got)
		}
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 1},
		{"ab", "ba", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3}, {"größe", "grosse", 3},
	}
	for _, test := range tests {
		if got := distance([]rune(test.a), []rune(test.b)); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestNearestFew(t *testing.T) {
	// Five changes make sheet_hits each of the three that share a word with it, 6 of it sheets, 7 hit.
	words := []string{"alpha", "full_hits", "sheets", "threshold_bought", "basic_hits", "hit", "omega", "sheet"}
	if got := JoinAnd(NearestFew("sheet_hits", words)); got != "full_hits, basic_hits, sheet, sheets and hit" {
		t.Error(got)
	}
	if got := NearestFew("hits", []string{"a", "b"}); len(got) != 2 {
		t.Error(got)
	}
}
