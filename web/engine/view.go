package engine

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/session"
)

// view is a fight as the page shows it.
type view struct {
	File      string `json:"file"`
	Mode      string `json:"mode"`
	Title     string `json:"title"`
	Ruleset   string `json:"ruleset"`
	Version   string `json:"version"`
	Hash      string `json:"hash"`
	Seed      string `json:"seed,omitempty"`
	Events    int    `json:"events"`
	Decisions int    `json:"decisions"`
	// Answers is how many questions the decisions have answered.
	Answers int  `json:"answers"`
	Over    bool `json:"over"`
	// Error is the fault in the rules that stopped the fight.
	Error    *fault    `json:"error,omitempty"`
	Question *question `json:"question,omitempty"`
	// Asking says which questions are put, in a fight by hand; Passed are those that weren't since the last decision.
	Asking *session.Asking `json:"asking,omitempty"`
	Passed []passed        `json:"passed,omitempty"`
	// Own is the side that is played by hand, if it is just one.
	Own string `json:"own,omitempty"`
	// Next are the titles of those whose turns come next.
	Next []string `json:"next,omitempty"`
	// LinesFrom is how many lines there are before the first of Lines: they are as they were in the view before this one.
	LinesFrom int             `json:"linesFrom"`
	Lines     []line          `json:"lines"`
	Ground    *session.Ground `json:"ground"`
	Scene     *scene          `json:"scene"`
	// Parts are the parts of a sequence.
	Parts []*played `json:"parts,omitempty"`
}

// line is a line of the log.
type line struct {
	Kind  string `json:"kind"`
	Depth int    `json:"depth"`
	Text  string `json:"text"`
	Costs string `json:"costs,omitempty"`
	// Verdict says how a check came out: "succeeded" or "failed".
	Verdict string `json:"verdict,omitempty"`
	// Events is the number of events before its end.
	Events int `json:"events"`
	// Reasons explain its numbers, and a tactic's decision.
	Reasons []reason    `json:"reasons,omitempty"`
	Rows    []story.Row `json:"rows,omitempty"`
}

// reason is a line of an explanation; a deeper one belongs to the one before.
type reason struct {
	Depth int    `json:"depth"`
	Text  string `json:"text"`
}

// lineKinds are the page's names for the kinds of lines.
var lineKinds = map[story.Kind]string{
	story.Event: "event", story.Part: "chapter", story.Clock: "clock", story.Turn: "turn", story.Cast: "fighters",
	story.Standings: "standings", story.Status: "status", story.Ending: "ending", story.Note: "note",
}

// verdicts are the page's words for how a check came out.
var verdicts = map[story.Verdict]string{story.Succeeded: "succeeded", story.Failed: "failed"}

// changes shows the current state of the fight, without the lines that the page has.
func (f *fight) changes() *view {
	had := f.told
	v := f.view()
	for v.LinesFrom < min(len(had), len(v.Lines)) && reflect.DeepEqual(had[v.LinesFrom], v.Lines[v.LinesFrom]) {
		v.LinesFrom++
	}
	v.Lines = v.Lines[v.LinesFrom:]
	return v
}

// view shows the current state of the fight.
func (f *fight) view() *view {
	v := &view{File: f.which.File, Mode: f.mode, Lines: []line{}}
	if f.session == nil {
		f.viewSequence(v)
		return v
	}
	s := f.session
	e := s.Encounter()
	v.Ruleset, v.Version, v.Hash = e.Program.Name, e.Program.Version, e.Program.Hash
	if seed, seeded := s.Seed(); seeded {
		v.Seed = strconv.FormatUint(seed, 10)
	}
	v.Events, v.Decisions, v.Answers = s.Events(), s.Decisions(), s.Answers()
	_, over, err := s.Over()
	v.Over, v.Error = over, faultOf(err)
	v.Question = questionOf(s)
	if f.mode != watching {
		asking := s.Asking()
		v.Asking, v.Passed, v.Next, v.Own = &asking, passedOf(s), s.Next(), ownSide(s)
	}
	logs := s.Logs(asTheCommand, explained)
	v.tell(logs[0])
	v.explain(logs[1])
	f.told = v.Lines
	if m, err := s.At(s.Events()); err == nil {
		v.Ground, v.Scene = session.GroundOf(m), sceneOf(m)
	}
	return v
}

// ownSide returns the side that is played by hand; empty if it is none, or if there are several.
func ownSide(s *session.Session) (own string) {
	e := s.Encounter()
	for _, t := range e.Things {
		switch {
		case t.Side < 0 || !s.ByHand(t.Name) || e.Sides[t.Side] == own:
		case own != "":
			return ""
		default:
			own = e.Sides[t.Side]
		}
	}
	return own
}

// tell puts a log into the view. The map is elsewhere on the page.
func (v *view) tell(log *story.Log) {
	v.Title = log.Title
	for _, l := range log.Lines {
		if l.Kind == story.Ground {
			continue
		}
		v.Lines = append(v.Lines, line{
			Kind: lineKinds[l.Kind], Depth: l.Depth, Text: l.Text, Costs: strings.Join(l.Costs, "; "), Verdict: verdicts[l.Verdict], Events: l.Events, Rows: l.Rows,
		})
	}
}

// explain adds the reasons of an explained log to the matching lines. A tactic's decision belongs to the line of the action that follows
// from it.
func (v *view) explain(log *story.Log) {
	at, text := 0, ""
	for _, l := range log.Lines {
		if l.Kind != story.Reason && !l.Decision {
			text = l.Text
			continue
		}
		for at < len(v.Lines)-1 && v.Lines[at].Events < l.Events {
			at++
		}
		to := v.lineAt(at, text)
		if l.Decision {
			to = v.deedAt(at, l.Text)
		}
		line := &v.Lines[to]
		line.Reasons = append(line.Reasons, reason{max(0, l.Depth-line.Depth), l.Text})
	}
}

// lineAt finds a line among those written at the same time as the one at an index; that one if there is none.
func (v *view) lineAt(at int, text string) int {
	for i := at; i < len(v.Lines) && v.Lines[i].Events == v.Lines[at].Events; i++ {
		if v.Lines[i].Text == text {
			return i
		}
	}
	return at
}

// deedAt finds the line of the action that a decision leads to, from an index on to the next heading: the next one that begins with the
// same name as the decision. Several may decide before the first of them acts.
func (v *view) deedAt(at int, decision string) int {
	who, _, _ := strings.Cut(decision, " by ")
	first := at
	for i := at; i < len(v.Lines) && (i == at || v.Lines[i].Kind != lineKinds[story.Clock]); i++ {
		if v.Lines[i].Kind != lineKinds[story.Event] {
			continue
		}
		if rest, found := strings.CutPrefix(v.Lines[i].Text, who); found && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, " ")) {
			return i
		}
		if first == at {
			first = i
		}
	}
	return first
}

// scene is the state of a fight at some event.
type scene struct {
	Events int `json:"events"`
	// Part is the index of the part of a sequence in progress.
	Part int `json:"part"`
	// Hash is a hash of the state; different states hardly ever share one.
	Hash   string          `json:"hash"`
	People []person        `json:"people"`
	Tokens []session.Token `json:"tokens"`
	// Rolls are the last rolls, the newest first.
	Rolls []roll `json:"rolls"`
}

// person is the state of a combatant.
type person struct {
	Who   int    `json:"who"`
	Name  string `json:"name"`
	Title string `json:"title"`
	Mark  string `json:"mark"`
	Side  string `json:"side"`
	// Out is set for who is out of the fight, Fallen for who doesn't stand any more, by what the rules report.
	Out        bool     `json:"out"`
	Fallen     bool     `json:"fallen"`
	Pools      []pool   `json:"pools"`
	Conditions []string `json:"conditions"`
}

// pool is the state of a pool. Most is nil if there is no limit; Up is set if it counts up, Health if its losses are damage, by what the
// rules report.
type pool struct {
	Title  string   `json:"title"`
	Now    float64  `json:"now"`
	Most   *float64 `json:"most"`
	Up     bool     `json:"up"`
	Health bool     `json:"health"`
}

// roll is the result of a roll.
type roll struct {
	Who   string `json:"who"`
	Label string `json:"label"`
	Dice  string `json:"dice"`
	Faces []face `json:"faces"`
}

type face struct {
	Shown int  `json:"shown"`
	Kept  bool `json:"kept"`
}

// shownRolls is the number of rolls shown.
const shownRolls = 5

// sceneOf shows the state of a machine.
func sceneOf(m *interp.Machine) *scene {
	x := &scene{
		Events: len(m.Trace().Events), Hash: strconv.FormatUint(m.Hash(), 16), People: []person{}, Tokens: session.TokensOf(m), Rolls: rollsOf(m),
	}
	things := m.Encounter().Things
	for _, r := range story.States(m.StandingNow(), m.Names()) {
		p := person{
			Who: int(r.Who), Name: things[r.Who-1].Name, Title: r.Name, Mark: r.Mark, Side: r.Side, Out: r.Out, Pools: []pool{},
			Conditions: append([]string{}, r.Conditions...), Fallen: r.Out,
		}
		if stands, err := m.Stands(r.Who); err == nil {
			p.Fallen = p.Fallen || !stands
		}
		for _, h := range r.Held {
			p.Pools = append(p.Pools, poolOf(m, h))
		}
		x.People = append(x.People, p)
	}
	return x
}

func poolOf(m *interp.Machine, h trace.HeldPool) pool {
	p := pool{Title: h.Field.Title, Now: h.Now, Up: h.Field.Pool.Up}
	if r := m.Program().Reports; r != nil {
		p.Health = slices.Contains(r.Health, h.Field)
	}
	if h.Member > 0 {
		p.Title += " (" + m.Show(float64(h.Member), *h.Field.Family) + ")"
	}
	if !math.IsInf(h.Max, 1) {
		p.Most = &h.Max
	}
	return p
}

// rollsOf lists the last rolls that a machine has recorded.
func rollsOf(m *interp.Machine) []roll {
	list := []roll{}
	t := m.Trace()
	names := m.Names().ForStory()
	for i := len(t.Events) - 1; i >= 0 && len(list) < shownRolls; i-- {
		e := &t.Events[i]
		if e.Kind != trace.Roll || e.FaceCount == 0 || e.Dice == 0 {
			continue
		}
		r := roll{Who: names.Thing(board.Thing(e.Who)), Label: value.InWords(e.Label), Dice: t.Dice[e.Dice-1].In(dice.InWords)}
		for _, f := range t.Faces[e.FirstFace : e.FirstFace+e.FaceCount] {
			r.Faces = append(r.Faces, face{int(f.Shown), f.Kept && !f.Again})
		}
		list = append(list, r)
	}
	return list
}
