package interp

import (
	"math/bits"

	"github.com/rulec/rulec/interp/number"
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
	// readsPlaces: where things stand; who is carried stands where his carrier does.
	readsPlaces
	// readsCarriers: who carries what.
	readsCarriers
	// readsMore: something else: the clock, actions under way, events.
	readsMore

	firstFieldBit = 4
	readsAll      = ^sorts(0)
)

// touchedBy tells whether a formula that reads s has to be worked out again after
// changes of some sorts. What reads anything but fields, conditions and places
// has to be always.
func (s sorts) touchedBy(changed sorts) bool { return s&(changed|readsMore) != 0 }

// reading is what formulas read.
type reading struct {
	// sorts are all sorts of what is read: those of others, and those of the subjects
	// themselves, the things that the formulas are about.
	sorts, others, owns sorts
	// own are the subjects of whom something is read, by their bits.
	own    uint32
	fields []*field
}

// maxSubjects is how many subjects are told apart from others.
const maxSubjects = 32

// reader finds out what formulas read.
type reader struct {
	*compiler
	reading
	// subjects are, by slot of the formula at hand, the numbers of the subjects.
	subjects map[int]int
	formulas map[*program.Formula]bool
}

func (c *compiler) reader() *reader {
	return &reader{compiler: c, formulas: map[*program.Formula]bool{}}
}

// depend finds out what the formulas read that are asked again and again.
func (c *compiler) depend() {
	c.readings = readings{map[*quantity]*reading{}, map[*condition]*reading{}, map[*formula]*reading{}}
	r := c.reader()
	r.formula(c.out)
	r.formula(c.over)
	c.decides = r.sorts
	c.decidesByMore = r.sorts&readsMore != 0
	for _, x := range r.fields {
		x.decides = true
	}
	c.readingOfRule(c.out)
	c.footprintReads = *c.readingOfRule(c.footprint)
	c.standsReads = c.footprintReads.sorts | readsPlaces
	c.fitsReads = c.readingOfRule(c.fits).sorts | c.standsReads
	c.freeAlike = c.fits != nil && !c.looksAround(c.fits.src.Expr, 1)
	for _, x := range c.conditions {
		x.reading = *c.readingOfCondition(x)
	}
	for _, x := range c.derived[:c.derivedHeard] {
		c.edgesRead |= x.sorts
	}
	for _, list := range c.untils {
		c.dependUntils(list)
	}
	for _, q := range c.quantities {
		q.reading = *c.readingOfQuantity(q)
	}
}

// dependUntils does so for the end phrases of a list that are formulas.
func (c *compiler) dependUntils(list []*until) {
	for _, u := range list {
		if u.when == nil || u.reads != readsAll {
			continue
		}
		// A new instance is looked at at once.
		u.reads = c.readingOf(u.when).sorts | readsConditions
	}
}

// readings are what has been found out so far; nil while it is being found out.
type readings struct {
	quantities map[*quantity]*reading
	conditions map[*condition]*reading
	// rules are the formulas that hold for everybody: who is out, who fits where, how
	// big somebody is.
	rules map[*formula]*reading
}

// readingOfRule returns what a formula of the ruleset about somebody reads.
func (c *compiler) readingOfRule(fm *formula) *reading {
	if known, ok := c.readings.rules[fm]; ok {
		return orAll(known)
	}
	c.readings.rules[fm] = nil
	x := c.readingOf(fm)
	c.readings.rules[fm] = x
	return x
}

// readingOf returns what a formula reads whose first input is its subject.
func (c *compiler) readingOf(fm *formula) *reading {
	r := c.reader()
	r.subjects = map[int]int{0: 0}
	r.formula(fm)
	return &r.reading
}

// readingOfCondition returns what decides whether its bearer has a condition.
func (c *compiler) readingOfCondition(x *condition) *reading {
	if known, ok := c.readings.conditions[x]; ok {
		return orAll(known)
	}
	c.readings.conditions[x] = nil
	r := c.reader()
	r.subjects = map[int]int{0: 0}
	r.ofSubject(readsConditions, 0)
	r.formula(x.holds)
	for _, p := range x.parents {
		r.include(c.readingOfCondition(p), []int{0})
	}
	c.readings.conditions[x] = &r.reading
	return &r.reading
}

// readingOfQuantity returns what a quantity reads; its participants are the subjects.
func (c *compiler) readingOfQuantity(q *quantity) *reading {
	if known, ok := c.readings.quantities[q]; ok {
		return orAll(known)
	}
	c.readings.quantities[q] = nil
	r := c.reader()
	r.subjects = r.participants(q.Quantity, -1)
	r.source(q.Value)
	for role, list := range q.By {
		for _, x := range list {
			r.contribution(q.Quantity, role, x)
		}
	}
	c.readings.quantities[q] = &r.reading
	return &r.reading
}

// orAll returns what is known of a reading, or that anything may be read.
func orAll(known *reading) *reading {
	if known == nil {
		return &reading{sorts: readsAll, others: readsAll}
	}
	return known
}

// participants returns the slots of a quantity's participants, and of bearer, in its
// formulas.
func (r *reader) participants(q *program.Quantity, bearer int) map[int]int {
	subjects := map[int]int{}
	for i := range min(len(q.Of), maxSubjects) {
		subjects[i] = i
	}
	if bearer >= 0 {
		subjects[len(q.Of)] = bearer
	}
	return subjects
}

// contribution reads what a contribution of a participant's bearer reads.
func (r *reader) contribution(q *program.Quantity, role int, x *program.Contribution) {
	if x.Condition != nil {
		r.include(r.readingOfCondition(r.compiler.conditions[x.Condition.Index]), []int{role})
	}
	if x.Carried != nil {
		r.carried()
	}
	outer := r.subjects
	for _, src := range append([]*program.Formula{x.When}, values(x.Amounts)...) {
		if src == nil {
			continue
		}
		r.subjects = r.participants(q, -1)
		for i, input := range src.Inputs {
			// The bearer, and the instance that he bears.
			if i >= len(q.Of) && (input.Name == "self" || input.Name == "it" && x.Condition != nil) {
				r.subjects[i] = role
			}
		}
		r.source(src)
	}
	r.subjects = outer
}

func values(amounts []program.Amount) []*program.Formula {
	list := make([]*program.Formula, len(amounts))
	for i := range amounts {
		list[i] = amounts[i].Value
	}
	return list
}

// ofOthers notes that something of others than the subjects is read.
func (r *reader) ofOthers(s sorts) { r.sorts |= s; r.others |= s }

// ofSubject notes that something of a subject is read; -1: of others.
func (r *reader) ofSubject(s sorts, subject int) {
	if subject < 0 || subject >= maxSubjects {
		r.ofOthers(s)
		return
	}
	r.sorts |= s
	r.owns |= s
	r.own |= 1 << subject
}

// include adds what is read in order to answer a question about some subjects, each
// given as a subject of this reading, or -1.
func (r *reader) include(x *reading, subjects []int) {
	r.ofOthers(x.others)
	r.fields = append(r.fields, x.fields...)
	for i := range maxSubjects {
		if x.own&(1<<i) == 0 {
			continue
		}
		subject := -1
		if i < len(subjects) {
			subject = subjects[i]
		}
		r.ofSubject(x.owns, subject)
	}
}

// subjectOf returns whose e is: a subject itself, or an instance that he bears; -1:
// somebody else's, or nobody knows.
func (r *reader) subjectOf(e *program.Expr) int {
	switch e.Op {
	case program.OpLocal:
		if subject, ok := r.subjects[e.Index]; ok {
			return subject
		}
	case program.OpInstance:
		return r.subjectOf(e.Args[0])
	}
	return -1
}

func (r *reader) subjectsOf(list []*program.Expr) []int {
	subjects := make([]int, len(list))
	for i, e := range list {
		subjects[i] = r.subjectOf(e)
	}
	return subjects
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

// field notes that a field of a thing is read.
func (r *reader) field(f *program.Field, subject int) {
	x := r.fieldOf(f)
	if x.virtual {
		for _, part := range x.parts {
			r.field(part.Field, subject)
		}
		return
	}
	if x.read == 0 {
		x.readAt = uint8(firstFieldBit + r.readFields%(64-firstFieldBit))
		x.read = 1 << x.readAt
		r.readFields++
	}
	r.ofSubject(x.read, subject)
	r.fields = append(r.fields, x)
}

func (r *reader) expr(e *program.Expr) {
	switch e.Op {
	case program.OpField, program.OpFamilyOf:
		r.fieldOfValue(e)
	case program.OpHas, program.OpInstance, program.OpInstances:
		x := r.readingOfCondition(r.compiler.conditions[e.Condition.Index])
		r.include(x, r.subjectsOf(e.Args[:1]))
	case program.OpQuantity:
		r.include(r.readingOfQuantity(r.compiler.quantities[e.Quantity.Index]), r.subjectsOf(e.Args))
	case program.OpCallFormula:
		r.called(e)
	case program.OpBuiltin:
		r.builtin(e)
	case program.OpHasNamed, program.OpWas, program.OpOwn, program.OpEvent, program.OpAct:
		r.ofOthers(readsAll)
	}
	for _, a := range e.Args {
		r.expr(a)
	}
}

func (r *reader) fieldOfValue(e *program.Expr) {
	switch e.Args[0].Type.Kind {
	case program.ThingType:
		r.field(e.Field, r.subjectOf(e.Args[0]))
	case program.Definition:
	case program.Instance:
		r.ofSubject(readsConditions, r.subjectOf(e.Args[0]))
	default:
		r.ofOthers(readsAll)
	}
}

// called follows the formulas that a field of definitions may hold.
func (r *reader) called(e *program.Expr) {
	if of := e.Args[0].Type; e.Field == nil || of.Kind != program.Definition || of.Of == nil {
		r.ofOthers(readsAll)
		return
	}
	outer := r.subjects
	r.subjects = nil
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
	r.subjects = outer
}

// carried notes what decides who carries what.
func (r *reader) carried() {
	r.ofOthers(readsCarriers)
	for _, k := range r.kinds {
		for _, x := range k.carriers {
			if k.Stateful {
				r.field(x.Field, -1)
			}
		}
	}
}

func (r *reader) builtin(e *program.Expr) {
	b := e.Builtin
	switch {
	case b >= program.Min && b <= program.Reverse, b == program.Given:
		if b == program.Natural || b == program.Faces {
			r.ofOthers(readsAll)
		}
		return
	case b >= program.PlaceOf && b <= program.PlaceAt:
		r.space(e)
		return
	}
	switch b {
	case program.Everyone, program.ThingsOf, program.SideOf, program.LotOf, program.DefOf, program.AsAction:
	case program.IsOut:
		r.include(r.readingOfRule(r.out), r.subjectsOf(e.Args))
	case program.Combatants, program.Foes, program.Allies:
		r.include(r.readingOfRule(r.out), nil)
	case program.CarrierOf:
		r.ofSubject(readsCarriers, r.subjectOf(e.Args[0]))
	case program.InstanceBy, program.InstanceBearer, program.InstanceSince:
		r.ofSubject(readsConditions, r.subjectOf(e.Args[0]))
	default:
		r.ofOthers(readsAll)
	}
}

// space notes what a function of space reads: where the things stand that it is asked
// about, or, if it looks around, where everybody does. The board itself never changes.
func (r *reader) space(e *program.Expr) {
	switch e.Builtin {
	case program.Occupants, program.FreeSpace:
		r.areaOf(-1)
	case program.Towards, program.PathTo, program.WayLength:
		r.areaOf(-1)
		r.include(r.readingOfRule(r.fits), nil)
	}
	for _, a := range e.Args {
		if elementType(a.Type).Kind == program.ThingType {
			r.areaOf(r.subjectOf(a))
		}
	}
}

// areaOf notes what decides where somebody stands; -1: anybody.
func (r *reader) areaOf(subject int) {
	r.ofSubject(readsPlaces, subject)
	r.include(r.readingOfRule(r.footprint), []int{subject})
}

// derivedHolds tells whether the formula of a derived condition holds for
// somebody. The last answer stands as long as nothing has changed that it reads.
func (m *Machine) derivedHolds(who int, x *condition) bool {
	if m.profile != nil {
		m.profiled(x.Condition, "condition", &x.Condition.Decl)
		defer m.profile.Leave()
	}
	holds := m.holdsOf(who, x)
	if holds.compares != nil {
		return holds.compares.holds(m.cells[m.rows[who]:])
	}
	if holds.fixed || x.sorts&readsMore != 0 {
		return m.truth(holds, float64(who))
	}
	k := &m.known[x.holder*(m.count+1)+who]
	if m.stands(k.at, &x.reading, who) {
		k.at = m.tick
		if m.opts.Check && k.holds != m.truth(holds, float64(who)) {
			panic("condition " + x.Name + " changed though nothing did that it reads")
		}
		return k.holds
	}
	k.holds, k.at = m.truth(holds, float64(who)), m.tick
	return k.holds
}

// sizeOf returns the side of the square that a thing covers. The last answer
// stands as long as nothing has changed that it reads.
func (m *Machine) sizeOf(thing int) int32 {
	if m.code.footprint == nil || !m.isCreature[thing] {
		return 1
	}
	if m.code.footprintReads.sorts&readsMore != 0 {
		return m.workOutSize(thing)
	}
	k := &m.sizes[thing]
	if k.size == 0 || !m.stands(k.at, &m.code.footprintReads, thing) {
		k.size, k.at = m.workOutSize(thing), m.tick
	}
	return k.size
}

func (m *Machine) workOutSize(thing int) int32 {
	n := m.number(m.code.footprint, float64(thing))
	if n > program.OpenMargin {
		m.fail(&m.code.Program.Space.Footprint.Span, TooMany, "the footprint of %s comes to %s; it goes up to %d", m.name(thing), number.Format(n), program.OpenMargin)
	}
	return int32(max(1, n))
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

// stands tells whether an answer about a thing, found at some tick, still stands:
// nothing that is read of others has changed, and of the thing itself either nothing at
// all, or nothing of the sorts that are read of anybody.
func (m *Machine) stands(at uint64, x *reading, who int) bool {
	return at >= m.lastChange(x.others) && (x.own == 0 || m.changedOf[who].none(x.owns, at) || at >= m.lastChange(x.owns))
}

// thingChanges are the ticks of the last changes of a thing: of any sort, and of each.
type thingChanges struct {
	last uint64
	at   [64]uint64
}

// none tells whether nothing of these sorts has changed since some tick.
func (c *thingChanges) none(s sorts, since uint64) bool {
	if c.last <= since {
		return true
	}
	for ; s != 0; s &= s - 1 {
		if c.at[bits.TrailingZeros64(uint64(s))] > since {
			return false
		}
	}
	return true
}

// lastOfKnown returns the tick of the last change of any of some sorts; 0: it isn't known.
func (m *Machine) lastOfKnown(s sorts) uint64 {
	if s&readsMore != 0 {
		return 0
	}
	return m.lastChange(s)
}

// notice notes that something of these sorts has changed.
func (m *Machine) notice(s sorts) {
	m.dirty |= s
	// What reads more is worked out each time, so that no answer falls by it.
	if k := s &^ readsMore; k != 0 {
		m.tick++
		for ; k != 0; k &= k - 1 {
			m.changedAt[bits.TrailingZeros64(uint64(k))] = m.tick
		}
	}
	if m.code.decides.touchedBy(s) {
		m.version++
	}
}

// noticeMore notes a change of the clock, of actions under way, or the like.
func (m *Machine) noticeMore() {
	m.changes++
	m.dirty |= readsMore
	if m.code.decidesByMore {
		m.version++
	}
}

// noticeThing notes that something of a thing has changed: a single sort.
func (m *Machine) noticeThing(who int, sort sorts) {
	m.tick++
	i, c := bits.TrailingZeros64(uint64(sort)), &m.changedOf[who]
	m.changedAt[i], c.at[i], c.last = m.tick, m.tick, m.tick
	m.dirty |= sort
	if m.code.decides.touchedBy(sort) {
		m.version++
	}
}

// noticeField does the same for a field of a thing.
func (m *Machine) noticeField(who int, x *field) {
	if x.read != 0 {
		m.dirty |= x.read
		m.tick++
		i, c := x.readAt&63, &m.changedOf[who]
		m.changedAt[i], c.at[i], c.last = m.tick, m.tick, m.tick
	}
	if x.decides || m.code.decidesByMore {
		m.version++
	}
}

// noticeSince notes that whatever has changed since some tick has changed again: the
// state is what it was then.
func (m *Machine) noticeSince(tick uint64) {
	if m.allChanged > tick {
		m.noticeAll()
		return
	}
	m.tick++
	var changed sorts
	used := min(len(m.changedAt), firstFieldBit+m.code.readFields)
	for i := range used {
		if m.changedAt[i] > tick {
			m.changedAt[i] = m.tick
			changed |= 1 << i
		}
	}
	for who := range m.changedOf {
		c := &m.changedOf[who]
		if c.last <= tick {
			continue
		}
		c.last = m.tick
		for i := range used {
			if c.at[i] > tick {
				c.at[i] = m.tick
			}
		}
	}
	m.dirty |= changed
	m.version++
}

// noticeAll notes that everything may have changed.
func (m *Machine) noticeAll() {
	m.dirty = readsAll
	m.tick++
	m.allChanged = m.tick
	m.version++
}
