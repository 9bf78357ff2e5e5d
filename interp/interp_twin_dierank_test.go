package interp_test

import "math/bits"

// The fight of internal/experiment/testdata/four-dierank.yaml, written by hand: four against
// four in the ruleset dierank, by the tactics that the encounter names, with the same
// keyed dice, and so fight by fight the same.
//
// It has what can come up between these eight in these four regions, and nothing else.
// Nobody takes hold of anybody or rides, nobody is caught off guard, and the mage has no
// spell that strikes the mind. Whoever is on the ground is out of the fight, and wounds
// hinder only those who wake after it: so no roll is at a disadvantage, and only a block
// has an advantage. Of what a turn allows, the actions run out first; what deeds and
// movement may take of them counts apart for riders only. Nobody parries: the cautious
// soldier has a shield, and the other two of that tactic no blade.

// Who fights, in the order of the encounter. Each is a bit of a set, too.
const (
	twinAna  = iota // a cautious soldier
	twinBert        // a reckless soldier
	twinCleo        // a skirmishing archer
	twinDee         // a cautious mage
	twinGor         // a reckless brawler
	twinHask        // a skirmishing soldier
	twinIva         // a reckless soldier
	twinKit         // a cautious archer
	twinCount
)

// twinSet is a set of fighters.
type twinSet uint8

const (
	twinKeep    twinSet = 1<<twinAna | 1<<twinBert | 1<<twinCleo | 1<<twinDee
	twinRaiders twinSet = 1<<twinGor | 1<<twinHask | 1<<twinIva | 1<<twinKit

	// Those who have a blade: bare hands against them give an opening.
	twinArmed twinSet = 1<<twinAna | 1<<twinBert | 1<<twinHask | 1<<twinIva
	// Those whose tactic uses openings: the brawler does it with his fists.
	twinOpportunists twinSet = 1<<twinAna | 1<<twinBert | 1<<twinIva | 1<<twinGor
)

func (s twinSet) has(who int32) bool { return s>>uint(who)&1 != 0 }

// The regions lie in a row, so that two are as far apart as their numbers.
const (
	twinGate int32 = iota
	twinBridge
	twinRoad
	twinWood
	twinRegions
)

// twinFate is what has become of a fighter.
type twinFate uint8

const (
	twinStands     twinFate = iota
	twinKnockedOut          // knocked out by nothing deadly
	twinFelled              // knocked out by something deadly, the survival roll not made yet
	twinLucky
	twinBadlyWounded
	twinMortallyWounded
	twinDead
)

type twinFighter struct {
	who, place      int32
	hp, mp          int32
	ap, major, debt int32
	initiative      int32
	fell            int32 // the round in which he went down
	fate            twinFate
	roller          uint64 // the key of the run and the roller
	attack, defense uint64 // the keys of his next rolls with these labels
}

// twinSheet is what doesn't change of a fighter. Dice are given by their sides.
type twinSheet struct {
	name           uint64
	hp             int32 // HP at the start, and at most
	def, ref, fort uint64
	hit            uint64 // what he rolls for a blow or a shot
	harmless       bool   // it kills nobody: bare hands
}

// Fists take STR, two ranks down (dierank.unarmed.strike); the mage's dart is no blow.
var twinSheets = [twinCount]twinSheet{
	twinAna:  {handText("ana"), 5, 6, 6, 6, 8, false},
	twinBert: {handText("bert"), 5, 6, 6, 6, 8, false},
	twinCleo: {handText("cleo"), 5, 6, 8, 4, 8, false},
	twinDee:  {handText("dee"), 4, 4, 6, 4, 2, true},
	twinGor:  {handText("gor"), 5, 6, 6, 8, 8, true},
	twinHask: {handText("hask"), 5, 6, 6, 6, 8, false},
	twinIva:  {handText("iva"), 5, 6, 6, 6, 8, false},
	twinKit:  {handText("kit"), 5, 6, 8, 4, 8, false},
}

var twinPlaces = [twinCount]int32{
	twinAna: twinBridge, twinBert: twinGate, twinCleo: twinGate, twinDee: twinGate,
	twinGor: twinRoad, twinHask: twinRoad, twinIva: twinRoad, twinKit: twinWood,
}

const (
	twinActions    = 2   // of a turn
	twinMagic      = 5   // MP at the start
	twinDart       = 10  // sides of PRE, which the mage's dart takes
	twinDartReach  = 2   // in regions; arrows reach all of them
	twinMassive    = 2   // so many times his HP in one deadly blow kill outright
	twinTouch      = 2   // HP that the mage's touch heals
	twinRoundLimit = 200 // later rounds are not played; no fight comes near them
)

// twinLeast is the least die that resists what is shot or cast, in sides, by regions of
// distance; there is none at point-blank range, nor for blows (dierank.ranged-min.table).
var twinLeast = [twinRegions]uint64{0, 4, 6, 8}

// twinGuard is the active defense that somebody's tactic chooses.
type twinGuard uint8

const (
	twinPassive twinGuard = iota
	twinBlock
	twinDodge
)

// twinGuards are the defenses of those who choose any, by region: in the wood there is
// no room to jump aside (dierank.dodge.cramped), and of those who would the soldier alone
// has a shield. The archer of the raiders never leaves it.
var twinGuards = [twinCount][twinRegions]twinGuard{
	twinAna:  {twinBlock, twinBlock, twinBlock, twinBlock},
	twinCleo: {twinDodge, twinDodge, twinDodge, twinPassive},
	twinDee:  {twinDodge, twinDodge, twinDodge, twinPassive},
	twinHask: {twinDodge, twinDodge, twinDodge, twinBlock},
}

// The labels of the rolls.
var (
	twinOrder    = handText("order")
	twinAttack   = handText("attack")
	twinDefense  = handText("defense")
	twinSurvival = handText("survival")
)

// handDierank plays the fight, again and again.
type handDierank struct {
	fighters [twinCount]twinFighter
	order    [twinCount]int32     // who takes his turn first
	standing twinSet              // who is not out of the fight
	at       [twinRegions]twinSet // those of them who stand in a region
	round    int32
	acts     int
}

// fight plays one fight.
func (d *handDierank) fight(seed, trial uint64) duelTally {
	d.begin(handRun(seed, trial))
	for !d.over() && d.round < twinRoundLimit {
		d.round++
		d.takeTurns()
	}
	d.survivals()
	t := duelTally{Now: int(d.round), Acts: d.acts}
	switch {
	case d.standing&twinRaiders == 0:
		t.Winner = 1
	case d.standing&twinKeep == 0:
		t.Winner = 2
	}
	return t
}

// over tells whether only one side is left. Nobody goes down together with another.
func (d *handDierank) over() bool {
	return d.standing&twinKeep == 0 || d.standing&twinRaiders == 0
}

func (d *handDierank) begin(run uint64) {
	d.round, d.acts = 0, 0
	d.standing = twinKeep | twinRaiders
	d.at = [twinRegions]twinSet{}
	for i := range d.fighters {
		f, sheet := &d.fighters[i], &twinSheets[i]
		roller := handMix(run + sheet.name)
		*f = twinFighter{
			who: int32(i), place: twinPlaces[i], hp: sheet.hp, mp: twinMagic, major: 1,
			roller: roller, attack: roller + twinAttack, defense: roller + twinDefense,
		}
		d.at[f.place] |= 1 << i
		order := roller + twinOrder
		f.initiative = twinThrow(&order, sheet.ref)*100 + int32(sheet.ref)
	}
	d.lineUp()
}

// lineUp puts the fighters into the order of their turns: highest first, of equals
// whoever is listed first (dierank.order.ref-roll). Nothing changes it later.
func (d *handDierank) lineUp() {
	for i := range d.fighters {
		k := i
		for ; k > 0 && d.fighters[d.order[k-1]].initiative < d.fighters[i].initiative; k-- {
			d.order[k] = d.order[k-1]
		}
		d.order[k] = int32(i)
	}
}

// takeTurns plays a round, or as much of it as the fight lasts.
func (d *handDierank) takeTurns() {
	for _, who := range d.order {
		if !d.standing.has(who) {
			continue
		}
		d.turn(&d.fighters[who])
		if d.over() {
			return
		}
	}
}

// turn lets somebody act until he has nothing left to do. What he has reacted with
// since his last turn is gone already (dierank.ap.turn-refresh).
func (d *handDierank) turn(self *twinFighter) {
	self.ap, self.major, self.debt = twinActions-self.debt, 1, 0
	for self.ap > 0 && d.act(self) && self.hp > 0 && !d.over() {
	}
}

// act does the next thing that somebody's tactic says. It returns false when there is
// nothing more to be done.
func (d *handDierank) act(self *twinFighter) bool {
	switch self.who {
	case twinBert, twinGor, twinIva:
		return d.charge(self)
	case twinAna:
		return d.advance(self, 1)
	case twinHask:
		return d.advance(self, 2)
	case twinCleo:
		return d.keepAway(self)
	case twinDee:
		return d.cast(self)
	default:
		return d.shoot(self)
	}
}

// charge is the tactic of the reckless: they run at the nearest enemy, and walk when
// they have no major action left.
func (d *handDierank) charge(self *twinFighter) bool {
	foes := d.foes(self)
	switch here := foes & d.at[self.place]; {
	case here != 0:
		return d.strike(self, here)
	case self.major > 0:
		d.run(self, twinRuns[self.place][d.regions(foes)])
	default:
		d.walk(self, twinWalks[self.place][d.regions(foes)])
	}
	return true
}

// advance is the tactic of the other soldiers: they walk at the nearest enemy as long
// as they have so many actions left.
func (d *handDierank) advance(self *twinFighter, least int32) bool {
	foes := d.foes(self)
	if here := foes & d.at[self.place]; here != 0 {
		return d.strike(self, here)
	}
	if self.ap < least {
		return false
	}
	d.walk(self, twinWalks[self.place][d.regions(foes)])
	return true
}

// keepAway is the tactic of the skirmishing archer: away from the enemy, and then a
// shot. With one action left it is a careful retreat, which gives no opening and leaves
// no time for a shot; with one HP left it is the shot all the same.
func (d *handDierank) keepAway(self *twinFighter) bool {
	switch {
	case d.foes(self)&d.at[self.place] == 0:
		return d.shoot(self)
	case self.ap > 1:
		d.walk(self, d.refuge(self))
		return true
	case self.hp == 1:
		return d.shoot(self)
	}
	d.beginMajor(self)
	d.move(self, d.refuge(self))
	return false
}

// cast is the tactic of the mage: help for those beside her, darts while she has MP, and
// fists when nothing else is left. She walks only when there is nobody to aim at.
func (d *handDierank) cast(self *twinFighter) bool {
	foes := d.foes(self)
	here, marks := foes&d.at[self.place], twinSet(0)
	if self.mp > 0 {
		marks = d.within(foes, self.place, twinDartReach)
	}
	switch {
	case self.major > 0 && self.mp > 0 && d.heal(self):
	case self.major > 0 && marks != 0:
		d.dart(self, d.weakest(marks))
	case here != 0:
		return d.strike(self, here)
	case marks != 0:
		return false
	default:
		d.walk(self, twinWalks[self.place][d.regions(foes)])
	}
	return true
}

// beginMajor begins a major action.
func (d *handDierank) beginMajor(self *twinFighter) {
	d.acts++
	self.ap--
	self.major--
}

// strike is a blow at the weakest of those who stand here, with a blade or with bare
// hands.
func (d *handDierank) strike(self *twinFighter, here twinSet) bool {
	if self.major == 0 {
		return false
	}
	d.beginMajor(self)
	d.blow(self, d.weakest(here))
	return true
}

// blow is one with a blade or with bare hands, which give an opening if the other has a
// blade (dierank.unarmed.provokes).
func (d *handDierank) blow(self, target *twinFighter) {
	sheet := &twinSheets[self.who]
	if sheet.harmless && twinArmed.has(target.who) && !d.withstands(self, twinOpportunists) {
		return
	}
	d.assault(self, target, sheet.hit, !sheet.harmless)
}

// shoot sends an arrow to the weakest enemy, wherever he is. Aiming it gives an opening
// (dierank.oa.trigger-aim). An archer who has shot has nothing more to do.
func (d *handDierank) shoot(self *twinFighter) bool {
	if self.major == 0 {
		return false
	}
	d.beginMajor(self)
	target := d.weakest(d.foes(self))
	if d.withstands(self, twinOpportunists) {
		d.assault(self, target, twinSheets[self.who].hit, true)
	}
	return false
}

func (d *handDierank) dart(self, target *twinFighter) {
	d.beginMajor(self)
	self.mp--
	d.assault(self, target, twinDart, true)
}

// heal touches the friend beside the mage who has lost most HP, and more than one.
func (d *handDierank) heal(self *twinFighter) bool {
	var patient *twinFighter
	most := int32(1)
	for s := twinKeep & d.at[self.place] &^ (1 << twinDee); s != 0; s &= s - 1 {
		f := &d.fighters[bits.TrailingZeros8(uint8(s))]
		if lost := twinSheets[f.who].hp - f.hp; lost > most {
			patient, most = f, lost
		}
	}
	if patient == nil {
		return false
	}
	d.beginMajor(self)
	self.mp--
	patient.hp += twinTouch
	return true
}

// walk goes to the next region; those left behind have an opening first
// (dierank.oa.trigger-move-out).
func (d *handDierank) walk(self *twinFighter, to int32) {
	d.acts++
	self.ap--
	if d.withstands(self, twinOpportunists) {
		d.move(self, to)
	}
}

// run goes region by region; those in every one that is entered have an opening
// (dierank.oa.trigger-run-in).
func (d *handDierank) run(self *twinFighter, to int32) {
	d.beginMajor(self)
	step := int32(1)
	if to < self.place {
		step = -1
	}
	for self.place != to {
		d.move(self, self.place+step)
		if !d.withstands(self, twinOpportunists) {
			return
		}
	}
}

func (d *handDierank) move(self *twinFighter, to int32) {
	d.at[self.place] &^= 1 << self.who
	d.at[to] |= 1 << self.who
	self.place = to
}

// withstands gives an opening to those enemies in the region who are among some, those
// first who act first. It tells whether he who gives it still stands after that.
func (d *handDierank) withstands(self *twinFighter, some twinSet) bool {
	some &= d.at[self.place] & d.foes(self)
	if some == 0 {
		return true
	}
	for _, who := range d.order {
		if !some.has(who) {
			continue
		}
		if d.useOpening(&d.fighters[who], self); self.hp == 0 {
			return false
		}
	}
	return true
}

// useOpening is an interrupt, paid from the next turn (dierank.oa.cost): at most all of
// it, and the cautious soldier saves an action.
func (d *handDierank) useOpening(self, target *twinFighter) {
	if self.debt == twinActions || self.debt > 0 && self.who == twinAna {
		return
	}
	d.react(self)
	d.blow(self, target)
}

// react begins an interrupt.
func (d *handDierank) react(self *twinFighter) {
	d.acts++
	self.debt++
}

// assault is one attack against one defense: a point of damage for each time that the
// opposing roll goes into it (dierank.dice.successes).
func (d *handDierank) assault(attacker, target *twinFighter, sides uint64, deadly bool) {
	defense := d.met(attacker, target)
	attack := twinThrow(&attacker.attack, sides)
	if attack >= defense {
		d.wound(target, attack/defense, deadly)
	}
}

// met is the opposing roll: an active defense, if that leaves an action for the next turn,
// else DEF, or the die that the distance asks for where that has more sides.
func (d *handDierank) met(attacker, target *twinFighter) int32 {
	sheet := &twinSheets[target.who]
	if target.debt == 0 {
		switch twinGuards[target.who][target.place] {
		case twinBlock:
			d.react(target)
			return twinBest(&target.defense, sheet.def)
		case twinDodge:
			d.react(target)
			return twinThrow(&target.defense, sheet.ref)
		}
	}
	return twinThrow(&target.defense, max(sheet.def, twinLeast[twinApart(attacker.place, target.place)]))
}

// wound takes HP. Far too many at once are death on the spot (dierank.death.massive).
func (d *handDierank) wound(target *twinFighter, points int32, deadly bool) {
	target.hp = max(0, target.hp-points)
	if target.hp > 0 {
		return
	}
	d.standing &^= 1 << target.who
	d.at[target.place] &^= 1 << target.who
	target.fell = d.round
	switch {
	case deadly && points >= twinMassive*twinSheets[target.who].hp:
		target.fate = twinDead
		return
	case deadly:
		target.fate = twinFelled
	default:
		target.fate = twinKnockedOut
	}
	target.mp = 0
}

// survivals are the rolls after the fight of those whom something deadly has knocked
// out (dierank.survival.table).
func (d *handDierank) survivals() {
	for i := range d.fighters {
		f := &d.fighters[i]
		if f.fate != twinFelled {
			continue
		}
		survival := f.roller + twinSurvival
		switch twinThrow(&survival, twinSheets[i].fort) {
		case 1:
			f.fate, f.fell = twinDead, d.round
		case 2:
			f.fate = twinMortallyWounded
		case 3:
			f.fate = twinBadlyWounded
		default:
			f.fate = twinLucky
		}
	}
}

// foes are the enemies who stand.
func (d *handDierank) foes(self *twinFighter) twinSet {
	if self.who < twinGor {
		return d.standing & twinRaiders
	}
	return d.standing & twinKeep
}

// weakest is the one with the fewest HP, the first of equals.
func (d *handDierank) weakest(s twinSet) *twinFighter {
	best := &d.fighters[bits.TrailingZeros8(uint8(s))]
	for s &= s - 1; s != 0; s &= s - 1 {
		if f := &d.fighters[bits.TrailingZeros8(uint8(s))]; f.hp < best.hp {
			best = f
		}
	}
	return best
}

// within are those of some who stand at most so far from a region.
func (d *handDierank) within(some twinSet, place, reach int32) twinSet {
	near := twinSet(0)
	for p := max(0, place-reach); p <= min(place+reach, twinRegions-1); p++ {
		near |= d.at[p]
	}
	return some & near
}

// refuge is the next region with the fewest enemies, the first of equals.
func (d *handDierank) refuge(self *twinFighter) int32 {
	switch self.place {
	case twinGate:
		return twinBridge
	case twinWood:
		return twinRoad
	}
	foes := d.foes(self)
	before, behind := foes&d.at[self.place-1], foes&d.at[self.place+1]
	if bits.OnesCount8(uint8(behind)) < bits.OnesCount8(uint8(before)) {
		return self.place + 1
	}
	return self.place - 1
}

// regions are the regions in which some stand, a bit each.
func (d *handDierank) regions(some twinSet) uint8 {
	r := uint8(0)
	for p, there := range d.at {
		if there&some != 0 {
			r |= 1 << p
		}
	}
	return r
}

// twinWalks and twinRuns say where somebody goes who wants to come near an enemy, by
// the region where he stands and those where enemies do.
var twinWalks, twinRuns = twinWays(1), twinWays(2)

func twinWays(most int32) (ways [twinRegions][1 << twinRegions]int32) {
	for from := range twinRegions {
		for regions := range uint8(1 << twinRegions) {
			ways[from][regions] = twinWay(from, regions, most)
		}
	}
	return ways
}

// twinWay is where a way of at most so many regions has to end to come nearest to one
// of some; of equals the shorter way is taken, and of those to the first region.
func twinWay(from int32, regions uint8, most int32) int32 {
	best, least := from, twinRegions
	for length := int32(1); length <= most; length++ {
		for to := range twinRegions {
			if left := twinNearest(to, regions); twinApart(from, to) == length && left < least {
				best, least = to, left
			}
		}
	}
	return best
}

// twinNearest is how far the nearest of some regions is.
func twinNearest(from int32, regions uint8) int32 {
	least := twinRegions
	for to := range twinRegions {
		if regions>>uint(to)&1 != 0 {
			least = min(least, twinApart(from, to))
		}
	}
	return least
}

func twinApart(a, b int32) int32 { return max(a-b, b-a) }

// twinThrow throws a die. The key is that of the roller's next roll with a label, and
// becomes that of the one after.
func twinThrow(key *uint64, sides uint64) int32 {
	word := handMix(*key) + handGolden
	*key += handGolden
	return twinFace(handMix(word), sides)
}

// twinBest throws two dice in one roll and keeps the better one.
func twinBest(key *uint64, sides uint64) int32 {
	word := handMix(*key) + handGolden
	*key += handGolden
	return max(twinFace(handMix(word), sides), twinFace(handMix(word+handGolden), sides))
}

func twinFace(word, sides uint64) int32 {
	high, low := bits.Mul64(word, sides)
	if low < sides {
		return twinFairFace(word, sides)
	}
	return int32(high) + 1
}

// twinFairFace is twinFace for a word that may favour some faces, which hardly any does.
func twinFairFace(word, sides uint64) int32 {
	high, low := bits.Mul64(word, sides)
	for unfair := -sides % sides; low < unfair; {
		word = handMix(word + handGolden)
		high, low = bits.Mul64(word, sides)
	}
	return int32(high) + 1
}
