package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/rulec/rulec/internal/book"
	"github.com/rulec/rulec/internal/docs"
	"github.com/rulec/rulec/internal/figures"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/spec"
)

// rulebook is the players' book of some rules.
type rulebook struct {
	*book.Book
	program *program.Program
}

// Kinds of cards; those of other definitions are the name of their kind.
const (
	aPerson    = "person"
	aCreature  = "creature"
	anAction   = "action"
	aCondition = "condition"
	aRule      = "rule"
)

// bookOf makes the players' book of rules.
func bookOf(rules string, opts lang.Options) (*rulebook, error) {
	opts.Memo, opts.Texts = lang.NewMemo(), lang.NewTexts() // a file is read again for each creature
	job, list := book.Read(rules, opts)
	if list.HasErrors() {
		return nil, list.First()
	}
	job.Players = true
	return &rulebook{book.Make(job), job.Program}, nil
}

// kindOf says what the definitions of a kind are.
func kindOf(p *program.Program, k *program.Kind) string {
	switch {
	case k.Acts:
		return anAction
	case k == p.Creature:
		return aCreature
	}
	return k.Name
}

// kindIn says what the definitions of a section are, by its name in anchors.
func kindIn(p *program.Program, section string) string {
	for _, k := range p.Kinds {
		if dashed(k.Plural) == section {
			return kindOf(p, k)
		}
	}
	if section == "conditions" {
		return aCondition
	}
	return aRule
}

// dashed is a name as in the anchors of a book.
func dashed(name string) string { return strings.ReplaceAll(name, "_", "-") }

// rulebook returns the book of a file's rules; without a file, of those of the fight.
func (d *Workspace) rulebook(file string) (b *rulebook, err error) {
	if file == "" {
		f := d.fight
		if f == nil {
			return nil, errNoFight
		}
		if f.book == nil {
			f.book, err = bookOf(cmp.Or(f.rules, d.rulesOf(f.encounter(0).Span.Source.Name)), f.read)
		}
		return f.book, err
	}
	rules := cmp.Or(d.rulesOf(file), lang.WholeOf(file, d.options()))
	if rules == "" {
		return nil, fmt.Errorf("%s doesn't say which rules it belongs to", file)
	}
	if d.book == nil || d.ofBook != rules {
		if d.book, err = bookOf(rules, d.options()); err == nil {
			d.ofBook = rules
		}
	}
	return d.book, err
}

// encounter returns the encounter of the fight; of a sequence, that of a part.
func (f *fight) encounter(part int) *program.Encounter {
	if f.session != nil {
		return f.session.Encounter()
	}
	return f.parts[part].part.Encounter
}

// name is a title that has a card.
type name struct {
	Kind  string `json:"kind"`
	Title string `json:"title"`
}

// nameOf returns the title of a definition as the book prints it.
func nameOf(kind string, d *program.Decl) name { return name{kind, value.Capital(value.TitleOf(d))} }

// names lists the titles that have cards: those in a file's rules; without a file, those in the fight, with its people.
func (d *Workspace) names(file string) (list []name, err error) {
	if file != "" {
		b, err := d.rulebook(file)
		if err != nil {
			return nil, err
		}
		return namesIn(b.program), nil
	}
	if d.fight == nil {
		return nil, errNoFight
	}
	scenes, err := d.scenesNear(math.MaxInt)
	list = namesIn(d.fight.encounter(0).Program)
	for _, s := range scenes {
		for _, p := range s.People {
			if n := (name{aPerson, p.Title}); !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list, err
}

// scenesNear returns the state of the fight at a moment, and for those who aren't there at the ends of the other parts of a sequence.
func (d *Workspace) scenesNear(events int) ([]*scene, error) {
	now, err := d.at(events)
	if err != nil {
		return nil, err
	}
	list := []*scene{now}
	for _, p := range d.fight.parts {
		list = append(list, p.Scene)
	}
	return list, nil
}

// namesIn lists the titles in rules that stories and sentences may have.
func namesIn(p *program.Program) (list []name) {
	for _, k := range p.Kinds {
		for _, def := range k.Defs {
			list = append(list, nameOf(kindOf(p, k), &def.Decl))
		}
	}
	for _, c := range p.Conditions {
		if !c.Quiet {
			list = append(list, nameOf(aCondition, &c.Decl))
		}
	}
	return list
}

// wanted names a card: by a title, by a name in the rules, or by its anchor in the book.
type wanted struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	// File says whose rules; empty means those of the fight. Events is the moment of the fight that is shown.
	File   string `json:"file"`
	Events int    `json:"events"`
}

// card is what is written about something.
type card struct {
	Kind string `json:"kind"`
	*book.Entry
	// State is that of a person, Of the definition they are made from, Has what they have.
	State *person `json:"state,omitempty"`
	Of    *name   `json:"of,omitempty"`
	Has   []name  `json:"has,omitempty"`
}

// card shows a card.
func (d *Workspace) card(w wanted) (*card, error) {
	b, err := d.rulebook(w.File)
	if err != nil {
		return nil, err
	}
	if w.Kind == aPerson {
		return d.personCard(b, w)
	}
	for kind, e := range b.entries() {
		is := e.Anchor == w.Name || strings.EqualFold(e.Title, w.Name) || strings.HasSuffix(e.Anchor, "."+dashed(w.Name))
		if is && (w.Kind == "" || w.Kind == kind) {
			return &card{Kind: kind, Entry: e}, nil
		}
	}
	return nil, fmt.Errorf("nothing is written about %s", w.Name)
}

// entries are the definitions in a book, each with its kind; a row of a table is one, too.
func (b *rulebook) entries() func(yield func(string, *book.Entry) bool) {
	return func(yield func(string, *book.Entry) bool) {
		for _, ch := range b.Chapters {
			for _, g := range ch.Groups {
				list := slices.Clone(g.Entries)
				if g.Table != nil {
					for _, r := range g.Table.Rows {
						list = append(list, spelledOut(g.Table, r))
					}
				}
				for _, e := range list {
					section, _, _ := strings.Cut(e.Anchor, ".")
					if section == "house" { // says only what is different
						continue
					}
					if !yield(kindIn(b.program, section), e) {
						return
					}
				}
			}
		}
	}
}

// spelledOut returns a row of a table with its cells as lines.
func spelledOut(t *book.Table, r book.Row) *book.Entry {
	e := *r.Entry
	for i, c := range r.Cells {
		if c.String() != "" {
			e.Lines = append(e.Lines, book.Line{Label: t.Columns[i], Text: c})
		}
	}
	return &e
}

// personCard shows somebody in the fight at a moment.
func (d *Workspace) personCard(b *rulebook, w wanted) (*card, error) {
	scenes, err := d.scenesNear(w.Events)
	if err != nil {
		return nil, err
	}
	for _, s := range scenes {
		for _, p := range s.People {
			if p.Title == w.Name || p.Name == w.Name {
				return b.personIn(d.fight.encounter(s.Part), p)
			}
		}
	}
	return nil, fmt.Errorf("%s isn't in this fight", w.Name)
}

// personIn shows somebody in an encounter.
func (b *rulebook) personIn(e *program.Encounter, p person) (*card, error) {
	c := &card{Kind: aPerson, Entry: &book.Entry{Title: p.Title, Stats: true}, State: &p}
	t := e.Things[p.Who-1]
	if t.Def != nil {
		of := nameOf(aCreature, &t.Def.Decl)
		c.Of = &of
	}
	for _, x := range e.Things {
		if x.Carrier == t.Index && x.Def != nil {
			c.Has = append(c.Has, nameOf(kindOf(e.Program, x.Kind), &x.Def.Decl))
		}
	}
	all, list := figures.In(e, board.Thing(p.Who))
	if list.HasErrors() {
		return nil, list.First()
	}
	for _, f := range all {
		if b.says("quantities."+dashed(f.Name)) && book.Telling(f) {
			c.Figures = append(c.Figures, f)
		}
	}
	var err error
	c.Lines, err = numbersOf(e, t)
	return c, err
}

// says reports whether something is written in a book.
func (b *rulebook) says(anchor string) bool {
	for _, e := range b.entries() {
		if e.Anchor == anchor {
			return true
		}
	}
	return false
}

// numbersOf are the numbers that a person has by the encounter or a definition.
func numbersOf(e *program.Encounter, t *program.Thing) ([]book.Line, error) {
	var numbers []string
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		return nil, err
	}
	m := interp.New(fight, interp.Options{})
	for _, f := range t.Kind.Fields {
		if f.Type.Kind != program.Number || f.Pool != nil || f.Family != nil || f.Quiet || f.Virtual {
			continue
		}
		if n := m.Holds(board.Thing(t.Index+1), f, 0); n != 0 {
			numbers = append(numbers, value.TitleOf(&f.Decl)+" "+m.Show(n, f.Type))
		}
	}
	return []book.Line{{Text: book.Text{{Text: strings.Join(numbers, ", ")}}}}, nil
}

// players returns the players' book of a file's rules.
func (d *Workspace) players(file string) (*book.Book, error) {
	b, err := d.rulebook(file)
	if err != nil {
		return nil, err
	}
	return b.Book, nil
}

// pages are the pages of the reference.
var pages = sync.OnceValues(func() ([]docs.Page, error) { return docs.Read(spec.Pages) })

// consulted says what is looked up in the reference: a page, or words in all of them.
type consulted struct {
	Page string `json:"page"`
	Find string `json:"find"`
}

// pageOf is a page of the reference, or the section of it with words that were looked for.
type pageOf struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	About string `json:"about"`
	Text  string `json:"text,omitempty"`
}

// reference lists the pages of the reference, the sections that have words, or the page that is asked for, with its text.
func (d *Workspace) reference(q consulted) ([]pageOf, error) {
	all, err := pages()
	list := []pageOf{}
	for _, p := range all {
		switch {
		case q.Page == "" && q.Find == "":
			list = append(list, pageOf{Name: p.Name, Title: p.Title, About: p.About})
		case q.Page == p.Name:
			return []pageOf{{p.Name, p.Title, p.About, p.Text}}, err
		}
	}
	if words := strings.Fields(q.Find); len(words) > 0 {
		for _, h := range docs.Search(all, words) {
			list = append(list, pageOf{Name: h.Page, Title: h.Heading, About: h.Line})
		}
	} else if q.Page != "" {
		err = fmt.Errorf("the reference has no page %q", q.Page)
	}
	return list, err
}
