package decls

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareParams reads the params with their values, since all formulas are
// constant-folded with them.
func (r *ruleset) declareParams(settings []Setting) {
	for i, e := range r.Entries(r.top.Get("params"), "params", "param") {
		if p := r.param(e, i); p != nil && r.Free("param", p.Name, p.Span) && r.AddParam(p) {
			r.Prog.Params = append(r.Prog.Params, p)
			enterOld(e, p, r.Params)
		}
	}
	for _, s := range settings {
		r.set(s)
	}
}

// param reads one param. A param with an invalid value has no type, so that
// its uses cause no further errors; nil if nothing can be read.
func (r *ruleset) param(e tree.Entry, index int) *program.Param {
	what := decode.Named("param", e.Key.Text)
	if e.Value.Kind != tree.Scalar {
		r.notOneLine(e, what)
		return nil
	}
	p := &program.Param{Decl: r.Named(e, index)}
	r.Uses.Add(p.Span, p.Span, program.Type{})
	o := tree.OptionsOf(e.Value)
	if !r.paramOptions(p, o, what) || !r.paramValue(p, o.Value, what) && len(p.Choices) == 0 {
		p.Type = types.UnknownType
	}
	p.Value = p.Default
	if o.Range != nil && p.Type.Kind != program.Number && p.Type.Kind != program.Unknown {
		r.List.Errorf(tree.ParamValue, o.Range.Span, "%s isn't a number, so it can't have a range", what)
	}
	return p
}

// notOneLine reports a param that isn't written on a line.
func (r *ruleset) notOneLine(e tree.Entry, what string) {
	if e.Value.Kind == tree.Null {
		r.List.Errorf(tree.MissingValue, e.Key.Span, "%s has no value", what).
			WithHint("write a number, dice, true, false, or a name with the others that it may be: NAME: by_reflex (or by_name)")
		return
	}
	d := r.List.Errorf(tree.WrongShape, e.Value.Span, "%s must be a value, but it is %s", what, e.Value.Kind)
	d.Lost = append(d.Lost, e.Key.Text)
	if value := e.Value.Get("default"); value != nil {
		text := e.Key.Text + ": " + value.Text
		var others []string
		for _, n := range tree.Items(e.Value.Get("one of")) {
			if n.Text != value.Text {
				others = append(others, n.Text)
			}
		}
		switch low, high := e.Value.Get("min"), e.Value.Get("max"); {
		case len(others) > 0:
			text += " (or " + strings.Join(others, ", ") + ")"
		case low != nil && high != nil:
			text += " (" + low.Text + ".." + high.Text + ")"
		case low != nil:
			text += " (" + low.Text + "..)"
		case high != nil:
			text += " (.." + high.Text + ")"
		}
		d.WithHint("write it on one line: %s", text)
	}
}

// paramOptions reads what a param may be: the listed names or numbers, the one that holds first, or a range of numbers. It
// reports whether all of them can be read.
func (r *ruleset) paramOptions(p *program.Param, o tree.Options, what string) (ok bool) {
	if o.Range != nil {
		p.Limits, ok = r.paramLimits(o.Range, what)
		return ok
	}
	if o.Others == nil {
		return true
	}
	all := append([]*tree.Node{o.Value}, o.Others...)
	listed := o.Others[0].Span.To(o.Others[len(o.Others)-1].Span)
	switch {
	case o.Value.IsBool():
		r.List.Errorf(tree.ParamValue, listed, "%s is true or false, which needs no list", what)
		return false
	case o.Value.Literal() == "dice":
		r.List.Errorf(tree.ParamValue, listed, "%s is dice, for which there is no list", what)
		return false
	}
	numbers := all[0].IsNumber()
	for i, n := range all {
		switch {
		case slices.ContainsFunc(all[:i], n.SameOption):
			r.List.Errorf(tree.ParamValue, n.Span, "%s lists %q twice", what, n.Text)
			return false
		case numbers && n.IsNumber():
			v, _ := tree.Number(n, "each value of "+what, r.List)
			p.Among = append(p.Among, v)
		case !numbers && tree.IsName(n.Text):
			p.Choices = append(p.Choices, n.Text)
		default:
			sort := map[bool]string{true: "numbers", false: "names"}[numbers]
			r.List.Errorf(tree.ParamValue, n.Span, "%s lists %s, but %q is none", what, sort, n.Text).
				WithHint("as in: %s", map[bool]string{true: "5 (or 0, 10)", false: "by_reflex (or by_name, by_lot)"}[numbers])
			return false
		}
	}
	return true
}

// paramLimits reads LOW..HIGH, of which one may be missing.
func (r *ruleset) paramLimits(n *tree.Node, what string) (limits program.Limits, ok bool) {
	low, high, _ := strings.Cut(n.Text, "..")
	for i, at := range [][2]int{{0, len(low)}, {len(low) + len(".."), len(n.Text)}} {
		end := n.Part(at[0], at[1])
		if end.Text == "" {
			continue
		}
		v, ok := tree.Number(end, "the range of "+what, r.List)
		switch {
		case !ok:
			return limits, false
		case i == 0:
			limits.Min = &v
		default:
			limits.Max = &v
		}
	}
	switch {
	case strings.TrimSpace(low+high) == "":
		r.List.Errorf(tree.ParamValue, n.Span, "the range of %s has no end", what).WithHint("as in: (0..10), (1..) or (..10)")
		return limits, false
	case limits.Min != nil && limits.Max != nil && *limits.Min > *limits.Max:
		r.List.Errorf(tree.ParamValue, n.Span, "the range of %s ends below its start", what)
		return limits, false
	}
	return limits, true
}

// paramValue determines the type of a param from the value that holds.
func (r *ruleset) paramValue(p *program.Param, n *tree.Node, what string) bool {
	var ok bool
	switch {
	case len(p.Choices) > 0:
		p.Type = program.Type{Kind: program.Choice, Param: p}
	case n.IsBool():
		p.Type = types.BoolType
	case n.Literal() == "dice":
		p.Type = types.DiceType
		p.Dice = r.paramDice(n.Fragment())
		return p.Dice != nil || r.cantBe(p, n, what)
	default:
		p.Type = types.NumberType
		before := len(*r.List)
		p.Default, ok = tree.Number(n, "the value of "+what, r.List)
		for _, d := range (*r.List)[before:] {
			if d.Hint == "" && wordOrRange.MatchString(n.Text) {
				d.WithHint("a name needs the others that it may be: by_reflex (or by_name); a number may have a range: 1 (0..10)")
			}
		}
		if ok && !p.Allows(p.Default) {
			r.cantBe(p, n, what)
		}
		return ok
	}
	p.Default, ok = parseParam(p, n.Text)
	return ok || r.cantBe(p, n, what)
}

// cantBe reports a value that a param can't have; it returns false.
func (r *ruleset) cantBe(p *program.Param, n *tree.Node, what string) bool {
	r.List.Errorf(tree.ParamValue, n.Span, "%s can't be %q", what, n.Text).WithHint("%s", paramRange(p))
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
		r.List.Errorf(tree.ParamValue, s.ValueAt, "param %q can't be %q", p.Name, s.Value.Text).
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

// wordOrRange matches what may be meant as a name, or as a number with a range.
var wordOrRange = regexp.MustCompile(`^[A-Za-z]|\(`)

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
