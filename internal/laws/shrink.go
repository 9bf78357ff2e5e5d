package laws

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// otherSeeds is the number of seeds to try with something smaller.
const otherSeeds = 6

// mostTries is how often to try to make a fight smaller, mostSteps the maximum number of steps for that.
const (
	mostTries = 700
	mostSteps = 40_000_000
)

// shrinker makes a fight smaller that breaks a law.
type shrinker struct {
	*tester
	draft   *draft
	decided []decision
	found   *finding
	tries   int
}

// smallest makes a fight as small as it can, and writes it as a case; nil if no case shows the finding.
func (t *tester) smallest(p *played, number int) *Broken {
	s := &shrinker{tester: t, draft: p.draft, decided: p.decided, found: p.found}
	whole := *s
	t.took = 0
	if s.draft.mustEnd && s.found.law != program.BuiltInLaws[program.LawEnds] {
		d := s.draft.clone() // the problem isn't the end
		d.mustEnd, d.then = false, byTactics
		s.try(d, nil)
	}
	if s.draft.set != nil {
		d := s.draft.clone()
		d.set = nil
		s.try(d, s.decided)
	}
	for {
		size := s.size()
		s.fewerDecisions()
		s.fewerFighters()
		s.plainerFighters()
		s.plainerGround()
		if s.size() == size || s.tries > mostTries || s.took > mostSteps {
			break
		}
	}
	s.restInstead()
	if b := s.written(number); b != nil {
		return b
	}
	return whole.written(number)
}

// size returns the size to reduce.
func (s *shrinker) size() int {
	n := 100*len(s.draft.fighters) + 10*len(s.decided)
	for _, f := range s.draft.fighters {
		n += 2*len(f.given) + 2*len(f.conditions)
	}
	return n + len(strings.ReplaceAll(strings.Join(s.draft.rows, ""), plain, ""))
}

// try takes a smaller fight if it breaks the same law.
func (s *shrinker) try(d *draft, decided []decision) bool {
	if s.tries++; s.tries > mostTries || s.took > mostSteps || s.isCut() {
		return false
	}
	found := s.same(d, decided, s.found)
	if found == nil {
		return false
	}
	s.draft, s.decided, s.found = d, decided, found
	return true
}

// fewerDecisions removes decisions: first long runs of them, then single ones. A long script is also tried with
// other dice.
func (s *shrinker) fewerDecisions() {
	for width := len(s.decided); width > 0; width /= 2 {
		for from := len(s.decided) - width; from >= 0; from -= width {
			if from+width > len(s.decided) {
				continue
			}
			fewer := slices.Delete(slices.Clone(s.decided), from, from+width)
			if s.try(s.draft, fewer) || len(s.decided) <= enoughLines || width == 1 {
				continue
			}
			for seed := range uint64(otherSeeds) { // the rest rolls other dice
				d := s.draft.clone()
				d.seed += 1 + seed
				if s.try(d, fewer) {
					break
				}
			}
		}
	}
}

// fewerFighters removes fighters that aren't needed.
func (s *shrinker) fewerFighters() {
	for i := len(s.draft.fighters) - 1; i >= 0; i-- {
		if fewer := s.draft.without(i); len(fewer.fighters) > 1 || s.found.law == program.BuiltInLaws[program.LawPlays] && len(fewer.fighters) > 0 {
			rest := withoutThing(s.decided, board.Thing(i+1))
			for seed := range uint64(otherSeeds) { // the next fighters roll the dice of the removed one
				fewer.seed = s.draft.seed + seed
				if s.try(fewer.clone(), rest) {
					break
				}
			}
		}
	}
}

// withoutThing removes the decisions of a thing, and those that name it; the numbers of later things move up.
func withoutThing(decided []decision, gone board.Thing) []decision {
	var rest []decision
	for _, d := range decided {
		if d.who == gone {
			continue
		}
		if d.who > gone {
			d.who--
		}
		if d.way != nil {
			w, ok := wayWithout(*d.way, float64(gone))
			if !ok {
				continue
			}
			d.way = &w
		}
		rest = append(rest, d)
	}
	return rest
}

// wayWithout renumbers the things in a way; ok is false if it names the removed one.
func wayWithout(w session.Way, gone float64) (moved session.Way, ok bool) {
	moved = session.Way{Action: w.Action, Given: slices.Clone(w.Given)}
	for i := range moved.Given {
		t := &w.Action.Params[i].Type
		x := &moved.Given[i]
		switch {
		case t.Kind == program.ThingType && x.Number == gone:
			return moved, false
		case t.Kind == program.ThingType && x.Number > gone:
			x.Number--
		case t.Elem != nil && t.Elem.Kind == program.ThingType:
			x.Items = slices.DeleteFunc(slices.Clone(x.Items), func(v float64) bool { return v == gone })
			for k := range x.Items {
				if x.Items[k] > gone {
					x.Items[k]--
				}
			}
		}
	}
	return moved, true
}

// plainerFighters removes their conditions, fields and tactics.
func (s *shrinker) plainerFighters() {
	if s.found.law == program.BuiltInLaws[program.LawEvenSides] {
		return // the sides have to stay alike
	}
	for i := range s.draft.fighters {
		for k := len(s.draft.fighters[i].conditions) - 1; k >= 0; k-- {
			d := s.draft.clone()
			d.fighters[i].conditions = slices.Delete(d.fighters[i].conditions, k, k+1)
			s.try(d, s.decided)
		}
		for k := len(s.draft.fighters[i].given) - 1; k >= 0; k-- {
			d := s.draft.clone()
			d.fighters[i].given = slices.Delete(d.fighters[i].given, k, k+1)
			s.try(d, s.decided)
		}
		if s.draft.fighters[i].tactic != "" && !s.draft.mustEnd {
			d := s.draft.clone()
			d.fighters[i].tactic = ""
			s.try(d, s.decided)
		}
	}
}

// plainerGround removes special ground that isn't needed.
func (s *shrinker) plainerGround() {
	if len(s.draft.rows) == 0 {
		return
	}
	d := s.draft.clone()
	for i, r := range d.rows {
		d.rows[i] = strings.Repeat(plain, len(r))
	}
	if s.try(d, s.decided) {
		return
	}
	for y, r := range s.draft.rows {
		for x := range r {
			if row := s.draft.rows[y]; string(row[x]) != plain {
				d := s.draft.clone()
				d.rows[y] = row[:x] + plain + row[x+1:]
				s.try(d, s.decided)
			}
		}
	}
}

// enoughLines is the desired maximum length of a script.
const enoughLines = 8

// restInstead makes all pass, or play by tactics, after as few decisions as possible, if the script would be too
// long.
func (s *shrinker) restInstead() {
	if s.draft.mustEnd || len(s.script(true)) <= enoughLines {
		return
	}
	for _, on := range []then{allPass, byTactics} {
		for n := range min(len(s.decided)+1, enoughLines) {
			d := s.draft.clone()
			d.then = on
			s.tries, s.took = min(s.tries, mostTries-1), min(s.took, mostSteps)
			if s.try(d, s.decided[:n:n]) {
				return
			}
		}
	}
}
