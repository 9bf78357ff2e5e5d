package compile

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// alike numbers the sorts of the cards of each deck of a fight: two of one sort are played alike, so
// that who tries all ways may take one for the other. They are copies, or definitions that nothing in
// the ruleset and the encounter can tell apart: all fields that are read of such cards are equal, none
// is named, and none acts on whoever carries it.
func alike(f *code.Fight) [][]int {
	all := make([][]int, len(f.Code.Decks))
	for i, d := range f.Code.Decks {
		var l *cardLooks
		if d.Of.Kind == program.Definition && d.Of.Of != nil {
			l = looksAtCards(f, d.Of.Of)
		}
		sorts := map[string]int{}
		for _, card := range d.Cards {
			key := fmt.Sprint(card)
			if l != nil && !l.apart[card] {
				key = l.key(d.Of.Of.Defs[int(card)-1])
			}
			if _, ok := sorts[key]; !ok {
				sorts[key] = len(sorts)
			}
			all[i] = append(all[i], sorts[key])
		}
	}
	return all
}

// cardLooks are how cards of a kind are looked at.
type cardLooks struct {
	kind *program.Kind
	// fields are those that are read, limits the numbers that others are compared with; apart are the
	// cards that are named.
	fields map[*program.Field]bool
	limits map[*program.Field][]float64
	apart  map[float64]bool
	// whole is set where it may matter which card it is.
	whole bool
}

// looksAtCards finds out how cards of a kind are looked at; nil: it may matter which card one is.
func looksAtCards(f *code.Fight, k *program.Kind) *cardLooks {
	l := &cardLooks{kind: k, fields: map[*program.Field]bool{}, limits: map[*program.Field][]float64{}, apart: map[float64]bool{}}
	for _, d := range k.Defs {
		if len(d.Modifies)+len(d.Forbids)+len(d.Rules) > 0 || d.Action != nil || d.Tactic != nil {
			return nil
		}
	}
	for _, a := range f.Code.Program.Actions {
		for _, p := range a.Params {
			l.whole = l.whole || l.isCard(p.Type)
		}
	}
	if f.Encounter.Script != nil {
		for _, item := range f.Encounter.Script.Items {
			_, draws := item.(*program.DrawItem)
			l.whole = l.whole || draws
		}
	}
	cards := map[*program.Formula]bool{}
	for _, d := range f.Code.Program.Decks {
		cards[d.Cards] = true
	}
	for part := range f.Code.Program.Parts() {
		if part.Formula == nil || !cards[part.Formula] {
			l.part(part)
		}
	}
	for part := range f.Encounter.Parts() {
		l.part(part)
	}
	if l.whole {
		return nil
	}
	return l
}

// isCard tells whether values of a type are cards of the kind, or hold some.
func (l *cardLooks) isCard(t program.Type) bool {
	for ; t.Elem != nil; t = *t.Elem {
		if t.Key != nil && l.isCard(*t.Key) {
			return true
		}
	}
	return t.Kind == program.Definition && t.Of == l.kind
}

// part looks at a formula or a program.
func (l *cardLooks) part(p program.Part) {
	if p.Formula != nil {
		l.whole = l.whole || l.isCard(p.Formula.Expr.Type)
		l.read(p.Formula.Expr)
	}
	for s := range p.Routine.Stmts() {
		handsOn := false
		switch s.(type) {
		case *program.SetLocal, *program.Assign, *program.Discard, *program.CallProc, *program.Stop:
			handsOn = true
		}
		for _, x := range program.Operands(s) {
			l.whole = l.whole || l.isCard(x.Type) && !handsOn
			l.read(x)
		}
	}
	for x := range p.Exprs() {
		if x.Op == program.OpConst && l.isCard(x.Type) {
			l.apart[x.Num] = true
		}
		for i, a := range x.Args {
			if l.isCard(a.Type) {
				l.use(x, i)
			}
			if !l.tested(x, i) {
				l.read(a)
			}
		}
	}
}

// read notes that the value of x counts for itself: of a card's field that is read.
func (l *cardLooks) read(x *program.Expr) {
	if x.Op == program.OpField && l.isCard(x.Args[0].Type) {
		l.fields[x.Field] = true
	}
}

// tested tells whether an argument is a card's field that is compared with a number, and notes that.
func (l *cardLooks) tested(x *program.Expr, arg int) bool {
	switch x.Op {
	case program.OpEq, program.OpNotEq, program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq:
	default:
		return false
	}
	a, with := x.Args[arg], x.Args[1-arg]
	if a.Op != program.OpField || !l.isCard(a.Args[0].Type) || len(a.Args) > 1 || with.Op != program.OpConst {
		return false
	}
	l.limits[a.Field] = append(l.limits[a.Field], with.Num)
	return true
}

// use looks at what is made of an argument that is a card or holds some.
func (l *cardLooks) use(x *program.Expr, arg int) {
	switch x.Op {
	case program.OpField:
		l.whole = l.whole || arg > 0 // what is made of it is looked at by read
	case program.OpCountIf, program.OpAny, program.OpAll, program.OpSumOf, program.OpHighest, program.OpLowest, program.OpFilter, program.OpIf, program.OpLet, program.OpList:
		// one by one, or just handed on
	case program.OpEq, program.OpNotEq, program.OpIn:
		l.whole = l.whole || !named(x.Args[0]) && !named(x.Args[1])
	case program.OpBuiltin:
		l.whole = l.whole || x.Builtin != program.Length && x.Builtin != program.Given
	default:
		l.whole = true
	}
}

// named tells whether an expression is the name of something, or a list of names.
func named(x *program.Expr) bool {
	return x.Op == program.OpConst || x.Op == program.OpList && !slices.ContainsFunc(x.Args, func(a *program.Expr) bool { return a.Op != program.OpConst })
}

// key says what a card holds of what is read.
func (l *cardLooks) key(d *program.Def) string {
	key := ""
	for i, f := range l.kind.Fields {
		v := d.Values[i]
		switch {
		case !l.fields[f] && l.limits[f] == nil:
		case v == nil || v.Expr == nil || v.Expr.Op != program.OpConst:
			key += fmt.Sprintf("%p,", v)
		case l.fields[f]:
			key += fmt.Sprint(v.Expr.Num, ",")
		default:
			for _, limit := range l.limits[f] {
				key += fmt.Sprint(cmp.Compare(v.Expr.Num, limit), ",")
			}
		}
	}
	return key
}
