package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// longest is the maximum time for playing a fight in one answer. A fight that never ends stops at the limits of package interp or here,
// whichever comes first; the page terminates a worker that doesn't answer.
const longest = 2 * time.Second

// fight is the fight on the table.
type fight struct {
	which   which
	mode    string
	session *session.Session
	// sequence has no session; parts are its played parts.
	sequence *lang.Sequence
	parts    []*played
	err      error
	// rules are those that it is played by, as they were at its start; book is their book once somebody has looked into it.
	rules string
	read  lang.Options
	book  *rulebook
	// told are the lines of the last view.
	told []line
}

// Ways to play a fight.
const (
	// watching plays it as rulec run does, to its end.
	watching = "watch"
	// byHand asks for the decisions of those played by hand, from the start; goingOn does so after the end of the encounter's script.
	byHand  = "hand"
	goingOn = "go-on"
)

// begins says which fight is put on the table, and how.
type begins struct {
	which
	Mode string `json:"mode"`
	// Hands are those played by hand; empty means the first side, and "all" means all. HandDice asks for their dice, too.
	Hands    []string `json:"hands"`
	HandDice bool     `json:"handDice"`
	// Asking says which questions are put; nil means those that matter.
	Asking *session.Asking `json:"asking"`
	// Ahead makes all others think ahead, based on their own tactics.
	Ahead bool    `json:"ahead"`
	Seed  *uint64 `json:"seed,string"`
	// Trial is the number of a fight of a simulation: it is played by tactics alone. Nil means none.
	Trial *uint64 `json:"trial,string"`
}

// start puts a fight on the table.
func (d *Workspace) start(b begins) (*view, error) {
	d.leaveOdds()
	if d.fight != nil && d.fight.session != nil {
		d.fight.session.Close()
	}
	f := &fight{which: b.which, mode: b.Mode}
	f.rules, f.read = d.replaced(b.which)
	f.read.Files = maps.Clone(f.read.Files.(layered))
	d.fight = nil
	if b.Case == "" && b.Step == 0 && lang.IsSequence(b.File, d.options()) {
		if b.Ahead {
			return nil, errAhead
		}
		if err := f.playSequence(b, d); err != nil {
			return nil, err
		}
		d.fight = f
		return f.view(), nil
	}
	e, err := d.encounter(b.which)
	if err != nil {
		return nil, err
	}
	b.Hands, _ = session.HandsOf(e, b.Hands)
	if b.Ahead { // all who aren't played by hand
		e = experiment.Ahead(e, func(t *program.Thing) bool {
			all, side := len(b.Hands) == 0, t.Side >= 0 && slices.Contains(b.Hands, e.Sides[t.Side])
			return b.Mode == watching || !all && !side && !slices.Contains(b.Hands, t.Name)
		})
	}
	o := session.Options{Hands: b.Hands, HandDice: b.HandDice, Explain: true, Thought: d.Thought, Context: d.Context}
	if o.Asking.Mode = session.Matters; b.Asking != nil {
		o.Asking = *b.Asking
	}
	if b.Seed != nil {
		o.Seed, o.Seeded = *b.Seed, true
	}
	if b.Rules == "" && !b.AsShipped { // laws are those of its own rules
		o.Laws = e.Laws
	}
	if b.Trial != nil {
		alone := *e
		alone.Script, alone.After = nil, nil
		e, o.Trial, o.Laws = &alone, *b.Trial, nil
	}
	switch b.Mode {
	case byHand:
		f.session, err = session.New(e, o)
	case goingOn:
		f.session, err = session.Load(e, o)
	default:
		f.mode = watching
		f.session, err = session.Watch(e, o)
	}
	if err != nil {
		return nil, err
	}
	d.fight = f
	return f.view(), nil
}

// playSequence plays a sequence and keeps its log.
func (f *fight) playSequence(b begins, d *Workspace) error {
	s, list := lang.LoadSequence(b.File, d.options())
	if list.HasErrors() {
		return list.First()
	}
	o := interp.Options{Trace: true, Sums: true, Explain: true, Thought: d.Thought, Context: d.Context}
	if b.Seed != nil {
		o.Seed, o.Seeded = *b.Seed, true
	}
	f.mode, f.sequence = "sequence", s
	_, f.err = sequence.Play(s, o, false, func(p *sequence.Part) error {
		from := 0
		if len(f.parts) > 0 {
			from = f.lastPart().to() + 1
		}
		f.parts = append(f.parts, partOf(p, from))
		return nil
	})
	if len(f.parts) == 0 {
		return f.err
	}
	return nil
}

// asTheCommand renders a fight as rulec run does, explained as rulec run --explain does.
var (
	asTheCommand = story.Options{Unexplained: true, Dice: dice.InWords}
	explained    = story.Options{Dice: dice.InWords}
)

var (
	errNoFight  = errors.New("no fight is on the table")
	errAhead    = errors.New("in a sequence, the files decide who thinks ahead")
	errSequence = errors.New("a sequence of fights is played by its scripts, not by hand")
)

// driven returns the session of the fight, or an error if there is none.
func (d *Workspace) driven() (*session.Session, error) {
	switch {
	case d.fight == nil:
		return nil, errNoFight
	case d.fight.session == nil:
		return nil, errSequence
	}
	return d.fight.session, nil
}

// choice is an answer to a question of the fight.
type choice struct {
	// Kind is do, pass, tactic, pick or roll; on lets tactics answer At questions, ask changes which are put, reopen goes back to one that
	// wasn't, undo takes the last decision back.
	Kind string `json:"kind"`
	// Action is the index of the action among those that answer, Given are the indices of its parameters' values among the offers; -1 means
	// left to the fight.
	Action int   `json:"action"`
	Given  []int `json:"given"`
	Picked []int `json:"picked"`
	Faces  []int `json:"faces"`
	// Adding are the indices of what is added among the additions of the action.
	Adding []int `json:"adding"`
	// Asking is for ask; At is for reopen, the index among the questions that weren't put, and for on.
	Asking session.Asking `json:"asking"`
	At     int            `json:"at"`
}

// way returns the way to act in a choice.
func way(s *session.Session, c choice) (w session.Way, err error) {
	deeds := s.Deeds()
	if c.Action < 0 || c.Action >= len(deeds) {
		return w, fmt.Errorf("there is no action %d here", c.Action)
	}
	w.Action = deeds[c.Action].Action
	for _, at := range c.Given {
		value := session.Open()
		if at >= 0 {
			offers := s.Offers(w)
			if at >= len(offers) {
				return w, errors.New("the fight has gone on, and that is no longer possible")
			}
			value = offers[at].Value
		}
		w.Given = append(w.Given, value)
	}
	for _, i := range c.Adding {
		if i < 0 || i >= len(deeds[c.Action].AddOns) {
			return w, errors.New("that can't be added here")
		}
		w.Adding = append(w.Adding, deeds[c.Action].AddOns[i])
	}
	return w, nil
}

// now shows the current state of the fight.
func (d *Workspace) now(nothing) (*view, error) {
	if d.fight == nil {
		return nil, errNoFight
	}
	return d.fight.view(), nil
}

// decideAll answers one question after the other: the decisions taken in an engine that is gone.
func (d *Workspace) decideAll(list []choice) (nothing, error) {
	d.leaveOdds()
	s, err := d.driven()
	for i := 0; i < len(list) && err == nil; i++ {
		err = answered(s, list[i])
	}
	return nothing{}, err
}

// answered answers the question of a fight.
func answered(s *session.Session, c choice) error {
	switch c.Kind {
	case "do":
		w, err := way(s, c)
		if err != nil {
			return err
		}
		return s.Do(w)
	case "pass":
		return s.Pass()
	case "pick":
		return s.Pick(c.Picked...)
	case "roll":
		return s.Roll(c.Faces...)
	case "on": // as many questions as it was
		n := s.Answers() + c.At
		return s.PlayOn(func(session.Question) bool { return s.Answers() < n })
	case "undo":
		s.Undo()
		return nil
	case "reopen":
		if !s.Reopen(c.At) {
			return errors.New("the fight has gone on, and that can't be asked any more")
		}
		return nil
	case "ask":
		s.Ask(c.Asking)
		return nil
	}
	return s.ByTactic()
}

// until says how far tactics play on: to the end of the fight, or to the next turn: when another combatant's begins, or the clock advances.
type until struct {
	End bool `json:"end"`
}

// playOn lets tactics decide for a while: one decision.
func playOn(s *session.Session, u until) error {
	started := time.Now()
	first, more := s.Question()
	if !more {
		return nil
	}
	return s.PlayOn(func(q session.Question) bool {
		next := q.Turn && q.Who != first.Who || q.Clock != first.Clock
		return (!next || u.End) && time.Since(started) < longest
	})
}

// backTo takes back all decisions but the first ones.
func backTo(s *session.Session, decisions int) error {
	s.BackTo(decisions)
	return nil
}

// at shows the fight after a number of events.
func (d *Workspace) at(events int) (*scene, error) {
	if d.fight != nil && d.fight.sequence != nil {
		scenes, err := d.fight.throughParts([]int{max(0, min(events, d.fight.lastPart().to()))})
		if err != nil {
			return nil, err
		}
		return scenes[0], nil
	}
	s, err := d.driven()
	if err != nil {
		return nil, err
	}
	m, err := s.At(min(events, s.Events()))
	if err != nil {
		return nil, err
	}
	return sceneOf(m), nil
}

// scenes shows the fight at several numbers of events, which ascend, in the time that one of them takes.
func (d *Workspace) scenes(events []int) ([]*scene, error) {
	if d.fight != nil && d.fight.sequence != nil {
		return d.fight.throughParts(events)
	}
	s, err := d.driven()
	if err != nil {
		return nil, err
	}
	list := []*scene{}
	err = s.Through(events, func(m *interp.Machine) { list = append(list, sceneOf(m)) })
	return list, err
}

// written returns the file of the encounter, with the fight as its script.
func (d *Workspace) written(s *session.Session, _ nothing) (file, error) {
	if d.fight.which.Case != "" && d.fight.which.Case != s.Encounter().Name {
		return file{}, errors.New("a case of a file can't be saved as a fight")
	}
	if d.fight.which.Step > 0 {
		return file{}, errors.New("a fight that only a sequence has can't be saved by itself")
	}
	whole, err := d.read(d.fight.which.File)
	if err != nil {
		return file{}, err
	}
	text, err := s.Written(whole.Text)
	return file{whole.Name, text}, err
}

// format is the format of a record: text, html as one page, or json with an event a line.
type format struct {
	Format string `json:"format"`
}

// recorded renders a fight as rulec run does, without the lines at the end about how to play it again; a fight played by hand as far as it has
// been played.
func (d *Workspace) recorded(f format) (string, error) {
	if d.fight == nil {
		return "", errNoFight
	}
	var out bytes.Buffer
	asJSON := f.Format == "json"
	log, err := d.fight.record(&out, asJSON)
	switch {
	case err != nil || asJSON:
	case f.Format == "html":
		err = log.HTML(&out)
	default:
		err = log.Text(&out)
	}
	return out.String(), err
}

// record returns the log of a fight without explanations; as JSON its events are written instead.
func (f *fight) record(out io.Writer, asJSON bool) (log *story.Log, err error) {
	s := f.session
	switch {
	case f.sequence != nil:
		log = &story.Log{Title: f.sequence.Title}
		_, err = sequence.Play(f.sequence, interp.Options{Trace: true, Sums: true}, false, func(p *sequence.Part) error {
			if asJSON {
				return p.Machine.JSON(out)
			}
			log.Join(p.Heading(), interp.Log(p.Machine, asTheCommand))
			return nil
		})
		return log, err
	case f.mode == watching:
		o := s.Options()
		o.Explain = false
		if s, err = session.Watch(s.Encounter(), o); err != nil {
			return nil, err
		}
	}
	if asJSON {
		return nil, s.WriteJSON(out)
	}
	return s.Log(asTheCommand), nil
}
