package experiment

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Line is how to play an encounter from a command line. Part files may come from anywhere, so it holds these fields
// and no shell text. Shell text is only made here, with everything quoted.
type Line struct {
	// File is the file of the encounter.
	File string `json:"file"`
	// Root, Set and Steps are --root, --set and --max-steps; the zero value means none.
	Root  string            `json:"root,omitempty"`
	Set   map[string]string `json:"set,omitempty"`
	Steps int64             `json:"max_steps,omitempty"`
}

// Words returns the words after the command.
func (l Line) Words() []string { return append([]string{Path(l.File)}, l.Settings()...) }

// Settings returns the words without the file.
func (l Line) Settings() []string {
	var words []string
	if l.Root != "" {
		words = append(words, "--root", Path(l.Root))
	}
	for _, name := range slices.Sorted(maps.Keys(l.Set)) {
		words = append(words, "--set", name+"="+l.Set[name])
	}
	if l.Steps != 0 {
		words = append(words, "--max-steps", strconv.FormatInt(l.Steps, 10))
	}
	return words
}

// Run returns the command line that prints a fight with the dice of a seed; the number of the fight follows.
func (l Line) Run(seed uint64) string { return l.Command("rulec run ", seed) }

// Command returns the line that plays the encounter by a command, such as "rulec sim ", with the dice of a seed.
func (l Line) Command(command string, seed uint64) string {
	return command + Quote(append(l.Words(), "--seed", strconv.FormatUint(seed, 10)))
}

// Path returns a path that can't be mistaken for a flag.
func Path(path string) string {
	if strings.HasPrefix(path, "-") {
		return "./" + path
	}
	return path
}

// Quote returns a command line that a shell reads as these words.
func Quote(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if w == "" || strings.ContainsFunc(w, unsafe) {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// unsafe reports whether a shell might interpret a character.
func unsafe(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !letter && !strings.ContainsRune("-_./=:,@+%", r)
}
