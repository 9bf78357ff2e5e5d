package sim

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// sure is a ruleset whose rolls come out in one way only: 1d1 is 1. Each turn ann's blow
// succeeds by 0, and from her second turn on, against 2, it fails; bob's never succeeds.
const sure = `rulec: 1
ruleset: sure
scales:
  outcome: [wide, near, hit]
kinds:
  creature: {fields: {hp: {type: pool, max: 3}, turns: {type: number, default: 0}}}
  deed:
    perform: |
      self.turns += 1
      roll blow = 1d1 against if(self.is == able, min(self.turns, 2), 5)
      roll luck by scene = 1d1 against 1
      if self.turns == 3 { self.hp = 0 }
deeds: {act: {}}
creatures: {able: {}, unable: {}}
checks:
  blow:
    degree: if(success, hit, if(margin < -1, wide, near))
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at now + 1
  out: self.hp <= 0
  over: count(combatants) == 0
tactics: {t: {turn: [{do: act}]}}
`

const sureFight = `encounter: sure
ruleset: ./sure.yaml
combatants:
  ann: {is: able, side: one, tactic: t}
  bob: {is: unable, side: two, tactic: t}
`

// TestRollsAgainst holds what is counted of rolls against something: in a fight ann rolls three
// times (1 against 1, 2, 2) and bob three times (1 against 5), so that 1 of 6 hits, 2 are near
// and 3 wide; the scene's six rolls all succeed.
func TestRollsAgainst(t *testing.T) {
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: fstest.MapFS{"sure.yaml": {Data: []byte(sure)}, "e.yaml": {Data: []byte(sureFight)}}})
	if list.HasErrors() {
		t.Fatal(list)
	}
	r := play(t, Job{Points: []Point{{e, NewSetup(e, nil)}}, Trials: 4, To: 4})
	blow, luck := r.Points[0].Tally.Tests["blow"], r.Points[0].Tally.Tests["luck"]
	if blow == nil || blow.Tried != (Sums{24, Squares{0, 4 * 6 * 6}}) || blow.Succeeded != 4 || blow.Degrees[1] != 12 || blow.Degrees[2] != 8 || blow.Degrees[3] != 4 {
		t.Errorf("blows: %+v", blow)
	}
	if luck == nil || luck.Tried != (Sums{24, Squares{0, 4 * 6 * 6}}) || luck.Succeeded != 24 || luck.Degrees != nil {
		t.Errorf("luck: %+v", luck)
	}
	var text strings.Builder
	if err := NewReport(r, "1.0").Text(&text); err != nil {
		t.Fatal(err)
	}
	// By Wilson, of 4 in 24: (1/6 + 0.080) / 1.160 = 0.213, and 1.690 * sqrt(0.00579 + 0.00167) = 0.146 to either side.
	// A fight has always 6: with one of 5 and one of 7 the deviation of six fights is sqrt(2/6), and 1.960 * 0.577 / sqrt(6) = 0.46.
	want := `
rolls against something           a fight           success                                                      degrees
blow                     6.0 (5.5 to 6.5)     17% (7 to 36)  wide 50% (31 to 69), near 33% (18 to 53), hit 17% (7 to 36)
luck                     6.0 (5.5 to 6.5)  100% (86 to 100)
`
	if !strings.Contains(text.String(), want) {
		t.Errorf("got\n%s\nwant in it\n%s", text.String(), want)
	}
}
