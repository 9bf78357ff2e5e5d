package tune

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestParamsWithFewValues: of a number that may not be any, only what it may be is tried.
func TestParamsWithFewValues(t *testing.T) {
	number := program.Type{Kind: program.Number}
	low, high := 1.0, 3.0
	among := ofParam(&program.Param{Type: number, Value: 5, Among: []float64{0, 5, 20}})
	if !slices.Equal(among.values, []string{"0", "5", "20"}) {
		t.Errorf("among: %v", among.values)
	}
	if within := ofParam(&program.Param{Type: number, Value: 2, Limits: program.Limits{Min: &low, Max: &high}}); !slices.Equal(within.values, []string{"1", "2", "3"}) {
		t.Errorf("within: %v", within.values)
	}
}
