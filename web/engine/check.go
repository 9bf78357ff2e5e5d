package engine

import (
	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// diagnostic is a problem in a file.
type diagnostic struct {
	span
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
	Notes    []note `json:"notes,omitempty"`
	Mends    []fix  `json:"mends,omitempty"`
}

// fix is a fix to choose; its title says whether it is a guess.
type fix struct {
	Title string `json:"title"`
	Edits []edit `json:"edits"`
}

// note is another place that belongs to a problem.
type note struct {
	span
	Message string `json:"message"`
}

// edit is a change of a file.
type edit struct {
	span
	Text string `json:"text"`
}

func diagnosticOf(d *diag.Diagnostic) diagnostic {
	x := diagnostic{span: spanOf(d.Span), Severity: d.Severity.String(), Code: string(d.Code), Message: d.Message, Hint: d.Hint}
	for _, n := range d.Notes {
		x.Notes = append(x.Notes, note{spanOf(n.Span), n.Message})
	}
	for _, m := range editor.Fixes(d) {
		x.Mends = append(x.Mends, fix{m.Title, editsOf(m.Edits)})
	}
	return x
}

// editsOf returns changes as the page counts places.
func editsOf(changes []diag.Edit) []edit {
	list := []edit{}
	for _, e := range changes {
		list = append(list, edit{spanOf(e.At), e.Text})
	}
	return list
}

// checked is the result of checking a file.
type checked struct {
	Diagnostics []diagnostic `json:"diagnostics"`
	// Fights are the names of the encounters and cases in it that can be played; the only fight of a file has the file's name.
	Fights []string `json:"fights"`
	// Sequence is set if it is a sequence of encounters.
	Sequence bool `json:"sequence"`
}

// check checks a file with everything that it is made of.
func (d *files) check(name string) (*checked, error) {
	x := &checked{Diagnostics: []diagnostic{}, Fights: []string{}, Sequence: lang.IsSequence(name, d.options())}
	for _, one := range d.work.Check(name).List {
		x.Diagnostics = append(x.Diagnostics, diagnosticOf(one))
	}
	for _, p := range d.work.Playables(name) {
		x.Fights = append(x.Fights, p.Name)
	}
	return x, nil
}

// place is a place of a file.
type place struct {
	File   string `json:"file"`
	Offset int    `json:"offset"`
}

// shown returns the text of a file in the page's editor, and a place in it as a byte offset; a built-in file that was never changed is opened
// by this.
func (d *files) shown(p place) (text string, offset int) {
	text, open := d.work.Text(p.File)
	if f, err := d.read(p.File); err == nil && !open {
		text = f.Text
		d.work.Set(p.File, text)
	}
	return text, bytesAt(text, p.Offset)
}

// sorts are the page's names for the editor's kinds of names.
var sorts = map[editor.Sort]string{
	editor.Value: "variable", editor.Key: "property", editor.Word: "keyword", editor.Function: "function",
	editor.Declaration: "type", editor.FieldName: "property",
}

// candidates are the completions at a place.
type candidates struct {
	From    int         `json:"from"`
	To      int         `json:"to"`
	Options []candidate `json:"options"`
}

type candidate struct {
	Label string `json:"label"`
	Apply string `json:"apply"`
	Type  string `json:"type"`
	Head  string `json:"detail"`
	About string `json:"info"`
}

// complete lists the completions at a place.
func (d *files) complete(p place) (*candidates, error) {
	text, offset := d.shown(p)
	list, start, end := d.work.Complete(p.File, offset)
	x := &candidates{From: unitsAt(text, start), To: unitsAt(text, end), Options: []candidate{}}
	for _, c := range list {
		x.Options = append(x.Options, candidate{c.Name, c.Name + c.Behind, sorts[c.Sort], c.Head, c.About})
	}
	return x, nil
}

// hoverText is the description of a name.
type hoverText struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Head   string `json:"head"`
	About  string `json:"about"`
	Source string `json:"source"`
}

// hover describes the name at a place; nil means that there is nothing to describe.
func (d *files) hover(p place) (*hoverText, error) {
	_, offset := d.shown(p)
	about, at, found := d.work.Hover(p.File, offset)
	if !found {
		return nil, nil
	}
	where := spanOf(at)
	return &hoverText{where.From, where.To, about.Head, about.About, about.Source}, nil
}

// definition returns the declaration of the name at a place; nil means that it has none.
func (d *files) definition(p place) (*span, error) {
	_, offset := d.shown(p)
	at, found := d.work.Definition(p.File, offset)
	if !found {
		return nil, nil
	}
	where := spanOf(at)
	return &where, nil
}

// colours are the words and marks of a file by sort: of each its place, its length and the index of its sort.
type colours struct {
	Sorts []string `json:"sorts"`
	Marks []int    `json:"marks"`
}

// tokens lists what is to be coloured in a file: none while it can't be read.
func (d *files) tokens(name string) (*colours, error) {
	x := &colours{Sorts: editor.ColourSorts, Marks: []int{}}
	units, at := 0, 0
	for _, t := range d.work.Colours(name) {
		text := t.At.Source.Text
		units += unitsAt(text[at:t.At.Start], t.At.Start-at)
		at = t.At.Start
		x.Marks = append(x.Marks, units, unitsAt(t.At.Text(), len(t.At.Text())), t.Sort)
	}
	return x, nil
}
