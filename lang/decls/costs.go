package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// requirement reads `formula: reason`.
func (r *ruleset) requirement(e tree.Entry, where types.Env) *program.Requirement {
	req := &program.Requirement{Span: e.Key.Span, If: r.Formula(e.Key.Fragment(), where, types.BoolType)}
	reason := where
	reason.Where = "the reason in " + where.Where
	req.Because = r.TemplateAt(e.Value, reason)
	if req.If == nil || req.Because == nil {
		return nil
	}
	return req
}

// cost reads `POOL: amount` or `POOL[member]: amount` for a pool of k.
func (r *ruleset) cost(e tree.Entry, k *program.Kind, where types.Env) (program.Cost, bool) {
	name, member, ok := r.poolName(e.Key)
	if !ok {
		return program.Cost{}, false
	}
	pool := r.FindPool(k, name.Text, name.All())
	amount := r.FormulaAt(e.Value, where, types.NumberType)
	if pool == nil || amount == nil {
		return program.Cost{}, false
	}
	cost := program.Cost{Pool: pool, Amount: amount, Span: e.Key.Span}
	switch {
	case pool.Family == nil && member != nil:
		r.List.Errorf(CodeCostForm, e.Key.Span, "%q is one pool and has no members", pool.Name)
		return cost, false
	case pool.Family != nil && member == nil:
		r.List.Errorf(CodeCostForm, e.Key.Span, "%q has one pool for each %s: say which", pool.Name, pool.Family).
			WithHint("write %s[..]", pool.Name)
		return cost, false
	case member != nil:
		cost.Member = r.Formula(*member, where, *pool.Family)
		return cost, cost.Member != nil
	}
	return cost, true
}

// poolName splits POOL or POOL[member].
func (r *ruleset) poolName(key *tree.Node) (name diag.Fragment, member *diag.Fragment, ok bool) {
	f := key.Fragment()
	at := strings.IndexByte(f.Text, '[')
	if at < 0 {
		return f, nil, true
	}
	if !strings.HasSuffix(f.Text, "]") {
		r.List.Errorf(CodeCostForm, key.Span, "%q isn't a pool", f.Text).WithHint("write POOL, or POOL[member] for one of a family")
		return f, nil, false
	}
	inside := f.Slice(at+1, len(f.Text)-1)
	return f.Slice(0, at), &inside, true
}

// composeCosts replaces the costs of a kind by those of a definition, pool by
// pool: all members of a family together.
func composeCosts(base, own []program.Cost) []program.Cost {
	var costs []program.Cost
	placed := map[*program.Field]bool{}
	place := func(pool *program.Field) {
		for _, c := range own {
			if c.Pool == pool && !placed[pool] {
				costs = append(costs, c)
			}
		}
		placed[pool] = true
	}
	for _, c := range base {
		if slices.ContainsFunc(own, func(o program.Cost) bool { return o.Pool == c.Pool }) {
			place(c.Pool)
		} else {
			costs = append(costs, c)
		}
	}
	for _, c := range own {
		place(c.Pool)
	}
	return costs
}
