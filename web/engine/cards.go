package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/book"
	"github.com/rulec/rulec/internal/figures"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// rulebook is the players' book of some rules, with a card for each definition in it.
type rulebook struct {
	*book.Book
	program *program.Program
	cards   []*card
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

// name is a title that has a card.
type name struct {
	Kind  string `json:"kind"`
	Title string `json:"title"`
}

// Kinds of cards; those of other definitions are the name of their kind.
const (
	aPerson    = "person"
	anAction   = "action"
	aCreature  = "creature"
	aCondition = "condition"
	aRule      = "rule"
)

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

// nameOf returns the title of a definition as the book prints it.
func nameOf(kind string, d *program.Decl) name { return name{kind, value.Capital(value.TitleOf(d))} }

// dashed is a name as in the anchors of a book.
func dashed(name string) string { return strings.ReplaceAll(name, "_", "-") }

// bookOf makes the players' book of rules.
func bookOf(rules string, opts lang.Options) (*rulebook, error) {
	opts.Memo, opts.Texts = lang.NewMemo(), lang.NewTexts() // the rules are read again for each creature
	job, list := book.Read(rules, opts)
	if list.HasErrors() {
		return nil, list.First()
	}
	job.Players = true
	b := &rulebook{Book: book.Make(job), program: job.Program}
	kinds := map[string]string{"conditions": aCondition}
	for _, k := range job.Program.Kinds {
		kinds[dashed(k.Plural)] = kindOf(job.Program, k)
	}
	for _, ch := range b.Chapters {
		for _, g := range ch.Groups {
			for _, e := range entriesOf(g) {
				if section, _, _ := strings.Cut(e.Anchor, "."); section != "house" { // that says only what is different
					b.cards = append(b.cards, &card{Kind: cmp.Or(kinds[section], aRule), Entry: e})
				}
			}
		}
	}
	return b, nil
}

// entriesOf returns the definitions in a group of a book; the cells of a row are lines of it.
func entriesOf(g *book.Group) []*book.Entry {
	list := slices.Clone(g.Entries)
	if g.Table == nil {
		return list
	}
	for _, r := range g.Table.Rows {
		e := *r.Entry
		for i, c := range r.Cells {
			e.Lines = append(e.Lines, book.Line{Label: g.Table.Columns[i], Text: c})
		}
		list = append(list, &e)
	}
	return list
}

// find returns the first card that fits; nil if there is none.
func (b *rulebook) find(fits func(c *card) bool) *card {
	if i := slices.IndexFunc(b.cards, fits); i >= 0 {
		return b.cards[i]
	}
	return nil
}

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
	switch {
	case rules == "":
		return nil, fmt.Errorf("%s doesn't say which rules it belongs to", file)
	case d.book == nil || d.ofBook != rules:
		d.ofBook = rules
		d.book, err = bookOf(rules, d.options())
	}
	return d.book, err
}

// players returns the players' book of a file's rules.
func (d *Workspace) players(file string) (*book.Book, error) {
	b, err := d.rulebook(file)
	if err != nil {
		return nil, err
	}
	return b.Book, nil
}

// encounter returns the encounter of the fight; of a sequence, that of a part.
func (f *fight) encounter(part int) *program.Encounter {
	if f.session != nil {
		return f.session.Encounter()
	}
	return f.parts[part].part.Encounter
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

// names lists the titles that have cards: those in a file's rules; without a file, those in the fight, with its people.
func (d *Workspace) names(file string) (list []name, err error) {
	if file != "" {
		b, err := d.rulebook(file)
		if err != nil {
			return nil, err
		}
		return namesIn(b.program), nil
	}
	scenes, err := d.scenesNear(math.MaxInt)
	if err != nil {
		return nil, err
	}
	list = namesIn(d.fight.encounter(0).Program)
	for _, s := range scenes {
		for _, p := range s.People {
			if n := (name{aPerson, p.Title}); !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
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

// card shows a card.
func (d *Workspace) card(w wanted) (*card, error) {
	b, err := d.rulebook(w.File)
	if err != nil {
		return nil, err
	}
	if w.Kind == aPerson {
		return d.personCard(b, w)
	}
	c := b.find(func(c *card) bool {
		is := c.Anchor == w.Name || strings.EqualFold(c.Title, w.Name) || strings.HasSuffix(c.Anchor, "."+dashed(w.Name))
		return is && (w.Kind == "" || w.Kind == c.Kind)
	})
	if c == nil {
		return nil, fmt.Errorf("nothing is written about %s", w.Name)
	}
	return c, nil
}

// personCard shows somebody in the fight.
func (d *Workspace) personCard(b *rulebook, w wanted) (*card, error) {
	scenes, err := d.scenesNear(w.Events)
	if err != nil {
		return nil, err
	}
	for _, s := range scenes {
		for _, p := range s.People {
			if p.Title == w.Name || p.Name == w.Name || strconv.Itoa(p.Who) == w.Name {
				return b.personIn(d.fight.encounter(s.Part), p)
			}
		}
	}
	return nil, fmt.Errorf("%s isn't in this fight", w.Name)
}

// personIn shows somebody in an encounter.
func (b *rulebook) personIn(e *program.Encounter, p person) (*card, error) {
	t := e.Things[p.Who-1]
	c := &card{Kind: aPerson, Entry: &book.Entry{Title: p.Title, Stats: true}, State: &p}
	if t.Def != nil {
		of := nameOf(aCreature, &t.Def.Decl)
		c.Of = &of
	}
	for _, x := range e.Things {
		if x.Carrier == t.Index && x.Def != nil {
			c.Has = append(c.Has, nameOf(kindOf(e.Program, x.Kind), &x.Def.Decl))
		}
	}
	own, derived, list := figures.In(e, board.Thing(p.Who))
	if list.HasErrors() {
		return nil, list.First()
	}
	derived = slices.DeleteFunc(derived, func(f figures.Figure) bool {
		return b.find(func(c *card) bool { return c.Anchor == "quantities."+dashed(f.Name) }) == nil
	})
	for _, f := range append(own, derived...) {
		if book.Telling(f) {
			c.Figures = append(c.Figures, f)
		}
	}
	return c, nil
}
