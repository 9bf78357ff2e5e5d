package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang"
)

// TestReportsAtTheEnd holds that reports are found after the end of the encounter has happened, and before
// conditions end with it (P26): ana, who yields, doesn't stand, though that ends, too; the spoils that the end
// brings are counted.
func TestReportsAtTheEnd(t *testing.T) {
	cases, list := lang.LoadCases("../testdata/semantics/ending.yaml", lang.Options{})
	if list.HasErrors() {
		t.Fatal(printed(list))
	}
	e := *cases[0].Encounter
	e.Script = nil
	fight, err := interp.Prepare(interp.Compile(e.Program), &e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{})
	m.Observe(&noting{})
	if out, err := m.Run(); err != nil || out.Winner != 2 {
		t.Fatal(out, err)
	}
	for who, want := range map[board.Thing]struct {
		stands         bool
		spoils, gaveUp float64
	}{1: {false, 1, 1}, 2: {true, 5, 0}} {
		stands, err := m.Stands(who)
		spoils, errSpoils := m.Shown(who, 0)
		gaveUp, errGaveUp := m.Shown(who, 1)
		if err != nil || errSpoils != nil || errGaveUp != nil || stands != want.stands || spoils != want.spoils || gaveUp != want.gaveUp || m.Health(who, 0) != 10 {
			t.Errorf("%d: stands %t, spoils %v, has given up %v, health %v", who, stands, spoils, gaveUp, m.Health(who, 0))
		}
	}
}
