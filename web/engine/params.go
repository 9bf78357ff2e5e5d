package engine

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/inplace"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// paramRow is a number or an option that rules leave to the table, for a form.
type paramRow struct {
	Name string `json:"name"`
	// Title is the first sentence that is said about it, as in books for players, or else its name; About is the rest.
	Title string `json:"title"`
	About string `json:"about"`
	// Kind is number, switch, choice or dice.
	Kind    string `json:"kind"`
	Default string `json:"default"`
	Value   string `json:"value"`
	// Least and Most bound a number, empty means no bound; Options are those of a choice.
	Least   string   `json:"least,omitempty"`
	Most    string   `json:"most,omitempty"`
	Options []string `json:"options,omitempty"`
	Changed bool     `json:"changed"`
	Group   string   `json:"group"`
	// in is the file that declares it.
	in string
}

// form has the params of some rules.
type form struct {
	// File is the ruleset that changes are written into; empty if the file has no rules.
	File string `json:"file"`
	// System is the name of the rules if they are a built-in system, which only house rules change.
	System string `json:"system,omitempty"`
	// Defaults is the text of File with all params at their defaults.
	Defaults string     `json:"defaults"`
	Params   []paramRow `json:"params"`
}

// formFor asks for the params of the rules of a file. Before is the text of the ruleset that has the defaults of its own params; empty means that
// these are as declared.
type formFor struct {
	File   string `json:"file"`
	Before string `json:"before"`
}

// params lists the params of the rules of a file, in their order.
func (d *files) params(q formFor) (*form, error) {
	x := &form{File: d.rulesOf(d.work.Whole(q.File)), Params: []paramRow{}}
	if x.File == "" {
		return x, nil
	}
	f, err := d.read(x.File)
	if err != nil {
		return nil, err
	}
	if folder, name := path.Split(x.File); folder == "rulesets/" {
		x.System = strings.TrimSuffix(name, ".yaml")
	}
	x.Defaults = withDefaults(f, q.Before)
	opts := d.options()
	now, list := lang.Resolve(x.File, opts)
	if list.HasErrors() {
		return nil, list.First()
	}
	opts.Instead = map[string]string{x.File: x.Defaults}
	usual, _ := lang.Resolve(x.File, opts)
	for _, e := range tree.EntriesOf(now.Get("params")) {
		x.Params = append(x.Params, paramOf(e, cmp.Or(usual.Get("params").Get(e.Key.Text), e.Value)))
	}
	return x, nil
}

// withDefaults returns the text of a ruleset with all params at their defaults: an overlay sets none, another one is as shipped or as it was.
func withDefaults(f file, before string) string {
	root, _ := tree.Parse(diag.NewSource(f.Name, f.Text))
	if root.Get("extends") == nil {
		came, _ := fs.ReadFile(layered{}, f.Name)
		return cmp.Or(string(came), before, f.Text)
	}
	if set, ok := root.Entry("set"); ok {
		return f.Text[:set.Key.Span.Start] + f.Text[set.Value.Span.End:]
	}
	return f.Text
}

// paramOf returns a param; usual is its declaration with the default.
func paramOf(e tree.Entry, usual *tree.Node) paramRow {
	now, before := tree.OptionsOf(e.Value), tree.OptionsOf(usual)
	title, about, _ := strings.Cut(e.About(), ". ")
	p := paramRow{
		Name: e.Key.Text, Title: cmp.Or(strings.TrimSuffix(title, "."), decode.TitleOf(e.Key.Text)), About: about, Kind: "number", Group: groupOf(e.Key.Span), in: e.Key.Span.Source.Name,
		Default: before.Value.Text, Value: now.Value.Text, Options: before.All(), Changed: !now.Value.SameOption(before.Value),
	}
	switch {
	case now.Value.IsBool():
		p.Kind = "switch"
	case p.Options != nil:
		p.Kind = "choice"
	case now.Value.Literal() == "dice":
		p.Kind = "dice"
	case now.Range != nil:
		p.Least, p.Most, _ = strings.Cut(strings.ReplaceAll(now.Range.Text, " ", ""), "..")
	}
	return p
}

// groupOf returns the nearest comment on lines of its own above a param in its section: authors write one above several that belong together. If
// there is none, or one too long for a heading, it is the part of the ruleset.
func groupOf(key diag.Span) string {
	const long = 70
	n, _ := key.Source.Position(key.Start)
	heading := ""
	for n--; n > 0; n-- {
		line := strings.TrimSpace(key.Source.Line(n))
		text, comment := strings.CutPrefix(line, "# ")
		if comment {
			heading = strings.TrimSpace(text + " " + heading)
		} else if heading != "" || strings.HasPrefix(line, "params:") {
			break
		}
	}
	if heading == "" || len(heading) > long {
		heading = decode.TitleOf(strings.TrimSuffix(path.Base(key.Source.Name), path.Ext(key.Source.Name)))
	}
	return strings.TrimSuffix(heading, ".")
}

// newValue asks for another value of a param of the rules of a file.
type newValue struct {
	formFor
	Name  string `json:"name"`
	Value string `json:"value"`
}

// setParam returns the change of a file that gives a param another value: none if it has it.
func (d *files) setParam(q newValue) ([]edit, error) {
	x, err := d.params(q.formFor)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(x.Params, func(p paramRow) bool { return p.Name == q.Name })
	if i < 0 || x.System != "" {
		return nil, errors.New("the rules have no choice " + strconv.Quote(q.Name) + " that can be changed here")
	}
	p := x.Params[i]
	opts := d.options()
	opts.Set = map[string]string{q.Name: q.Value}
	_, list := lang.Load(x.File, opts)
	for _, wrong := range list {
		if src := wrong.Span.Source; src != nil && src.Name == "--set" {
			return nil, errors.New(p.Title + " can't be " + strconv.Quote(q.Value) + ": " + wrong.Hint)
		}
	}
	f, err := d.read(x.File)
	if err != nil {
		return nil, err
	}
	root, _ := tree.Parse(diag.NewSource(f.Name, f.Text))
	if root.Get("extends") != nil && p.in != x.File {
		edits, err := setting(root, q.Name, q.Value, p.Default)
		return editsOf(edits), err
	}
	own, err := d.read(p.in)
	if err != nil {
		return nil, err
	}
	root, _ = tree.Parse(diag.NewSource(own.Name, own.Text))
	return editsOf([]diag.Edit{declared(root.Get("params").Get(q.Name), q.Value)}), nil
}

// declared changes the value in the declaration of a param.
func declared(n *tree.Node, value string) diag.Edit {
	o := tree.OptionsOf(n)
	if o.Others == nil {
		return diag.Edit{At: o.Value.Span, Text: value}
	}
	others := slices.DeleteFunc(o.All(), func(other string) bool { return other == value })
	return diag.Edit{At: n.Part(0, len(n.Text)).Span, Text: value + " (or " + strings.Join(others, ", ") + ")"}
}

// setting changes what an overlay sets a param to. At the default, nothing needs to be set; but a line with a comment stays, so that the comment
// keeps its meaning.
func setting(root *tree.Node, name, value, usual string) (edits []diag.Edit, err error) {
	f := inplace.File{Source: root.Span.Source}
	set, has := root.Entry("set")
	own, given := set.Value.Entry(name)
	flow, all := has && set.Value.Style == tree.Flow, tree.EntriesOf(set.Value)
	if flow && strings.ContainsAny(value, ",[]{}") {
		value = strconv.Quote(value)
	}
	switch line := name + ": " + value; {
	case value == usual && !given:
	case !has:
		err = f.Append(root, "set:\n  "+line, "extends")
	case flow && len(all) == 0:
		f.Replace(set.Value.Span.End-1, set.Value.Span.End-1, line)
	case len(all) == 0:
		_, end := f.Lines(set)
		f.Replace(end, end, "\n  "+line)
	case value != usual || (len(all) == 1 || !flow) && remarked(f, set, own, len(all) == 1):
		err = f.Put(set.Value, name, value)
	case len(all) == 1:
		err = f.Put(root, "set", "")
	default:
		err = f.Put(set.Value, name, "")
	}
	if err != nil {
		return nil, err
	}
	return f.Only(root, "set")
}

// remark matches a comment on a line of its own, or behind a value.
var remark = regexp.MustCompile(`(?m)^[:} ]*#`)

// remarked reports whether there is a comment above what is set, behind it or, if nothing else is, behind set.
func remarked(f inplace.File, set, own tree.Entry, only bool) bool {
	start, end := f.Lines(own)
	above, _ := f.Indent(max(0, start-1))
	around := above + "\n" + f.Source.Text[own.Value.Span.End:end]
	if only {
		around += "\n" + f.Source.Text[set.Key.Span.End:own.Key.Span.Start]
	}
	return remark.MatchString(around)
}
