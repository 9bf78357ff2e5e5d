package experiment

import (
	"bytes"
	"cmp"
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
	// Version 1 had no checksum, version 2 no squares, version 3 a text for a shell instead of the line.
	partVersion = 4
)

// Result is the result of some trials: only whole numbers, with everything a report needs. As JSON it is a part
// file.
type Result struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	// Line is how a user plays the encounter.
	Line Line   `json:"line"`
	Seed uint64 `json:"seed,string"`
	// Trials is the total number of trials; those from From to To were played, To not included.
	Trials uint64    `json:"trials"`
	From   uint64    `json:"from"`
	To     uint64    `json:"to"`
	Vary   []string  `json:"vary,omitempty"`
	Points []Counted `json:"points"`
}

// Counted has the counters of one encounter.
type Counted struct {
	Setup *Setup `json:"setup"`
	Tally *Tally `json:"tally"`
}

// Whole reports whether all trials were played.
func (r *Result) Whole() bool { return r.From == 0 && r.To == r.Trials && r.Played() == r.Trials }

// Played returns how many trials were played to their end: perhaps not all up to To if the run was cut.
func (r *Result) Played() uint64 { return uint64(r.Points[len(r.Points)-1].Tally.Fights) }

// Write writes a part file, completely or not at all: a concurrent reader, or one after a crash, sees either the
// old file or the new one.
func (r *Result) Write(path string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	text = seal(diag.VisibleJSON(text))
	if len(text) > maxPart {
		return fmt.Errorf("%s would be too long: %d bytes, the limit is %d; split the simulation into more shards", path, len(text), maxPart)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return disk.Replace(path, text)
}

// maxPart is the maximum size of a part file, in bytes.
const maxPart = 256 << 20

// Read reads a part file. Errors name the file and the problem; a file with any changed byte is rejected.
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

// The last key of a part is the checksum of everything before it, so that nothing in a part can change unnoticed.
const (
	sealKey = `,"sha256":"`
	sealEnd = "\"}\n"
	// sealSize is the length of the checksum with its key and the end of the part.
	sealSize = len(sealKey) + 2*sha256.Size + len(sealEnd)
)

// seal adds the checksum and a line break to a JSON object.
func seal(object []byte) []byte {
	body := bytes.TrimSuffix(object, []byte("}"))
	return slices.Concat(body, sealOf(body))
}

// sealOf returns the end of a part that starts with body.
func sealOf(body []byte) []byte {
	return fmt.Appendf(nil, "%s%x%s", sealKey, sha256.Sum256(body), sealEnd)
}

// unseal returns the JSON object that was passed to seal, and whether it is unchanged.
func unseal(text []byte) ([]byte, bool) {
	at := len(text) - sealSize
	if at < 0 || !bytes.Equal(text[at:], sealOf(text[:at])) {
		return nil, false
	}
	return append(slices.Clip(text[:at]), '}'), true
}

// parsePart reads a part. It checks the beginning first, so that its errors can tell other files and other versions
// apart.
func parsePart(text []byte) (*Result, error) {
	version, ok := versionOf(text)
	switch {
	case !ok:
		return nil, errors.New("this isn't a part of a simulation, as written by rulec sim --shard")
	case version < partVersion:
		return nil, errors.New("the part was written by an older rulec, in another format: run its shard again")
	case version > partVersion:
		return nil, fmt.Errorf("the part has version %d, and this program reads version %d", version, partVersion)
	}
	object, ok := unseal(text)
	if !ok {
		return nil, errors.New("the part is damaged: its checksum is wrong, so something was changed or cut off; run its shard again")
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

// versionOf returns the version of a part; ok is false if it doesn't start like one.
func versionOf(text []byte) (version int, ok bool) {
	rest, ok := bytes.CutPrefix(text, fmt.Appendf(nil, `{"format":%q,"version":`, partFormat))
	number, _, found := bytes.Cut(rest[:min(len(rest), 20)], []byte(","))
	version, err := strconv.Atoi(string(number))
	return version, ok && found && err == nil
}

// sound reports whether the parts of the result fit together.
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

// Merge combines parts that together hold every trial exactly once, in any order. The result is that of a single
// run. Errors name the files of parts that don't belong together, and of gaps and overlaps.
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
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
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

// belongTogether returns an error if two parts are not of one simulation.
func belongTogether(a, b Named) error {
	differ := func(what string, x, y any) error {
		return fmt.Errorf("%s and %s belong to different simulations: %s %v and %v", a.Name, b.Name, what, x, y)
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
			return fmt.Errorf("%s and %s belong to different simulations: the ruleset or the encounter has changed between them", a.Name, b.Name)
		case !sameSetup(s, t):
			return fmt.Errorf("%s and %s belong to different simulations: their setups differ", a.Name, b.Name)
		}
	}
	return nil
}

func sameSetup(s, t *Setup) bool {
	a, err := json.Marshal(s)
	b, other := json.Marshal(t)
	return err == nil && other == nil && bytes.Equal(a, b)
}

// complete returns an error if trials are missing or duplicated. The parts are sorted.
func complete(parts []Named) error {
	at, last := uint64(0), ""
	for _, p := range parts {
		switch {
		case p.From == p.To:
			continue
		case p.From > at:
			return missing(at, p.From)
		case p.From < at:
			return fmt.Errorf("%s and %s overlap: both contain fight %d", last, p.Name, p.From)
		}
		at, last = p.To, p.Name
	}
	if end := parts[0].Trials; at < end {
		return missing(at, end)
	}
	return nil
}

func missing(from, to uint64) error {
	return fmt.Errorf("fights %d to %d are missing: run their shard again", from, to-1)
}
