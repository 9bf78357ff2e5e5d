package script

import (
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/program"
)

// Play plays an encounter from its setup to its end: by its script, if it has one, and by tactics where the script hands over or there is
// none. It returns the machine in its final state, so that its trace can be rendered, even if the run stopped with an error; the machine is
// nil only if it could not be made.
//
// An encounter without a seed, in its file or in the options, and with a script must script every roll; without a script its seed is 0. A
// failed expectation, and any unused part of the script, is an error like any other: an encounter with expectations is a test.
//
// Every error that the rules or the script cause is a diagnostic of package diag.
//
// Spec: scripts.md.
func Play(code *interp.Code, e *program.Encounter, o interp.Options) (*interp.Machine, interp.Outcome, error) {
	o.StrictDice = o.StrictDice || Strict(e, o)
	f, err := interp.Prepare(code, e)
	if err != nil {
		return nil, interp.Outcome{}, err
	}
	m := interp.New(f, o)
	if e.Script == nil {
		outcome, err := m.Run()
		return m, outcome, err
	}
	outcome, err := newPlayer(m, e.Script, o.StrictDice).play()
	return m, outcome, err
}

// Strict reports whether the script of an encounter must give every roll: it has one, and
// neither it nor the options have a seed.
func Strict(e *program.Encounter, o interp.Options) bool {
	return e.Script != nil && !e.Seeded && !o.Seeded
}

// Obey makes a machine that was reset play by the script of its encounter, or by tactics if there is none. After a run without an error,
// finish tests whether any of the script is unused.
func Obey(m *interp.Machine) (finish func() error) {
	if m.Encounter().Script == nil {
		return func() error { return nil }
	}
	p := newPlayer(m, m.Encounter().Script, m.Options().StrictDice)
	m.Obey(p)
	return func() error { return m.Guard(p.finish) }
}

// Rehearse plays the script of a machine's encounter once more, as the given trial, and stops when the batch of its last line has landed:
// no one plays on, and the encounter ends only if it is over by then. This counts how often a few lines have which result;
// [interp.Machine.Holds] reports the result. Dice that the script doesn't give come from the seed and the trial; answers and choices that
// the dice leave no occasion for are no error here. An error is a *diag.Diagnostic.
//
// Spec: scripts.md.
func Rehearse(m *interp.Machine, trial uint64) error {
	m.Reset(trial)
	p := newPlayer(m, m.Encounter().Script, m.Options().StrictDice)
	p.rehearsal = true
	_, err := p.play()
	return err
}

// Follow plays the i-th of the scripts that follow the encounter, after its end: time passes, the scene acts, and the expectations are
// tested. The machine must have been played by [Play]; if its encounter had to script every roll, so must the script. An error is a
// *diag.Diagnostic.
//
// Spec: sequences.md.
func Follow(m *interp.Machine, i int) error {
	if err := m.Close(); err != nil {
		return err
	}
	p := newPlayer(m, m.Encounter().After[i], m.Options().StrictDice)
	m.Obey(p)
	return m.Guard(p.finish)
}

// play plays the encounter by the script.
func (t *player) play() (interp.Outcome, error) {
	t.m.Obey(t)
	outcome, err := t.m.Run()
	if err == nil {
		err = t.m.Guard(t.finish)
	}
	return outcome, err
}

// quoted returns a name as messages show it.
func quoted(name string) string { return `"` + name + `"` }
