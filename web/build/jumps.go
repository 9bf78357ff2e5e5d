package main

import (
	"errors"
	"math"
	"slices"
)

// A function of Go can be left in the middle and entered there again, when another goroutine has its
// turn. So it begins with a table that jumps to a place by its number:
//
//	block          left by calls, to unwind: they may come back with that
//	  loop         the table again
//	    block ..   as many as there are ends, which are places
//	      local.get 0
//	      br_table 0 0 1 ..
//	    end ..
//
// The compiler uses it for all of its jumps: it sets the number and goes back to the table. Here they are
// made direct, which needs fewer instructions and less time; only those that go back need the table.
// The table gets a block of its own for each place, so that it only counts: 0 1 2 3, in all functions.

// entry is how a function begins.
type entry struct {
	before     []instruction
	exit, loop bool     // whether it has them
	table      []uint64 // the block of each place
	blocks     int      // how many there are
	body       int      // where the first place begins
}

// readEntry finds the table; there are functions without.
func readEntry(list []instruction) (e entry, found bool, err error) {
	at := slices.IndexFunc(list, func(i instruction) bool { return i.op == opBrTable })
	if at < 1 || list[at-1].op != opLocalGet || list[at-1].number != localPlace {
		return entry{}, false, nil
	}
	e = entry{table: list[at].table, body: at + 1}
	e.blocks = int(min(slices.Max(e.table), math.MaxInt32)) + 1
	begin := at - 1 - e.blocks
	if !slices.IsSorted(e.table) || begin < 0 || slices.ContainsFunc(list[begin:at-1], func(i instruction) bool { return i.op != opBlock }) {
		return entry{}, false, errors.New("its table of places is another one")
	}
	e.before = list[:begin]
	if e.loop = endWith(e.before, opLoop); e.loop {
		e.before = e.before[:len(e.before)-1]
	}
	if e.exit = endWith(e.before, opBlock); e.exit {
		e.before = e.before[:len(e.before)-1]
	}
	return e, true, nil
}

// jumps makes the jumps of a function direct.
type jumps struct {
	entry
	code     *code
	function int64 // as it stands in addresses of code
	list     []instruction
	at       int           // in list
	out      []instruction // from the table on
	nested   int           // blocks that are open within a place
	passed   int           // blocks of the table that have ended as it was
	ended    int           // and as it becomes
	back     bool          // whether something jumps back
}

// direct returns a function, which is number n, with jumps that are direct.
func (c *code) direct(n int64, list []instruction) ([]instruction, error) {
	e, found, err := readEntry(list)
	if !found || err != nil {
		return list, err
	}
	j := jumps{entry: e, code: c, function: n + firstFunction, list: list}
	table := make([]uint64, len(e.table))
	for place := range table {
		j.out = append(j.out, do(opBlock, 0))
		table[place] = uint64(place)
	}
	j.out = append(j.out, do(opLocalGet, localPlace), instruction{op: opBrTable, table: table})
	for j.at = e.body; j.at < len(list); j.at++ {
		if err := j.step(list[j.at]); err != nil {
			return nil, err
		}
	}
	if j.ended != len(table) {
		return nil, errors.New("it ends before all of its places")
	}
	before := slices.Clip(e.before)
	if j.back {
		before = append(before, do(opLoop, 0))
	}
	return append(before, j.out...), nil
}

// step takes the next instruction.
func (j *jumps) step(in instruction) error {
	switch in.op {
	case opBlock, opLoop, opIf:
		j.nested++
	case opEnd:
		if j.nested == 0 {
			return j.end(in)
		}
		j.nested--
	case opBr, opBrIf:
		return j.branch(in)
	case opBrTable:
		return errors.New("it has two tables")
	}
	j.out = append(j.out, in)
	return nil
}

// end takes the end of a block of the table, or of what is around them: of the loop, of the exit, which
// nobody takes any more, of the function.
func (j *jumps) end(in instruction) error {
	outer := j.passed - j.blocks
	j.passed++
	if !j.loop && outer >= 0 {
		outer++
	}
	switch {
	case outer < 0:
		for j.ended < len(j.table) && j.table[j.ended] < uint64(j.passed) {
			j.ended++
			j.out = append(j.out, in)
		}
	case outer == 0 && !j.back:
	case outer == 1 && j.exit:
		if !are(j.list[j.at+1:], opI32Const, opEnd) {
			return errors.New("something else follows its exit")
		}
		j.at++
	default:
		j.out = append(j.out, in)
	}
	return nil
}

// branch takes a branch.
func (j *jumps) branch(in instruction) error {
	beyond := in.number - int64(j.nested+j.blocks-j.passed) // what is around the blocks of the table
	if j.passed > j.blocks {
		beyond = -1
	}
	switch {
	case in.number < int64(j.nested):
		j.out = append(j.out, in)
		return nil
	case j.loop && beyond == 0:
		return j.jump(in)
	case j.exit && in.op == opBrIf && (beyond == 1 || beyond == 0 && !j.loop):
		j.unwind()
		return nil
	}
	return errors.New("it jumps to where none went before")
}

// jump takes a jump to a place, by way of the table.
func (j *jumps) jump(in instruction) error {
	n := len(j.out)
	if in.op != opBr || !endWith(j.out, opI32Const, opLocalSet) || j.out[n-1].number != localPlace {
		return errors.New("it jumps to its table without a place")
	}
	place := int(min(j.out[n-2].number, int64(len(j.table)-1)))
	if place < j.ended {
		j.back = true
		j.out = append(j.out, in.with(int64(j.nested+len(j.table)-j.ended)))
		return nil
	}
	for place > j.ended && j.table[place-1] == j.table[place] {
		place-- // the first of those that are the same
	}
	j.out = j.out[:n-2]
	op := byte(opBr)
	if endWith(j.out, opIf) && are(j.list[j.at+1:], opEnd) { // if it is all that depends on it
		j.out = j.out[:n-3]
		j.nested--
		j.at++
		op = opBrIf
	}
	j.out = append(j.out, do(op, int64(j.nested+place-j.ended)))
	return nil
}

// unwind takes what follows a call: if it has come back with 1, the function comes back with 1, too.
// Said so, and not by a jump to the outermost block, it is the same instructions everywhere.
func (j *jumps) unwind() {
	if j.comesNever() {
		return
	}
	j.out = append(j.out, do(opIf, 0), do(opI32Const, 1), do(opReturn, 0), do(opEnd, 0))
}

// comesNever makes a call short after which nothing follows. A call in a condition can't be entered again
// behind it: those that stand there end in a panic, or with the function being called again.
func (j *jumps) comesNever() bool {
	written := []byte{opLocalGet, opI32Const, opI32Sub, opLocalTee, opGlobalSet, opLocalGet, opI64Const, opI64Store, opI32Const, opCall, opGlobalGet, opLocalSet}
	if j.nested == 0 || !endWith(j.out, written...) || !are(j.list[j.at+1:], opEnd) {
		return false
	}
	call := j.out[len(j.out)-len(written):]
	address, target := call[6].number, call[9].number
	if address>>placeBits != j.function || address > math.MaxInt32 {
		return false
	}
	j.out = append(j.out[:len(j.out)-len(written)], do(opI32Const, address), do(opCall, j.code.shortCall(target)), do(opReturn, 0))
	return true
}

// shortCall returns the number of the function that calls another one for those who never see it again.
func (c *code) shortCall(target int64) int64 {
	n := slices.Index(c.never, target)
	if n < 0 {
		n = len(c.never)
		c.never = append(c.never, target)
	}
	return c.imported + c.own + int64(n)
}
