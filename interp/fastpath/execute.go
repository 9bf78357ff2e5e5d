package fastpath

import (
	"math"

	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang/program"
)

// execute runs a block. What calls another function stands in special, so that this
// loop can keep in registers what it works with.
func (f *Fight) execute(in *instr) {
	r := f.registers
	_ = r[0] // it is there: no instruction has to look
	for ; ; in = in.next {
		switch in.op {
		case opEnd:
			return
		case opJump:
			in = in.to
		case opCopy:
			r[in.a] = r[in.b]
		case opAdd:
			r[in.a] = r[in.b] + r[in.c]
		case opSub:
			r[in.a] = r[in.b] - r[in.c]
		case opMul:
			r[in.a] = r[in.b] * r[in.c]
		case opMax:
			v := r[in.b]
			if w := r[in.c]; w > v {
				v = w
			}
			r[in.a] = v
		case opMin:
			v := r[in.b]
			if w := r[in.c]; w < v {
				v = w
			}
			r[in.a] = v
		case opUnlessLess:
			if !(r[in.b] < r[in.c]) {
				in = in.to
			}
		case opIfLess:
			if r[in.b] < r[in.c] {
				in = in.to
			}
		case opUnlessLessEq:
			if !(r[in.b] <= r[in.c]) {
				in = in.to
			}
		case opIfLessEq:
			if r[in.b] <= r[in.c] {
				in = in.to
			}
		case opUnlessEqual:
			if r[in.b] != r[in.c] {
				in = in.to
			}
		case opIfEqual:
			if r[in.b] == r[in.c] {
				in = in.to
			}
		case opUnlessTrue:
			if r[in.b] == 0 {
				in = in.to
			}
		case opIfTrue:
			if r[in.b] != 0 {
				in = in.to
			}
		case opThrowOne:
			t := in.throw
			face := float64(keyed.Face(keyed.Mix(t.first()), t.sides))
			r[in.a], r[in.d] = r[in.b]+face, face
		case opRaise, opLower:
			if f.slow {
				f.special(in)
				continue
			}
			old, amount := r[in.a], r[in.c]
			if in.op == opLower {
				amount = -amount
			}
			now := old + amount
			if high := r[in.e]; now > high {
				now = max(high, min(old, now))
			}
			if low := r[in.b]; now < low {
				now = min(low, max(old, now))
			}
			if !in.unchecked && !isWhole(now) {
				f.failed = true
				return
			}
			r[in.a] = now
			if in.tells && f.someOut {
				f.unsettled = true
			}
		case opAddTo:
			now := r[in.a] + r[in.c]
			if f.slow || now > program.MaxWhole {
				if !f.special(in) {
					return
				}
				continue
			}
			r[in.a] = now
			if in.tells && f.someOut {
				f.unsettled = true
			}
		case opTakeFrom:
			if f.slow {
				f.special(in)
				continue
			}
			old := r[in.a]
			now := old - r[in.c]
			if low := r[in.b]; now < low {
				now = min(low, old)
			}
			r[in.a] = now
			if in.tells && f.someOut {
				f.unsettled = true
			}
		case opScheduleLast:
			f.put(in.schedule)
			return
		case opSchedule:
			f.put(in.schedule)
		case opAct:
			f.Acts++
			f.doer, f.worked, f.missed = int(in.a), false, false
		default:
			if !f.special(in) {
				return
			}
		}
	}
}

// special runs the instructions that are rare or call functions. It returns false when
// the fight is given up.
func (f *Fight) special(in *instr) bool {
	r := f.registers
	switch in.op {
	case opGiveUp:
		f.failed = true
	case opDiv, opMod:
		x, y := r[in.b], r[in.c]
		if f.failed = f.failed || y == 0; f.failed {
			break
		}
		if r[in.a] = x / y; in.op == opMod {
			r[in.a] = x - math.Floor(x/y)*float64(y)
		}
	case opFloor:
		r[in.a] = math.Floor(r[in.b])
	case opCeil:
		r[in.a] = math.Ceil(r[in.b]) + 0
	case opRound:
		r[in.a] = math.Round(r[in.b]) + 0
	case opAbs:
		r[in.a] = math.Abs(r[in.b])
	case opSign:
		r[in.a] = sign(r[in.b])
	case opField:
		if who := int(r[in.b]); who == 0 {
			f.failed = true
		} else {
			r[in.a] = r[uint16(int(f.set.Rows[who])+int(in.c))]
		}
	case opColumn:
		i, column := int(r[in.b]), f.columns[in.c]
		if i < 1 || i > len(column) {
			f.failed = true
		} else {
			r[in.a] = column[i-1]
		}
	case opMustBeWhole:
		f.failed = f.failed || !isWhole(r[in.b])
	case opThrow:
		total, natural := f.throw(in.throw)
		r[in.a], r[in.d] = r[in.b]+total, natural
	case opRaise, opLower, opSet, opAddTo, opTakeFrom:
		x := &f.changes[in.d]
		f.changeSlowly(x, x.owner, r[in.c])
	case opRaiseOf, opLowerOf, opSetOf:
		if who := int(r[in.b]); who == 0 {
			f.failed = true
		} else {
			f.changeSlowly(&f.changes[in.d], who, r[in.c])
		}
	case opActed:
		f.acted(&f.deeds[in.c])
	case opFailed:
		f.missed = true
	case opUnsettle:
		f.unsettled = true
	case opSettle:
		f.settle()
	}
	return !f.failed
}
