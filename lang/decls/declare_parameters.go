package decls

import (
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// candidate is a parameter whose type is that of the elements of a list. The
// list may read other actions' parameters, so that it is looked at when it can
// be understood.
type candidate struct {
	param *program.ActParam
	list  diag.Fragment
	env   func() types.Env
}

// declareParameters reads the parameters of an action, in the order in which
// they are chosen. Before are those of its kind.
func (r *ruleset) declareParameters(k *program.Kind, own *actionForm, before []*program.ActParam) []*program.ActParam {
	var params []*program.ActParam
	for i, e := range r.Entries(own.params, "params of "+own.what, "parameter") {
		p := &program.ActParam{Field: &program.Field{Decl: decode.Bare(e.Key, len(before)+i)}}
		r.Free("parameter", p.Name, p.Span)
		earlier := append(before[:len(before):len(before)], params...)
		r.parameter(p, e, func(where string) types.Env {
			return r.actionEnv(k, &actionForm{fields: earlier}, r.eventsFor(k, own), where+" of "+own.what)
		})
		params = append(params, p)
	}
	return params
}

// eventsFor returns what `event` may be in the parameters of a form.
func (r *ruleset) eventsFor(k *program.Kind, own *actionForm) []*program.Event {
	if base := r.forms[k]; base != own {
		return r.answersOf(own, base)
	}
	return r.eventsOfKind(k, own)
}

// parameter reads one parameter. Reads gives what its formulas may read: it is
// called when all parameters before it are known.
func (r *ruleset) parameter(p *program.ActParam, e tree.Entry, reads func(where string) types.Env) {
	what := decode.Named("parameter", p.Name)
	is := e.Value
	if e.Value.Kind == tree.Mapping {
		w := format.Parameter.Read(e.Value, what, r.List)
		p.Decl = r.Decl(e, w, what, p.Index)
		is = w.Get("is")
		where, value := w.Get("where"), w.Get("default")
		w.Done()
		r.bodies = append(r.bodies, func() {
			if where != nil {
				in := reads("where of " + what)
				in.Inputs = append(in.Inputs, program.Local{Name: "each", Type: eachOf(p)})
				p.Where = r.FormulaAt(where, in, types.BoolType)
			}
			if value != nil {
				p.Default = r.FormulaAt(value, reads("default of "+what), p.Type)
			}
		})
	}
	if is == nil {
		return
	}
	if f, ok := r.Fragment(is, what); ok {
		r.choices(p, f, what, reads)
	}
}

// eachOf returns the type of one candidate of a parameter.
func eachOf(p *program.ActParam) program.Type {
	if p.Candidates == program.SomeOf && p.Type.Elem != nil {
		return *p.Type.Elem
	}
	return p.Type
}

// choices reads what a parameter may be.
func (r *ruleset) choices(p *program.ActParam, f diag.Fragment, what string, reads func(where string) types.Env) {
	later := func(rest diag.Fragment, into **program.Formula) {
		r.bodies = append(r.bodies, func() { *into = r.Formula(rest, reads(what), types.NumberType) })
	}
	if rest, ok := cutWords(f, "one of", "some of"); ok {
		p.Candidates = program.OneOf
		if strings.HasPrefix(f.Text, "some") {
			p.Candidates = program.SomeOf
		}
		r.candidates = append(r.candidates, &candidate{p, rest, func() types.Env { return reads(what) }})
		return
	}
	switch rest, ok := cutWords(f, "place within", "path up to"); {
	case ok && strings.HasPrefix(f.Text, "path"):
		r.NeedSpace(`"path up to"`, f.Span(0, len(f.Text)))
		p.Candidates, p.Type = program.PathUpTo, types.ListOf(types.PlaceType)
		later(rest, &p.High)
	case ok:
		r.NeedSpace(`"place within"`, f.Span(0, len(f.Text)))
		p.Candidates, p.Type = program.PlaceWithin, types.PlaceType
		later(rest, &p.High)
	default:
		if low, high, ok := cutRange(f); ok {
			p.Candidates, p.Type = program.FromTo, types.NumberType
			later(low, &p.Low)
			later(high, &p.High)
		} else {
			p.Type, _ = r.Type(f)
		}
	}
	r.shareActCells(p.Field)
}

// cutWords cuts one of a few openings off a text, and the blanks around it.
func cutWords(f diag.Fragment, openings ...string) (diag.Fragment, bool) {
	for _, words := range openings {
		rest, ok := strings.CutPrefix(f.Text, words)
		if ok && strings.TrimLeft(rest, " \n\t") != rest {
			return trim(f.Slice(len(words), len(f.Text))), true
		}
	}
	return f, false
}

// trim cuts blanks off both ends.
func trim(f diag.Fragment) diag.Fragment {
	left := len(f.Text) - len(strings.TrimLeft(f.Text, " \n\t"))
	right := len(strings.TrimRight(f.Text, " \n\t"))
	return f.Slice(min(left, right), right)
}

// cutRange cuts `F to F` in two, unless it is a type (map of K to V).
func cutRange(f diag.Fragment) (low, high diag.Fragment, ok bool) {
	if _, isMap := cutWords(f, "map of"); isMap {
		return f, f, false
	}
	depth := 0
	for i := range f.Text {
		switch f.Text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ':
			if depth == 0 && strings.HasPrefix(f.Text[i:], " to ") {
				return trim(f.Slice(0, i)), trim(f.Slice(i+4, len(f.Text))), true
			}
		}
	}
	return f, f, false
}

// resolveCandidates finds the types of all parameters that come from lists. A
// list that reads a parameter of another action waits until that is known; when
// nothing gets further, what is left is reported as it is.
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
				r.candidate(c)
			}
			return
		}
		pending = left
	}
}

// tryCandidate finds the type of a parameter, saying nothing if it can't.
func (r *ruleset) tryCandidate(c *candidate) bool {
	loud := r.List
	defer func() { r.List = loud }()
	r.List = &diag.List{}
	return r.candidate(c) && !r.List.HasErrors()
}

// candidate finds the type of a parameter, and reports whether it is known.
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
		r.List.Errorf(types.CodeCandidates, list.Span, "the candidates of a parameter are a list, but this is %s", types.InWords(t))
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
