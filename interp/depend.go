package interp

import (
	"math/bits"

	"github.com/rulec/rulec/lang/program"
)

// Who is out, whether the encounter is over, which derived conditions hold and
// which formulas end something is asked after everything that happens, and hardly
// anything that happens changes the answers. So it is found out, once, what those
// formulas read; as long as nothing of that has changed, the last answer stands.

// sorts of what a formula may read. What has changed since the last settling is
// kept as a set of them.
// The fields of things that are read share the bits from firstFieldBit on.
type sorts uint64

const (
	// readsConditions: conditions and their instances.
	readsConditions sorts = 1 << iota
	// readsPlaces: where things stand and who carries them.
	readsPlaces
	// readsMore: something else: the clock, actions under way, events.
	readsMore

	// sortMore is the number of the sort readsMore.
	sortMore      = 2
	firstFieldBit = 3
	readsAll      = ^sorts(0)
)

// touchedBy tells whether a formula that reads s has to be worked out again after
// changes of some sorts. What reads anything but fields, conditions and places
// has to be always.
func (s sorts) touchedBy(changed sorts) bool { return s&(changed|readsMore) != 0 }

// reader finds out what formulas read.
type reader struct {
	*compiler
	sorts      sorts
	fields     []*field
	conditions map[*condition]bool
	quantities map[*quantity]bool
	formulas   map[*program.Formula]bool
}

func (c *compiler) reader() *reader {
	return &reader{
		compiler: c, conditions: map[*condition]bool{}, quantities: map[*quantity]bool{}, formulas: map[*program.Formula]bool{},
	}
}

// depend finds out what the formulas read that are asked again and again.
func (c *compiler) depend() {
	r := c.reader()
	r.formula(c.out)
	r.formula(c.over)
	c.decides = r.sorts
	c.decidesByMore = r.sorts&readsMore != 0
	for _, x := range r.fields {
		x.decides = true
	}
	size, fits := c.reader(), c.reader()
	size.formula(c.footprint)
	fits.formula(c.fits)
	c.footprintReads = size.sorts
	c.standsReads = size.sorts | readsPlaces
	c.fitsReads = fits.sorts | c.standsReads
	for i, x := range c.derived {
		r := c.reader()
		r.condition(x)
		x.reads = r.sorts
		if i < c.derivedHeard {
			c.edgesRead |= x.reads
		}
	}
	for _, list := range c.untils {
		c.dependUntils(list)
	}
	for _, q := range c.quantities {
		r := c.reader()
		r.quantity(q)
		q.reads = r.sorts
	}
}

// dependUntils does so for the end phrases of a list that are formulas.
func (c *compiler) dependUntils(list []*until) {
	for _, u := range list {
		if u.when == nil || u.reads != readsAll {
			continue
		}
		r := c.reader()
		r.formula(u.when)
		// A new instance is looked at at once.
		u.reads = r.sorts | readsConditions
	}
}

func (r *reader) formula(fm *formula) {
	if fm != nil {
		r.source(fm.src)
	}
}

func (r *reader) source(src *program.Formula) {
	if src == nil || r.formulas[src] {
		return
	}
	r.formulas[src] = true
	r.expr(src.Expr)
}

func (r *reader) field(f *program.Field) {
	x := r.fieldOf(f)
	if x.virtual {
		for _, part := range x.parts {
			r.field(part.Field)
		}
		return
	}
	if x.read == 0 {
		x.readAt = uint8(firstFieldBit + r.readFields%(64-firstFieldBit))
		x.read = 1 << x.readAt
		r.readFields++
	}
	r.sorts |= x.read
	r.fields = append(r.fields, x)
}

func (r *reader) condition(x *condition) {
	r.sorts |= readsConditions
	if r.conditions[x] {
		return
	}
	r.conditions[x] = true
	r.formula(x.holds)
	for _, p := range x.parents {
		r.condition(p)
	}
}

func (r *reader) expr(e *program.Expr) {
	switch e.Op {
	case program.OpField, program.OpFamilyOf:
		r.fieldOfValue(e)
	case program.OpHas, program.OpInstance, program.OpInstances:
		r.condition(r.compiler.conditions[e.Condition.Index])
	case program.OpQuantity:
		r.quantity(r.compiler.quantities[e.Quantity.Index])
	case program.OpCallFormula:
		r.called(e)
	case program.OpBuiltin:
		r.builtin(e.Builtin)
	case program.OpHasNamed, program.OpWas, program.OpOwn, program.OpEvent, program.OpAct:
		r.sorts = readsAll
	}
	for _, a := range e.Args {
		r.expr(a)
	}
}

func (r *reader) fieldOfValue(e *program.Expr) {
	switch e.Args[0].Type.Kind {
	case program.ThingType:
		r.field(e.Field)
	case program.Definition:
	case program.Instance:
		r.sorts |= readsConditions
	default:
		r.sorts = readsAll
	}
}

// called follows the formulas that a field of definitions may hold.
func (r *reader) called(e *program.Expr) {
	if e.Field == nil || e.Args[0].Type.Kind != program.Definition {
		r.sorts = readsAll
		return
	}
	for _, d := range e.Args[0].Type.Of.Defs {
		for i, f := range d.Kind.Fields {
			if f == e.Field && i < len(d.Values) && d.Values[i] != nil {
				r.source(d.Values[i].Formula)
			}
		}
	}
	if e.Field.Default != nil {
		r.source(e.Field.Default.Formula)
	}
}

func (r *reader) quantity(q *quantity) {
	if r.quantities[q] {
		return
	}
	r.quantities[q] = true
	r.source(q.Value)
	for _, list := range q.By {
		for _, c := range list {
			r.source(c.When)
			for _, a := range c.Amounts {
				r.source(a.Value)
			}
			if c.Condition != nil {
				r.condition(r.compiler.conditions[c.Condition.Index])
			}
			if c.Carried != nil {
				r.carried()
			}
		}
	}
}

// carried notes what decides who carries what.
func (r *reader) carried() {
	r.sorts |= readsPlaces
	for _, k := range r.kinds {
		for _, x := range k.carriers {
			if k.Stateful {
				r.field(x.Field)
			}
		}
	}
}

func (r *reader) builtin(b program.Builtin) {
	switch {
	case b >= program.Min && b <= program.Reverse, b == program.Given:
		if b == program.Natural || b == program.Faces {
			r.sorts = readsAll
		}
		return
	case b >= program.PlaceOf && b <= program.PlaceAt:
		r.sorts |= readsPlaces
		r.formula(r.footprint)
		r.formula(r.fits)
		return
	}
	switch b {
	case program.Everyone, program.ThingsOf, program.SideOf, program.DefOf, program.AsAction:
	case program.Combatants, program.Foes, program.Allies, program.IsOut:
		r.formula(r.out)
	case program.CarrierOf:
		r.sorts |= readsPlaces
	case program.InstanceBy, program.InstanceBearer, program.InstanceSince:
		r.sorts |= readsConditions
	default:
		r.sorts = readsAll
	}
}

// derivedHolds tells whether the formula of a derived condition holds for
// somebody. The last answer stands as long as nothing has changed that it reads.
func (m *Machine) derivedHolds(who int, x *condition) bool {
	if x.holds.compares != nil {
		return x.holds.compares.holds(m.cells[m.rows[who]:])
	}
	if x.reads&readsMore != 0 {
		return m.truth(x.holds, float64(who))
	}
	k := &m.known[x.holder*(m.count+1)+who]
	if k.at >= m.lastChange(x.reads) {
		if m.opts.Check && k.holds != m.truth(x.holds, float64(who)) {
			panic("condition " + x.Name + " changed though nothing did that it reads")
		}
		return k.holds
	}
	k.holds, k.at = m.truth(x.holds, float64(who)), m.tick
	return k.holds
}

// sizeOf returns the side of the square that a thing covers. The last answer
// stands as long as nothing has changed that it reads.
func (m *Machine) sizeOf(thing int) int32 {
	if m.code.footprint == nil || !m.isCreature[thing] {
		return 1
	}
	if m.code.footprintReads&readsMore != 0 {
		return m.workOutSize(thing)
	}
	k := &m.sizes[thing]
	if k.at < m.lastChange(m.code.footprintReads) || k.size == 0 {
		k.size, k.at = m.workOutSize(thing), m.tick
	}
	return k.size
}

func (m *Machine) workOutSize(thing int) int32 {
	return int32(max(1, m.number(m.code.footprint, float64(thing))))
}

// knownSize is the size of a thing, and the tick at which it was found; 0: never.
type knownSize struct {
	at   uint64
	size int32
}

// known is an answer, and the tick at which it was found.
type known struct {
	at    uint64
	holds bool
}

// lastChange returns the tick of the last change of any of some sorts.
func (m *Machine) lastChange(s sorts) uint64 {
	last := m.allChanged
	for ; s != 0; s &= s - 1 {
		last = max(last, m.changedAt[bits.TrailingZeros64(uint64(s))])
	}
	return last
}

// lastOfKnown does the same if all changes of these sorts are known, else it returns 0.
func (m *Machine) lastOfKnown(s sorts) uint64 {
	if s&readsMore != 0 {
		return 0
	}
	return m.lastChange(s)
}

// notice notes that something of these sorts has changed.
func (m *Machine) notice(s sorts) {
	m.dirty |= s
	m.tick++
	for k := s; k != 0; k &= k - 1 {
		m.changedAt[bits.TrailingZeros64(uint64(k))] = m.tick
	}
	if m.code.decides.touchedBy(s) {
		m.version++
	}
}

// noticeMore notes a change of the clock, of actions under way, or the like.
func (m *Machine) noticeMore() {
	m.changes++
	m.dirty |= readsMore
	m.tick++
	m.changedAt[sortMore] = m.tick
	if m.code.decidesByMore {
		m.version++
	}
}

// noticeField does the same for a field of a thing.
func (m *Machine) noticeField(x *field) {
	if x.read != 0 {
		m.dirty |= x.read
		m.tick++
		m.changedAt[x.readAt&63] = m.tick
	}
	if x.decides || m.code.decidesByMore {
		m.version++
	}
}

// noticeAll notes that everything may have changed.
func (m *Machine) noticeAll() {
	m.dirty = readsAll
	m.tick++
	m.allChanged = m.tick
	m.version++
}
