package main

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// TestWithoutLines holds, on tables of two functions, that only what says where something stands is
// taken out, and that what two functions have in common stays if one of them needs it.
func TestWithoutLines(t *testing.T) {
	const address = 4096
	memory := smallTables(address)
	if err := withoutLines(memory, address); err != nil {
		t.Fatal(err)
	}
	got, err := readTables(memory, address)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		steps, data []uint32
	}{
		{[]uint32{1, 0, 0, 0, 3, 0, 0}, []uint32{0, none}},
		{[]uint32{3, 0, 0, 0, 5, 1, 0}, []uint32{none, none}},
	} {
		numbers := func(from, n int) (list []uint32) {
			for j := range n {
				list = append(list, binary.LittleEndian.Uint32(got.records[i][from+4*j:]))
			}
			return list
		}
		steps := append(numbers(funcStack, 3), numbers(funcSize, 4)...)
		data := []uint32{numbers(funcSize+16, 1)[0], numbers(funcSize+16+20, 1)[0]}
		if !slices.Equal(steps, want.steps) || !slices.Equal(data, want.data) {
			t.Errorf("function %d: tables at %d and %d, not at %d and %d", i, steps, data, want.steps, want.data)
		}
	}
	for what, x := range map[string]struct {
		from, to int
		want     string
	}{
		"names": {72, 80, "f\x00g\x00\x00\x00\x00\x00"},
		"files": {got.units, got.steps, strings.Repeat("\x00", 16)},
		"steps": {got.steps, got.functions, "\x00aabbcc" + strings.Repeat("\x00", 9)},
		"data":  {got.data, got.end, "DDDD\x00\x00\x00\x00"},
	} {
		if s := string(memory[x.from:x.to]); s != x.want {
			t.Errorf("%s: %q, not %q", what, s, x.want)
		}
	}
}

// TestOtherTables holds that the build stops where tables are laid out in another way.
func TestOtherTables(t *testing.T) {
	const address = 4096
	fine := smallTables(address)
	for what, change := range map[string]func(memory []byte){
		"another version":  func(m []byte) { m[0]++ },
		"another address":  func(m []byte) { m[len(m)-1]++; m[len(m)-336]++ },
		"another order":    func(m []byte) { m[56] = 1 },
		"more functions":   func(m []byte) { m[8] = 200 },
		"another function": func(m []byte) { m[112]++ },
		"a step too far":   func(m []byte) { m[112+24+funcStack] = 200 },
	} {
		memory := bytes.Clone(fine)
		change(memory)
		if err := withoutLines(memory, address); err == nil || !strings.Contains(err.Error(), "aren't those of Go 1.26") {
			t.Errorf("%s: it says %v", what, err)
		}
	}
	for n := range fine {
		if err := withoutLines(bytes.Clone(fine[:n]), address); err == nil {
			t.Errorf("nobody notices that they end after %d bytes", n)
		}
	}
	if err := withoutLines(append(bytes.Clone(fine), fine...), address); err == nil {
		t.Error("nobody notices that they are there twice")
	}
}

// smallTables are those of two functions, f and g, with four tables by instruction and six of their own.
func smallTables(address uint64) []byte {
	var m []byte
	long := func(list ...uint64) {
		for _, v := range list {
			m = binary.LittleEndian.AppendUint64(m, v)
		}
	}
	short := func(list ...uint32) {
		for _, v := range list {
			m = binary.LittleEndian.AppendUint32(m, v)
		}
	}
	m = append(m, tablesMagic...)
	long(2, 1, 0, 72, 80, 88, 96, 112)
	m = append(m, "f\x00g\x00\x00\x00\x00\x00"...) // names, at 72
	short(0, none)                                 // units, at 80
	m = append(m, "file.go\x00"...)                // files, at 88
	m = append(m, "\x00aaxxyybbzzcc\x00\x00\x00"...)
	short(0, 24, 1, 24+84+4, 2, 0) // which function begins where, at 112
	function := func(entry, name uint32, steps [3]uint32, more [4]uint32, first, last uint32) {
		short(entry, name, 0, 0)
		short(steps[:]...)
		short(4, 7, 12, 6<<24)
		short(more[:]...)
		short(first, none, none, none, none, last)
	}
	function(0, 0, [3]uint32{1, 3, 5}, [4]uint32{9, 7, 0, 0}, 0, 4)
	short(0) // records begin at multiples of 8
	function(1, 2, [3]uint32{7, 3, 9}, [4]uint32{5, 11, 1, 3}, none, 0)
	m = append(m, "DDDDAAAA"...) // tables of their own
	data := address + uint64(len(m)) - 8
	module := make([]byte, moduleEnd+8)
	binary.LittleEndian.PutUint64(module, address)
	binary.LittleEndian.PutUint64(module[8:], address+72)
	binary.LittleEndian.PutUint64(module[moduleFuncdata:], data)
	binary.LittleEndian.PutUint64(module[moduleEnd:], data+8)
	return append(m, module...)
}
