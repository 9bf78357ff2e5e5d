package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestLoops: a loop goes through its list, without what where leaves out, in the order of a number, equals
// as they stand. Each round writes a digit behind the last one.
func TestLoops(t *testing.T) {
	const digit = " { self.seen = self.seen * 10 + x }"
	for _, test := range []struct{ program, want string }{
		{"for x in [3, 1, 4, 2]" + digit, "3142"},
		{"for x in [3, 1, 4, 2] in order of x" + digit, "1234"},
		{"for x in [3, 1, 4, 2] in order of 0 - x" + digit, "4321"},
		{"for x in [3, 1, 4, 2] in order of x % 2" + digit, "4231"},
		{"for x in [3, 1, 4, 2] where x > 1" + digit, "342"},
		{"for x in [3, 1, 4, 2] where x > 1 in order of x" + digit, "234"},
		{"for y in [2, 1] in order of y { for x in [7, 5] in order of x * y" + digit + " }", "5757"},
		{"for y in [2, 1] in order of y { for x in [y, 3] in order of 0 - x" + digit + " }", "3132"},
		{"for x in [3, 1] { self.seen = self.seen * 10 + x; if x == 3 { stop } }", "3"},
	} {
		e := loaded(t, small("schedule turn of self at now + 50\n"+test.program, ""), unseeded+"script: |\n  wait 1\n  expect ana.seen == "+test.want+"\n")
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s: %v", test.program, err)
		}
	}
}
