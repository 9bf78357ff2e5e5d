package encounter

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// layOver overrides the encounter's entry for a thing with that of
// the state.
func (e *encounter) layOver(u *unread) {
	if e.state == nil {
		return
	}
	t := u.thing
	s := e.state.find(t.Name)
	if s == nil {
		return
	}
	if !e.sameModel(t, s) {
		return
	}
	for i, f := range t.Kind.Fields {
		if n := s.node.Get(f.Name); n != nil {
			u.values[i] = n
		}
	}
	u.saved = tree.Items(s.node.Get("conditions"))
	if n := s.node.Get("place"); n != nil {
		t.Place = e.place(n, u.mapping.What)
	}
	e.enc.Carried.Things = append(e.enc.Carried.Things, t.Index)
}

// sameModel rejects a saved thing that was made from another definition.
func (e *encounter) sameModel(t *program.Thing, s *savedThing) bool {
	if t.Def == s.thing.Def && t.Kind == s.thing.Kind {
		return true
	}
	at := s.key
	if s.is != nil {
		at = s.is.Span
	}
	e.List.Errorf(CodeStateTemplate, at, "in this state %q is %s, but in the encounter %s", t.Name, modelName(s.thing), modelName(t)).
		WithNote(t.Span, "%q in the encounter", t.Name)
	return false
}

func modelName(t *program.Thing) string {
	if t.Def == nil {
		return "made from no definition"
	}
	return types.WithArticle(t.Def.Name)
}

// takeOver adds the rest of the state to the encounter: who is missing, what
// those present carry, what to keep for later.
func (e *encounter) takeOver() {
	if e.state == nil {
		return
	}
	for _, s := range e.state.things {
		e.carriedCount[s.name] = 1
	}
	e.bringThings()
	e.missing = map[string]bool{}
	for _, s := range e.state.things {
		if !e.isHere(s.name) {
			e.missing[s.name] = true
		}
	}
	e.checkAbsent()
	e.findCarriers()
	e.numberConditions()
	e.takeOut()
	e.keepMissing()
}

func (e *encounter) isHere(name string) bool { return e.named(name) != nil }

// bringThings makes the things of the state that are brought along: those whose carrier
// is present, and once carried ones that something present has in a field, or that have
// someone present in one of their fields.
func (e *encounter) bringThings() {
	for again := true; again; {
		again = false
		for _, s := range e.state.things {
			if s.fights || e.isHere(s.name) || !e.isHere(s.carrier) && !(strings.Contains(s.name, ".") && e.belongs(s)) {
				continue
			}
			again = true
			t := *s.thing
			t.Index, t.Side, t.Values, t.Conditions = len(e.enc.Things), -1, nil, nil
			t.Title = decode.TitleOf(s.name)
			if t.Def != nil && strings.Contains(s.name, ".") {
				t.Title = cmp.Or(s.title, t.Def.Title)
			}
			u := unread{thing: &t, values: make([]*tree.Node, len(t.Kind.Fields))}
			u.mapping = e.OpenMapping(format.Thing, nil, decode.Named("thing", s.name))
			e.layOver(&u)
			e.enter(u)
		}
	}
}

// belongs reports whether a thing and another that is present refer to each other in a field.
func (e *encounter) belongs(thing *savedThing) bool {
	return slices.ContainsFunc(e.state.things, func(s *savedThing) bool {
		return e.isHere(s.name) && (s.names(thing) || s.fights && thing.names(s))
	})
}

// names reports whether a thing has another one in a field.
func (s *savedThing) names(other *savedThing) bool {
	return slices.ContainsFunc(s.thing.Kind.Fields, func(f *program.Field) bool {
		return holdsThings(f.Type) && mentions(s.node.Get(f.Name), other.name)
	})
}

func mentions(n *tree.Node, name string) bool {
	switch {
	case n == nil:
		return false
	case n.Kind == tree.Scalar:
		return n.Text == name
	case slices.ContainsFunc(n.Items, func(item *tree.Node) bool { return mentions(item, name) }):
		return true
	}
	return slices.ContainsFunc(n.Entries, func(entry tree.Entry) bool { return mentions(entry.Value, name) })
}

// checkAbsent rejects combatants of the state that the encounter doesn't have,
// unless they are out or declared absent.
func (e *encounter) checkAbsent() {
	absent := map[string]bool{}
	for _, n := range slices.Concat(e.absent, e.chain.Absent) {
		s := e.state.find(n.Text)
		switch {
		case e.isHere(n.Text):
			e.List.Errorf(CodeStateAbsent, n.Span, "%q is listed as absent, but is in the encounter", n.Text)
		case s == nil || !s.fights:
			d := e.List.Errorf(CodeUnknownThing, n.Span, "%q is listed as absent, but isn't in the state", n.Text)
			e.NearestHint(d, n.Text, e.fighters(), "it has")
		}
		absent[n.Text] = true
	}
	for _, n := range e.state.out {
		absent[n.Text] = true
	}
	for _, s := range e.state.things {
		if !s.fights || absent[s.name] || e.isHere(s.name) {
			continue
		}
		at := e.chain.At
		if at.IsZero() {
			at = s.key
		}
		d := e.List.Errorf(CodeStateAbsent, at, "%q wasn't out before, but isn't in this encounter", s.name)
		if near, ok := diag.Nearest(s.name, e.newcomers()); ok {
			d.WithHint("did you mean %q? if not, write absent: [%s]", near, s.name)
		} else {
			d.WithHint("if they stay away, write absent: [%s]", s.name)
		}
	}
}

// fighters lists the combatants of the state.
func (e *encounter) fighters() []string {
	var names []string
	for _, s := range e.state.things {
		if s.fights {
			names = append(names, s.name)
		}
	}
	return names
}

// newcomers lists the things of the encounter that aren't in the state.
func (e *encounter) newcomers() []string {
	var names []string
	for _, t := range e.enc.Things {
		if e.state.find(t.Name) == nil {
			names = append(names, t.Name)
		}
	}
	return names
}

// findCarriers sets the carriers of the things in the state.
func (e *encounter) findCarriers() {
	for _, i := range e.enc.Carried.Things {
		t := e.enc.Things[i]
		s := e.state.find(t.Name)
		if s.carrier == "" || !e.isHere(s.carrier) {
			continue
		}
		t.Carrier = e.who(s.node.Get("carrier"), "the carrier of "+t.Name)
		t.Side = e.enc.Things[t.Carrier].Side
		t.Place = nil
	}
}

// takeOut records who must be out, and which pools may be outside their bounds.
func (e *encounter) takeOut() {
	c := e.enc.Carried
	for _, n := range e.state.out {
		if e.isHere(n.Text) {
			c.Out = append(c.Out, program.CarriedOut{Thing: e.who(n, "out"), Span: n.Span})
		}
	}
	for _, b := range e.state.beyond {
		if e.isHere(b.Key.Text) {
			c.Beyond = append(c.Beyond, e.poolsBeyond(e.enc.Things[e.who(b.Key, "beyond")], b.Value)...)
		}
	}
}

// keepMissing keeps the state's entries for those who aren't there.
func (e *encounter) keepMissing() {
	kept := &e.enc.Carried.Kept
	for _, s := range e.state.things {
		if e.isHere(s.name) {
			continue
		}
		entry := program.SavedEntry{Key: s.name, Value: savedOf(s.node)}
		if s.fights {
			kept.Combatants = append(kept.Combatants, entry)
		} else {
			kept.Things = append(kept.Things, entry)
		}
	}
	for _, n := range e.state.out {
		if !e.isHere(n.Text) {
			kept.Out = append(kept.Out, n.Text)
		}
	}
	for _, b := range e.state.beyond {
		if !e.isHere(b.Key.Text) {
			kept.Beyond = append(kept.Beyond, program.SavedEntry{Key: b.Key.Text, Value: savedOf(b.Value)})
		}
	}
}

// savedOf converts a node unchanged, for a state that contains it again.
func savedOf(n *tree.Node) program.Saved {
	switch n.Kind {
	case tree.Scalar:
		if n.Style == tree.Plain {
			return program.Saved{Text: n.Text}
		}
		return program.Saved{Shape: program.SavedText, Text: n.Text}
	case tree.Sequence:
		s := program.Saved{Shape: program.SavedList}
		for _, item := range n.Items {
			s.List = append(s.List, savedOf(item))
		}
		return s
	}
	s := program.Saved{Shape: program.SavedMap}
	for _, entry := range n.Entries {
		s.Map = append(s.Map, program.SavedEntry{Key: entry.Key.Text, Value: savedOf(entry.Value)})
	}
	return s
}
