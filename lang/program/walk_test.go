package program_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// statements has one of each sort; TestEveryStatementIsListed holds that none is missing.
var statements = []program.Stmt{
	&program.SetLocal{}, &program.CallProc{}, &program.CallField{}, &program.Assign{}, &program.Roll{}, &program.Test{}, &program.Choose{},
	&program.Draw{}, &program.Discard{}, &program.Shuffle{},
	&program.Announce{}, &program.Perform{}, &program.Pay{}, &program.Apply{}, &program.EndCondition{}, &program.EndEntry{},
	&program.EndActions{}, &program.Move{}, &program.Carry{}, &program.Schedule{}, &program.If{}, &program.For{}, &program.While{},
	&program.Afterwards{}, &program.Stop{},
}

func TestEveryStatementIsListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "routine.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok && len(s.Fields.List) > 0 && len(s.Fields.List[0].Names) == 0 {
			declared["*program."+spec.Name.Name] = true
		}
		return false
	})
	listed := map[string]bool{}
	for _, s := range statements {
		listed[fmt.Sprintf("%T", s)] = true
	}
	if !maps.Equal(declared, listed) {
		t.Errorf("routine.go declares %v,\nstatements lists %v", slices.Sorted(maps.Keys(declared)), slices.Sorted(maps.Keys(listed)))
	}
}

// filler makes values in which every field is set: each formula, program, statement and
// the like is a new one, and there is one declaration of each sort.
type filler struct {
	declared map[reflect.Type]reflect.Value
	// owed are the expressions, formulas and programs that a walk has to come to, with
	// the fields that they stand in.
	owed map[any]string
	// left are declarations that are still to be filled in.
	left []reflect.Value
	// within are the structs that are being filled in: one that holds others of its sort
	// holds some that are left empty.
	within map[reflect.Type]bool
	// shallow fillers leave declarations empty.
	shallow bool
}

// fieldsOf are where fields are declared; elsewhere they are meant.
var fieldsOf = []string{"Kind.Fields", "Action.Running", "ActParam.Field", "Condition.Fields", "Event.Fields", "Entry.Fields"}

func newFiller() *filler {
	return &filler{declared: map[reflect.Type]reflect.Value{}, owed: map[any]string{}, within: map[reflect.Type]bool{}}
}

// all fills in a struct and everything that hangs on it.
func (f *filler) all(x any) {
	f.left = append(f.left, reflect.ValueOf(x).Elem())
	for len(f.left) > 0 {
		v := f.left[0]
		f.left = f.left[1:]
		f.fill(v, "")
	}
}

func (f *filler) fill(v reflect.Value, where string) {
	switch v.Kind() {
	case reflect.Pointer:
		f.pointer(v, where)
	case reflect.Slice:
		list := reflect.MakeSlice(v.Type(), 2, 2)
		for i := range 2 {
			f.fill(list.Index(i), where)
		}
		v.Set(list)
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[program.Stmt]() {
			s := &program.EndActions{Of: &program.Expr{}}
			f.owed[s], f.owed[s.Of] = where, where
			v.Set(reflect.ValueOf(s))
		}
	case reflect.Struct:
		if f.within[v.Type()] {
			return
		}
		f.within[v.Type()] = true
		defer delete(f.within, v.Type())
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				f.fill(v.Field(i), v.Type().Name()+"."+field.Name)
			}
		}
	}
}

func (f *filler) pointer(v reflect.Value, where string) {
	fresh := reflect.New(v.Type().Elem())
	switch fresh.Interface().(type) {
	case *program.Formula, *program.Routine, *program.Expr:
		f.owed[fresh.Interface()] = where
		v.Set(fresh)
		return
	case *program.Until, *program.Trigger, *program.Template, *program.Value, *program.Requirement:
		f.fill(fresh.Elem(), where)
		v.Set(fresh)
		return
	default:
		if f.shallow {
			v.Set(fresh)
			return
		}
	}
	known, ok := f.declared[v.Type()]
	_, isField := fresh.Interface().(*program.Field)
	switch {
	case isField && !slices.Contains(fieldsOf, where):
		v.Set(fresh)
	case !ok || isField:
		f.declared[v.Type()] = fresh
		f.left = append(f.left, fresh.Elem())
		v.Set(fresh)
	default:
		v.Set(known)
	}
}

func (f *filler) missed(t *testing.T, what string, seen map[any]bool) {
	t.Helper()
	for x, where := range f.owed {
		if !seen[x] {
			t.Errorf("%s: the walk forgets %s", what, where)
		}
	}
}

// TestStatementsAreWalked fills in each sort of statement, and looks whether Operands,
// Blocks and Untils come to everything in it.
func TestStatementsAreWalked(t *testing.T) {
	for _, s := range statements {
		f := newFiller()
		f.shallow = true
		f.all(s)
		seen := map[any]bool{}
		for _, x := range program.Operands(s) {
			seen[x] = true
		}
		routine := &program.Routine{Body: []program.Stmt{s}}
		for inner := range routine.Stmts() {
			seen[inner] = true
			for _, x := range program.Operands(inner) {
				seen[x] = true
			}
		}
		prog := &program.Program{Procs: []*program.Proc{{Routine: routine}}}
		for p := range prog.Parts() {
			seen[p.Formula] = true
		}
		f.missed(t, fmt.Sprintf("%T", s), seen)
		if n := len(program.Operands(reflect.New(reflect.TypeOf(s).Elem()).Interface().(program.Stmt))); n != 0 {
			t.Errorf("%T: %d operands of an empty one", s, n)
		}
	}
}

// notSaid are fields that only statements may set.
var notSaid = []string{"Until.Clock"}

// TestProgramIsWalked fills in every struct that hangs on a ruleset and on an encounter.
func TestProgramIsWalked(t *testing.T) {
	f := newFiller()
	e := &program.Encounter{}
	f.all(e)
	for _, r := range e.Program.Rules {
		r.Rules = nil // rules have no rules
	}
	for i, item := range scriptItems {
		f.all(item)
		e.After = append(e.After, &program.Script{Items: scriptItems[i : i+1]})
	}
	for x, where := range f.owed {
		if slices.Contains(notSaid, where) {
			delete(f.owed, x)
		}
	}
	seen := map[any]bool{}
	look := func(p program.Part) {
		seen[p.Formula], seen[p.Routine], seen[p.Constant] = true, true, true
	}
	for p := range e.Program.Parts() {
		look(p)
	}
	for p := range e.Parts() {
		look(p)
	}
	f.missed(t, "a program", seen)
	if len(f.owed) < 75 {
		t.Errorf("only %d places are filled in", len(f.owed))
	}
}

var scriptItems = []program.ScriptItem{
	&program.TurnItem{}, &program.DiceItem{}, &program.ChoiceItem{}, &program.ExpectItem{}, &program.AllPassItem{},
	&program.RestItem{}, &program.WaitItem{}, &program.DoItem{}, &program.OverItem{},
}

// visitedOnce are fields of declarations that no two others share.
var visitedOnce = []string{"Pool.Max", "Amount.Value", "Condition.While", "Event.Asks", "Law.Holds", "Noted.Value"}

// TestRulesetsAreWalked holds the walk against everything that reflection finds in the
// rulesets that come along.
func TestRulesetsAreWalked(t *testing.T) {
	names, err := fs.Glob(rulesets.Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal("no rulesets", err)
	}
	for _, name := range names {
		prog, list := lang.Load(filepath.ToSlash(name), lang.Options{Files: rulesets.Files, Library: stdlib.Files})
		if prog == nil {
			t.Fatal(list.Err())
		}
		all := map[any]bool{}
		reach(reflect.ValueOf(prog), map[any]bool{}, all)
		exprs, routines := map[*program.Expr]bool{}, map[*program.Routine]bool{}
		parts := map[program.Part]bool{}
		for p := range prog.Parts() {
			if slices.Contains(visitedOnce, p.In) && parts[p] {
				t.Errorf("%s: %s is visited twice: %q", name, p.In, p.Formula.Span.Text())
			}
			parts[p] = true
			routines[p.Routine] = true
			for x := range p.Exprs() {
				exprs[x] = true
			}
		}
		for x := range all {
			switch x := x.(type) {
			case *program.Expr:
				if !exprs[x] {
					t.Errorf("%s: %q is never visited", name, x.Span.Text())
				}
			case *program.Routine:
				if !routines[x] {
					t.Errorf("%s: a program is never visited: %q", name, x.Span.Text())
				}
			}
		}
		if len(all) < 1000 {
			t.Errorf("%s: only %d expressions and programs", name, len(all))
		}
	}
}

// reach collects the expressions and programs that hang on v.
func reach(v reflect.Value, seen, found map[any]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Interface()] {
			return
		}
		seen[v.Interface()] = true
		switch v.Interface().(type) {
		case *program.Expr, *program.Routine:
			found[v.Interface()] = true
		}
		reach(v.Elem(), seen, found)
	case reflect.Interface:
		reach(v.Elem(), seen, found)
	case reflect.Slice:
		for i := range v.Len() {
			reach(v.Index(i), seen, found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				reach(v.Field(i), seen, found)
			}
		}
	}
}

// TestVisitsEnd holds that a visit that is broken off is over.
func TestVisitsEnd(t *testing.T) {
	x := &program.Expr{Args: []*program.Expr{{Args: []*program.Expr{{}}}, {}}}
	body := []program.Stmt{&program.If{Cond: x, Then: []program.Stmt{&program.Stop{With: x}}, Else: []program.Stmt{&program.Afterwards{Body: []program.Stmt{&program.Stop{}}}}}}
	prog := &program.Program{
		Procs: []*program.Proc{{Routine: &program.Routine{Body: body}}, {Routine: &program.Routine{Body: body}}},
		Rules: []*program.Rule{{}, {}},
	}
	visits := map[string]func(yield func() bool){
		"All":      func(y func() bool) { x.All()(func(*program.Expr) bool { return y() }) },
		"EachStmt": func(y func() bool) { program.EachStmt(body)(func(program.Stmt) bool { return y() }) },
		"Stmts":    func(y func() bool) { prog.Stmts()(func(program.Stmt) bool { return y() }) },
		"Parts":    func(y func() bool) { prog.Parts()(func(program.Part) bool { return y() }) },
		"AllRules": func(y func() bool) { prog.AllRules()(func(*program.Rule) bool { return y() }) },
		"Exprs": func(y func() bool) {
			program.Part{Routine: prog.Procs[0].Routine}.Exprs()(func(*program.Expr) bool { return y() })
		},
	}
	whole := map[string]int{"All": 4, "EachStmt": 4, "Stmts": 8, "Parts": 2, "AllRules": 2, "Exprs": 8}
	for name, visit := range visits {
		for stop := 1; stop <= whole[name]+1; stop++ {
			n := 0
			visit(func() bool { n++; return n < stop })
			if want := min(stop, whole[name]); n != want {
				t.Errorf("%s, broken off at %d: %d visits, want %d", name, stop, n, want)
			}
		}
	}
}
