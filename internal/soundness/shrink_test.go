package soundness

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// writeFault writes an item that failed into a folder, as it was made and made smaller,
// with all that is known. It returns the folder.
func writeFault(root string, p player, q request, v *verdict) (string, error) {
	folder := filepath.Join(root, fmt.Sprintf("%s-%d", v.World, v.Number))
	it := v.item
	if it == nil {
		it = p.make(q)
	}
	about := fmt.Sprintf("%s\n\n-only %s/%d -seed %d\n\n%s\n", v.Fault.Cause, v.World, v.Number, q.Seed, v.Fault.Detail)
	if it != nil {
		about = fmt.Sprintf("%s\n\n-only %s/%d -seed %d\nlint: %v\nplay: %v\n\n%s\n", v.Fault.Cause, v.World, v.Number, q.Seed, it.Rules, it.Plays, v.Fault.Detail)
		if err := writeFiles(folder, it.Files); err != nil {
			return folder, err
		}
		small := shrink(p, it, v.Fault.Cause)
		if err := writeFiles(filepath.Join(folder, "small"), small.Files); err != nil {
			return folder, err
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return folder, err
	}
	return folder, os.WriteFile(filepath.Join(folder, "fault.txt"), []byte(about), 0o644)
}

func writeFiles(folder string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// What making an item smaller may take.
const (
	mostTries   = 600
	mostTrying  = 20 * time.Second
	fewestLines = 1
)

// shrink takes lines out of an item for as long as it fails of the same cause.
func shrink(p player, it *item, cause string) *item {
	s := &shrinking{player: p, cause: cause, best: it, until: time.Now().Add(mostTrying)}
	for _, name := range slices.Sorted(maps.Keys(it.Files)) {
		s.without(name)
	}
	for _, name := range s.byLength() {
		s.file(name)
	}
	for _, name := range s.byLength() {
		s.file(name) // what depends on another line may go now
	}
	return s.best
}

type shrinking struct {
	player
	cause string
	best  *item
	tries int
	until time.Time
}

// fails reports whether the item still fails with another text of a file; then it is the
// best so far. An empty text takes the file away.
func (s *shrinking) fails(name, text string) bool {
	if s.tries++; s.tries > mostTries || time.Now().After(s.until) {
		return false
	}
	c := *s.best
	c.Files = maps.Clone(c.Files)
	if text == "" {
		delete(c.Files, name)
		is := func(n string) bool { return n == name }
		c.Plays = slices.DeleteFunc(slices.Clone(c.Plays), is)
		c.Rules = slices.DeleteFunc(slices.Clone(c.Rules), is)
	} else {
		c.Files[name] = text
	}
	v := s.judge(request{Item: &c})
	if v.Fault == nil || v.Fault.Cause != s.cause {
		return false
	}
	s.best = &c
	return true
}

// without tries to do without a file.
func (s *shrinking) without(name string) { s.fails(name, "") }

// byLength lists the files, the longest last.
func (s *shrinking) byLength() []string {
	names := slices.Sorted(maps.Keys(s.best.Files))
	slices.SortStableFunc(names, func(a, b string) int { return len(s.best.Files[a]) - len(s.best.Files[b]) })
	return names
}

// file takes runs of lines out of a file: first long ones, then shorter ones.
func (s *shrinking) file(name string) {
	lines := strings.Split(s.best.Files[name], "\n")
	for size := len(lines) / 2; size >= fewestLines; size /= 2 {
		for at := 0; at < len(lines); {
			end := at + size
			if size == 1 {
				end = blockEnd(lines, at)
			}
			end = min(end, len(lines))
			rest := slices.Concat(lines[:at], lines[end:])
			if len(rest) > 0 && s.fails(name, strings.Join(rest, "\n")) {
				lines = rest
				continue
			}
			if size == 1 && end > at+1 {
				rest := slices.Concat(lines[:at], lines[at+1:])
				if s.fails(name, strings.Join(rest, "\n")) {
					lines = rest
					continue
				}
			}
			at += size
		}
	}
}

// blockEnd returns where the lines end that are indented deeper than one.
func blockEnd(lines []string, at int) int {
	depth := indent(lines[at])
	end := at + 1
	for end < len(lines) && indent(lines[end]) > depth {
		end++
	}
	return end
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
