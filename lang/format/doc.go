// Package format is the table of the file format: every mapping with its keys, one row
// each. It determines which keys are optional, which keys messages list, and the pages.
package format
