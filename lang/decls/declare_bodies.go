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

// bodyReader reads the effects of conditions, rules and carried definitions on their bearers.
type bodyReader struct {
	*ruleset
	what   string
	bearer program.Type // of self; Nothing for the scene
	it     program.Type // Nothing means that there is no it
	// One of these owns the body.
	condition *program.Condition
	rule      *program.Rule
	carried   *program.Def
	// kind is the kind of the bearers; nil for the scene.
	kind *program.Kind
}

// inputs returns self and it, if they exist.
func (r bodyReader) inputs() []program.Local {
	in := []program.Local{decode.Unnamed, decode.Unnamed}
	if r.bearer.Kind != program.Nothing {
		in[0] = decode.Self(r.bearer)
	}
	if r.it.Kind != program.Nothing {
		in[1] = decode.It(r.it)
	}
	return in
}

// env returns the environment of a body's texts.
func (r bodyReader) env(what string) types.Env {
	return types.Env{Where: what + " of " + r.what, Inputs: r.inputs(), Condition: r.condition}
}

// read reads contributions, bans and rules; inner rules have no rules.
func (r bodyReader) read(b *program.Body, m decode.Mapping) {
	for _, item := range tree.Items(m.Get("modifies")) {
		b.Modifies = append(b.Modifies, r.contributions(item)...)
	}
	for _, bans := range decode.GetEach(m, "forbids", r.bans) {
		b.Forbids = append(b.Forbids, *bans...)
	}
	if r.rule != nil {
		return
	}
	for i, e := range m.GetEntries("rules", "rule") {
		b.Rules = append(b.Rules, r.innerRule(e, i))
	}
}

// contributions reads one entry of modifies: a contribution to each quantity that it names.
func (r bodyReader) contributions(n *tree.Node) (list []*program.Contribution) {
	m := r.OpenMapping(format.Contribution, n, "a contribution of "+r.what)
	to, as, when, channels := m.Get("to"), m.Get("as"), m.Get("when"), m.Rest()
	for _, name := range r.several(to, "to of the contribution") {
		q := r.quantity(name)
		if q == nil {
			continue
		}
		role, ok := r.role(q, as, name)
		if !ok {
			continue
		}
		c := &program.Contribution{To: q, Role: role, Span: n.Span, Condition: r.condition, Rule: r.rule, Carried: r.carried}
		where := r.env("the contribution to " + q.Name)
		where.Inputs = append(slices.Clone(q.Of), where.Inputs...)
		c.When = r.FormulaAt(when, where, types.BoolType)
		r.amounts(c, channels, where)
		if len(channels) == 0 {
			r.List.Errorf(CodeNoContribution, n.Span, "this contributes nothing to %q", q.Name).
				WithHint("name a channel and its contribution; its channels: %s", strings.Join(channelNames(q), ", "))
		}
		q.By[role] = append(q.By[role], c)
		list = append(list, c)
	}
	return list
}

// several returns the names of a key that takes one or a list, each once.
func (r bodyReader) several(n *tree.Node, what string) (names []*tree.Node) {
	if n != nil && n.Kind == tree.Sequence && len(n.Items) == 0 {
		r.List.Errorf(tree.WrongShape, n.Span, "%s is an empty list", what)
	}
	before := map[string]bool{}
	for _, item := range tree.Items(n) {
		if _, ok := tree.Text(item, what, r.List); !ok {
			continue
		}
		if before[item.Text] {
			r.List.Errorf(types.CodeDuplicateName, item.Span, "%s has %q twice", what, item.Text)
			continue
		}
		before[item.Text] = true
		names = append(names, item)
	}
	return names
}

// quantity finds the quantity that a contribution goes to.
func (r bodyReader) quantity(to *tree.Node) *program.Quantity {
	k := r.Prog.Creature
	if r.Quantities[to.Text] == nil && k != nil && types.FieldNamed(k.Fields, to.Text) != nil {
		r.List.Errorf(CodeUnknownQuantity, to.Span, "unknown quantity %q", to.Text).
			WithHint("it is a field, which programs change: modify a quantity that reads it instead")
		return nil
	}
	q := decode.Lookup(r.Reader, to.Text, to.Span, r.Quantities, "quantity", CodeUnknownQuantity)
	if q != nil {
		r.Uses.Add(to.Span, q.Span, q.Gives)
	}
	return q
}

// amounts reads the contributions to each channel.
func (r bodyReader) amounts(c *program.Contribution, entries []tree.Entry, where types.Env) {
	names := channelNames(c.To)
	for _, e := range entries {
		at := slices.Index(names, e.Key.Text)
		if at < 0 && c.To.Value == nil {
			continue // what is wrong with its formula has been reported
		}
		if at < 0 {
			d := r.List.Errorf(CodeUnknownChannel, e.Key.Span, "quantity %q has no channel %q", c.To.Name, e.Key.Text).
				WithNote(c.To.Span, "quantity %q", c.To.Name)
			if r.NearestHint(d, e.Key.Text, append(names, "to", "as", "when"), "allowed here"); len(names) == 0 {
				d.Hint = "it takes no contributions; to change it, write override: {quantities." + c.To.Name + ": original + ..}"
			}
			continue
		}
		r.Uses.Add(e.Key.Span, c.To.Channels[at].At, c.To.Channels[at].Type)
		if f := r.amount(e.Value, where, c.To.Channels[at]); f != nil {
			c.Amounts = append(c.Amounts, program.Amount{Channel: at, Value: f})
		}
	}
}

// amount reads a contribution to a channel. A count accepts numbers and booleans.
func (r bodyReader) amount(n *tree.Node, where types.Env, ch *program.Channel) *program.Formula {
	if ch.Reduce != program.CountOf {
		return r.FormulaAt(n, where, ch.Type)
	}
	f := r.FormulaAt(n, where, types.UnknownType)
	if f == nil {
		return nil
	}
	switch t := f.Expr.Type; t.Kind {
	case program.Number, program.Bool, program.Unknown:
	default:
		r.List.Errorf(CodeNoContribution, f.Span, "channel %q needs a number, or true or false, but this is %s", ch.Name, types.InWords(t))
	}
	return f
}

func channelNames(q *program.Quantity) []string {
	return decode.NamesOf(q.Channels, func(ch *program.Channel) string { return ch.Name })
}

// role finds the participant in whose role the bearer contributes.
func (r bodyReader) role(q *program.Quantity, as, to *tree.Node) (int, bool) {
	var fit []int
	var names []string
	for i, p := range q.Of {
		if bears(p.Type, r.kind) {
			fit, names = append(fit, i), append(names, p.Name)
		}
	}
	if as == nil {
		return r.onlyRole(q, fit, names, to)
	}
	if at := slices.Index(names, as.Text); at >= 0 {
		i := fit[at]
		r.Uses.Add(as.Span, q.Of[i].At, q.Of[i].Type)
		return i, true
	}
	d := r.List.Errorf(CodeUnknownRole, as.Span, "quantity %q has no participant %q that can be a %s", q.Name, as.Text, kindName(r.kind))
	r.NearestHint(d, as.Text, names, "those that can")
	return 0, false
}

// onlyRole returns the only matching role, if there is exactly one.
func (r bodyReader) onlyRole(q *program.Quantity, fit []int, names []string, to *tree.Node) (int, bool) {
	switch len(fit) {
	case 1:
		return fit[0], true
	case 0:
		if slices.ContainsFunc(q.Of, func(p program.Local) bool { return p.Type.Kind == program.Unknown }) {
			return 0, false // the error in its participants has been reported
		}
		r.List.Errorf(CodeUnknownRole, to.Span, "%s can't contribute to %q: none of its participants is a %s", r.what, q.Name, kindName(r.kind)).
			WithNote(q.Span, "quantity %q", q.Name)
	default:
		r.List.Errorf(CodeUnknownRole, to.Span, "%s contributes to %q, but as what?", r.what, q.Name).
			WithHint("add as: with one of %s", strings.Join(names, ", "))
	}
	return 0, false
}

// bears reports whether a participant of type t can be a thing of kind k.
func bears(t program.Type, k *program.Kind) bool {
	return k != nil && t.Kind == program.ThingType && (t.Of == k || t.Of == nil)
}

func kindName(k *program.Kind) string {
	if k == nil {
		return "thing"
	}
	return k.Name
}

// bans reads one entry of forbids: a name; or what, which is one or several, when and because.
func (r bodyReader) bans(n *tree.Node) *[]*program.Ban {
	common := program.Ban{Span: n.Span, Condition: r.condition, Rule: r.rule, Carried: r.carried}
	what := n
	if n.Kind == tree.Mapping {
		m := r.ReadMapping(format.Ban, n, "a restriction of "+r.what)
		what = m.Get("what")
		common.When = m.GetFormula("when", r.env(""), types.BoolType)
		common.Because = m.GetTemplate("because", r.env(""))
	}
	var list []*program.Ban
	for _, name := range r.several(what, "what "+r.what+" forbids") {
		if b := common; r.banTarget(&b, name.Fragment()) {
			list = append(list, r.each(&b)...)
		}
	}
	return &list
}

// allActions in forbids means every action.
const allActions = "all actions"

// each returns a ban, or for a kind one ban for each that is like it, and for all actions one for each kind of actions.
func (r bodyReader) each(b *program.Ban) []*program.Ban {
	if b.Action != nil || b.Answering != nil || b.Spending != nil {
		return []*program.Ban{b}
	}
	var list []*program.Ban
	for _, k := range r.Prog.Kinds {
		if k.Acts && (b.Kind == nil || k.IsLike(b.Kind)) {
			own := *b
			own.Kind = k
			list = append(list, &own)
		}
	}
	return list
}

// banTarget finds the target of a ban, which stays empty for all actions.
func (r bodyReader) banTarget(b *program.Ban, f diag.Fragment) bool {
	if rest, ok := cutWords(f, "answering"); ok {
		b.Answering = r.findEvent(rest)
		return b.Answering != nil
	}
	if rest, ok := cutWords(f, "spending"); ok {
		b.Spending = r.FindPool(r.Prog.Creature, rest.Text, rest.All())
		return b.Spending != nil
	}
	if f.Text == allActions {
		return true
	}
	section, name := qualified(f.Text)
	b.Action, b.Kind = r.actionNamed(section, name), r.actingKind(section, name)
	if b.Action != nil && b.Kind == b.Action.Def.Kind && len(b.Kind.Defs) == 1 {
		b.Kind = nil // the only action of a kind with the same name
	}
	switch {
	case b.Action != nil && b.Kind != nil:
		r.List.Errorf(CodeUnknownBan, f.All(), "%q is an action and a kind of actions", name).
			WithHint("write %s.%s or kinds.%s", b.Action.Def.Kind.Plural, name, name)
		return false
	case b.Action == nil && b.Kind == nil:
		d := r.List.Errorf(CodeUnknownBan, f.All(), "unknown action or kind of actions %q to forbid", f.Text)
		r.NearestHint(d, f.Text, r.actionNames(), "there are")
		return false
	}
	at := f.Span(len(f.Text)-len(name), len(f.Text))
	if k := r.Plurals[section]; k != nil {
		r.Uses.Add(f.Span(0, len(section)), k.Span, types.UnknownType)
	}
	if b.Action != nil {
		r.Uses.Add(at, b.Action.Def.Span, types.AnyAction)
	} else {
		r.Uses.Add(at, b.Kind.Span, types.UnknownType)
	}
	return true
}
