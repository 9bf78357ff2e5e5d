package laws

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Options say what to search for, and where.
type Options struct {
	// Ruleset is the file of a ruleset, or the name of a built-in one; Load says how to find it.
	Ruleset string
	Load    lang.Options
	// Encounters are the texts of files; encounters of the ruleset among them are models for combatants.
	Encounters []string
	// Fights is how many fights to play, Seed the seed for all of them.
	Fights int
	Seed   uint64
	// Until, if not empty, is a law: the search ends when it is found not to hold.
	Until string
	// Workers is how many workers play in parallel; 0 means one per processor.
	Workers int
	// Context, if not nil, ends the search and running fights when it is done.
	Context context.Context
	// Progress, if not nil, is called with the number of fights played. Calls are never concurrent.
	Progress func(done, of int)
}

// Result is the result of a search.
type Result struct {
	Program *program.Program `json:"-"`
	Seed    uint64           `json:"seed,string"`
	// Fights is how many were played, Refused how many generated encounters can't be played.
	Fights  int `json:"fights"`
	Refused int `json:"refused"`
	// Decisions is the number of decisions, Done how many of the ruleset's actions were used.
	Decisions int `json:"decisions"`
	Done      int `json:"actions_done"`
	// Held is how often each law of the ruleset was checked in a fight.
	Held []int `json:"-"`
	// ByTactics is how many fights were played for a law that needs tactics: ends and even_sides.
	ByTactics map[string]int `json:"-"`
	// Broken are the laws that don't hold, in the order in which they were found.
	Broken []*Broken `json:"broken"`
}

// Broken is a law that doesn't hold.
type Broken struct {
	// Law is its name; Err is the error of the smallest fight that was found.
	Law string           `json:"law"`
	Err *diag.Diagnostic `json:"-"`
	// Fight is the number of the fight in which it was found first, from 0.
	Fight int `json:"fight"`
	// Case is a file with one case that fails by it, as was checked; Lines is the number of lines in its script,
	// Fighters the number of combatants.
	Case     string `json:"case"`
	Lines    int    `json:"lines"`
	Fighters int    `json:"fighters"`
}

const (
	// chunk is how many fights are played before their findings are examined.
	chunk = 64
	// mostPlays is the maximum number of places to report at which actions stop the rules with an error.
	mostPlays = 5
	// randomly is the number of turns with random actions, afterwards that of turns by tactics after those.
	randomly, afterwards = 14, 40
	// supposing is on how many occasions of a fight something is supposed.
	supposing = 4
	// mostMade is how many encounters are made to get one that can be played.
	mostMade = 20
	// unshown is after how many fights that break a law without a failing case that law is ignored.
	unshown = 8
)

// ErrTimeUp is the error of a search whose context is done.
var ErrTimeUp = errors.New("the search was stopped")

// known is what has been found already, and is ignored from then on.
type known struct {
	laws   map[string]bool
	places map[string]bool
}

// Look looks for fights in which a law doesn't hold. The list has the problems of the ruleset; with errors there is
// no result. The error is [ErrTimeUp], with the findings so far.
func Look(o Options) (*Result, diag.List, error) {
	s := &search{Options: o, known: known{map[string]bool{}, map[string]bool{}}, unshown: map[string]int{}, done: map[string]bool{}}
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range min(workers, chunk) {
		t, list := newTester(o)
		if t == nil {
			return nil, list, nil
		}
		s.testers = append(s.testers, t)
	}
	s.result.Program, s.result.Seed, s.result.Broken = s.testers[0].program, o.Seed, []*Broken{}
	s.result.ByTactics = map[string]int{}
	s.result.Held = make([]int, len(s.result.Program.Laws))
	for first := 0; first < o.Fights; first += chunk {
		if !s.chunk(first, min(chunk, o.Fights-first)) {
			return s.whole(), nil, ErrTimeUp
		}
		if s.known.laws[o.Until] || len(s.known.places) > 0 && o.Until == program.BuiltInLaws[program.LawPlays] {
			break
		}
	}
	return s.whole(), nil, nil
}

// search is a running search.
type search struct {
	Options
	testers []*tester
	known   known
	unshown map[string]int  // by law
	done    map[string]bool // actions that were used
	result  Result

	mutex  sync.Mutex
	played int
}

// progress reports that one more fight has been played.
func (s *search) progress() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.played++; s.Progress != nil {
		s.Progress(s.played, s.Fights)
	}
}

func (s *search) whole() *Result {
	s.result.Done = len(s.done)
	return &s.result
}

// chunk plays some fights in parallel, and then makes those with findings smaller, in order. If the search is ended
// meanwhile, the fights that are over count, and it returns false.
func (s *search) chunk(first, n int) bool {
	fights := make([]played, n)
	next := make(chan int)
	var workers sync.WaitGroup
	for _, t := range s.testers {
		t.know(s.known)
		workers.Go(func() {
			for i := range next {
				if t.isCut() {
					continue
				}
				if f := t.play(s.Seed, first+i); !t.isCut() {
					f.over = true
					fights[i] = f
					s.progress()
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
	for i := range fights {
		f := &fights[i]
		if !f.over {
			continue
		}
		s.result.Fights++
		s.result.Decisions += len(f.decided)
		switch {
		case f.refused:
			s.result.Refused++
		case f.of == toEnd && f.asked:
			s.result.ByTactics[program.BuiltInLaws[program.LawEnds]]++
		case f.of == toBeEven && f.asked:
			s.result.ByTactics[program.BuiltInLaws[program.LawEvenSides]]++
		}
		for k, times := range f.held {
			s.result.Held[k] += times
		}
		for _, d := range f.decided {
			if d.way != nil {
				s.done[d.way.Action.Def.Kind.Plural+"."+d.way.Action.Def.Name] = true
			}
		}
		if f.found != nil && s.isNew(f.found) {
			s.show(f, first+i)
		}
	}
	return !s.testers[0].isCut()
}

// isNew reports whether a finding is of a new kind.
func (s *search) isNew(f *finding) bool {
	return !s.known.laws[f.law] && !s.known.places[f.place] && (f.place == "" || len(s.known.places) < mostPlays)
}

// show reports a finding, if a case shows it: then it is known.
func (s *search) show(p *played, number int) {
	f := p.found
	if b := s.testers[0].smallest(p, number); b != nil {
		s.result.Broken = append(s.result.Broken, b)
	} else if s.unshown[f.law+f.place]++; s.unshown[f.law+f.place] < unshown {
		return
	}
	if f.place == "" {
		s.known.laws[f.law] = true
	} else {
		s.known.places[f.place] = true
	}
}

// finding is a law that doesn't hold in a fight.
type finding struct {
	law   string
	place string // of an error of the rules
	err   *diag.Diagnostic
}

// played is the result of a fight.
type played struct {
	of      purpose
	draft   *draft
	decided []decision
	held    []int
	refused bool
	// over means that the search wasn't ended while it was played.
	over bool
	// asked reports whether the ruleset requires even sides, or an end, in it.
	asked bool
	found *finding
}

// tester plays fights of a ruleset.
type tester struct {
	load lang.Options
	// ruleset is its name in the encounters, which are read as if they were in a folder.
	ruleset, folder string
	program         *program.Program
	known           []fighter
	// base are the params that all encounters set.
	base [][2]string
	// usual is the ruleset unchanged, other with the params of the latest drafts.
	usual, other variant
	// watched are the names of the checked laws; places are those of known findings.
	watched []string
	places  map[string]bool
	// took is how many steps it has taken to make a fight smaller.
	took int64
	// cut, if not nil, aborts running fights.
	cut context.Context
}

// isCut reports whether running fights are aborted.
func (t *tester) isCut() bool { return t.cut != nil && t.cut.Err() != nil }

// newTester reads a ruleset; nil if it has errors.
func newTester(o Options) (*tester, diag.List) {
	t := &tester{load: o.Load, ruleset: o.Ruleset, cut: o.Context}
	if path.Ext(o.Ruleset) != "" {
		t.folder, t.ruleset = path.Dir(o.Ruleset), "./"+path.Base(o.Ruleset)
	}
	t.usual.memo = lang.NewMemo()
	t.load.Memo = t.usual.memo
	rules, list := lang.ReadRules(o.Ruleset, t.load)
	if list.HasErrors() {
		return nil, list
	}
	if t.program, list = lang.Load(o.Ruleset, t.load); list.HasErrors() {
		return nil, list
	}
	t.load.Rules, t.load.Prove, t.load.Set = rules, nil, nil
	for _, name := range slices.Sorted(maps.Keys(o.Load.Set)) {
		t.base = append(t.base, [2]string{name, o.Load.Set[name]})
	}
	t.known = t.combatants(o.Encounters)
	return t, nil
}

// know makes it ignore known findings.
func (t *tester) know(k known) {
	t.places, t.watched = maps.Clone(k.places), nil
	for _, name := range t.names() {
		if !k.laws[name] {
			t.watched = append(t.watched, name)
		}
	}
}

// names returns the names of all laws.
func (t *tester) names() []string {
	names := slices.Clone(program.BuiltInLaws[1:])
	for _, l := range t.program.Laws {
		if l.BuiltIn == program.OwnLaw {
			names = append(names, l.Name)
		}
	}
	return names
}

// holds reports whether a built-in law is checked.
func (t *tester) holds(b program.BuiltInLaw) bool {
	if !slices.Contains(t.watched, program.BuiltInLaws[b]) {
		return false
	}
	return !waived(t.program, b)
}

// waived reports whether a ruleset switches off a built-in law.
func waived(p *program.Program, b program.BuiltInLaw) bool {
	l := p.LawOf(b)
	return l != nil && l.If != nil && l.For == nil && l.If.Expr.Op == program.OpConst && l.If.Expr.Num == 0
}

// read reads a draft; nil if it can't be played.
func (t *tester) read(d *draft) *interp.Fight {
	name, o := t.instead(madeName, d.text(t.ruleset))
	v := t.variantOf(d)
	o.Memo = v.memo
	e, list := lang.LoadEncounter(name, o)
	if list.HasErrors() {
		return nil
	}
	if v.code == nil || v.code.Program != e.Program {
		v.code = interp.Compile(e.Program)
	}
	fight, err := interp.Prepare(v.code, e)
	if err != nil {
		return nil
	}
	return fight
}

// variant is a ruleset with some params set, as last read and compiled.
type variant struct {
	set  string
	memo *lang.Memo
	code *interp.Code
}

// variantOf returns the ruleset for a draft.
func (t *tester) variantOf(d *draft) *variant {
	if d.set == nil {
		return &t.usual
	}
	if set := strings.Join(pairs(d.set), ", "); t.other.set != set {
		t.other = variant{set: set, memo: lang.NewMemo()}
	}
	return &t.other
}

// madeName is the file name of generated encounters in messages.
const madeName = "made.yaml"

// instead returns a name and options to read a text as a file.
func (t *tester) instead(base, text string) (name string, o lang.Options) {
	name, o = path.Join(t.folder, base), t.load
	if o.Files == nil {
		name = lang.Shown(name)
	}
	o.Instead = maps.Clone(o.Instead)
	if o.Instead == nil {
		o.Instead = map[string]string{}
	}
	o.Instead[name] = text
	return name, o
}

// fightLimits bound a fight: endless loops show early.
var fightLimits = interp.Limits{ActionSteps: 100_000, Steps: 3_000_000, Events: 50_000, Batches: 1000, Instances: 1000, Entries: 1000}

// machine returns a machine that plays a draft and checks laws.
func (t *tester) machine(f *interp.Fight, d *draft, watched []string) *interp.Machine {
	if !d.mustEnd {
		watched = slices.DeleteFunc(slices.Clone(watched), func(name string) bool { return name == program.BuiltInLaws[program.LawEnds] })
	}
	return interp.New(f, interp.Options{Limits: fightLimits, Seed: d.seed, Seeded: true, Laws: watched, Context: t.cut})
}

// each means that one in so many fights is for even sides, and another for an end.
const each = 8

// play makes a fight and plays it.
func (t *tester) play(seed uint64, number int) (p played) {
	r := rand.New(rand.NewPCG(seed, uint64(number)))
	m := &maker{r, t.program, t.known}
	of := toPlay
	set := t.setIn(seed, number/chunk)
	switch tactics := len(t.program.Tactics) > 0; {
	case number%each == 1 && tactics && (t.holds(program.LawEvenSides) || set != nil && slices.Contains(t.watched, program.BuiltInLaws[program.LawEvenSides])):
		of = toBeEven
	case number%each == 5 && tactics && t.holds(program.LawEnds) && t.program.Time != nil && t.program.Time.Over != nil:
		of = toEnd
	}
	p.of = of
	var fight *interp.Fight
	for tries := 0; fight == nil; tries++ {
		if tries == mostMade {
			p.refused = true
			return p
		}
		p.draft = m.encounter(of)
		p.draft.base, p.draft.set = t.base, set
		if of == toEnd {
			p.draft.mustEnd = true
		}
		fight = t.read(p.draft)
		if fight != nil && p.draft.apart(t.widest(fight, p.draft), of == toBeEven) {
			fight = t.read(p.draft)
		}
		if fight != nil && !t.canBegin(fight, p.draft) {
			fight = nil
		}
	}
	switch of {
	case toBeEven:
		if p.asked = t.asksFor(program.LawEvenSides, fight, p.draft); p.asked {
			p.found = t.uneven(fight, p.draft)
		}
	case toEnd:
		p.asked = t.asksFor(program.LawEnds, fight, p.draft)
		p.found, p.held = t.ends(fight, p.draft, t.watched)
	default:
		t.anything(&p, fight, r)
	}
	return p
}

// setIn returns the params for the fights of a chunk: in every other chunk one param, the same for all of its
// fights, as each setting is checked and compiled.
func (t *tester) setIn(seed uint64, number int) [][2]string {
	if number%2 == 0 {
		return nil
	}
	return (&maker{rand.New(rand.NewPCG(seed, 1<<63|uint64(number))), t.program, nil}).set()
}

// widest returns the size of the largest fighter, in spaces.
func (t *tester) widest(fight *interp.Fight, d *draft) (spaces int) {
	m := t.machine(fight, d, nil)
	m.Reset(0)
	for i := range d.fighters {
		spaces = max(spaces, int(m.AreaOf(board.Thing(i+1)).Size))
	}
	return spaces
}

// canBegin reports whether all fighters have valid places, and each side has one that isn't out.
func (t *tester) canBegin(fight *interp.Fight, d *draft) bool {
	m := t.machine(fight, d, nil)
	up := map[string]bool{}
	for i, f := range d.fighters {
		out, err := m.IsOut(board.Thing(i + 1))
		up[f.side] = up[f.side] || !out || err != nil
	}
	var list diag.List
	return m.ClosedStarts(&list) == nil && len(list) == 0 && !slices.Contains(slices.Collect(maps.Values(up)), false)
}

// anything plays a fight with random actions.
func (t *tester) anything(p *played, fight *interp.Fight, r *rand.Rand) {
	m := t.machine(fight, p.draft, t.watched)
	by := &player{random: r, turns: 2 + r.IntN(randomly), more: afterwards}
	m.Obey(by)
	_, err := m.Run()
	p.decided, p.held = by.decided, m.LawsHeld()
	if p.found = t.finding(m, err); p.found != nil {
		return
	}
	occasions := m.Occasions()
	r.Shuffle(len(occasions), func(i, j int) { occasions[i], occasions[j] = occasions[j], occasions[i] })
	p.found = t.supposing(m, p.decided, occasions[:min(len(occasions), supposing)])
}

// supposing plays a fight again, supposing something on some occasions.
func (t *tester) supposing(m *interp.Machine, decided []decision, occasions []exec.Occasion) *finding {
	defer m.Suppose(nil)
	for i := range occasions {
		m.Suppose(&occasions[i])
		m.Reset(0)
		m.Obey(replay(decided, stops))
		_, err := m.Run()
		t.took += m.Took()
		if script.IsBroken(err) {
			return t.finding(m, err)
		}
	}
	return nil
}

// finding returns the law that an error breaks; nil if there is none, or it is known.
func (t *tester) finding(m *interp.Machine, err error) *finding {
	var d *diag.Diagnostic
	if !errors.As(err, &d) || t.isCut() {
		return nil
	}
	f := &finding{err: d, law: m.Broken()}
	if f.law != "" {
		return f
	}
	if d.Span.Source != nil && path.Base(d.Span.Source.Name) == madeName {
		return nil // the encounter gives invalid values
	}
	f.law = program.BuiltInLaws[program.LawPlays]
	f.place = placeOf(d)
	if waived(m.Program(), program.LawPlays) || t.places[f.place] {
		return nil
	}
	return f
}

// placeOf identifies an error of the rules and its place.
func placeOf(d *diag.Diagnostic) string {
	return fmt.Sprintf("%s %s:%d", d.Code, nameOf(d), d.Span.Start)
}

func nameOf(d *diag.Diagnostic) string {
	if d.Span.Source == nil {
		return d.Message
	}
	return d.Span.Source.Name
}

// ends plays a fight by tactics that has to end.
func (t *tester) ends(fight *interp.Fight, d *draft, watched []string) (*finding, []int) {
	m := t.machine(fight, d, watched)
	_, err := m.Run()
	return t.finding(m, err), m.LawsHeld()
}

// same plays a draft again, and returns its finding if it breaks the same law; else nil.
func (t *tester) same(d *draft, decided []decision, f *finding) *finding {
	fight := t.read(d)
	if fight == nil {
		return nil
	}
	var found *finding
	switch {
	case f.law == program.BuiltInLaws[program.LawEvenSides]:
		found = t.uneven(fight, d)
	case d.mustEnd:
		found, _ = t.ends(fight, d, []string{f.law})
	default:
		m := t.machine(fight, d, []string{f.law})
		m.Obey(replay(decided, d.then))
		_, err := m.Run()
		t.took += m.Took()
		d.clock = m.Now()
		if found = t.finding(m, err); found == nil && err == nil {
			found = t.supposing(m, decided, m.Occasions())
		}
	}
	if found == nil || found.law != f.law || found.place != f.place {
		return nil
	}
	return found
}

// asksFor reports whether the ruleset requires a built-in law in a fight.
func (t *tester) asksFor(b program.BuiltInLaw, fight *interp.Fight, d *draft) bool {
	m := t.machine(fight, d, nil)
	m.Reset(0)
	asks, err := m.AsksFor(b)
	return asks && err == nil
}

// uneven checks whether the sides of a draft are uneven.
func (t *tester) uneven(fight *interp.Fight, d *draft) *finding {
	m := interp.New(fight, interp.Options{Limits: fightLimits, Seed: d.seed, Seeded: true, Context: t.cut})
	err := ruletest.Uneven(m)
	if err == nil {
		return nil
	}
	return &finding{law: program.BuiltInLaws[program.LawEvenSides], err: err}
}
