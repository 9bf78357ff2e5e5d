package main

import (
	"encoding/binary"
	"slices"
)

// Instructions of WebAssembly that are looked at, by their numbers.
const (
	opUnreachable = 0x00
	opNop         = 0x01
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opElse        = 0x05
	opEnd         = 0x0b
	opBr          = 0x0c
	opBrIf        = 0x0d
	opBrTable     = 0x0e
	opReturn      = 0x0f
	opCall        = 0x10
	opCallBy      = 0x11 // call_indirect
	opDrop        = 0x1a
	opSelect      = 0x1b
	opLocalGet    = 0x20
	opLocalSet    = 0x21
	opLocalTee    = 0x22
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
	opFirstLoad   = 0x28
	opLastLoad    = 0x35
	opFirstStore  = 0x36
	opI64Store    = 0x37
	opLastStore   = 0x3e
	opMemorySize  = 0x3f
	opMemoryGrow  = 0x40
	opI32Const    = 0x41
	opI64Const    = 0x42
	opF32Const    = 0x43
	opF64Const    = 0x44
	opI32Eqz      = 0x45 // from here on nothing follows
	opI64Eqz      = 0x50
	opI32Clz      = 0x67
	opI32Popcnt   = 0x69
	opI32Add      = 0x6a
	opI32Sub      = 0x6b
	opI64Clz      = 0x79
	opI64Popcnt   = 0x7b
	opI64Add      = 0x7c
	opI64Rotr     = 0x8a
	opI32WrapI64  = 0xa7 // the first of those that make one kind of number of another
	opI64ExtendU  = 0xad
	opLast        = 0xc4 // the last of one byte
	opMore        = 0xfc // another number follows
)

// alone are others behind which nothing follows.
var alone = []byte{opUnreachable, opNop, opElse, opEnd, opReturn, opDrop, opSelect}

const noResult = 0x40 // the type of a block that leaves nothing

// instruction is one of a function.
type instruction struct {
	op byte
	// number is its only number, of loads and stores the offset.
	number int64
	// written is how it stood where it was read, as long as nothing has been changed in it.
	written []byte
	table   []uint64 // of a br_table
}

// do makes an instruction.
func do(op byte, number int64) instruction { return instruction{op: op, number: number} }

// with returns the instruction with another number.
func (i instruction) with(number int64) instruction {
	if i.written == nil || i.op < opFirstLoad || i.op > opLastStore {
		return do(i.op, number)
	}
	// What it says about the alignment stays.
	r := reader{rest: i.written[1:]}
	align := r.unsigned()
	written := binary.AppendUvarint([]byte{i.op}, align)
	return instruction{op: i.op, number: number, written: binary.AppendUvarint(written, uint64(number))}
}

// appendTo appends the instruction to code.
func (i *instruction) appendTo(code []byte) []byte {
	if i.written != nil {
		return append(code, i.written...)
	}
	code = append(code, i.op)
	switch {
	case i.op == opBlock || i.op == opLoop || i.op == opIf:
		return append(code, noResult)
	case i.op == opBrTable:
		code = binary.AppendUvarint(code, uint64(len(i.table)-1))
		for _, n := range i.table {
			code = binary.AppendUvarint(code, n)
		}
		return code
	case i.op == opI32Const || i.op == opI64Const:
		return appendSigned(code, i.number)
	case hasNumber(i.op):
		return binary.AppendUvarint(code, uint64(i.number))
	}
	return code
}

// hasNumber says whether an instruction has a number without a sign behind it.
func hasNumber(op byte) bool {
	return op == opBr || op == opBrIf || op == opCall || op >= opLocalGet && op <= opGlobalSet
}

// readBody reads the instructions of a function, and what stands before them: its locals.
func readBody(body []byte) (locals []byte, list []instruction, err error) {
	r := reader{rest: body}
	for n := r.unsigned(); n > 0 && !r.torn; n-- {
		r.unsigned()
		r.take(1)
	}
	locals = body[:len(body)-len(r.rest)]
	list = make([]instruction, 0, len(body)/2)
	for len(r.rest) > 0 && !r.torn {
		list = append(list, r.instruction())
	}
	if r.torn {
		return nil, nil, errTorn
	}
	return locals, list, nil
}

// instruction takes an instruction.
func (r *reader) instruction() instruction {
	begin := r.rest
	i := instruction{op: r.take(1)[0]}
	switch op := i.op; {
	case op == opBlock || op == opLoop || op == opIf || op == opMemorySize || op == opMemoryGrow:
		r.take(1)
	case op == opBrTable:
		for n := r.unsigned() + 1; n > 0 && !r.torn; n-- {
			i.table = append(i.table, r.unsigned())
		}
	case op == opCallBy:
		r.unsigned()
		r.unsigned()
	case op >= opFirstLoad && op <= opLastStore:
		r.unsigned()
		i.number = int64(r.unsigned())
	case op == opI32Const || op == opI64Const:
		i.number = r.signed()
	case op == opF32Const:
		r.take(4)
	case op == opF64Const:
		r.take(8)
	case hasNumber(op):
		i.number = int64(r.unsigned())
	case op == opMore:
		r.more()
	case op > opLast || op < opI32Eqz && !slices.Contains(alone, op):
		r.torn = true
	}
	i.written = begin[:len(begin)-len(r.rest)]
	return i
}

// more takes what follows in an instruction of two numbers.
func (r *reader) more() {
	const lastTruncation, copies, fills = 7, 10, 11
	switch n := r.unsigned(); {
	case n <= lastTruncation:
	case n == copies:
		r.take(2)
	case n == fills:
		r.take(1)
	default:
		r.torn = true
	}
}

// are says whether a list begins with instructions of these numbers.
func are(list []instruction, ops ...byte) bool {
	return len(list) >= len(ops) && slices.EqualFunc(list[:len(ops)], ops, func(i instruction, op byte) bool { return i.op == op })
}

// endWith says whether a list ends with instructions of these numbers.
func endWith(list []instruction, ops ...byte) bool {
	return len(list) >= len(ops) && are(list[len(list)-len(ops):], ops...)
}
