package dice

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/rulec/rulec/interp/keyed"
)

// Label is the number of a roll's purpose, from 0.
type Label int

// Roller is the number of the one who rolls, from 0: see [NewSource].
type Roller int

// Labels numbers the labels of all rolls of a ruleset. It is filled while
// the ruleset is compiled and shared by all sources afterwards.
type Labels struct {
	names  []string
	hashes []uint64
	byName map[string]Label
}

// Number returns the number of a label; new labels get a new one.
func (t *Labels) Number(name string) Label {
	if n, ok := t.byName[name]; ok {
		return n
	}
	if t.byName == nil {
		t.byName = map[string]Label{}
	}
	n := Label(len(t.names))
	t.byName[name] = n
	t.names = append(t.names, name)
	t.hashes = append(t.hashes, keyed.Text(name))
	return n
}

// Name returns the label with a number.
func (t *Labels) Name(label Label) string { return t.names[label] }

// Len returns the number of labels.
func (t *Labels) Len() int { return len(t.names) }

// Clone returns a separate table with the same labels.
func (t *Labels) Clone() Labels {
	return Labels{slices.Clone(t.names), slices.Clone(t.hashes), maps.Clone(t.byName)}
}

// A Face is what one throw of a die shows. A die that explodes shows several.
type Face struct {
	Shown int32
	// Die numbers the dice of the roll from 0; the faces of one die add up.
	Die int16
	// Kept is false if the die was not picked.
	Kept bool
	// Again is set when another face has replaced this one: see [Value.Reroll].
	Again bool
}

// Roll is the record of one roll.
type Roll struct {
	Total   float64
	Natural int32 // the first face of the first die kept; 0 without dice
	Roller  int32
	Label   int32
	// First and Count locate its faces among all that the source has shown.
	First, Count int32
	// Scripted reports that the faces came from the script.
	Scripted bool
	// Known is what is known of it, if a fate decided it; nil means everything.
	Known *Known
}

// ErrLimit marks errors of limits; it has no text of its own.
var ErrLimit = errors.New("")

// A Script returns the faces that a script has for a roll. Without any, found
// is false and the dice are rolled; an error stops the run.
type Script interface {
	// FacesFor returns the scripted faces for a roll.
	FacesFor(roller Roller, label Label, d Value) (faces []int, found bool, err error)
	// Misfit turns a problem with these faces into the error that stops the run: with one
	// of them, from 0 on, or with all (-1).
	Misfit(roller Roller, label Label, d Value, face int, problem string) error
}

// Source rolls the dice of one encounter. Its zero value is not ready: see [NewSource].
type Source struct {
	// Odds caches the odds of dice values.
	Odds Odds

	labels  *Labels
	rollers []roller
	run     uint64   // the word of this run
	uses    []uint32 // by roller and label: how often it was rolled
	script  Script

	// next is the face of the next single die rolled; 0 means not set.
	next int
	// fate decides how dice fall; nil means that their keys do.
	fate Fate
	// asking is the question being evaluated, about a roll that a fate decided.
	asking *asking

	rolls []Roll
	faces []Face
	dice  []die // scratch: the dice of the current roll
}

// roller is a thing, a side or the scene.
type roller struct {
	name string
	hash uint64
	now  uint64 // the hash of this run and the roller
}

// die is one die of the current roll.
type die struct {
	total int32
	first int32
	// shown is the last face, and at its index among the faces.
	shown int32
	at    int32
	// pool numbers the pools, each repeat separately. Dice of a chain are rolled again
	// together; the first one holds the total.
	pool int16
	term int8 // of the dice that are rolled
	live bool // it explodes
	kept bool
	// dropped dice would be kept if there were none better: see [Term.Drop].
	dropped bool
}

// NewSource returns a source for rollers with the given names: the things in encounter
// order, then the sides, then the scene.
func NewSource(labels *Labels, rollers []string) *Source {
	c := &Source{labels: labels, rollers: make([]roller, len(rollers))}
	for i, name := range rollers {
		c.rollers[i] = roller{name: name, hash: keyed.Text(name)}
	}
	c.uses = make([]uint32, len(rollers)*len(labels.names))
	return c
}

// Reset prepares the source for a trial. It forgets what it showed before.
func (c *Source) Reset(seed, trial uint64) {
	c.Turn(seed, trial)
	clear(c.uses)
	c.next, c.asking = 0, nil
	c.rolls = c.rolls[:0]
	c.faces = c.faces[:0]
}

// Turn makes later rolls fall as in another trial. Earlier rolls stay as they are.
func (c *Source) Turn(seed, trial uint64) {
	c.run = keyed.Run(seed, trial)
	for i := range c.rollers {
		c.rollers[i].now = keyed.Roller(c.run, c.rollers[i].hash)
	}
}

// Continue makes the source roll what another one with the same rollers and labels would
// roll next. It doesn't take over what the other one showed so far.
func (c *Source) Continue(other *Source) {
	c.run = other.run
	copy(c.rollers, other.rollers)
	copy(c.uses, other.uses)
	c.Forget()
}

// Keyed returns the word in this run of the one whose name has a given word.
func (c *Source) Keyed(name uint64) uint64 { return keyed.Roller(c.run, name) }

// Uses returns how often each roller has rolled for each label: by roller, then by label.
func (c *Source) Uses() []uint32 { return c.uses }

// Run returns the word of this run: another trial or seed has another.
func (c *Source) Run() uint64 { return c.run }

// Thrown is the number of rolls with records.
func (c *Source) Thrown() int { return len(c.rolls) }

// Follow lets a script set the faces; nil means none.
func (c *Source) Follow(s Script) { c.script = s }

// Obey lets f decide how dice fall without a script; nil means that their keys do.
func (c *Source) Obey(f Fate) { c.fate = f }

// Show makes the next roll, of one die, show a face as if from a script.
func (c *Source) Show(face int) { c.next = face }

// Forget drops the records of all rolls, but not how often each roller rolled.
func (c *Source) Forget() { c.rolls, c.faces = c.rolls[:0], c.faces[:0] }

// Lot returns the lot of a roller in this trial, from 1 to 1,000,000.
func (c *Source) Lot(roller Roller) float64 { return keyed.Lot(c.rollers[roller].now) }

// Roll returns the record of a roll; it may be changed, and is valid until the next roll.
func (c *Source) Roll(roll int) *Roll { return &c.rolls[roll] }

// Throw rolls d and returns the number of the roll's record, for [Source.Roll]. After
// the slices have grown it allocates nothing.
func (c *Source) Throw(d *Value, roller Roller, label Label) (int, error) {
	var key uint64
	if c.fate == nil {
		key = c.key(roller, label)
	}
	n := len(c.rolls)
	c.rolls = append(c.rolls, Roll{Roller: int32(roller), Label: int32(label), First: int32(len(c.faces))})
	r := &c.rolls[n]
	if c.next != 0 {
		r.Scripted = true
		given := givenFaces{faces: []int{c.next}}
		c.next = 0
		return n, c.throwAll(r, d, &faceSource{given: &given})
	}
	if c.script != nil {
		given, found, err := c.script.FacesFor(roller, label, *d)
		if err != nil {
			return 0, err
		}
		if found {
			r.Scripted = true
			return n, c.throwScripted(r, d, given)
		}
	}
	switch {
	case c.fate != nil && d.Len > 0:
		return n, c.fall(r, d)
	case d.plain():
		c.throwPlain(r, d, key)
		return n, nil
	}
	return n, c.throwAll(r, d, &faceSource{key: key})
}

// key returns the key of a roll's first word, and counts the roll.
func (c *Source) key(roller Roller, label Label) uint64 {
	use := &c.uses[int(roller)*len(c.labels.hashes)+int(label)]
	n := uint64(*use)
	*use++
	return keyed.First(c.rollers[roller].now, c.labels.hashes[label], n)
}

// throwPlain rolls dice of one type that all count.
func (c *Source) throwPlain(r *Roll, d *Value, key uint64) {
	t := &d.Terms[0]
	sum := int64(0)
	for i := range t.Count {
		shown := keyed.Face(keyed.Mix(key), uint64(t.Sides))
		key += keyed.Golden
		sum += int64(shown)
		c.faces = append(c.faces, Face{Shown: shown, Die: int16(i), Kept: true})
	}
	r.Natural = c.faces[r.First].Shown
	r.Count = t.Count
	r.Total = float64(sum) + d.Bonus
}

// faceSource determines the face of each die of a roll: faces that are scripted or tried, else those from
// the words of the roll.
type faceSource struct {
	key   uint64
	given *givenFaces
	tried *triedFaces
}

func (s *faceSource) next(sides int32) int32 {
	switch {
	case s.given != nil:
		return s.given.next(sides)
	case s.tried != nil:
		return s.tried.next(sides)
	}
	shown := keyed.Face(keyed.Mix(s.key), uint64(sides))
	s.key += keyed.Golden
	return shown
}

// givenFaces draws faces from a script.
type givenFaces struct {
	faces   []int
	used    int
	problem string // why a face could not be drawn; empty: none
	at      int    // the index of that face; -1: all
}

func (s *givenFaces) next(sides int32) int32 {
	switch {
	case s.problem != "":
		return 1
	case s.used == len(s.faces):
		s.problem, s.at = fmt.Sprintf("more dice are rolled than the %d given", len(s.faces)), -1
		return 1
	}
	f := s.faces[s.used]
	s.used++
	if f < 1 || f > int(sides) {
		s.problem, s.at = fmt.Sprintf("a die of %d sides can't show %d", sides, f), s.used-1
		return 1
	}
	return int32(f)
}

func (c *Source) throwScripted(r *Roll, d *Value, faces []int) error {
	s := givenFaces{faces: faces}
	err := c.throwAll(r, d, &faceSource{given: &s})
	if s.problem == "" && err == nil && s.used < len(faces) {
		s.problem, s.at = fmt.Sprintf("only %d of the %d dice given are rolled", s.used, len(faces)), s.used
	}
	if s.problem != "" {
		return c.script.Misfit(Roller(r.Roller), Label(r.Label), *d, s.at, s.problem)
	}
	return err
}

// throwAll rolls any dice.
func (c *Source) throwAll(r *Roll, dice *Value, faces *faceSource) error {
	again := c.layOut(dice)
	exploding := true
	for step := 0; exploding; step++ {
		if step > MaxExplosions {
			return fmt.Errorf("a die of %s exploded more than %d times%w", dice.String(), MaxExplosions, ErrLimit)
		}
		for i := range c.dice {
			if d := &c.dice[i]; step == 0 || d.live {
				c.throwDie(d, i, faces.next(dice.Terms[d.term].Sides))
			}
		}
		if again {
			c.throwAgain(dice, step, faces)
		}
		if faces.given != nil && faces.given.problem != "" {
			return nil
		}
		exploding = c.countShown(dice, step)
		exploding = c.chainOn(dice, step) || exploding
	}
	c.addUp(r, dice)
	return nil
}

// throwDie records what a die shows.
func (c *Source) throwDie(d *die, number int, shown int32) {
	c.faces = append(c.faces, Face{Shown: shown, Die: int16(number)})
	d.shown, d.at = shown, int32(len(c.faces)-1)
}

// throwAgain rerolls the dice of this step that show too little.
func (c *Source) throwAgain(dice *Value, step int, faces *faceSource) {
	for i := range c.dice {
		d := &c.dice[i]
		if t := &dice.Terms[d.term]; (step == 0 || d.live) && d.shown <= t.Again {
			c.faces[d.at].Again = true
			c.throwDie(d, i, faces.next(t.Sides))
		}
	}
}

// countShown adds up what the dice of this step show, except for those of a chain, and reports
// whether some are rolled again.
func (c *Source) countShown(dice *Value, step int) bool {
	exploding := false
	for i := range c.dice {
		d := &c.dice[i]
		t := &dice.Terms[d.term]
		if t.Chain || step > 0 && !d.live {
			continue
		}
		if step == 0 {
			d.first = d.shown
			d.total = t.value(d.shown)
		} else {
			d.total += t.value(d.shown) - t.Less
		}
		d.live = t.Explode && d.shown >= t.From
		exploding = exploding || d.live
	}
	return exploding
}

// chainOn picks the die that counts from each chain rolled in this
// step, and reports whether some chain is rolled again.
func (c *Source) chainOn(dice *Value, step int) bool {
	again := false
	for start := 0; start < len(c.dice); {
		head := &c.dice[start]
		t := &dice.Terms[head.term]
		if !t.Chain {
			start++
			continue
		}
		chain := c.dice[start : start+int(t.Count)]
		start += len(chain)
		if step > 0 && !head.live {
			continue
		}
		best := head
		for i := range chain {
			if d := &chain[i]; int32(t.Keep)*(d.shown-best.shown) > 0 {
				best = d
			}
		}
		c.faces[best.at].Kept = true
		if step == 0 {
			head.first = best.shown
			head.total = best.shown
		} else {
			head.total += best.shown - t.Less
		}
		live := best.shown >= t.From
		for i := range chain {
			chain[i].live = live
		}
		again = again || live
	}
	return again
}

// layOut puts the dice of d on the table, in the order in which they are rolled, and reports whether some
// of them are rerolled when they show too little.
func (c *Source) layOut(d *Value) (again bool) {
	c.dice = c.dice[:0]
	pool := int16(0)
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		for range d.Terms[i].Repeat {
			for term := i; term < end; term++ {
				t := &d.Terms[term]
				again = again || t.Again > 0
				one := die{pool: pool, term: int8(term)}
				for range t.Count {
					c.dice = append(c.dice, one)
				}
			}
			pool++
		}
		i = end
	}
	return again
}

// addUp picks the dice that count and completes the record of the roll.
func (c *Source) addUp(r *Roll, d *Value) {
	at := 0
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		n := poolCount(d.Terms[i:end])
		for range d.Terms[i].Repeat {
			if d.Terms[i].Chain {
				c.dice[at].kept = true
			} else {
				c.countWhole(d, at, n)
				pick(c.dice[at:at+n], &d.Terms[i])
			}
			at += n
		}
		i = end
	}
	sum := int64(0)
	for i := range c.dice {
		if !c.dice[i].kept {
			continue
		}
		sum += int64(c.dice[i].total) * int64(d.Terms[c.dice[i].term].Factor)
		if r.Natural == 0 {
			r.Natural = c.dice[i].first
		}
	}
	shown := c.faces[r.First:]
	for i := range shown {
		if one := &c.dice[shown[i].Die]; !d.Terms[one.term].Chain {
			shown[i].Kept = one.kept && !shown[i].Again
		}
	}
	r.Count = int32(len(shown))
	r.Total = float64(sum) + d.Bonus
}

// countWhole converts the totals of exploding dice to successes, where those count.
func (c *Source) countWhole(d *Value, at, n int) {
	for i := at; i < at+n; i++ {
		one := &c.dice[i]
		if t := &d.Terms[one.term]; t.Whole {
			one.total = t.success(one.total)
		}
	}
}

// pick marks the dice of a pool that count, as its first term says; of equal dice the first.
func pick(pool []die, t *Term) {
	keep := int(t.Keep)
	if keep == 0 {
		for i := range pool {
			pool[i].kept = true
		}
		return
	}
	for n := range int(t.Drop) + max(keep, -keep) {
		best := -1
		for i := range pool {
			if pool[i].kept || pool[i].dropped {
				continue
			}
			if best < 0 || keep > 0 && pool[i].total > pool[best].total || keep < 0 && pool[i].total < pool[best].total {
				best = i
			}
		}
		if n < int(t.Drop) {
			pool[best].dropped = true
		} else {
			pool[best].kept = true
		}
	}
}

// Natural returns the first face of the first die kept of a roll; 0 without dice.
func (c *Source) Natural(roll int) (float64, error) {
	r := &c.rolls[roll]
	if r.Known == nil {
		return float64(r.Natural), nil
	}
	return c.ofFaces(roll, func(f *fall) float64 { return f.natural })
}

// Face returns the at-th face of a roll, from 0, of those that haven't been rerolled; 0 if it has
// fewer.
func (c *Source) Face(roll, at int) (float64, error) {
	if c.rolls[roll].Known != nil {
		return c.ofFaces(roll, func(f *fall) float64 {
			if at < len(f.shown) {
				return f.shown[at]
			}
			return 0
		})
	}
	for _, f := range c.Faces(roll) {
		if f.Again {
			continue
		}
		if at == 0 {
			return float64(f.Shown), nil
		}
		at--
	}
	return 0, nil
}

// ofFaces asks a question about the faces of a roll that depends on their order.
func (c *Source) ofFaces(roll int, of func(*fall) float64) (float64, error) {
	a, err := c.Ask(true, func() Answer { return Answer{Number: of(c.seen(roll))} })
	return a.Number, err
}

// Shown calls push with each face of a roll that hasn't been rerolled, in the order in which they
// were rolled. Within a question that doesn't depend on their order it may differ.
func (c *Source) Shown(roll int, push func(float64)) error {
	if c.rolls[roll].Known == nil {
		for _, f := range c.Faces(roll) {
			if !f.Again {
				push(float64(f.Shown))
			}
		}
		return nil
	}
	a, err := c.Ask(true, func() Answer { return Answer{List: c.seen(roll).shown} })
	for _, v := range a.List {
		push(v)
	}
	return err
}

// Faces returns the faces of a roll that no fate decided, in the order in which they were rolled.
func (c *Source) Faces(roll int) []Face {
	r := &c.rolls[roll]
	return c.faces[r.First : r.First+r.Count]
}
