package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// declareDecks adds the decks; their cards are read once every field is known.
func (r *ruleset) declareDecks() {
	for _, d := range r.section("decks", format.Deck) {
		deck := &program.Deck{Decl: d.Decl, Of: types.UnknownType}
		deck.StaysEmpty, deck.Quiet = d.GetWord("when_empty") == 1, !d.GetFlag("told", true)
		if enter(r, d, deck, &r.Prog.Decks, r.Decks) {
			r.defaults.leave(func() { r.cards(deck, d.Mapping) })
		}
	}
}

// cards reads the cards of a deck.
func (r *ruleset) cards(d *program.Deck, m decode.Mapping) {
	before := len(*r.List)
	f := m.GetFormula("cards", types.Env{}, types.UnknownType)
	if f == nil || (*r.List)[before:].HasErrors() {
		return
	}
	for x := range f.Expr.All() {
		if !settledBefore(x) {
			r.List.Errorf(CodeDeckCards, x.Span, "the cards of %s are computed before the fight starts, and %q may change", m.What, types.Short(x.Span)).
				WithHint("they can read params, tables and fields of definitions")
			return
		}
	}
	t := f.Expr.Type
	if !types.IsCollection(t) || t.Elem.Kind != program.Step && (t.Elem.Kind != program.Definition || t.Elem.Of == nil || t.Elem.Of.Stateful) {
		r.List.Errorf(CodeDeckCards, f.Span, "the cards of %s are %s, but must be a list of definitions without state or of steps of a scale",
			m.What, types.InWords(t)).
			WithHint("cards are definitions of their own kind: write its plural, or filter(..) it")
		return
	}
	d.Cards, d.Of = f, *t.Elem
}

// settledBefore reports whether an expression without its arguments has the same value whenever it
// is evaluated.
func settledBefore(x *program.Expr) bool {
	switch x.Op {
	case program.OpThing, program.OpOwn, program.OpCallFormula, program.OpQuantity, program.OpHas, program.OpHasNamed, program.OpInstance,
		program.OpInstances, program.OpEvent, program.OpAct, program.OpWas, program.OpIs:
		return false
	case program.OpField, program.OpFamilyOf:
		return x.Args[0].Type.Kind == program.Definition
	case program.OpBuiltin:
		return x.Builtin.Reads() == program.ReadsNothing && x.Builtin != program.PlaceAt
	}
	return true
}
