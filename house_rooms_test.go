package rulec_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path"
	"slices"
	"testing"
)

// The packages as rooms of a house: no type does everything, and the files of a package have an order in which a file mostly uses the files
// before it.
const (
	methodsAllowed = 100 // of one type
	filesOfARoom   = 6   // packages with fewer files are small enough as they are
	backAllowed    = 4   // at most one arrow in this many runs back, in the best order of the files that is found
	backAlways     = 2   // but this many are always allowed
)

// room is a package: its files, which of them use which, and how many methods its types have.
type room struct {
	path    string
	files   []string
	uses    map[string]map[string]bool
	methods map[string]int
}

// lenient is an importer without packages: only the package's own declarations are resolved, which is enough here.
type lenient struct{}

func (lenient) Import(string) (*types.Package, error) { return nil, errors.New("not looked at") }

// roomsOf returns all packages by path. An arrow leads from one file to another that declares a function, method, type, constant or
// variable that it names.
func roomsOf(t *testing.T) []*room {
	t.Helper()
	byPath := map[string][]source{}
	for _, s := range sources(t) {
		byPath[path.Dir(s.path)] = append(byPath[path.Dir(s.path)], s)
	}
	var list []*room
	for _, dir := range slices.Sorted(maps.Keys(byPath)) {
		r := &room{path: dir, uses: map[string]map[string]bool{}, methods: map[string]int{}}
		var files []*ast.File
		for _, s := range byPath[dir] {
			r.files = append(r.files, s.path)
			r.uses[s.path] = map[string]bool{}
			files = append(files, s.file)
			r.countMethods(s.file)
		}
		set := byPath[dir][0].set
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: lenient{}, Error: func(error) {}}
		// It fails, because imports are unknown; the results so far are enough.
		_, _ = config.Check(dir, set, files, info)
		for ident, used := range info.Uses {
			if v, ok := used.(*types.Var); !used.Pos().IsValid() || ok && (v.IsField() || v.Parent() != v.Pkg().Scope()) {
				continue
			}
			from, to := set.Position(ident.Pos()).Filename, set.Position(used.Pos()).Filename
			if from != to && r.uses[from] != nil && r.uses[to] != nil {
				r.uses[from][to] = true
			}
		}
		list = append(list, r)
	}
	return list
}

func (r *room) countMethods(f *ast.File) {
	for _, d := range f.Decls {
		m, ok := d.(*ast.FuncDecl)
		if !ok || m.Recv == nil {
			continue
		}
		receiver := m.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		switch generic := receiver.(type) {
		case *ast.IndexExpr:
			receiver = generic.X
		case *ast.IndexListExpr:
			receiver = generic.X
		}
		r.methods[receiver.(*ast.Ident).Name]++
	}
}

// arrows returns the number of arrows between the files, and the names of those that run back in the best order found: the next file is the
// one that uses most of the rest and is used least; then each is moved to where fewest run back, until none can be moved.
func (r *room) arrows() (all int, back []string) {
	order := r.firstOrder()
	for moved := true; moved; {
		moved = false
		for _, file := range slices.Clone(order) {
			rest := slices.DeleteFunc(slices.Clone(order), func(f string) bool { return f == file })
			best, least := order, len(r.back(order))
			for i := range len(order) {
				if tried := slices.Insert(slices.Clone(rest), i, file); len(r.back(tried)) < least {
					best, least, moved = tried, len(r.back(tried)), true
				}
			}
			order = best
		}
	}
	for _, used := range r.uses {
		all += len(used)
	}
	return all, r.back(order)
}

func (r *room) firstOrder() []string {
	var order []string
	left := slices.Clone(r.files)
	for len(left) > 0 {
		surplus := func(file string) (n int) {
			for _, other := range left {
				if r.uses[file][other] {
					n++
				}
				if r.uses[other][file] {
					n--
				}
			}
			return n
		}
		first := slices.MaxFunc(left, func(a, b string) int { return surplus(a) - surplus(b) })
		order = append(order, first)
		left = slices.DeleteFunc(left, func(f string) bool { return f == first })
	}
	return order
}

// back returns the arrows that lead to a file before the one that uses it.
func (r *room) back(order []string) (list []string) {
	for i, file := range order {
		for _, before := range order[:i] {
			if r.uses[file][before] {
				list = append(list, fmt.Sprintf("%s -> %s", path.Base(file), path.Base(before)))
			}
		}
	}
	return list
}

// crowded are the rooms and types that are over the limit, with their own limits.
var (
	crowdedRooms = map[string]int{"interp/compile": 28}
	crowdedTypes = map[string]int{
		"interp/compile.compiler": 103, "interp/exec.Machine": 621, "interp/exec.frame": 103,
	}
)

// TestRooms tests that no type has more than a hundred methods, and that no more than a quarter of the arrows between the files of a
// package run back.
func TestRooms(t *testing.T) {
	for _, r := range roomsOf(t) {
		for _, name := range slices.Sorted(maps.Keys(r.methods)) {
			full := r.path + "." + name
			if n, most := r.methods[name], max(methodsAllowed, crowdedTypes[full]); n > most {
				t.Errorf("%s has %d methods, and may have %d: write a function, or cut it into parts with state of their own", full, n, most)
			} else if known, ok := crowdedTypes[full]; ok && n < known {
				t.Errorf("%s has %d methods now, not %d: write that into crowdedTypes, or delete its line", full, n, known)
			}
		}
		if len(r.files) < filesOfARoom {
			continue
		}
		all, back := r.arrows()
		t.Logf("%s: %d files, %d arrows, %d back (%d%%)", r.path, len(r.files), all, len(back), 100*len(back)/max(all, 1))
		if len(back) > max(all/backAllowed, backAlways, crowdedRooms[r.path]) {
			t.Errorf("%s: %d of %d arrows between its files run back:\n%s", r.path, len(back), all, back)
		} else if known, ok := crowdedRooms[r.path]; ok && len(back) < known {
			t.Errorf("%s: %d arrows run back now, not %d: write that into crowdedRooms, or delete its line", r.path, len(back), known)
		}
	}
}
