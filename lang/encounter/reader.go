package encounter

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// encounter is the checking of one encounter.
type encounter struct {
	*decode.Reader
	enc *program.Encounter
	// left is what is still to be read of each thing of the file.
	left []unread
	// Open ground reaches from west to east and from north to south, its margin left out.
	west, north, east, south int64
	// carriedBy has who carries what stands in the file by itself.
	carriedBy map[*program.Thing]*tree.Node
	// carriedCount counts the carried things by their names without a number.
	carriedCount map[string]int
	// unmade is set when it isn't known what somebody is made from.
	unmade bool

	// chain is what comes before it and after it, state what it goes on from (nil:
	// nothing), absent who of the state is said to stay away.
	chain  Chain
	state  *SavedState
	absent []*tree.Node
	// missing are those of the state who aren't there. The conditions that go on have
	// numbers, by their nodes, and some have names.
	missing map[string]bool
	numbers map[*tree.Node]int
	labels  map[string]int
}

// unread is a thing whose values and conditions are still to be read.
type unread struct {
	thing *program.Thing
	// mapping is where its values stand.
	mapping    decode.Mapping
	values     []*tree.Node
	conditions []*tree.Node
	// tactic is who plays it.
	tactic played
	// saved are the conditions that go on from before.
	saved []*tree.Node
}

// Chain is what comes before an encounter and after it.
type Chain struct {
	// State is how its combatants are when it begins; nil: as it says itself.
	State *SavedState
	// Absent names those of the state who aren't there although they are not out.
	Absent []*tree.Node
	// At is where it is said that the encounter goes on from the state; the zero span:
	// nowhere.
	At diag.Span
	// After are scripts that are played when it has ended.
	After []*tree.Node
}

// SavedState is a state that has been checked by itself: whom it speaks of, and
// the nodes that say how they are. An encounter reads these nodes in the place of
// its own.
//
// Spec: sequences.md.
type SavedState struct {
	source *diag.Source
	span   diag.Span
	// things are the combatants, then the other things, in file order.
	things []*savedThing
	out    []*tree.Node
	decks  decode.Mapping
	// beyond has the pools that lie outside their bounds, by the name of the thing.
	beyond []tree.Entry
}

// savedThing is what a state says of a combatant or of another thing.
type savedThing struct {
	name   string
	key    diag.Span
	node   *tree.Node
	fights bool
	// is is where its definition is named; nil for a combatant without one.
	is *tree.Node
	// carrier is who carries it; empty: nobody.
	carrier string
	// title is what a carried thing of one's own is called; empty: as its definition.
	title string
	thing *program.Thing
}

// find returns what a state says of somebody; nil means nothing.
func (s *SavedState) find(name string) *savedThing {
	if i := slices.IndexFunc(s.things, func(t *savedThing) bool { return t.name == name }); i >= 0 {
		return s.things[i]
	}
	return nil
}

// newEncounter prepares the checking of an encounter.
func newEncounter(m *types.Checker, list *diag.List) *encounter {
	c := decode.New(m.Apart(list))
	return &encounter{
		Reader: c, carriedCount: map[string]int{}, carriedBy: map[*program.Thing]*tree.Node{},
		enc: &program.Encounter{Program: c.Prog},
	}
}

// newThing makes a thing of the encounter; kind is nil where it isn't known yet.
func (e *encounter) newThing(name string, at diag.Span, kind *program.Kind) *program.Thing {
	return &program.Thing{
		Name: name, Title: decode.TitleOf(name), Index: len(e.enc.Things), Kind: kind, Side: -1, Carrier: -1, Span: at,
	}
}

// enter enters a thing, whose values are still to be read.
func (e *encounter) enter(u unread) {
	e.enc.Things = append(e.enc.Things, u.thing)
	e.left = append(e.left, u)
}

// named returns the thing of a name; nil if there is none.
func (e *encounter) named(name string) *program.Thing {
	if i := slices.IndexFunc(e.enc.Things, func(t *program.Thing) bool { return t.Name == name }); i >= 0 {
		return e.enc.Things[i]
	}
	return nil
}

// clashes refuses a second thing of one name.
func (e *encounter) clashes(t *program.Thing) bool {
	other := e.named(t.Name)
	if other != nil {
		e.List.Errorf(types.CodeDuplicateName, t.Span, "there is a %q already", t.Name).WithNote(other.Span, "the other %q", t.Name)
	}
	return other != nil
}

// side returns the index of a side, which is entered when it is first named.
func (e *encounter) side(name string) int {
	if i := slices.Index(e.enc.Sides, name); i >= 0 {
		return i
	}
	e.enc.Sides = append(e.enc.Sides, name)
	return len(e.enc.Sides) - 1
}

// who finds a thing of the encounter by its name; -1 without a node, and after an error.
func (e *encounter) who(n *tree.Node, what string) int {
	name, ok := tree.Text(n, what, e.List)
	if !ok {
		return -1
	}
	if t := e.named(name); t != nil {
		e.Uses.Add(n.Span, t.Span, types.ThingOf(t.Kind))
		return t.Index
	}
	names := decode.NamesOf(e.enc.Things, func(t *program.Thing) string { return t.Name })
	d := e.List.Errorf(CodeUnknownThing, n.Span, "there is no %q in this encounter", name)
	e.NearestHint(d, name, names, "there are")
	return -1
}
