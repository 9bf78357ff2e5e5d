// Package decode reads what stands in the nodes of rulesets and encounters alike: texts, by
// what they mean, the values of fields, words and figures, names of declarations.
package decode
