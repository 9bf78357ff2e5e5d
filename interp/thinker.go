package interp

import (
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/think"
)

// newThinker returns who decides for those who think ahead.
func newThinker() exec.Thinker { return think.New(think.Usual) }
