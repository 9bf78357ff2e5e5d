package main

import (
	"fmt"
	"regexp"
	"strings"
)

// Sorting is generic in Go: what sorts is compiled anew for each type of which something is sorted, and that is much
// code. Here it becomes the same steps over two functions, which compare and swap, compiled once. What is equal comes
// out in the same order, since not one of the steps is another one.

// byNumber has how generic sorting says something, and how it says it by numbers of elements.
var byNumber = []struct {
	generic *regexp.Regexp
	plain   string
}{
	{regexp.MustCompile(`CmpFunc\[E any\]\(data \[\]E, `), "Numbered(data numbered, "},
	{regexp.MustCompile(`, cmp func\(a, b E\) int\)`), ")"},
	{regexp.MustCompile(`CmpFunc\(data, `), "Numbered(data, "},
	{regexp.MustCompile(`, cmp\)`), ")"},
	{regexp.MustCompile(`cmp\(data\[([^]]+)\], data\[([^]]+)\]\) < 0`), "data.less($1, $2)"},
}

// swapping is how generic sorting swaps two elements.
var swapping = regexp.MustCompile(`data\[([^]]+)\], data\[([^]]+)\] = data\[([^]]+)\], data\[([^]]+)\]`)

// comment is one of a line.
var comment = regexp.MustCompile(`(?m)^\s*//.*\n`)

// sortedByNumber returns the file that sorts by a function, made of the generic one.
func sortedByNumber(text string) (string, error) {
	text = comment.ReplaceAllString(text, "")
	for _, x := range byNumber {
		text = x.generic.ReplaceAllString(text, x.plain)
	}
	text = swapping.ReplaceAllStringFunc(text, func(swap string) string {
		at := swapping.FindStringSubmatch(swap)
		if at[1] != at[4] || at[2] != at[3] {
			return swap
		}
		return fmt.Sprintf("data.swap(%s, %s)", at[1], at[2])
	})
	for _, left := range []string{"data[", "cmp", "CmpFunc"} {
		if strings.Contains(text, left) {
			return "", fmt.Errorf("sorting is written otherwise: %s is left of it", left)
		}
	}
	return text + numbered, nil
}

// orderedByNumber returns the file that sorts what has an order of its own.
func orderedByNumber(string) (string, error) { return ordered, nil }

const numbered = `
type numbered struct {
	less func(i, j int) bool
	swap func(i, j int)
}

func pdqsortCmpFunc[E any](data []E, a, b, limit int, cmp func(a, b E) int) {
	pdqsortNumbered(numbered{
		func(i, j int) bool { return cmp(data[i], data[j]) < 0 },
		func(i, j int) { data[i], data[j] = data[j], data[i] },
	}, a, b, limit)
}

func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) {
	stableNumbered(numbered{
		func(i, j int) bool { return cmp(data[i], data[j]) < 0 },
		func(i, j int) { data[i], data[j] = data[j], data[i] },
	}, n)
}
`

const ordered = `package slices

import "cmp"

func pdqsortOrdered[E cmp.Ordered](data []E, a, b, limit int) {
	pdqsortNumbered(numbered{
		func(i, j int) bool { return cmp.Less(data[i], data[j]) },
		func(i, j int) { data[i], data[j] = data[j], data[i] },
	}, a, b, limit)
}
`
