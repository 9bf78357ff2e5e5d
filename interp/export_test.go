package interp

import "github.com/rulec/rulec/interp/fastpath"

// WhyNotPlain says why the encounter isn't played on the fast path; nil: it is.
func (m *Machine) WhyNotPlain() error {
	_, err := fastpath.Compile(m.setting(), nil)
	return err
}

// PlayedFast tells whether the last run was played on the fast path to its end.
func (m *Machine) PlayedFast() bool { return m.fast.won }

// LeaveFastPath makes the machine play everything itself.
func (m *Machine) LeaveFastPath() { m.fast = fast{tried: true} }
