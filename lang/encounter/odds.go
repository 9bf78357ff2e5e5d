package encounter

import (
	"math/big"
	"regexp"
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// when matches the required probability before a condition: 3/20 when bo.hits < 12.
var when = regexp.MustCompile(`^\s*(.*?)\s+when\s+`)

// fraction matches a chance.
var fraction = regexp.MustCompile(`^([0-9]+)/([0-9]+)$`)

// odds reads the questions about all possible outcomes of the script.
func (e *encounter) odds(m decode.Mapping) {
	n := m.Get("odds")
	if n == nil || e.unmade {
		return
	}
	if m.Get("script") == nil {
		e.List.Errorf(CodeOdds, n.Span, "odds need a script, and this encounter has none").
			WithHint("write the lines whose odds you want under script:")
		return
	}
	for _, entry := range tree.Walk(n, m.Called("odds"), e.List).Rest() {
		if text, ok := tree.Text(entry.Value, "what is asked", e.List); ok {
			c := &program.Odds{Name: entry.Key.Text, Span: entry.Key.Span, At: entry.Value.Span}
			if e.chance(c, entry.Value.Fragment(), text) {
				e.enc.Odds = append(e.enc.Odds, c)
			}
		}
	}
}

// chance reads one question.
func (e *encounter) chance(c *program.Odds, f diag.Fragment, text string) bool {
	env := types.Env{Where: "what is asked", Encounter: e.enc, LooksBack: &e.enc.OddsLookBack}
	parts := when.FindStringSubmatchIndex(text)
	if parts == nil {
		c.What = e.Formula(f, env, types.UnknownType)
		return c.What != nil && e.canBeAsked(c.What)
	}
	number := f.Slice(parts[2], parts[3])
	if c.Of = e.fraction(number); c.Of == nil {
		return false
	}
	c.What = e.Formula(f.Slice(parts[1], len(f.Text)), env, types.BoolType)
	return c.What != nil
}

// fraction reads a chance.
func (e *encounter) fraction(f diag.Fragment) *big.Rat {
	if fraction.MatchString(f.Text) {
		if chance, ok := new(big.Rat).SetString(f.Text); ok && chance.Cmp(big.NewRat(1, 1)) <= 0 {
			return chance
		}
	}
	d := e.List.Errorf(CodeOdds, f.All(), "a chance must be a fraction between 0/1 and 1/1, such as 3/20, not %q", f.Text)
	if percent := regexp.MustCompile(`^(100|[0-9]{1,2})\s*%$`).FindStringSubmatch(f.Text); percent != nil {
		d.Write(percent[1] + "/100")
	}
	return nil
}

// askable are the types whose values can be distinguished and listed.
var askable = []program.TypeKind{
	program.Bool, program.Number, program.Step, program.ThingType, program.Definition, program.ConditionName, program.Side, program.Choice,
}

// canBeAsked rejects values whose probabilities can't be listed.
func (e *encounter) canBeAsked(f *program.Formula) bool {
	if slices.Contains(askable, f.Expr.Type.Kind) {
		return true
	}
	e.List.Errorf(CodeOdds, f.Span, "odds need a number, true or false, or a name, not %s", types.InWords(f.Expr.Type))
	return false
}
