package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/difficulty"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/find"
	"github.com/rulec/rulec/internal/laws"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/tune"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// looked is a search in the fight that it names, or in the rules of one of its files.
type looked struct {
	which
	// For is its kind: laws, find, howHard or tune.
	For string `json:"for"`
	// Open is the file in the editor: the laws are those of its rules, if it has any.
	Open   string `json:"open"`
	Seed   uint64 `json:"seed,string"`
	Fights uint64 `json:"fights"`
	// Ahead is how many of the fights each side in turn plays thinking ahead, to find what its tactics miss.
	Ahead uint64 `json:"ahead"`
	// Side is the side for which the difficulty of a fight is measured.
	Side string `json:"side"`
	// Goal is the wanted result of a fight, Within the tolerance, Changes what may change.
	Goal    string   `json:"goal"`
	Within  string   `json:"within"`
	Changes []string `json:"changes"`
}

// found are the results so far.
type found struct {
	// More is set until it is done: ask again for the rest. Done is how many of the fights have been played, Of their total; 0 means not
	// known yet.
	More bool   `json:"more,omitempty"`
	Done uint64 `json:"done"`
	Of   uint64 `json:"of"`
	// Title and Blocks are the report.
	Title  string          `json:"title"`
	Blocks json.RawMessage `json:"blocks"`
	// Watch are sample fights, Cases files of fights in which a law doesn't hold, Lines the changes to the encounter that lead to the goal.
	Watch []shows `json:"watch,omitempty"`
	Cases []fails `json:"cases,omitempty"`
	Lines string  `json:"lines,omitempty"`
}

// shows is a sample fight, by its number.
type shows struct {
	What  string `json:"what"`
	Trial uint64 `json:"trial"`
}

// fails is a file with a case in which a law doesn't hold.
type fails struct {
	Law  string `json:"law"`
	File file   `json:"file"`
}

// searchFor are the kinds of searches. Each works until its context is cancelled, and writes down what it has found so far.
var searchFor = map[string]func(*Workspace, context.Context, looked, *found) error{
	"laws": (*Workspace).lawsBroken, "find": (*Workspace).unbalanced, "howHard": (*Workspace).howHard, "tune": (*Workspace).tuned,
}

// searchesLonger is how many times longer than odds a search runs for one answer.
const searchesLonger = 4

// search runs a search for a while.
func (d *Workspace) search(q looked) (found, error) {
	if of := fmt.Sprint(q); d.searching == nil || d.searching.of != of {
		d.leaveSearch()
		look, known := searchFor[q.For]
		if !known {
			return found{}, fmt.Errorf("unknown search %q", q.For)
		}
		d.searching = startJob(of, searchesLonger*d.atOnce, found{More: true}, func(e *job[found]) error {
			err := look(d, asking{d.Context, e.wanted}, q, &e.answer)
			e.answer.More = false
			return err
		})
	}
	x := d.searching
	if !x.goOn() {
		d.leaveSearch()
	}
	return x.answer, x.err
}

// leaveSearch ends a search that is no longer wanted.
func (d *Workspace) leaveSearch() {
	if d.searching != nil {
		d.searching.stop()
		d.searching = nil
	}
}

// tell stores a report.
func (f *found) tell(d *report.Document) (err error) {
	f.Title = d.Title
	f.Blocks, err = json.Marshal(report.Blocks(d.Blocks))
	return err
}

// lawsBroken looks for fights in which a law of the rules doesn't hold.
func (d *Workspace) lawsBroken(ctx context.Context, q looked, f *found) error {
	rules := cmp.Or(d.rulesOf(q.Open), d.rulesOf(q.File))
	if rules == "" {
		return fmt.Errorf("%s names no rules", q.Open)
	}
	if err := fightsFrom(q.Fights, 1_000_000); err != nil {
		return err
	}
	// Built-in rules are called by their names.
	folder, base := path.Dir(rules), strings.TrimSuffix(path.Base(rules), path.Ext(rules))
	called := "./" + path.Base(rules)
	around := folder
	if folder == "rulesets" {
		folder, called, around = "", base, "examples"
	}
	var beside []string
	if all, err := fs.Sub(layered(d.drafts), around); err == nil {
		beside = laws.Beside(all)
	}
	f.Of = q.Fights
	r, list, err := laws.Look(laws.Options{
		Ruleset: rules, Load: d.options(), Encounters: beside, Fights: int(q.Fights), Seed: q.Seed, Workers: 1, Context: ctx,
		Progress: func(done, _ int) { f.Done = uint64(done) },
	})
	if list.HasErrors() {
		return list.First()
	}
	if err != nil {
		return err
	}
	for _, x := range r.Broken {
		f.Cases = append(f.Cases, fails{x.Law, file{path.Join(folder, base+"-"+x.Law+".yaml"), laws.CasesOf(called, []*laws.Broken{x})}})
	}
	return f.tell(r.Document(""))
}

// fightsFrom returns an error if the number of fights is not allowed.
func fightsFrom(fights, most uint64) error {
	if fights == 0 || fights > most {
		return fmt.Errorf("the number of fights must be between 1 and %s", report.Thousands(int64(most)))
	}
	return nil
}

// playable returns the fight to search in, and how its fights are played.
func (d *Workspace) playable(ctx context.Context, q looked, f *found, most uint64) (*program.Encounter, experiment.Many, error) {
	many := experiment.Many{Seed: q.Seed, Fights: q.Fights, Workers: 1, Cut: ctx, Progress: func(done, of uint64) { f.Done, f.Of = done, of }}
	e, list := lang.LoadEncounter(q.File, d.options())
	if list.HasErrors() {
		return nil, many, list.First()
	}
	if err := fitsMany(e); err != nil {
		return nil, many, err
	}
	return e, many, fightsFrom(q.Fights, most)
}

// unbalanced looks for options that are never, or always, worth taking.
func (d *Workspace) unbalanced(ctx context.Context, q looked, f *found) error {
	e, many, err := d.playable(ctx, q, f, find.MostFights)
	if err != nil {
		return err
	}
	r, err := find.Run(ctx, &find.Job{Encounter: e, Ahead: q.Ahead, Many: many})
	if err != nil {
		return err
	}
	r.Program = d.version
	for _, x := range r.Findings {
		if x.Set == nil { // otherwise it shows only if a side thinks ahead
			f.Watch = append(f.Watch, shows{fmt.Sprintf("%s, %s", x.About, x.Kind), x.Trial})
		}
	}
	return f.tell(r.Document())
}

// howHard measures how hard a fight is for a side.
func (d *Workspace) howHard(ctx context.Context, q looked, f *found) error {
	e, many, err := d.playable(ctx, q, f, difficulty.MostFights)
	if err != nil {
		return err
	}
	more, err := tune.ParseChanges(q.Changes, e)
	if err != nil {
		return cantRead("", err)
	}
	job := &difficulty.Job{Side: max(0, slices.Index(e.Sides, q.Side)), More: more, Many: many}
	job.Reads(q.File, d.options())
	r, err := difficulty.Run(ctx, job)
	if err != nil {
		return err
	}
	r.Program = d.version
	if r.Typical != nil {
		f.Watch = []shows{{"a typical fight", r.Typical.Trial}}
	}
	return f.tell(r.Document())
}

// cantRead returns an error for a text of a user: this one, or the one that the error has.
func cantRead(text string, err error) error {
	wrong := (*tune.CantRead)(nil)
	if !errors.As(err, &wrong) {
		return err
	}
	text = cmp.Or(text, wrong.Text) + ": " + wrong.Message
	if wrong.Hint != "" {
		text += "; " + wrong.Hint
	}
	return errors.New(text)
}

// tuned looks for the smallest change that leads to a wanted result.
func (d *Workspace) tuned(ctx context.Context, q looked, f *found) error {
	e, many, err := d.playable(ctx, q, f, tune.MostFights)
	if err != nil {
		return err
	}
	job := &tune.Job{Many: many}
	if job.Goal, err = tune.ParseGoal(q.Goal, q.Within, experiment.NewSetup(e, nil)); err != nil {
		return cantRead(q.Goal, err)
	}
	if job.Changes, err = tune.ParseChanges(q.Changes, e); err != nil {
		return cantRead("", err)
	}
	if len(job.Changes) == 0 {
		return errors.New("what may change? A param, or a combatant's stat")
	}
	job.Load = func(set map[string]string) (*program.Encounter, diag.List) {
		opts := d.options()
		opts.Set = set
		return lang.LoadEncounter(q.File, opts)
	}
	r, err := tune.Run(ctx, job)
	if rejected := (*tune.Rejected)(nil); errors.As(err, &rejected) {
		return fmt.Errorf("with %s", rejected.Error())
	}
	if err != nil {
		return err
	}
	r.Program = d.version
	f.Lines = r.Lines
	return f.tell(r.Document())
}

// turns are the possible goals of a fight, what may change in it, and its seed.
type turns struct {
	Seed    uint64   `json:"seed,string"`
	Sides   []string `json:"sides"`
	Goals   []string `json:"goals"`
	Changes []string `json:"changes"`
}

// turns lists the possible goals and changes of a fight.
func (d *Workspace) turns(w which) (*turns, error) {
	e, err := d.encounter(w)
	if err != nil {
		return nil, err
	}
	x := &turns{Seed: e.Seed, Sides: e.Sides, Goals: []string{}, Changes: []string{}}
	for _, side := range e.Sides {
		x.Goals = append(x.Goals, side+" wins 50%")
	}
	for _, p := range e.Program.Params {
		x.Changes = append(x.Changes, p.Name)
	}
	for _, t := range e.Things {
		if t.Kind != e.Program.Creature {
			continue
		}
		x.Goals = append(x.Goals, t.Name+" stands 50%")
		for _, f := range t.Kind.Fields {
			if name := t.Name + "." + f.Name; f.Family == nil {
				x.Changes = append(x.Changes, name)
			}
		}
	}
	x.Goals = append(x.Goals, "fights last 5")
	x.Changes = slices.DeleteFunc(x.Changes, func(name string) bool {
		_, err := tune.ParseChange(name, e)
		return err != nil
	})
	return x, nil
}
