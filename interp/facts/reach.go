package facts

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// analysis is what has been learnt so far. All of it only ever grows.
type analysis struct {
	e *program.Encounter
	p *program.Program

	fields map[*program.Field]place
	// state is what each member of each field of each thing may be, changes whether
	// anything reachable writes it.
	state   [][][]value
	changes [][]bool
	// records are the fields of instances, entries and events that are written.
	records map[*program.Field]bool
	// ownWritten are the cells of acts that programs write; own what the parameters of
	// an action of somebody may be.
	ownWritten map[int]bool
	own        map[doing]map[int]value
	// out tells whether somebody is out.
	out []value
	// applied are the conditions that may be applied, has those that may be in force, by
	// index and by thing; does the actions that may be done.
	applied, has, does [][]bool
	announced          map[*program.Event]bool
	entries            map[*program.Entry]map[float64]bool
	comesUp            map[*program.Entry]bool
	questions          map[question]bool
	choices            map[asking]bool
	runs               map[*program.Rule]bool
	alive              map[line]bool
	moved              bool
	turn, moves        *program.Event

	// programs are those that fields hold.
	programs []heldProgram

	units map[unitKey]*unit
	order []*unit

	// learnt is set when something new has been found out; answers are quantities that
	// have been worked out since.
	learnt  bool
	answers map[string]value
	// constants are those that have been worked out; work is what is left of the allowance.
	constants map[*program.Expr]value
	work      int
}

type (
	// doing is an action of somebody.
	doing struct {
		action *program.Action
		thing  int
	}
	// question asks who for what an actor does.
	question struct {
		event      *program.Event
		who, actor float64
	}
	// asking is a choice that somebody is asked for.
	asking struct {
		name string
		who  float64
	}
	// line is a line of somebody's tactic.
	line struct {
		thing int
		rule  *program.TacticRule
		does  *program.TacticAction // nil: any that it names
	}
	// heldProgram is a program in a field, or in a map in a field.
	heldProgram struct {
		field   *program.Field
		routine *program.Routine
		inMap   bool
	}
	// unitKey is a program as it runs for somebody. Programs that are called are run for
	// all who call them together.
	unitKey struct {
		routine *program.Routine
		action  *program.Action
		self    float64
	}
	unit struct {
		unitKey
		inputs []value
		// then goes on in the same frame.
		then *program.Routine
	}
)

// newAnalysis prepares to look at an encounter.
func newAnalysis(e *program.Encounter) *analysis {
	a := &analysis{
		e: e, p: e.Program,
		fields: map[*program.Field]place{}, records: map[*program.Field]bool{},
		ownWritten: map[int]bool{}, own: map[doing]map[int]value{},
		announced: map[*program.Event]bool{}, entries: map[*program.Entry]map[float64]bool{},
		comesUp: map[*program.Entry]bool{}, questions: map[question]bool{}, choices: map[asking]bool{},
		runs: map[*program.Rule]bool{}, alive: map[line]bool{},
		units: map[unitKey]*unit{}, answers: map[string]value{}, constants: map[*program.Expr]value{},
	}
	a.begin()
	a.collectPrograms()
	for _, e := range a.p.Events {
		if !e.Automatic || e.Edge != program.Itself || e.Entry != nil {
			continue
		}
		switch e.Name {
		case "turn":
			a.turn = e
		case "moves":
			a.moves = e
		}
	}
	return a
}

// collectPrograms lists the programs that fields and maps hold.
func (a *analysis) collectPrograms() {
	for _, k := range a.p.Kinds {
		for j, f := range k.Fields {
			a.collect(f, f.Default, false)
			for _, d := range k.Defs {
				if j < len(d.Values) {
					a.collect(f, d.Values[j], false)
				}
			}
		}
	}
	for _, t := range a.e.Things {
		for j, v := range t.Values {
			a.collect(t.Kind.Fields[j], v, false)
		}
	}
}

func (a *analysis) collect(f *program.Field, v *program.Value, inMap bool) {
	if v == nil {
		return
	}
	if v.Routine != nil {
		a.programs = append(a.programs, heldProgram{f, v.Routine, inMap})
	}
	for i := range v.Map {
		a.collect(f, &v.Map[i].Value, true)
	}
}

// note sets a flag.
func (a *analysis) note(flag *bool) {
	if !*flag {
		*flag, a.learnt = true, true
	}
}

// noteIn sets a flag in a map.
func noteIn[K comparable](a *analysis, m map[K]bool, k K) {
	if !m[k] {
		m[k], a.learnt = true, true
	}
}

func (a *analysis) noteField(f *program.Field) { noteIn(a, a.records, f) }

// look runs everything that can be reached, until nothing new is learnt.
func (a *analysis) look() {
	for {
		a.learnt = false
		clear(a.answers)
		a.whoIsOut()
		a.starts()
		a.conditions()
		a.agenda()
		a.handleEvents()
		a.rules()
		for i := 0; i < len(a.order); i++ {
			a.runUnit(a.order[i])
		}
		if !a.learnt {
			return
		}
	}
}

// starts is what happens at the start.
func (a *analysis) starts() {
	for i, t := range a.e.Things {
		for _, g := range t.Conditions {
			a.note(&a.applied[g.Condition.Index][i])
			if g.GoesOn == nil {
				continue
			}
			for _, entry := range g.GoesOn.Entries {
				a.schedule(entry.Entry, float64(entry.Of+1))
			}
		}
	}
	a.run(a.e.Setup, nil, 0, nil, nil)
	for _, entry := range a.e.Entries {
		a.schedule(entry.Entry, float64(entry.Of+1))
	}
	if a.p.Time != nil && a.e.Entries == nil {
		a.run(a.p.Time.Start, nil, 0, nil, nil)
	}
	for _, e := range a.p.Events {
		if e.Automatic && e.Entry == nil && e != a.moves && !(e.Edge != program.Itself && e.Name == "action") {
			a.happens(e)
		}
	}
}

// everybody are the creatures.
func (a *analysis) everybody() []float64 { return a.ofKind(a.p.Creature) }

// conditions works out which conditions may be in force.
func (a *analysis) conditions() {
	for _, c := range a.p.Conditions {
		for i, t := range a.e.Things {
			if a.applied[c.Index][i] {
				a.note(&a.has[c.Index][i])
			}
			if c.While != nil && (c.Bearer == nil || t.Kind == c.Bearer) && a.formula(c.While, only(float64(i+1)), anything, nil).mayHold() {
				a.note(&a.has[c.Index][i])
			}
			for _, parent := range c.DerivedParents {
				if a.has[parent.Index][i] {
					a.note(&a.has[c.Index][i])
				}
			}
			if !a.has[c.Index][i] {
				continue
			}
			for _, with := range slices.Concat(c.All, c.Implies) {
				a.note(&a.has[with.Index][i])
			}
		}
	}
}

// anybodyHas tells whether somebody may have a condition.
func (a *analysis) anybodyHas(c *program.Condition) bool {
	return slices.Contains(a.has[c.Index], true)
}

// schedule notes that an entry of somebody, 0 the scene, is put on the agenda.
func (a *analysis) schedule(e *program.Entry, of float64) {
	if a.entries[e] == nil {
		a.entries[e] = map[float64]bool{}
	}
	noteIn(a, a.entries[e], of)
}

// agenda resolves the entries that have been scheduled.
func (a *analysis) agenda() {
	if a.p.Time == nil {
		return
	}
	for _, e := range a.p.Time.Entries {
		for of := range len(a.e.Things) + 1 {
			if a.entries[e][float64(of)] {
				a.resolve(e, float64(of))
			}
		}
	}
}

func (a *analysis) resolve(e *program.Entry, of float64) {
	for _, r := range e.Requires {
		if !a.formula(r.If, only(of), anything, nil).mayHold() {
			return
		}
	}
	noteIn(a, a.comesUp, e)
	a.happens(e.Start)
	a.happens(e.End)
	first, then := e.Do, (*program.Routine)(nil)
	if e.Declare != nil {
		first, then = e.Declare, e.Do
	}
	a.runFor(first, nil, of, then)
}

// runFor runs a program of somebody, whose inputs are self and it.
func (a *analysis) runFor(r *program.Routine, action *program.Action, self float64, then *program.Routine) {
	if r == nil {
		return
	}
	inputs := make([]value, len(r.Inputs))
	for i, input := range r.Inputs {
		inputs[i] = anything
		if input.Name == "self" {
			inputs[i] = only(self)
		}
		if input.Name == "it" && action != nil {
			inputs[i] = only(float64(action.Def.Index + 1))
		}
	}
	a.run(r, action, self, inputs, then)
}

// run notes that a program runs with these inputs; those that are missing may be
// anything.
func (a *analysis) run(r *program.Routine, action *program.Action, self float64, inputs []value, then *program.Routine) {
	if r == nil {
		return
	}
	key := unitKey{r, action, self}
	u := a.units[key]
	if u == nil {
		u = &unit{unitKey: key, inputs: make([]value, len(r.Inputs)), then: then}
		a.units[key] = u
		a.order = append(a.order, u)
		a.learnt = true
	}
	for i := range u.inputs {
		v := anything
		if i < len(inputs) {
			v = inputs[i]
		}
		if wider := join(u.inputs[i], v); !wider.equal(u.inputs[i]) {
			u.inputs[i] = wider
			a.learnt = true
		}
	}
}

// runUnit runs a program with all its inputs.
func (a *analysis) runUnit(u *unit) {
	slots := max(u.routine.Slots, len(u.routine.Inputs))
	if u.then != nil {
		slots = max(slots, u.then.Slots)
	}
	f := newFrame(slots)
	copy(f.locals, u.inputs)
	if u.action != nil {
		f.own = a.own[doing{u.action, int(u.self) - 1}]
	}
	r := &runner{a, f, u.routine, inputNamed(u.routine.Inputs, "self")}
	r.block(u.routine.Body)
	if u.then == nil {
		return
	}
	// Where the first part stopped the second runs all the same.
	r.forgetSet(u.routine.Body)
	r.routine, r.at = u.then, inputNamed(u.then.Inputs, "self")
	r.block(u.then.Body)
}

// whoIsOut works out who may be out.
func (a *analysis) whoIsOut() {
	for i, t := range a.e.Things {
		if t.Kind != a.p.Creature || a.p.Time == nil || a.p.Time.Out == nil {
			continue
		}
		v := a.formula(a.p.Time.Out, only(float64(i+1)), anything, nil)
		if wider := join(a.out[i], v); !wider.equal(a.out[i]) {
			a.out[i], a.learnt = wider, true
		}
	}
}

// happens notes that an event is announced; of whom it is doesn't matter. Of nil it does nothing.
func (a *analysis) happens(e *program.Event) {
	if e != nil {
		noteIn(a, a.announced, e)
	}
}

// handleEvents does what follows on what has been announced: pools are reset, and those
// are asked whom the event asks.
func (a *analysis) handleEvents() {
	for _, e := range a.p.Events {
		switch {
		case !a.announced[e]:
		case e.Asks != nil:
			asked := a.formula(e.Asks, anything, anything, nil)
			for _, who := range a.thingsIn(asked, e.Asks.Expr.Type) {
				a.ask(e, who, who)
			}
		case e.Automatic && e.Edge == program.Itself && e != a.turn:
			for _, who := range a.everybody() {
				a.ask(e, who, who)
			}
		}
	}
	a.answerQuestions()
	a.resets()
}

// resets resets the pools that wait for what has been announced.
func (a *analysis) resets() {
	for i, t := range a.e.Things {
		for _, f := range t.Kind.Fields {
			if f.Pool == nil {
				continue
			}
			for _, r := range f.Pool.Resets {
				if r.On.Kind == program.OnEvent && !a.announced[r.On.Event] {
					continue
				}
				src := r.To
				if src == nil {
					src = startsBy(f.Pool)
				}
				if !src.ReadsMember() {
					a.write(i, f, anything, a.startOf(src, i, anything, false))
					continue
				}
				for k := range width(f) {
					member := only(float64(k + 1))
					a.write(i, f, member, a.startOf(src, i, member, false))
				}
			}
		}
	}
}

// ask notes that somebody is asked what an actor does; of a nil event: of any.
func (a *analysis) ask(e *program.Event, who, actor float64) {
	if who == 0 || actor == 0 {
		return
	}
	noteIn(a, a.questions, question{e, who, actor})
}

// asked notes that somebody is asked for a choice.
func (a *analysis) asked(name string, who float64) {
	if who != 0 {
		noteIn(a, a.choices, asking{name, who})
	}
}

// answerQuestions lets tactics answer what has been asked.
func (a *analysis) answerQuestions() {
	for _, q := range a.sortedQuestions() {
		t := a.thing(q.who).Tactic
		if t == nil {
			continue
		}
		passes := map[*program.Event]bool{}
		for _, rule := range t.Rules {
			if rule.Event == nil || q.event != nil && rule.Event != q.event || passes[rule.Event] {
				continue
			}
			passes[rule.Event] = a.answer(rule, int(q.who)-1, int(q.actor)-1)
		}
	}
	a.answerChoices()
}

// sortedQuestions are the questions in an order that doesn't change from run to run.
func (a *analysis) sortedQuestions() []question {
	var list []question
	for who := range len(a.e.Things) + 1 {
		for actor := range len(a.e.Things) + 1 {
			for _, e := range append([]*program.Event{nil}, a.p.Events...) {
				if q := (question{e, float64(who), float64(actor)}); a.questions[q] {
					list = append(list, q)
				}
			}
		}
	}
	return list
}

// answer lets a line of a tactic answer. It reports whether the lines after it aren't
// looked at, since it certainly passes.
func (a *analysis) answer(rule *program.TacticRule, who, actor int) bool {
	self := only(float64(who + 1))
	v := a.formula(rule.If, self, anything, nil)
	if !v.mayHold() {
		return false
	}
	if len(rule.Does) == 0 {
		noteIn(a, a.alive, line{thing: who, rule: rule})
		return !v.mayFail()
	}
	for _, does := range rule.Does {
		it := only(float64(does.Action.Def.Index + 1))
		given := func(i int, own map[int]value) *value {
			if does.With[i] == nil {
				return nil
			}
			w := a.formula(does.With[i], self, it, own)
			if mayBeNone(does.Action.Params[i].Type) {
				w = w.without(0)
			}
			return &w
		}
		if own, ok := a.propose(does.Action, actor, given, does.Tries); ok {
			noteIn(a, a.alive, line{thing: who, rule: rule})
			noteIn(a, a.alive, line{who, rule, does})
			a.begins(does.Action, actor, own)
		}
	}
	return false
}

// mayBeNone tells whether 0 is none among the values of a type.
func mayBeNone(t program.Type) bool {
	switch t.Kind {
	case program.Number, program.Bool, program.Dice, program.List, program.Set, program.MapType:
		return false
	}
	return true
}

// answerChoices looks which lines answer the choices that are asked for.
func (a *analysis) answerChoices() {
	for i, t := range a.e.Things {
		if t.Tactic == nil {
			continue
		}
		for _, rule := range t.Tactic.Rules {
			if rule.Event == nil && a.choices[asking{rule.Choice, float64(i + 1)}] && a.formula(rule.If, only(float64(i+1)), anything, nil).mayHold() {
				noteIn(a, a.alive, line{thing: i, rule: rule})
			}
		}
	}
}

// rules runs the rules that something may set off.
func (a *analysis) rules() {
	for r := range a.p.AllRules() {
		if r.Do == nil || !slices.ContainsFunc(r.On, func(t *program.Trigger) bool { return a.mayTrigger(r, t) }) {
			continue
		}
		if r.For == nil && r.Condition == nil && r.Carried == nil {
			a.fire(r, 0)
			continue
		}
		for i := range a.e.Things {
			if a.bearsIt(i, r.Condition, r, r.Carried) {
				a.fire(r, float64(i+1))
			}
		}
	}
}

// fire runs a rule for somebody if its condition may hold.
func (a *analysis) fire(r *program.Rule, self float64) {
	if a.formula(r.If, only(self), anything, nil).mayHold() {
		noteIn(a, a.runs, r)
		a.runFor(r.Do, nil, self, nil)
	}
}

// mayTrigger tells whether what a trigger waits for may happen.
func (a *analysis) mayTrigger(r *program.Rule, t *program.Trigger) bool {
	switch t.Kind {
	case program.OnEvent:
		return a.announced[t.Event]
	case program.OnBegins, program.OnEnds:
		return r.Condition == nil || a.anybodyHas(r.Condition)
	case program.OnBecomes, program.OnLoses:
		return a.anybodyHas(t.Condition)
	case program.OnRises, program.OnFalls, program.OnChanges:
		return a.writes(t.Watched)
	}
	return true
}

// writes tells whether anything reachable writes a field of anybody.
func (a *analysis) writes(f *program.Field) bool {
	if f.Virtual && f.Pool != nil {
		return slices.ContainsFunc(f.Pool.Stack, a.writes)
	}
	at, ok := a.fields[f]
	if !ok {
		return true
	}
	for i, t := range a.e.Things {
		if t.Kind == at.kind && a.changes[i][at.index] {
			return true
		}
	}
	return false
}

// write notes that a value is put into members of a field of a thing.
func (a *analysis) write(thing int, f *program.Field, member, v value) {
	at, ok := a.fields[f]
	switch {
	case v.never() || member.never():
		return
	case !ok || a.e.Things[thing].Kind != at.kind:
		return
	case f.Virtual:
		for _, part := range f.Pool.Stack {
			a.write(thing, part, anything, anything)
		}
		return
	}
	a.note(&a.changes[thing][at.index])
	cells := a.state[thing][at.index]
	cut, bounded := v, f.Pool == nil
	for k := range cells {
		if !member.may(float64(k + 1)) {
			continue
		}
		if !bounded {
			cut, bounded = a.bounded(f, thing, only(float64(k+1)), v), !differs(f.Pool)
		}
		wider := join(cells[k], cut)
		if f.Type.Kind == program.Number && len(wider.is) > mostSteps {
			wider = anything
		}
		if !wider.equal(cells[k]) {
			cells[k], a.learnt = wider, true
		}
	}
}

// bounded cuts what a pool is set to off at its bounds.
func (a *analysis) bounded(f *program.Field, thing int, member, v value) value {
	self := only(float64(thing + 1))
	low := only(0)
	if f.Pool.Min != nil {
		low = a.ofMember(f.Pool.Min, self, member)
	}
	v = two(v, low, func(x, y float64) (float64, bool) { return max(x, y), true })
	if f.Pool.Max == nil {
		return v
	}
	high := a.ofMember(f.Pool.Max, self, member)
	high = two(low, high, func(x, y float64) (float64, bool) { return max(x, y), true })
	return two(v, high, func(x, y float64) (float64, bool) { return min(x, y), true })
}

// pays notes that somebody pays from a pool, or from what stands in for it.
func (a *analysis) pays(who float64, f *program.Field) {
	if who == 0 {
		return
	}
	a.write(int(who)-1, f, anything, anything)
	if len(f.Pool.Instead) == 0 {
		return
	}
	a.asked("pay", who)
	for i := range f.Pool.Instead {
		a.write(int(who)-1, f.Pool.Instead[i].Pool, anything, anything)
	}
}
