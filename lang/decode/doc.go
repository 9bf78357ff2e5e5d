// Package decode reads the contents of nodes in both rulesets and encounters: texts, by
// their meaning, the values of fields, words and figures, names of declarations.
package decode
