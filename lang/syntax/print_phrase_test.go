package syntax

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// String returns the trigger as it is written in a ruleset.
func (t *Trigger) String() string {
	who := "anyone"
	if t.Of != nil {
		who = formatPart(t.Of)
	}
	switch t.Change {
	case Begins:
		return "begins"
	case Ends:
		return "ends"
	case Rises:
		return formatPart(t.Watched) + " rises"
	case Falls:
		return formatPart(t.Watched) + " falls"
	case Changes:
		return formatPart(t.Watched) + " changes"
	case Becomes:
		return who + " becomes " + t.Event.Name
	case Loses:
		return who + " loses " + t.Event.Name
	case Rolls:
		return who + " rolls " + t.Event.Name
	case Moves:
		return who + " moves"
	case Acts:
		return who + " acts"
	}
	return t.event("")
}

// event prints an event; next is "next ", an ordinal number and a blank, or empty.
func (t *Trigger) event(next string) string {
	moment := ""
	switch t.Moment {
	case StartOf:
		moment = "start of "
	case EndOf:
		moment = "end of "
	}
	owner, isName := t.Of.(*Name)
	switch {
	case t.Of == nil:
		return moment + next + t.Event.Name
	case isName && (owner.Name == "my" || owner.Name == "its"):
		return moment + owner.Name + " " + next + t.Event.Name
	}
	return moment + next + t.Event.Name + " of " + formatPart(t.Of)
}

// String returns the end as it is written in a ruleset.
func (u *Until) String() string {
	switch {
	case u.Time != nil:
		return formatPart(u.Time)
	case u.When != nil:
		return "when " + formatPart(u.When)
	case u.Nth > 0:
		return u.Trigger.event(diag.Ordinal(u.Nth) + " ")
	case u.Next:
		return u.Trigger.event("next ")
	}
	return u.Trigger.String()
}

// String returns the type as it is written in a ruleset.
func (t *TypeExpr) String() string {
	var b strings.Builder
	b.WriteString(t.Head.Name)
	switch {
	case t.Key != nil:
		b.WriteString(" of " + t.Key.String() + " to " + t.Elem.String())
	case t.Elem != nil && t.Head.Name == "formula":
		b.WriteString(" " + t.Elem.String())
	case t.Elem != nil:
		b.WriteString(" of " + t.Elem.String())
	}
	for i, param := range t.Params {
		b.WriteString(opening(i) + param.Name.Name)
		if param.Type != nil {
			b.WriteString(" " + param.Type.String())
		}
	}
	if len(t.Params) > 0 {
		b.WriteString(")")
	}
	return b.String()
}

func opening(i int) string {
	if i == 0 {
		return "("
	}
	return ", "
}

var braces = strings.NewReplacer("{", "{{", "}", "}}")

// String returns the template as it is written in a ruleset.
func (t *Template) String() string {
	var b strings.Builder
	for _, piece := range t.Pieces {
		if piece.Value != nil {
			b.WriteString("{" + Format(piece.Value) + "}")
		} else {
			b.WriteString(braces.Replace(piece.Text))
		}
	}
	return b.String()
}
