package interp

import (
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/think"
)

// newThinker returns what decides for things that think ahead.
func newThinker() exec.Thinker { return think.New(think.Usual) }
