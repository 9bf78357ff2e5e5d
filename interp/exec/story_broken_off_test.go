package exec_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
)

// TestStoryBrokenOff: an act that is broken off is told once, with what was missing, and how it ended
// stands in the JSON (P39).
func TestStoryBrokenOff(t *testing.T) {
	cases, list := lang.LoadCases("../testdata/semantics/again.yaml", lang.Options{})
	if list.HasErrors() {
		t.Fatal(printed(list))
	}
	e := cases[0].Encounter
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	var story strings.Builder
	var trace bytes.Buffer
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	if err := m.JSON(&trace); err != nil {
		t.Fatal(err)
	}
	if got := story.String(); !strings.Contains(got, "strike comes to nothing: bo is gone\n") || strings.Contains(got, "called off") {
		t.Error(got)
	}
	for _, want := range []string{`"kind":"broken-off"`, `"how":"broken off"`} {
		if strings.Count(trace.String(), want) != 1 {
			t.Errorf("not one %s in\n%s", want, trace.String())
		}
	}
}
