package interp

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang"
)

// TestInvariantsAreSeen breaks what must be true of pools, of the clock, and of the
// state between batches; a machine that checks itself must say so.
func TestInvariantsAreSeen(t *testing.T) {
	tests := []struct {
		name string
		harm func(m *Machine)
		want string
	}{
		{"held without an action", func(m *Machine) { m.payments.held[0] = 1 }, "held"},
		{"a condition nobody gave", func(m *Machine) { m.state.Gain(board.Thing(m.count), len(m.code.conditions)-1) }, "counted"},
		{"an entry in the past", func(m *Machine) { m.state.Agenda[0].Keys[0] = m.turns.clock[0] - 1 }, "stands at"},
		{"an entry twice", func(m *Machine) { m.state.Agenda = append(m.state.Agenda, m.state.Agenda[0]) }, "twice"},
		{"an entry of a condition that is over", func(m *Machine) { m.state.Agenda[0].Bound = 1 << 40 }, "over"},
		{"a batch that is not closed", func(m *Machine) { m.batch.depth++ }, "under way"},
		{"a pool past its bounds", func(m *Machine) { m.checkPool(1, m.kindOf[1].pools[0], 0, 5, 99) }, "its bounds"},
		{"a clock that goes back", func(m *Machine) {
			e := m.state.Agenda[0]
			e.Keys[0] = m.turns.clock[0] - 1
			m.checkClock(&e)
		}, "goes back"},
		{"a change that has not landed", func(m *Machine) { m.batch.ops = append(m.batch.ops, op{}) }, "left over"},
	}
	encounter, list := lang.LoadEncounter("testdata/bench/duel-encounter.yaml", lang.Options{})
	if encounter == nil {
		t.Fatal(list.Err())
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := Prepare(Compile(encounter.Program), encounter)
			if err != nil {
				t.Fatal(err)
			}
			m := New(f, Options{Check: true, Seed: 1, Seeded: true})
			m.start()
			m.turnOver()
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, test.want) {
					t.Errorf("got %q, want %q in it", got, test.want)
				}
			}()
			test.harm(m)
			m.checkBetweenBatches()
		})
	}
}
