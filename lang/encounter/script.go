package encounter

import (
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/types"
)

// script checks a transcript of the encounter in reads.
func (e *encounter) script(f diag.Fragment, reads types.Env) *program.Script {
	before := len(*e.List)
	tree, errs := syntax.ReadScript(f)
	*e.List = append(*e.List, errs...)
	if tree == nil {
		return nil
	}
	out := &program.Script{Span: tree.At}
	s := scriptReader{e.Reader, reads, out, map[*syntax.Do]program.ScriptItem{}}
	s.readScenes(tree.Items)
	out.Items = s.items(tree.Items)
	if (*e.List)[before:].HasErrors() {
		return nil
	}
	return out
}

// scriptReader checks the items of a script. Its env changes with the speaker.
type scriptReader struct {
	*decode.Reader
	env types.Env
	out *program.Script
	// scenes are the actions of the scene, read first: dice may be given for its rolls before it.
	scenes map[*syntax.Do]program.ScriptItem
}

func (s scriptReader) readScenes(list []syntax.Item) {
	for _, item := range list {
		switch item := item.(type) {
		case *syntax.Do:
			s.scenes[item] = s.item(item)
		case *syntax.Turn:
			s.readScenes(item.Body)
		}
	}
}

func (s scriptReader) items(list []syntax.Item) []program.ScriptItem {
	var out []program.ScriptItem
	for _, item := range list {
		if x := s.item(item); x != nil {
			out = append(out, x)
		}
	}
	return out
}

func (s scriptReader) item(item syntax.Item) program.ScriptItem {
	place := program.At{Span: item.Span()}
	switch item := item.(type) {
	case *syntax.Turn:
		return s.turn(item)
	case *syntax.Refused:
		turn := s.turn(item.Turn)
		if turn == nil {
			return nil
		}
		if name := item.Turn.Action.Name; turn.Action == nil && (name == pass || name == tactic) {
			s.List.Errorf(decode.CodeUnknownAction, item.Turn.Action.Span, "only an action can be refused")
		}
		turn.At, turn.Refused, turn.Reason = place, true, item.Reason
		return turn
	case *syntax.DiceItem:
		return s.dice(item)
	case *syntax.DrawItem:
		return s.draws(item)
	case *syntax.Choice:
		return s.choice(item)
	case *syntax.Expect:
		within := s.env
		within.LooksBack = &s.out.LooksBack
		return &program.ExpectItem{At: place, If: s.FormulaOf(item.Cond, within, types.BoolType)}
	case *syntax.AllPass:
		return &program.AllPassItem{At: place}
	case *syntax.OthersPass:
		return &program.OthersPassItem{At: place}
	case *syntax.Rest:
		return &program.RestItem{At: place}
	case *syntax.Wait:
		return &program.WaitItem{At: place, Time: s.FormulaOf(item.Time, s.env, types.NumberType)}
	case *syntax.Do:
		if x := s.scenes[item]; x != nil {
			return x
		}
		return &program.DoItem{At: place, Do: s.RoutineOf(item.Body, s.env, types.NoType)}
	case *syntax.Over:
		return &program.OverItem{At: place}
	}
	return nil
}

// someone finds a creature of the encounter by its name.
func (s scriptReader) someone(name syntax.Ident) *program.Thing {
	var names []string
	for _, t := range s.env.Encounter.Things {
		if t.Name == name.Name {
			s.Uses.Add(name.Span, t.Span, types.ThingOf(t.Kind))
			return t
		}
		if t.Kind == s.Prog.Creature {
			names = append(names, t.Name)
		}
	}
	d := s.List.Errorf(CodeUnknownThing, name.Span, "there is no %q in this encounter", name.Name)
	if !d.MeanOneOf(name.Name, names) && len(names) > 0 {
		d.WithHint("there are %s", diag.JoinAnd(names))
	}
	return nil
}

// Words of combatants who do nothing, or who leave the decision to their tactic.
const (
	pass   = "pass"
	tactic = "tactic"
)

func (s scriptReader) turn(item *syntax.Turn) *program.TurnItem {
	who := s.someone(item.Who)
	if who == nil {
		return nil
	}
	s.env.Who = who
	out := &program.TurnItem{At: program.At{Span: item.Span()}, Who: who.Index}
	if out.Action = s.action(item.Action); out.Action != nil {
		out.With = s.given(item, out.Action)
	} else if item.Action.Name == pass || item.Action.Name == tactic {
		out.Event = s.passed(item)
		if out.ByTactic = item.Action.Name == tactic; out.ByTactic && who.Tactic == nil {
			s.List.Errorf(decode.CodeUnknownTactic, item.Action.Span, "%s has no tactic", who.Name).
				WithHint("give it one: tactic: NAME, for a combatant or its side")
		}
	}
	out.Body = s.items(item.Body)
	return out
}

// passed returns the event of a line without an action: the name after `pass` or
// `tactic`, if there is one.
func (s scriptReader) passed(item *syntax.Turn) *program.Event {
	if len(item.With) > 0 {
		s.List.Errorf(types.CodeUnknownArgument, item.Action.Span, "%q takes only the name of an event", item.Action.Name)
	}
	if item.On == nil {
		return nil
	}
	if n, bare := item.On.(*syntax.Name); bare && n.Name == "turn" {
		i := slices.IndexFunc(s.Prog.Events, func(e *program.Event) bool { return e.Automatic && e.Name == n.Name })
		return s.Prog.Events[i]
	}
	if x := s.FormulaOf(item.On, s.env, types.EventNameType); x != nil && x.Expr.Op == program.OpConst && x.Expr.Num > 0 {
		return s.Prog.Events[int(x.Expr.Num)-1]
	}
	return nil
}

// action finds an action by its name; it returns nil for pass, and after an error.
func (s scriptReader) action(name syntax.Ident) *program.Action {
	var found []*program.Def
	for _, d := range s.Defs[name.Name] {
		if d.Action != nil {
			found = append(found, d)
		}
	}
	switch {
	case len(found) == 1:
		s.Uses.Add(name.Span, found[0].Span, types.AnyAction)
		return found[0].Action
	case len(found) > 1:
		plurals := make([]string, len(found))
		for i, d := range found {
			plurals[i] = "one of the " + d.Kind.Plural
		}
		s.List.Errorf(types.CodeAmbiguousName, name.Span, "the action %q could be %s", name.Name, diag.JoinOr(plurals))
		return nil
	case name.Name == pass, name.Name == tactic:
		return nil
	}
	names := decode.NamesOf(s.Prog.Actions, func(a *program.Action) string { return a.Def.Name })
	d := s.List.Errorf(decode.CodeUnknownAction, name.Span, "unknown action %q", name.Name)
	s.NearestHint(d, name.Name, names, "there are")
	return nil
}

// given assigns the values of a line to the parameters of its action.
func (s scriptReader) given(item *syntax.Turn, action *program.Action) []*program.Formula {
	with := make([]*program.Formula, len(action.Params))
	for _, arg := range item.With {
		if arg.Name.Name == "" {
			continue
		}
		i := slices.IndexFunc(action.Params, func(p *program.ActParam) bool { return p.Name == arg.Name.Name })
		switch {
		case i < 0:
			s.UnknownArgument(arg.Name, types.ParamFields(action.Params), strconv.Quote(action.Def.Name))
		case with[i] != nil:
			s.List.Errorf(types.CodeDuplicateName, arg.Name.Span, "%q is given twice", arg.Name.Name)
		default:
			s.Uses.Add(arg.Name.Span, action.Params[i].Span, action.Params[i].Type)
			with[i] = s.FormulaOf(arg.Value, s.env, action.Params[i].Type)
		}
	}
	if item.On != nil {
		s.unnamed(item.On, action, with)
	}
	for _, arg := range item.With {
		if arg.Name.Name == "" {
			s.unnamed(arg.Value, action, with)
		}
	}
	return with
}

// unnamed assigns a value without a name to the first open parameter that accepts it.
func (s scriptReader) unnamed(e syntax.Expr, action *program.Action, with []*program.Formula) {
	var open []string
	var last program.Type
	for i, p := range action.Params {
		if with[i] != nil {
			continue
		}
		open, last = append(open, p.Name+" ("+p.Type.String()+")"), p.Type
		if f, fits := s.fits(e, p.Type); fits {
			with[i] = f
			return
		}
	}
	if len(open) == 1 {
		s.FormulaOf(e, s.env, last) // reports the error
		return
	}
	before := len(*s.List)
	x := s.FormulaOf(e, s.env, types.UnknownType)
	if x == nil && (*s.List)[before:].HasErrors() {
		return
	}
	d := s.List.Errorf(types.CodeUnknownArgument, e.Span(), "no parameter of %q takes %q", action.Def.Name, types.Short(e.Span()))
	if len(open) > 0 {
		d.WithHint("not given yet: %s", diag.JoinAnd(open))
	}
}

// fits checks e for a type without reporting anything.
func (s scriptReader) fits(e syntax.Expr, t program.Type) (*program.Formula, bool) {
	var list diag.List
	f := s.Reporting(&list).FormulaOf(e, s.env, t)
	return f, f != nil
}

func (s scriptReader) dice(item *syntax.DiceItem) program.ScriptItem {
	out := &program.DiceItem{At: program.At{Span: item.Span()}}
	for _, r := range item.Rolls {
		roll := program.ScriptedRoll{Label: r.Label.Name, Faces: r.Faces, FacesAt: r.FacesAt, Span: r.At}
		if s.turnedRound(r.Who, r.Label) {
			continue
		}
		roll.Who = s.byChance(r.Who)
		if r.Label.Name != "" {
			s.CheckLabel(r.Label)
		}
		if r.Of != nil {
			roll.Of = s.FormulaOf(r.Of, s.env, types.DiceType)
		}
		out.Rolls = append(out.Rolls, roll)
	}
	return out
}

// turnedRound reports a roll whose label precedes the name of the roller.
func (s scriptReader) turnedRound(who, label syntax.Ident) bool {
	isThing := func(name string) bool {
		return slices.ContainsFunc(s.env.Encounter.Things, func(t *program.Thing) bool { return t.Name == name })
	}
	if who.Name == "" || !s.IsLabel(who.Name) || isThing(who.Name) || !isThing(label.Name) {
		return false
	}
	both := who.Span
	both.End = label.Span.End
	s.List.Errorf(CodeUnknownThing, both, "the creature that rolls comes before the label of the roll").Write(label.Name + "." + who.Name)
	return true
}

// byChance finds who rolls or draws in a line: a thing's index; -1 for a side, the
// scene and anyone.
func (s scriptReader) byChance(name syntax.Ident) int {
	if name.Name == "" || name.Name == "scene" || slices.Contains(s.env.Encounter.Sides, name.Name) {
		return -1
	}
	if who := s.someone(name); who != nil {
		return who.Index
	}
	return -1
}

func (s scriptReader) draws(item *syntax.DrawItem) program.ScriptItem {
	out := &program.DrawItem{At: program.At{Span: item.Span()}}
	for _, d := range item.Draws {
		deck := s.DeckNamed(d.Deck)
		if deck == nil || deck.Of.Kind == program.Unknown {
			continue
		}
		draw := program.ScriptedDraw{Who: s.byChance(d.Who), Deck: deck, Span: d.Card.Span}
		if draw.Card = cardOf(s.Reader, deck, d.Card.Name, d.Card.Span); draw.Card != 0 {
			out.Draws = append(out.Draws, draw)
		}
	}
	return out
}

func (s scriptReader) choice(item *syntax.Choice) program.ScriptItem {
	out := &program.ChoiceItem{At: program.At{Span: item.Span()}, Who: -1, Name: item.Name.Name, Refused: item.Refused}
	if item.Who != nil {
		who := s.someone(*item.Who)
		if who == nil {
			return nil
		}
		out.Who, s.env.Who = who.Index, who
	}
	questions, known := s.questions(item.Name)
	if !known {
		return nil
	}
	for _, e := range item.Value {
		out.Value = append(out.Value, s.answer(e, questions))
	}
	return out
}

// questions returns the choices with this name, and reports whether there are any. How to pay a
// cost is also a choice, and so is a parameter of an action that a program performs without fixing it.
func (s scriptReader) questions(name syntax.Ident) ([]types.Question, bool) {
	list := slices.Clip(s.Asked[name.Name])
	for _, a := range s.Prog.Actions {
		for _, p := range a.Params {
			if p.Name == name.Name && p.Candidates == program.SomeOf {
				list = append(list, types.Question{Of: *p.Type.Elem, Some: true})
			} else if p.Name == name.Name {
				list = append(list, types.Question{Of: p.Type})
			}
		}
	}
	if len(list) > 0 || name.Name == "pay" {
		return list, true
	}
	d := s.List.Errorf(CodeUnknownChoice, name.Span, "unknown choice %q", name.Name)
	d.MeanOneOf(name.Name, decode.SortedKeys(s.Asked))
	return nil, false
}

// answer checks one value of a choice against all questions with its name.
func (s scriptReader) answer(e syntax.Expr, questions []types.Question) *program.Formula {
	for _, q := range questions {
		for _, t := range []program.Type{q.Of, types.ListOf(q.Of)} {
			if f, fits := s.fits(e, t); fits && (q.Some || t.Kind != program.List) {
				return f
			}
		}
	}
	if len(questions) == 0 {
		return s.FormulaOf(e, s.env, types.UnknownType)
	}
	return s.FormulaOf(e, s.env, questions[0].Of)
}
