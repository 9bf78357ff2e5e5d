package difficulty

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/internal/tune"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// Job is what to judge.
type Job struct {
	// Side is the index of the side it is hard for.
	Side int
	// Load reads the encounter with a change; the zero Change changes nothing.
	Load func(c Change) (*program.Encounter, diag.List)
	// Written has the figures of combatants that the encounter itself gives, by their names.
	Written map[string][]string
	// More are params and figures that are changed, too.
	More []*tune.Change
	// Many says how to play fights: Fights without a change; with each change, a fifth of them.
	experiment.Many
}

// Change is one change of the encounter; the zero Change changes nothing.
type Change struct {
	// Name and Value are a param or a figure, and its new value.
	Name, Value string
	// Without is a combatant to remove, Twins are the copies to add.
	Without string
	Twins   []lang.Twin
}

// In returns options to read an encounter with the change.
func (c Change) In(opts lang.Options) lang.Options {
	switch {
	case c.Name != "":
		set := maps.Clone(opts.Set)
		if set == nil {
			set = map[string]string{}
		}
		set[c.Name] = c.Value
		opts.Set = set
	case c.Without != "":
		opts.Without = []string{c.Without}
	}
	opts.Twins = c.Twins
	return opts
}

// Reads has the job read the encounter of a file. A combatant who starts in a wall is a warning.
func (j *Job) Reads(file string, opts lang.Options) {
	j.Load = func(c Change) (*program.Encounter, diag.List) {
		opts := c.In(opts)
		opts.Prove = interp.Prover{}
		return lang.LoadEncounter(file, opts)
	}
	j.Written = map[string][]string{}
	node, _ := lang.ResolveFile(file, opts)
	for _, who := range tree.EntriesOf(node.Get("combatants")) {
		for _, key := range who.Value.Entries {
			j.Written[who.Key.Text] = append(j.Written[who.Key.Text], key.Key.Text)
		}
	}
}

// part is the divisor of the number of fights for a change.
const part = 5

// stepFights is how many fights are played with a change.
func (j *Job) stepFights() uint64 { return max(1, j.Fights/part) }

// MostFights is the maximum number of fights.
const MostFights = 1_000_000

// fight is the result of one fight.
type fight struct {
	won, limited bool
	// fallen is how many of the side aren't standing at the end.
	fallen int
	// left is how much the side has left of each pool under health.
	left []int64
}

// Run plays an encounter and judges it. When ctx is done it judges by the fights played so far. An error is [experiment.ErrStopped] if
// there are none, a [*experiment.Stopped] of a fight that stopped, or a problem of the encounter before it starts.
func Run(ctx context.Context, job *Job) (*Report, error) {
	e, list := job.Load(Change{})
	if list.HasErrors() {
		return nil, list.Err()
	}
	name := e.Sides[job.Side]
	job.Expect(job.Fights)
	fights, result, err := job.play(ctx, e, name, 0, job.Fights)
	if err != nil && (!errors.Is(err, experiment.ErrStopped) || len(fights) == 0) {
		return nil, err
	}
	r := newReport(job, e, result.Points[0].Setup, sim.NewReport(result, "").Points[0], fights)
	if err == nil {
		err = job.steps(ctx, r, e, len(list), fights)
	}
	if errors.Is(err, experiment.ErrStopped) {
		r.Stopped, err = job.Stopped("with %s tried", report.Plural(int64(len(r.Steps)), "change", "changes")), nil
	}
	r.sortSteps()
	return r, err
}

// steps tries what would make it easier or harder.
func (j *Job) steps(ctx context.Context, r *Report, e *program.Encounter, warnings int, fights []fight) error {
	changes, others := j.changes(e)
	j.Expect(uint64(len(changes)) * j.stepFights())
	best, err := j.screen(ctx, e, r.Side, others)
	if err != nil {
		return err
	}
	j.Expect(uint64(len(best)) * j.stepFights())
	for _, c := range append(changes, best...) {
		s, err := j.step(ctx, c, e, warnings, r.Side, fights)
		if err == nil && ctx.Err() != nil {
			err = experiment.ErrStopped
		}
		if err != nil {
			return err
		}
		if s != nil {
			r.Steps = append(r.Steps, *s)
		}
	}
	if r.Wins.Value < 1-experiment.Decided {
		return j.reinforce(ctx, r, e, warnings, fights)
	}
	return nil
}

// mostMore is the maximum number of reinforcements of a side.
const mostMore = 6

// reinforce adds steps with more and more copies of the side's members, in turn, until it wins half of the fights:
// if the winner is decided, hardly any other step shows.
func (j *Job) reinforce(ctx context.Context, r *Report, now *program.Encounter, warnings int, fights []fight) error {
	var own []string
	for _, t := range now.Things {
		if t.Kind == now.Program.Creature && t.Side == j.Side {
			own = append(own, t.Name)
		}
	}
	var twins []lang.Twin
	for len(own) > 0 && len(twins) < mostMore {
		name := own[len(twins)%len(own)]
		twins = append(twins, lang.Twin{Of: name, As: freeName(name, now, twins)})
		j.Expect(j.stepFights())
		s, err := j.step(ctx, named{Change{Twins: twins}, describeCopies(len(twins), own)}, now, warnings, r.Side, fights)
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return experiment.ErrStopped
		}
		r.Steps = append(r.Steps, *s)
		if s.Why != "" || s.Wins.Value >= 0.5 {
			break
		}
	}
	return nil
}

// play plays fights and keeps what concerns a side; with [experiment.ErrStopped], of those that were played.
func (j *Job) play(ctx context.Context, e *program.Encounter, side string, from, fights uint64) ([]fight, *experiment.Result, error) {
	p := experiment.Point{Encounter: e, Setup: experiment.NewSetup(e, nil)}
	number := slices.Index(e.Sides, side)
	return experiment.Look(ctx, &j.Many, p, from, from+fights, func(f experiment.Fight) (fight, error) { return look(f, p.Setup, number) })
}

// look examines a side at the end of a fight.
func look(f experiment.Fight, s *experiment.Setup, side int) (fight, error) {
	x := fight{won: f.Outcome == side, limited: f.Outcome == len(s.Sides)+experiment.TimeUp, left: make([]int64, len(s.Health))}
	for i, c := range s.Combatants {
		if c.Side != side {
			continue
		}
		who := board.Thing(i + 1)
		stands, err := f.Machine.Stands(who)
		if err != nil {
			return x, err
		}
		if !stands {
			x.fallen++
		}
		for k := range x.left {
			x.left[k] += int64(f.Machine.Health(who, k))
		}
	}
	return x, nil
}

// named is a change with its description.
type named struct {
	Change
	description string
}

// changes returns the changes to try: each opponent removed or doubled, and their figures from the encounter, a
// step down and up. Others are figures from the definitions. Of opponents who are alike only one is changed.
func (j *Job) changes(e *program.Encounter) (list []named, others [][]named) {
	var seen []*program.Thing
	for _, t := range e.Things {
		if t.Kind != e.Program.Creature || t.Side == j.Side || slices.ContainsFunc(seen, func(other *program.Thing) bool { return alike(t, other) }) {
			continue
		}
		seen = append(seen, t)
		list = append(list, named{Change{Without: t.Name}, "without " + t.Name}, named{Change{Twins: []lang.Twin{{Of: t.Name, As: freeName(t.Name, e, nil)}}}, "another " + t.Name})
		for i, f := range t.Kind.Fields {
			written := slices.Contains(j.Written[t.Name], f.Name)
			c, err := tune.ParseChange(t.Name+"."+f.Name, e)
			switch {
			case err != nil || slices.ContainsFunc(j.More, c.Same):
			case written:
				list = append(list, stepsOf(c)...)
			case t.Def != nil && i < len(t.Def.Values) && t.Values[i] == t.Def.Values[i] && t.Values[i] != f.Default:
				others = append(others, stepsOf(c))
			}
		}
	}
	for _, c := range j.More {
		list = append(list, stepsOf(c)...)
	}
	return list, others
}

// How many figures of definitions are reported, and the divisor of the number of fights that choose them.
const (
	mostFigures = 4
	screenPart  = 50
)

// screen returns the steps of the figures that make the most difference, found with other dice than those that are
// then played: it counts the fights with another result, or with another number of fallen.
func (j *Job) screen(ctx context.Context, now *program.Encounter, side string, figures [][]named) ([]named, error) {
	if len(figures) == 0 {
		return nil, nil
	}
	fights := max(1, j.Fights/screenPart)
	j.Expect(fights * uint64(1+len(slices.Concat(figures...))))
	as, _, err := j.play(ctx, now, side, tune.SearchFrom, fights)
	if err != nil {
		return nil, err
	}
	differ := make([]int, len(figures))
	order := make([]int, len(figures))
	for i, steps := range figures {
		order[i] = i
		for _, c := range steps {
			e, list := j.Load(c.Change)
			if list.HasErrors() {
				continue
			}
			with, _, err := j.play(ctx, e, side, tune.SearchFrom, fights)
			if errors.Is(err, experiment.ErrStopped) {
				return nil, err
			}
			if err != nil {
				continue
			}
			for k := range with { // none if it can't be played
				if with[k].won != as[k].won || with[k].fallen != as[k].fallen {
					differ[i]++
				}
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(differ[b], differ[a]) })
	var best []named
	for _, i := range order[:min(len(order), mostFigures)] {
		if differ[i] > 0 {
			best = append(best, figures[i]...)
		}
	}
	return best, nil
}

// alike reports whether two combatants only differ in their names and places.
func alike(a, b *program.Thing) bool {
	return a.Def != nil && a.Def == b.Def && a.Side == b.Side && a.Tactic == b.Tactic && slices.Equal(a.Values, b.Values) && len(a.Conditions)+len(b.Conditions) == 0
}

// describeCopies describes which members are doubled, and how often, when more copies are added in turn.
func describeCopies(more int, own []string) string {
	var parts []string
	for i, name := range own {
		switch times := (more - i + len(own) - 1) / len(own); {
		case times == 1:
			parts = append(parts, "another "+name)
		case times > 1:
			parts = append(parts, fmt.Sprintf("%d more %s", times, name))
		}
	}
	return diag.JoinAnd(parts)
}

// freeName returns a name that is neither in the encounter nor among the twins.
func freeName(name string, e *program.Encounter, twins []lang.Twin) string {
	for n := 2; ; n++ {
		free := name + "_" + strconv.Itoa(n)
		if !slices.ContainsFunc(e.Things, func(t *program.Thing) bool { return t.Name == free }) && !slices.Contains(e.Sides, free) &&
			!slices.ContainsFunc(twins, func(t lang.Twin) bool { return t.As == free }) {
			return free
		}
	}
}

// stepsOf returns the steps of a param or a figure.
func stepsOf(c *tune.Change) (list []named) {
	for _, v := range c.Neighbours() {
		list = append(list, named{Change{Name: c.Name, Value: v}, fmt.Sprintf("%s %s -> %s", c.Name, cmp.Or(c.Now, "(computed)"), v)})
	}
	return list
}

// step plays an encounter with one change, with the dice of the first fights without it; nil if it would leave a
// side empty.
func (j *Job) step(ctx context.Context, c named, now *program.Encounter, warnings int, side string, fights []fight) (*Step, error) {
	if c.Without != "" && lastOfSide(c.Without, now) {
		return nil, nil
	}
	e, list := j.load(ctx, c.Change, now, warnings)
	s := &Step{Description: c.description}
	if list.HasErrors() {
		s.Why = list.First().Message
		return s, nil
	}
	with, _, err := j.play(ctx, e, side, 0, j.stepFights())
	switch {
	case errors.Is(err, experiment.ErrStopped):
		return nil, err
	case err != nil:
		s.Why = diag.InReport(err)
		return s, nil
	}
	s.compare(with, fights)
	return s, nil
}

// lastOfSide reports whether a combatant is the only one of its side.
func lastOfSide(name string, e *program.Encounter) bool {
	side, others := -1, 0
	for _, t := range e.Things {
		if t.Name == name {
			side = t.Side
		}
	}
	for _, t := range e.Things {
		if t.Kind == e.Program.Creature && t.Side == side && t.Name != name {
			others++
		}
	}
	return others == 0
}

// reach is the maximum distance of a twin from the original, in spaces.
const reach = 3

// load reads the encounter with a change. A twin gets the first place that causes no new warnings. As there may be
// many places to try, it checks in between whether ctx is done.
func (j *Job) load(ctx context.Context, c Change, now *program.Encounter, warnings int) (*program.Encounter, diag.List) {
	if len(c.Twins) == 0 {
		return j.Load(c)
	}
	twin := &c.Twins[len(c.Twins)-1] // the others have their places
	var first diag.List
	for _, by := range around(twin.Of, now) {
		if ctx.Err() != nil {
			break
		}
		twin.Right, twin.Down = by[0], by[1]
		e, list := j.Load(c)
		if !list.HasErrors() && (len(list) <= warnings || !placed(e, twin.Of)) {
			return e, list
		}
		if first == nil {
			first = list
		}
	}
	if !first.HasErrors() {
		first.Errorf(lang.CodeSettingForm, diag.Span{}, "there is no room for %s within %d spaces of %s", twin.As, reach, twin.Of)
	}
	return nil, first
}

// around returns the steps to the places around a combatant: first those that are as far from the nearest foe as
// the combatant is, then the others; of those the nearest first.
func around(name string, e *program.Encounter) (list [][2]int) {
	at := slices.IndexFunc(e.Things, func(t *program.Thing) bool { return t.Name == name })
	own := e.Things[at]
	if own.Place == nil {
		return [][2]int{{}}
	}
	toFoe := func(by [2]int) int {
		nearest := math.MaxInt
		for _, t := range e.Things {
			if t.Kind == e.Program.Creature && t.Side != own.Side && t.Place != nil {
				nearest = min(nearest, farther(t.Place.X-own.Place.X-by[0], t.Place.Y-own.Place.Y-by[1]))
			}
		}
		return nearest
	}
	for down := -reach; down <= reach; down++ {
		for right := -reach; right <= reach; right++ {
			list = append(list, [2]int{right, down})
		}
	}
	here := toFoe([2]int{})
	slices.SortStableFunc(list, func(a, b [2]int) int {
		x, y := toFoe(a)-here, toFoe(b)-here
		return cmp.Or(cmp.Compare(max(x, -x), max(y, -y)), cmp.Compare(farther(a[0], a[1]), farther(b[0], b[1])))
	})
	return list
}

// farther returns the distance of a step to the right and down, in squares.
func farther(right, down int) int { return max(right, -right, down, -down) }

// placed reports whether a combatant is on squares, hexes or a plane: in zones there is more room.
func placed(e *program.Encounter, name string) bool {
	for _, t := range e.Things {
		if t.Name == name {
			return t.Place != nil && e.Program.Space.Grid.Facts().Rows
		}
	}
	return false
}
