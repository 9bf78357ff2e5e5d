package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// looked says what is looked for, in the fight that it names, or in the rules of one of these files.
type looked struct {
	which
	// For is what: laws, find, howHard or tune.
	For string `json:"for"`
	// Open is the file that the editor shows: the laws are those of its rules, if it is about some.
	Open   string `json:"open"`
	Seed   uint64 `json:"seed,string"`
	Fights uint64 `json:"fights"`
	// Ahead is how many of the fights each side in turn plays thinking ahead, to find what its tactics miss.
	Ahead uint64 `json:"ahead"`
	// Side is the one for which it is asked how hard a fight is.
	Side string `json:"side"`
	// Goal is what is wanted of a fight, Within how far it may be missed, Changes what may be turned.
	Goal    string   `json:"goal"`
	Within  string   `json:"within"`
	Changes []string `json:"changes"`
}

// found is what has come of it so far.
type found struct {
	// More is set while it isn't done: whoever wants to know asks again. Done is how many fights have been played,
	// Of how many there are; 0: that shows only later.
	More bool   `json:"more,omitempty"`
	Done uint64 `json:"done"`
	Of   uint64 `json:"of"`
	Text string `json:"text"`
	// Watch are fights that show something, Cases files of fights in which a law doesn't hold, Lines what the
	// encounter has to say to come out as wanted.
	Watch []shows `json:"watch,omitempty"`
	Cases []fails `json:"cases,omitempty"`
	Lines string  `json:"lines,omitempty"`
}

// shows is a fight, by its number, that shows something.
type shows struct {
	What  string `json:"what"`
	Trial uint64 `json:"trial"`
}

// fails is a file with a case in which a law doesn't hold.
type fails struct {
	Law  string `json:"law"`
	File file   `json:"file"`
}

// search is something that is looked for, a while at a time.
type search struct {
	*job
	// of is what was asked.
	of    string
	found found
	err   error
}

// searchFor are the ways to look for something. Each says at once what can't be, and returns what has to be done.
var searchFor = map[string]func(*Workspace, looked, *search) (func(context.Context) error, error){
	"laws": (*Workspace).lawsBroken, "find": (*Workspace).unbalanced, "howHard": (*Workspace).howHard, "tune": (*Workspace).tuned,
}

// searchesLonger is how many times longer than for odds is searched for one answer.
const searchesLonger = 4

// search looks for something, for a while.
func (d *Workspace) search(q looked) (*found, error) {
	if of := fmt.Sprint(q); d.searching == nil || d.searching.of != of {
		d.leaveSearch()
		begin, known := searchFor[q.For]
		if !known {
			return nil, fmt.Errorf("nothing looks for %q", q.For)
		}
		s := &search{of: of}
		work, err := begin(d, q, s)
		if err != nil {
			return nil, err
		}
		s.job = begun(searchesLonger*d.atOnce, func(e *job) { s.err = work(asking{context.Background(), e}) })
		d.searching = s
	}
	s := d.searching
	if s.goOn() {
		return &found{More: true, Done: s.found.Done, Of: s.found.Of}, nil
	}
	d.leaveSearch()
	return &s.found, s.err
}

// leaveSearch ends what is looked for: nobody wants to know it.
func (d *Workspace) leaveSearch() {
	if d.searching != nil {
		d.searching.stop()
		d.searching = nil
	}
}

// tell takes the text of a report.
func (s *search) tell(report interface{ Text(io.Writer) error }) error {
	var b strings.Builder
	err := report.Text(&b)
	s.found.Text = b.String()
	return err
}

// lawsBroken looks for fights in which a law of rules doesn't hold.
func (d *Workspace) lawsBroken(q looked, s *search) (func(context.Context) error, error) {
	rules := cmp.Or(d.rulesOf(q.Open), d.rulesOf(q.File))
	if rules == "" {
		return nil, fmt.Errorf("%s is about no rules", q.Open)
	}
	if err := fightsFrom(q.Fights, 1_000_000); err != nil {
		return nil, err
	}
	// Those that come with the program are called by their names.
	folder, base := path.Dir(rules), strings.TrimSuffix(path.Base(rules), path.Ext(rules))
	called := "./" + path.Base(rules)
	around := folder
	if folder == "rulesets" {
		folder, called, around = "", base, "examples"
	}
	var beside []string
	if all, err := fs.Sub(layered{d.drafts}, around); err == nil {
		beside = laws.Beside(all)
	}
	s.found.Of = q.Fights
	return func(ctx context.Context) error {
		r, list, err := laws.Look(laws.Options{
			Ruleset: rules, Load: d.options(), Encounters: beside, Fights: int(q.Fights), Seed: q.Seed, Workers: 1, Context: ctx,
			Progress: func(done, _ int) { s.found.Done = uint64(done) },
		})
		if list.HasErrors() {
			return firstOf(list)
		}
		if err != nil {
			return err
		}
		for _, x := range r.Broken {
			s.found.Cases = append(s.found.Cases, fails{x.Law, file{path.Join(folder, base+"-"+x.Law+".yaml"), laws.CasesOf(called, []*laws.Broken{x})}})
		}
		var b strings.Builder
		err = r.Text(&b, q.Seed, "")
		s.found.Text = b.String()
		return err
	}, nil
}

// fightsFrom is an error where so many fights can't be played.
func fightsFrom(fights, most uint64) error {
	if fights == 0 || fights > most {
		return fmt.Errorf("how many fights are played is a number from 1 to %s", report.Thousands(int64(most)))
	}
	return nil
}

// firstOf is the first error of a list that has some.
func firstOf(list diag.List) error {
	return list[slices.IndexFunc(list, func(x *diag.Diagnostic) bool { return x.Severity == diag.Error })]
}

// playable returns the fight in which something is looked for, and how its fights are played.
func (d *Workspace) playable(q looked, s *search, most uint64) (*program.Encounter, experiment.Many, error) {
	many := experiment.Many{Seed: q.Seed, Fights: q.Fights, Workers: 1, Progress: func(done uint64) { s.found.Done = done }}
	e, list := lang.LoadEncounter(q.File, d.options())
	if list.HasErrors() {
		return nil, many, firstOf(list)
	}
	if idle := experiment.Idle(e); len(idle) > 0 {
		return nil, many, experiment.NobodyPlays(e, idle, "")
	}
	if err := nobodyThinks(e); err != nil {
		return nil, many, err
	}
	return e, many, fightsFrom(q.Fights, most)
}

// unbalanced looks for what is never, or always, worth doing.
func (d *Workspace) unbalanced(q looked, s *search) (func(context.Context) error, error) {
	e, many, err := d.playable(q, s, find.MostFights)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		many.Cut = ctx
		r, err := find.Run(ctx, &find.Job{Encounter: e, Ahead: q.Ahead, Many: many})
		if err != nil {
			return err
		}
		r.Program = d.version
		for _, f := range r.Findings {
			if f.Set == nil { // else it shows only where a side thinks ahead
				s.found.Watch = append(s.found.Watch, shows{fmt.Sprintf("%s, %s", f.About, f.Kind), f.Trial})
			}
		}
		return s.tell(r)
	}, nil
}

// howHard finds out how hard a fight is for a side.
func (d *Workspace) howHard(q looked, s *search) (func(context.Context) error, error) {
	e, many, err := d.playable(q, s, difficulty.MostFights)
	if err != nil {
		return nil, err
	}
	node, _ := lang.ResolveFile(q.File, d.options())
	job := difficulty.Job{Side: max(0, slices.Index(e.Sides, q.Side)), Written: difficulty.Written(node)}
	if job.More, err = changesIn(e, q.Changes); err != nil {
		return nil, err
	}
	opts := d.options()
	job.Load = func(c difficulty.Change) (*program.Encounter, diag.List) {
		opts := c.In(opts)
		opts.Prove = interp.Prover{}
		return lang.LoadEncounter(q.File, opts)
	}
	return func(ctx context.Context) error {
		job.Many = many
		job.Cut = ctx
		r, err := difficulty.Run(ctx, &job)
		if err != nil {
			return err
		}
		r.Program = d.version
		if r.Typical != nil {
			s.found.Watch = []shows{{"a typical fight", r.Typical.Trial}}
		}
		return s.tell(r)
	}, nil
}

// changesIn reads what of a fight may be turned.
func changesIn(e *program.Encounter, texts []string) ([]*tune.Change, error) {
	var list []*tune.Change
	for _, text := range texts {
		c, err := tune.ParseChange(text, e)
		if err != nil {
			return nil, cantRead(text, err)
		}
		if slices.ContainsFunc(list, c.Same) {
			return nil, fmt.Errorf("%s stands there twice", c.Name)
		}
		list = append(list, c)
	}
	return list, nil
}

// cantRead says what is wrong with a text that somebody gave.
func cantRead(text string, err error) error {
	if wrong := (*tune.CantRead)(nil); errors.As(err, &wrong) && wrong.Hint != "" {
		return fmt.Errorf("%s: %s; %s", text, wrong.Message, wrong.Hint)
	}
	return fmt.Errorf("%s: %w", text, err)
}

// tuned looks for the smallest change with which a fight comes out as wanted.
func (d *Workspace) tuned(q looked, s *search) (func(context.Context) error, error) {
	e, many, err := d.playable(q, s, tune.MostFights)
	if err != nil {
		return nil, err
	}
	var job tune.Job
	if job.Goal, err = tune.ParseGoal(q.Goal, q.Within, experiment.NewSetup(e, nil)); err != nil {
		return nil, cantRead(q.Goal, err)
	}
	if job.Changes, err = changesIn(e, q.Changes); err != nil {
		return nil, err
	}
	if len(job.Changes) == 0 {
		return nil, errors.New("what may be turned? A param, or somebody's figure")
	}
	opts := d.options()
	job.Load = func(set map[string]string) (*program.Encounter, diag.List) {
		opts := opts
		opts.Set = set
		return lang.LoadEncounter(q.File, opts)
	}
	return func(ctx context.Context) error {
		job.Many = many
		job.Cut = ctx
		r, err := tune.Run(ctx, &job)
		if refused := (*tune.Refused)(nil); errors.As(err, &refused) {
			return fmt.Errorf("with %s", refused.Error())
		}
		if err != nil {
			return err
		}
		r.Program = d.version
		s.found.Lines = r.Lines
		return s.tell(r)
	}, nil
}

// turns are what can be wanted of a fight, and what may be turned in it.
type turns struct {
	Sides   []string `json:"sides"`
	Goals   []string `json:"goals"`
	Changes []string `json:"changes"`
}

// turns lists what can be asked of a fight.
func (d *Workspace) turns(w which) (*turns, error) {
	e, err := d.encounter(w)
	if err != nil {
		return nil, err
	}
	x := &turns{Sides: e.Sides, Goals: []string{}, Changes: []string{}}
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
