package encounter

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// played says who plays a combatant: a tactic, thinking ahead, or both; lost
// is set if it is invalid.
type played struct {
	tactic       *program.Tactic
	thinks, lost bool
	at           diag.Span
}

// Thinks reports whether a tactic in a file says to think ahead.
func Thinks(n *tree.Node) bool {
	words := strings.Fields(n.Text)
	return n.Kind == tree.Scalar && len(words) > 0 && words[0] == program.Thinks
}

// InPlaceOf returns a tactic that replaces another one: thinking ahead without a tactic to start
// from starts from the replaced one.
func InPlaceOf(before, n *tree.Node) *tree.Node {
	if before == nil || before.Kind != tree.Scalar || !Thinks(n) || len(strings.Fields(n.Text)) > 1 {
		return n
	}
	if Thinks(before) {
		return before
	}
	from := *n
	from.Text = thinksFrom + " " + before.Text
	return &from
}

// tactics reads the tactics of sides, and sets those of all combatants: their own tactic,
// else that of their side, else that of the creature's definition. Thinking ahead starts from that, and
// on a side that thinks ahead everyone does.
func (e *encounter) tactics(m decode.Mapping) {
	sides := make([]played, len(e.enc.Sides))
	for _, entry := range tree.Walk(m.Get("sides"), m.Called("sides"), e.List).Rest() {
		side := slices.Index(e.enc.Sides, entry.Key.Text)
		if side < 0 {
			d := e.List.Errorf(CodeUnknownSide, entry.Key.Span, "no one in this encounter is on side %q", entry.Key.Text)
			e.NearestHint(d, entry.Key.Text, e.enc.Sides, "there are")
			continue
		}
		sides[side] = e.tactic(e.ReadMapping(format.Side, entry.Value, decode.Named("side", entry.Key.Text)))
	}
	for _, u := range e.left {
		if u.thing.Kind != e.Prog.Creature {
			continue
		}
		given := []played{u.tactic}
		if u.thing.Side >= 0 {
			given = append(given, sides[u.thing.Side])
		}
		if u.thing.Def != nil {
			given = append(given, played{tactic: u.thing.Def.Tactic})
		}
		e.plays(u.thing, given)
	}
}

// plays sets how a combatant is played; said is in order of precedence.
func (e *encounter) plays(t *program.Thing, given []played) {
	var thinks diag.Span
	lost := false
	for _, p := range given {
		if p.thinks && thinks.IsZero() {
			thinks, t.Thinks = p.at, true
		}
		if t.Tactic == nil {
			t.Tactic = p.tactic
		}
		lost = lost || p.lost
	}
	if t.Thinks && t.Tactic == nil {
		t.Thinks = false
		if !lost {
			there := "; but the ruleset has no tactics"
			if names := e.tacticNames(); len(names) > 0 {
				there = "; there are " + strings.Join(names, ", ")
			}
			e.List.Errorf(CodeNoStart, thinks, "%s thinks ahead, but has no tactic to start from", t.Name).
				WithHint("name one: tactic: %s NAME%s", thinksFrom, there)
		}
	}
}

// tacticNames lists all tactics.
func (e *encounter) tacticNames() []string {
	return program.Names(e.Prog.Tactics)
}

// thinksFrom precedes the tactic from which thinking ahead starts.
const thinksFrom = program.Thinks + " from"

// tactic reads who decides for unscripted combatants.
func (e *encounter) tactic(m decode.Mapping) (p played) {
	n := m.Get("tactic")
	if n == nil {
		return p
	}
	p.at = n.Span
	text, at := n.Text, n.Span
	if Thinks(n) {
		words := strings.Fields(text)
		if p.thinks = true; len(words) == 1 {
			return p
		}
		if len(words) != 3 || strings.Join(words[:2], " ") != thinksFrom {
			e.List.Errorf(tree.NotName, n.Span, "thinking ahead starts from one tactic, but %s is %q", m.Called("tactic"), text).
				WithHint("write tactic: %s, or tactic: %s NAME", program.Thinks, thinksFrom)
			p.lost = true
			return p
		}
		text = words[2]
		at = wordOf(at, text)
	} else if name, ok := tree.Name(n, m.Called("tactic"), e.List); ok {
		text = name
	} else {
		p.lost = true
		return p
	}
	names := e.tacticNames()
	if i := slices.Index(names, text); i >= 0 {
		p.tactic = e.Prog.Tactics[i]
		e.Uses.Add(at, p.tactic.Span, types.UnknownType)
		return p
	}
	p.lost = true
	d := e.List.Errorf(decode.CodeUnknownTactic, at, "unknown tactic %q", text)
	if at == n.Span {
		names = append(names, program.Thinks)
	}
	e.NearestHint(d, text, names, "there are")
	return p
}

// wordOf returns the place of the last word of a text, or the whole text if it can't be located.
func wordOf(at diag.Span, word string) diag.Span {
	if i := strings.LastIndex(at.Text(), word); i >= 0 {
		return diag.Span{Source: at.Source, Start: at.Start + i, End: at.Start + i + len(word)}
	}
	return at
}
