package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// names are those of instructions in tests.
var names = map[string]byte{
	"unreachable": opUnreachable, "nop": opNop, "block": opBlock, "loop": opLoop, "if": opIf, "end": opEnd, "br": opBr, "br_if": opBrIf, "br_table": opBrTable,
	"return": opReturn, "call": opCall, "get": opLocalGet, "set": opLocalSet, "tee": opLocalTee, "global.get": opGlobalGet, "global.set": opGlobalSet,
	"i32.const": opI32Const, "i64.const": opI64Const, "i32.add": opI32Add, "i32.sub": opI32Sub, "i64.add": opI64Add, "i64.eqz": opI64Eqz, "wrap": opI32WrapI64, "extend": opI64ExtendU,
	"load": 0x29, "store": opI64Store,
}

// body makes the body of a function without locals of instructions, which are divided by line breaks and semicolons.
func body(t *testing.T, text string) []byte {
	t.Helper()
	out := []byte{0}
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		op, known := names[words[0]]
		if !known {
			t.Fatalf("what is %q?", line)
		}
		i := instruction{op: op}
		for _, word := range words[1:] {
			n, err := strconv.ParseInt(word, 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			i.number, i.table = n, append(i.table, uint64(n))
		}
		if op == 0x29 || op == opI64Store {
			i.written = []byte{op, 3, byte(i.number)}
		}
		out = i.appendTo(out)
	}
	return out
}

// told writes the body of a function as text.
func told(body []byte) string {
	_, list, err := readBody(body)
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	for _, i := range list {
		for name, op := range names {
			if op == i.op {
				fmt.Fprintf(&out, "%s %d %v\n", name, i.number, i.table)
			}
		}
	}
	return out.String()
}

// TestShorterBody holds what becomes of functions, of which this is number 2 of 5 behind 3 imported ones.
func TestShorterBody(t *testing.T) {
	const address = (firstFunction + 2) << placeBits
	for what, x := range map[string]struct{ before, after string }{
		"jumps forward, back, and out": {`
			block; loop
			block; block; block; get 0; br_table 0 0 1 2; end
			get 2; if; i32.const 3; set 0; br 3; end
			end
			call 7; br_if 2
			block; get 2; br_if 0; end
			i32.const 3; set 0; br 1
			end
			i32.const 2; set 0; br 0
			end; unreachable; end; i32.const 1; end`, `
			loop
			block; block; block; block; get 0; br_table 0 1 2 3; end; end
			get 2; br_if 1
			end
			call 7; if; i32.const 1; return; end
			block; get 2; br_if 0; end
			br 0
			end
			i32.const 2; set 0; br 0
			end; unreachable; end`},
		"no jump back, the same place twice": {`
			loop
			block; block; get 0; br_table 0 1 1; end
			get 2; if; get 3; if; i32.const 2; set 0; br 3; end; i32.const 1; set 0; br 2; end
			end
			i32.const 0; return
			end; unreachable; end`, `
			block; block; block; get 0; br_table 0 1 2; end
			get 2; if; get 3; br_if 1; br 1; end
			end; end
			i32.const 0; return
			unreachable; end`},
		"a call that never comes back": {`
			block
			block; block; get 0; br_table 0 1; end
			get 2; i64.eqz; if
			get 1; i32.const 8; i32.sub; tee 1; global.set 0; get 1; i64.const ` + fmt.Sprint(address+1) + `; store 0; i32.const 0; call 4
			global.get 0; set 1; br_if 2; end
			end
			unreachable; end; i32.const 1; end`, `
			block; block; get 0; br_table 0 1; end
			get 2; i64.eqz; if; i32.const ` + fmt.Sprint(address+1) + `; call 8; return; end
			end
			unreachable; end`},
		"a place in the frame": {
			"get 1; extend; i64.const 16; i64.add; wrap; get 1; extend; i64.const 24; i64.add; wrap; load 8; i64.const 2; i64.add; store 4; end",
			"get 1; get 1; load 32; i64.const 2; i64.add; store 20; end"},
		"an address that is kept": {
			"get 1; extend; i64.const 16; i64.add; wrap; tee 3; get 2; store 0; get 4; extend; i64.const 16; i64.add; wrap; get 2; store 0; end",
			"get 1; i32.const 16; i32.add; tee 3; get 2; store 0; get 4; i32.const 16; i32.add; get 2; store 0; end"},
		"a frame that is left": {
			"nop; get 1; i32.const 48; i32.add; tee 1; global.set 0; get 1; i32.const 8; i32.add; tee 1; global.set 0; i32.const 0; return; end",
			"get 1; i32.const 56; i32.add; tee 1; global.set 0; i32.const 0; return; end"},
	} {
		c := code{imported: 3, own: 5}
		got, err := c.shorterBody(2, body(t, x.before))
		if want := body(t, x.after); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v\n%s\nnot\n%s", what, err, told(got), told(want))
		}
	}
}

// TestOtherCode holds that the build stops where functions are made in another way.
func TestOtherCode(t *testing.T) {
	for text, want := range map[string]string{
		"block; block; get 0; br_table 1 0; end; end; end":                                         "table of places",
		"block; block; get 0; br_table 0 5; end; end; end":                                         "table of places",
		"block; get 0; br_table 0; end; get 0; br_table 0; end":                                    "two tables",
		"block; get 0; br_table 0; br 4; end; end":                                                 "where none went before",
		"loop; block; get 0; br_table 0; end; br 0; end; end":                                      "without a place",
		"block; block; get 0; br_table 0 1; end":                                                   "before all of its places",
		"block; block; block; get 0; br_table 0 1; end":                                            "before all of its places",
		"block; block; get 0; br_table 0; end; unreachable; end; i32.const 1; i32.const 2; br 0":   "something else follows",
		"loop; block; get 0; br_table 0; end; i32.const 0; set 0; br_if 0; end; unreachable; end;": "without a place",
	} {
		c := code{}
		if _, err := c.shorterBody(0, body(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: it says %v", text, err)
		}
	}
}

// TestTornCode holds that nothing is made of code that ends in the middle.
func TestTornCode(t *testing.T) {
	for _, text := range []string{"br_table 0 1", "i64.const -70", "load 4", "block", "br 1"} {
		whole := body(t, text)
		if _, _, err := readBody(whole); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if _, _, err := readBody(whole[:len(whole)-1]); err != errTorn {
			t.Errorf("nobody notices that %s is torn", text)
		}
	}
	for _, unknown := range []byte{0x12, 0x25, 0xc5, 0xfd} {
		if _, _, err := readBody([]byte{0, unknown, 0, 0, 0}); err != errTorn {
			t.Errorf("nobody notices that there is no %#x", unknown)
		}
	}
}

// TestSamePlayed holds that a program that takes turns with itself, panics and recovers prints the same
// after its module has been made lean as it does on this machine.
func TestSamePlayed(t *testing.T) {
	program := "./" + filepath.Join("testdata", "turns")
	want, err := goTool("", "run", program)
	if err != nil || !strings.HasSuffix(want, "done") {
		t.Fatalf("%q, %v", want, err)
	}
	file := filepath.Join(t.TempDir(), "turns.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, program)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lean, err := leanModule(module)
	if err != nil {
		t.Fatal(err)
	}
	if len(lean) > len(module)*4/5 {
		t.Errorf("it has %d bytes, of %d", len(lean), len(module))
	}
	if err := os.WriteFile(file, lean, 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := goTool("", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	// The program that comes with npm; nothing of the environment, since there is little room for it.
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	play := exec.Command(node, filepath.Join(root, "lib", "wasm", "wasm_exec_node.js"), file)
	play.Env = []string{"HOME=/"}
	got, err := play.CombinedOutput()
	if err != nil || strings.TrimSpace(string(got)) != want {
		t.Errorf("%v\n%s\nnot\n%s", err, got, want)
	}
}
