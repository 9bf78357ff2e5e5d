package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/lang/diag"
)

const (
	partFormat = "rulec sim part"
	// Version 1 had no checksum, version 2 no squares, version 3 a text for a shell in the place of the line.
	partVersion = 4
)

// Result is what came of some trials: whole numbers only, with all that a report
// needs. As JSON it is a part file.
type Result struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	// Line is how a user plays the encounter.
	Line Line   `json:"line"`
	Seed uint64 `json:"seed,string"`
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
func (r *Result) Whole() bool { return r.From == 0 && r.To == r.Trials && r.Played() == r.Trials }

// Played is how many trials were played to their end: of a run that was cut, perhaps not all up to To.
func (r *Result) Played() uint64 { return uint64(r.Points[len(r.Points)-1].Tally.Fights) }

// Write writes a part file, all of it or nothing: whoever reads it at the same
// time, or after a crash, sees the old file or the new one.
func (r *Result) Write(path string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	text = seal(diag.VisibleJSON(text))
	if len(text) > maxPart {
		return fmt.Errorf("%s would have %d bytes, and parts of at most %d can be read: cut the simulation into more shards", path, len(text), maxPart)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return disk.Replace(path, text)
}

// maxPart is how large a part file may be, in bytes.
const maxPart = 256 << 20

// Read reads a part file. Errors name the file and say what is wrong with it; one
// in which any byte has been changed is refused.
func Read(path string) (*Result, error) {
	text, err := disk.Read(path, maxPart)
	switch {
	case errors.Is(err, disk.ErrFolder):
		return nil, fmt.Errorf("%s is a folder: give the parts in it, as in %s", path, filepath.Join(path, "*.part.json"))
	case err != nil:
		return nil, err
	}
	r, err := parsePart(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// The last key of a part is the checksum of all that stands before it, so that nothing
// in a part can change unnoticed.
const (
	sealKey = `,"sha256":"`
	sealEnd = "\"}\n"
	// sealSize is how long the checksum is, with its key and what ends the part.
	sealSize = len(sealKey) + 2*sha256.Size + len(sealEnd)
)

// seal adds the checksum to a JSON object, and a line break.
func seal(object []byte) []byte {
	body := bytes.TrimSuffix(object, []byte("}"))
	return slices.Concat(body, sealOf(body))
}

// sealOf returns how a part ends that begins with body.
func sealOf(body []byte) []byte {
	return fmt.Appendf(nil, "%s%x%s", sealKey, sha256.Sum256(body), sealEnd)
}

// unseal returns the JSON object that seal was given, and whether it is the same still.
func unseal(text []byte) ([]byte, bool) {
	at := len(text) - sealSize
	if at < 0 || !bytes.Equal(text[at:], sealOf(text[:at])) {
		return nil, false
	}
	return append(slices.Clip(text[:at]), '}'), true
}

// parsePart reads a part. How it begins is looked at first, so that other files and
// other versions are called what they are.
func parsePart(text []byte) (*Result, error) {
	version, ok := versionOf(text)
	switch {
	case !ok:
		return nil, errors.New("this is no part of a simulation as rulec sim --shard writes them")
	case version < partVersion:
		return nil, errors.New("the part was written by an older rulec, which wrote other parts: run its shard again")
	case version > partVersion:
		return nil, fmt.Errorf("it is a part of version %d, and this program reads version %d", version, partVersion)
	}
	object, ok := unseal(text)
	if !ok {
		return nil, errors.New("the part is damaged: its checksum says that something in it was changed or cut off; run its shard again")
	}
	r := &Result{}
	d := json.NewDecoder(bytes.NewReader(object))
	d.DisallowUnknownFields()
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("the part is damaged: %w", err)
	}
	if !r.sound() {
		return nil, errors.New("the part is damaged: its counters don't agree with each other")
	}
	return r, nil
}

// versionOf returns the version of a part; not ok: it doesn't begin like one.
func versionOf(text []byte) (version int, ok bool) {
	rest, ok := bytes.CutPrefix(text, fmt.Appendf(nil, `{"format":%q,"version":`, partFormat))
	number, _, found := bytes.Cut(rest[:min(len(rest), 20)], []byte(","))
	version, err := strconv.Atoi(string(number))
	return version, ok && found && err == nil
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
