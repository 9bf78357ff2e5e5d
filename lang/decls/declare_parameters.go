package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// candidate is a parameter whose type is that of the elements of a list. The
// list may read other actions' parameters, so it is checked once these are
// known.
type candidate struct {
	param *program.ActParam
	of    *program.Kind
	list  diag.Fragment
	env   func() types.Env
}

// readParameters reads the parameters of an action, in the order of
// choosing. Before are those of its kind.
func (own *actionForm) readParameters(before []*program.ActParam) {
	for i, e := range own.GetEntries("params", "parameter") {
		p := parameter{ruleset: own.ruleset, form: own, it: &program.ActParam{Field: &program.Field{Decl: own.Named(e, len(before)+i)}}}
		own.Free("parameter", p.it.Name, p.it.Span)
		p.earlier = slices.Concat(before, own.fields)
		p.read(e)
		own.fields = append(own.fields, p.it)
	}
}

// parameter is a parameter of an action being read.
type parameter struct {
	*ruleset
	form *actionForm
	it   *program.ActParam
	// earlier are the parameters chosen before it.
	earlier []*program.ActParam
}

// leave defers reading the texts of a parameter until every name is known.
func (p parameter) leave(read func()) {
	p.bodies.leave(func() { p.blameLike(p.form.kind, read) })
}

// env returns the environment of a parameter's formulas; it is known once all parameters before it are.
func (p parameter) env(where string) types.Env {
	events := p.form.eventsOfKind
	if base := p.forms[p.form.kind]; base != p.form {
		events = func() []*program.Event { return p.form.answersOver(base) }
	}
	env := p.form.env(p.earlier, nil, events())
	env.Where = where + " of " + p.form.What
	return env
}

// read reads a parameter.
func (p parameter) read(e tree.Entry) {
	what := decode.Named("parameter", p.it.Name)
	onLine(e, "is", what, p.List)
	is := e.Value.Declared("is")
	if is != nil && is.Kind == tree.Mapping {
		m := p.ReadMapping(format.Parameter, is, what)
		p.it.Decl = p.Decl(e, m, p.it.Index)
		is = m.Get("is")
		p.leave(func() {
			if where := m.Get("where"); where != nil {
				in := p.env(m.Called("where"))
				in.Inputs = append(in.Inputs, program.Local{Name: "each", Type: eachOf(p.it)})
				p.it.Where = p.FormulaAt(where, in, types.BoolType)
			}
			if value := m.Get("default"); value != nil {
				p.it.Default = p.FormulaAt(value, p.env(m.Called("default")), p.it.Type)
			}
		})
	}
	if f, ok := p.Fragment(is, what); ok {
		p.choices(f, what)
	}
}

// eachOf returns the type of a single candidate of a parameter.
func eachOf(p *program.ActParam) program.Type {
	if p.Candidates == program.SomeOf && p.Type.Elem != nil {
		return *p.Type.Elem
	}
	return p.Type
}

// choices reads the possible values of a parameter.
func (p parameter) choices(f diag.Fragment, what string) {
	later := func(rest diag.Fragment, into **program.Formula) {
		p.leave(func() { *into = p.Formula(rest, p.env(what), types.NumberType) })
	}
	if rest, ok := cutWords(f, "one of", "some of"); ok {
		p.it.Candidates = program.OneOf
		if strings.HasPrefix(f.Text, "some") {
			p.it.Candidates = program.SomeOf
		}
		p.candidates = append(p.candidates, &candidate{p.it, p.form.kind, rest, func() types.Env { return p.env(what) }})
		return
	}
	switch rest, ok := cutWords(f, "place within", "path up to"); {
	case ok && strings.HasPrefix(f.Text, "path"):
		p.NeedSpace(`"path up to"`, f.Span(0, len(f.Text)))
		p.it.Candidates, p.it.Type = program.PathUpTo, types.ListOf(types.PlaceType)
		later(rest, &p.it.High)
	case ok:
		p.NeedSpace(`"place within"`, f.Span(0, len(f.Text)))
		p.it.Candidates, p.it.Type = program.PlaceWithin, types.PlaceType
		later(rest, &p.it.High)
	default:
		if low, high, ok := cutRange(f); ok {
			p.it.Candidates, p.it.Type = program.FromTo, types.NumberType
			later(low, &p.it.Low)
			later(high, &p.it.High)
		} else {
			p.it.Type, _ = p.Type(f)
		}
	}
	p.shareActCells(p.it.Field)
}

// resolveCandidates determines the types of all parameters that come from lists. A
// list that reads a parameter of another action waits until that is known; if
// no progress is possible, the rest is reported as is.
func (r *ruleset) resolveCandidates() {
	pending := r.candidates
	for len(pending) > 0 {
		var left []*candidate
		for _, c := range pending {
			if !r.tryCandidate(c) {
				left = append(left, c)
			}
		}
		if len(left) == len(pending) {
			for _, c := range left {
				r.blameLike(c.of, func() { r.candidate(c) })
			}
			return
		}
		pending = left
	}
}

// tryCandidate determines the type of a parameter, without reporting errors.
func (r *ruleset) tryCandidate(c *candidate) bool {
	loud := r.List
	defer func() { r.List = loud }()
	r.List = &diag.List{}
	return r.candidate(c) && !r.List.HasErrors()
}

// candidate determines the type of a parameter, and reports whether it is known.
func (r *ruleset) candidate(c *candidate) bool {
	list := r.Formula(c.list, c.env(), types.UnknownType)
	if list == nil {
		return false
	}
	t := list.Expr.Type
	if t.Kind == program.Unknown {
		r.UndecidedType(list.Span)
		return false
	}
	if !types.IsCollection(t) {
		r.List.Errorf(types.CodeCandidates, list.Span, "the candidates of a parameter must be a list, but this is %s", types.InWords(t))
		return false
	}
	c.param.List = list
	c.param.Type = *t.Elem
	if c.param.Candidates == program.SomeOf {
		c.param.Type = types.ListOf(*t.Elem)
	}
	r.shareActCells(c.param.Field)
	return true
}
