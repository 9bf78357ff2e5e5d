package editor_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// TestPlayHoldsLaws holds that a case which fails by a law fails in an editor, too, and where.
func TestPlayHoldsLaws(t *testing.T) {
	x, _ := diag.Explain(exec.BrokenLaw)
	rules, cases := x.Files[0], strings.Replace(x.Files[1].Text, "ruleset: skirmish", "ruleset: ./skirmish.yaml", 1)
	w := editor.New(lang.Options{Files: fstest.MapFS{rules.Name: {Data: []byte(rules.Text)}}})
	w.Set("cases.yaml", cases)
	const name = "a weak blow against armor"
	played, err := w.Play("cases.yaml", name)
	if want := `fails in skirmish.yaml, line 22: law "blows_never_heal" doesn't hold for bob`; err != nil || played.Passed || !strings.HasPrefix(played.Line, want) || !strings.Contains(played.Log, "5 -> 7") {
		t.Errorf("%v, %q\n%s", err, played.Line, played.Log)
	}
}
