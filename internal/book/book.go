package book

import (
	"github.com/rulec/rulec/internal/figures"
	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// Job is what a book is made of: what [Read] returns, and what the book is to say of itself.
type Job struct {
	// Program is the ruleset, Root the same as one file, Uses what its names mean.
	Program *program.Program
	Root    *tree.Node
	Uses    []program.Use
	// Versions compares it with what it lies over; nil: it is a ruleset of its own.
	Versions *lang.Versions
	// Figures are what the stat blocks of creatures print beside what is written down, by their names.
	Figures map[string][]figures.Figure
	// name is what the ruleset was read by; odds are those of its actions, by their anchors.
	name string
	odds map[string][]Line
	// Made says by which program the book was made, Command how to make it again.
	Made, Command string
}

// Book is a rulebook.
type Book struct {
	Title, About string
	// Base is the title of what house rules lie over; empty: it is a ruleset of its own.
	Base     string
	Chapters []*Chapter
	// Removed are the definitions that house rules take out.
	Removed []Removed
	Graph   *Graph
	Rules   []Cited
	// Version names the ruleset, its version and hash; Made and Command are the job's.
	Version, Made, Command string
}

// Chapter is a file of the ruleset.
type Chapter struct {
	Anchor, Title, About string
	// Comes is set for definitions that come with the program.
	Comes  bool
	Groups []*Group
}

// Group is a section of a file.
type Group struct {
	Anchor, Title, About string
	// Table has the definitions as rows, if each of them fits into one; else they are Entries.
	Table   *Table
	Entries []*Entry
}

// Entry is a definition.
type Entry struct {
	Anchor, Title string
	// Name is what rules call it.
	Name, About string
	Cite        []string
	Change      *Change
	// Stats is set for a creature's definition, whose Lines are short.
	Stats   bool
	Lines   []Line
	Table   *Table
	Figures []figures.Figure
}

// Line is something that a definition says.
type Line struct {
	Label string
	Text  Text
	// Prose is set for a sentence, Block for a text of several lines.
	Prose, Block bool
	Lines        []Line
}

// Table is a table.
type Table struct {
	Columns []string
	Rows    []Row
}

// Row is a row of a table: of one with definitions it is one of them, and its cells stand behind
// its title.
type Row struct {
	Entry *Entry
	Cells []Text
}

// Text is a formula, a value or a sentence, in pieces.
type Text []Piece

// Piece is a piece of a text; To is the anchor of what it names, empty for anything else.
type Piece struct{ Text, To string }

// String returns a text without its links.
func (t Text) String() string {
	s := ""
	for _, p := range t {
		s += p.Text
	}
	return s
}

// Change is what a house rule does to a definition.
type Change struct {
	// New is set for a definition that the base doesn't have.
	New bool
	// Was lists what it replaces: nothing in Was.Before is what the base doesn't say.
	Was []Replaced
	// Place is where the house rules say so, FILE:LINE; empty: nobody knows.
	Place string
}

// Replaced is a key of a definition, and what the base has there.
type Replaced struct{ Key, Before string }

// Removed is a definition that house rules take out.
type Removed struct{ Name, Title, About, Place string }

// Cited is a rule id, with the definitions that write the rule down.
type Cited struct {
	ID string
	At []Piece
}

// Make makes a book.
func Make(job Job) *Book {
	m := newMaker(job)
	b := &Book{
		Title: titleOf(job.Root.Get("title"), job.Program.Name), About: textOf(job.Root.Get("about")),
		Version: "Ruleset " + job.Program.Name, Made: job.Made, Command: job.Command,
	}
	if job.Program.Version != "" {
		b.Version += " " + job.Program.Version
	}
	b.Version += " (" + shortHash(job.Program.Hash) + ")"
	b.Chapters = m.chapters()
	b.Removed = m.removed()
	if v := job.Versions; v != nil {
		if b.Base = v.Base.Title; b.Base == "" {
			b.Base = capital(v.Base.Name)
		}
	}
	b.Graph = newGraph(job.Program, show.NewLinker(job.Program, job.Root))
	b.Rules = cited(b.Chapters)
	return b
}
