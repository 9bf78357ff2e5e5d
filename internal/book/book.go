package book

import (
	"github.com/rulec/rulec/internal/figures"
	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// Job is the input for a book: the result of [Read], and what the book says of itself.
type Job struct {
	// Program is the ruleset, Root the same as one file, Uses the meanings of its names.
	Program *program.Program
	Root    *tree.Node
	Uses    []program.Use
	// Versions compares it with its base; nil means that it has none.
	Versions *lang.Versions
	// Figures are the derived stats in the stat blocks of creatures, by name.
	Figures map[string][]figures.Figure
	// name is the name that the ruleset was read by; odds are those of its actions, by their anchors.
	name string
	odds map[string][]Line
	// Made names the program that made the book, Command the command to make it again.
	Made, Command string
	// Players is set for the book that is handed to players, without programs and with formulas in words.
	Players bool
}

// Book is a rulebook.
type Book struct {
	Title string `json:"title"`
	About string `json:"about"`
	// Base is the title of the base of house rules; empty means that there is none.
	Base     string     `json:"base"`
	Chapters []*Chapter `json:"chapters"`
	// Removed are the definitions that house rules remove.
	Removed []Removed `json:"-"`
	Graph   *Graph    `json:"-"`
	Rules   []Cited   `json:"-"`
	// Version is the ruleset's name, version and hash; Made and Command are the job's.
	Version string `json:"version"`
	Made    string `json:"-"`
	Command string `json:"-"`
	// Players is set for the players' book, in words alone; as JSON there is no other.
	Players bool `json:"-"`
}

// Chapter is a file of the ruleset.
type Chapter struct {
	Anchor string `json:"anchor"`
	Title  string `json:"title"`
	About  string `json:"about"`
	// Comes is set for built-in definitions.
	Comes  bool     `json:"-"`
	Groups []*Group `json:"groups"`
}

// Group is a section of a file.
type Group struct {
	Anchor string `json:"anchor"`
	Title  string `json:"title"`
	About  string `json:"about"`
	// Table has the definitions as rows, if each of them fits into one; otherwise they are Entries.
	Table   *Table   `json:"table,omitempty"`
	Entries []*Entry `json:"entries,omitempty"`
	// Terms say for players what the words in its definitions mean.
	Terms   []Line `json:"terms,omitempty"`
	section string
}

// Entry is a definition.
type Entry struct {
	Anchor string `json:"anchor"`
	Title  string `json:"title"`
	// Name is its name in the rules.
	Name   string   `json:"-"`
	About  string   `json:"about"`
	Cite   []string `json:"-"`
	Change *Change  `json:"change,omitempty"`
	// Stats is set for a creature's definition, whose Lines are short.
	Stats   bool             `json:"stats,omitempty"`
	Lines   []Line           `json:"lines,omitempty"`
	Table   *Table           `json:"table,omitempty"`
	Figures []figures.Figure `json:"figures,omitempty"`
	not     []string         // why it isn't possible
}

// Line is a part of a definition.
type Line struct {
	Label string `json:"label,omitempty"`
	Text  Text   `json:"text,omitempty"`
	// Prose is set for a sentence, Block for a text of several lines.
	Prose bool   `json:"-"`
	Block bool   `json:"-"`
	Lines []Line `json:"lines,omitempty"`
}

// Table is a table.
type Table struct {
	Columns []string `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// Row is a row of a table: in a table of definitions it is one of them, and its cells follow its title.
type Row struct {
	Entry *Entry `json:"entry,omitempty"`
	Cells []Text `json:"cells"`
}

// Text is a formula, a value or a sentence, in pieces.
type Text []Piece

// Piece is a piece of a text; To is the anchor of what it names, else empty.
type Piece struct {
	Text string `json:"text"`
	To   string `json:"to,omitempty"`
}

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
	New bool `json:"new"`
	// Was lists what it replaces: an empty Was.Before means that the base doesn't have the key.
	Was []Replaced `json:"-"`
	// Place is the place in the house rules, FILE:LINE; empty means unknown.
	Place string `json:"-"`
}

// Replaced is a key of a definition, with the base's value.
type Replaced struct{ Key, Before string }

// Removed is a definition that house rules remove.
type Removed struct{ Name, Title, About, Place string }

// Cited is a rule id, with the definitions that cite it.
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
	if v := job.Versions; v != nil {
		if b.Base = v.Base.Title; b.Base == "" {
			b.Base = value.Capital(v.Base.Name)
		}
	}
	if job.Players {
		m.forPlayers(b)
		return b
	}
	b.Chapters = m.chapters()
	b.Removed = m.removed()
	b.Graph = newGraph(job.Program, show.NewLinker(job.Program, job.Root, nil))
	b.Rules = cited(b.Chapters)
	return b
}
