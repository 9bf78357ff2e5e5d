package exec_test

import "testing"

func TestP20(t *testing.T) { holdSentence(t, "P20") }
func TestP30(t *testing.T) { holdSentence(t, "P30") }
