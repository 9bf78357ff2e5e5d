package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang/program"
)

// declare makes one record of everything that has a name, so that texts can
// refer to what comes later.
func (c *compiler) declare() {
	p := c.Program
	for _, k := range p.Kinds {
		c.Kinds = append(c.Kinds, &code.Kind{Kind: k})
	}
	for _, k := range c.Kinds {
		c.declareKind(k)
	}
	for _, s := range p.Scales {
		c.Scales = append(c.Scales, &code.Scale{Scale: s})
	}
	for _, t := range p.Tables {
		c.Tables = append(c.Tables, &code.Table{Table: t})
	}
	for _, q := range p.Quantities {
		c.Quantities = append(c.Quantities, &code.Quantity{Quantity: q, Channels: len(q.Channels)})
	}
	for i, x := range p.Conditions {
		c.Conditions = append(c.Conditions, &code.Condition{Condition: x, Word: i / 64, Bit: 1 << (i % 64)})
		c.InstanceCells = max(c.InstanceCells, x.Cells)
		for _, f := range x.Fields {
			c.declareField(f)
		}
	}
	for _, x := range p.Procs {
		c.Procs = append(c.Procs, &code.Proc{Proc: x})
	}
	for _, a := range p.Actions {
		c.Actions = append(c.Actions, &code.Action{Action: a, Value: float64(a.Index + 1), It: float64(a.Def.Index + 1)})
	}
	for _, k := range c.Kinds {
		k.Actions = make([]*code.Action, len(k.Kind.Defs))
		for i, d := range k.Kind.Defs {
			if d.Action != nil {
				k.Actions[i] = c.Actions[d.Action.Index]
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
		c.Events = append(c.Events, &code.Event{Event: e, Index: e.Index})
		for _, f := range e.Fields {
			c.declareField(f)
		}
	}
	for _, d := range p.Decks {
		c.Decks = append(c.Decks, &code.Deck{Deck: d, Key: keyed.Text("deck:" + d.Name)})
	}
	if p.Time == nil {
		return
	}
	for _, e := range p.Time.Entries {
		c.Entries = append(c.Entries, &code.Entry{Entry: e})
		c.EntryCells = max(c.EntryCells, e.Cells)
		for _, f := range e.Fields {
			c.declareField(f)
		}
	}
}

func (c *compiler) declareKind(k *code.Kind) {
	for _, f := range k.Fields {
		x := c.declareField(f)
		x.Off, x.Width = k.Width, code.FamilyWidth(f)
		k.Width += x.Width
		if f.Pool != nil && !f.Virtual && k.Stateful {
			k.Pools = append(k.Pools, x)
		}
		if t := code.ElementType(f.Type); t.Kind == program.Definition {
			k.Carriers = append(k.Carriers, x)
		}
	}
}

func (c *compiler) declareField(f *program.Field) *code.Field {
	if x, ok := c.Fields[f]; ok {
		return x
	}
	x := &code.Field{Field: f}
	x.Optional = f.Optional
	x.Whole = f.Pool != nil || f.Type.Kind == program.Number
	x.List = f.Type.Kind == program.List
	x.Cell, x.Set, x.Virtual = f.Cell, f.Type.Kind == program.Set, f.Virtual
	c.Fields[f] = x
	return x
}

// field returns the record of a declared field.
func (c *compiler) fieldOf(f *program.Field) *code.Field {
	if x, ok := c.Fields[f]; ok {
		return x
	}
	return c.declareField(f)
}
