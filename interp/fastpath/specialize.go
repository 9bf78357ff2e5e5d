package fastpath

import (
	"math"

	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang/program"
)

// specializer works a fight out.
type specializer struct {
	*Setting
	program *program.Program
	plan    *plan
	watcher Watcher
	// code are the instructions so far, targets where they jump, 0: nowhere.
	code    []instr
	targets []int
	// steps are the statements and list elements of the block at hand, at most; acts are
	// the actions that it performs whatever happens.
	steps, acts int
	// sometimes counts the branches around what is being compiled.
	sometimes int
	// paid are the pools that costs are paid of, later those that are changed where that
	// lands later: a pool must not be both.
	paid, later map[*program.Field]bool
	// constants are the registers of constants; the lowest of them is lastConstant.
	constants    map[float64]uint16
	lastConstant int
	// fresh is the register that the last instruction gave a value and that nothing else
	// refers to yet, or none.
	fresh uint16
	// free is the first register that nothing has taken.
	free int
	// changed are the fields that programs change.
	changed map[*program.Field]bool
	// asks says which question is being compiled, about whom. tellsOut are the fields that
	// tell whether their owner is out of the fight, tellsOver those that tell in another way
	// whether somebody is, or whether it is over.
	asks                asks
	about               operand
	tellsOut, tellsOver map[*program.Field]bool
	// seldom is what stands behind the block at hand.
	seldom []func()

	frame *frame
	depth int
	// work counts the formulas that were followed.
	work int
	// actor is whose program is being worked out; 0: nobody's. together is set when what
	// it does lands later.
	actor    int
	together bool
	// acting is set within an action.
	acting  bool
	streams map[[2]int]*stream
	// lots are the registers of lots, by thing.
	lots map[int]uint16
	// blocks are the places of pointers to blocks and where these begin.
	blocks []blockAt
}

// blockAt is a pointer to be set to the block that begins at an instruction.
type blockAt struct {
	pointer **instr
	at      int
}

// asks is a question about the fight.
type asks uint8

const (
	asksNothing asks = iota
	// asksOut: whether somebody is out; asksOver: whether it is over.
	asksOut
	asksOver
)

// frame is a program or a formula that is being worked out.
type frame struct {
	caller *frame
	// locals are what is known of the locals, by slot.
	locals []operand
	// writes counts the statements that give a local a value, by slot.
	writes []int
	// self is the slot of self, or -1; act is the act whose program or formula it is.
	self int
	act  *act
	// stops are the jumps of stop; result is where its value goes.
	stops  []int
	result uint16
}

// maxCode bounds the instructions of a fight, maxWork the formulas that are followed:
// quantities within quantities, each of which may be looked at several times.
const maxCode, maxWork = 30_000, 50_000

func newSpecializer(set *Setting, changed map[*program.Field]bool, w Watcher) *specializer {
	fields := func() map[*program.Field]bool { return map[*program.Field]bool{} }
	s := &specializer{
		Setting: set, program: set.Encounter.Program, watcher: w, changed: changed,
		constants: map[float64]uint16{}, lastConstant: none, streams: map[[2]int]*stream{}, lots: map[int]uint16{},
		tellsOut: fields(), tellsOver: fields(), paid: fields(), later: fields(),
	}
	s.mustBePlain()
	s.plan = &plan{set: set, cells: len(set.Cells), keys: len(s.program.Time.Keys)}
	s.free = s.plan.cells + maxKeys
	s.plan.result = s.register()
	s.emit(instr{op: opEnd}) // nothing jumps to 0
	s.emit(instr{op: opGiveUp})
	return s
}

// fight works everything out that the loop runs.
func (s *specializer) fight() *plan {
	p, t := s.plan, s.program.Time
	p.turns = make([]turn, len(t.Entries)*len(s.Rows))
	s.asks = asksOut
	if t.Out != nil {
		p.out = make([]*instr, len(s.Rows))
		for who := 1; who < len(s.Rows); who++ {
			s.about = known(float64(who))
			s.answer(&p.out[who], t.Out, who)
		}
	}
	s.asks = asksOver
	if t.Over != nil {
		s.answer(&p.isOver, t.Over, 0)
	}
	s.asks = asksNothing
	if t.Winner != nil {
		s.answer(&p.winner, t.Winner, 0)
	}
	s.block(&p.opening, func() {
		if t.Start != nil {
			s.routine(t.Start, 0, nil)
		}
	})
	for _, e := range t.Entries {
		for who := 1; who < len(s.Rows); who++ {
			s.turn(e, who)
		}
	}
	for f := range s.paid {
		if s.later[f] {
			giveUp("%s is both paid and changed in batches", f.Name)
		}
	}
	s.link()
	return p
}

// turn compiles an entry of somebody.
func (s *specializer) turn(e *program.Entry, who int) {
	order := s.turnsOf(e) + who
	x := &s.plan.turns[order]
	*x = turn{kind: e, owner: who, bit: 1 << who, order: order}
	if len(e.Requires) > 0 {
		s.requirements(&x.requires, e, who)
	}
	s.block(&x.program, func() {
		s.actor, s.together = who, e.Together
		s.routine(e.Do, who, nil)
	})
	if x.steps, x.acts = s.steps, s.acts; x.steps > s.ActionSteps {
		giveUp("entry %s takes too many steps", e.Name)
	}
}

// giveUpAt is the instruction that everything jumps to that gives up.
const giveUpAt = 1

// index returns a place in a list of the plan as instructions hold it.
func index(n int) uint16 {
	if n > 1<<16-1 {
		giveUp("there is too much of it")
	}
	return uint16(n)
}

// link makes the plan complete.
func (s *specializer) link() {
	p := s.plan
	for i := range s.code {
		in := &s.code[i]
		if i+1 < len(s.code) {
			in.next = &s.code[i+1]
		}
		if in.op == opSchedule && in.next.op == opEnd {
			in.op = opScheduleLast
		}
		if to := s.targets[i]; to > 0 {
			in.to = &s.code[to-1]
		}
	}
	for _, b := range s.blocks {
		*b.pointer = &s.code[b.at]
	}
	p.code, p.constants = s.code, s.constants
}

// turnsOf returns where the entries of a kind begin in plan.turns.
func (s *specializer) turnsOf(e *program.Entry) int { return s.Rank(e) * len(s.Rows) }

// mustBePlain gives up at what isn't plain wherever it stands.
func (s *specializer) mustBePlain() {
	e, p := s.Encounter, s.program
	switch {
	case p.Time == nil || len(p.Time.Keys) == 0 || len(p.Time.Keys) > maxKeys:
		giveUp("it has no clock")
	case e.Setup != nil || e.Carried != nil || e.Script != nil:
		giveUp("it is set up by a program, or goes on from another one")
	case len(s.Cells) > registers/2 || len(s.Rows) > maxThings || s.Entries < 2*maxAgenda:
		giveUp("there is too much of it")
	}
	for _, t := range e.Things {
		if t.Kind != p.Creature || len(t.Conditions) > 0 {
			giveUp("there are things besides combatants, or somebody has a condition")
		}
	}
	for _, x := range p.Events {
		if s.Heard(x) {
			giveUp("something waits for event %s", x.Name)
		}
	}
	for _, r := range p.Rules {
		s.mustBeQuiet(&r.Body, r.Do)
	}
	for _, c := range p.Conditions {
		if c.While != nil || len(c.DerivedParents) > 0 { // nobody ever has another one
			s.mustBeQuiet(&c.Body, nil)
		}
	}
	for _, k := range p.Kinds {
		for _, d := range k.Defs {
			s.mustBeQuiet(&d.Body, nil)
		}
	}
	for _, f := range p.Creature.Fields {
		if f.Pool != nil && len(f.Pool.Resets) > 0 {
			giveUp("pool %s is filled again", f.Name)
		}
	}
	for _, x := range p.Time.Entries {
		if x.Declare != nil || x.Order != nil || len(x.Fields) > 0 {
			giveUp("entry %s has two stages, an order or fields", x.Name)
		}
	}
}

// mustBeQuiet gives up if something forbids anything or waits for anything.
func (s *specializer) mustBeQuiet(b *program.Body, do *program.Routine) {
	if do != nil || len(b.Forbids) > 0 {
		giveUp("there are rules that run or forbid")
	}
	for _, r := range b.Rules {
		s.mustBeQuiet(&r.Body, r.Do)
	}
}

// answer compiles a formula whose value goes to the plan's result.
func (s *specializer) answer(pointer **instr, fm *program.Formula, who int) {
	self := known(float64(who))
	s.block(pointer, func() {
		if fm.Expr.Type.Kind != program.Bool {
			s.copyTo(s.plan.result, s.formula(fm, self))
			return
		}
		t := s.holds(fm, self)(true)
		s.copyTo(s.plan.result, known(truth(t.known && t.holds)))
		if !t.known {
			s.emit(instr{op: opEnd})
			s.land(t.jumps...)
			s.copyTo(s.plan.result, known(1))
		}
	})
}

// requirements compiles the test whether an entry of somebody runs.
func (s *specializer) requirements(pointer **instr, e *program.Entry, who int) {
	s.block(pointer, func() {
		s.actor = who
		s.copyTo(s.plan.result, known(0))
		for _, r := range e.Requires {
			t := s.holds(r.If, known(float64(who)))(true)
			if t.known && t.holds {
				continue
			}
			s.emit(instr{op: opEnd})
			s.land(t.jumps...)
		}
		s.copyTo(s.plan.result, known(1))
	})
}

// block compiles a block of its own, to which the pointer is set in the end: what is
// worked out in it is forgotten after it.
func (s *specializer) block(pointer **instr, body func()) {
	s.blocks = append(s.blocks, blockAt{pointer, len(s.code)})
	free := s.free
	s.frame, s.actor, s.together, s.depth, s.steps, s.acts, s.sometimes = nil, 0, false, 0, 0, 0, 0
	body()
	s.emit(instr{op: opEnd})
	for _, emit := range s.seldom {
		emit()
	}
	s.seldom = s.seldom[:0]
	s.free = free
}

func (s *specializer) emit(in instr) int {
	if len(s.code) == maxCode {
		giveUp("it comes to more than %d instructions", maxCode)
	}
	s.code, s.targets, s.fresh = append(s.code, in), append(s.targets, 0), none
	return len(s.code) - 1
}

// jump emits a jump.
func (s *specializer) jump() int { return s.emit(instr{op: opJump}) }

// land makes jumps go to what is emitted next.
func (s *specializer) land(jumps ...int) {
	for _, j := range jumps {
		s.targets[j], s.fresh = len(s.code), none
	}
}

// rehearse compiles something and forgets what it came to.
func (s *specializer) rehearse(compile func()) {
	code, free, seldom, steps := len(s.code), s.free, len(s.seldom), s.steps
	compile()
	s.code, s.targets, s.seldom = s.code[:code], s.targets[:code], s.seldom[:seldom]
	s.free, s.steps, s.fresh = free, steps, none
}

// register takes a register.
func (s *specializer) register() uint16 {
	if s.free >= s.lastConstant {
		giveUp("it takes more than %d registers", registers)
	}
	s.free++
	return uint16(s.free - 1)
}

// constant returns the register of a constant.
func (s *specializer) constant(v float64) uint16 {
	if math.IsNaN(v) {
		giveUp("a constant is no number")
	}
	if v == 0 {
		v = 0 // not -0
	}
	if r, ok := s.constants[v]; ok {
		return r
	}
	s.constants[v] = s.lasting()
	return s.constants[v]
}

// lasting takes a register that keeps what it holds.
func (s *specializer) lasting() uint16 {
	s.lastConstant--
	if s.free >= s.lastConstant {
		giveUp("it takes more than %d registers", registers)
	}
	return uint16(s.lastConstant)
}

// lotOf returns the register of somebody's lot.
func (s *specializer) lotOf(who int) uint16 {
	if _, ok := s.lots[who]; !ok {
		s.lots[who] = s.lasting()
		s.plan.lots = append(s.plan.lots, lot{s.lots[who], keyed.Text(s.Encounter.Things[who-1].Name)})
	}
	return s.lots[who]
}

// stream returns the dice of somebody under a label.
func (s *specializer) stream(who, label int, name string) *stream {
	at := [2]int{who, label}
	if s.streams[at] == nil {
		s.streams[at] = &stream{
			roller: who - 1, label: label, name: keyed.Text(s.Encounter.Things[who-1].Name), text: keyed.Text(name),
		}
		s.plan.streams = append(s.plan.streams, s.streams[at])
	}
	return s.streams[at]
}
