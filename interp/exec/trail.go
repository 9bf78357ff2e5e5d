package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/program"
)

// trail notes in which blocks and loops the programs under way are, and how far each has come. Go
// keeps that where nobody can read it; who tries all ways for dice to fall has to, to know again
// where another way has come to (see [Machine.Junction]). Nobody else pays for it.
type trail struct {
	kept  bool
	marks []mark
	// thrown are the dice that are about to fall.
	thrown throwing
	// reads are what blocks read, as they were asked for.
	reads map[*code.Block]*blockReads
}

// mark is a block or a loop under way.
type mark struct {
	// frame and block are those of a block, of which the statement at runs; nil: it is a loop.
	frame *frame
	block *code.Block
	// at is how far it has come; rest is what else it goes through, or still needs, of a type.
	at   int
	rest []float64
	of   program.Type
	// saved is where the locals of frame are kept that each member of a batch begins with, of a loop
	// that has a frame.
	saved int
	// effects is how many effects there had been when it began, where that is compared later.
	effects uint64
}

// throwing are dice that are about to fall; without dice none are.
type throwing struct {
	dice   *dice.Value
	extra  float64
	roller dice.Roller
	label  dice.Label
}

// throws notes which dice are about to fall.
func (t *trail) throws(d throwing) { t.thrown = d }

func (t *trail) reset() { t.marks = t.marks[:0] }

// keepTrail says whether the trail is kept.
func (t *trail) keep(on bool) { t.kept = on }

// enter notes that a block begins; it returns where, for reach and leave.
func (t *trail) enter(f *frame, b *code.Block) int {
	t.marks = append(t.marks, mark{frame: f, block: b})
	return len(t.marks) - 1
}

// loop notes that a loop begins over values of a type, or with numbers that it needs.
func (t *trail) loop(of program.Type, rest ...float64) int {
	if !t.kept {
		return 0
	}
	t.marks = append(t.marks, mark{rest: append([]float64(nil), rest...), of: of})
	return len(t.marks) - 1
}

// then notes that a block runs later in a frame that is under way.
func (t *trail) then(f *frame, b *code.Block) int {
	if !t.kept {
		return 0
	}
	t.marks = append(t.marks, mark{frame: f, block: b, at: -1})
	return len(t.marks) - 1
}

// since notes that a loop asks later whether there have been effects since so many.
func (t *trail) since(mark int, effects uint64) {
	if t.kept {
		t.marks[mark].effects = effects
	}
}

// over notes that a loop of a program goes through values.
func (t *trail) over(s *program.For, values []float64) int {
	if !t.kept {
		return 0
	}
	return t.loop(elementOf(s), values...)
}

// saves notes that the rounds of a loop begin with locals of a frame that are kept from saved on.
func (t *trail) saves(mark int, f *frame, saved int) {
	if t.kept {
		t.marks[mark].frame, t.marks[mark].saved = f, saved
	}
}

// reach notes how far a block or a loop has come: what ran within it is over.
func (t *trail) reach(mark, at int) {
	if t.kept {
		t.marks = t.marks[:mark+1]
		t.marks[mark].at = at
	}
}

// leave notes that a block or a loop is over.
func (t *trail) leave(mark int) {
	if t.kept {
		t.marks = t.marks[:mark]
	}
}

// runNoted runs statements until one of them ends the program, and notes how far it has come.
func (m *Machine) runNoted(f *frame, b *code.Block) code.Control {
	at := m.trail.enter(f, b)
	for i, s := range b.List {
		m.trail.reach(at, i)
		if how := f.run(s); how != code.GoOn {
			m.trail.leave(at)
			return how
		}
	}
	m.trail.leave(at)
	return code.GoOn
}

// blockReads are the locals that a block reads which have a value before: again what each statement
// reads if it comes round again, from what it and all behind it read.
type blockReads struct{ again, from [][]slotRead }

// slotRead is a local that is read, and as what.
type slotRead struct {
	slot int
	of   program.Type
}

// readsOf returns what a block reads.
func (t *trail) readsOf(b *code.Block) *blockReads {
	if r, ok := t.reads[b]; ok {
		return r
	}
	n := len(b.Src)
	r := &blockReads{again: make([][]slotRead, n), from: make([][]slotRead, n+1)}
	for i := n - 1; i >= 0; i-- {
		r.again[i] = readAgain(b.Src[i])
		r.from[i] = before(b.Src[i], r.from[i+1])
	}
	if t.reads == nil {
		t.reads = map[*code.Block]*blockReads{}
	}
	t.reads[b] = r
	return r
}

// before returns what is read from a statement on, if that is read from the one behind it on.
func before(s program.Stmt, behind []slotRead) []slotRead {
	list := without(behind, setBy(s))
	return union(list, without(readBy(s), roundOf(s)))
}

// readBy returns what a statement reads, with its blocks.
func readBy(s program.Stmt) (list []slotRead) {
	for _, x := range program.Operands(s) {
		list = union(list, readIn(x))
	}
	for _, block := range program.Blocks(s) {
		list = union(list, readFrom(block))
	}
	return list
}

// readIn returns what a formula reads: what it names itself for a while isn't there before.
func readIn(e *program.Expr) (list []slotRead) {
	if e.Op == program.OpLocal {
		return []slotRead{{e.Index, e.Type}}
	}
	for i, a := range e.Args {
		reads := readIn(a)
		if i == 1 && (e.Op.OverList() || e.Op == program.OpLet) {
			reads = without(reads, []int{e.Index})
		}
		list = union(list, reads)
	}
	return list
}

// readFrom returns what statements read that has a value before.
func readFrom(list []program.Stmt) (reads []slotRead) {
	for i := len(list) - 1; i >= 0; i-- {
		reads = before(list[i], reads)
	}
	return reads
}

// readAgain returns what a statement under way may read once more: a loop all of what its rounds
// read.
func readAgain(s program.Stmt) []slotRead {
	switch s.(type) {
	case *program.Roll, *program.If, *program.CallProc, *program.CallField, *program.Announce, *program.Perform, *program.Choose, *program.Afterwards:
		return nil // it has read what it reads before anything runs within it
	}
	return before(s, nil)
}

// setBy returns the locals that a statement always gives a value.
func setBy(s program.Stmt) []int {
	switch s := s.(type) {
	case *program.SetLocal:
		return []int{s.Slot}
	case *program.Roll:
		if s.Test != nil {
			return append(setBy(s.Test), s.Slot)
		}
		return []int{s.Slot}
	case *program.Test:
		slots := []int{s.Slot}
		for k := range int(program.TestParts) + len(s.Check.Fields) {
			slots = append(slots, s.Base+k)
		}
		return slots
	case *program.Choose:
		return []int{s.Slot}
	case *program.Draw:
		return []int{s.Slot}
	case *program.CallProc:
		slots := []int{s.Into}
		for k := range s.Proc.Results {
			slots = append(slots, s.Into+k)
		}
		return slots
	}
	return nil
}

// roundOf returns the locals that a loop sets in each round.
func roundOf(s program.Stmt) []int {
	if s, ok := s.(*program.For); ok {
		return []int{s.Slot, s.Second}
	}
	return nil
}

// without leaves locals out.
func without(list []slotRead, slots []int) []slotRead {
	return slices.DeleteFunc(slices.Clone(list), func(r slotRead) bool { return slices.Contains(slots, r.slot) })
}

// union adds what isn't there yet. A local that is read as one type here, and there as another
// one, is there twice.
func union(list, more []slotRead) []slotRead {
	for _, r := range more {
		known := false
		for _, x := range list {
			known = known || x.slot == r.slot && x.of.Kind == r.of.Kind
		}
		if !known {
			list = append(list, r)
		}
	}
	return list
}

// live appends what the programs of a frame may still read of its locals, by the marks of its
// blocks, outermost first.
func (t *trail) live(blocks []mark) (list []slotRead) {
	for i := range blocks {
		b := &blocks[i]
		reads := t.readsOf(b.block)
		if b.at < 0 {
			list = union(list, reads.from[0])
			continue
		}
		s := b.block.Src[b.at]
		list = union(list, reads.again[b.at])
		roll, rolls := s.(*program.Roll)
		if rolls && !t.innermost(b) {
			// The dice have fallen, and something waits for that: its locals are set.
			list = union(list, reads.from[b.at+1])
			continue
		}
		list = union(list, without(reads.from[b.at+1], setBy(s)))
		if rolls && roll.Test != nil {
			// What it is held against has been worked out.
			list = union(list, []slotRead{{slot: roll.Test.Base + int(program.TestTarget)}})
			for k := range roll.Test.Check.Fields {
				list = union(list, []slotRead{{slot: roll.Test.Base + int(program.TestParts) + k}})
			}
		}
	}
	return list
}

// innermost tells whether a block is the last one that was entered, so that its own statement is
// what throws dice.
func (t *trail) innermost(b *mark) bool {
	last := &t.marks[len(t.marks)-1]
	return last.frame == b.frame && last.block == b.block
}

// elementOf is the type of what a loop goes through.
func elementOf(s *program.For) program.Type {
	if s.In == nil {
		return program.Type{}
	}
	return code.ElementType(s.In.Type)
}

// resultsOf returns the program of a proc that runs in a frame and gives several values, which
// whoever has called it reads; nil: no such program does.
func (t *trail) resultsOf(f *frame) *program.Routine {
	for i := len(t.marks) - 1; i >= 0; i-- {
		x := &t.marks[i]
		if x.block == nil || x.frame != f.prev || x.at < 0 {
			continue
		}
		if call, ok := x.block.Src[x.at].(*program.CallProc); ok && call.Into >= 0 && len(call.Proc.Results) > 0 {
			return call.Proc.Routine
		}
		return nil
	}
	return nil
}
