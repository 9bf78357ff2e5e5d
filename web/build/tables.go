package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// What Go's runtime knows of the functions of an engine, as the linker of Go 1.26 lays it out:
// cmd/link/internal/ld/pcln.go writes it, runtime/symtab.go reads it.
const (
	tablesMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // the version; steps of 1, addresses of 8 bytes
	funcSize    = 44                                 // of a function's record, without what follows it

	// Places in a function's record.
	funcStack    = 16 // how large its frame is where
	funcFiles    = 20 // which file an instruction comes from
	funcLines    = 24 // which line
	funcPcdata   = 28 // how many more tables by instruction there are
	funcUnit     = 32 // what the numbers of files count from
	funcBegins   = 36 // the line it begins at
	funcFuncdata = 43 // how many tables of its own it has

	// Places in what the runtime knows of a module.
	moduleFuncdata = 320 // where tables of functions begin
	moduleEnd      = 328 // and where they end

	none = ^uint32(0) // no table of a function's own
)

// Tables that are read only where a stack is printed, and where a goroutine is stopped from without,
// by a signal, of which a browser has none. By their numbers: internal/abi/symtab.go.
var (
	spareByInstruction = []int{0, 3}    // where a signal may come, which arguments are alive
	spareByFunction    = []int{5, 6, 7} // which arguments there are, which are alive, what is a wrapper
)

// tables are those of an engine, in its memory.
type tables struct {
	memory                               []byte
	units, files, steps, functions, data int      // where each begins
	end                                  int      // where the last one ends
	records                              [][]byte // of functions
}

// withoutLines takes out of an engine's memory, which begins at an address, what is there only to say
// in which file and line something stands: a quarter of the memory, for stacks that are printed when
// an engine has broken down. They still say in which functions.
func withoutLines(memory []byte, address int64) error {
	t, err := readTables(memory, address)
	if err == nil {
		err = t.dropSteps()
	}
	if err != nil {
		return fmt.Errorf("the engine's tables of functions aren't those of Go 1.26: %w", err)
	}
	t.dropData()
	clear(memory[t.units:t.steps])
	return nil
}

// readTables finds the tables, and holds that they are laid out as it is known here.
func readTables(memory []byte, address int64) (*tables, error) {
	begin := bytes.Index(memory, []byte(tablesMagic))
	if begin < 0 || begin+72 > len(memory) || bytes.Contains(memory[begin+1:], []byte(tablesMagic)) {
		return nil, errors.New("there is no header, or more than one")
	}
	number := func(at int) int { return int(binary.LittleEndian.Uint64(memory[at:])) }
	count := number(begin + 8)
	names := begin + number(begin+32)
	t := &tables{memory: memory, units: begin + number(begin+40), files: begin + number(begin+48), steps: begin + number(begin+56), functions: begin + number(begin+64)}

	// What the runtime knows begins with the header's address and with the names, as a slice.
	known := binary.LittleEndian.AppendUint64(nil, uint64(address)+uint64(begin))
	known = binary.LittleEndian.AppendUint64(known, uint64(address)+uint64(names))
	module := bytes.Index(memory, known)
	if module < 0 || module+moduleEnd+8 > len(memory) {
		return nil, errors.New("the runtime doesn't know them")
	}
	t.data, t.end = number(module+moduleFuncdata)-int(address), number(module+moduleEnd)-int(address)
	if order := []int{begin, names, t.units, t.files, t.steps, t.functions, t.data, t.end, len(memory)}; !slices.IsSorted(order) || begin < 0 {
		return nil, fmt.Errorf("they stand in another order: %d", order)
	}
	if t.functions+8*count+4 > t.data || count <= 0 {
		return nil, fmt.Errorf("there can't be %d functions", count)
	}
	for i := range count {
		entry := memory[t.functions+8*i:]
		at := t.functions + int(binary.LittleEndian.Uint32(entry[4:]))
		if at+funcSize > t.data || !bytes.Equal(memory[at:at+4], entry[:4]) {
			return nil, fmt.Errorf("function %d isn't where it should be", i)
		}
		size := funcSize + 4*int(binary.LittleEndian.Uint32(memory[at+funcPcdata:])) + 4*int(memory[at+funcFuncdata])
		if size > funcSize+4*16 || at+size > t.data {
			return nil, fmt.Errorf("function %d has too many tables", i)
		}
		t.records = append(t.records, memory[at:at+size])
	}
	return t, nil
}

// byInstruction returns the places of a record in which the tables by instruction stand that are needed.
func byInstruction(record []byte) []int {
	places := []int{funcStack}
	for i := range int(binary.LittleEndian.Uint32(record[funcPcdata:])) {
		if !slices.Contains(spareByInstruction, i) {
			places = append(places, funcSize+4*i)
		}
	}
	return places
}

// dropSteps keeps the tables by instruction that are needed, and moves them together. A table has no
// length: it goes on to where the next one begins. Number 0 says that there is none.
func (t *tables) dropSteps() error {
	old := slices.Clone(t.memory[t.steps:t.functions])
	needed := map[uint32]bool{}
	begins := map[uint32]bool{uint32(len(old)): true}
	for _, record := range t.records {
		places := byInstruction(record)
		for _, place := range places {
			needed[binary.LittleEndian.Uint32(record[place:])] = true
		}
		for i := range int(binary.LittleEndian.Uint32(record[funcPcdata:])) {
			begins[binary.LittleEndian.Uint32(record[funcSize+4*i:])] = true
		}
		for _, place := range []int{funcStack, funcFiles, funcLines} {
			begins[binary.LittleEndian.Uint32(record[place:])] = true
		}
	}
	sorted := slices.Sorted(maps.Keys(begins))
	if last := sorted[len(sorted)-1]; int(last) > len(old) {
		return fmt.Errorf("a table by instruction begins behind the last one, at %d", last)
	}
	moved := map[uint32]uint32{0: 0}
	kept := []byte{0}
	for i, from := range sorted[:len(sorted)-1] {
		if from > 0 && needed[from] {
			moved[from] = uint32(len(kept))
			kept = append(kept, old[from:sorted[i+1]]...)
		}
	}
	clear(t.memory[t.steps:t.functions])
	copy(t.memory[t.steps:], kept)
	for _, record := range t.records {
		places := byInstruction(record)
		for _, place := range places {
			binary.LittleEndian.PutUint32(record[place:], moved[binary.LittleEndian.Uint32(record[place:])])
		}
		for _, place := range []int{funcFiles, funcLines, funcUnit, funcBegins} {
			clear(record[place : place+4])
		}
		for _, i := range spareByInstruction {
			if place := funcSize + 4*i; i < int(binary.LittleEndian.Uint32(record[funcPcdata:])) {
				clear(record[place : place+4])
			}
		}
	}
	return nil
}

// dropData takes the tables of functions' own that aren't needed; the others stay where they are.
func (t *tables) dropData() {
	spare := map[uint32]bool{} // by where it begins
	begins := map[uint32]bool{uint32(t.end - t.data): true}
	needed := map[uint32]bool{}
	for _, record := range t.records {
		first := funcSize + 4*int(binary.LittleEndian.Uint32(record[funcPcdata:]))
		for i := range int(record[funcFuncdata]) {
			place := record[first+4*i:]
			at := binary.LittleEndian.Uint32(place)
			if at == none {
				continue
			}
			begins[at] = true
			if slices.Contains(spareByFunction, i) {
				spare[at] = true
				binary.LittleEndian.PutUint32(place, none)
			} else {
				needed[at] = true
			}
		}
	}
	sorted := slices.Sorted(maps.Keys(begins))
	for i, from := range sorted[:len(sorted)-1] {
		if spare[from] && !needed[from] {
			clear(t.memory[t.data:t.end][from:sorted[i+1]])
		}
	}
}
