package beside

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
)

// Report compares the fights of several encounters.
type Report struct {
	// Program is the version of the program, Again the command line that prints the same report.
	Program    string            `json:"rulec"`
	Again      string            `json:"again"`
	Encounters []EncounterReport `json:"encounters"`

	studies []*Study
	figures *report.Table
}

// EncounterReport has the figures of one encounter.
type EncounterReport struct {
	experiment.Origin
	// Fights is how many were played, Watched how many of them were examined closely.
	Fights  int64    `json:"fights"`
	Watched int64    `json:"watched"`
	Figures []Figure `json:"figures"`
}

// Figure is one figure: a number with the ends of its interval, or words; none of them if no fight was played for
// it.
type Figure struct {
	Name  string   `json:"name"`
	Words string   `json:"words,omitempty"`
	Value *float64 `json:"value,omitempty"`
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
}

// NewReport returns the report on one or more studies.
func NewReport(studies []*Study, program, again string) *Report {
	r := &Report{Program: program, Again: again, studies: studies, figures: Figures(studies)}
	for i, s := range studies {
		x := EncounterReport{
			Origin: experiment.NewOrigin(s.setup, s.Effort.Seed), Fights: s.Fights, Watched: s.Dice.Count(),
		}
		x.Program, x.Command = program, fmt.Sprintf("%s -n %d", s.Effort.Line.Command("rulec beside ", s.Effort.Seed), s.Effort.Fights)
		for _, row := range r.figures.Rows {
			x.Figures = append(x.Figures, newFigure(row[0].Text, row[i+1]))
		}
		r.Encounters = append(r.Encounters, x)
	}
	return r
}

func newFigure(name string, c report.Cell) Figure {
	f := Figure{Name: name}
	switch {
	case len(c.Numbers) == 3:
		f.Value, f.Low, f.High = &c.Numbers[0], &c.Numbers[1], &c.Numbers[2]
	case c.Text != none.Text:
		f.Words = c.Text
	}
	return f
}

// Document returns the report for people: the figures, and how to see a typical fight of each encounter.
func (r *Report) Document() *report.Document {
	d := &report.Document{Title: "Fights side by side", Data: r}
	d.Add(r.figures)
	d.Note("What each figure means: rulec docs rosetta. %s", experiment.InBrackets)
	for _, x := range r.Encounters {
		d.Add(x.Foot()[0])
	}
	d.Add(report.Command{Label: "Again", Line: r.Again}, report.Heading{Text: "Typical fights"})
	for i, s := range r.studies {
		if s.Typical != nil {
			d.Add(report.Command{Label: r.title(i), Line: fmt.Sprintf("%s --trial %d", s.Effort.Line.Run(s.Effort.Seed), s.Typical.Trial)})
		}
	}
	return d
}

// title returns the column heading of a study.
func (r *Report) title(i int) string { return r.figures.Head[i+1].Name }

// TypicalFights returns a typical fight's log for each encounter: of median length, the first that the most frequent winner won.
func (r *Report) TypicalFights() (report.Columns, error) {
	var columns report.Columns
	for i, s := range r.studies {
		log, err := s.typical()
		if err != nil {
			return columns, err
		}
		columns.Columns = append(columns.Columns, report.Column{Title: r.title(i), Blocks: blocksOf(log)})
	}
	return columns, nil
}

// blocksOf returns the log of a fight, with a heading for each round; tables of states are omitted, as the lines have them.
func blocksOf(log *story.Log) (blocks []report.Block) {
	var lines []string
	below := func(heading ...report.Block) {
		if len(lines) > 0 {
			blocks = append(blocks, report.Lines{Lines: lines})
		}
		blocks, lines = append(blocks, heading...), nil
	}
	for i := range log.Lines {
		switch l := &log.Lines[i]; l.Kind {
		case story.Clock, story.Ending:
			below(report.Heading{Text: textOf(l)})
		case story.Ground:
			lines = append(lines, l.Map.Lines()...)
		case story.Turn:
			lines = append(lines, textOf(l)+":")
		case story.Event:
			lines = append(lines, strings.Repeat("  ", max(0, l.Depth-1))+textOf(l))
		}
	}
	below()
	return blocks
}

// typical returns the log of the typical fight, a line per action.
func (s *Study) typical() (*story.Log, error) {
	if s.Typical == nil {
		return nil, fmt.Errorf("%s: no fight came to an end", s.Encounter.Name)
	}
	f, err := experiment.ByTactics(interp.Compile(s.Encounter.Program), s.Encounter)
	if err != nil {
		return nil, err
	}
	many := s.Effort.Many
	many.Cut = nil // this fight has come to its end before
	m := many.Machine(f, interp.Options{Trace: true, Sums: true})
	m.Reset(s.Typical.Trial)
	if _, err := m.Run(); err != nil {
		return nil, err
	}
	return interp.Log(m, story.Options{Brief: true, Dice: dice.InWords}), nil
}

// textOf returns the text of a line, with the costs of its action.
func textOf(l *story.Line) string {
	if len(l.Costs) == 0 {
		return l.Text
	}
	return l.Text + " (" + strings.Join(l.Costs, ", ") + ")"
}
