package check

// Reserved reports whether a word of the language can't be the name of a local,
// proc, parameter or field.
func Reserved(name string) bool { return false }

// isFunction reports whether name is called as a function of the language.
func isFunction(name string) bool { return false }
