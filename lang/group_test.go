package lang

import (
	"strings"
	"testing"
	"testing/fstest"
)

var groupFiles = fstest.MapFS{
	"rules.yaml": {Data: []byte(`rulec: 2
ruleset: rules
title: Rules
kinds:
  creature:
    fields: {hp: {type: pool, max: 9}}
  blow: {perform: "self.hp -= 1"}
blows:
  hit: {}  #: Hurts.
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
  over: false
  limit: 3
space: {grid: square}
`)},
	"fight.yaml": {Data: []byte(`encounter: fight
title: Fight
ruleset: ./rules.yaml
combatants:
  ann: {side: red, place: [1, 1]}
  bob: {side: blue, place: [2, 1], hp: 4}
  cid: {side: blue, place: [3, 1]}
script: |
  ann: hit
  expect bob.hp == 4 and cid.hp == 9
odds:
  well: 1 when bob.hp == 4
`)},
}

// TestCrowd holds who fights when somebody is left out, or comes twice.
func TestCrowd(t *testing.T) {
	for _, c := range []struct {
		what    string
		without []string
		twins   []Twin
		want    string
	}{
		{"one fewer, whom the script names", []string{"bob"}, nil, "ann 1,1 cid 3,1"},
		{"one more, behind whom they are like", nil, []Twin{{Of: "bob", As: "bob_2", Right: -1, Down: 2}}, "ann 1,1 bob 2,1 bob_2 1,3 cid 3,1"},
		{"both", []string{"cid"}, []Twin{{Of: "ann", As: "eve", Right: 5}}, "ann 1,1 eve 6,1 bob 2,1"},
	} {
		e, list := LoadEncounter("fight.yaml", Options{Files: groupFiles, Without: c.without, Twins: c.twins})
		if list.HasErrors() {
			t.Errorf("%s: %v", c.what, list.Err())
			continue
		}
		var got []string
		for _, x := range e.Things {
			got = append(got, x.Name, strings.Join([]string{itoa(x.Place.X), itoa(x.Place.Y)}, ","))
			if strings.HasPrefix(x.Name, "bob") && x.Values[0] == nil {
				t.Errorf("%s: %s doesn't begin with 4", c.what, x.Name)
			}
		}
		if text := strings.Join(got, " "); text != c.want || e.Script != nil || e.Odds != nil {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
	}
}

func itoa(n int) string { return string(rune('0' + n)) }

// TestCrowdOfNobody holds that nobody is left out, or comes twice, who isn't there.
func TestCrowdOfNobody(t *testing.T) {
	for _, o := range []Options{{Without: []string{"dan"}}, {Twins: []Twin{{Of: "dan", As: "eve"}}}, {Twins: []Twin{{Of: "ann", As: "ann"}}}} {
		o.Files = groupFiles
		if _, list := LoadEncounter("fight.yaml", o); !list.HasErrors() {
			t.Errorf("%v, %v: nothing is wrong", o.Without, o.Twins)
		}
	}
}
