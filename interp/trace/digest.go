package trace

import (
	"hash/maphash"
	"math"
	"math/bits"

	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Digest returns a hash of what happened in a fight. Two fights of one encounter have the same digest if their events are the same, one by
// one; their rulesets may differ. The names of declarations count, their positions and titles don't. Digests are comparable only within one
// process.
func (t *Trace) Digest(names *value.Names) uint64 {
	d := digest{names: names, trace: t}
	for i := range t.Events {
		d.event(&t.Events[i])
	}
	return d.word
}

// Digests returns such a hash for each event alone, to find the first event in which two fights differ.
func (t *Trace) Digests(names *value.Names) []uint64 {
	words := make([]uint64, len(t.Events))
	for i := range t.Events {
		d := digest{names: names, trace: t}
		d.event(&t.Events[i])
		words[i] = d.word
	}
	return words
}

// seed is the seed for the hashes of names.
var seed = maphash.MakeSeed()

type digest struct {
	names *value.Names
	trace *Trace
	word  uint64
}

func (d *digest) add(x uint64) {
	d.word = bits.RotateLeft64((d.word^x)*0x9e3779b97f4a7c15, 29)
}

func (d *digest) number(v float64) { d.add(math.Float64bits(v)) }

func (d *digest) text(s string) { d.add(maphash.String(seed, s)) }

func (d *digest) event(e *Event) {
	d.add(uint64(e.Kind) | uint64(e.Depth)<<8 | uint64(e.Member)<<16 | uint64(e.How)<<24 | uint64(e.Ending)<<32 | uint64(e.Side)<<40)
	d.thing(e.Who)
	d.thing(e.Other)
	d.number(e.Now)
	d.number(e.Amount)
	e.declared(func(_, name string) { d.text(name) })
	d.text(e.Label)
	switch e.Kind {
	case Act:
		for i, p := range e.Action.Params[:min(int(e.Count), len(e.Action.Params))] {
			d.value(d.trace.Values[int(e.First)+i], p.Type)
		}
	case Announce:
		for i, f := range e.Event.Fields[:min(int(e.Count), len(e.Event.Fields))] {
			d.value(d.trace.Values[int(e.First)+i], f.Type)
		}
	case Choice:
		t := program.Type{}
		if e.Type != nil {
			t = *e.Type
		}
		for i := range int(e.Count) {
			d.value(d.trace.Values[int(e.First)+i], t)
		}
	case Draw, Discard:
		d.value(d.trace.Values[e.First], e.Deck.Of)
	case Pool, Field, InstanceField:
		d.change(e)
	case Roll:
		for _, f := range d.trace.Faces[e.FirstFace : e.FirstFace+e.FaceCount] {
			d.add(uint64(uint32(f.Shown)))
		}
	default:
		d.number(e.From)
		d.number(e.To)
		for i := range int(e.Count) {
			d.number(d.trace.Values[int(e.First)+i])
		}
	}
}

// thing adds the name of a thing; 0 means none.
func (d *digest) thing(n int32) {
	if n < 1 || int(n) > len(d.names.Encounter.Things) {
		d.add(0)
		return
	}
	d.text(d.names.Encounter.Things[n-1].Name)
}

func (d *digest) change(e *Event) {
	t := e.Field.Type
	switch {
	case t.Kind == program.Set && t.Elem != nil:
		d.value(float64(e.Key), *t.Elem)
		t = program.Type{Kind: program.Bool}
	case e.Field.Family != nil && e.Key > 0:
		d.value(float64(e.Key), *e.Field.Family)
	}
	if e.Field.Pool != nil {
		t = program.Type{Kind: program.Number}
	}
	d.value(e.From, t)
	d.value(e.To, t)
}

// value adds a value of the language. A reference to a declaration is added as its name, because another ruleset may number its
// declarations differently.
func (d *digest) value(v float64, t program.Type) {
	switch t.Kind {
	case program.List:
		elem := program.Type{}
		if t.Elem != nil {
			elem = *t.Elem
		}
		for _, x := range d.names.Lists.Of(v) {
			d.value(x, elem)
		}
	case program.ThingType:
		d.thing(int32(v))
	case program.Definition, program.ConditionName, program.EventName, program.EntryName, program.Step, program.Plan:
		d.text((&jsonWriter{names: d.names, trace: d.trace}).nameOf(v, t))
	case program.Text:
		d.text(d.names.Show(v, t))
	default:
		d.number(v)
	}
}
