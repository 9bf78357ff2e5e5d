package encounter

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// Limits for an encounter.
const (
	// MaxCombatants is the maximum number of combatants.
	MaxCombatants = 256
	// MaxThings is the maximum number of things: combatants, what they carry, and
	// separate things.
	MaxThings = 4096
)

// Read checks an encounter, or a test case, against the ruleset of m. Name is
// its name in the file. Errors are added to list.
//
// Spec: encounters.md.
func Read(m *types.Checker, root *tree.Node, name string, list *diag.List) *program.Encounter {
	return ReadAfter(m, root, name, Chain{}, list)
}

// ReadAfter is [Read] for one link of a chain of encounters.
//
// Spec: sequences.md.
func ReadAfter(m *types.Checker, root *tree.Node, name string, chain Chain, list *diag.List) *program.Encounter {
	e := newEncounter(m, list)
	e.enc.Name, e.enc.Title = name, decode.TitleOf(name)
	e.chain, e.state = chain, chain.State
	if e.state != nil {
		e.enc.Carried = &program.Carried{Span: e.state.span}
	}
	e.read(root)
	for _, n := range chain.After {
		e.after(n)
	}
	e.enc.Hash = decode.EncounterHash(root)
	if len(e.Prog.Texts) == len(m.Prog.Texts) {
		e.enc.Program = m.Prog // nothing was added, so the compiled form can be shared
	}
	return e.enc
}

// read reads the file: first everything that has a name, then everything that may use names.
func (e *encounter) read(root *tree.Node) {
	m := e.OpenMapping(format.Encounter, root, "the encounter")
	misplacedVerbs(root, m)
	m.Done()
	e.header(m)
	e.enc.Span = decode.PlaceOf(root)
	e.ground(m)
	e.combatants(m)
	e.things(m)
	e.fight(m.Get("fight"))
	e.carriers()
	e.tactics(m)
	e.decks(m)
	e.takeOver()
	for _, u := range e.left {
		e.fill(u)
	}
	e.carry()
	e.checkSize(m.Get("combatants"))
	for _, u := range e.left {
		e.conditionsOf(u)
	}
	e.entries(m.Get("entries"))
	e.enc.Setup = m.GetRoutine("setup", types.Env{Encounter: e.enc})
	if script := m.Get("script"); !e.unmade { // otherwise errors about unknown names in lines would be wrong
		if _, ok := tree.Text(script, m.Called("script"), e.List); ok {
			e.enc.Script = e.script(script.Fragment(), types.Env{Where: m.Called("script"), Encounter: e.enc})
		}
	}
	e.odds(m)
	e.laws(m)
}

// misplacedVerbs adds hints where to change the rules of one fight.
func misplacedVerbs(root *tree.Node, m decode.Mapping) {
	for _, verb := range tree.Verbs() {
		hint := "to change the rules for this fight only, write house: {" + verb + ": {..}}"
		if params := root.Get(verb).Get("params"); params != nil && params.Kind == tree.Mapping && len(params.Entries) > 0 {
			hint = "to change the param for this fight, write set: {" + params.Entries[0].Key.Text + ": ..}"
		}
		if verb != "set" {
			m.Elsewhere(verb, hint)
		}
	}
}

// header reads general information about an encounter.
func (e *encounter) header(m decode.Mapping) {
	e.enc.Title = m.GetText("title", e.enc.Title)
	m.GetText("about", "")
	for _, n := range m.GetTexts("covers") {
		e.enc.Covers, e.enc.CoversAt = append(e.enc.Covers, n.Text), append(e.enc.CoversAt, n.Span)
	}
	seed, ok := tree.Whole(m.Get("seed"), m.Called("seed"), e.List)
	e.enc.Seed, e.enc.Seeded = uint64(seed), ok
	e.enc.Limit, _ = tree.Number(m.Get("limit"), m.Called("limit"), e.List)
	e.absent = m.GetNames("absent")
}

// after reads a script that is run after the encounter has ended. No one acts
// any more, so it can't contain turns.
func (e *encounter) after(n *tree.Node) {
	if _, ok := tree.Text(n, "the script", e.List); !ok {
		return
	}
	s := e.script(n.Fragment(), types.Env{Where: "the script", Encounter: e.enc})
	if s == nil {
		return
	}
	for _, item := range s.Items {
		switch item.(type) {
		case *program.DiceItem, *program.DrawItem, *program.ChoiceItem, *program.ExpectItem, *program.WaitItem, *program.DoItem:
		default:
			e.List.Errorf(CodeSequenceLine, item.Place(), "no one acts between encounters: %q can't be used here", types.Short(item.Place())).
				WithHint("use wait to let time pass, or do { .. } for the scene to act")
		}
	}
	e.enc.After = append(e.enc.After, s)
}
