package format

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Mapping is a mapping of the file format. Who reads it names it: that is where to look for
// what its keys mean to the program.
type Mapping struct {
	// Of says whose keys they are.
	Of string
	// Section is the page of spec/ that says what they mean.
	Section string
	// Keys stand in the order in which messages list them.
	Keys tree.Keys
}

// Read returns a reader of the mapping that node should be; what names it in messages. See
// [tree.Read].
func (m *Mapping) Read(node *tree.Node, what string, list *diag.List) *tree.Reader {
	return tree.Read(node, m.Keys, what, list)
}

// Has reports whether a mapping has a key of the language with this name.
func (m *Mapping) Has(name string) bool {
	return slices.ContainsFunc(m.Keys, func(k tree.Key) bool { return k.Name == name })
}

// Mappings returns all mappings, in the order of the reference.
func Mappings() []*Mapping { return slices.Clone(mappings) }

var mappings []*Mapping

func mapping(of, section string, keys ...tree.Keys) *Mapping {
	m := &Mapping{Of: of, Section: section, Keys: slices.Concat(keys...)}
	mappings = append(mappings, m)
	return m
}

// may is a row for a key that may be left out, must for one that has to be there, and own for
// names that the user gives.
func may(name, holds string) tree.Keys  { return tree.Keys{{Name: name, Holds: holds}} }
func must(name, holds string) tree.Keys { return tree.Keys{{Name: name, Holds: holds, Needed: true}} }
func own(holds string) tree.Keys        { return tree.Keys{{Holds: holds}} }

// Rows that several mappings have.
var (
	version = may("rulec", "the version of the language; required in a ruleset, and in a file that doesn't extend another")
	title   = may("title", "its name in the combat log")
	about   = may("about", "a text for people")
	covers  = may("covers", "ids of the rules that it tests")
	speaks  = slices.Concat(about, may("cite", "ids of the rules that it implements"))
	// header is what a ruleset says in its own file, extends what it may say beside.
	header = slices.Concat(version, must("ruleset", "its name"), title, may("version", "text"), about,
		may("parts", "list of files"), may("uses", "list of rulesets"))
	extends = may("extends", "the ruleset that it changes, or a list: a base, and overlays on top")
	// declared is what every declaration has.
	declared = slices.Concat(title, speaks)
	// body is what conditions, rules and carried definitions do.
	body  = slices.Concat(may("modifies", "list of contributions"), may("forbids", "list of restrictions"))
	rules = may("rules", "NAME: a rule")
	// action is what makes actions of a kind and its definitions.
	action = slices.Concat(
		may("params", "NAME: a parameter"),
		may("running", "NAME: a field of the action under way"),
		may("answers", "names of events, all events, or none"),
		may("cost", "POOL: formula"),
		may("when", "formula: the reason, a sentence; only for the moment of choosing"),
		may("requires", "formula: the reason, a sentence"),
		may("perform", "program"),
		may("ended", "program"),
		may("told", "sentence"),
	)
	// trigger is what every rule has.
	trigger = slices.Concat(
		may("on", "list of event phrases"),
		may("if", "formula"),
		may("do", "program"),
		may("order", "number"),
		may("told", "text"),
		body,
	)
)

// Header are the keys of a ruleset's own file that its parts can't have.
var Header = slices.Concat(header, extends)

// A ruleset.
var (
	Ruleset = mapping("a ruleset", "files",
		header,
		may("params", "NAME: a param"),
		may("scales", "NAME: a scale"),
		may("tables", "NAME: a table"),
		may("kinds", "NAME: a kind"),
		own("the plural of each kind: NAME: a definition of it"),
		may("quantities", "NAME: a quantity"),
		may("conditions", "NAME: a condition"),
		rules,
		may("procs", "NAME: a proc"),
		may("events", "NAME: an event"),
		may("checks", "NAME: a check"),
		may("choices", "NAME: the texts of a choice"),
		may("decks", "NAME: a deck"),
		may("time", "the clock"),
		may("space", "the space"),
		may("tactics", "NAME: a tactic"),
		may("reports", "what to count"),
		may("laws", "NAME: a law"),
		may("cases", "NAME: an encounter"),
	)
	// Change is read before anything else, when files are laid over each other.
	Change = mapping("a file that changes another", "overlays",
		extends,
		may("rename", "SECTION: {NAME: its new name}"),
		may("remove", "SECTION: list of names"),
		may("override", "sections, with the replacements"),
		may("extend", "sections, with what to add to a list or a mapping"),
		may("scale", "sections, with scalings of numbers"),
		may("set", "PARAM: its value"),
	)
	Scaling = mapping("a scaling", "overlays", may("times", "number"), may("plus", "number"))

	Param = mapping("a param", "params", declared, must("default", "number, dice, true, false or one of its choices"),
		may("one of", "list of names, or of numbers"), may("min", "number"), may("max", "number"))
	Scale = mapping("a scale", "params", declared,
		may("below", "clamp, none or error"), may("above", "clamp, none or error"), may("columns", "NAME: type"),
		must("steps", "list of names, or NAME: a step"))
	Step  = mapping("a step of a scale", "params", declared, own("its columns: value"))
	Table = mapping("a table", "params", declared,
		must("keys", "NAME: type"), may("gives", "type"), may("columns", "NAME: type"), must("rows", "KEY: value, or list of values"))

	Kind = mapping("a kind", "kinds", declared,
		may("plural", "name"), may("things", "true or false"), may("fields", "NAME: type, a field or a pool"), action)
	Field = mapping("a field", "kinds", fieldHead,
		may("default", "value, or formula"), may("max", "number, or a pool's formula"), may("min", "number, or a pool's formula"), pool("start"), pool("up"), pool("resets"), pool("instead"), pool("stack"))
	Pool = mapping("a pool", "pools", fieldHead,
		may("up", "true or false"), may("max", "formula"), may("min", "formula"), may("start", "formula"),
		may("resets", "EVENT: formula, or nothing"), may("instead", "POOL: formula"), may("stack", "list of pools"),
		may("default", "nothing: see start"))
	Definition = mapping("a definition", "kinds", declared, own("the fields of its kind: value"), body, rules)
	// Creature is a definition of who fights.
	Creature = mapping("a creature", "kinds", Definition.Keys, may("tactic", "a tactic, if nothing gives it another"))
	// Move is a definition of a kind that makes actions.
	Move = mapping("a definition that is an action", "actions", Definition.Keys, action)
	// Parameter is a parameter of an action.
	Parameter = mapping("a parameter", "actions", declared,
		must("is", "type, or what to choose from"), may("where", "formula"), may("default", "formula"))

	Quantity = mapping("a quantity", "quantities", declared,
		may("of", "NAME: type"), may("channels", "NAME: sum, max, min, any, count, or last TYPE"), must("value", "formula"), may("gives", "type"))

	Condition = mapping("a condition", "conditions", declared,
		may("fields", "NAME: type"), may("affects", "kind"), may("implies", "list of conditions"), may("until", "list of ends"),
		may("while", "formula"), may("told", "false, or sentences"), body, rules,
		may("group", "name"), may("stacks", "none, by source or each time"), may("again", "refresh or replace"))
	ConditionTold = mapping("told of a condition", "conditions",
		may("begins", "sentence"), may("stays", "sentence"), may("ends", "sentence"))
	Contribution = mapping("a contribution", "contributions",
		must("to", "quantity"), may("as", "participant"), may("when", "formula"), own("channels of the quantity: formula"))
	Ban = mapping("a restriction", "contributions",
		must("what", "what is forbidden"), may("when", "formula"), may("because", "sentence"))
	Rule = mapping("a rule", "rules", declared, may("for", "kind, or scene"), trigger)
	// InnerRule is a rule of a condition or a definition.
	InnerRule = mapping("a rule in a condition or a definition", "rules", declared, trigger)

	Proc = mapping("a proc", "procs", declared, may("params", "NAME: type"), may("gives", "type, or NAME: type"), must("do", "program"))

	Event = mapping("an event", "events", declared,
		may("fields", "NAME: type"), may("asks", "formula"), may("order", "formula"), may("asked", "every time, or once per action"),
		may("question", "sentence"), may("told", "sentence"), may("together", "none, answers, or answers and program"))

	Check = mapping("a check", "rolls", declared,
		may("fields", "NAME: type"), may("margin", "formula"), may("success", "formula"), may("degree", "formula"), may("told", "false, or sentence"))
	Choice = mapping("a choice", "choices", declared, may("question", "sentence"), may("told", "false, or sentence"))
	Deck   = mapping("a deck", "decks", declared, must("cards", "formula, a list"), may("when_empty", "shuffle or none"), may("told", "true or false"))

	Time = mapping("time", "time", speaks,
		must("key", "list of names"), may("unit", "text"), may("everyone_due", "true or false"), may("limit", "number"),
		must("start", "program"), may("out", "formula"), may("over", "formula"), may("winner", "formula"), must("entries", "NAME: an entry"))
	Entry = mapping("an entry of time", "time", declared,
		may("fields", "NAME: type"), may("phase", "number"), may("equal", "in order, or together"), may("told", "sentence"),
		may("order", "formula"), may("requires", "formula: the reason, a sentence"), may("declare", "program"), must("do", "program"))

	Space = mapping("space", "space", speaks,
		must("grid", "none, square, hex, zones or plane"), may("unit", "number"), may("unit_name", "text"), may("diagonals", "one, alternate or none"), may("corners", "two, one or none"),
		may("footprint", "formula"), may("fits", "formula"), may("cost", "formula"), may("enters", "formula"), may("blocks", "formula"))

	Tactic = mapping("a tactic", "tactics", declared, may("like", "a tactic that answers what this one doesn't"),
		own("an event: list of its lines; a choice: value, or list of answers"))
	// TacticLike is a line that stands for lines of another tactic.
	TacticLike = mapping("a line that stands for those of another tactic", "tactics", must("like", "tactic"))
	TacticLine = mapping("a line of a tactic", "tactics",
		must("do", "action, plural of a kind of actions, a list of them, or pass"), may("if", "formula"), may("with", "PARAMETER: formula"), may("best", "formula, or one for each that do lists"))
	TacticAnswer = mapping("an answer to a choice", "tactics", may("best", "formula"), may("if", "formula"), must("value", "formula"))
	// TacticBest is an answer to a choice that says how good each candidate is.
	TacticBest = mapping("the best answer to a choice", "tactics", may("best", "formula"), may("if", "formula"))

	Reports = mapping("reports", "reports", speaks,
		may("health", "list of pools"), may("stands", "formula"), may("failed", "list of events"), may("show", "NAME: formula"))

	Law = mapping("a law", "laws", declared,
		may("for", "kind, or scene"), may("during", "list of actions, or all actions"), may("alone", "true or false"), may("if", "formula"), may("before", "NAME: formula"),
		may("suppose", "program"), may("without", "NAME: formula"), may("holds", "formula; required, except for a law of every ruleset"))
	// BuiltInLaw is what a ruleset may say of a law that every ruleset has.
	BuiltInLaw = mapping("a law that every ruleset has", "laws", declared, must("if", "formula"))
)

// Encounters, cases, states and sequences.
var (
	Encounter = mapping("an encounter", "encounters",
		version, may("encounter", "its name"), may("ruleset", "its ruleset; required in a file of its own"), may("set", "PARAM: value"), may("house", "sections and verbs of an overlay (overlays.md)"),
		title, about, covers, may("seed", "number"), may("limit", "number"), may("absent", "list of names"),
		may("map", "a map"), must("combatants", "NAME: a combatant"), may("things", "NAME: a thing"), may("fight", "the fight as a whole"), may("sides", "NAME: a side"), may("decks", "NAME: a deck at the start"),
		may("setup", "program"), may("entries", "list of given entries, instead of the ruleset's start"), may("script", "script"), may("odds", "NAME: CHANCE when FORMULA"), may("laws", "list of laws"))
	Combatant = mapping("a combatant", "encounters", title, about,
		may("is", "a definition of a creature"), may("side", "name; required"), may("place", "place"), may("tactic", "a tactic, thinks, or thinks from a tactic"),
		may("conditions", "list of given conditions"), own("fields: value"))
	Thing = mapping("a thing", "encounters", title, about,
		must("is", "a definition of a kind of things"), may("side", "name"), may("place", "place"), may("carrier", "name"),
		may("conditions", "list of given conditions"), own("fields: value"))
	// Fight is what an encounter says of the fight as a whole.
	Fight = mapping("the fight as a whole", "encounters", own("fields: value"))
	// Own is a thing that is written where a field names it.
	Own = mapping("a thing of one's own", "kinds", title, about,
		must("is", "a definition of its kind"), own("fields that differ: value"))
	Given = mapping("a given condition", "encounters",
		must("is", "condition"), may("by", "name"), may("with", "FIELD: value"))
	GivenDeck  = mapping("a deck at the start", "encounters", may("held", "list of cards"), may("discards", "list of cards"))
	GivenEntry = mapping("a given entry", "encounters",
		must("is", "entry"), may("of", "name"), must("at", "list of key numbers"), may("with", "FIELD: value"))
	Side = mapping("a side", "encounters", must("tactic", "a tactic, thinks, or thinks from a tactic"))
	Map  = mapping("a map", "encounters", may("rows", "text, one mark per space"), may("legend", "MARK: terrain"), may("cell", "number"), may("zones", "NAME: a zone"))
	Zone = mapping("a zone", "encounters", title, may("next", "list of zones"), may("terrain", "name"))
	// Cases is a file of cases.
	Cases = mapping("a file of cases", "cases",
		version, may("ruleset", "the ruleset of all; required"), may("set", "PARAM: value"), title, about,
		may("common", "what all encounters have"), must("cases", "NAME: an encounter"))

	State = mapping("a state", "sequences",
		version, must("state", "the encounter that it comes from"), may("clock", "number"),
		must("ruleset", "name"), may("version", "text"), may("hash", "text"), may("out", "list of names"),
		must("combatants", "NAME: a saved combatant"), may("things", "NAME: a saved thing"), may("decks", "NAME: a deck at the start"), may("beyond", "what was left out"))
	SavedCombatant = mapping("a saved combatant", "sequences", may("is", "a definition of a creature"), saved)
	SavedThing     = mapping("a saved thing", "sequences", must("is", "a definition of a kind of things"), may("title", "its title, if not its definition's"), saved)
	SavedCondition = mapping("a saved condition", "sequences",
		must("is", "condition"), may("by", "name"), may("with", "FIELD: value"), may("as", "a name for it in this file"),
		may("age", "number"), may("left", "number"), may("until", "list of ends"), may("suppressed", "until when it does nothing"), may("entries", "list of saved entries"))
	Suppressed = mapping("suppressed of a saved condition", "sequences", may("until", "list of ends"), may("left", "number"))
	SavedEntry = mapping("a saved entry", "sequences",
		must("is", "entry"), may("of", "name"), must("at", "list of key numbers"), may("with", "FIELD: value"))

	Sequence = mapping("a sequence", "sequences",
		version, must("sequence", "its name"), title, about, covers, must("ruleset", "the ruleset of all"), must("steps", "list of steps"))
	SequenceStep = mapping("a step of a sequence", "sequences",
		may("encounter", "a file, or an encounter"), may("absent", "list of names"), may("script", "script"), may("title", "its title"))
)

var fieldHead = slices.Concat(declared, must("type", "type, or pool"), may("per", "a scale or a kind"), may("told", "true, false or text"))

// pool is a key that a field may have only if it is a pool.
func pool(name string) tree.Keys { return may(name, "only for a pool") }

var saved = slices.Concat(may("place", "place"), may("carrier", "name"), may("conditions", "list of saved conditions"), own("fields: value"))
