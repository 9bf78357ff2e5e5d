package diag

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxNameRunes bounds the length of compared names, since the comparison takes
// quadratic time.
const maxNameRunes = 64

// Nearest returns the candidate that was probably meant by name, and reports whether
// there is one. At most a third of the letters of name may differ (one, in a
// short name), never all of them, and only one if the first letters differ; case
// is ignored, and a hyphen equals an underscore. Among equally near candidates
// the alphabetically first is chosen. If none is near enough, it is the one that is another
// form of the same word: miss and missed, pierce and piercing.
func Nearest(name string, candidates []string) (string, bool) {
	if near, ok := nearestSpelling(name, candidates); ok {
		return near, true
	}
	return nearestForm(name, candidates)
}

// NearestFew returns the candidates that are nearest to a name, at most five: first those that share a word
// with it, then those that need the fewest changes.
func NearestFew(name string, candidates []string) []string {
	plain := []rune(fold(name))
	far := map[string]int{}
	for _, c := range candidates {
		far[c] = distance(plain[:min(len(plain), maxNameRunes)], []rune(fold(c)))
		if sharesWord(name, c) {
			far[c] -= maxNameRunes
		}
	}
	list := slices.Clone(candidates)
	slices.SortStableFunc(list, func(a, b string) int { return far[a] - far[b] })
	return list[:min(len(list), 5)]
}

// sharesWord reports whether both names contain the same word of four letters or more, separated by underscores.
func sharesWord(a, b string) bool {
	words := strings.Split(fold(b), "_")
	return slices.ContainsFunc(strings.Split(fold(a), "_"), func(w string) bool { return len(w) >= 4 && slices.Contains(words, w) })
}

func nearestSpelling(name string, candidates []string) (string, bool) {
	plainName := []rune(fold(name))
	letters := len(plainName)
	if letters == 0 || letters > maxNameRunes {
		return "", false
	}
	best, bestDistance := "", min(max(letters/3, 1), letters-1)+1
	for _, c := range candidates {
		// At least as many insertions are needed as the difference in length.
		longer := utf8.RuneCountInString(c) - letters
		if c == name || max(longer, -longer) > bestDistance {
			continue
		}
		plain := []rune(fold(c))
		if farAtFront(plainName, plain) {
			continue
		}
		d := distance(plainName, plain)
		if d > 1 && len(plain) > 0 && plain[0] != plainName[0] {
			continue
		}
		if d < bestDistance || d == bestDistance && best != "" && c < best {
			best, bestDistance = c, d
		}
	}
	return best, best != ""
}

// farAtFront reports whether the first letters of two names differ, and at least one other letter, too. This is faster
// than counting the differences.
func farAtFront(a, b []rune) bool {
	if len(a) < 3 || len(b) < 3 || a[0] == b[0] {
		return false
	}
	longer := len(a) - len(b)
	return longer > 1 || longer < -1 || a[len(a)-1] != b[len(b)-1]
}

// nearestForm returns the candidate that begins like name but has another ending, and reports whether
// there is exactly one.
func nearestForm(name string, candidates []string) (form string, ok bool) {
	const ending = 3
	plain := fold(name)
	for _, c := range candidates {
		other := fold(c)
		stem := 0
		for stem < min(len(plain), len(other)) && plain[stem] == other[stem] {
			stem++
		}
		same := 4*stem >= 3*min(len(plain), len(other))
		if c == name || stem < 4 || !same || len(plain)-stem > ending || len(other)-stem > ending {
			continue
		}
		if form != "" {
			return "", false
		}
		form = c
	}
	return form, form != ""
}

func fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", "_") }

// distance returns how many letters have to be inserted, deleted, changed or
// swapped with their neighbour to turn a into b, without touching a letter twice.
func distance(a, b []rune) int {
	rows := make([]int, 3*(len(b)+1))
	before, last, row := rows[:len(b)+1], rows[len(b)+1:2*len(b)+2], rows[2*len(b)+2:]
	for j := range last {
		last[j] = j
	}
	for i, x := range a {
		row[0] = i + 1
		for j, y := range b {
			change := 1
			if x == y {
				change = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+change)
			if i > 0 && j > 0 && x == b[j-1] && a[i-1] == y {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
