package check

import "github.com/rulec/rulec/lang/diag"

// What can be wrong with the meaning of a formula, a program, a phrase or a
// script. Each is explained in explanations.go.
const (
	// CodeDuplicateName: two declarations of one sort have the same name.
	CodeDuplicateName diag.Code = "duplicate-name"
	// CodeReservedName: a param, local, field or proc is called like a word of the language.
	CodeReservedName diag.Code = "reserved-name"
)
