package tree

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Overlay overlays base with the file over and returns the result, as described in the package
// comment. Neither node is changed, and every node of the result keeps
// its place in its original file. A nil base is empty: overlay nil with the
// first file, the result with the next, and so on. Errors are
// added to list; the result then contains as much as possible of the rest.
//
// Spec: overlays.md.
func Overlay(base, over *Node, list *diag.List) *Node {
	return OverlayAll(base, []*Node{over}, list)
}

// OverlayAll overlays base with several files, in order. The result
// is that of [Overlay] for each file, but the base isn't copied for each.
func OverlayAll(base *Node, files []*Node, list *diag.List) *Node {
	if base == nil {
		base = &Node{Kind: Mapping, Style: Block}
		if len(files) > 0 {
			base.Span = files[0].Span
		}
	}
	o := overlay{list: list}
	s := newSum(base)
	for _, file := range files {
		if !o.mapping(file, "the file") {
			continue
		}
		for _, v := range verbs {
			if e, ok := file.Entry(v.key); ok {
				o.rejectRemarks(e, v)
				o.rejectEmpty(file, e)
				o.root = s.node()
				s = newSum(o.applyVerb(v, o.root, e))
			}
		}
		o.add(s, file)
	}
	result := s.node()
	if !list.HasErrors() {
		o.lostRemarks(result, files)
	}
	return result
}

// lostRemarks reports what files say of something that can't be described there.
func (o *overlay) lostRemarks(result *Node, files []*Node) {
	var said []*Remark
	for _, file := range files {
		for _, v := range verbs {
			if e, ok := file.Entry(v.key); ok && v.adds {
				e.Remarks(func(r *Remark) { said = append(said, r) })
			}
		}
	}
	if len(said) == 0 {
		return
	}
	kept := map[diag.Span]bool{}
	result.remarks(func(r *Remark) { kept[r.Span] = true })
	for _, r := range said {
		if !kept[r.Span] {
			o.list.Errorf(LooseRemark, r.Span, `"#:" can't describe this in an overlay: it has no name of its own, or is described again`)
		}
	}
}

// rejectRemarks reports what a file says of a verb, and of names that it changes without declaring them.
func (o *overlay) rejectRemarks(e Entry, v verb) {
	reject := func(r *Remark) {
		o.list.Errorf(LooseRemark, r.Span, `"#:" can't describe what stands under %q`, v.key+":").
			WithHint(`describe it where it is declared, or under "override:"; an ordinary comment begins with "# "`)
	}
	if !v.adds {
		e.Remarks(reject)
	} else if e.Remark != nil {
		reject(e.Remark)
	}
}

// rejectEmpty reports that nothing is under a verb although something follows it: most likely that isn't indented.
func (o *overlay) rejectEmpty(file *Node, verb Entry) {
	i := slices.IndexFunc(file.Entries, func(e Entry) bool { return e.Key == verb.Key })
	if verb.Value.Kind == Null && i+1 < len(file.Entries) {
		key, next := verb.Key.Text+":", file.Entries[i+1].Key.Text+":"
		o.list.Errorf(MissingValue, verb.Key.Span, "nothing is under %q", key).
			WithHint("indent %q and the lines below it: what belongs to %q begins further right than it", next, key)
	}
}

// overlay applies the verbs; each takes a tree and returns a changed copy.
type overlay struct {
	list *diag.List
	verb verb  // the one that is applied
	root *Node // what it is applied to
	// raw is set within a kind that is like another: what is said of its steps stays as it is until it has those of that one.
	raw bool
	// owner names what steps belong to that a definition changes.
	owner string
}

// verb is a key at the top of a file that changes the contents of the base.
type verb struct {
	key string
	// missing is the code for a name that the base doesn't have.
	missing diag.Code
	// adds is set if keys that a definition doesn't have are added to it.
	adds bool
	// section changes each section that the verb names; nil means that whole changes the base.
	section change
	whole   func(o *overlay, base, by *Node) *Node
}

// change returns what an entry of a verb makes of old, which is at p.
type change func(o *overlay, old *Node, by Entry, p path) *Node

// verbs are the verbs in the order in which they are applied.
var verbs = []verb{
	{key: "rename", missing: RenamesNothing, section: (*overlay).rename},
	removing,
	{key: "override", missing: OverridesNothing, adds: true, section: (*overlay).override},
	{key: "extend", missing: ExtendsNothing, adds: true, section: (*overlay).extend},
	{key: "set", missing: SetsNothing, whole: (*overlay).set},
}

// removing is the verb that takes something out.
var removing = verb{key: "remove", missing: RemovesNothing, whole: (*overlay).removeFromBase}

// Verbs returns the keys at the top of a file that change the contents of the base,
// in the order in which they are applied.
func Verbs() []string {
	keys := make([]string, len(verbs))
	for i, v := range verbs {
		keys[i] = v.key
	}
	return keys
}

// isPlain reports whether a key at the top is neither a verb nor refers to
// other files.
func isPlain(key string) bool {
	return key != "extends" && key != "parts" && key != "uses" && !slices.Contains(Verbs(), key)
}

// index returns the index of each key of a mapping.
func (n *Node) index() map[string]int {
	index := make(map[string]int, len(n.Entries))
	for i, e := range n.Entries {
		index[e.Key.Text] = i
	}
	return index
}

// with returns a copy of a mapping with other entries.
func (n *Node) with(entries []Entry) *Node {
	c := *n
	c.Entries = entries
	return &c
}

// path names a place in the base in messages: sections and names from the top.
type path []string

func (p path) add(key string) path { return append(slices.Clip(p), key) }

// String returns `"strike" in attacks`, `section "attacks"` and the like.
func (p path) String() string {
	switch len(p) {
	case 0:
		return "the base"
	case 1:
		return fmt.Sprintf("section %q", p[0])
	}
	last := fmt.Sprintf("%q", p[len(p)-1])
	return last + " in " + strings.Join(p[:len(p)-1], ".")
}

// mapping reports whether n is a mapping or empty; if not, it adds an error.
func (o *overlay) mapping(n *Node, what string) bool {
	if n.Kind == Mapping || n.Kind == Null {
		return true
	}
	o.list.Errorf(WrongShape, n.Span, "%s must be a mapping of keys to values, but it is %s", what, n.Kind)
	return false
}

// nothing reports that the verb names a key that target, at p, doesn't have.
func (o *overlay) nothing(key *Node, target *Node, p path) {
	verb := o.verb.key
	d := o.list.Errorf(o.verb.missing, key.Span, "%s: the base has no %s", verb, p.add(key.Text))
	if o.verb.missing == UnknownStep {
		d.Message = fmt.Sprintf("%s: %s has no step %q", verb, o.owner, key.Text)
	}
	for _, e := range target.Entries {
		if slices.Contains(e.Was, key.Text) {
			d.WithNote(e.Key.Span, "%q was renamed here", key.Text).WithHint("write %s", e.Key.Text)
			return
		}
	}
	ordered := p.isGrid() || p.isSteps()
	if way := target.within(key.Text); p.isSteps() && way != nil {
		d.WithHint("it is within %q: write %s", strings.Join(way, "."), nested(append(way, key.Text)))
	} else if len(p) > 0 && pathForm.MatchString(key.Text) {
		d.WithHint("dots lead further in right under %q alone: write %s.%s", verb+":", strings.Join(p, "."), key.Text)
	} else if first, rest, dotted := strings.Cut(key.Text, "."); dotted && len(p) == 0 && verb == "remove" && pathForm.MatchString(key.Text) {
		d.WithHint("write remove: {%s: %s}", first, rest)
	} else if dotted && len(p) == 0 {
		d.WithHint("dots stand between plain names; anything else is written in braces behind them, as in tactics.brawler.turn: {1st strike: ..}")
	} else if section := o.sectionWith(key.Text); len(p) == 1 && section != "" {
		d.WithHint("it is in another section: write %s.%s", section, key.Text)
	} else if d.MeanOneOf(key.Text, target.keys()) {
	} else if section := target.sectionOf(key.Text); len(p) == 0 && section != "" {
		d.WithHint("it is in a section: write %s.%s", section, key.Text)
	} else if like := target.Get(LikeKey); like != nil && verb == "remove" && o.owner != "" { // its own remove
		d.WithHint("%q, which it is like, doesn't say it itself: what its kind says goes with another kind, which is like that one", like.Text)
	} else if like := target.Get(LikeKey); like != nil {
		d.WithHint("what it has from %q, which it is like, is replaced under override, or taken out by its own remove: override: .. {remove: %s}", like.Text, key.Text)
	} else if verb == "remove" && len(p) == 3 && p[2] == "fields" {
		d.WithHint("a field of which nobody is told stands under %s", KeepsKey)
	} else if verb == "remove" && o.fillsSteps(p) {
		d.WithHint("to leave out a step of its kind, write override: .. {%s: %s}", key.Text, Nothing)
	} else if ordered && (verb == "override" || o.verb.missing == UnknownStep) {
		var names []string
		for _, name := range target.keys() {
			if name != StepIf && name != StepFor {
				names = append(names, strconv.Quote(name))
			}
		}
		if p.isGrid() && len(names) > 3 {
			names = names[:0]
			for _, name := range diag.NearestFew(key.Text, target.keys()) {
				names = append(names, strconv.Quote(name))
			}
		}
		how := `put it under "extend:"`
		if o.verb.missing == UnknownStep && IsName(key.Text) {
			how = "write last: {" + key.Text + ": ..}, or after a step"
		}
		d.WithHint(`there are %s; to add one, %s`, diag.JoinAnd(names), how)
	} else if verb == "override" && len(p) > 0 {
		d.WithHint("to add it, put it in the section %q without %q", p[0], "override:")
	}
}

// sectionWith returns the section of the base that has a name; empty if none has.
func (o *overlay) sectionWith(name string) string {
	if o.root == nil {
		return ""
	}
	return o.root.sectionOf(name)
}

// nested writes names as the keys of mappings in each other.
func nested(way []string) string {
	return strings.Join(way, ": {") + ": .." + strings.Repeat("}", len(way)-1)
}

// sectionOf returns the key under which a mapping has another key; empty if there is none.
func (n *Node) sectionOf(key string) string {
	for _, e := range n.Entries {
		if e.Value != nil && e.Value.Kind == Mapping && e.Value.find(key) >= 0 {
			return e.Key.Text
		}
	}
	return ""
}

// sum accumulates entries of a mapping.
type sum struct {
	base    *Node
	entries []Entry
	index   map[string]int
	// sections are the entries that are sums themselves.
	sections map[int]*sum
}

func newSum(base *Node) *sum {
	return &sum{base: base, entries: slices.Clone(base.Entries), index: base.index(), sections: map[int]*sum{}}
}

// section returns the entry at an index, which is a mapping, as a sum.
func (s *sum) section(i int) *sum {
	if s.sections[i] == nil {
		s.sections[i] = newSum(s.entries[i].Value)
	}
	return s.sections[i]
}

func (s *sum) append(e Entry) {
	s.index[e.Key.Text] = len(s.entries)
	s.entries = append(s.entries, e)
}

// node returns the accumulated mapping.
func (s *sum) node() *Node {
	for i, section := range s.sections {
		s.entries[i].Value = section.node()
	}
	return s.base.with(s.entries)
}

// add adds the plain sections.
func (o *overlay) add(s *sum, over *Node) {
	for _, e := range over.Entries {
		if !isPlain(e.Key.Text) {
			continue
		}
		if i, ok := s.index[e.Key.Text]; ok {
			o.addSection(s, i, e)
		} else {
			s.append(e)
		}
	}
}

// addSection adds the overlay's entry to the section at an index.
func (o *overlay) addSection(s *sum, i int, over Entry) {
	base, added := &s.entries[i], over.Value
	base.Remark = base.Remark.under(over.Remark, true)
	switch old := base.Value; {
	case added.Kind == Null:
	case old.Kind == Null || old.Kind == Scalar && added.Kind == Scalar:
		if base.Key.Text == "ruleset" {
			base.Was = append(slices.Clip(base.Was), old.Text)
		}
		base.Value = added
	case old.Kind == Mapping && added.Kind == Mapping:
		o.addEntries(s.section(i), added, path{base.Key.Text})
	case old.Kind == Sequence && added.Kind == Sequence:
		base.Value = old.append(added.Items)
	default:
		o.list.Errorf(WrongShape, over.Key.Span, "%q is %s here, but %s in the base", over.Key.Text, added.Kind, old.Kind).
			WithNote(base.Key.Span, "declared here")
	}
}

// addsUp reports whether the mappings at a place may be spread over several files, each
// of which contributes a part: a kind and its fields, params and the like; the entries of time; the
// contents of reports.
func (p path) addsUp() bool {
	switch p[0] {
	case "kinds":
		return len(p) <= 2
	case "time", "reports":
		return len(p) == 1
	}
	return false
}

// append returns a copy of a list with more items.
func (n *Node) append(items []*Node) *Node {
	c := *n
	c.Items = append(slices.Clip(n.Items), items...)
	return &c
}

// addEntries adds entries, whose names must be new, to a section or to a mapping in it that adds up.
func (o *overlay) addEntries(section *sum, added *Node, p path) {
	for _, e := range added.Entries {
		i, ok := section.index[e.Key.Text]
		switch {
		case !ok:
			section.append(e)
		case p.addsUp() && o.addTo(section, i, e, p):
		default:
			o.list.Errorf(AlreadyDeclared, e.Key.Span, "%s is already declared", p.add(e.Key.Text)).
				WithNote(section.entries[i].Key.Span, "declared here").WithHint(`to change it, put it under "override:"`)
		}
	}
}

// addTo adds another file's part to an entry of a mapping that may be spread over several files,
// and reports whether they can be added up: the keys of both, all the rules that they decide,
// and the last of the sentences.
func (o *overlay) addTo(section *sum, i int, e Entry, p path) bool {
	old := &section.entries[i]
	switch key := e.Key.Text; {
	case p.add(key).isSteps():
		return false
	case old.Value.Kind == Mapping && e.Value.Kind == Mapping:
		o.addEntries(section.section(i), e.Value, p.add(key))
	case e.Value.Kind == Null:
	case old.Value.Kind == Null || key == "title":
		old.Value = e.Value
	default:
		return false
	}
	old.Remark = old.Remark.under(e.Remark, true)
	return true
}

// applyVerb applies a verb to the base.
func (o *overlay) applyVerb(v verb, base *Node, by Entry) *Node {
	o.verb = v
	if v.whole != nil {
		return v.whole(o, base, by.Value)
	}
	if !o.mapping(by.Value, fmt.Sprintf("%q", v.key+":")) {
		return base
	}
	return o.inside(base, by.Value, nil, v.section)
}

// inside changes the entries or items of old, which is at p, that the keys of a mapping name.
func (o *overlay) inside(old, by *Node, p path, change change) *Node {
	if old.Kind == Sequence {
		return o.inItems(old, by, p, change)
	}
	if len(p) == 2 && p[0] == "kinds" && o.verb.key != LikeKey {
		defer func(raw bool) { o.raw = raw }(o.raw)
		o.raw = old.find(LikeKey) >= 0
	}
	entries := slices.Clone(old.Entries)
	index := old.index()
	var emptied []string // steps of which nothing is left
	for _, e := range by.Entries {
		i, ok := index[e.Key.Text]
		if at := old.forReason(e.Value.Text, p); !ok && o.verb.key != "extend" && at >= 0 {
			o.noteOver(entries[at].Key, e, p.add(e.Key.Text))
			entries[at].Key, entries[at].Value = e.Key.withOriginal(entries[at].Key, p), e.Value // another requirement, for the same reason
			entries[at].Remark = entries[at].Remark.under(e.Remark, false)
			continue
		}
		switch {
		case ok:
			entries[i].Value = change(o, entries[i].Value, e, p.add(e.Key.Text))
			if o.verb.key == "remove" && p.add(e.Key.Text).isSteps() && entries[i].Value.saysNothing() {
				emptied = append(emptied, e.Key.Text)
			}
			if e.Of != nil {
				entries[i].Of = e.Of
			}
			if o.verb.key == LikeKey { // the other's key is one of the other definition
				entries[i].Key = e.Key
			}
			if o.verb.key == "override" && (e.Columns != nil || entries[i].Value.Kind != Mapping) {
				entries[i].Columns = e.Columns
			}
			if o.verb.adds {
				entries[i].Remark = entries[i].Remark.under(e.Remark, o.verb.key == "extend")
			}
		case o.verb.adds && len(p) > 1 && !p.isGrid() && (!p.isSteps() || o.verb.key == "extend" || o.fillsSteps(p)):
			if o.verb.key == "override" {
				e.Value = e.Value.overKind(kindOf(o.root, p[0]), p[2:], p.add(e.Key.Text))
			}
			e.Added = o.verb.key == "override" && p.isSteps()
			e.Extends = o.verb.key == "extend" && len(p) == 2 && old.find(LikeKey) >= 0
			entries = append(entries, e)
		default:
			o.nothing(e.Key, old, p)
		}
	}
	return old.with(slices.DeleteFunc(entries, func(e Entry) bool { return slices.Contains(emptied, e.Key.Text) }))
}

// rename renames entries of a section, all at once.
func (o *overlay) rename(section *Node, names Entry, p path) *Node {
	if !o.mapping(names.Value, "what is renamed in "+p.String()) {
		return section
	}
	index := section.index()
	fresh := map[int]*Node{}
	for _, e := range names.Value.Entries {
		i, ok := index[e.Key.Text]
		if !ok {
			o.nothing(e.Key, section, p)
			continue
		}
		if _, ok := Text(e.Value, "the new name of "+p.add(e.Key.Text).String(), o.list); ok {
			fresh[i] = e.Value
		}
	}
	o.dropTaken(section, fresh, p)
	entries := slices.Clone(section.Entries)
	for i, name := range fresh {
		entries[i].Was = append(slices.Clip(entries[i].Was), entries[i].Key.Text)
		entries[i].Key = name
	}
	return section.with(entries)
}

// dropTaken removes and reports new names that another entry already has or
// also gets.
func (o *overlay) dropTaken(section *Node, fresh map[int]*Node, p path) {
	names := map[string]*Node{}
	for i, e := range section.Entries {
		if fresh[i] == nil {
			names[e.Key.Text] = e.Key
		}
	}
	for _, i := range slices.Sorted(maps.Keys(fresh)) {
		name := fresh[i]
		if taken := names[name.Text]; taken != nil {
			o.list.Errorf(RenameTaken, name.Span, "rename: %s is already declared", p.add(name.Text)).
				WithNote(taken.Span, "declared here")
			delete(fresh, i)
			continue
		}
		names[name.Text] = name
	}
}

// removeFromBase removes sections, or what is named in them.
func (o *overlay) removeFromBase(base, spec *Node) *Node {
	if spec.Kind == Mapping {
		return o.inside(base, spec, nil, (*overlay).remove)
	}
	return o.removeNames(base, spec, nil)
}

// remove removes from target, which is at p, what an entry names.
func (o *overlay) remove(target *Node, by Entry, p path) *Node {
	switch by.Value.Kind {
	case Null:
		o.list.Errorf(MissingValue, by.Key.Span, "remove: expected what to remove from %s", p)
		return target
	case Mapping:
		return o.inside(target, by.Value, p, (*overlay).remove)
	}
	return o.removeNames(target, by.Value, p)
}

// removeNames removes the entries or items of target, which is at p, with the given names.
func (o *overlay) removeNames(target, names *Node, p path) *Node {
	target = target.listed(p)
	var gone []int
	items := slices.Clone(Items(target))
	changed := false
	for _, name := range Items(names) {
		_, ok := Text(name, "the name to remove from "+p.String(), o.list)
		switch {
		case !ok:
		case target.Kind != Sequence && target.Kind != Scalar:
			target = o.removeName(target, name, p)
		default: // all names refer to the original list
			named := o.asListed(target, name.Text)
			i, ok := o.itemNamed(target, name, named, p)
			if !ok {
				continue
			}
			changed = true
			plain := target.plainName(named)
			if slices.Contains(gone, i) || !items[i].says(plain) {
				o.noItem(&Node{Kind: Sequence}, name, name.Text, p)
			} else if others, _, several := items[i].split(plain); several {
				items[i] = others
			} else {
				gone = append(gone, i)
			}
		}
	}
	if !changed {
		return target
	}
	c := *target
	c.Kind, c.Items, c.Text = Sequence, nil, ""
	for i, item := range items {
		if !slices.Contains(gone, i) {
			c.Items = append(c.Items, item)
		}
	}
	return &c
}

// reasoned are the keys of requirements, each with its reason.
var reasoned = []string{"when", "requires"}

// forReason returns the index of the requirement at p that has a reason; -1 if there is none, or p has no requirements.
func (n *Node) forReason(reason string, p path) int {
	if reason == "" || len(p) == 0 || !slices.Contains(reasoned, p[len(p)-1]) {
		return -1
	}
	return slices.IndexFunc(n.Entries, func(e Entry) bool { return e.Value.Text == reason })
}

// removeName removes one entry from a mapping; requirements may be named by their reason.
func (o *overlay) removeName(target, name *Node, p path) *Node {
	i := target.find(name.Text)
	if i < 0 {
		i = target.forReason(name.Text, p)
	}
	if at := target.putAt(name.Text); i < 0 && p.isSteps() && at >= 0 {
		entries := slices.Clone(target.Entries)
		if entries[at].Value = o.removeName(entries[at].Value, name, p); entries[at].Value.saysNothing() {
			entries = slices.Delete(entries, at, at+1)
		}
		return target.with(entries)
	}
	if i < 0 {
		o.nothing(name, target, p)
		return target
	}
	left := target.with(slices.Delete(slices.Clone(target.Entries), i, i+1))
	if of := p.typeKey(); of != "" {
		if line := left.OnLine(of); line != "" {
			return computed(line, target.Span) // as it would be written
		}
	}
	return left
}

// override merges the value of an entry into old, which is at p.
func (o *overlay) override(old *Node, by Entry, p path) *Node {
	old, over := spread(old, by.Value, p)
	by.Value = over
	if over.Kind == Null && IsStep(p) && by.Key.Text != StepIf && by.Key.Text != StepFor {
		o.list.Errorf(MissingValue, by.Key.Span, "%s: expected what happens in %s", o.verb.key, p).WithHint("if nothing does, write %s: %s", by.Key.Text, Nothing)
		return old
	}
	if !slices.ContainsFunc(over.Entries, func(e Entry) bool { return old.find(e.Key.Text) >= 0 }) {
		old = old.listed(p) // it names items, not keys of the only one
	}
	switch {
	case over.Kind == Null:
		d := o.list.Errorf(MissingValue, by.Key.Span, "%s: expected what to change in %s", o.verb.key, p)
		if o.verb.key != "override" {
			return old
		}
		d.WithHint("indent the changes below it; {} changes only what is said of it, [] empties a list; to take it out, use remove")
		return old
	case over.saysNothing() && old.Kind == Scalar:
		return old
	case len(p) == 2 && p[0] == "params" && OptionsOf(over).Value == over:
		return o.setOption(old, Entry{Key: by.Key, Value: over}, p)
	case by.Columns != nil: // a grid is written as a whole
		o.lostRows(old, by, p)
		return over
	case p.isSteps() && old.Kind == Mapping && over.Kind == Mapping:
		return o.steps(old, over, p, (*overlay).override)
	case p.isSteps() && old.Kind == Mapping && over.Kind == Scalar:
		o.noteOver(old, by, p)
		return old.doing(over)
	case IsStep(p) && old.Kind == Scalar && over.governs():
		return over.doing(old)
	case IsStep(p) && old.Kind == Scalar && len(over.Entries) == len(over.Heads())+1 && over.find(stepDo) >= 0:
		return over
	case p.isSteps() && old.Kind == Scalar && over.putsAtEnds():
		return o.steps(old.Spread(stepDo), over, p, (*overlay).override)
	case p.isSteps() && old.Kind == Scalar && over.Kind == Mapping && old.Text != Nothing:
		o.noSteps(old, by, p)
		return old
	case over.Kind == Mapping && (old.Kind == Mapping || old.Kind == Sequence):
		return o.inside(old, over, p, (*overlay).override)
	}
	if number, signed := strings.CutPrefix(over.Text, "+"); signed && over.IsNumber() && old.IsNumber() && !strings.HasPrefix(old.Text, "+") {
		o.list.Errorf(NotNumber, over.Span, "%q could be the number %s, or %s more", over.Text, number, number).WithHint("write %s, or %s + %s", number, Original, number)
	}
	o.lostLines(old, by, p)
	o.noteOver(old, by, p)
	return over.withOriginal(old, p)
}

// extend appends the value of an entry to old, which is at p, or inserts it at the positions in the value.
func (o *overlay) extend(old *Node, by Entry, p path) *Node {
	old, more := spread(old, by.Value, p)
	old = old.listed(p)
	switch {
	case more.Kind == Null, more.saysNothing() && old.Kind == Scalar:
		return old
	case old.Kind == Null:
		return more
	case old.Kind == Mapping && p.isGrid():
		return o.insertRows(old, more, p)
	case old.Kind == Mapping && more.Kind == Mapping && p.isSteps():
		return o.steps(old, more, p, (*overlay).extend)
	case old.Kind == Scalar && p.isSteps() && more.putsAtEnds():
		return o.steps(old.Spread(stepDo), more, p, (*overlay).extend)
	case old.Kind == Mapping && more.Kind == Mapping:
		return o.inside(old, more, p, (*overlay).extend)
	case old.Kind == Sequence && more.hasPositions():
		return o.insert(old, more, p)
	case old.Kind == Sequence:
		return old.append(Items(more))
	case old.Kind == Scalar && (more.Kind == Sequence || isWord(old) && isWord(more) || slices.Contains(lists, p[len(p)-1])):
		return &Node{Kind: Sequence, Style: Flow, Span: old.Span, Items: append([]*Node{old}, Items(more)...)}
	}
	if p.isSteps() {
		o.noSteps(old, by, p)
		return old
	}
	d := o.list.Errorf(AlreadyDeclared, by.Key.Span, "extend: %s already has a value, which isn't a list", p).
		WithNote(old.Span, "the value is here").WithHint(`to change it, put it under "override:"`)
	if more.putsAtEnds() {
		d.WithHint(`a field's program has no steps: write it under "override:", with "original" for what it says now: original; PROGRAM`)
	} else if old.isText() {
		d.WithHint(wholeText)
	}
	return old
}

// lists are the keys of lists of phrases, of which one alone is written without brackets.
var lists = []string{"until", "on"}

// noSteps reports that an entry changes the steps of a program that is one text.
func (o *overlay) noSteps(old *Node, by Entry, p path) {
	d := o.list.Errorf(WrongShape, by.Value.Span, "%s: %s has no steps: it is one text", o.verb.key, p).WithNote(old.Span, "the text").
		WithHint(`write the whole program anew, as one text, under "override:"; or, under "extend:", what is done first or last: last: {NAME: PROGRAM}`)
	if name := p[len(p)-1]; IsStep(p) && o.verb.missing == UnknownStep {
		d.WithHint("write it anew, as one text; or a step beside it: after %s: {NAME: PROGRAM}", name)
	} else if IsStep(p) {
		d.WithHint(`write it anew, as one text, under "override:"; or, under "extend:", a step beside it: after %s: {NAME: PROGRAM}`, name)
	}
}

// listed returns what is at p as a list, if it may be one, and is the only item of it.
func (n *Node) listed(p path) *Node {
	if n.Kind != Mapping || len(p) == 0 || !slices.Contains([]string{"modifies", "forbids"}, p[len(p)-1]) {
		return n
	}
	return &Node{Kind: Sequence, Style: Block, Span: n.Span, Items: []*Node{n}, size: n.size + 1, height: n.height + 1}
}

// saysNothing reports whether a change is {}: only what is said of a definition changes.
func (n *Node) saysNothing() bool { return n.Kind == Mapping && len(n.Entries) == 0 }

// wholeText is the way to change a formula or a program.
const wholeText = `a formula or a program can only be replaced as a whole, under "override:"; in a formula, "original" stands for the old one`

// isText reports whether a scalar is more than a word: a formula, a program or a sentence.
func (n *Node) isText() bool { return n.Kind == Scalar && strings.ContainsAny(n.Text, " \n(") }

// isWord reports whether a scalar is a name, so that two of them form a list.
func isWord(n *Node) bool { return n.Kind == Scalar && !n.IsBool() && IsName(n.Text) }

// set gives params other defaults.
func (o *overlay) set(base, by *Node) *Node {
	const section = "params"
	if !o.mapping(by, `"set:"`) || len(by.Entries) == 0 {
		return base
	}
	params := base.Get(section)
	if params == nil {
		params = &Node{Kind: Mapping}
	}
	params = o.inside(params, by, path{section}, (*overlay).setOption)
	return base.With(section, params)
}

// computed returns a scalar that isn't in any file; span is what caused it.
func computed(text string, span diag.Span) *Node {
	origin := make([]int, len(text)+1)
	for i := range origin {
		origin[i] = span.Start
	}
	return &Node{Kind: Scalar, Style: Computed, Span: span, Text: text, origin: origin}
}
