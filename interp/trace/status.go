package trace

import (
	"math"

	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// HeldPool is the state of a creature's pool, or of a member of a family of pools, at some moment.
type HeldPool struct {
	Field *program.Field
	// Member is the member of its family, from 1; 0 means none.
	Member int
	// Now is the current value; Max the limit, +Inf if there is none; Start the default starting value.
	Now, Max, Start float64
}

// poolNumbers is how many numbers of a [Standing] event describe one pool.
const poolNumbers = 5

// Pools lists the pools of a [Standing] event's creature.
func (t *Trace) Pools(e *Event, names *value.Names) []HeldPool {
	fields := names.Encounter.Things[e.Who-1].Kind.Fields
	list := make([]HeldPool, 0, e.Count/poolNumbers)
	for v := t.Values[e.First : e.First+e.Count]; len(v) >= poolNumbers; v = v[poolNumbers:] {
		list = append(list, HeldPool{fields[int(v[0])], int(v[1]), v[2], v[3], v[4]})
	}
	return list
}

// Conditions lists the conditions of a [Standing] event's creature, in the order of the ruleset.
func (t *Trace) Conditions(e *Event, names *value.Names) []*program.Condition {
	list := make([]*program.Condition, e.Members)
	for i := range list {
		list[i] = names.Program.Conditions[int(t.Values[int(e.First+e.Count)+i])-1]
	}
	return list
}

// status writes the state of a creature.
func (j *jsonWriter) status(e *Event) {
	j.value("at", e.To, program.Type{Kind: program.Place})
	if e.Success {
		j.key("out")
		j.line = append(j.line, "true"...)
	}
	pools, conditions := j.trace.Pools(e, j.names), j.trace.Conditions(e, j.names)
	j.list("pools", len(pools), func(i int) {
		p := pools[i]
		j.line = append(j.line, `{"field":`...)
		j.quote(p.Field.Name)
		if p.Member > 0 {
			j.value("member", float64(p.Member), *p.Field.Family)
		}
		j.number("now", p.Now)
		if !math.IsInf(p.Max, 1) {
			j.number("most", p.Max)
		}
		j.number("start", p.Start)
		j.line = append(j.line, '}')
	})
	j.list("conditions", len(conditions), func(i int) { j.quote(conditions[i].Name) })
}

// sum writes the terms of a number.
func (j *jsonWriter) sum(e *Event) {
	terms, _ := j.trace.SumOf(e)
	if terms == nil {
		return
	}
	j.list("sum", len(terms), func(i int) {
		j.line = append(j.line, `{"what":`...)
		j.quote(terms[i].Label)
		j.number("value", terms[i].Value)
		j.line = append(j.line, '}')
	})
}

// most writes the limit of a pool, if it has one.
func (j *jsonWriter) most(e *Event) {
	if e.Max != 0 {
		j.number("most", e.Max)
	}
}
