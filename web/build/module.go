package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// header is how a module of WebAssembly begins.
const header = "\x00asm\x01\x00\x00\x00"

// Numbers of its sections.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	codeSection     = 10
	dataSection     = 11
)

// section is a part of a module.
type section struct {
	number  byte
	content []byte
}

// leanModule returns a module that does the same and is smaller, above all once it is compressed.
func leanModule(module []byte) ([]byte, error) {
	list, err := readModule(module)
	if err != nil {
		return nil, err
	}
	find := func(number byte) *section {
		if i := slices.IndexFunc(list, func(s section) bool { return s.number == number }); i >= 0 {
			return &list[i]
		}
		return &section{number: number}
	}
	data := find(dataSection)
	if data.content, err = fewerSegments(data.content); err != nil {
		return nil, err
	}
	if err := shorterCode(find(typeSection).content, find(importSection).content, find(functionSection), find(codeSection)); err != nil {
		return nil, fmt.Errorf("the engine's functions aren't what Go 1.26 makes: %w", err)
	}
	return writeModule(list), nil
}

// readModule cuts a module into its sections.
func readModule(module []byte) ([]section, error) {
	r := reader{rest: module}
	if string(r.take(len(header))) != header {
		return nil, errors.New("the engine is no module of WebAssembly")
	}
	var list []section
	for len(r.rest) > 0 && !r.torn {
		list = append(list, section{r.take(1)[0], r.take(int(r.unsigned()))})
	}
	if r.torn {
		return nil, errTorn
	}
	return list, nil
}

// writeModule puts sections together.
func writeModule(list []section) []byte {
	out := []byte(header)
	for _, s := range list {
		out = append(out, s.number)
		out = appendSized(out, s.content)
	}
	return out
}

var errTorn = errors.New("the engine ends in the middle of something")

// reader reads a module. Once it is torn it gives zeros.
type reader struct {
	rest []byte
	torn bool
}

// take takes n bytes.
func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.rest, r.torn = nil, true
		return make([]byte, 16)
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// unsigned takes a number, signed one in the form with a sign.
func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.rest, r.torn = nil, true
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) signed() int64 {
	var v int64
	for shift := 0; shift < 64; shift += 7 {
		b := r.take(1)[0]
		v |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.torn = true
	return 0
}

// appendSized appends bytes behind how many they are.
func appendSized(out, bytes []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(bytes))), bytes...)
}

// appendSigned appends a number in the signed form of LEB128.
func appendSigned(out []byte, v int64) []byte {
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
