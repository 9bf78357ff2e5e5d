// Package foreign knows what people write who come from other languages, other programs
// or the table, and what to write instead. It is only for hints and doesn't affect the meaning of files.
//
// Start with [Statement]. The words are in hints.txt.
package foreign

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed hints.txt
var text string

// sections maps the words of each section to their advice.
var sections = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	section := ""
	for line := range strings.Lines(text) {
		words, instead, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case words == "" || line[0] == '#':
		case line[0] != ' ':
			section = words
			all[section] = map[string]string{}
		default:
			for _, word := range strings.Fields(words) {
				if all[section][word] == "" {
					all[section][word] = strings.TrimSpace(instead)
				}
			}
		}
	}
	return all
})

// Statement returns what to write instead of a statement that begins with a word; empty if there
// is no advice.
func Statement(word string) string { return sections()["statements"][strings.ToLower(word)] }

// Same returns the words of the language that mean the same as a statement's word and can replace it;
// empty if there are none.
func Same(word string) string { return sections()["same"][strings.ToLower(word)] }

// Operator returns what to write instead of a word between two values.
func Operator(word string) string { return sections()["operators"][strings.ToLower(word)] }

// Unit returns the error in a unit after a number.
func Unit(word string) string { return sections()["units"][strings.ToLower(word)] }

// Name returns what to write instead of a name in a formula.
func Name(word string) string { return sections()["names"][word] }

// Function returns what to write instead of a call of a name in a formula.
func Function(name string) string { return sections()["functions"][strings.ToLower(name)] }

// Number returns the digits of a number in words.
func Number(word string) string { return sections()["numbers"][strings.ToLower(word)] }

// Key returns the allowed key that is meant by a word; empty if there is none.
func Key(word string, allowed []string) string {
	for _, key := range strings.Split(sections()["keys"][strings.ToLower(word)], ", ") {
		if slices.Contains(allowed, key) {
			return key
		}
	}
	return ""
}
