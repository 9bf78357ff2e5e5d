package interp

import "github.com/rulec/rulec/lang/program"

// Play plays an encounter from its setup to its end: by its script, where it has
// one, and by tactics where the script hands over or there is none. It returns
// the machine as it stands at the end, so that its trace can be told, also when
// the run stopped with an error; the machine is nil only if it could not be made.
//
// An encounter without a seed, in its file or in the options, and with a script
// must script every roll; without a script its seed is 0. An expectation of the
// script that doesn't hold, and anything in the script that is left over, is an
// error like any other: an encounter with expectations is a test.
//
// Every error that the rules or the script cause is a diagnostic of package diag.
//
// Spec: 14 "Encounters and cases".
func Play(code *Code, e *program.Encounter, o Options) (*Machine, Outcome, error) {
	strict := e.Script != nil && !e.Seeded && !o.Seeded
	o.StrictDice = o.StrictDice || strict
	f, err := Prepare(code, e)
	if err != nil {
		return nil, Outcome{}, err
	}
	m := New(f, o)
	if e.Script == nil {
		m.SetChooser(&Tactics{})
		outcome, err := m.Run()
		return m, outcome, err
	}
	outcome, err := m.playScript(newTranscript(m, e.Script, o.StrictDice))
	return m, outcome, err
}

// Rehearse plays the script of the encounter once more, as the given trial, and
// stops where the batch of its last line has landed: nobody plays on, and the end
// of the encounter happens only if that is over by then. So it can be counted how
// often a few lines come to what; [Machine.Holds] tells to what they came. Dice
// that the script doesn't give are those of the seed and the trial; answers and
// choices for which they leave no occasion are no mistake here. An error is a
// *diag.Diagnostic.
//
// Spec: 14 "Encounters and cases".
func (m *Machine) Rehearse(trial uint64) error {
	m.Reset(trial)
	t := newTranscript(m, m.encounter.Script, m.opts.StrictDice)
	t.rehearsal = true
	_, err := m.playScript(t)
	return err
}

// playScript plays the encounter by a transcript.
func (m *Machine) playScript(t *transcript) (Outcome, error) {
	m.read(t)
	outcome, err := m.Run()
	if err == nil {
		err = m.guarded(t.finish)
	}
	return outcome, err
}

// read lets a transcript answer the questions and give the dice.
func (m *Machine) read(t *transcript) {
	m.source.Follow(t)
	m.SetChooser(t)
}
