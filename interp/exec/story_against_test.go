package exec_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

const duelOfWits = `
rulec: 2
ruleset: wits
title: Wits
version: 1.0.0
scales:
  wound: [missed, light, deep]
kinds:
  creature: {fields: {hp: {type: pool, max: 9}, wit: number}}
  jest:
    params: {target: one of foes(self)}
    told: "{self} jests"
    perform: |
      roll jest = 1d20 + self.wit against guard(target)
      if jest.success { target.hp -= 1 }
      roll patience by target as calm = 3d6
      let kept = patience against target.wit + 6
      roll echo by scene = 1d6 against 4
jests: {quip: {}}
checks:
  jest:
    degree: if(not success, missed, natural == 20, deep, light)
  calm:
    success: total <= target
    margin: target - total
    told: "{if(success, 'stays calm', 'is hurt')} by {abs(margin)}"
quantities:
  guard(who): 10 + who.wit
time:
  key: [round]
  start: schedule turn of first(everyone) at 1
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
  everyone_due: false
`

const duelOfWitsScript = `
encounter: test
ruleset: ./r.yaml
combatants:
  ana: {side: red, wit: 3}
  bo: {side: blue, wit: 2}
script: |
  ana: quip { dice jest 14, calm 4 3 4, echo 2 }
  expect came_to(calm, bo).margin == 0 - 3 and came_to(calm, bo) == 11
`

// TestStoryOfTests holds that a roll against something is one line with its outcome: 14 + 3 = 17
// against 10 + 2 = 12; 11 against 2 + 6 = 8, 3 more than calm allows.
func TestStoryOfTests(t *testing.T) {
	for _, tt := range []struct {
		explain bool
		want    string
	}{
		{false, `
  Ana jests
    light: jest 1d20 (14) + 3 = 17 against 12
    Bo: hp 9 -> 8 of 9 (-1)
    Bo, calm: 3d6 (4 + 3 + 4) = 11
    Bo, is hurt by 3: calm 11 against 8 or less
    failure: echo 1d6 = 2 against 4
`},
		{true, `
    light: jest 1d20 (14) + 3 = 17 against 12
      in r.yaml:14
      12 guard = 10 + 2 wit
`},
	} {
		e := loaded(t, duelOfWits, duelOfWitsScript)
		m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Explain: tt.explain})
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		if err := interp.Story(m, &got); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got.String(), tt.want) {
			t.Errorf("got\n%s\nwant in it\n%s", got.String(), tt.want)
		}
	}
}

// TestJSONOfTests holds the keys of a test: beside those of every event who rolled, and all
// parts of the outcome.
func TestJSONOfTests(t *testing.T) {
	e := loaded(t, duelOfWits, duelOfWitsScript)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := m.JSON(&got); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"who":"ana","label":"jest","total":17,"target":12,"margin":5,"success":true,"degree":"light"`,
		`"who":"bo","label":"calm","total":11,"target":8,"margin":-3,"success":false`,
		`"label":"echo","roller":"the scene","total":2,"target":4,"margin":-2,"success":false`,
	} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("got\n%s\nwant in it\n%s", got.String(), want)
		}
	}
}

// TestMarginOutOfRange holds that a margin is a number like others: 9 above the least number
// that there is would be 2^53 + 8.
func TestMarginOutOfRange(t *testing.T) {
	e := loaded(t, strings.Replace(duelOfWits, "guard(who): 10 + who.wit", "guard(who): 0 - 9007199254740991", 1), `
encounter: test
ruleset: ./r.yaml
combatants:
  ana: {side: red, wit: 3}
  bo: {side: blue, wit: 2}
script: |
  ana: quip { dice jest 6 }
`)
	_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != exec.NumberOutOfRange || !strings.HasPrefix(d.Message, "the margin evaluates to ") {
		t.Errorf("got %v", err)
	}
}
