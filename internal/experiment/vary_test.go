package experiment

import (
	"strings"
	"testing"
)

// TestParseVary holds what can be varied, and what is said of what can't.
func TestParseVary(t *testing.T) {
	list, err := ParseVary([]string{"bonus=1..3", "ann.tactic=sly,bold"}, map[string]string{"armor": "2"})
	if err != nil || len(Combine(list)) != 6 {
		t.Errorf("%v, %v", list, err)
	}
	for want, texts := range map[string][]string{
		"at most two names can be varied at once":         {"a=1", "b=1", "c=1"},
		`"bonus" must be NAME=VALUES`:                     {"bonus"},
		`"a b" is neither a param`:                        {"a b=1"},
		"armor already has a value":                       {"armor=1,2"},
		"bonus already has a value":                       {"bonus=1", "bonus=2"},
		"too many pairs of values: 900, the limit is 400": {"a=1..30", "b=1..30"},
	} {
		if _, err := ParseVary(texts, map[string]string{"armor": "2"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", texts, err, want)
		}
	}
}
