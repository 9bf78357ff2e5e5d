package code

import "testing"

func TestEveryInstructionHasAForm(t *testing.T) {
	if len(forms) != int(OpContributed)+1 {
		t.Fatalf("there are %d forms for %d instructions", len(forms), OpContributed+1)
	}
	for op, form := range forms {
		if form == "" {
			t.Errorf("instruction %d has no form", op)
		}
	}
}
