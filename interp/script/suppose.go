package script

import (
	"errors"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
)

// MostSupposed is the maximum number of plays that [Suppose] compares a fight with.
const MostSupposed = 1000

// Suppose plays the encounter of a machine once more for each action of its last run that a law changes, and returns the error of the first
// law that doesn't hold. If the script doesn't fit the change, it reports nothing. The machine must have been made with Options.Laws, and
// have played by [Play] to the end.
//
// Spec: laws.md.
func Suppose(m *interp.Machine) error {
	return SupposeBy(m, func() (err error) {
		m.Reset(m.Options().Trial)
		if m.Encounter().Script == nil {
			_, err = m.Run()
			return err
		}
		_, err = newPlayer(m, m.Encounter().Script, m.Options().StrictDice).play()
		return err
	})
}

// SupposeBy does the same, with again to play the fight again on the machine.
func SupposeBy(m *interp.Machine, again func() error) error {
	defer m.Suppose(nil)
	occasions := m.Occasions()
	for i := range occasions[:min(len(occasions), MostSupposed)] {
		m.Suppose(&occasions[i])
		if err := again(); IsBroken(err) {
			return err
		}
	}
	return nil
}

// IsBroken reports whether an error says that a law doesn't hold.
func IsBroken(err error) bool {
	var d *diag.Diagnostic
	return errors.As(err, &d) && d.Code == exec.BrokenLaw
}
