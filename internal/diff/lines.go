package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/tree"
)

// isProgram reports whether a node is a text of several lines.
func isProgram(n *tree.Node) bool {
	return n != nil && n.Kind == tree.Scalar && strings.Contains(strings.TrimSpace(n.Text), "\n")
}

// changedLines returns the lines that differ between two programs under a key. Lines have the numbers of the base;
// a line that the base lacks has the number of the line before it.
func changedLines(key string, base, house *tree.Node) (keys []Key) {
	a, b := linesOf(base), linesOf(house)
	same := make([][]int, len(a)+1) // how many lines are the same from there on
	for i := range same {
		same[i] = make([]int, len(b)+1)
	}
	alike := func(i, j int) bool { return i < len(a) && j < len(b) && a[i] == b[j] }
	for i := range slices.Backward(a) {
		for j := range slices.Backward(b) {
			if same[i][j] = max(same[i+1][j], same[i][j+1]); alike(i, j) {
				same[i][j] = 1 + same[i+1][j+1]
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); i, j = i+1, j+1 {
		was, is := i, j
		for (i < len(a) || j < len(b)) && !alike(i, j) {
			if j == len(b) || i < len(a) && same[i+1][j] >= same[i][j+1] {
				i++
			} else {
				j++
			}
		}
		if was < i || is < j {
			where := lineNumbers(was, i)
			keys = append(keys, Key{strings.TrimPrefix(key+", "+where, ", "), strings.Join(a[was:i], " "), strings.Join(b[is:j], " ")})
		}
	}
	return keys
}

// lineNumbers names a range of lines, from one up to another, counted from 0.
func lineNumbers(from, to int) string {
	switch to - from {
	case 0:
		return fmt.Sprintf("after line %d", from)
	case 1:
		return fmt.Sprintf("line %d", to)
	}
	return fmt.Sprintf("lines %d to %d", from+1, to)
}

// linesOf returns the lines of a program, with normalized white space.
func linesOf(n *tree.Node) (lines []string) {
	for line := range strings.Lines(strings.TrimSpace(n.Text)) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return lines
}
