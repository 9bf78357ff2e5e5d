package diag

// Code names a kind of diagnostic: kebab-case, what is wrong with what. Codes
// are never renamed or used again for something else.
type Code string

// Explanation is what `rulec explain CODE` prints and spec/ repeats.
type Explanation struct {
	Code Code
	// Summary says in a sentence when the code occurs.
	Summary string
	// Section is the section of spec/ that the code belongs to.
	Section string
	// Example is the smallest file that causes it: a ruleset or an encounter.
	Example string
	// Mend says how to put it right.
	Mend string
}
