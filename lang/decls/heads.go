package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// participant is one of the names in a head: guard(target, form attack_form, bonus = 0).
type participant struct {
	// name is its name; of is the text of its type, otherwise that of its default: nil if it has none of its own.
	name, of, otherwise *tree.Node
}

// headless reports whether a definition has its participants under a key, which has just been reported; then it isn't declared.
func headless(e tree.Entry, key string, list diag.List) bool {
	if e.Value.Get(key) == nil {
		return false
	}
	d := list[len(list)-1]
	d.Lost = append(d.Lost, e.Key.Text)
	return true
}

// participants returns the names in a head; sort is what messages call each of them. Invalid names are reported and omitted.
func (r *ruleset) participants(head *tree.Node, sort string) (list []participant) {
	if head == nil || strings.TrimSpace(head.Text) == "" {
		return nil
	}
	for _, piece := range head.Parts(0, len(head.Text)) {
		p := participant{name: piece}
		if i := strings.Index(piece.Text, "="); i > 0 {
			p.otherwise = piece.Part(i+1, len(piece.Text))
			piece = piece.Part(0, i)
			p.name = piece
		} else if n := len(list); n > 0 && list[n-1].otherwise != nil {
			r.List.Errorf(tree.HeadForm, piece.Span, "a %s without a value can't follow one that has one", sort).
				WithHint("put those that a call may leave out last")
		}
		if i := strings.IndexAny(piece.Text, " \n"); i >= 0 {
			p.name, p.of = piece.Part(0, i), piece.Part(i, len(piece.Text))
		}
		if _, ok := tree.Name(p.name, "the name of a "+sort, r.List); !ok {
			continue
		}
		if i := slices.IndexFunc(list, func(other participant) bool { return other.name.Text == p.name.Text }); i >= 0 {
			r.List.Errorf(types.CodeDuplicateName, p.name.Span, "there is already a %s %q", sort, p.name.Text).WithNote(list[i].name.Span, "it is here")
			continue
		}
		list = append(list, p)
	}
	return list
}

// typeOf returns the type of a participant: its own, or else the one that it is called like, or that of a plain default, or else a creature.
func (r *ruleset) typeOf(p participant, sort string) program.Type {
	if p.of != nil {
		return r.typeAt(p.of, "the type of "+decode.Named(sort, p.name.Text))
	}
	if t, decl, ok := r.TypeCalled(p.name.Text); ok {
		behind := p.name.Span // where the type would be
		behind.Start = behind.End
		r.Uses.Add(behind, decl, t)
		return t
	}
	switch p.otherwise.Literal() {
	case "number":
		return types.NumberType
	case "bool":
		return types.BoolType
	case "dice":
		return types.DiceType
	}
	return types.ThingOf(r.Prog.Creature)
}

// participantOf adds a participant of a type to a definition; what names that in messages.
func (r *ruleset) participantOf(p participant, t program.Type, what string) program.Local {
	l := r.local(p.name, "participant", t)
	if p.otherwise != nil {
		f := p.otherwise.Fragment()
		l.Default = &f
		r.bodies.leave(func() {
			r.Constant(f, types.Env{Where: "the value of " + decode.Named("participant", p.name.Text) + " of " + what}, t)
		})
	}
	return l
}

// local adds a name for a value of a type.
func (r *ruleset) local(name *tree.Node, sort string, t program.Type) program.Local {
	r.Free(sort, name.Text, name.Span)
	r.Uses.Add(name.Span, name.Span, t)
	return program.Local{Name: name.Text, Type: t, At: name.Span}
}
