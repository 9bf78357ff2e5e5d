package decls

import (
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// cycles reports procs that call each other in a cycle, and quantities and
// derived conditions that depend on themselves. It is called once, after
// everything has been checked. It also determines which programs pay, directly or
// through calls.
func (r *ruleset) cycles() {
	r.procCycles()
	r.quantityCycles()
	r.payers()
}

// graph is a dependency graph, with the place of each step. Nodes are numbered in
// a deterministic order.
type graph struct {
	nodes []node
	edges [][]edge
	at    map[any]int
	// visited counts the visited nodes, including repeated visits.
	visited int
}

type node struct {
	key  any
	name string
	span diag.Span
}

type edge struct {
	to   int
	span diag.Span
}

func newGraph() *graph { return &graph{at: map[any]int{}} }

func (g *graph) add(key any, name string, span diag.Span) {
	g.at[key] = len(g.nodes)
	g.nodes = append(g.nodes, node{key, name, span})
	g.edges = append(g.edges, nil)
}

func (g *graph) link(from, to any, span diag.Span) {
	a, known := g.at[from]
	b, known2 := g.at[to]
	if known && known2 {
		g.edges[a] = append(g.edges[a], edge{b, span})
	}
}

// cycles returns one cycle through each group of nodes that depend on each
// other, starting at the node that is declared first.
func (g *graph) cycles() [][]edge {
	order := make([]int, len(g.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case g.nodes[a].span.Before(g.nodes[b].span):
			return -1
		case g.nodes[b].span.Before(g.nodes[a].span):
			return 1
		}
		return 0
	})
	var found [][]edge
	done := g.alone()
	for _, start := range order {
		if done[start] {
			continue
		}
		if way := g.back(start); way != nil {
			found = append(found, way)
			for _, s := range way {
				done[s.to] = true
			}
		}
	}
	return found
}

// alone reports, by node, whether it is in no cycle with others: nodes that only such nodes
// lead to, or that only lead to such nodes. It takes one pass, so that back only searches where cycles are.
func (g *graph) alone() []bool {
	alone := make([]bool, len(g.nodes))
	back := make([][]edge, len(g.nodes))
	for n, steps := range g.edges {
		for _, s := range steps {
			back[s.to] = append(back[s.to], edge{to: n})
		}
	}
	for _, way := range [2]struct{ on, back [][]edge }{{g.edges, back}, {back, g.edges}} {
		open := make([]int, len(g.nodes)) // number of steps from each node to nodes that aren't alone
		var ends []int
		for n := range g.nodes {
			for _, s := range way.on[n] {
				if !alone[s.to] {
					open[n]++
				}
			}
			if open[n] == 0 && !alone[n] {
				ends = append(ends, n)
			}
		}
		for len(ends) > 0 {
			n := ends[len(ends)-1]
			ends = ends[:len(ends)-1]
			alone[n] = true
			g.visited++
			for _, s := range way.back[n] {
				if open[s.to]--; open[s.to] == 0 && !alone[s.to] {
					ends = append(ends, s.to)
				}
			}
		}
	}
	return alone
}

// back returns the shortest path from a node back to itself, or nil.
func (g *graph) back(start int) []edge {
	type visit struct {
		from int // index in visits
		step edge
	}
	var visits []visit
	seen := make([]bool, len(g.nodes))
	expand := func(n, from int) {
		g.visited++
		for _, e := range g.edges[n] {
			if !seen[e.to] {
				seen[e.to] = true
				visits = append(visits, visit{from, e})
			}
		}
	}
	expand(start, -1)
	for i := 0; i < len(visits); i++ {
		if visits[i].step.to != start {
			expand(visits[i].step.to, i)
			continue
		}
		var way []edge
		for j := i; j >= 0; j = visits[j].from {
			way = append(way, visits[j].step)
		}
		slices.Reverse(way)
		return way
	}
	return nil
}

// report reports a cycle: its start, and each step.
func (g *graph) report(list *diag.List, code diag.Code, way []edge, verb, message, hint string) {
	start := g.nodes[way[len(way)-1].to]
	d := list.Errorf(code, start.span, "%s: %s", message, g.names(way))
	from := start.name
	for _, s := range way {
		d.WithNote(s.span, "%s %s %s here", from, verb, g.nodes[s.to].name)
		from = g.nodes[s.to].name
	}
	if hint != "" {
		d.WithHint("%s", hint)
	}
}

// names lists the nodes of a cycle, from its start back to the start.
func (g *graph) names(way []edge) string {
	names := g.nodes[way[len(way)-1].to].name
	for _, s := range way {
		names += " -> " + g.nodes[s.to].name
	}
	return names
}

func (r *ruleset) procCycles() {
	g := newGraph()
	for _, p := range r.Prog.Procs {
		g.add(p, strconv.Quote(p.Name), p.Decl.Span)
	}
	for _, p := range r.Prog.Procs {
		for s := range p.Stmts() {
			if call, ok := s.(*program.CallProc); ok {
				g.link(p, call.Proc, call.Span)
			}
		}
	}
	for _, way := range g.cycles() {
		g.report(r.List, CodeCallCycle, way, "calls", "procs can't call each other in a cycle",
			"a program must end: go through a list with for, or schedule an entry for later")
	}
}

// formulaOfField is the node of all formulas that definitions have for a field.
type formulaOfField struct{ field *program.Field }

func (r *ruleset) quantityCycles() {
	g := newGraph()
	for _, q := range r.Prog.Quantities {
		g.add(q, strconv.Quote(q.Name), q.Span)
	}
	for _, d := range r.Prog.Conditions {
		g.add(d, strconv.Quote(d.Name), d.Span)
	}
	for _, k := range r.Prog.Kinds {
		for _, f := range k.Fields {
			if f.Type.Kind == program.FormulaField {
				g.add(formulaOfField{f}, strconv.Quote(f.Name), f.Span)
			}
			if f.Computed {
				g.add(f, strconv.Quote(f.Name), f.Span)
			}
		}
	}
	l := links{g, r.Prog}
	l.ways()
	l.quantities()
	l.conditions()
	l.fields()
	r.Prog.Computed = g.computed()
	for _, way := range g.cycles() {
		g.report(r.List, types.CodeQuantityCycle, way, "reads", "a value can't depend on itself", "")
	}
}

// links finds dependencies.
type links struct {
	*graph
	prog *program.Program
}

// ways links the ruleset's formulas about ways with everything they read, which may include ways.
func (l links) ways() {
	s := l.prog.Space
	if s.Fits != nil {
		l.add(s.Fits, `"fits"`, s.Fits.Span)
	}
	if s.Cost != nil {
		l.add(s.Cost, `"cost"`, s.Cost.Span)
	}
	l.formula(s.Fits, s.Fits)
	l.formula(s.Cost, s.Cost)
}

func (l links) quantities() {
	for _, q := range l.prog.Quantities {
		l.formula(q, q.Value)
		for _, c := range slices.Concat(q.By...) {
			for _, f := range c.Formulas() {
				l.formula(q, f)
			}
			if c.Condition != nil {
				l.bearing(q, c.Condition, c.Span)
			}
		}
	}
}

// conditions links a derived condition with everything its formula reads, and a
// condition with the derived ones that imply it.
func (l links) conditions() {
	for _, d := range l.prog.Conditions {
		l.formula(d, d.While)
		for _, parent := range d.DerivedParents {
			if parent != d {
				l.link(d, parent, d.Span)
			}
		}
	}
}

// bearing links the target of a condition's contributions with the condition, if
// it is a derived one.
func (l links) bearing(from any, d *program.Condition, at diag.Span) {
	if d.While != nil || len(d.DerivedParents) > 0 {
		l.link(from, d, at)
	}
}

func (l links) fields() {
	for _, k := range l.prog.Kinds {
		for i, f := range k.Fields {
			if f.Computed {
				for _, formula := range formulasOfDefault(f) {
					l.formula(f, formula)
				}
			}
			for _, formula := range formulasIn(k, i) {
				l.formula(formulaOfField{f}, formula)
			}
		}
	}
}

// formulasIn returns the formulas that the definitions of a kind have in a field of formulas, and its default.
func formulasIn(k *program.Kind, field int) (list []*program.Formula) {
	f := k.Fields[field]
	if f.Type.Kind != program.FormulaField {
		return nil
	}
	for _, d := range k.Defs {
		if field < len(d.Values) && d.Values[field] != nil {
			list = append(list, d.Values[field].Formula)
		}
	}
	if f.Default != nil {
		list = append(list, f.Default.Formula)
	}
	return list
}

func (l links) formula(from any, f *program.Formula) {
	for x := range f.Exprs() {
		switch x.Op {
		case program.OpQuantity:
			l.link(from, x.Quantity, x.Span)
		case program.OpBuiltin:
			if b := x.Builtin; b == program.Towards || b == program.PathTo || b == program.WayLength || b == program.WayCost || b == program.CanStand {
				l.link(from, l.prog.Space.Fits, x.Span)
				l.link(from, l.prog.Space.Cost, x.Span)
			}
		case program.OpHas:
			l.bearing(from, x.Condition, x.Span)
		case program.OpCallFormula:
			if x.Field != nil {
				l.link(from, formulaOfField{x.Field}, x.Span)
			}
		case program.OpField, program.OpFamilyOf:
			if x.Field.Computed {
				l.link(from, x.Field, x.Span)
			}
		}
	}
}

// payers marks the programs of actions that pay through a proc or through a
// program in a field of the action's definition (P16).
func (r *ruleset) payers() {
	for _, action := range r.Prog.Actions {
		p := action.Perform
		if p == nil || p.Pays || !r.pays(action.Def, p, map[*program.Routine]bool{}) {
			continue
		}
		paying := *p // definitions of a kind share its program, but not the effects of their fields
		paying.Pays = true
		action.Perform = &paying
	}
}

func (r *ruleset) pays(d *program.Def, p *program.Routine, seen map[*program.Routine]bool) bool {
	if p == nil || seen[p] {
		return false
	}
	seen[p] = true
	found := p.Pays
	for s := range p.Stmts() {
		switch s := s.(type) {
		case *program.CallProc:
			found = found || r.pays(d, s.Proc.Routine, seen)
		case *program.CallField:
			if s.Field == nil || s.Of.Type.Kind != program.Definition || s.Of.Type.Of != d.Kind {
				continue
			}
			i := slices.Index(d.Kind.Fields, s.Field)
			if i >= 0 && i < len(d.Values) && d.Values[i] != nil {
				found = found || r.pays(d, d.Values[i].Routine, seen)
			}
		}
	}
	return found
}
