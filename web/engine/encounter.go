package engine

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/rulec/rulec/internal/encounter"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/session"
)

// layout is the encounter of a file, to be changed without typing.
type layout struct {
	// Fight is set if the file is an encounter. Rules is the file of its rules, or of those by which a new fight could be; empty means none.
	Fight bool   `json:"fight"`
	Rules string `json:"rules"`
	// Locked says why nothing can be changed here; empty means that something can.
	Locked string `json:"locked,omitempty"`
	*encounter.Layout
	People []placed `json:"people"`
}

// placed is somebody in an encounter, and where the file names them.
type placed struct {
	encounter.Person
	Where span `json:"where"`
}

// change is a change of the encounter of a file.
type change struct {
	File string `json:"file"`
	encounter.Change
}

// desk opens the encounter of a file; nil if it is none.
func (d *files) desk(name string) (*encounter.Desk, string) {
	text, _ := d.shown(place{File: name})
	return encounter.Open(diag.NewSource(name, text), d.work.Rules(name))
}

// layout shows the encounter of a file.
func (d *files) layout(name string) (*layout, error) {
	k, locked := d.desk(name)
	x := &layout{Fight: k != nil || locked != "", Locked: locked, Layout: &encounter.Layout{Creatures: []encounter.Named{}, Tactics: []encounter.Named{}}, People: []placed{}}
	if of := d.rulesOf(d.work.Whole(name)); d.header(of).ruleset {
		x.Rules = of
	}
	if k != nil {
		x.Layout = k.Layout(d.sizes(name))
	}
	for _, p := range x.Layout.People {
		x.People = append(x.People, placed{p, spanOf(p.Where)})
	}
	return x, nil
}

// sizes are how many spaces wide everyone is at the start, by name, if the encounter can be played.
func (d *files) sizes(name string) map[string]int {
	sizes := map[string]int{}
	e, err := d.work.Encounter(name, "")
	if err != nil {
		return sizes
	}
	if f, err := interp.Prepare(interp.Compile(e.Program), e); err == nil {
		for _, t := range session.TokensOf(interp.New(f, interp.Options{})) {
			sizes[e.Things[t.Who-1].Name] = t.Size
		}
	}
	return sizes
}

// changeEncounter returns the edits of a change.
func (d *files) changeEncounter(c change) ([]edit, error) {
	k, locked := d.desk(c.File)
	switch {
	case locked != "":
		return nil, errors.New(locked)
	case k == nil:
		return nil, fmt.Errorf("%s has no fight that could be changed", c.File)
	}
	edits, err := k.Change(c.Change)
	if c.Do == "rename" {
		var name *tree.Node
		if name, err = k.NameOf(c.Who); err == nil {
			edits, err = d.work.Rename(c.File, name.Span.Start, c.Value)
		}
	}
	return editsOf(edits), err
}

// newFight asks for a small fight by the rules of a file, with a title and the names of two sides.
type newFight struct {
	Rules string    `json:"rules"`
	Title string    `json:"title"`
	Sides [2]string `json:"sides"`
}

// newFight returns a fight, to be kept beside its rules.
func (d *files) newFight(q newFight) (file, error) {
	of := d.rulesOf(d.work.Whole(q.Rules))
	rules := d.work.Rules(of)
	if rules == nil || rules.Creature == nil {
		return file{}, fmt.Errorf("there can't be a fight by %s before its mistakes are fixed", cmp.Or(of, q.Rules))
	}
	x, called := file{Name: of}, "./"+path.Base(of)
	if base, inside := strings.CutPrefix(of, "rulesets/"); inside { // known by its name
		x.Name, called = base, strings.TrimSuffix(base, ".yaml")
	}
	var err error
	x.Text, err = encounter.NewFight(rules, called, cmp.Or(strings.TrimSpace(q.Title), "A new fight"), q.Sides)
	return x, err
}
