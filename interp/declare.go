package interp

import (
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang/program"
)

// declare makes one record of everything that has a name, so that texts can
// refer to what comes later.
func (c *compiler) declare() {
	p := c.Program
	for _, k := range p.Kinds {
		c.kinds = append(c.kinds, &kind{Kind: k})
	}
	for _, k := range c.kinds {
		c.declareKind(k)
	}
	for _, s := range p.Scales {
		c.scales = append(c.scales, &scale{Scale: s})
	}
	for _, t := range p.Tables {
		c.tables = append(c.tables, &table{Table: t})
	}
	for _, q := range p.Quantities {
		c.quantities = append(c.quantities, &quantity{Quantity: q, channels: len(q.Channels)})
	}
	for i, x := range p.Conditions {
		c.conditions = append(c.conditions, &condition{Condition: x, word: i / 64, bit: 1 << (i % 64)})
		c.instanceCells = max(c.instanceCells, x.Cells)
		for _, f := range x.Fields {
			c.declareField(f)
		}
	}
	for _, x := range p.Procs {
		c.procs = append(c.procs, &proc{Proc: x})
	}
	for _, a := range p.Actions {
		c.actions = append(c.actions, &action{Action: a, value: float64(a.Index + 1), it: float64(a.Def.Index + 1)})
	}
	for _, k := range c.kinds {
		k.actions = make([]*action, len(k.Defs))
		for i, d := range k.Defs {
			if d.Action != nil {
				k.actions[i] = c.actions[d.Action.Index]
			}
		}
	}
	for _, f := range p.ActFields {
		c.declareField(f)
	}
	for _, f := range p.EventFields {
		c.declareField(f)
	}
	for _, e := range p.Events {
		c.events = append(c.events, &event{Event: e, index: e.Index})
		for _, f := range e.Fields {
			c.declareField(f)
		}
	}
	for _, d := range p.Decks {
		c.decks = append(c.decks, &deck{Deck: d, key: keyed.Text("deck:" + d.Name)})
	}
	if p.Time == nil {
		return
	}
	for _, e := range p.Time.Entries {
		c.entries = append(c.entries, &entry{Entry: e})
		c.entryCells = max(c.entryCells, e.Cells)
		for _, f := range e.Fields {
			c.declareField(f)
		}
	}
}

func (c *compiler) declareKind(k *kind) {
	for _, f := range k.Fields {
		x := c.declareField(f)
		x.off, x.width = k.width, familyWidth(f)
		k.width += x.width
		if f.Pool != nil && !f.Virtual && k.Stateful {
			k.pools = append(k.pools, x)
		}
		if t := elementType(f.Type); t.Kind == program.Definition {
			k.carriers = append(k.carriers, x)
		}
	}
}

func (c *compiler) declareField(f *program.Field) *field {
	if x, ok := c.fields[f]; ok {
		return x
	}
	x := &field{Field: f}
	x.optional = f.Optional
	x.whole = f.Pool != nil || f.Type.Kind == program.Number
	x.list = f.Type.Kind == program.List
	x.cell, x.set, x.virtual = f.Cell, f.Type.Kind == program.Set, f.Virtual
	c.fields[f] = x
	return x
}

// familyWidth is how many values a field has in a definition.
func familyWidth(f *program.Field) int {
	if f.Family == nil {
		return 1
	}
	return members(*f.Family)
}

// members is how many members a family over a type has.
func members(t program.Type) int {
	if t.Kind == program.Step {
		return len(t.Scale.Steps)
	}
	return len(t.Of.Defs)
}

func elementType(t program.Type) program.Type {
	if (t.Kind == program.List || t.Kind == program.Set) && t.Elem != nil {
		return *t.Elem
	}
	return t
}

// field returns the record of a declared field.
func (c *compiler) fieldOf(f *program.Field) *field {
	if x, ok := c.fields[f]; ok {
		return x
	}
	return c.declareField(f)
}
