package experiment

import (
	"context"
	"fmt"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/program"
)

// Many plays fights for commands that compare several ways of playing an encounter.
type Many struct {
	Seed uint64
	// Line is the command line that plays the encounter; the zero Line means none.
	Line Line
	// Fights is how many fights to play in one way; the caller adds the rest.
	Fights uint64
	// Workers is how many workers play in parallel; 0 means one per processor.
	Workers int
	// Limits bound every fight; the zero Limits are the default.
	Limits interp.Limits
	// Cut, if not nil, aborts running fights when it is done: those don't count.
	Cut context.Context
	// Progress, if not nil, is called with the number of fights played, and of all that are to be played: 0 if that
	// isn't known (see [Many.Expect]). Calls are never concurrent.
	Progress func(done, of uint64)

	done, all uint64
}

// Expect adds to the number of fights that are to be played.
func (m *Many) Expect(fights uint64) { m.all += fights }

// Machine returns a machine that plays a fight, with these options and the seed and limits of all fights.
func (m *Many) Machine(f *interp.Fight, o interp.Options) *interp.Machine {
	o.Seed, o.Seeded, o.Limits, o.Context = m.Seed, true, m.Limits, m.Cut
	return interp.New(f, o)
}

// ByTactics makes an encounter ready to be played by its tactics, without its script.
func ByTactics(code *interp.Code, e *program.Encounter) (*interp.Fight, error) {
	played := *e
	played.Script = nil
	return interp.Prepare(code, &played)
}

// Stopped returns the text for a report that was stopped early: how many fights were played, and how far it got.
func (m *Many) Stopped(how string, args ...any) string {
	return fmt.Sprintf("after %s, %s", report.Plural(int64(m.done), "fight", "fights"), fmt.Sprintf(how, args...))
}

// Origin identifies the fights of a report on several ways to play an encounter, and how to reproduce it.
type Origin struct {
	Encounter string `json:"encounter"`
	Title     string `json:"title"`
	Ruleset   string `json:"ruleset"`
	Hash      string `json:"hash"`
	// Program is the version of the program, Command the line that prints the report again; the caller that prints
	// it sets both.
	Program string `json:"rulec"`
	Command string `json:"again"`
	Seed    uint64 `json:"seed,string"`
	// Stopped is how far it got before someone stopped it; empty if everything was played.
	Stopped string `json:"stopped,omitempty"`
}

// StoppedLine returns the line for a stopped report, empty for a complete one.
func (o *Origin) StoppedLine() string {
	if o.Stopped == "" {
		return ""
	}
	return "Stopped " + o.Stopped + ": the results so far follow."
}

// NewOrigin returns the origin of fights played by a setup with the dice of a seed.
func NewOrigin(s *Setup, seed uint64) Origin {
	return Origin{Encounter: s.Encounter, Title: s.Title, Ruleset: s.Ruleset, Hash: s.Hash, Seed: seed}
}

// Foot returns the end of a report: what it is based on, and how to print it again.
func (o *Origin) Foot() []report.Block {
	return []report.Block{
		report.Note{Text: fmt.Sprintf("Ruleset %s (%.12s), rulec %s, seed %d.", o.Ruleset, o.Hash, o.Program, o.Seed)},
		report.Command{Label: "Again", Line: o.Command},
	}
}
