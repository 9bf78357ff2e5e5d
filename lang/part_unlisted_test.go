package lang_test

import (
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// TestUnlisted: of a name that nothing has, a file beside that declares it and that no ruleset lists is named.
func TestUnlisted(t *testing.T) {
	const time = "time: {key: [tick], everyone_due: false, start: schedule turn of first(everyone) at 1, entries: {turn: {do: stop}}}\n"
	files := fstest.MapFS{
		"rules.yaml": {Data: []byte("rulec: 2\nruleset: rules\nkinds:\n  creature: {}\n  blow:\n    perform: |\n      announce aimed\n      self.nerve -= 1\n      apply dazed to self\nblows: {jab: {}}\n" + time)},
		// It has what is missing, but for the condition, and nobody lists it.
		"answers.yaml": {Data: []byte("rules: {}\nparams: {}\nevents: {aimed: {}}\nkinds: {creature: {fields: {nerve: {type: pool, max: 1}}}}\n")},
		// A part of another ruleset is no answer, nor is what is no part.
		"other.yaml":  {Data: []byte("rulec: 2\nruleset: other\nparts: [dazes.yaml]\nkinds: {creature: {}}\n" + time)},
		"dazes.yaml":  {Data: []byte("conditions: {dazed: {}}\n")},
		"notes.yaml":  {Data: []byte("dazed: {aimed: {}}\n")},
		"broken.yaml": {Data: []byte("conditions: {dazed: {}\n")},
	}
	list := lang.Lint("rules.yaml", lang.Options{Files: files})
	hints := map[string]string{}
	for _, d := range list {
		hints[d.Span.Text()] = d.Hint
	}
	says := "answers.yaml declares it, but no ruleset lists that file under parts"
	if hint, found := hints["dazed"]; !found || hint == says || hints["aimed"] != says || hints["nerve"] != says {
		t.Errorf("got %q", hints)
	}
}
