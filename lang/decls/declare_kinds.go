package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareKinds enters the kinds and, from the sections that are called like their plurals,
// their definitions.
func (r *ruleset) declareKinds(top *tree.Reader) {
	n := top.Get("kinds")
	for i, e := range r.Entries(n, "kinds", "kind") {
		r.declareKind(e, i)
	}
	r.Prog.Creature, r.Prog.Terrain, r.Prog.Fight = r.Kinds[decode.CreatureKind], r.Kinds[decode.TerrainKind], r.Kinds[decode.FightKind]
	if r.Prog.Creature == nil {
		r.List.Errorf(CodeNoCreature, decode.PlaceOf(n, r.root), "there is no kind %q: who fights?", decode.CreatureKind).
			WithHint("declare it under kinds, with the fields that everybody who fights has")
	}
	for _, k := range r.Prog.Kinds {
		if k == r.Prog.Fight && r.root.Get(k.Plural) == nil {
			continue // it has no definitions, so that no message offers their section
		}
		for i, e := range r.Entries(top.Own(k.Plural, false), k.Plural, k.Name) {
			r.declareDef(k, e, i)
		}
	}
	for _, k := range r.Prog.Kinds {
		r.layOut(k)
	}
}

// keepKeys refuses fields that are called like a key of the mappings in which they are given
// their values: what stands behind such a key would be one or the other.
func (r *ruleset) keepKeys(k *program.Kind, what string) {
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
				r.List.Errorf(CodeFieldName, f.Span, "%s can't have a field %q: %s has a key of its own that is called so", what, f.Name, m.Of).
					WithHint("give the field another name")
				r.NoDefault[f] = true
				break
			}
		}
	}
}

// declareKind enters a kind with the names of its fields.
func (r *ruleset) declareKind(e tree.Entry, index int) {
	what := decode.Named("kind", e.Key.Text)
	w := format.Kind.Read(e.Value, what, r.List)
	k := &program.Kind{Decl: r.Decl(e, w, what, index), Plural: decode.PluralOf(e.Key.Text)}
	if n := w.Get("plural"); n != nil {
		if name, ok := tree.Name(n, "the plural of "+what, r.List); ok {
			k.Plural = name
		}
	}
	k.Stateful = r.Flag(w.Get("things"), "things of "+what) || k.Name == decode.CreatureKind || k.Name == decode.FightKind
	fields := r.Entries(w.Get("fields"), "the fields of "+what, "field")
	k.Fields = r.fieldNames(fields, fieldPlace{owner: what, pools: true, strict: true})
	for _, f := range k.Fields {
		k.Stateful = k.Stateful || f.Pool != nil
	}
	form := r.readForm(w, what)
	if k.Acts = form.present(); k.Acts {
		r.forms[k] = form
	}
	w.Done()
	r.keepKeys(k, what)
	if k.Acts && k.Name == decode.FightKind {
		r.List.Errorf(CodeFightActs, k.Span, "the kind %q is the fight itself: it makes no actions", k.Name).
			WithHint("give the kind of actions another name")
	}
	if reservedPlurals[k.Plural] {
		r.List.Errorf(types.CodeDuplicateName, k.Span, "the plural of %s is %q, which is a section of its own", what, k.Plural).
			WithHint("give it another: plural: ..")
		return
	}
	if r.AddKind(k) {
		r.Prog.Kinds = append(r.Prog.Kinds, k)
		r.wasCalled(e.Was, func(old string) { enterAlias(r.Kinds, old, k) })
		r.signatures = append(r.signatures, func() { r.fieldTypes(k.Fields, fields, fieldPlace{owner: what, pools: true, of: k}) })
		if k.Acts {
			r.signatures = append(r.signatures, func() { r.declareForm(k, r.forms[k]) })
		}
	}
}

// reservedPlurals are the keys at the top of a ruleset and of what changes it: no kind's plural can be one.
var reservedPlurals = func() map[string]bool {
	reserved := map[string]bool{}
	for _, k := range slices.Concat(format.Ruleset.Keys, format.Change.Keys) {
		reserved[k.Name] = true
	}
	return reserved
}()

// declareDef enters a definition; its fields and its body are read later.
func (r *ruleset) declareDef(k *program.Kind, e tree.Entry, index int) {
	what, of := decode.Named(k.Name, e.Key.Text), format.Definition
	if k == r.Prog.Fight {
		r.List.Errorf(CodeFightActs, e.Key.Span, "there is one fight, and it is made from no definition").
			WithHint("give its fields defaults; an encounter says under fight: what is different")
		return
	}
	switch {
	case k.Acts:
		of = format.Move
	case k == r.Prog.Creature:
		of = format.Creature
	}
	w := of.Read(e.Value, what, r.List)
	d := &program.Def{Decl: r.Decl(e, w, what, index), Kind: k}
	nodes := make([]*tree.Node, len(k.Fields))
	for i, f := range k.Fields {
		nodes[i] = w.Own(f.Name, false)
	}
	r.UseFields(w, k.Fields)
	body := readBody(w, true)
	var form *actionForm
	if k.Acts {
		form = r.readForm(w, what)
	}
	var tactic *tree.Node
	if of == format.Creature {
		tactic = w.Get("tactic")
	}
	w.Done()
	if !r.AddDef(d) {
		return
	}
	k.Defs = append(k.Defs, d)
	r.wasCalled(e.Was, func(old string) { r.Defs[old] = append(r.Defs[old], d) })
	if k.Acts {
		r.declareAction(d, form)
	}
	r.leave(func() {
		r.fillDef(d, nodes, w, what)
		r.carriedBody(d, body, what)
		if x := r.tacticCalled(tactic, "the tactic of "+what); x != nil {
			d.Tactic = x.tactic
		}
	}, e.Value)
}

// fillDef reads the values of a definition's fields.
func (r *ruleset) fillDef(d *program.Def, nodes []*tree.Node, w *tree.Reader, what string) {
	d.Values = make([]*program.Value, len(d.Kind.Fields))
	for i, f := range d.Kind.Fields {
		d.Values[i] = r.fieldValue(f, d.Kind, nodes[i], nil, what)
		if d.Values[i] == nil && nodes[i] == nil && !w.Means(f.Name) {
			r.WantField(f, d.Span, what)
		}
	}
}

// fieldValue reads the value that a definition, or a thing of an encounter,
// gives to a field: its own, else base, else the default of the field. It is nil
// where there is none, and for a pool that starts as declared.
func (r *ruleset) fieldValue(f *program.Field, k *program.Kind, own *tree.Node, base *program.Value, what string) *program.Value {
	switch {
	case own != nil:
		return r.Value(own, f, k, r.valueEnv(what, f))
	case base != nil:
		return base
	}
	return f.Default
}

// valueEnv returns what a field's value may read.
func (r *ruleset) valueEnv(what string, f *program.Field) types.Env {
	return types.Env{Where: "field " + f.Name + " of " + what}
}

// layOut gives the fields of a kind with state their cells. Formulas, programs
// and maps never change and have none.
func (r *ruleset) layOut(k *program.Kind) {
	r.signatures = append(r.signatures, func() {
		if k.Stateful {
			k.Cells = layOutFields(k.Fields)
		}
	})
}

func layOutFields(fields []*program.Field) int {
	next := 0
	for _, f := range fields {
		f.Cell, f.Cells = next, cellsOf(f)
		next += f.Cells
	}
	return next
}

// setCells is the number of cells of a set: 8 times 32 bits.
const setCells = 8

// cellsOf returns how many cells a field takes in its record.
func cellsOf(f *program.Field) int {
	switch f.Type.Kind {
	case program.FormulaField, program.ProgramField, program.MapType:
		return 0
	case program.Set:
		return setCells
	}
	switch {
	case f.Virtual:
		return 0
	case f.Family == nil:
		return 1
	}
	return decode.Members(f.Family)
}

// isPool reports whether a field's type, as it is written, is pool.
func isPool(n *tree.Node) bool {
	return n != nil && n.Kind == tree.Scalar && strings.TrimSpace(n.Text) == "pool"
}
