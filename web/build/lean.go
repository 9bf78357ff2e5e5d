package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// library reads formulas. It can also call methods of Go values that a program hands to formulas,
// by names that stand in them. rulec hands it none, but the linker can't know that: for these calls
// it keeps every exported method of every type, half of the engine.
const library = "github.com/expr-lang/expr"

// A change of a file of the library: each place that reads old becomes new.
type change struct {
	file, old, new string
	places         int
}

// changes take the calls out. What stands in their place finds no method, as it is with values
// that have none.
var changes = []change{
	{"builtin/lib.go", "method := v.MethodByName(methodName)", "method := reflect.Value{}; _ = methodName", 1},
	{"vm/runtime/runtime.go", "method := v.MethodByName(methodName)", "method := reflect.Value{}; _ = methodName", 1},
	{"vm/runtime/runtime.go", "method := v.Method(method.Index)", "method := reflect.Value{}", 1},
	{"checker/nature/nature.go", "i < n.NumMethods(c); i++", "i < 0; i++", 1},
	{"checker/nature/nature.go", "method := n.Type.Method(i)", "method := reflect.Method{}", 1},
	// An unexported method is passed over.
	{"checker/nature/utils.go", "rm := s.rType.Method(s.idx)", `rm := reflect.Method{PkgPath: "-"}`, 1},
}

// leanFiles returns the files of the library that are changed, as they are then.
func leanFiles(folder string) (map[string][]byte, error) {
	texts := map[string][]byte{}
	for _, c := range changes {
		text := string(texts[c.file])
		if text == "" {
			read, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(c.file)))
			if err != nil {
				return nil, err
			}
			text = string(read)
		}
		if n := strings.Count(text, c.old); n != c.places {
			return nil, fmt.Errorf("%s of %s has %q in %d places, not in %d: is it another version? Then look where it calls methods by name, and say so in changes", c.file, library, c.old, n, c.places)
		}
		texts[c.file] = []byte(strings.ReplaceAll(text, c.old, c.new))
	}
	return texts, nil
}
