package interp_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
)

// TestDoThatAsks: a program of the script that asks somebody runs once, and what stands
// after it in the script answers.
func TestDoThatAsks(t *testing.T) {
	const more = `
events:
  called: {asks: everyone}
nods:
  reply: {answers: called}
procs:
  call: {params: {who: creature}, do: announce called of who}
`
	e := loaded(t, small("schedule turn of self at now + 1", more), unseeded+`script: |
  wait 1
  do { first(everyone).mind = 5
       call(first(everyone)) }
  expect first(everyone).mind == 5
  wait 1
  do { first(everyone).mind -= 1
       call(first(everyone)) }
  expect first(everyone).mind == 4
  over
`)
	if _, _, err := interp.Play(interp.Compile(e.Program), e, interp.Options{}); err != nil {
		t.Error(err)
	}
}
