package soundness

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing/fstest"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// A book is the files of an item while it is being made.
type book struct {
	docs []*doc
	// memo is what was read of the files but one, others are their texts.
	memo   *lang.Memo
	others map[string]string
}

// A doc is a file: a tree of knots, or, when root is nil, a text that is left alone.
type doc struct {
	name string
	root *knot
	raw  string
}

func (b *book) find(name string) *doc {
	for _, d := range b.docs {
		if d.name == name {
			return d
		}
	}
	return nil
}

// put adds a file, or takes the place of the one that is there.
func (b *book) put(name string, root *knot) *doc {
	if d := b.find(name); d != nil {
		d.root = root
		return d
	}
	b.docs = append(b.docs, &doc{name: name, root: root})
	return b.docs[len(b.docs)-1]
}

func (b *book) clone() *book {
	c := &book{}
	for _, d := range b.docs {
		e := *d
		if d.root != nil {
			e.root = d.root.clone()
		}
		c.docs = append(c.docs, &e)
	}
	return c
}

// write returns all files as they are now.
func (b *book) write() map[string]string {
	files := map[string]string{}
	for _, d := range b.docs {
		if d.root == nil {
			files[d.name] = d.raw
		} else {
			files[d.name] = d.root.write()
		}
	}
	return files
}

// optionsOf are the options that files are read with.
func optionsOf(files map[string]string) lang.Options {
	disk := fstest.MapFS{}
	for name, text := range files {
		disk[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return lang.Options{Files: disk, Library: stdlib.Files, Shipped: rulesets.Files}
}

// lint says all that is wrong with a file, as the command does.
func lint(name string, opts lang.Options) ([]lang.Case, interp.Prover, diag.List) {
	codes := interp.Prover{}
	opts.Prove = codes
	cases, list := lang.LoadCases(name, opts)
	return cases, codes, list
}

// loadRules and loadEncounter load what lint accepts.
func loadRules(name string, opts lang.Options) (*program.Program, diag.List) {
	opts.Prove = interp.Prover{}
	return lang.Load(name, opts)
}

func loadEncounter(name string, opts lang.Options) (*program.Encounter, diag.List) {
	opts.Prove = interp.Prover{}
	return lang.LoadEncounter(name, opts)
}

// load loads what b has under a name; nil if lint refuses it. A panic is what it is for:
// what was loaded is judged as it is then.
func load[T any](b *book, name string, by func(string, lang.Options) (T, diag.List)) (x T, list diag.List) {
	defer func() {
		if r := recover(); r != nil {
			list = diag.List{diag.Errorf(exec.Internal, diag.Span{}, "%v", r)}
		}
	}()
	files := b.write()
	leave(&item{Files: files})
	opts := optionsOf(files)
	opts.Memo = b.memoFor(name, files)
	x, list = by(name, opts)
	elsewhere := func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Error && (d.Span.Source == nil || d.Span.Source.Name != name)
	}
	if slices.ContainsFunc(list, elsewhere) {
		b.memo = nil // what is wrong with a ruleset is only said once
	}
	return x, list
}

// memoFor returns what was read of other files, if those are as they were.
func (b *book) memoFor(name string, files map[string]string) *lang.Memo {
	others := maps.Clone(files)
	delete(others, name)
	if b.memo == nil || !maps.Equal(others, b.others) {
		b.memo, b.others = lang.NewMemo(), others
	}
	return b.memo
}

// settle takes back the changes of b that lint refuses, until it accepts a file. It
// returns what was loaded, and whether that came about.
func settle[T any](r *rand.Rand, b *book, name string, by func(string, lang.Options) (T, diag.List)) (T, bool) {
	const rounds = 16
	for round := range rounds {
		x, list := load(b, name, by)
		if !list.HasErrors() || internalIn(list) {
			return x, !list.HasErrors()
		}
		if round < 10 && b.repair(list) {
			continue
		}
		b.forget(r, round > 12, round == rounds-2)
	}
	var none T
	return none, false
}

func internalIn(list diag.List) bool {
	return slices.ContainsFunc(list, func(d *diag.Diagnostic) bool { return d.Code == lang.CodeInternal || d.Code == exec.Internal })
}

// repair takes back what errors point at, and reports whether that is anything.
func (b *book) repair(list diag.List) bool {
	repaired := false
	touched := map[*knot]bool{}
	for _, d := range list {
		if d.Severity != diag.Error {
			continue
		}
		places := []diag.Span{d.Span}
		for _, n := range d.Notes {
			places = append(places, n.Span)
		}
		for _, at := range places {
			if b.repairAt(at, touched) {
				repaired = true
				break
			}
		}
	}
	return repaired
}

// repairAt takes back the innermost change, or takes out what was grown, around a place.
// Of a text that was touched already nobody knows what stands where.
func (b *book) repairAt(at diag.Span, touched map[*knot]bool) bool {
	if at.IsZero() {
		return false
	}
	d := b.find(at.Source.Name)
	if d == nil || d.root == nil {
		return false
	}
	way := d.root.way(at.Start)
	for i := len(way) - 1; i >= 0; i-- {
		n := way[i]
		if touched[n] {
			return true
		}
		if n.dropLine(at.Source.Text, at.Start) {
			touched[n] = true
			return true
		}
		if n.was != nil {
			n.undo()
			touched[n] = true
			return true
		}
		// What is wrong with a definition may come of what stands in it.
		if i >= len(way)-2 && way[i].kind != tree.Scalar && undoBelow(way[i]) {
			return true
		}
	}
	for i := len(way) - 1; i > 0; i-- {
		if way[i].grown && way[i-1].drop(way[i]) {
			return true
		}
	}
	return false
}

// undoBelow takes back all changes below a knot.
func undoBelow(n *knot) bool {
	undone := false
	n.each(func(k *knot) bool {
		if k.was != nil {
			k.undo()
			undone = true
		}
		return true
	})
	return undone
}

// forget takes back half of all changes, or all of them, and what was grown.
func (b *book) forget(r *rand.Rand, all, grown bool) {
	for _, d := range b.docs {
		if d.root == nil {
			continue
		}
		d.root.each(func(n *knot) bool {
			if all || r.IntN(2) == 0 {
				n.undo()
			}
			return true
		})
		if grown {
			d.root.dropGrown()
		}
	}
}

// dropGrown takes out all that was grown.
func (n *knot) dropGrown() {
	for i := len(n.list) - 1; i >= 0; i-- {
		if n.list[i].grown {
			n.remove(i)
		} else {
			n.list[i].dropGrown()
		}
	}
}

// drop takes one of the values of a mapping or a list out, which may be known by its key.
func (n *knot) drop(x *knot) bool {
	i := slices.Index(n.list, x)
	if i < 0 {
		i = slices.Index(n.keys, x)
	}
	if i < 0 {
		return false
	}
	n.remove(i)
	return true
}

// way returns the knots from the root to the innermost one at a byte. A value stands
// behind its key, so that the place of a key leads to its value, too.
func (n *knot) way(offset int) []*knot {
	way := []*knot{n}
	for {
		next := (*knot)(nil)
		for i, v := range n.list {
			if n.kind == tree.Mapping {
				if k := n.keys[i]; k.from <= offset && offset < max(k.to, k.from+1) {
					if k.was != nil {
						return append(way, v, k)
					}
					return append(way, v)
				}
			}
			if v.from <= offset && offset < max(v.to, v.from+1) {
				next = v
			}
		}
		if next == nil {
			return way
		}
		way, n = append(way, next), next
	}
}

// reread reads a document as it is written now, so that places in it can be found.
func (d *doc) reread() {
	grown := map[string]bool{}
	d.root.eachPath("", func(path string, n *knot) {
		if n.grown {
			grown[path] = true
		}
	})
	root := readKnot(d.name, d.root.write())
	if root == nil {
		panic("soundness: what was written can't be read: " + d.name + "\n" + d.root.write())
	}
	root.eachPath("", func(path string, n *knot) { n.grown = grown[path] })
	d.root = root
}

// eachPath visits the values of mappings with the keys that lead to them.
func (n *knot) eachPath(path string, f func(path string, n *knot)) {
	f(path, n)
	if n.kind == tree.Mapping {
		for i, v := range n.list {
			v.eachPath(path+"/"+n.keys[i].text, f)
		}
	}
}

// A base is a ruleset with its encounters, from which items are made.
type base struct {
	world string
	book  *book
	// ruleset is the file of the ruleset, plays are encounters, cases and sequences.
	ruleset string
	plays   []string
	program *program.Program
	// sites are the texts that can be changed, with their places.
	sites []placed
}

// placed is a site with its place: the number of a document, and of a knot in it.
type placed struct {
	site
	doc, knot, from, to int
}

// place finds the places of sites.
func (b *book) place(list []site) []placed {
	type numbered struct {
		finder  *finder
		numbers map[*knot]int
	}
	docs := make([]numbered, len(b.docs))
	for i, d := range b.docs {
		if d.root == nil {
			continue
		}
		docs[i] = numbered{newFinder(d.name, d.root), map[*knot]int{}}
		d.root.each(func(n *knot) bool { docs[i].numbers[n] = len(docs[i].numbers); return true })
	}
	var found []placed
	seen := map[diag.Span]bool{}
	for _, x := range list {
		if seen[x.at] {
			continue
		}
		seen[x.at] = true
		for i := range docs {
			if docs[i].finder == nil {
				continue
			}
			if p, ok := docs[i].finder.find(x.at); ok {
				found = append(found, placed{x, i, docs[i].numbers[p.knot], p.from, p.to})
				break
			}
		}
	}
	return found
}

// edit changes sites of b, each with some probability; one change a knot.
func (b *book) edit(w *writer, list []placed, share float64) {
	knots := make([][]*knot, len(b.docs))
	for i, d := range b.docs {
		if d.root != nil {
			d.root.each(func(n *knot) bool { knots[i] = append(knots[i], n); return true })
		}
	}
	for _, x := range list {
		if !w.chance(share) {
			continue
		}
		n := knots[x.doc][x.knot]
		if n.was == nil {
			w.edit(x.site, spot{n, x.from, x.to})
		}
	}
}
