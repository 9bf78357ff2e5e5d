package encounter

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// encounter is the state of checking one encounter.
type encounter struct {
	*decode.Reader
	enc *program.Encounter
	// left are the things of the file whose values haven't been read yet.
	left []unread
	// Open ground extends from west to east and from north to south, excluding its margin.
	west, north, east, south int64
	// carriedBy maps separate things in the file to the nodes of their carriers.
	carriedBy map[*program.Thing]*tree.Node
	// carriedCount counts the carried things by their names without a number.
	carriedCount map[string]int
	// unmade is set if the definition of a combatant or thing is unknown.
	unmade bool

	// chain is what precedes and follows it, state what it continues from (nil means
	// none), absent are combatants of the state declared absent.
	chain  Chain
	state  *SavedState
	absent []*tree.Node
	// missing are the combatants and things of the state that aren't there. Continuing conditions have
	// numbers, by node, and some have names.
	missing map[string]bool
	numbers map[*tree.Node]int
	labels  map[string]int
}

// unread is a thing whose values and conditions haven't been read yet.
type unread struct {
	thing *program.Thing
	// mapping contains its values.
	mapping    decode.Mapping
	values     []*tree.Node
	conditions []*tree.Node
	// tactic says who plays it.
	tactic played
	// saved are the conditions that continue from before.
	saved []*tree.Node
}

// Chain is what precedes an encounter and what follows it.
type Chain struct {
	// State is the initial state of its combatants; nil means as the encounter says.
	State *SavedState
	// Absent names those of the state who aren't there although they aren't out.
	Absent []*tree.Node
	// At is the place that makes the encounter continue from the state; the zero span means
	// none.
	At diag.Span
	// After are scripts to run after it has ended.
	After []*tree.Node
}

// SavedState is a state that has been checked on its own: its things, and
// the nodes that describe them. An encounter reads these nodes instead of
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
	// beyond lists the pools outside their bounds, by the name of the thing.
	beyond []tree.Entry
}

// savedThing is the entry of a state for a combatant or another thing.
type savedThing struct {
	name   string
	key    diag.Span
	node   *tree.Node
	fights bool
	// is is the node that names its definition; nil for a combatant without one.
	is *tree.Node
	// carrier is the name of its carrier, or empty.
	carrier string
	// title is the title of an inline carried thing; empty means that of its definition.
	title string
	thing *program.Thing
}

// find returns the entry of a state with a name; nil if there is none.
func (s *SavedState) find(name string) *savedThing {
	if i := slices.IndexFunc(s.things, func(t *savedThing) bool { return t.name == name }); i >= 0 {
		return s.things[i]
	}
	return nil
}

// newEncounter prepares to check an encounter.
func newEncounter(m *types.Checker, list *diag.List) *encounter {
	c := decode.New(m.Apart(list))
	return &encounter{
		Reader: c, carriedCount: map[string]int{}, carriedBy: map[*program.Thing]*tree.Node{},
		enc: &program.Encounter{Program: c.Prog},
	}
}

// newThing makes a thing of the encounter; kind is nil if it isn't known yet.
func (e *encounter) newThing(name string, at diag.Span, kind *program.Kind) *program.Thing {
	return &program.Thing{
		Name: name, Title: decode.TitleOf(name), Index: len(e.enc.Things), Kind: kind, Side: -1, Carrier: -1, Span: at,
	}
}

// enter adds a thing whose values haven't been read yet.
func (e *encounter) enter(u unread) {
	e.enc.Things = append(e.enc.Things, u.thing)
	e.left = append(e.left, u)
}

// named returns the thing with a name; nil if there is none.
func (e *encounter) named(name string) *program.Thing {
	if i := slices.IndexFunc(e.enc.Things, func(t *program.Thing) bool { return t.Name == name }); i >= 0 {
		return e.enc.Things[i]
	}
	return nil
}

// clashes rejects a second thing with the same name.
func (e *encounter) clashes(t *program.Thing) bool {
	other := e.named(t.Name)
	if other != nil {
		e.List.Errorf(types.CodeDuplicateName, t.Span, "%q is already declared", t.Name).WithNote(other.Span, "%q is declared here", t.Name)
	}
	return other != nil
}

// side returns the index of a side; a side is added when it is first named.
func (e *encounter) side(name string) int {
	if i := slices.Index(e.enc.Sides, name); i >= 0 {
		return i
	}
	e.enc.Sides = append(e.enc.Sides, name)
	return len(e.enc.Sides) - 1
}

// who returns the index of a thing of the encounter by its name; -1 if n is nil or after an error.
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
