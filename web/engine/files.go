package engine

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/rulec/rulec/examples"
	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/internal/ruleinit"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// files are the files of a page: its drafts, which override built-in files, and the editor's checks of them.
type files struct {
	// drafts are the texts of the page, by path; they override built-in files.
	drafts map[string]string
	work   *editor.Workspace
	// headers are the heads of files, as far as they were read; found are the rulesets that files name, by the file and the name.
	headers map[string]header
	found   map[[2]string]string
}

// The limits of a page, against links that bring too much.
const (
	mostFiles = 200
	mostText  = 2 << 20
)

func newFiles() *files {
	f := &files{drafts: map[string]string{}, headers: map[string]header{}, found: map[[2]string]string{}}
	f.work = editor.New(f.options())
	return f
}

// options are the options for loading files as they are on the page.
func (d *files) options() lang.Options {
	return lang.Options{Files: layered(d.drafts), Library: stdlib.Files, Shipped: rulesets.Files}
}

// shipped are the built-in files, by folder.
var shipped = map[string]fs.FS{"examples": examples.Files, "rulesets": rulesets.Files, "stdlib": stdlib.Files}

// layered is a file system: drafts, and below them the built-in files.
type layered map[string]string

// Open opens a file, or a folder.
func (l layered) Open(name string) (fs.File, error) {
	folder, rest, _ := strings.Cut(name, "/")
	if _, drafted := l[name]; shipped[folder] != nil && !drafted {
		return shipped[folder].Open(cmp.Or(rest, "."))
	}
	wanted := fstest.MapFS{}
	for p, text := range l {
		if p == name || name == "." || strings.HasPrefix(p, name+"/") {
			wanted[p] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return wanted.Open(name)
}

// file is a file of a page.
type file struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// example is a fight to open: of one's own, or built in.
type example struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Own   bool   `json:"own,omitempty"`
	// About is a sentence; Sides are how many stand on each side.
	About string `json:"about"`
	Sides []int  `json:"sides"`
	// Plays is tactics, script or sequence.
	Plays string `json:"plays"`
	// Rules is the title of its rules; System that of the system below them, if it is built in, and SystemAbout a sentence on that.
	Rules       string `json:"rules"`
	System      string `json:"system"`
	SystemAbout string `json:"systemAbout"`
}

// yamlIn lists the files of a built-in folder.
func yamlIn(folder string) (names []string) {
	fs.WalkDir(shipped[folder], ".", func(p string, _ fs.DirEntry, _ error) error { // nothing fails: they are part of the program
		if path.Ext(p) == ".yaml" {
			names = append(names, folder+"/"+p)
		}
		return nil
	})
	return names
}

// examples lists the fights that there are: one's own, then the built-in ones.
func (d *files) examples(nothing) ([]example, error) {
	names := yamlIn("examples")
	own := slices.DeleteFunc(slices.Sorted(maps.Keys(d.drafts)), func(name string) bool { return slices.Contains(names, name) })
	var list []example
	for i, name := range slices.Concat(own, names) {
		h := d.header(name)
		if !h.fight {
			continue
		}
		x := example{Name: name, Title: h.called(name), Own: i < len(own), About: h.about, Sides: h.sides, Plays: "tactics"}
		switch {
		case h.sequence:
			x.Plays = "sequence"
		case h.script:
			x.Plays = "script"
		}
		if rules := d.rulesOf(name); rules != "" {
			layers := d.layers(rules)
			bottom := layers[len(layers)-1]
			about := strings.TrimPrefix(d.header(bottom).about, d.titleOf(bottom)+": ")
			x.Rules, x.System, x.SystemAbout = d.titleOf(rules), d.titleOf(bottom), value.Capital(about)
		}
		list = append(list, x)
	}
	return list, nil
}

// step is a single fight of a sequence.
type step struct {
	Title string `json:"title"`
	which
}

// steps lists the single fights of a sequence: files, or those that only the sequence has.
func (d *files) steps(w which) ([]step, error) {
	s, list := lang.LoadSequence(w.File, d.options())
	if list.HasErrors() {
		return nil, list.First()
	}
	var steps []step
	for i, x := range s.Steps {
		of := which{File: x.Encounter.Span.Source.Name}
		if of.File == w.File {
			of.Step = i + 1
		}
		steps = append(steps, step{x.Encounter.Title, of})
	}
	return steps, nil
}

// put stores a text of the page.
func (d *files) put(f file) error {
	switch _, known := d.drafts[f.Name]; {
	case !fs.ValidPath(f.Name) || f.Name == "." || path.Ext(f.Name) != ".yaml" && path.Ext(f.Name) != ".yml" && path.Ext(f.Name) != ".md":
		return fmt.Errorf("%q can't be a file name here: it must end in .yaml, with / between folders", f.Name)
	case len(f.Text) > mostText:
		return fmt.Errorf("%s is too long: the limit is %d characters", f.Name, mostText)
	case !known && len(d.drafts) >= mostFiles:
		return fmt.Errorf("there are already %d files, which is the limit", mostFiles)
	}
	d.drafts[f.Name] = f.Text
	d.readAnew(f.Name)
	d.work.Set(f.Name, f.Text)
	return nil
}

// readAnew reads the head of a file that has changed. If it wasn't a ruleset and is one now, or the other way round, names may lead elsewhere.
func (d *files) readAnew(name string) {
	before, known := d.headers[name]
	delete(d.headers, name)
	if now := d.header(name); !known || now.ruleset != before.ruleset {
		clear(d.found)
	}
}

// read returns a file as it is on the page, or as shipped.
func (d *files) read(name string) (file, error) {
	inside := strings.TrimPrefix(name, "rulec:")
	text, err := fs.ReadFile(layered(d.drafts), inside)
	if err != nil {
		return file{}, fmt.Errorf("there is no file %s", name)
	}
	return file{inside, string(text)}, nil
}

// begin says what to start with: house rules for a system, or a new system.
type begin struct {
	// System is the system that house rules are for; empty means none.
	System string `json:"system"`
	// Folder is the folder for the files.
	Folder string `json:"folder"`
}

// starter returns the files to start with; they are not stored yet.
func (d *files) starter(b begin) ([]file, error) {
	texts, err := ruleinit.OwnSystem(examples.Files)
	if b.System != "" {
		texts, err = ruleinit.HouseRules(b.System, d.options(), examples.Files)
	}
	if err != nil {
		return nil, err
	}
	var files []file
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if path.Ext(name) == ".yaml" {
			files = append(files, file{path.Join(b.Folder, name), texts[name]})
		}
	}
	return files, nil
}

// which names a fight to play: a file, and the case in it; empty means the first.
type which struct {
	File string `json:"file"`
	Case string `json:"case"`
	// Step is the number of a fight that only a sequence has, from 1; 0 means that the file is the fight.
	Step int `json:"step,omitempty"`
	// Rules is the ruleset that replaces the one it names; empty means none.
	Rules string `json:"rules"`
	// AsShipped ignores changes of the rules made on the page: drafts of built-in files, and house rules over them.
	AsShipped bool `json:"asShipped"`
}

// replaced returns how the files of a fight are read, and the ruleset that replaces its own; empty means none.
func (d *files) replaced(w which) (rules string, opts lang.Options) {
	opts = d.options()
	if !w.AsShipped {
		return w.Rules, opts
	}
	only := layered{}
	if text, ok := d.drafts[w.File]; ok {
		only[w.File] = text
	}
	opts.Files = only
	return d.given(d.rulesOf(w.File)), opts
}

// encounter returns the encounter to play: as the editor has checked it, or read once more for other rules.
func (d *files) encounter(w which) (*program.Encounter, error) {
	if w.Rules == "" && !w.AsShipped && w.Step == 0 {
		return d.work.Encounter(w.File, w.Case)
	}
	name, opts := d.replaced(w)
	if name != "" {
		rules, list := lang.ReadRules(name, opts)
		if list.HasErrors() {
			return nil, list.First()
		}
		opts.Rules = rules
	}
	if w.Step == 0 {
		return editor.New(opts).Encounter(w.File, w.Case)
	}
	s, list := lang.LoadSequence(w.File, opts)
	if list.HasErrors() {
		return nil, list.First()
	}
	if w.Step > len(s.Steps) {
		return nil, fmt.Errorf("%s has %d fights", w.File, len(s.Steps))
	}
	return s.Steps[w.Step-1].Encounter, nil
}
