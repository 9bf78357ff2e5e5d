package experiment

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Line is how an encounter is played from a command line. A part of a simulation may come from anywhere: so it holds this
// and no text for a shell, which is made only here, with all of it quoted.
type Line struct {
	// File is the encounter's.
	File string `json:"file"`
	// Root, Set and Steps are --root, --set and --max-steps; the zero value: none.
	Root  string            `json:"root,omitempty"`
	Set   map[string]string `json:"set,omitempty"`
	Steps int64             `json:"max_steps,omitempty"`
}

// Words are the words behind a command.
func (l Line) Words() []string { return append([]string{Path(l.File)}, l.Settings()...) }

// Settings are the words but for the file.
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

// Run is the command line that tells a fight with the dice of a seed; its number follows.
func (l Line) Run(seed uint64) string { return l.Command("rulec run ", seed) }

// Command is the line that plays the encounter by a command, such as "rulec sim ", with the dice of a seed.
func (l Line) Command(command string, seed uint64) string {
	return command + Quote(append(l.Words(), "--seed", strconv.FormatUint(seed, 10)))
}

// Path returns a path that can't be taken for a flag.
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

// unsafe reports whether a shell might read a character as something else.
func unsafe(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !letter && !strings.ContainsRune("-_./=:,@+%", r)
}
