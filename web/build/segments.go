package main

import (
	"encoding/binary"
	"fmt"
)

// segment is what the memory holds from a place on, when an engine begins.
type segment struct {
	at    int64
	bytes []byte
}

// fewerSegments has the content of a data section lay the same into the memory, in fewer pieces, but for
// what is there only to say where in the sources something stands. The linker of Go cuts at every few
// zeros, into a hundred thousand pieces, and their places hardly compress: zeros do.
func fewerSegments(content []byte) ([]byte, error) {
	list, err := segments(content)
	if err != nil {
		return nil, err
	}
	memory, address, err := lay(list)
	if err == nil {
		err = withoutLines(memory, address)
	}
	return writeSegments(cut(memory, address)), err
}

// segments reads a data section.
func segments(content []byte) ([]segment, error) {
	r := reader{rest: content}
	list := make([]segment, 0, 1<<10)
	for n := r.unsigned(); n > 0 && !r.torn; n-- {
		// A piece of memory 0, whose place is a constant of 32 bits.
		if mode, op := r.unsigned(), r.take(1)[0]; mode != 0 || op != 0x41 {
			return nil, fmt.Errorf("the engine has a segment of a sort that the linker didn't write before: %d, %#x", mode, op)
		}
		s := segment{at: r.signed()}
		if end := r.take(1)[0]; end != 0x0b && !r.torn {
			return nil, fmt.Errorf("the place of a segment is no constant: %#x", end)
		}
		s.bytes = r.take(int(r.unsigned()))
		list = append(list, s)
	}
	if r.torn || len(r.rest) > 0 {
		return nil, errTorn
	}
	return list, nil
}

// lay returns the memory as segments lay it, and the address at which it begins: it is zero where
// nothing is laid.
func lay(list []segment) (memory []byte, address int64, err error) {
	const most = 1 << 28
	if len(list) == 0 {
		return nil, 0, nil
	}
	address, end := list[0].at, int64(0)
	for _, s := range list {
		address, end = min(address, s.at), max(end, s.at+int64(len(s.bytes)))
	}
	if address < 0 || end-address > most {
		return nil, 0, fmt.Errorf("the engine's segments lie too far apart: from %d to %d", address, end)
	}
	memory = make([]byte, end-address)
	for _, s := range list {
		copy(memory[s.at-address:], s.bytes)
	}
	return memory, address, nil
}

// cut returns the segments that lay a memory: it is cut where more than a few zeros stand.
func cut(memory []byte, address int64) []segment {
	const fewZeros = 64
	var list []segment
	begin, end := 0, 0 // of the segment that is read
	for i, b := range memory {
		if b == 0 {
			continue
		}
		if i-end > fewZeros && end > begin {
			list = append(list, segment{address + int64(begin), memory[begin:end]})
			begin = i
		} else if end == begin {
			begin = i
		}
		end = i + 1
	}
	if end > begin {
		list = append(list, segment{address + int64(begin), memory[begin:end]})
	}
	return list
}

// writeSegments writes a data section.
func writeSegments(list []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(list)))
	for _, s := range list {
		out = append(out, 0, 0x41)
		out = appendSigned(out, s.at)
		out = append(out, 0x0b)
		out = binary.AppendUvarint(out, uint64(len(s.bytes)))
		out = append(out, s.bytes...)
	}
	return out
}
