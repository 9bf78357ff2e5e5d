package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// declaredCodes returns the codes that code.go declares.
func declaredCodes(t *testing.T) []diag.Code {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []diag.Code
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, diag.Code(text))
		}
		return true
	})
	return codes
}

// readings say how the rest of the program reads the place that the example of
// a code is about.
var readings = map[diag.Code]func(root *Node, list *diag.List){
	UnknownKey: func(root *Node, list *diag.List) {
		r := Walk(root, "the ruleset", list)
		for _, key := range []string{"rulec", "ruleset", "weapons"} {
			r.Optional(key)
		}
		r.Done()
	},
	MissingKey:   func(root *Node, list *diag.List) { readValue(root, list) },
	MissingValue: func(root *Node, list *diag.List) { readValue(root, list) },
	WrongShape:   func(root *Node, list *diag.List) { Walk(root.Get("weapons"), "weapons", list) },
	NotBool: func(root *Node, list *diag.List) {
		Bool(root.Get("kinds").Get("weapon").Get("things"), "things", list)
	},
	NotNumber:   func(root *Node, list *diag.List) { Whole(root.Get("time").Get("limit"), "limit", list) },
	NotWhole:    func(root *Node, list *diag.List) { Whole(root.Get("rulec"), "the version", list) },
	NumberRange: func(root *Node, list *diag.List) { Whole(root.Get("time").Get("limit"), "limit", list) },
	NotName:     func(root *Node, list *diag.List) { Name(root.Get("weapons").Entries[0].Key, "weapon", list) },
}

func readValue(root *Node, list *diag.List) {
	Walk(root.Get("quantities").Get("attack"), "quantity", list).Required("value")
}

// TestEveryCodeIsExplained runs the example of each code, which must cause this
// code and no other.
func TestEveryCodeIsExplained(t *testing.T) {
	for _, code := range declaredCodes(t) {
		e, ok := diag.Explain(code)
		if !ok || e.Summary == "" || e.Mend == "" || e.Section == "" {
			t.Errorf("%s isn't explained: %+v", code, e)
			continue
		}
		switch code {
		case TooLarge, TooManyValues, TooManyAliases, Unmapped:
			if e.Example != "" {
				t.Errorf("%s has an example, which this test doesn't run", code)
			}
			continue
		}
		list := runExample(e)
		if len(list) != 1 || list[0].Code != code {
			t.Errorf("the example of %s gives:\n%s", code, said(list))
		}
	}
}

// runExample lays the files of an example over each other and returns what is
// reported.
func runExample(e diag.Explanation) diag.List {
	var list diag.List
	var root *Node
	for i, file := range strings.Split("\n"+e.Example, "\n-- ") {
		name, text := "example.yaml", strings.TrimPrefix(file, "\n")
		if i == 0 && text == "" {
			continue
		}
		if i > 0 {
			name, text, _ = strings.Cut(text, " --\n")
		}
		n, found := Parse(diag.NewSource(name, text+"\n"))
		if list = append(list, found...); n == nil {
			continue
		}
		root = Overlay(root, n, &list)
	}
	if read := readings[e.Code]; read != nil {
		read(root, &list)
	}
	return list
}
