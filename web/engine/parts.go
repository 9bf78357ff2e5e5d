package engine

import (
	"github.com/rulec/rulec/internal/chain"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/session"
)

// played is a part of a sequence that was played. The events of a sequence are counted through all of its parts, and
// each part begins with one more, which is its heading: before anything has happened in it.
type played struct {
	Title string `json:"title"`
	// From is how many events of the sequence have happened when the part begins.
	From   int     `json:"from"`
	Ground *ground `json:"ground"`
	// Scene is how it stands at its end.
	Scene *scene `json:"scene"`

	part  *chain.Part
	lines []line
}

// partOf keeps a part that was just played; from is how many events there were before.
func partOf(p *chain.Part, from int) *played {
	x := &played{Title: p.Heading(), From: from, Ground: groundOf(session.GroundOf(p.Machine)), part: p}
	x.Scene = x.scene(p.Machine, from+len(p.Machine.Trace().Events))
	v := &view{}
	v.tell(interp.Log(p.Machine, asTheCommand))
	v.explain(interp.Log(p.Machine, explained))
	x.lines = []line{{Kind: lineKinds[story.Part], Text: x.Title, Events: from}}
	for _, l := range v.Lines {
		l.Events += from
		x.lines = append(x.lines, l)
	}
	return x
}

// to is how many events of the sequence have happened when the part is over.
func (x *played) to() int { return x.Scene.Events }

// scene shows how a machine stands that plays the part.
func (x *played) scene(m *interp.Machine, events int) *scene {
	s := sceneOf(m)
	s.Events, s.Part = events, x.part.Number-1
	return s
}

// at shows the part as it stood when so many events of the sequence had happened.
func (x *played) at(events int) (*scene, error) {
	events = max(x.From, min(events, x.to()))
	if events == x.to() {
		return x.Scene, nil
	}
	m, err := x.part.At(events - x.From)
	if err != nil {
		return nil, err
	}
	return x.scene(m, events), nil
}

// viewSequence shows a sequence as it stands at its end.
func (f *fight) viewSequence(v *view) {
	for _, p := range f.parts {
		v.Lines = append(v.Lines, p.lines...)
	}
	last := f.parts[len(f.parts)-1]
	rules := last.part.Encounter.Program
	v.Title, v.Ruleset, v.Version, v.Hash = f.sequence.Title, rules.Name, rules.Version, rules.Hash
	v.Over, v.Events, v.Ground, v.Scene, v.Parts = true, last.to(), last.Ground, last.Scene, f.parts
	if f.err != nil {
		v.Error = faultOf(f.err)
	}
}
