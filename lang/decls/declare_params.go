package decls

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareParams reads the params with their values, since all formulas are
// constant-folded with them.
func (r *ruleset) declareParams(settings []Setting) {
	for i, e := range r.entries("params", format.Param) {
		if p := r.param(e, i); p != nil && r.Free("param", p.Name, p.Span) && r.AddParam(p) {
			r.Prog.Params = append(r.Prog.Params, p)
		}
	}
	for _, s := range settings {
		r.set(s)
	}
}

// param reads one param. A param with an invalid default has no type, so that
// its uses cause no further errors; nil if nothing can be read.
func (r *ruleset) param(e tree.Entry, index int) *program.Param {
	m := r.ReadMapping(format.Param, e.Value, decode.Named("param", e.Key.Text))
	if !m.Usable() {
		d := (*r.List)[len(*r.List)-1]
		d.Lost = append(d.Lost, e.Key.Text)
		if e.Value.Kind == tree.Scalar {
			d.Write("{default: " + e.Value.Span.Text() + "}")
			if !e.Value.IsNumber() && !e.Value.IsBool() {
				d.Unsure()
			}
		}
		return nil
	}
	p := &program.Param{Decl: r.Decl(e, m, index), Limits: m.GetLimits()}
	r.paramChoices(p, m)
	if !r.paramDefault(p, m) && len(p.Choices) == 0 {
		p.Type = types.UnknownType
	}
	p.Value = p.Default
	if limits := cmp.Or(m.Get("min"), m.Get("max")); limits != nil && p.Type.Kind != program.Number && p.Type.Kind != program.Unknown {
		r.List.Errorf(CodeParamValue, limits.Span, "%s isn't a number, so it can't have min or max", m.What)
	}
	return p
}

// paramChoices reads the possible names or numbers of a param.
func (r *ruleset) paramChoices(p *program.Param, m decode.Mapping) {
	items := tree.Items(m.Get("one of"))
	if len(items) > 0 && !slices.ContainsFunc(items, func(n *tree.Node) bool { return !n.IsNumber() }) {
		for _, n := range items {
			v, _ := tree.Number(n, "each choice of "+m.What, r.List)
			p.Among = append(p.Among, v)
		}
		return
	}
	for _, n := range m.GetNames("one of") {
		p.Choices = append(p.Choices, n.Text)
	}
}

// paramDefault determines the type of a param from its default.
func (r *ruleset) paramDefault(p *program.Param, m decode.Mapping) bool {
	n := m.Get("default")
	var ok bool
	switch {
	case n == nil:
		return false
	case len(p.Choices) > 0:
		p.Type = program.Type{Kind: program.Choice, Param: p}
	case n.IsBool():
		p.Type = types.BoolType
	case n.Kind == tree.Scalar && diceLiteral.MatchString(n.Text):
		p.Type = types.DiceType
		p.Dice = r.paramDice(n.Fragment())
		return p.Dice != nil || r.cantBe(p, n, m)
	default:
		p.Type = types.NumberType
		p.Default, ok = tree.Number(n, m.Called("default"), r.List)
		if ok && !p.Allows(p.Default) {
			r.cantBe(p, n, m)
		}
		return ok
	}
	text, ok := tree.Text(n, m.Called("default"), r.List)
	if !ok {
		return false
	}
	p.Default, ok = parseParam(p, text)
	return ok || r.cantBe(p, n, m)
}

// cantBe reports a value that a param can't have; it returns false.
func (r *ruleset) cantBe(p *program.Param, n *tree.Node, m decode.Mapping) bool {
	r.List.Errorf(CodeParamValue, n.Span, "%s can't be %q", m.What, n.Text).WithHint("%s", paramRange(p))
	return false
}

// set sets a param to the value of a setting.
func (r *ruleset) set(s Setting) {
	p := r.Params[s.Name]
	if p == nil {
		d := r.List.Errorf(CodeUnknownParam, s.NameAt, "unknown param %q", s.Name)
		r.NearestHint(d, s.Name, slices.Sorted(maps.Keys(r.Params)), "its params")
		return
	}
	r.Uses.Add(s.NameAt, p.Span, p.Type)
	if !r.give(p, s.Value) {
		r.List.Errorf(CodeParamValue, s.ValueAt, "param %q can't be %q", p.Name, s.Value.Text).
			WithHint("%s", paramRange(p)).WithNote(p.Span, "param %q", p.Name)
	}
}

// give sets a param to a value given as text; it reports whether
// the param can have it.
func (r *ruleset) give(p *program.Param, value diag.Fragment) bool {
	if p.Type.Kind == program.Dice {
		dice := r.paramDice(value)
		if dice != nil {
			p.Dice = dice
		}
		return dice != nil
	}
	v, ok := parseParam(p, value.Text)
	if ok {
		p.Value = v
	}
	return ok
}

// diceLiteral matches the sign that a default is dice.
var diceLiteral = regexp.MustCompile(`(^|[^a-z_])[dD](\d|%)`)

// paramDice reads the dice of a param: made only of numbers and dice, since no
// name has a value before all params have theirs. It returns nil if they can't be read.
func (r *ruleset) paramDice(f diag.Fragment) *program.Expr {
	var list diag.List
	return types.New(&program.Program{}, r.Trees, &list).Constant(f, types.Env{}, types.DiceType)
}

// parseParam parses a value of a param.
func parseParam(p *program.Param, text string) (float64, bool) {
	switch p.Type.Kind {
	case program.Choice:
		i := slices.Index(p.Choices, text)
		return float64(i + 1), i >= 0
	case program.Bool:
		if text == "true" {
			return 1, true
		}
		return 0, text == "false"
	}
	value, err := strconv.ParseFloat(text, 64)
	fits := value >= -tree.MaxWhole && value <= tree.MaxWhole
	return value, err == nil && fits && isDecimal(text) && p.Allows(value)
}

// isDecimal reports whether a text consists of digits, optionally with a sign and a point:
// no exponent, no infinity.
func isDecimal(text string) bool {
	for i, c := range text {
		if (c < '0' || c > '9') && c != '.' && (c != '-' || i > 0) {
			return false
		}
	}
	return text != ""
}

// checkUnread warns about params that change nothing. It is silent if there are other
// errors, since the text that reads them may be the broken one.
func (r *ruleset) checkUnread() {
	if r.List.HasErrors() {
		return
	}
	for _, p := range r.Prog.Params {
		if !r.Read[p] {
			r.List.Warnf(CodeUnreadParam, p.Span, "nothing reads the param %q, so its value has no effect", p.Name)
		}
	}
}

// paramRange describes the possible values of a param.
func paramRange(p *program.Param) string {
	switch p.Type.Kind {
	case program.Choice:
		return `it must be one of "` + strings.Join(p.Choices, `", "`) + `"`
	case program.Bool:
		return "it must be true or false"
	case program.Dice:
		return "it must be dice with plain numbers: 1d20, or 2d6 + 1"
	}
	text := "it must be a number"
	if p.Among != nil {
		text = "it must be one of " + strings.Trim(fmt.Sprint(p.Among), "[]")
	}
	if words := p.Words(); words != "" {
		text += ", " + words
	}
	return text
}
