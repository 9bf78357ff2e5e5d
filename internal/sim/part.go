package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

const (
	partFormat  = "rulec sim part"
	partVersion = 1
)

// Result is what came of some trials: whole numbers only, with all that a report
// needs. As JSON it is a part file.
type Result struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	// Command is how a user sees one of the fights.
	Command string `json:"command"`
	Seed    uint64 `json:"seed,string"`
	// Trials is how many there are all together; From and To are those that were
	// played, To not included.
	Trials uint64    `json:"trials"`
	From   uint64    `json:"from"`
	To     uint64    `json:"to"`
	Vary   []string  `json:"vary,omitempty"`
	Points []Counted `json:"points"`
}

// Counted is what was counted of one encounter.
type Counted struct {
	Setup *Setup `json:"setup"`
	Tally *Tally `json:"tally"`
}

// Whole reports whether all trials have been played.
func (r *Result) Whole() bool { return r.From == 0 && r.To == r.Trials }

// Write writes a part file, all of it or nothing: whoever reads it at the same
// time, or after a crash, sees the old file or the new one.
func (r *Result) Write(path string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = temp.Write(append(text, '\n'))
	err = errors.Join(err, temp.Chmod(0o644), temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// maxPart is how large a part file may be, in bytes.
const maxPart = 256 << 20

// Read reads a part file.
func Read(path string) (*Result, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder: give the parts in it, as in %s", path, filepath.Join(path, "*.part.json"))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPart+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxPart {
		return nil, fmt.Errorf("%s is too large for a part", path)
	}
	r, err := parsePart(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// parsePart reads a part. The format is looked at first, so that other files and
// later versions are called what they are.
func parsePart(text []byte) (*Result, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if json.Unmarshal(text, &head) != nil || head.Format != partFormat {
		return nil, errors.New("this is no part of a simulation; rulec sim --shard writes them")
	}
	if head.Version != partVersion {
		return nil, fmt.Errorf("it is a part of version %d, and this program reads version %d", head.Version, partVersion)
	}
	r := &Result{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("the part is damaged: %w", err)
	}
	if !r.sound() {
		return nil, errors.New("the part is damaged: its counters don't agree with each other")
	}
	return r, nil
}

// sound reports whether what was read belongs together.
func (r *Result) sound() bool {
	if r.From > r.To || r.To > r.Trials || len(r.Points) == 0 {
		return false
	}
	for _, p := range r.Points {
		if p.Setup == nil || p.Tally == nil || len(p.Setup.Values) != len(r.Vary) ||
			!p.Tally.fits(p.Setup) || p.Tally.Fights != int64(r.To-r.From) {
			return false
		}
	}
	return true
}

// Named is a part with the name of its file.
type Named struct {
	Name string
	*Result
}

// Merge puts parts together that hold every trial exactly once, in any order. The
// result is the one of a single run. Parts that don't belong together, gaps and
// overlaps are errors that name the files.
func Merge(parts []Named) (*Result, error) {
	if len(parts) == 0 {
		return nil, errors.New("there are no parts")
	}
	parts = slices.Clone(parts)
	first := parts[0]
	for _, p := range parts[1:] {
		if err := belongTogether(first, p); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(parts, func(a, b Named) int {
		if a.From != b.From {
			return cmpInt(int64(a.From), int64(b.From))
		}
		return cmpInt(int64(a.To), int64(b.To))
	})
	if err := complete(parts); err != nil {
		return nil, err
	}
	whole := *first.Result
	whole.From, whole.To, whole.Points = 0, first.Trials, nil
	for i, p := range first.Points {
		t := newTally(p.Setup)
		for _, part := range parts {
			t.merge(part.Points[i].Tally)
		}
		whole.Points = append(whole.Points, Counted{Setup: p.Setup, Tally: t})
	}
	return &whole, nil
}

// belongTogether says why two parts are not of one simulation.
func belongTogether(a, b Named) error {
	differ := func(what string, x, y any) error {
		return fmt.Errorf("%s and %s are of different simulations: %s %v and %v", a.Name, b.Name, what, x, y)
	}
	switch {
	case a.Seed != b.Seed:
		return differ("seed", a.Seed, b.Seed)
	case a.Trials != b.Trials:
		return differ("fights", a.Trials, b.Trials)
	case !slices.Equal(a.Vary, b.Vary):
		return differ("varied", a.Vary, b.Vary)
	case len(a.Points) != len(b.Points):
		return differ("numbers of values", len(a.Points), len(b.Points))
	}
	for i := range a.Points {
		s, t := a.Points[i].Setup, b.Points[i].Setup
		switch {
		case !slices.Equal(s.Values, t.Values):
			return differ("values", s.Values, t.Values)
		case s.Hash != t.Hash:
			return fmt.Errorf("%s and %s are of different simulations: the ruleset or the encounter has changed in between", a.Name, b.Name)
		case !sameSetup(s, t):
			return fmt.Errorf("%s and %s are of different simulations: their setups differ", a.Name, b.Name)
		}
	}
	return nil
}

func sameSetup(s, t *Setup) bool {
	a, err := json.Marshal(s)
	b, other := json.Marshal(t)
	return err == nil && other == nil && bytes.Equal(a, b)
}

// complete says which trials are missing, or there twice. The parts are sorted.
func complete(parts []Named) error {
	at, last := uint64(0), ""
	for _, p := range parts {
		switch {
		case p.From == p.To:
			continue
		case p.From > at:
			return missing(at, p.From)
		case p.From < at:
			return fmt.Errorf("%s and %s overlap: both hold fight %d", last, p.Name, p.From)
		}
		at, last = p.To, p.Name
	}
	if end := parts[0].Trials; at < end {
		return missing(at, end)
	}
	return nil
}

func missing(from, to uint64) error {
	return fmt.Errorf("fights %d to %d are missing: the shard with them has to be run again", from, to-1)
}
