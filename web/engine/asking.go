package engine

import "github.com/rulec/rulec/session"

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
