package program

// NamedChoice defines, for all choices with its name, how players are asked and how stories report the answer.
type NamedChoice struct {
	Decl
	// Question is the sentence that asks; nil means one with the title. Its input is ChoiceSelf.
	Question *Template
	// Ask is AskSeldom or AskAlways; AskAtMe means the same as AskAsFound.
	Ask Ask
	// Told is the sentence for the answer; nil means who, the title, and what. Its inputs are
	// ChoiceSelf and ChoiceChosen.
	Told *Template
	// Quiet choices are bookkeeping, which stories omit.
	Quiet bool
}

// The inputs of a choice's sentences: who chooses, and what is chosen.
const (
	ChoiceSelf = iota
	ChoiceChosen
)

// ChoiceOf returns the ruleset's definition of the choices with a name; nil means none.
func (p *Program) ChoiceOf(name string) *NamedChoice {
	for _, c := range p.Choices {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// CheckOf returns the check named after a label; nil means none.
func (p *Program) CheckOf(label string) *Check {
	for _, k := range p.Checks {
		if k.Name == label {
			return k
		}
	}
	return nil
}
