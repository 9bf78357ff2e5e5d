// Package format is the table of the file format: every mapping of it with its keys, a row
// each, from which follow what may be left out, what messages about keys list, and the pages.
package format
