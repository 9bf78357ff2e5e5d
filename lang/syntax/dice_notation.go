package syntax

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// notation is how dice are written at tables and by dice programs: 4d6kh3, 2d20kl1, 5d6!,
// 1d6!>=5, 2d6ro<2, 2d4x10. Formulas have functions for that.
var notation = regexp.MustCompile(`^(\d+)d(\d+)(!!|!p|!|kh|kl|k|dh|dl|d|rr|ro|r|e|x)(>=|<=|>|<|=)?(\d*)`)

// foreignDice reads dice in a notation of other programs from the start of a text, and
// says how a formula writes them. It returns how many characters they are; 0: they aren't.
func foreignDice(text string) (length int, hint string) {
	m := notation.FindStringSubmatch(text)
	if m == nil || strings.HasPrefix(m[3], "!") && m[4] == "=" {
		return 0, "" // 2d6 != 3 compares
	}
	if rest := text[len(m[0]):]; rest != "" && (isLetter(rune(rest[0])) || isDigit(rune(rest[0]))) {
		return 0, ""
	}
	die := m[1] + "d" + m[2]
	count, _ := strconv.Atoi(m[1])
	sides, _ := strconv.Atoi(m[2])
	n, err := strconv.Atoi(m[5])
	if err != nil && m[5] != "" {
		return 0, ""
	}
	number := m[5] != ""
	if !number {
		n = 1
	}
	return len(m[0]), formulaOfDice(m[3], die, count, sides, n, number)
}

// formulaOfDice says what a letter behind dice means.
func formulaOfDice(letter, die string, count, sides, n int, number bool) string {
	switch letter {
	case "k", "kh":
		return keeping("best", n, die)
	case "kl":
		return keeping("worst", n, die)
	case "d", "dl":
		return keeping("best", max(count-n, 1), die)
	case "dh":
		return keeping("worst", max(count-n, 1), die)
	case "r", "ro", "rr":
		return fmt.Sprintf("reroll(%s, %d)", die, n)
	case "!p":
		return fmt.Sprintf("explode(%s, %d, 1)", die, sides)
	case "x":
		if number && n > sides {
			return fmt.Sprintf("%d * %s", n, die)
		}
	}
	if !number || n == sides {
		return "explode(" + die + ")"
	}
	return fmt.Sprintf("explode(%s, %d)", die, n)
}

// keeping writes the picking of dice.
func keeping(word string, n int, die string) string { return fmt.Sprintf("%s(%d, %s)", word, n, die) }

// fateDice says how dice are written that show a minus, nothing or a plus.
func fateDice(count string) string {
	n, _ := strconv.Atoi(count)
	return fmt.Sprintf("dice that show -1, 0 or 1 are %dd3 - %d", n, 2*n)
}
