package soundness

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/spec"
)

// An item is a set of files that is linted and, if lint accepts them, played.
type item struct {
	World  string
	Number uint64
	Files  map[string]string
	// Rules are linted alone, Plays are encounters, files of cases and sequences.
	Rules, Plays []string
	// Large items may take more.
	Large bool
}

// A world makes items of one sort.
type world struct {
	name string
	// share is how many of 1,000 items are of this world.
	share int
	make  func(r *rand.Rand, number uint64) *item
}

var worlds = []world{
	{"typed", 240, typedItem},
	{"tutorial", 110, func(r *rand.Rand, n uint64) *item { return mutated(r, n, "tutorial") }},
	{"reference", 170, func(r *rand.Rand, n uint64) *item { return mutated(r, n, "reference") }},
	{"semantics", 160, func(r *rand.Rand, n uint64) *item { return mutated(r, n, "semantics") }},
	{"torn", 230, tornItem},
	{"heavy", 40, heavyItem},
	{"library", 40, func(r *rand.Rand, n uint64) *item { return mutated(r, n, "library") }},
	{"systems", 10, func(r *rand.Rand, n uint64) *item { return mutated(r, n, "systems") }},
}

// bases reads the rulesets of the house, once.
var bases = sync.OnceValue(func() map[string][]*base {
	all := map[string][]*base{}
	for _, b := range slices.Concat(tutorial(), reference(), semantics(), library(), systems()) {
		all[b.world] = append(all[b.world], b)
	}
	return all
})

func must(ok bool, what ...any) {
	if !ok {
		panic(fmt.Sprint(what...))
	}
}

// file reads a file of the house.
func file(name string) string {
	data, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	must(err == nil, err)
	return string(data)
}

// newBase reads files as a base; those that no YAML reader here takes are left as they are.
func newBase(world string, files map[string]string, ruleset string, plays ...string) *base {
	b := &base{world: world, book: &book{}, ruleset: ruleset, plays: plays}
	for _, name := range slices.Sorted(mapKeys(files)) {
		root := readKnot(name, files[name])
		must(root != nil, name, "is no YAML")
		b.book.docs = append(b.book.docs, &doc{name: name, root: root})
	}
	for _, d := range b.book.docs {
		d.reread() // as it is written here
	}
	p, list := load(b.book, ruleset, loadRules)
	must(p != nil, ruleset, list)
	b.program = p
	b.sites = b.book.place(sitesOf(p))
	return b
}

func mapKeys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func tutorial() []*base {
	files := map[string]string{}
	for _, name := range []string{"scuffle.yaml", "grim-scuffle.yaml", "01-first-blood.yaml", "02-house-rules.yaml", "03-two-evenings.yaml"} {
		files[name] = file("examples/" + name)
	}
	files["brawl.yaml"] = "encounter: brawl\nruleset: ./scuffle.yaml\nseed: 3\ncombatants:\n" +
		"  ann: {side: a, brawn: 2, nerve: 3, place: [0, 0], tactic: bruiser}\n  bob: {side: b, brawn: 1, nerve: 1, place: [1, 0], tactic: bruiser}\n"
	return []*base{
		newBase("tutorial", files, "scuffle.yaml", "01-first-blood.yaml", "brawl.yaml", "03-two-evenings.yaml"),
		newBase("tutorial", files, "grim-scuffle.yaml", "02-house-rules.yaml"),
	}
}

var fence = regexp.MustCompile("(?ms)^```yaml([^\n]*)\n(.*?)^```$")

// reference reads the examples of the pages of the reference.
func reference() []*base {
	var list []*base
	skirmish := map[string]string{}
	n := 0
	for _, page := range spec.Language {
		for _, m := range fence.FindAllStringSubmatch(file("spec/"+page+".md"), -1) {
			name, isFile := strings.CutPrefix(strings.TrimSpace(m[1]), "file=")
			switch sort := strings.TrimSpace(m[1]); {
			case sort == "":
				skirmish["skirmish.yaml"] += m[2]
			case isFile:
				skirmish[name] = m[2]
			case sort == "encounter":
				skirmish["alley.yaml"] = m[2]
			case sort == "overlay", sort == "cases", sort == "sequence":
				n++
				skirmish[sort+".yaml"] = m[2]
			}
		}
	}
	list = append(list,
		newBase("reference", skirmish, "skirmish.yaml", "alley.yaml", "cases.yaml", "sequence.yaml"),
		newBase("reference", skirmish, "skirmish.yaml", "alley.yaml"))
	for _, pages := range [][]string{{"geometry", "hexes", "sight", "paths", "planes", "plane_paths"}, {"dice", "seeds"}} {
		rules, text := map[string]string{}, ""
		for _, page := range pages {
			text += file("spec/" + page + ".md")
		}
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			if name, isFile := strings.CutPrefix(strings.TrimSpace(m[1]), "file="); isFile {
				rules[name] = m[2]
			}
		}
		i := 0
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			if strings.TrimSpace(m[1]) != "encounter" {
				continue
			}
			i++
			files := map[string]string{"fight.yaml": m[2]}
			ruleset := regexp.MustCompile(`ruleset: (\w+)`).FindStringSubmatch(m[2])[1] + ".yaml"
			for name, text := range rules {
				files[name] = text
			}
			list = append(list, newBase("reference", files, ruleset, "fight.yaml"))
		}
	}
	return list
}

// semantics reads the rulesets by which the semantics is held, with their cases.
func semantics() []*base {
	read := func(dir string, list ...string) map[string]string {
		files := map[string]string{}
		for _, name := range list {
			files[name] = file(dir + name)
		}
		return files
	}
	dir := "interp/testdata/semantics/"
	return []*base{
		newBase("semantics", read(dir, "answers.yaml"), "answers.yaml", "answers.yaml"),
		newBase("semantics", read(dir, "memory.yaml"), "memory.yaml", "memory.yaml"),
		newBase("semantics", read(dir, "together.yaml"), "together.yaml", "together.yaml"),
		newBase("semantics", read(dir, "conditions.yaml", "conditions_cases.yaml"), "conditions.yaml", "conditions_cases.yaml"),
		newBase("semantics", read("interp/testdata/script/", "brawl.yaml"), "brawl.yaml"),
		newBase("semantics", read("interp/testdata/script/", "ticks.yaml"), "ticks.yaml"),
		newBase("semantics", read("lang/testdata/check/base/", "tiny.yaml", "duel.yaml"), "tiny.yaml", "duel.yaml"),
		newBase("semantics", read("lang/testdata/check/base/", "regions.yaml", "tiny.yaml"), "regions.yaml"),
		newBase("semantics", read("interp/testdata/bench/", "duel.yaml", "duel-encounter.yaml"), "duel.yaml", "duel-encounter.yaml"),
		newBase("semantics", read("interp/testdata/bench/", "d20.yaml", "d20-encounter.yaml"), "d20.yaml", "d20-encounter.yaml"),
	}
}

// library reads rulesets that take most of what they are from the library: the one on its
// page, and the examples of whole systems, with their encounters and cases.
func library() []*base {
	tavern := map[string]string{}
	for _, m := range fence.FindAllStringSubmatch(file("spec/library.md"), -1) {
		switch strings.TrimSpace(m[1]) {
		case "":
			tavern["tavern.yaml"] = m[2]
		case "cases":
			tavern["cases.yaml"] = m[2]
		}
	}
	list := []*base{newBase("library", tavern, "tavern.yaml", "cases.yaml")}
	folders, err := filepath.Glob("../../examples/systems/*")
	must(err == nil && len(folders) > 0, err)
	for _, folder := range folders {
		files, plays := map[string]string{}, []string{}
		paths, err := filepath.Glob(folder + "/*.yaml")
		must(err == nil, err)
		parts, err := filepath.Glob(folder + "/*/*.yaml")
		must(err == nil, err)
		for _, path := range slices.Concat(paths, parts) {
			name, err := filepath.Rel(folder, path)
			must(err == nil, err)
			text := file(strings.TrimPrefix(filepath.ToSlash(path), "../../"))
			files[filepath.ToSlash(name)] = text
			if strings.Contains("\n"+text, "\ncombatants:") || strings.Contains("\n"+text, "\ncases:") {
				plays = append(plays, filepath.ToSlash(name))
			}
		}
		list = append(list, newBase("library", files, filepath.Base(folder)+".yaml", plays...))
	}
	return list
}

// systems reads the rulesets that come with the program, each with a fight of four
// against four and one of the examples.
func systems() []*base {
	var list []*base
	examples, err := filepath.Glob("../../examples/[0-9]*.yaml")
	must(err == nil && len(examples) > 0, err)
	heads, err := filepath.Glob("../../rulesets/*.yaml")
	must(err == nil && len(heads) > 0, err)
	for _, head := range heads {
		name := strings.TrimSuffix(filepath.Base(head), ".yaml")
		files := map[string]string{"rulesets/" + name + ".yaml": file("rulesets/" + name + ".yaml")}
		parts, err := filepath.Glob("../../rulesets/" + name + "/*.yaml")
		must(err == nil, err)
		for _, part := range parts {
			files["rulesets/"+name+"/"+filepath.Base(part)] = file("rulesets/" + name + "/" + filepath.Base(part))
		}
		files["four.yaml"] = file("internal/experiment/testdata/four-" + name + ".yaml")
		plays := []string{"four.yaml"}
		for _, path := range examples {
			text := file("examples/" + filepath.Base(path))
			if strings.Contains(text, "\nruleset: "+name+"\n") && !strings.Contains(text, "steps:") {
				files[filepath.Base(path)] = text
				plays = append(plays, filepath.Base(path))
			}
		}
		b := newBase("systems", files, "rulesets/"+name+".yaml", plays...)
		list = append(list, b)
	}
	return list
}

// mutated makes an item from one of the bases of a world: some of its texts become
// others of the same type, some declarations are added, some words become others.
func mutated(r *rand.Rand, number uint64, world string) *item {
	list := bases()[world]
	b := list[r.IntN(len(list))]
	x := b.book.clone()
	it := &item{World: world, Number: number, Rules: []string{b.ruleset}, Large: world == "systems"}
	w := newWriter(r, b.program, nil)
	w.questions, w.labels = append(w.questions, questionsOf(b.program)...), append(w.labels, labelsOf(b.program)...)
	x.edit(w, b.sites, float64(1+r.IntN(6))/float64(len(b.sites)+1))
	main := x.find(b.ruleset)
	if r.IntN(3) == 0 && world != "systems" {
		g := &grower{Rand: r, root: main.root, n: 900}
		g.grow(1 + r.IntN(3))
	}
	if r.IntN(3) == 0 {
		x.tokens(r, 1+r.IntN(2))
	}
	if r.IntN(4) == 0 {
		x.cut(r, b.ruleset, b.rulesetDocs(x))
	}
	p, ok := settle(r, x, b.ruleset, loadRules)
	if !ok {
		it.Files = x.write()
		return it
	}
	if len(b.plays) == 0 || r.IntN(3) == 0 && !it.Large {
		return withEncounter(r, it, x, p, b.ruleset)
	}
	plays := b.plays
	if it.Large {
		plays = []string{one(r, b.plays...)}
	}
	it.Plays = plays
	for _, name := range plays {
		if x.find(name).root.find("combatants") < 0 || r.IntN(2) == 0 {
			continue
		}
		e, list := load(x, name, loadEncounter)
		if list.HasErrors() {
			continue
		}
		w := newWriter(r, e.Program, e)
		before := x.find(name).root
		x.find(name).reread()
		x.edit(w, x.place(encounterSites(e)), 0.1)
		if _, ok := settle(r, x, name, loadEncounter); !ok {
			x.find(name).root = before
		}
	}
	it.Files = x.write()
	return it
}

// rulesetDocs are the documents that belong to the ruleset.
func (b *base) rulesetDocs(x *book) []*doc {
	var list []*doc
	for _, d := range x.docs {
		if d.root != nil && !slices.Contains(b.plays, d.name) || d.name == b.ruleset {
			list = append(list, d)
		}
	}
	return list
}

// typedItem makes an item from nothing.
func typedItem(r *rand.Rand, number uint64) *item {
	const ruleset = "grown.yaml"
	it := &item{World: "typed", Number: number, Rules: []string{ruleset}}
	b := &book{}
	d := b.put(ruleset, skeleton(r, "grown"))
	p, ok := settle(r, b, ruleset, loadRules)
	if !ok {
		it.Files = b.write()
		return it
	}
	d.reread() // where p's places are
	w := newWriter(r, p, nil)
	b.edit(w, b.place(sitesOf(p)), one(r, 0.3, 0.7, 0.9))
	if r.IntN(2) == 0 {
		answersToChoices(w, d.root)
	}
	p, ok = settle(r, b, ruleset, loadRules)
	if !ok {
		it.Files = b.write()
		return it
	}
	if r.IntN(8) == 0 {
		if o, ok := overlaid(r, b, ruleset); ok {
			p, it.Rules = o, []string{ruleset, "house.yaml"}
			return withEncounter(r, it, b, p, "house.yaml")
		}
	}
	return withEncounter(r, it, b, p, ruleset)
}

// answersToChoices gives tactics lines for choices.
func answersToChoices(w *writer, root *knot) {
	tactics := root.get("tactics")
	if tactics == nil {
		return
	}
	s := scopeOf([]program.Local{{Name: "self", Type: thingOf(w.p.Creature)}})
	for _, t := range tactics.list {
		for _, q := range append(w.questions, "pay") {
			if t.kind != tree.Mapping || w.IntN(2) == 0 || t.find(q) >= 0 {
				continue
			}
			line := mapping("best", w.value(numberT, s, 2))
			if w.IntN(3) == 0 {
				line.put("if", w.value(boolT, s, 2))
			}
			line.grown = true
			lines := seq(line)
			lines.grown = true
			t.put(q, lines)
		}
	}
}

// overlaid lays a ruleset over another.
func overlaid(r *rand.Rand, b *book, base string) (*program.Program, bool) {
	o := mapping("ruleset", "house", "extends", "./"+base)
	root := b.find(base).root
	verb := func(v string) *knot { n := o.section(v); return n }
	for range 1 + r.IntN(4) {
		section := one(r, root.names()...)
		s := root.get(section)
		if s.kind != tree.Mapping || len(s.list) == 0 || section == "time" || section == "space" || section == "kinds" {
			continue
		}
		name := one(r, s.names()...)
		switch def := s.get(name); r.IntN(5) {
		case 0:
			part := names(name)
			part.grown = true
			verb("remove").put(section, part)
		case 1:
			to := text(name + "_new")
			to.grown = true
			n := verb("rename").section(section)
			n.grown = true
			n.put(name, to)
		case 2:
			if def.kind == tree.Mapping && len(def.list) > 0 {
				key := one(r, def.names()...)
				part := mapping(key, def.get(key).clone())
				part.grown = true
				verb("override").section(section).put(name, part)
			}
		case 3:
			if def.kind == tree.Mapping {
				for _, key := range def.names() {
					if v := def.get(key); v.kind == tree.Scalar && v.bare && v.text[0] >= '0' && v.text[0] <= '9' {
						part := mapping(key, "original * "+one(r, "2", "0.5", "0", "1000000")+one(r, " + 1", " - 1"))
						part.grown = true
						verb("override").section(section).put(name, part)
						break
					}
				}
			}
		case 4:
			part := def.clone()
			part.grown = true
			o.section(section).put(name+"_too", part)
		}
	}
	b.put("house.yaml", o)
	for range 6 {
		p, list := load(b, "house.yaml", loadRules)
		if !list.HasErrors() {
			return p, true
		}
		if !b.repair(list) {
			break
		}
	}
	o.dropGrown()
	for i := len(o.list) - 1; i >= 2; i-- {
		if o.list[i].kind == tree.Mapping && len(o.list[i].list) == 0 {
			o.remove(i)
		}
	}
	p, list := load(b, "house.yaml", loadRules)
	return p, !list.HasErrors()
}

// withEncounter gives an item a random encounter, as it is, as cases, or in a sequence.
func withEncounter(r *rand.Rand, it *item, b *book, p *program.Program, ruleset string) *item {
	const name = "fight.yaml"
	defer func() { it.Files = b.write() }()
	w := newWriter(r, p, nil)
	w.questions, w.labels = append(w.questions, questionsOf(p)...), append(w.labels, labelsOf(p)...)
	d := b.put(name, w.encounter(ruleset))
	if r.IntN(2) == 0 {
		d.root.put("setup", &knot{kind: tree.Scalar, text: "let x0 = 0", grown: true})
	}
	it.Plays = []string{name}
	e, ok := settle(r, b, name, loadEncounter)
	if !ok {
		return it
	}
	w.e = e
	d.reread() // where e's places are
	b.edit(w, b.place(encounterSites(e)), 0.5)
	if w.e, ok = settle(r, b, name, loadEncounter); !ok {
		return it
	}
	if r.IntN(5) < 3 {
		if m := recorded(w.e); m != nil {
			addScript(d.root, w.scriptOf(m))
			settle(r, b, name, loadEncounter)
		}
	}
	switch r.IntN(8) {
	case 0:
		it.Plays = []string{asCases(b, d)}
	case 1:
		it.Plays = []string{asSequence(r, w, b, d)}
	}
	return it
}

// recorded plays an encounter by tactics and records it; nil if it can't be made.
func recorded(e *program.Encounter) (m *interp.Machine) {
	defer func() {
		if recover() != nil {
			m = nil // which is found when the item is played
		}
	}()
	own := *e
	own.Script = nil
	m, _, _ = script.Play(interp.Compile(e.Program), &own, interp.Options{Trace: true, Limits: interp.Limits{ActionSteps: 3000, Steps: 6000, Events: 500, Time: 6}})
	return m
}

// asCases writes an encounter as a file of cases: once as it is, once without its script.
func asCases(b *book, d *doc) string {
	const name = "cases.yaml"
	common := d.root.clone()
	c := mapping("ruleset", common.get("ruleset"))
	script := common.get("script")
	for _, key := range []string{"encounter", "ruleset", "title", "script"} {
		if i := common.find(key); i >= 0 {
			common.remove(i)
		}
	}
	c.put("common", common)
	cases := mapping("by tactics", mapping("about", "As it comes.", "title", "By tactics"))
	if script != nil {
		cases.put("by script", mapping("script", script.clone()))
	}
	c.put("cases", cases)
	b.put(name, c)
	return name
}

// asSequence writes an encounter as the first of a sequence, in which everybody meets again.
func asSequence(r *rand.Rand, w *writer, b *book, d *doc) string {
	const name = "evening.yaml"
	again := d.root.clone()
	for _, key := range []string{"encounter", "ruleset", "script"} {
		if i := again.find(key); i >= 0 {
			again.remove(i)
		}
	}
	second := again.clone()
	first := d.root.clone()
	for _, key := range []string{"encounter", "ruleset"} {
		if i := first.find(key); i >= 0 {
			first.remove(i)
		}
	}
	steps := seq(mapping("encounter", first))
	s := w.scene()
	rest := mapping("title", "Between", "script", "wait "+w.small(s)+"\ndo { "+strings.Join(w.plain(s), "; ")+" }\nexpect true")
	rest.grown = true
	steps.list = append(steps.list, rest, mapping("encounter", second))
	if r.IntN(2) == 0 {
		third := again.clone()
		third.put("seed", "5")
		steps.list = append(steps.list, mapping("encounter", third, "absent", names()))
	}
	b.put(name, mapping("sequence", "evening", "ruleset", d.root.get("ruleset").clone(), "steps", steps))
	settle(r, b, name, lang.LoadSequence)
	return name
}

// questionsOf are the names of the choices that a ruleset asks for, labelsOf those of
// its rolls.
func questionsOf(p *program.Program) []string { return namesIn(p, true) }
func labelsOf(p *program.Program) []string    { return namesIn(p, false) }

func namesIn(p *program.Program, questions bool) []string {
	found := map[string]string{}
	for s := range p.Stmts() {
		switch s := s.(type) {
		case *program.Choose:
			if questions {
				found[s.Name] = ""
			}
		case *program.Roll:
			if !questions && s.Label != "" && s.LabelFrom == nil {
				found[s.Label] = ""
			}
		}
	}
	return slices.DeleteFunc(slices.Sorted(mapKeys(found)), func(s string) bool { return !plainText.MatchString(s) })
}

// tornItem makes an item whose files are torn: lines and characters are taken out, put
// in, and changed, and nobody mends what lint refuses.
func tornItem(r *rand.Rand, number uint64) *item {
	all := bases()
	list := slices.Concat(all["tutorial"], all["reference"], all["semantics"])
	b := one(r, list...)
	it := &item{World: "torn", Number: number, Rules: []string{b.ruleset}, Plays: b.plays, Files: b.book.write()}
	n := 1 + r.IntN(3)
	for range n {
		names := append([]string{b.ruleset, b.ruleset, b.ruleset}, b.plays...)
		name := one(r, names...)
		it.Files[name] = torn(r, it.Files[name])
	}
	return it
}

// words are what is put into torn texts.
var words = []string{
	"none", "self", "it", "each", "event", "now", "true", "false", "0", "1", "-1", "0.5", "9007199254740991", "9007199254740992", "10 ** 300", "1d6", "0d6", "1d0",
	"[]", "{}", "[", "]", "{", "}", "(", ")", ",", ":", "#", "\"", "'", "|", "&", "*", "!", "%", "@", "..", "**", "==", "=", "+=", "and", "or", "not", "in", "if", "\t", "\x00", "é", "\u202e",
	"first(everyone)", "combatants", "stop", "let x = 1", "all pass", "until", "end", "of", "with", "by", "1..9007199254740993", "/ 0", "% 0", "- 10 ** 18",
}

// torn changes a text in one place.
func torn(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	switch r.IntN(9) {
	case 0:
		return strings.Join(slices.Delete(lines, i, i+1), "\n")
	case 1:
		return strings.Join(slices.Insert(lines, i, lines[j]), "\n")
	case 2:
		lines[i], lines[j] = lines[j], lines[i]
		return strings.Join(lines, "\n")
	case 3:
		at := r.IntN(len(text) + 1)
		return text[:at] + one(r, words...) + text[at:]
	case 4:
		at := r.IntN(len(text))
		return text[:at] + text[min(len(text), at+1+r.IntN(8)):]
	case 5:
		lines[i] = "  " + lines[i]
		return strings.Join(lines, "\n")
	}
	if at := token.FindAllStringIndex(text, -1); len(at) > 1 {
		p, q := at[r.IntN(len(at))], at[r.IntN(len(at))]
		by := text[q[0]:q[1]]
		if r.IntN(2) == 0 {
			by = one(r, words...)
		}
		return text[:p[0]] + by + text[p[1]:]
	}
	return text
}

var token = regexp.MustCompile(`[0-9]+d[0-9]+|[0-9]+(?:\.[0-9]+)?|[A-Za-z_][A-Za-z0-9_]*|<=|>=|==|!=|\*\*|\+=|-=|\.\.|[-+*/<>%=.,(){}\[\]]`)

// swaps says what operators and words become.
var swaps = map[string][]string{
	"<": {"<=", ">"}, "<=": {"<"}, ">": {">=", "<"}, ">=": {">"}, "==": {"!="}, "!=": {"=="}, "+": {"-", "*", "**"}, "-": {"+", "*", "/"}, "*": {"+", "/", "**", "%"},
	"/": {"*", "%"}, "%": {"/"}, "+=": {"-=", "="}, "-=": {"+=", "="}, "and": {"or", "=="}, "or": {"and"}, "true": {"false"}, "false": {"true"},
	"any": {"all", "none", "one"}, "all": {"any"}, "min": {"max"}, "max": {"min"}, "floor": {"ceil"}, "first": {"last"}, "foes": {"allies"}, "self": {"it", "event.of"},
	"combatants": {"everyone"}, "each": {"self"}, "sum": {"max", "count"}, "together": {"in order"}, "replace": {"refresh"}, "clamp": {"none", "error"}, "of": {"by"},
}

// tokens changes words of texts: numbers become odd ones, operators and names others.
func (b *book) tokens(r *rand.Rand, n int) {
	var list []*knot
	for _, d := range b.docs {
		if d.root != nil && !slices.Contains([]string{"encounter"}, d.name) {
			d.root.each(func(k *knot) bool {
				if k.kind == tree.Scalar && k.text != "" && k.was == nil {
					list = append(list, k)
				}
				return true
			})
		}
	}
	for range n * 20 {
		k := one(r, list...)
		at := token.FindAllStringIndex(k.text, -1)
		if len(at) == 0 || k.was != nil {
			continue
		}
		p := one(r, at...)
		word := k.text[p[0]:p[1]]
		var by string
		switch {
		case swaps[word] != nil:
			by = one(r, swaps[word]...)
		case word[0] >= '0' && word[0] <= '9' && strings.Contains(word, "d"):
			by = one(r, strangeDice...)
		case word[0] >= '0' && word[0] <= '9':
			by = one(r, strangeNumbers...)
			if k.bare || r.IntN(2) == 0 {
				by = one(r, "0", "1", "-1", "100", "1000000", "9007199254740991", "-9007199254740991", "0.5", strconv.Itoa(r.IntN(30)))
			}
		default:
			continue
		}
		k.change(k.text[:p[0]] + by + k.text[p[1]:])
		if n--; n == 0 {
			return
		}
	}
}

// cut takes an entry or an item out of a ruleset, or puts one in the place of another.
func (b *book) cut(r *rand.Rand, ruleset string, docs []*doc) {
	d := one(r, docs...)
	var list []*knot
	d.root.each(func(k *knot) bool {
		if (k.kind == tree.Mapping || k.kind == tree.Sequence && !k.flow) && len(k.list) > 1 && k != d.root {
			list = append(list, k)
		}
		return true
	})
	if len(list) == 0 {
		return
	}
	k := one(r, list...)
	i, j := r.IntN(len(k.list)), r.IntN(len(k.list))
	before := d.root.clone()
	switch r.IntN(3) {
	case 0:
		k.remove(i)
	case 1:
		k.list[i] = k.list[j].clone()
	case 2:
		other := one(r, list...)
		if x := r.IntN(len(other.list)); other != k {
			k.list[i] = other.list[x].clone()
		}
	}
	// What can't be accepted is as it was.
	c := b.clone()
	for _, e := range c.docs {
		if e.root != nil {
			undoBelow(e.root)
		}
	}
	if _, list := load(c, ruleset, loadRules); list.HasErrors() && r.IntN(10) > 0 {
		d.root = before
	}
}
