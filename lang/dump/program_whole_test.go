package dump_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// unknown is how something is written that the package has no form for.
var unknown = regexp.MustCompile(`(?:op|builtin|channel|[A-Z]\w+)#\d+|\*program\.\w+`)

// constantsOf returns the constants that lang/program declares, in their order, by their types.
func constantsOf(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("../program/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	found := map[string][]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			first, ok := group.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident)
			for i := 0; ok && i < len(group.Specs); i++ {
				found[first.Name] = append(found[first.Name], group.Specs[i].(*ast.ValueSpec).Names[0].Name)
			}
		}
	}
	return found
}

// TestEveryConstant holds that each constant that a field may be has a word, or an empty one.
func TestEveryConstant(t *testing.T) {
	declared, seen := constantsOf(t), map[reflect.Type]bool{}
	var look func(reflect.Type)
	look = func(typ reflect.Type) {
		if seen[typ] || typ == reflect.TypeFor[program.Type]() || typ == reflect.TypeFor[program.Expr]() { // they have forms of their own
			return
		}
		seen[typ] = true
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice:
			look(typ.Elem())
		case reflect.Struct:
			for i := range typ.NumField() {
				look(typ.Field(i).Type)
			}
		case reflect.Uint8:
			if names, words := declared[typ.Name()], dump.Constants[typ]; len(names) != len(words) {
				t.Errorf("there are words %q for %v of type %s", words, names, typ)
			}
		}
	}
	look(reflect.TypeFor[program.Encounter]())
	if len(seen) < 100 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}

// TestEveryOperation holds that each operation and each function has a form of its own.
func TestEveryOperation(t *testing.T) {
	arg := &program.Expr{Op: program.OpLocal, Index: 7}
	all := func() *program.Expr {
		return &program.Expr{
			Args: []*program.Expr{arg, arg, arg}, Field: &program.Field{Decl: program.Decl{Name: "f"}}, Quantity: &program.Quantity{},
			Table: &program.Table{}, Condition: &program.Condition{},
		}
	}
	seen := map[string]string{}
	constants := constantsOf(t)
	for i, name := range constants["Op"] {
		op, x := program.Op(i), all()
		x.Op = op
		if op == program.OpColumn {
			x.Args = []*program.Expr{{Op: program.OpLocal, Type: program.Type{Scale: &program.Scale{Columns: []program.Column{{Name: "c"}}}}}}
		}
		got := dump.Names{}.Expr(x)
		if unknown.MatchString(got) && op != program.OpBuiltin {
			t.Errorf("%s is written %s", name, got)
		}
		// [..] is an element of a list and a value of a map.
		if other, taken := seen[got]; taken && op != program.OpMapGet {
			t.Errorf("%s and %s are both written %s", other, name, got)
		}
		seen[got] = name
	}
	// The last of the constants is how many there are.
	functions := constants["Builtin"]
	for i, name := range functions[1 : len(functions)-1] {
		x := all()
		x.Op, x.Builtin = program.OpBuiltin, program.Builtin(i+1)
		if got := (dump.Names{}).Expr(x); unknown.MatchString(got) {
			t.Errorf("%s is written %s", name, got)
		}
	}
}

// maker makes values in which every field is set. Each expression is a local with a slot
// of its own, by which it is found again in what is written.
type maker struct {
	// made has one declaration of each sort.
	made map[reflect.Type]reflect.Value
	// places are the fields that the expressions stand in, by their slots.
	places []string
	// within are the structs that are being filled in.
	within map[reflect.Type]bool
}

// firstSlot is above every slot and figure that is written otherwise.
const firstSlot = 1000

// declares are where fields are declared; elsewhere they are meant.
var declares = []string{"Kind.Fields", "Action.Running", "ActParam.Field", "Condition.Fields", "Event.Fields", "Entry.Fields"}

// declarations stand in one place and are meant in others.
var declarations = []any{
	program.Program{}, program.Param{}, program.Scale{}, program.ScaleStep{}, program.Table{}, program.Kind{}, program.Def{}, program.Action{},
	program.Quantity{}, program.Condition{}, program.Rule{}, program.Proc{}, program.Event{}, program.Check{}, program.Entry{}, program.Tactic{}, program.Deck{},
	program.Thing{}, program.Encounter{},
}

func newMaker() *maker {
	return &maker{made: map[reflect.Type]reflect.Value{}, within: map[reflect.Type]bool{}}
}

func (m *maker) expr(where string) *program.Expr {
	m.places = append(m.places, where)
	return &program.Expr{Op: program.OpLocal, Index: firstSlot + len(m.places) - 1}
}

func (m *maker) fill(v reflect.Value, where string) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(m.pointer(v.Type().Elem(), where))
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[[]program.ScriptItem]() || where == "Quantity.By" {
			return // the first are made one by one; the second are those of who contributes
		}
		list := reflect.MakeSlice(v.Type(), 2, 2)
		for i := range 2 {
			m.fill(list.Index(i), where)
		}
		v.Set(list)
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[program.Stmt]() {
			v.Set(reflect.ValueOf(&program.EndActions{Of: m.expr(where)}))
		}
	case reflect.Struct:
		if m.within[v.Type()] || v.Type() == reflect.TypeFor[program.Type]() || v.Type() == reflect.TypeFor[diag.Span]() {
			return
		}
		m.within[v.Type()] = true
		defer delete(m.within, v.Type())
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				m.fill(v.Field(i), v.Type().Name()+"."+field.Name)
			}
		}
	}
}

func (m *maker) pointer(t reflect.Type, where string) reflect.Value {
	fresh := reflect.New(t)
	switch x := fresh.Interface().(type) {
	case *program.Expr:
		return reflect.ValueOf(m.expr(where))
	case *program.Formula:
		x.Expr = m.expr(where)
		return fresh
	case *program.Routine:
		x.Body = []program.Stmt{&program.EndActions{Of: m.expr(where)}}
		return fresh
	case *program.Type:
		return fresh
	case *program.Field:
		if slices.Contains(declares, where) {
			m.fill(fresh.Elem(), where)
		}
		return fresh
	}
	if !slices.ContainsFunc(declarations, func(d any) bool { return reflect.TypeOf(d) == t }) {
		m.fill(fresh.Elem(), where)
		return fresh
	}
	if known, ok := m.made[t]; ok {
		return known
	}
	m.made[t] = fresh
	within := m.within
	m.within = map[reflect.Type]bool{} // it is filled in by itself
	m.fill(fresh.Elem(), where)
	m.within = within
	return fresh
}

var slotWritten = regexp.MustCompile(`\$(\d{4,})`)

// missing reports expressions that are not written.
func (m *maker) missing(t *testing.T, what, text string) {
	t.Helper()
	found := map[int]bool{}
	for _, s := range slotWritten.FindAllStringSubmatch(text, -1) {
		slot, _ := strconv.Atoi(s[1])
		found[slot-firstSlot] = true
	}
	for i, where := range m.places {
		if !found[i] {
			t.Errorf("%s: %s is not written\n%s", what, where, text)
		}
	}
	if bad := unknown.FindString(text); bad != "" {
		t.Errorf("%s: there is %s in\n%s", what, bad, text)
	}
}

// statements has one of each sort; a test of package program holds its like complete.
var statements = []program.Stmt{
	&program.SetLocal{}, &program.CallProc{}, &program.CallField{}, &program.Assign{}, &program.Roll{}, &program.Test{}, &program.Choose{},
	&program.Draw{}, &program.Discard{}, &program.Shuffle{},
	&program.Announce{}, &program.Perform{}, &program.Pay{}, &program.Apply{}, &program.EndCondition{}, &program.EndEntry{},
	&program.EndActions{}, &program.Move{}, &program.Carry{}, &program.Schedule{}, &program.If{}, &program.For{}, &program.While{},
	&program.Afterwards{}, &program.Stop{},
}

// TestEveryStatement holds that nothing in a statement is left out, of any sort that
// routine.go declares.
func TestEveryStatement(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../program/routine.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, s := range statements {
		listed[reflect.TypeOf(s).Elem().Name()] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			s, ok := spec.Type.(*ast.StructType)
			if ok && len(s.Fields.List) > 0 && len(s.Fields.List[0].Names) == 0 && !listed[spec.Name.Name] {
				t.Errorf("statements doesn't list %s", spec.Name.Name)
			}
		}
		return true
	})
	for _, s := range statements {
		m := newMaker()
		m.made[reflect.TypeFor[program.Action]()] = reflect.ValueOf(&program.Action{})
		for _, d := range declarations { // they are only meant here
			m.made[reflect.TypeOf(d)] = reflect.New(reflect.TypeOf(d))
		}
		m.fill(reflect.ValueOf(s).Elem(), "")
		lines := dump.Names{}.Routine(&program.Routine{Body: []program.Stmt{s}})
		if loop, ok := s.(*program.For); ok { // it goes through a list, or through a map
			loop.MapField, loop.MapOf = nil, nil
			lines = append(lines, dump.Names{}.Routine(&program.Routine{Body: []program.Stmt{s}})...)
		}
		m.missing(t, fmt.Sprintf("%T", s), written(t, []dump.Part{{Lines: lines}}))
	}
}

// TestEveryDeclaration holds that no formula and no program of a ruleset or an encounter
// is left out.
func TestEveryDeclaration(t *testing.T) {
	m := newMaker()
	e := &program.Encounter{}
	m.fill(reflect.ValueOf(e).Elem(), "")
	for _, r := range e.Program.Rules {
		r.Rules = nil // rules have no rules
	}
	for _, item := range []program.ScriptItem{
		&program.TurnItem{}, &program.DiceItem{}, &program.DrawItem{}, &program.ChoiceItem{}, &program.ExpectItem{}, &program.AllPassItem{},
		&program.RestItem{}, &program.WaitItem{}, &program.DoItem{}, &program.OverItem{},
	} {
		m.fill(reflect.ValueOf(item).Elem(), "")
		e.After = append(e.After, &program.Script{Items: []program.ScriptItem{item}})
	}
	if len(m.places) < 75 {
		t.Errorf("only %d places are filled in", len(m.places))
	}
	m.missing(t, "all", written(t, append(dump.Program(e.Program), dump.Encounter(e)...)))
}

// TestShipped holds that whatever the examples and their rulesets say, all that come
// along among them, has a form, and every constant a name.
func TestShipped(t *testing.T) {
	nameless := regexp.MustCompile(`[a-z]#\d+`)
	parts := map[string][]dump.Part{}
	var files []string
	for _, pattern := range []string{"../../examples/[0-9]*.yaml", "../../examples/rosetta/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal("no examples", pattern, err)
		}
		files = append(files, found...)
	}
	opts := lang.Options{Shipped: rulesets.Files, Library: stdlib.Files, Root: "../..", Memo: lang.NewMemo()}
	for _, file := range files {
		cases, list := lang.LoadCases(file, opts)
		if list.HasErrors() {
			t.Fatal(list.Err())
		}
		for _, c := range cases {
			parts[file] = append(parts[file], dump.Encounter(c.Encounter)...)
			if rules := c.Program.Name; parts[rules] == nil {
				parts[rules] = dump.Program(c.Program)
			}
		}
	}
	shipped, err := fs.Glob(rulesets.Files, "*.yaml")
	if err != nil || len(shipped) == 0 {
		t.Fatal("no rulesets", err)
	}
	for _, name := range shipped {
		if parts[strings.TrimSuffix(name, ".yaml")] == nil {
			t.Errorf("no example is played by %s", name)
		}
	}
	for name, list := range parts {
		for line := range strings.Lines(written(t, list)) {
			if unknown.MatchString(line) || nameless.MatchString(line) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}
