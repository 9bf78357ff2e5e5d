package compare

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

// changedLines tells in which lines two programs under a key differ. Lines are counted as the base has them, one
// that it hasn't by the line that it stands behind.
func changedLines(key string, base, house *tree.Node) (keys []Key) {
	a, b := linesOf(base), linesOf(house)
	for _, x := range linesApart(a, b) {
		was, is := a[x.from:x.to], b[x.houseFrom:x.houseTo]
		where := fmt.Sprintf("line %d", x.from+1)
		switch {
		case len(was) == 0:
			where = fmt.Sprintf("behind line %d", x.from)
		case len(was) > 1:
			where = fmt.Sprintf("lines %d to %d", x.from+1, x.to)
		}
		keys = append(keys, Key{strings.TrimPrefix(key+", "+where, ", "), strings.Join(was, " "), strings.Join(is, " ")})
	}
	return keys
}

// linesOf returns the lines of a program, without what is empty about them.
func linesOf(n *tree.Node) (lines []string) {
	for line := range strings.Lines(strings.TrimSpace(n.Text)) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return lines
}

// otherLines is a run of lines of one text in whose place another one has others.
type otherLines struct{ from, to, houseFrom, houseTo int }

// linesApart lists the runs of lines in which two texts differ, so that as many as can be are the same.
func linesApart(a, b []string) (list []otherLines) {
	same := make([][]int, len(a)+1) // how many lines are the same from there on
	for i := range same {
		same[i] = make([]int, len(b)+1)
	}
	for i := range slices.Backward(a) {
		for j := range slices.Backward(b) {
			if same[i][j] = max(same[i+1][j], same[i][j+1]); a[i] == b[j] {
				same[i][j] = 1 + same[i+1][j+1]
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		from := otherLines{i, i, j, j}
		for i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			from = otherLines{i, i, j, j}
		}
		for (i < len(a) || j < len(b)) && !(i < len(a) && j < len(b) && a[i] == b[j]) {
			if j == len(b) || i < len(a) && same[i+1][j] >= same[i][j+1] {
				i++
			} else {
				j++
			}
		}
		if from.to, from.houseTo = i, j; from.from < i || from.houseFrom < j {
			list = append(list, from)
		}
	}
	return list
}
