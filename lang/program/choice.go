package program

// NamedChoice says how people are asked, and how stories tell what is chosen, of all choices with its name.
type NamedChoice struct {
	Decl
	// Question is the sentence that asks; nil: one with the title. Its input is ChoiceSelf.
	Question *Template
	// Told is the sentence for what was chosen; nil: who, the title, and what. Its inputs are
	// ChoiceSelf and ChoiceChosen.
	Told *Template
	// Quiet choices are bookkeeping: stories leave them out.
	Quiet bool
}

// The inputs of the sentence of a choice: who chooses, and what is chosen.
const (
	ChoiceSelf = iota
	ChoiceChosen
)

// ChoiceOf finds what a ruleset says of the choices with a name; nil: nothing.
func (p *Program) ChoiceOf(name string) *NamedChoice {
	for _, c := range p.Choices {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// CheckOf finds the check of a label by its own name; nil: there is none.
func (p *Program) CheckOf(label string) *Check {
	for _, k := range p.Checks {
		if k.Name == label {
			return k
		}
	}
	return nil
}
