package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rulec/rulec/internal/encounter"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// question is the next decision.
type question struct {
	session.Question
	// Kind is act, choice or dice. Class is what it is about. Left is what is left of what the turn gives, and of what actions cost, besides the
	// pools that are shown; Units is in how many units the rules have costs.
	Kind    string   `json:"kind"`
	Class   string   `json:"class"`
	Left    string   `json:"left,omitempty"`
	Units   int      `json:"units"`
	Offers  []offer  `json:"offers,omitempty"`
	May     bool     `json:"mayPass"`
	Actions []action `json:"actions,omitempty"`
}

// action is something that a combatant could do, or can't.
type action struct {
	Title   string  `json:"title"`
	Allowed bool    `json:"allowed"`
	Why     string  `json:"why,omitempty"`
	Costs   string  `json:"costs,omitempty"`
	About   string  `json:"about,omitempty"`
	Params  []param `json:"params"`
	// Group is where it belongs in a list, Usual is set if the tactic knows it; AddOns are what can be added to it.
	Group  string   `json:"group"`
	Usual  bool     `json:"usual"`
	AddOns []string `json:"addOns,omitempty"`
}

// param is a parameter of an action. One with a default may be left to the fight.
type param struct {
	Title   string `json:"title"`
	Default bool   `json:"default"`
}

// offer is a value to choose.
type offer struct {
	Text    string `json:"text"`
	Allowed bool   `json:"allowed"`
	Why     string `json:"why,omitempty"`
	Costs   string `json:"costs,omitempty"`
	// Who is the number of the thing that it is; 0 means none. Place is its place on the ground, if it is a place.
	Who   int             `json:"who,omitempty"`
	Place *encounter.Spot `json:"place,omitempty"`
	// Steps is the number of places of a way; its Place is its end.
	Steps int `json:"steps,omitempty"`
	// About is what the rules say of it.
	About string `json:"about,omitempty"`
	// Doubtful is set if people are asked for it, even if it is the only one: see [session.Offer].
	Doubtful bool `json:"doubtful,omitempty"`
}

var kinds = map[session.Kind]string{session.Act: "act", session.Choice: "choice", session.Dice: "dice"}

// questionOf returns the next decision, beside what is shown; nil means none.
func questionOf(s *session.Session, shown *scene) *question {
	q, more := s.Question()
	if !more {
		return nil
	}
	x := &question{Question: q, Kind: kinds[q.Kind], Class: q.Class.String(), May: q.Kind == session.Act || q.HasDefault}
	for _, v := range q.Offers {
		x.Offers = append(x.Offers, offer{Text: v.Text, Allowed: true, About: v.About})
	}
	deeds := s.Deeds()
	x.Left, x.Units = s.Left(deeds, poolsOf(shown, q.Who)), s.Units()
	for _, d := range deeds {
		a := action{Title: d.Title, Allowed: d.Allowed, Why: d.Why, Costs: session.Costs(d.Costs), About: d.Action.Def.About, Params: []param{}, Group: session.Groups[d.Group], Usual: d.Usual}
		for _, x := range d.AddOns {
			a.AddOns = append(a.AddOns, x.Def.Title)
		}
		for _, p := range d.Params {
			a.Params = append(a.Params, param{p.Title, p.Default != nil && !s.IsTarget(p)})
		}
		x.Actions = append(x.Actions, a)
	}
	return x
}

// poolsOf names the pools of somebody that a scene shows.
func poolsOf(x *scene, who string) (names string) {
	if x == nil {
		return ""
	}
	if i := slices.IndexFunc(x.People, func(p person) bool { return p.Name == who }); i >= 0 {
		for _, p := range x.People[i].Pools {
			names += p.Title + " "
		}
	}
	return names
}

// offers lists the possible values of the next parameter of an action.
func (d *Workspace) offers(s *session.Session, c choice) ([]offer, error) {
	w, err := way(s, c)
	if err != nil || len(w.Given) >= len(w.Action.Params) {
		return nil, err
	}
	t := w.Action.Params[len(w.Given)].Type
	list := []offer{}
	for _, o := range s.Offers(w) {
		x := offer{Text: o.Text, Allowed: o.Allowed, Why: o.Why, Costs: session.Costs(o.Costs), Doubtful: o.Doubtful}
		switch t.Kind {
		case program.ThingType:
			x.Who = int(o.Number)
		case program.Place:
			x.Place = pointOf(s, o.Number)
		case program.List:
			if n := len(o.Items); n > 0 && t.Elem.Kind == program.Place {
				x.Place, x.Steps = pointOf(s, o.Items[n-1]), n
			}
		}
		list = append(list, x)
	}
	return list, nil
}

// pointOf returns where a place is; nil means nowhere.
func pointOf(s *session.Session, place float64) *encounter.Spot {
	column, row, ok := s.Point(session.Value{Number: place})
	if !ok {
		return nil
	}
	return &encounter.Spot{X: column, Y: row}
}

// odds are the odds of an action: how they were found, and a line for each possible result. Unmet are the additions that can't be made.
type odds struct {
	// More is set while they are being computed, and these are an estimate: ask again to get better ones.
	More  bool     `json:"more,omitempty"`
	How   string   `json:"how"`
	Lines []string `json:"lines"`
	Unmet []string `json:"unmet,omitempty"`
}

// atOnce is how long odds are computed for one answer. The whole may take seconds, and decisions taken meanwhile don't wait for it.
const atOnce = 80 * time.Millisecond

// odds computes the odds of an action, a choice or of doing nothing, for a while: the first answer is at least an estimate.
func (d *Workspace) odds(s *session.Session, c choice) (odds, error) {
	x := session.Decision{Pass: c.Kind == "pass", Picked: c.Picked}
	if c.Kind != "pass" && c.Kind != "pick" {
		var err error
		if x.Way, err = way(s, c); err != nil {
			return odds{}, err
		}
	}
	if of := fmt.Sprint(c.Kind, c.Action, c.Given, c.Adding, c.Picked); d.working == nil || d.working.of != of {
		d.leaveOdds()
		d.working = startJob(of, d.atOnce, odds{}, func(e *job[odds]) error {
			wanted := func() bool { return !e.answer.More || e.wanted() }
			soFar := func(o *session.Odds) { e.answer = odds{More: true, How: o.How(), Lines: o.InWords(), Unmet: o.Unmet} }
			soon := func() func() bool {
				end := time.Now().Add(d.atOnce / 2)
				return func() bool { return !time.Now().Before(end) }
			}
			whole, err := s.OddsMeanwhile(x, wanted, soon, soFar)
			if err == nil && whole.Unrolled && len(whole.Losses)+len(whole.Unmet) == 0 {
				e.answer = odds{Lines: []string{}} // it has no odds
			} else if err == nil {
				e.answer = odds{How: whole.How(), Lines: whole.InWords(), Unmet: whole.Unmet}
			}
			return err
		})
	}
	working := d.working
	if !working.goOn() {
		d.leaveOdds()
	}
	return working.answer, working.err
}

// leaveOdds drops odds that are being computed: they aren't wanted, or the fight goes on.
func (d *Workspace) leaveOdds() {
	if d.working != nil {
		d.working.stop()
		d.working = nil
	}
}

// hint describes what the tactic of the combatant who is asked would do; empty means that no tactic decides.
func (d *Workspace) hint(s *session.Session, _ nothing) (string, error) {
	if picked, ok := s.SuggestedPick(); ok {
		q, _ := s.Question()
		var titles []string
		for _, i := range picked {
			titles = append(titles, q.Offers[i].Text)
		}
		return cmp.Or(strings.Join(titles, ", "), "nothing"), nil
	}
	w, ok := s.Suggestion()
	switch {
	case !ok:
		return "", nil
	case w == nil:
		return "nothing", nil
	}
	return inWords(s, w), nil
}

// inWords describes a way as players would: without what it leaves as it is, and with the end of a walk instead of its places.
func inWords(s *session.Session, w *session.Way) string {
	var given []string
	for i, v := range w.Given {
		t := w.Action.Params[i].Type
		switch n := len(v.Items); {
		case t.Kind == program.List && n > 0 && t.Elem.Kind == program.Place:
			if end := pointOf(s, v.Items[n-1]); end != nil {
				given = append(given, fmt.Sprintf("to %d, %d", end.X, end.Y))
			}
		case !slices.Contains([]string{"", "no", "none", "0"}, v.Text):
			given = append(given, v.Text)
		}
	}
	return strings.Join(append([]string{w.Action.Def.Title}, given...), ", ")
}
