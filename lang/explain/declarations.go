package explain

import (
	"strings"

	"github.com/rulec/rulec/lang/check"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/meaning"
	"github.com/rulec/rulec/lang/reading"
)

// More pages of spec/.
const (
	sectionParams        = "params"
	sectionKinds         = "kinds"
	sectionPools         = "pools"
	sectionContributions = "contributions"
	sectionDecks         = "decks"
	sectionEvents        = "events"
	sectionTime          = "time"
	sectionSpace         = "space"
	sectionEncounters    = "encounters"
	sectionTactics       = "tactics"
)

// without is the smallest ruleset with a piece of it replaced.
func without(piece, other string, more ...string) string {
	return strings.Replace(smallest("", more...), piece, other, 1)
}

// fielded is the smallest ruleset with a kind of its own that has one field.
func fielded(field string, more ...string) string {
	return without("scales:", "  tool:\n    fields:\n      "+field+"\nscales:", more...)
}

// squared is the smallest ruleset on squares.
func squared() string { return smallest("", "space:", "  grid: square") }

// meeting is an encounter with more lines, in a ruleset.
func meeting(ruleset string, more ...string) string {
	return "-- encounter.yaml --\nencounter: meeting\nruleset: ./ruleset.yaml\n" + strings.Join(more, "\n") +
		"\n-- ruleset.yaml --\n" + ruleset
}

const pair = "combatants:\n  ann: {side: one}\n  bob: {side: two}"

var explainedDeclarations = []diag.Explanation{
	{
		Code: reading.CodeUnknownWord, Section: sectionFiles,
		Summary: "A key takes one of a few words, and this is none of them.",
		Example: smallest("", "space: {grid: round}"),
		Mend:    "Take one of the words that the hint lists.",
	},
	{
		Code: check.CodeParamValue, Section: sectionParams,
		Summary: "A param is given a value that it can't have: a text for a number, a choice that it doesn't offer.",
		Example: smallest("", "params:", "  tie:", "    default: by_luck", "    one of: [by_dice, by_name]"),
		Mend:    "Take a value of the kind of its default, or one of its choices.",
	},
	{
		Code: check.CodeUnknownParam, Section: sectionParams,
		Summary: "An encounter or the command line sets a param that the ruleset doesn't have.",
		Example: meeting(smallest(""), "set: {speed: 3}", pair),
		Mend:    "Look for a typo; the ruleset declares its params under params.",
	},
	{
		Code: check.CodeUnreadParam, Section: sectionParams,
		Summary: "A param is declared, but no formula or program reads it: whatever value it is given, nothing changes. This is a warning.",
		Example: smallest("", "params:", "  speed: {default: 3}"),
		Mend:    "Read it where the figure stands, or take it out.",
	},
	{
		Code: check.CodeAnyonesReset, Section: sectionPools,
		Summary: "A pool of every creature is set back whenever anybody's turn, or another entry of somebody's, starts or ends. This is a warning.",
		Example: strings.Replace(smallest(""), "max: 3}", "max: 3}\n      reactions: {type: pool, max: 1, resets: {start of turn: }}", 1),
		Mend:    "Say whose: start of turn of self. A pool of the whole fight stands in the kind fight.",
	},
	{
		Code: meaning.CodeNoInstances, Section: sectionConditions,
		Summary: "The instances of a condition are asked for that no program applies: it only comes with others (implies). It holds without an instance of its own, so that the list is empty. This is a warning.",
		Example: smallest("", "conditions:", "  open: {}", "  dazed: {implies: [open]}", "quantities:", "  how_open:", "    of: {who: creature}", "    value: count(instances(open, who))"),
		Mend:    "Ask whether it holds, open(x), or for the instances of what brings it along.",
	},
	{
		Code: check.CodeNoCreature, Section: sectionKinds,
		Summary: "A ruleset has no kind called creature, so that nobody could fight.",
		Example: "rulec: 1\nruleset: example\nkinds:\n  person:\ntime:\n  key: [tick]\n  start: stop\n  entries:\n    turn: {do: stop}\n",
		Mend:    "Call the kind of those who fight creature. Its title may say something else.",
	},
	{
		Code: check.CodeFightActs, Section: sectionKinds,
		Summary: "The kind fight, which is the fight as a whole, makes actions or has definitions. There is one fight, and it only has fields.",
		Example: without("kinds:\n", "fights:\n  brawl: {noise: 2}\nkinds:\n  fight: {fields: {noise: number}}\n"),
		Mend:    "Give its fields defaults; what is different in an encounter stands there under fight.",
	},
	{
		Code: check.CodeFieldTold, Section: sectionKinds,
		Summary: "A field that is no number has a sentence for its changes. Only how a number was and is can be told in one.",
		Example: without("hp: {type: pool, max: 3}", "hp: {type: pool, max: 3}\n      foe: {type: creature, default: none, told: \"{self} hates {new}\"}"),
		Mend:    "Take the sentence out, or write told: false.",
	},
	{
		Code: check.CodeIdleTold, Section: sectionTriggers,
		Summary: "A rule that does nothing has a sentence that tells of it.",
		Example: smallest("", "conditions:", "  dazed: {}", "rules:", "  fears: {told: \"{self} is afraid\", modifies: []}"),
		Mend:    "Give the rule a program, or take the sentence out.",
	},
	{
		Code: check.CodeNoTime, Section: sectionTime,
		Summary: "A ruleset has no section time, so that nobody would ever be due.",
		Example: "rulec: 1\nruleset: example\nkinds:\n  creature:\n",
		Mend:    "Declare time with its key, its start and its entries.",
	},
	{
		Code: check.CodeNoSteps, Section: sectionParams,
		Summary: "A scale has no steps.",
		Example: without("[small, large]", "[small, large]\n  heat: []"),
		Mend:    "List its steps, the smallest first.",
	},
	{
		Code: check.CodeRowLength, Section: sectionParams,
		Summary: "A row of a table has too few or too many values.",
		Example: smallest("", "tables:", "  effort:", "    keys: {hours: number}", "    rows:", "      - [1]"),
		Mend:    "Give one value for each key, then one for what the table gives, or one for each column.",
	},
	{
		Code: check.CodeRangeForm, Section: sectionParams,
		Summary: "A key of a row is neither a value nor a range.",
		Example: smallest("", "tables:", "  effort:", "    keys: {hours: number}", "    rows:", "      - [9..1, 2]"),
		Mend:    "Write 3, 1..5, ..0, 6.., a name, or any.",
	},
	{
		Code: check.CodeUnreachableRow, Section: sectionParams,
		Summary: "A row can never match, because the rows before it take all its keys.",
		Example: smallest("", "tables:", "  effort:", "    keys: {hours: number}", "    rows:", "      - [1..9, 1]", "      - [2..3, 2]"),
		Mend:    "Put it before the row that takes its keys, or take it out.",
	},
	{
		Code: check.CodeTableGap, Section: sectionParams,
		Summary: "Two rows leave out numbers that lie between them.",
		Example: smallest("", "tables:", "  effort:", "    keys: {hours: number}", "    rows:", "      - [1..3, 1]", "      - [5.., 2]"),
		Mend:    "Make one of the ranges longer, or add a row.",
	},
	{
		Code: check.CodeKeyType, Section: sectionParams,
		Summary: "A table is to be looked up by something that has no single value, such as dice or a list.",
		Example: smallest("", "tables:", "  effort:", "    keys: {thrown: dice}", "    rows: []"),
		Mend:    "Look it up by a number, by true or false, by a step of a scale, or by a name.",
	},
	{
		Code: check.CodeDeckCards, Section: sectionDecks,
		Summary: "The cards of a deck are no list of definitions without state or of steps, or they are worked out from what may change in play.",
		Example: smallest("", "decks:", "  fate: {cards: everyone}"),
		Mend:    "Make the cards definitions of a kind without pools, and write its plural, a list of some, or filter(..).",
	},
	{
		Code: meaning.CodeUnknownDeck, Section: sectionDecks,
		Summary: "A statement, a function or a script names a deck that there isn't.",
		Example: smallest("shuffle fat\nschedule turn of self at now + 1", "decks:", "  fate: {cards: size}"),
		Mend:    "Look for a typo; decks are declared in their own section.",
	},
	{
		Code: encounter.CodeUnknownCard, Section: sectionDecks,
		Summary: "A script, an encounter or a state names a card that is no definition of the deck's kind, or no step of its scale.",
		Example: meeting(smallest("", "decks:", "  fate: {cards: size}"), pair, "script: |", "  draw fate medium"),
		Mend:    "Cards are called by the names of their definitions, not by their titles.",
	},
	{
		Code: check.CodePoolPlace, Section: sectionPools,
		Summary: "A pool is declared where nothing has state: in a condition, an event, an entry or an action under way.",
		Example: smallest("", "conditions:", "  tired:", "    fields: {rest: pool}"),
		Mend:    "Make it a number, or give the pool to the creature.",
	},
	{
		Code: check.CodePoolKey, Section: sectionPools,
		Summary: "A field that is no pool has a key that only pools have, or a pool has a default.",
		Example: fielded("wear: {type: number, max: 3}"),
		Mend:    "Write type: pool. What a pool begins with is its start.",
	},
	{
		Code: check.CodeFamily, Section: sectionKinds,
		Summary: "A field is to have a value for each member of something that is neither a scale nor a kind, or its type can't have members.",
		Example: fielded("wear: {type: number, per: place}"),
		Mend:    "After per: stands the name of a scale or of a kind.",
	},
	{
		Code: reading.CodeUnknownMember, Section: sectionKinds,
		Summary: "A value is given for a member that a family doesn't have.",
		Example: fielded("wear: {type: number, per: size, default: 0}", "tools:", "  saw: {wear: {huge: 1}}"),
		Mend:    "The members are the steps of the scale, or the definitions of the kind, that per: names.",
	},
	{
		Code: meaning.CodeUnknownPool, Section: sectionPools,
		Summary: "Something is paid, refilled or stacked that is no pool of whom it is about.",
		Example: deed("choose act from can_do(self)", "cost: {breath: 1}"),
		Mend:    "Look for a typo; a field is a pool if its type is pool.",
	},
	{
		Code: check.CodeStack, Section: sectionPools,
		Summary: "A stack of pools contains nothing, another stack, or a family.",
		Example: fielded("wear: {type: pool, stack: []}"),
		Mend:    "List pools of the same kind, first the one from which a loss is taken first.",
	},
	{
		Code: reading.CodeMissingField, Section: sectionKinds,
		Summary: "A definition or a combatant leaves out a field that has no default.",
		Example: fielded("wear: number", "tools:", "  saw: {}"),
		Mend:    "Give the field, or declare a default for it in the kind.",
	},
	{
		Code: check.CodeFieldName, Section: sectionKinds,
		Summary: "A field is called like something that the language gives to every thing, instance or event of the sort.",
		Example: fielded("place: number"),
		Mend:    "Take another name.",
	},
	{
		Code: meaning.CodeCandidates, Section: sectionActions,
		Summary: "What should be a list to choose from, or to ask, is something else.",
		Example: deed("choose act from can_do(self)", "params: {n: one of self.hp}"),
		Mend:    "After one of and some of stands a list; for numbers write 1 to self.hp.",
	},
	{
		Code: reading.CodeOwnForm, Section: sectionKinds,
		Summary: "A thing is written where a field names it, {is: club, bonus: 3}, where nobody carries it, without a definition that it is made from, or with something that only definitions have: a formula, a program, a map.",
		Example: without("hp: {type: pool, max: 3}", "hp: {type: pool, max: 3}\n      trick: {type: trick, default: {is: jump, height: 3}}\n  trick: {fields: {height: number}}", "tricks:", "  jump: {height: 2}"),
		Mend:    "Declare it under the plural of its kind, and name it here; what is for one encounter alone may stand in an overlay.",
	},
	{
		Code: check.CodeDefaultNone, Section: sectionKinds,
		Summary: "A number or dice of a check are to be none when they aren't given. Only fields of kinds and conditions can be left out.",
		Example: smallest("roll luck = 1d6 against 3", "checks:", "  luck:", "    fields: {edge: {type: number, default: none}}"),
		Mend:    "Leave the default out, or give another field that says whether there is such a number: loud: bool.",
	},
	{
		Code: check.CodeDefaultUnread, Section: sectionKinds,
		Summary: "A field of an event, an entry or an action under way has a default. These begin with 0, false or none, and are given their values where they are announced, scheduled or set.",
		Example: smallest("", "events:", "  bang:", "    fields: {noise: {type: number, default: 2}}"),
		Mend:    "Leave the default out, and say the value: announce bang with noise = 2.",
	},
	{
		Code: check.CodeDefaultReads, Section: sectionKinds,
		Summary: "A default that is a formula is worked out once, when the things of an encounter are laid out: before pools are filled, anybody has a condition or stands in the clock's order. This one reads such a thing, or asks for a quantity that does.",
		Example: without("size: {type: size, default: small}", "size: {type: size, default: small}\n      speed: {type: number, default: self.hp + 1}"),
		Mend:    "Read what is there from the beginning: the thing's other fields, those of what it names or carries, params, tables. What is to follow a pool or a condition is a quantity.",
	},
	{
		Code: check.CodeNoPerform, Section: sectionActions,
		Summary: "A definition of a kind of actions has no program, neither its own nor its kind's.",
		Example: without("scales:", "  deed:\n    cost: {hp: 1}\nscales:", "deeds:", "  wait: {}"),
		Mend:    "Give it, or its kind, a perform.",
	},
	{
		Code: check.CodeCostForm, Section: sectionActions,
		Summary: "A cost is not written POOL, or POOL[member] for a family of pools.",
		Example: deed("choose act from can_do(self)", "cost: {\"hp[small]\": 1}"),
		Mend:    "A family needs a member in brackets, a single pool has none.",
	},
	{
		Code: check.CodeUnknownReducer, Section: sectionQuantities,
		Summary: "A channel is to bring contributions together in a way that there isn't.",
		Example: smallest("", "quantities:", "  worth:", "    channels: {add: total}", "    value: add"),
		Mend:    "Take sum, max, min, any, count or last.",
	},
	{
		Code: check.CodeUnknownQuantity, Section: sectionContributions,
		Summary: "Something contributes to a quantity that there isn't.",
		Example: smallest("", "conditions:", "  rich:", "    modifies: [{to: worth, add: 1}]"),
		Mend:    "Look for a typo, or declare the quantity.",
	},
	{
		Code: check.CodeUnknownChannel, Section: sectionContributions,
		Summary: "Something contributes to a channel that the quantity doesn't have.",
		Example: contributing("{to: worth, plus: 1}"),
		Mend:    "Take one of its channels, or declare this one.",
	},
	{
		Code: check.CodeUnknownRole, Section: sectionContributions,
		Summary: "It isn't clear as which participant of the quantity something contributes, or the one that is named can't have it.",
		Example: contributing("{to: worth, as: seller, add: 1}"),
		Mend:    "Add as: with one of the participants whose kind is that of whoever has it.",
	},
	{
		Code: check.CodeNoContribution, Section: sectionContributions,
		Summary: "An entry of modifies names no channel, or puts something into a count that can't be counted.",
		Example: contributing("{to: worth}"),
		Mend:    "Say which channel gets what: add: 1.",
	},
	{
		Code: check.CodeUnknownBan, Section: sectionContributions,
		Summary: "Something is forbidden that is neither an action, nor a kind of actions, or that may be both.",
		Example: smallest("", "conditions:", "  bound:", "    forbids: [run]"),
		Mend:    "Name an action, a kind of actions, all actions, answering EVENT or spending POOL; where a name is both, write it with its section.",
	},
	{
		Code: check.CodeImpliesCycle, Section: sectionConditions,
		Summary: "Conditions imply each other in a cycle.",
		Example: smallest("", "conditions:", "  held: {implies: stuck}", "  stuck: {implies: held}"),
		Mend:    "Let only one of them imply the other. If they are the same, keep one.",
	},
	{
		Code: reading.CodeDerivedCondition, Section: sectionConditions,
		Summary: "A condition with while is given something that only an applied one has: fields, an end, a group, or a place in an encounter.",
		Example: smallest("", "conditions:", "  hurt:", "    while: self.hp < 3", "    until: end of turn"),
		Mend:    "Leave one of the two out. What holds while a formula does ends by itself.",
	},
	{
		Code: check.CodeLawForm, Section: sectionLaws,
		Summary: "A law looks back to before something, or supposes something, and doesn't say before what, or what came without it.",
		Example: smallest("", "laws:", "  never_better:", "    before: {had: self.hp}", "    holds: self.hp <= had"),
		Mend:    "before and suppose need during, the action that is looked at; suppose and without belong together.",
	},
	{
		Code: check.CodeIdleRule, Section: sectionTriggers,
		Summary: "A rule waits for something and does nothing, or has a program and waits for nothing.",
		Example: smallest("", "rules:", "  heal:", "    do: self.hp += 1"),
		Mend:    "A rule has on and do together; it may instead, or beside, have modifies and forbids.",
	},
	{
		Code: check.CodeUnannounced, Section: sectionEvents,
		Summary: "A rule, an action, a reset or an end waits for an event that no program announces; or an action answers all events, and none that is announced asks anybody.",
		Example: smallest("", "events:", "  noise: {}", "rules:", "  wake:", "    on: noise", "    do: self.hp += 1"),
		Mend:    "Announce it where it happens, or take out what waits for it.",
	},
	{
		Code: reading.CodeUnknownKind, Section: sectionKinds,
		Summary: "A name should be that of a kind of things, and isn't.",
		Example: smallest("", "conditions:", "  rusty: {affects: tool}"),
		Mend:    "Name a kind that has a pool, or things: true.",
	},
	{
		Code: meaning.CodeNoSpace, Section: sectionSpace,
		Summary: "A ruleset without space asks about places, ways or distances, or moves somebody.",
		Example: smallest("", "quantities:", "  far:", "    of: {a: creature, b: creature}", "    value: distance(a, b)"),
		Mend:    "Declare the space: grid: square, hex, zones or plane. What doesn't depend on places can do without it.",
	},
	{
		Code: check.CodeSpaceKey, Section: sectionSpace,
		Summary: "The space has a key that means nothing on its sort of grid, or that needs the kind terrain.",
		Example: smallest("", "space:", "  grid: hex", "  diagonals: one"),
		Mend:    "Leave the key out, or take another grid.",
	},
	{
		Code: reading.CodeUnknownTactic, Section: sectionTactics,
		Summary: "A tactic answers something that nobody asks, or a combatant has a tactic that there isn't.",
		Example: smallest("", "tactics:", "  bold:", "    weapon: 1"),
		Mend:    "The keys of a tactic are events and the names of choices.",
	},
	{
		Code: check.CodeUnreachableLine, Section: sectionTactics,
		Summary: "A line of a tactic stands behind one that always passes.",
		Example: deed("choose act from can_do(self)", "told: waits") + "tactics:\n  bold:\n    turn:\n      - do: pass\n      - do: wait\n",
		Mend:    "Put pass last, or give it an if.",
	},
	{
		Code: check.CodeTacticCycle, Section: sectionTactics,
		Summary: "A tactic is like another, which is like the first one, directly or by way of others.",
		Example: smallest("", "tactics:", "  bold:", "    turn:", "      - like: calm", "  calm:", "    turn:", "      - like: bold"),
		Mend:    "Write the lines that both have into one of them, or into a third one.",
	},
	{
		Code: check.CodeNothingAlike, Section: sectionTactics,
		Summary: "A tactic is to be like another that has no lines for that.",
		Example: smallest("", "tactics:", "  bold:", "    turn:", "      - like: calm", "  calm: {about: Does nothing.}"),
		Mend:    "Name the tactic that has the lines, or leave like out.",
	},
	{
		Code: check.CodeTooManyLines, Section: sectionTactics,
		Summary: "The tactics of a ruleset have more than 20,000 lines. A line counts once for each action that it names, and again in each tactic that is like its own.",
		Mend:    "Name what the tactics go by in quantities, so that fewer lines say it.",
	},
	{
		Code: encounter.CodeUnknownTemplate, Section: sectionEncounters,
		Summary: "A combatant or thing is to be made from a definition that there isn't, or one of another sort.",
		Example: meeting(smallest(""), "combatants:", "  ann: {is: guard, side: one}"),
		Mend:    "Combatants are made from definitions of the kind creature, things from those of other kinds with state.",
	},
	{
		Code: meaning.CodeUnknownCondition, Section: sectionConditions,
		Summary: "A condition is named that there isn't.",
		Example: smallest("", "conditions:", "  held: {implies: stuck}"),
		Mend:    "Look for a typo, or declare the condition.",
	},
	{
		Code: meaning.CodeUnknownEvent, Section: sectionEvents,
		Summary: "An event, or the start or end of something, is named that there isn't.",
		Example: smallest("announce noise of self"),
		Mend:    "Look for a typo, or declare the event. start of and end of go with entries, action and encounter.",
	},
	{
		Code: reading.CodeUnknownAction, Section: sectionActions,
		Summary: "An action is named that there isn't, or that doesn't answer what is asked.",
		Example: smallest("", "tactics:", "  bold:", "    turn:", "      - do: wait"),
		Mend:    "Look for a typo. What an action answers stands under answers; without it, it answers turn.",
	},
	{
		Code: meaning.CodeUnknownArgument, Section: sectionPrograms,
		Summary: "A value is given to a parameter or field that there isn't.",
		Example: smallest("apply held to self with depth = 3", "conditions:", "  held: {}"),
		Mend:    "Look for a typo, or declare the parameter or field.",
	},
	{
		Code: encounter.CodeNoCombatants, Section: sectionEncounters,
		Summary: "Nobody fights in an encounter.",
		Example: meeting(smallest(""), "combatants: {}"),
		Mend:    "Give it at least one combatant.",
	},
	{
		Code: encounter.CodeNoFight, Section: sectionEncounters,
		Summary: "An encounter says something of the fight as a whole, and the ruleset has no kind called fight.",
		Example: meeting(smallest(""), "combatants: {ann: {side: red}}", "fight: {noise: 2}"),
		Mend:    "Declare the kind fight with its fields, or take it out.",
	},
	{
		Code: encounter.CodeTooManyThings, Section: sectionEncounters,
		Summary: "An encounter has more combatants, or more things with what they carry, than are allowed: 256 and 4096.",
		Mend:    "Split the encounter.",
	},
	{
		Code: encounter.CodeCarriesItself, Section: sectionEncounters,
		Summary: "A thing is made from a definition that carries a thing like itself, so that there would be no end to it.",
		Example: meeting(without("hp: {type: pool, max: 3}\n", "hp: {type: pool, max: 3}\n      bag: {type: bag, default: none}\n  bag: {things: true, fields: {inner: {type: bag, default: none}}}\n",
			"bags:", "  sack: {inner: sack}"), "combatants:", "  ann: {side: one, bag: sack}"),
		Mend: "Let the definition carry nothing of its own kind, or another definition.",
	},
	{
		Code: encounter.CodePlaceForm, Section: sectionEncounters,
		Summary: "A place isn't written as the space of the ruleset wants it.",
		Example: meeting(squared(), "combatants:", "  ann: {side: one, place: 3}"),
		Mend:    "On squares and hexes it is [column, row], counted from 0; on a plane both may have decimals and are multiples of the unit of space; among zones it is a zone's name.",
	},
	{
		Code: encounter.CodeOffMap, Section: sectionEncounters,
		Summary: "Somebody stands outside the map.",
		Example: meeting(squared(), "combatants:", "  ann: {side: one, place: [3, 0]}", "map:", "  rows: \"...\""),
		Mend:    "Columns and rows are counted from 0.",
	},
	{
		Code: encounter.CodeMapForm, Section: sectionEncounters,
		Summary: "A map can't be read: rows of different lengths, marks that the legend doesn't explain, or a map of another sort than the space.",
		Example: meeting(squared(), pair, "map:", "  rows: \".#.\""),
		Mend:    "Make all rows equally long, and explain each mark but the full stop in the legend.",
	},
	{
		Code: encounter.CodeUnknownZone, Section: sectionEncounters,
		Summary: "A zone is named that the map doesn't have.",
		Example: meeting(smallest("", "space:", "  grid: zones"), pair, "map:", "  zones:", "    yard: {next: [gate]}"),
		Mend:    "Look for a typo, or add the zone.",
	},
	{
		Code: encounter.CodeUnknownSide, Section: sectionEncounters,
		Summary: "Something is said of a side on which nobody is, or a tactic is set for one on which everybody has their own.",
		Example: meeting(smallest("", "tactics: {bold: {turn: [{do: pass}]}}"), "combatants: {ann: {side: red}}", "sides: {read: {tactic: bold}}"),
		Mend:    "Look for a typo. The sides of an encounter are those that its combatants name.",
	},
	{
		Code: encounter.CodeNoStart, Section: sectionTactics,
		Summary: "Somebody thinks ahead, and has no tactic to start from: none of their own, nor their side's, nor their definition's.",
		Example: meeting(smallest("", "tactics: {bold: {turn: [{do: pass}]}}"), "combatants: {ann: {side: red, tactic: thinks}}"),
		Mend:    "Say which tactic they think ahead from: `tactic: thinks from bold`.",
	},
	{
		Code: encounter.CodeOdds, Section: "cases",
		Summary: "Odds are asked of an encounter without a script, a chance is no fraction, or what is asked is neither a number nor a name nor something that holds or doesn't.",
		Example: meeting(smallest("", "conditions:", "  held: {}"), "combatants: {ann: {side: one}}", "script: over", "odds: {held: 50% when held(ann)}"),
		Mend:    "Write a chance as a fraction in front of what it is the chance of: 3/20 when FORMULA. A formula alone is only asked.",
	},
	{
		Code: encounter.CodeLaws, Section: sectionLaws,
		Summary: "A case is about a law that there isn't, or about one of fights by tactics, and has a script.",
		Example: meeting(smallest("", "conditions:", "  held: {}"), "combatants: {ann: {side: one}}", "script: over", "laws: [ends]"),
		Mend:    "ends and even_sides are named by cases without a script. All others may be named, and every case is held against them all the same.",
	},
	{
		Code: encounter.CodeUnknownThing, Section: sectionEncounters,
		Summary: "Somebody is named who isn't in the encounter.",
		Example: meeting(smallest("", "conditions:", "  held: {}"), "combatants:", "  ann: {side: one, conditions: [{is: held, by: bob}]}"),
		Mend:    "Look for a typo. What somebody carries is called ann.dagger.",
	},
	{
		Code: reading.CodeThingKind, Section: sectionConditions,
		Summary: "A condition is for another kind of thing than the one that is to have it, or a field names a definition where somebody in the encounter is wanted.",
		Example: meeting(without("fields:\n      size:", "fields:\n      friend: {type: creature, default: none}\n      size:", "creatures:", "  guard: {}"),
			"combatants:", "  ann: {side: one, friend: guard}"),
		Mend: "Name somebody of the right kind.",
	},
}

// contributing is the smallest ruleset in which a condition contributes to a
// quantity.
func contributing(entry string) string {
	return smallest("",
		"quantities:", "  worth:", "    of: {owner: creature}", "    channels: {add: sum}", "    value: add",
		"conditions:", "  rich:", "    modifies:", "      - "+entry)
}

var _ = func() bool {
	for _, e := range explainedDeclarations {
		diag.Register(e)
	}
	return true
}()
