package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareKinds adds the kinds and, from the sections named by their plurals,
// their definitions.
func (r *ruleset) declareKinds() {
	for _, d := range r.section("kinds", format.Kind) {
		kind{r, d}.declare()
	}
	r.Prog.Creature, r.Prog.Terrain, r.Prog.Fight = r.Kinds[decode.CreatureKind], r.Kinds[decode.TerrainKind], r.Kinds[decode.FightKind]
	if r.Prog.Creature == nil {
		r.List.Errorf(CodeNoCreature, decode.PlaceOf(r.top.Get("kinds"), r.root), "there is no kind %q, so no one can fight", decode.CreatureKind).
			WithHint("declare it under kinds, with the fields that every combatant has")
	}
	for _, k := range r.Prog.Kinds {
		if like := likeOf(r.root, k); like != nil {
			k.Like = r.Kinds[like.Text]
		}
	}
	for _, k := range r.Prog.Kinds {
		if k == r.Prog.Fight && r.root.Get(k.Plural) == nil {
			continue // it has no definitions, so messages don't offer their section
		}
		for i, e := range r.Entries(r.top.Own(k.Plural, false), k.Plural, k.Name) {
			r.declareDef(k, e, i)
		}
	}
	for _, k := range r.Prog.Kinds {
		r.signatures.leave(func() {
			if keeps, ok := r.root.Get("kinds").Get(k.Name).Entry(tree.KeepsKey); ok && !k.Stateful {
				r.List.Errorf(CodeFieldTold, keeps.Key.Span, "kind %q has no state, so it keeps nothing that changes", k.Name).
					WithHint("write these fields under fields")
			}
			if k.Stateful {
				k.Cells = layOutFields(k.Fields)
			}
		})
	}
}

// Likes returns a ruleset in which definitions have what they have from those that they are like.
//
// Spec: kinds.md.
func Likes(root *tree.Node, list *diag.List) *tree.Node {
	sections := []string{"kinds", "conditions"}
	for _, e := range tree.EntriesOf(root.Get("kinds")) {
		sections = append(sections, e.Section())
	}
	for _, name := range sections {
		if section := root.Get(name); section != nil && section.Kind == tree.Mapping {
			root = root.With(name, tree.Likes(name, root, list))
		}
	}
	return root
}

// likes records what a definition is like as a use of that one.
func (r *ruleset) likes(m decode.Mapping, section string) {
	n := m.Get(tree.LikeKey)
	if e, ok := m.Entry("remove"); ok && n == nil {
		r.List.Errorf(tree.RemovesNothing, e.Key.Span, "%s isn't like another, so it has nothing to take out", m.What).WithHint("write like: OTHER beside it; for the base of an overlay, remove: stands at the top of the file")
	}
	if n != nil {
		if e, ok := r.root.Get(section).Entry(n.Text); ok {
			r.Uses.Add(n.Span, e.Key.Span, program.Type{})
		}
	}
}

// likeOf returns the name that a kind gives for the one that it is like; nil if it is like none.
func likeOf(root *tree.Node, k *program.Kind) *tree.Node {
	return root.Get("kinds").Get(k.Name).Get(tree.LikeKey)
}

// blameLike adds to errors in what a kind, which may be nil, has from another where it says that it is like that one.
func (r *ruleset) blameLike(k *program.Kind, read func()) {
	before := len(*r.List)
	read()
	if k == nil || k.Like == nil {
		return
	}
	like, other := likeOf(r.root, k), r.root.Get("kinds").Get(k.Like.Name)
	for _, d := range (*r.List)[before:] {
		if other.Contains(d.Span) {
			d.WithNote(like.Span, "kind %q has it from %q, which it is like", k.Name, like.Text)
		}
	}
}

// kind is the declaration of a kind being read.
type kind struct {
	*ruleset
	declared
}

// declare adds a kind with the names of its fields.
func (d kind) declare() {
	k := &program.Kind{Decl: d.Decl, Plural: tree.PluralOf(d.Name)}
	if name, ok := tree.Name(d.Get("plural"), d.Called("plural"), d.List); ok {
		k.Plural = name
	}
	d.likes(d.Mapping, "kinds")
	k.Stateful = d.GetFlag("things", false) || k.Name == decode.CreatureKind || k.Name == decode.FightKind
	fields := d.fieldsUnder("fields", d.Mapping, types.LanguageFields(program.ThingType)).andKept(d.Mapping)
	fields.of, fields.strict = k, true
	k.Fields = fields.names()
	for _, f := range k.Fields {
		k.Stateful = k.Stateful || f.Pool != nil
	}
	form := &actionForm{ruleset: d.ruleset, Mapping: d.Mapping, kind: k}
	k.Acts = form.present()
	d.keepKeys(k)
	if k.Acts && k.Name == decode.FightKind {
		d.List.Errorf(CodeFightActs, k.Span, "the kind %q is the fight itself: it can't be a kind of actions", k.Name).
			WithHint("give the kind of actions another name")
	}
	if reservedPlurals[k.Plural] {
		d.List.Errorf(types.CodeDuplicateName, k.Span, "the plural of %s is %q, which is already a section", d.What, k.Plural).
			WithHint("give it another: plural: ..")
		return
	}
	if !d.AddKind(k) {
		return
	}
	d.Prog.Kinds = append(d.Prog.Kinds, k)
	enterOld(d.entry, k, d.Kinds)
	d.signatures.leave(func() { fields.types(k.Fields) })
	if k.Acts {
		d.forms[k] = form
		d.signatures.leave(form.declare)
	}
}

// keepKeys rejects fields with the name of a key of the mappings that contain
// their values: the value of such a key would be ambiguous.
func (d kind) keepKeys(k *program.Kind) {
	written := []*format.Mapping{format.Definition}
	switch {
	case k.Name == decode.FightKind:
		written = []*format.Mapping{format.Fight}
	case k.Name == decode.CreatureKind:
		written = []*format.Mapping{format.Creature, format.Combatant}
	case k.Acts:
		written = []*format.Mapping{format.Move}
	case k.Stateful:
		written = append(written, format.Thing)
	}
	fromLanguage := types.LanguageFields(program.ThingType)
	for _, f := range k.Fields {
		for _, m := range written {
			if !slices.Contains(fromLanguage, f.Name) && m.Has(f.Name) {
				d.List.Errorf(CodeFieldName, f.Span, "%s can't have a field %q: %s already has a key of that name", d.What, f.Name, m.Of).
					WithHint("give the field another name")
				d.NoDefault[f] = true
				break
			}
		}
	}
}

// reservedPlurals are the keys at the top of a ruleset and of an overlay: they can't be the plural of a kind.
var reservedPlurals = func() map[string]bool {
	reserved := map[string]bool{}
	for _, k := range slices.Concat(format.Ruleset.Keys, format.Change.Keys) {
		reserved[k.Name] = true
	}
	return reserved
}()

// declareDef adds a definition; its fields and its body are read later.
func (r *ruleset) declareDef(k *program.Kind, e tree.Entry, index int) {
	of := format.Definition
	switch {
	case k == r.Prog.Fight:
		r.List.Errorf(CodeFightActs, e.Key.Span, "there is only one fight, so it has no definitions").
			WithHint("give its fields defaults; an encounter can change them under fight:")
		return
	case k.Acts:
		of = format.Move
	case k == r.Prog.Creature:
		of = format.Creature
	}
	m := r.declaration(e, of, decode.Named(k.Name, e.Key.Text), index)
	d := &program.Def{Decl: m.Decl, Kind: k}
	r.likes(m.Mapping, k.Plural)
	values := r.ValuesOf(m.Mapping, k)
	if k.Like != nil || likeOf(r.root, k) == nil { // else nobody knows what it may have
		m.Done()
	}
	if !r.AddDef(d) {
		return
	}
	k.Defs = append(k.Defs, d)
	for _, old := range e.Was {
		r.Defs[old] = append(r.Defs[old], d)
	}
	if k.Acts {
		r.declareAction(d, &actionForm{ruleset: r, Mapping: m.Mapping, kind: k})
	}
	r.leave(func() {
		r.fillDef(d, values, m)
		o := bodyReader{ruleset: r, what: m.What, bearer: r.Creature(), it: decode.MemberOf(k), carried: d, kind: r.Prog.Creature}
		o.read(&d.Body, m.Mapping)
		if of == format.Creature {
			if x := r.tacticCalled(m.Get("tactic"), m.Called("tactic")); x != nil {
				d.Tactic = x.tactic
			}
		}
	}, e.Value)
}

// fillDef reads the values of a definition's fields; the others have their defaults.
func (r *ruleset) fillDef(d *program.Def, values []*tree.Node, m declared) {
	var own types.Env // of the action, if it is one
	if a := d.Action; a != nil {
		own.Mine, own.Params = append(types.ParamFields(a.Params), a.Running...), len(a.Params)
	}
	d.Values = make([]*program.Value, len(d.Kind.Fields))
	for i, f := range d.Kind.Fields {
		if d.Values[i] = f.Default; values[i] != nil {
			own.Where = "field " + f.Name + " of " + m.What
			d.Values[i] = r.Value(values[i], f, d.Kind, own)
		}
		if d.Values[i] == nil && values[i] == nil && !m.Means(f.Name) {
			r.WantField(f, d.Span, m.What)
		}
	}
}
