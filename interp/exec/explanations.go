package exec

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// An example is a ruleset with two who fight and, if it has a script, what is
// played.
type example struct {
	// perform is what the one action does, turn what happens on a turn; empty: as usual.
	perform, turn string
	// more are further sections of the ruleset.
	more []string
	// script are the lines of the script; empty: there is none.
	script []string
}

// String returns the files of the example.
func (x example) String() string {
	if x.turn == "" {
		x.turn = "choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1"
	}
	if x.perform == "" {
		x.perform = "target.hp -= 1"
	}
	var b strings.Builder
	b.WriteString(`-- example.yaml --
rulec: 1
ruleset: example
kinds:
  creature:
    fields:
      hp: {type: pool, max: 3}
      friend: {type: creature, default: none}
  deed:
    params: {target: one of everyone}
    requires:
      target != self: not oneself
    running: {swing: number}
    perform: |
      ` + indented(x.perform, 6) + `
  pause:
    perform: self.hp += 1
deeds:
  push: {}
pauses:
  breathe: {}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        ` + indented(x.turn, 8) + "\n")
	for _, line := range x.more {
		b.WriteString(line + "\n")
	}
	b.WriteString("-- encounter.yaml --\nruleset: example.yaml\ncombatants:\n  ann: {side: red}\n  ben: {side: blue}\n")
	if len(x.script) > 0 {
		b.WriteString("script: |\n  " + indented(strings.Join(x.script, "\n"), 2) + "\n")
	}
	return b.String()
}

// indented moves all lines of a text but the first to the right.
func indented(text string, by int) string {
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", by))
}

// Pages of spec/.
const (
	inScales   = "params"
	inActions  = "actions"
	inFormulas = "formulas"
	inTriggers = "rules"
	inPrograms = "programs"
	inDecks    = "decks"
	inTime     = "time"
	inLimits   = "limits"
	inStates   = "sequences"
)

var explanations = []diag.Explanation{
	{
		Code: DivisionByZero, Section: inFormulas,
		Summary: "A formula divides by 0, or takes what is left over after such a division.",
		Example: example{script: []string{"expect 6 / (3 - ann.hp) == 2"}}.String(),
		Mend:    "Ask before: if(x == 0, .., y / x). The message shows the values.",
	},
	{
		Code: NotWhole, Section: inPrograms,
		Summary: "A number with a fraction is stored, rolled, paid or used as a number of steps, where only whole numbers go.",
		Example: example{script: []string{"do { ann.hp -= ann.hp / 2 }"}}.String(),
		Mend:    "Say how to round: floor(..), ceil(..) or round(..).",
	},
	{
		Code: CarriesItself, Section: inPrograms,
		Summary: "Something is to be carried by itself, or by what it carries.",
		Example: example{script: []string{"do { ann.carrier = ben; ben.carrier = ann }"}}.String(),
		Mend:    "Ask before who carries whom: x.carrier; or let go first: x.carrier = none.",
	},
	{
		Code: OfNone, Section: inFormulas,
		Summary: "A field of none is read, or something is done with none: a reference that holds nothing.",
		Example: example{script: []string{"expect ann.friend.hp == 3"}}.String(),
		Mend:    "Ask before whether there is something: if(given(x), x.hp, 0).",
	},
	{
		Code: NotStated, Section: inFormulas,
		Summary: "A number, or dice, that may be left out (default: none) are read of somebody for whom they are.",
		Example: example{
			more:   []string{"conditions:", "  burning: {fields: {heat: {type: number, default: none}}}"},
			script: []string{"do { apply burning to ann }", "expect ann.burning.heat > 3"},
		}.String(),
		Mend: "Ask before whether it is stated: if(given(x.burning.heat), x.burning.heat, ..); or give it.",
	},
	{
		Code: NoSuchField, Section: inActions,
		Summary: "An act is asked for a parameter or running field that its action doesn't have.",
		Example: example{
			more:   []string{"rules:", "  watchful:", "    on: start of action", "    do: if event.act.target == self { self.hp -= 1 }"},
			script: []string{"ann: breathe"},
		}.String(),
		Mend: "Ask first which action it is: event.action == .., or whether the kind has the field.",
	},
	{
		Code: NoRow, Section: inScales,
		Summary: "A table or a map has nothing for the key that it is asked for.",
		Example: example{
			more:   []string{"tables:", "  effort: {keys: {n: number}, rows: [[1..3, 1], [4..6, 2]]}"},
			script: []string{"expect effort(ann.hp + 4) == 2"},
		}.String(),
		Mend: "Add a row, such as [7.., 3]; any takes every key.",
	},
	{
		Code: PastTheEnd, Section: inScales,
		Summary: "A step past the end of a scale is asked for, and the scale says that this is an error.",
		Example: example{
			more: []string{"scales:", "  reach: {steps: [near, far], above: error}"},
			script: []string{
				"expect first(map(filter(reach, index(each) == 1), each + 1)) == far",
			},
		}.String(),
		Mend: "Ask past_end(s, n) before, or say what lies past the end: above: clamp, or none.",
	},
	{
		Code: BadDice, Section: inFormulas,
		Summary: "Dice are made that there can't be: with a number of dice or sides that is not whole, negative or too large, or picked from in a way that makes no sense.",
		Example: example{script: []string{"do { roll luck by ann = dice(1, ann.hp - 3) }"}}.String(),
		Mend:    "Keep the numbers inside of what dice can be: max(1, ..).",
	},
	{
		Code: NotRolled, Section: "rolls",
		Summary: "natural or faces is asked of a running field that no roll has set yet.",
		Example: example{perform: "if swing.natural == 20 { target.hp -= 1 }", script: []string{"ann: push ben"}}.String(),
		Mend:    "Roll first, on every way that leads there.",
	},
	{
		Code: NoCards, Section: inDecks,
		Summary: "A deck has no cards, or something in the list of its cards is none.",
		Example: example{more: []string{"scales:", "  omen: [good, bad]", "decks:", "  fate: {cards: 'filter(omen, index(each) > 5)'}"}}.String(),
		Mend:    "Declare the definitions that are its cards, or look at what filter leaves of them.",
	},
	{
		Code: NotDrawn, Section: inDecks,
		Summary: "A card is discarded that nobody holds, or an encounter begins with more of a card out of the pile than the deck has.",
		Example: example{
			more:   []string{"scales:", "  omen: [good, bad]", "decks:", "  fate: {cards: omen}"},
			script: []string{"do { discard good to fate }"},
		}.String(),
		Mend: "A card is drawn before it is discarded, once each time; whoever holds none has none in their field: if given(x) { discard x to .. }.",
	},
	{
		Code: TooMany, Section: inLimits,
		Summary: "A run goes beyond a limit: statements, events, batches at one time, depth of calls and answers, conditions or entries.",
		Example: example{script: []string{"do { for a in 1..1000 { for b in 1..1000 { ann.hp -= 1 } } }"}}.String(),
		Mend:    "Something goes on without end: look at the program that the message names.",
	},
	{
		Code: InThePast, Section: inTime,
		Summary: "An entry is scheduled for a time that is over.",
		Example: example{turn: "schedule turn of self at now - 1"}.String(),
		Mend:    "Schedule it at now or later.",
	},
	{
		Code: Forgotten, Section: inTime,
		Summary: "Somebody who is not out of the fight has nothing scheduled any more and would never act again.",
		Example: example{turn: "self.hp -= 1"}.String(),
		Mend:    "Let every way through the entry's program schedule its owner again, or say personal: false in time.",
	},
	{
		Code: NotNow, Section: inPrograms,
		Summary: "Something is done that can't be done any more: an act is performed twice, or something has ended.",
		Example: example{
			turn:   "choose act from can_do(self)\nif act != none {\n  perform act\n  perform act\n}\nschedule turn of self at now + 1",
			script: []string{"ann: push ben"},
		}.String(),
		Mend: "Choose anew, or perform the definition: perform act.action on ..",
	},
	{
		Code: NoAnswer, Section: "choices",
		Summary: "A choice has no default, and nobody answers it.",
		Example: example{turn: "choose way from 1 to 2\nschedule turn of self at now + way"}.String(),
		Mend:    "Give the choice a default, the creature a tactic for it, or answer it in the script.",
	},
	{
		Code: CannotPay, Section: inPrograms,
		Summary: "More is to be paid on the spot than the pool, and what stands in for it, can give.",
		Example: example{script: []string{"do { pay hp 4 from ann }"}}.String(),
		Mend:    "Make it a cost of the action, which is tested before; or ask how much there is.",
	},
	{
		Code: RulesCycle, Section: inTriggers,
		Summary: "Rules cause each other again and again, so that the state never comes to rest.",
		Example: example{
			more:   []string{"rules:", "  restless:", "    on: self.hp changes", "    do: self.hp = if(self.hp == 1, 2, 1)"},
			script: []string{"do { ann.hp -= 1 }"},
		}.String(),
		Mend: "Let one of the rules ask with if: whether there is still something to do.",
	},
	{
		Code: RunTime, Section: inFormulas,
		Summary: "A formula or program can't be worked out in this situation; the message says why.",
		Example: example{more: []string{"space: {grid: square}"}, script: []string{"expect distance(ann, ben) == 1"}}.String(),
		Mend:    "Ask before whether what is needed is there.",
	},
	{
		Code: PoolBounds, Section: "encounters",
		Summary: "An encounter, or a state, begins with a pool outside of what the ruleset allows it.",
		Example: strings.Replace(example{}.String(), "  ann: {side: red}", "  ann: {side: red, hp: 12}", 1),
		Mend:    "Write a value inside the bounds, or give the combatant what raises them. If a state is meant so, it says: beyond: {ann: [hp]}.",
	},
	{
		Code: StateNotOut, Section: inStates,
		Summary: "A state calls somebody out, but by what it says of him the ruleset doesn't.",
		Example: strings.Replace(example{}.String(), "-- encounter.yaml --\n", "  out: self.hp <= 0\n-- encounter.yaml --\nlimit: 9\n", 1) +
			"-- state.yaml --\nstate: before\nruleset: example\nout: [ann]\ncombatants:\n  ann: {hp: 1}\n  ben: {hp: 2}\n",
		Mend: "Take the name from out:, or say why they are out: {hp: 0}, or a condition.",
	},
	{
		Code: Stopped, Section: inLimits,
		Summary: "The run was stopped from outside: its deadline has passed, or somebody has ended it.",
		Mend:    "Give it more time with --deadline. If it should have ended long before, the place says what it was doing.",
	},
	{
		Code: Internal, Section: inLimits,
		Summary: "There is a mistake in rulec itself. The rules are not to blame.",
		Mend:    "Report it with the files that caused it.",
	},
}

var _ = func() bool {
	for _, e := range explanations {
		diag.Register(e)
	}
	return true
}()
