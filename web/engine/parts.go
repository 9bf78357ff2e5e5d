package engine

import (
	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/session"
)

// played is a part of a sequence that was played. The events of a sequence are counted through all of its parts, and each part begins with
// one more, its heading: the state before anything has happened in it.
type played struct {
	Title string `json:"title"`
	// From is the number of events of the sequence before the part.
	From   int             `json:"from"`
	Ground *session.Ground `json:"ground"`
	// Scene is the state at its end.
	Scene *scene `json:"scene"`

	part  *sequence.Part
	lines []line
}

// partOf keeps a part that was just played; from is the number of events before it.
func partOf(p *sequence.Part, from int) *played {
	x := &played{Title: p.Heading(), From: from, Ground: session.GroundOf(p.Machine), part: p}
	x.Scene = x.scene(p.Machine, from+len(p.Machine.Trace().Events))
	v := &view{}
	v.tell(interp.Log(p.Machine, asTheCommand))
	v.explain(interp.Log(p.Machine, explained))
	x.lines = []line{{Kind: lineKinds[story.Part], Text: x.Title, Events: from}}
	for _, l := range v.Lines {
		l.Events += from
		x.lines = append(x.lines, l)
	}
	p.Machine = nil // it holds all events, and goes on with the next part
	return x
}

// to is the number of events of the sequence at the end of the part.
func (x *played) to() int { return x.Scene.Events }

// scene shows the state of a machine that plays the part.
func (x *played) scene(m *interp.Machine, events int) *scene {
	s := sceneOf(m)
	s.Events, s.Part = events, x.part.Number-1
	return s
}

// lastPart is the part that a sequence ends with.
func (f *fight) lastPart() *played { return f.parts[len(f.parts)-1] }

// throughParts shows a sequence at several numbers of events, which ascend.
func (f *fight) throughParts(events []int) ([]*scene, error) {
	list := []*scene{}
	for _, x := range f.parts {
		var within []int
		for len(events) > 0 && events[0] < x.to() {
			within, events = append(within, events[0]-x.From), events[1:]
		}
		if before := len(list); len(within) > 0 {
			err := x.part.Through(within, func(m *interp.Machine) { list = append(list, x.scene(m, x.From+within[len(list)-before])) })
			if err != nil {
				return nil, err
			}
		}
		if len(events) > 0 && events[0] == x.to() {
			list, events = append(list, x.Scene), events[1:]
		}
	}
	return list, nil
}

// viewSequence shows a sequence at its end.
func (f *fight) viewSequence(v *view) {
	for _, p := range f.parts {
		v.Lines = append(v.Lines, p.lines...)
	}
	last := f.lastPart()
	rules := last.part.Encounter.Program
	v.Title, v.Ruleset, v.Version, v.Hash = f.sequence.Title, rules.Name, rules.Version, rules.Hash
	v.Over, v.Events, v.Ground, v.Scene, v.Parts = true, last.to(), last.Ground, last.Scene, f.parts
	v.Error = faultOf(f.err)
}
