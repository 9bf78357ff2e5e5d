package terminal

import (
	"regexp"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Wrap folds the lines of a text at spaces so that they have at most that many columns; a longer word stays whole. The parts of a line are
// indented like its beginning, at most to the middle. Colours count as no width. A width below 1 folds nothing.
func Wrap(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if width > 0 && columns(line) > width {
			lines[i] = folded(line, width)
		}
	}
	return strings.Join(lines, "\n")
}

func folded(line string, width int) string {
	var b strings.Builder
	indent := line[:min(len(line)-len(strings.TrimLeft(line, " ")), width/2)]
	column := 0
	for line != "" {
		gap := len(line) - len(strings.TrimLeft(line, " "))
		end := strings.IndexByte(line[gap:]+" ", ' ') + gap
		word := columns(line[gap:end])
		if column > len(indent) && word > 0 && column+gap+word > width {
			b.WriteString("\n" + indent + line[gap:end])
			column = len(indent) + word
		} else {
			b.WriteString(line[:end])
			column += gap + word
		}
		line = line[end:]
	}
	return b.String()
}

var colour = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// columns returns the width of a text without line breaks.
func columns(text string) int { return diag.Width(colour.ReplaceAllString(text, "")) }
