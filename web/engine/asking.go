package engine

import (
	"slices"

	"github.com/rulec/rulec/session"
)

// policy says which questions are put. Mode is always, matters or never; Until is one of [session.Yields].
type policy struct {
	Mode  string `json:"mode"`
	Until string `json:"until,omitempty"`
	Stops []stop `json:"stops"`
}

// stop has a question put or passed: On is an event, a choice or an action, Scope one of [session.Scopes].
type stop struct {
	On    string `json:"on"`
	Who   string `json:"who,omitempty"`
	Scope string `json:"scope"`
}

// read returns what a page asks for; an unknown word means the first one, nil the questions that matter.
func (a *policy) read() (x session.Asking) {
	if a == nil {
		return session.Asking{Mode: session.Matters}
	}
	x.Mode = session.Mode(max(0, slices.Index(session.Modes, a.Mode)))
	x.Until = session.Yield(max(0, slices.Index(session.Yields, a.Until)))
	for _, s := range a.Stops {
		x.Stops = append(x.Stops, session.Stop{On: s.On, Who: s.Who, Scope: session.Scope(max(0, slices.Index(session.Scopes, s.Scope)))})
	}
	return x
}

// askingOf shows which questions are put.
func askingOf(s *session.Session) *policy {
	x := s.Asking()
	a := &policy{Mode: session.Modes[x.Mode], Until: session.Yields[x.Until], Stops: []stop{}}
	for _, p := range x.Stops {
		a.Stops = append(a.Stops, stop{p.On, p.Who, session.Scopes[p.Scope]})
	}
	return a
}

// passed is a question that wasn't put. Worth is set if someone could lose by it; At is its index. Before are the titles of what could have
// been done right before the turn that is now asked about.
type passed struct {
	At     int      `json:"at"`
	Text   string   `json:"text"`
	Why    string   `json:"why"`
	Worth  bool     `json:"worth"`
	Before []string `json:"before,omitempty"`
}

// passedOf lists the questions that weren't put since the last decision that someone took.
func passedOf(s *session.Session) []passed {
	list := []passed{}
	for i, p := range s.PassedBy() {
		x := passed{At: i, Text: p.InWords(), Why: p.Why, Worth: p.Worth()}
		for _, a := range p.Actions {
			if p.Before {
				x.Before = append(x.Before, a.Def.Title)
			}
		}
		list = append(list, x)
	}
	return list
}
