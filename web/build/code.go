package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// What the compiler of Go writes for WebAssembly is known here as far as it is changed:
// cmd/internal/obj/wasm/wasmobj.go and cmd/link/internal/wasm/asm.go of Go 1.26.
const (
	firstFunction = 0x1000 // what functions are counted from where they have addresses
	placeBits     = 16     // of an address of code, for the place in the function
	localPlace    = 0      // the local with the place at which a function is entered
	localStack    = 1      // the local with the address of the stack
	globalStack   = 0      // the global with the same
	wordSize      = 8
	plainType     = "\x60\x01\x7f\x01\x7f" // of a function of Go: from the place to whether the stack is unwound
)

// code is the code of an engine while it is made shorter.
type code struct {
	imported, own int64 // how many functions there are
	// never are functions that don't come back to where they were called, by their numbers. Each gets a
	// function of its own that calls it: see callNever.
	never []int64
}

// shorterCode changes the code of an engine so that it does the same in fewer and more regular
// instructions: it is a tenth smaller then, and a seventh once it is compressed.
func shorterCode(types, imports []byte, functions, codes *section) error {
	r := reader{rest: codes.content}
	imported, err := countImports(imports)
	if err != nil {
		return err
	}
	c := code{imported: imported, own: int64(r.unsigned())}
	var bodies []byte
	for n := range c.own {
		body, err := c.shorterBody(n, r.take(int(r.unsigned())))
		if err != nil {
			return fmt.Errorf("function %d: %w", n, err)
		}
		bodies = appendSized(bodies, body)
	}
	if r.torn || len(r.rest) > 0 {
		return errTorn
	}
	typesOf := reader{rest: functions.content}
	if n := typesOf.unsigned(); n != uint64(c.own) {
		return fmt.Errorf("%d have types, not %d", n, c.own)
	}
	all := uint64(c.own) + uint64(len(c.never))
	if len(c.never) > 0 && (len(types) <= len(plainType) || string(types[1:1+len(plainType)]) != plainType) {
		return errors.New("the first type is another one")
	}
	functions.content = append(binary.AppendUvarint(nil, all), typesOf.rest...)
	for _, target := range c.never {
		functions.content = append(functions.content, 0) // the first type
		bodies = appendSized(bodies, callNever(target))
	}
	codes.content = append(binary.AppendUvarint(nil, all), bodies...)
	return nil
}

// countImports counts functions that the engine is given.
func countImports(imports []byte) (int64, error) {
	r := reader{rest: imports}
	n := r.unsigned()
	for range n {
		r.take(int(r.unsigned()))
		r.take(int(r.unsigned()))
		if kind := r.take(1)[0]; kind != 0 {
			return 0, errors.New("something else than functions is imported")
		}
		if r.unsigned(); r.torn {
			break
		}
	}
	if r.torn || len(r.rest) > 0 {
		return 0, errTorn
	}
	return int64(n), nil
}

// shorterBody returns the body of a function, which is number n of the engine's own.
func (c *code) shorterBody(n int64, body []byte) ([]byte, error) {
	locals, list, err := readBody(body)
	if err != nil {
		return nil, err
	}
	list, err = c.direct(n, shorterSteps(list))
	out := slices.Clone(locals)
	for i := range list {
		out = list[i].appendTo(out)
	}
	return out, err
}

// shorterSteps returns instructions without detours.
func shorterSteps(list []instruction) []instruction {
	out := make([]instruction, 0, len(list))
	for i := 0; i < len(list); i++ {
		in := list[i]
		switch {
		case in.op == opNop:
		case in.op == opI32WrapI64 && endWith(out, opLocalGet, opI64ExtendU, opI64Const, opI64Add) && isSlot(out[len(out)-2]):
			// The address of a place in the stack frame: it is worked out in 64 bits and cut to 32.
			slot := out[len(out)-2].number
			out = out[:len(out)-3]
			if of := out[len(out)-1]; of.number != localStack || !addOffset(list[i+1:], slot) {
				out = append(out, do(opI32Const, slot), do(opI32Add, 0))
			}
		case in.op == opGlobalSet && endWith(out, opI32Const, opI32Add, opLocalTee) && out[len(out)-1].number == localStack && freesReturn(list[i:]):
			// The frame is left, then what the caller has written: both in one step.
			n := len(out) - 3
			out[n] = out[n].with(out[n].number + wordSize)
			out = append(out, in)
			i += 5
		default:
			out = append(out, in)
		}
	}
	return out
}

// isSlot says whether a number can be the distance of a place in a stack frame.
func isSlot(i instruction) bool { return i.number > 0 && i.number < 1<<20 }

// freesReturn says whether a list begins with the stack being set, and being moved by a word then.
func freesReturn(list []instruction) bool {
	return are(list, opGlobalSet, opLocalGet, opI32Const, opI32Add, opLocalTee, opGlobalSet) && list[0].number == globalStack &&
		list[1].number == localStack && list[2].number == wordSize && list[4].number == localStack && list[5].number == globalStack
}

// addOffset adds to the offset of the load or store that takes the address on top of the operands when
// a list begins. It changes nothing and returns false unless only plain steps lie between.
func addOffset(list []instruction, offset int64) bool {
	above := 0 // operands that lie on the address
	for i := range list {
		op := list[i].op
		switch {
		case op >= opFirstLoad && op <= opLastLoad && above == 0, op >= opFirstStore && op <= opLastStore && above == 1:
			list[i] = list[i].with(list[i].number + offset)
			return true
		case op >= opFirstLoad && op <= opLastLoad, op == opLocalTee && above > 0, oneToOne(op) && above > 0:
		case op == opLocalGet || op == opGlobalGet || op >= opI32Const && op <= opF64Const:
			above++
		case op > opI32Eqz && op <= opI64Rotr && !oneToOne(op) && above > 1:
			above-- // one of two
		default:
			return false
		}
	}
	return false
}

// oneToOne says whether an instruction makes an operand of one.
func oneToOne(op byte) bool {
	return op == opI32Eqz || op == opI64Eqz || op >= opI32Clz && op <= opI32Popcnt || op >= opI64Clz && op <= opI64Popcnt || op >= opI32WrapI64 && op <= opLast
}

// callNever is the body of a function that calls another one from the address of code that it takes, on
// behalf of the function that stands there: one that looks for a nil, say, and has found it. It is called
// from thirty thousand places, and each would have to write the same.
func callNever(target int64) []byte {
	body := []byte{0} // locals
	for _, i := range []instruction{
		do(opGlobalGet, globalStack), do(opI32Const, wordSize), do(opI32Sub, 0), do(opGlobalSet, globalStack),
		do(opGlobalGet, globalStack), do(opLocalGet, 0), do(opI64ExtendU, 0), {op: opI64Store, written: []byte{opI64Store, 3, 0}},
		do(opI32Const, 0), do(opCall, target), do(opEnd, 0),
	} {
		body = i.appendTo(body)
	}
	return body
}
