// Package foreign knows what people write who come from other languages, from other programs
// or from the table, and what to write instead: for hints, no file means anything by it.
//
// Begin with [Statement]. The words stand in hints.txt.
package foreign

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed hints.txt
var text string

// sections are the words of each section with what is said of them.
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

// Statement returns what to write instead of a statement that begins with a word; empty: the
// word is nobody's habit.
func Statement(word string) string { return sections()["statements"][strings.ToLower(word)] }

// Same returns the words of the language that mean the same as a statement's word, to stand in its place;
// empty: there are none.
func Same(word string) string { return sections()["same"][strings.ToLower(word)] }

// Operator returns what to write instead of a word between two values.
func Operator(word string) string { return sections()["operators"][strings.ToLower(word)] }

// Unit returns what is wrong with a unit behind a number.
func Unit(word string) string { return sections()["units"][strings.ToLower(word)] }

// Name returns what to write instead of a name in a formula.
func Name(word string) string { return sections()["names"][word] }

// Function returns what to write instead of a call of a name in a formula.
func Function(name string) string { return sections()["functions"][strings.ToLower(name)] }

// Number returns the digits of a number in words.
func Number(word string) string { return sections()["numbers"][strings.ToLower(word)] }

// Key returns the key that is meant by a word; empty: none of those that are allowed.
func Key(word string, allowed []string) string {
	for _, key := range strings.Split(sections()["keys"][strings.ToLower(word)], ", ") {
		if slices.Contains(allowed, key) {
			return key
		}
	}
	return ""
}
