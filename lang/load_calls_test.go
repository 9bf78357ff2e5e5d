package lang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang"
)

// TestCalledTwiceEach: what programs pay is found once for each, however many ways lead there: of 60 procs each
// calls the next one twice, which are more ways than can be gone.
func TestCalledTwiceEach(t *testing.T) {
	const procs = 60
	text := "rulec: 2\nruleset: chain\nkinds:\n  creature: {fields: {ap: {type: pool, max: 3}}}\n" +
		"  deed:\n    fields: {size: 0}\n    cost: {ap: 2}\n    perform: |\n      pay ap 1\n      p0(self)\ndeeds: {act: {}}\nprocs:\n"
	for i := range procs {
		text += fmt.Sprintf("  p%d(who): \"p%d(who); p%[2]d(who)\"\n", i, i+1)
	}
	text += fmt.Sprintf("  p%d(who): stop\ntime:\n  key: [tick]\n  start: for c in everyone { schedule turn of c at 1 }\n"+
		"  entries: {turn: {do: announce due of self for self}}\nevents: {due: {}}\n", procs)
	_, list := lang.Load("chain.yaml", lang.Options{Instead: map[string]string{"chain.yaml": text}})
	said := 0
	for _, d := range list {
		if strings.Contains(d.Message, "act pays at most 1") {
			said++
		}
	}
	if said != 1 || list.HasErrors() {
		t.Errorf("it says %v", list)
	}
}
