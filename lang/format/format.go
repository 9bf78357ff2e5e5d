package format

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Mapping is a mapping of the file format. The code that reads it refers to it: look there for
// the meaning of its keys in the program.
type Mapping struct {
	// Of names the owner of the keys.
	Of string
	// Section is the page of spec/ that explains them.
	Section string
	// Keys are in the order used in messages.
	Keys tree.Keys
	// gone are hints for keys that say in another place what somebody may look for here.
	gone map[string]string
}

// without adds a hint for keys that somebody may look for here.
func (m *Mapping) without(hint string, keys ...string) *Mapping {
	if m.gone == nil {
		m.gone = map[string]string{}
	}
	for _, key := range keys {
		m.gone[key] = hint
	}
	return m
}

// Read returns a reader for the mapping that node should be; what names it in messages. Keys that aren't
// in the table are reported. See [tree.Read].
func (m *Mapping) Read(node *tree.Node, what string, list *diag.List) *tree.Reader {
	w := m.Open(node, what, list)
	w.Done()
	return w
}

// Open is [Mapping.Read] for a mapping that contains names chosen by the user: the code that reads those calls
// Done.
func (m *Mapping) Open(node *tree.Node, what string, list *diag.List) *tree.Reader {
	r := tree.Read(node, m.Keys, what, list)
	for _, key := range []string{"about", "cite"} {
		r.Elsewhere(key, remarks)
	}
	for key, hint := range m.gone {
		r.Elsewhere(key, hint)
	}
	return r
}

// Gone returns the hint for a key that says in another place what somebody may look for here; empty for any other key.
func (m *Mapping) Gone(key string) string { return m.gone[key] }

// remarks is the hint for a key that would say what a remark does.
const remarks = `what a definition says stands above its name, or behind it: #: A sentence. [the.rule, another.rule]`

// Sort returns what messages call such a mapping, without an article: "condition".
func (m *Mapping) Sort() string {
	sort, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(m.Of, "a "), "an "), " ")
	return sort
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

// may returns a row for an optional key, must for a required one, and own for
// names that the user chooses.
func may(name, holds string) tree.Keys  { return tree.Keys{{Name: name, Holds: holds}} }
func must(name, holds string) tree.Keys { return tree.Keys{{Name: name, Holds: holds, Needed: true}} }
func own(holds string) tree.Keys        { return tree.Keys{{Holds: holds}} }

// as sets what messages call the value of a key, with %s for its owner; without it, this is the key, "of", and
// the owner.
func as(called string, row tree.Keys) tree.Keys {
	row[0].Called = called
	return row
}

// asks are the values of the key ask: see [program.Ask].
const asks = "always, at me, or seldom"

// Rows shared by several mappings.
var (
	version = may("rulec", "the version of the language; required in a ruleset, and in a file that doesn't extend another")
	title   = as("the title of %s", may("title", "its name in the combat log"))
	like    = slices.Concat(as("what %s is like", may("like", "another one of the same section")), may("remove", "what it doesn't have from that one"))
	about   = as("what %s is about", may("about", "free text"))
	covers  = as("each rule that %s covers", may("covers", "ids of the rules that it tests"))
	// header is what a ruleset has in its own file, extends what it may have in addition.
	header = slices.Concat(version, as("the name of the ruleset", must("ruleset", "its name")), title,
		as("the version of %s", may("version", "text")), about,
		may("parts", "list of files"), may("uses", "list of rulesets"))
	extends = may("extends", "the ruleset that it changes, or a list: a base, and overlays on top")
	// body is the effects of conditions, rules and carried definitions.
	body   = slices.Concat(may("modifies", "list of contributions"), as("what %s forbids", may("forbids", "list of restrictions")))
	rules  = may("rules", "NAME: a rule")
	fields = as("the fields of %s", may("fields", "NAME: type"))
	keeps  = may("keeps", "NAME: a field of which nobody is told")
	// Action is what turns a kind and its definitions into actions.
	Action = slices.Concat(
		may("params", "NAME: what to choose from, maybe = default, or a parameter"),
		as("the fields of %s", may("running", "NAME: a field of the action under way")),
		as("what %s answers", may("answers", "names of events, all events, or none")),
		may("cost", "POOL: formula"),
		may("when", "formula: the reason, a sentence; only for the moment of choosing"),
		may("requires", "formula: the reason, a sentence"),
		may("perform", "program"),
		may("ended", "program"),
		may("ask", asks),
		may("told", "sentence"),
	)
	// trigger is shared by all rules.
	trigger = slices.Concat(
		may("on", "list of event phrases"),
		may("if", "formula"),
		as("the program of %s", may("do", "program")),
		as("the order of %s", may("order", "number")),
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
		may("params", "NAME: its value, and in parentheses what it may be instead"),
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
	// Change is read first, when files are overlaid.
	Change = mapping("an overlay", "overlays",
		extends,
		may("rename", "SECTION: {NAME: its new name}"),
		may("remove", "SECTION: list of names"),
		may("override", "sections, with the replacements"),
		may("extend", "sections, with what to add to a list or a mapping"),
		may("set", "PARAM: its value"),
	)

	Scale = mapping("a scale", "params", own("its steps: a step"))
	Step  = mapping("a step of a scale", "params", title, own("its columns: value"))
	Table = mapping("a table", "params", own("its rows: value, or a row"))
	Row   = mapping("a row of a table", "params", own("its columns: value"))

	Kind = mapping("a kind", "kinds", title, like,
		as("the plural of %s", may("plural", "name")), may("things", "true or false"),
		as("the fields of %s", may("fields", "NAME: type, type = default, a field or a pool")), keeps, Action)
	Field = mapping("a field", "kinds", fieldHead,
		as("the default of %s", may("default", "value, or formula")),
		may("max", "number, or a pool's formula"), may("min", "number, or a pool's formula"),
		pool("start"), pool("up"), pool("resets"), pool("instead"), pool("stack"))
	Pool = mapping("a pool", "pools", fieldHead,
		may("up", "true or false"), may("max", "formula"), may("min", "formula"), may("start", "formula"),
		may("resets", "EVENT: formula, or nothing"), may("instead", "POOL: formula"), may("stack", "list of pools"),
		may("default", "not allowed: a pool has start"))
	Definition = mapping("a definition", "kinds", title, like, own("the fields of its kind: value"), body, rules)
	// Creature is a definition of a combatant.
	Creature = mapping("a creature", "kinds", Definition.Keys, as("the tactic of %s", may("tactic", "its default tactic")))
	// Move is a definition of a kind that makes actions.
	Move = mapping("a definition that is an action", "actions", Definition.Keys, Action)
	// Parameter is a parameter of an action.
	Parameter = mapping("a parameter", "actions", title,
		as("%s", must("is", "type, or what to choose from")), may("where", "formula"), may("default", "formula"))

	Quantity = mapping("a quantity", "quantities", title,
		as("the value of %s", must("value", "formula"))).
		without("the formula says how contributions come together: sum(add), highest(resist), any(barred)", "channels").
		without("participants follow the name: guard(target, weapon): 10 + target.luck", "of").
		without("what a quantity gives is seen from its value", "gives")

	Condition = mapping("a condition", "conditions", title, like,
		fields, keeps, as("what is affected by %s", may("affects", "kind")), as("what %s implies", may("implies", "list of conditions")),
		may("until", "list of ends"), may("while", "formula"), may("told", "false, or sentences"), body, rules,
		as("the group of %s", may("group", "name")), may("stacks", "none, by source or each time"), may("again", "refresh or replace"))
	ConditionTold = mapping("told of a condition", "conditions",
		as("%s", may("begins", "sentence")), as("%s", may("stays", "sentence")), as("%s", may("ends", "sentence")))
	Contribution = mapping("a contribution", "contributions",
		must("to", "quantity, or a list of them"), may("as", "participant"), may("when", "formula"), own("channels of the quantity: formula"))
	Ban = mapping("a restriction", "contributions",
		must("what", "what is forbidden, or a list"), may("when", "formula"), may("because", "sentence"))
	Rule = mapping("a rule", "rules", title, may("for", "kind, or scene"), trigger)
	// InnerRule is a rule of a condition or a definition.
	InnerRule = mapping("a rule in a condition or a definition", "rules", title, trigger)

	// ProgramStep is a step of a program that consists of steps.
	ProgramStep = mapping("a step of a program", "programs", as("%s", may("if", "formula")), may("for", "NAME in a list"), own("its steps: program"))

	Proc = mapping("a proc", "procs", own("its steps: program")).
		without("nobody sees a proc's title", "title").
		without("what a proc gives is seen from its stop with", "gives").
		without("participants follow the name: hurt(who, amount number): who.hp -= amount", "params")

	Event = mapping("an event", "events", title,
		fields, may("asks", "formula"), may("order", "formula"), may("asked", "every time, or once per action"),
		may("question", "sentence"), may("ask", asks), may("told", "sentence"), may("together", "none, answers, or answers and program"))

	Check = mapping("a check", "rolls", title,
		fields, may("margin", "formula"), may("success", "formula"), may("degree", "formula"), may("told", "false, or sentence"))
	Choice = mapping("a choice", "choices", title, may("question", "sentence"), may("ask", asks), may("told", "false, or sentence"))
	Deck   = mapping("a deck", "decks", title,
		as("the cards of %s", must("cards", "formula, a list")), may("when_empty", "shuffle or none"), may("told", "true or false"))

	Time = mapping("time", "time",
		as("the key of %s", must("key", "list of names")), as("the unit of %s", may("unit", "text")), may("everyone_due", "true or false"),
		as("the limit of %s", may("limit", "number")), must("start", "program"), may("out", "formula"), may("over", "formula"), may("winner", "formula"),
		as("the entries of %s", must("entries", "NAME: an entry")))
	Entry = mapping("an entry of time", "time", title,
		fields, as("the phase of %s", may("phase", "number")), may("equal", "in order, or together"), may("told", "sentence"),
		may("order", "formula"), may("requires", "formula: the reason, a sentence"), may("declare", "program"), must("do", "program"))

	Space = mapping("space", "space",
		as("the grid of %s", must("grid", "none, square, hex, zones or plane")), as("the unit of %s", may("unit", "number")),
		as("the unit_name of %s", may("unit_name", "text")), as("the diagonals of %s", may("diagonals", "one, alternate or none")),
		as("the corners of %s", may("corners", "two, one or none")),
		may("footprint", "formula"), may("fits", "formula"), may("cost", "formula"), may("enters", "formula"), may("blocks", "formula"))

	Tactic = mapping("a tactic", "tactics", title, may("like", "a tactic that answers what this one doesn't"),
		own("an event: list of its lines; a choice: value, or list of answers"))
	// TacticLike is a line that includes the lines of another tactic.
	TacticLike = mapping("a line that includes another tactic's lines", "tactics", must("like", "tactic"))
	TacticLine = mapping("a line of a tactic", "tactics",
		must("do", "action, plural of a kind of actions, a list of them, or pass"), as("%s", may("if", "formula")),
		may("with", "PARAMETER: formula"), may("best", "formula, or one for each that do lists"))
	TacticAnswer = mapping("an answer to a choice", "tactics",
		as("%s", may("best", "formula")), may("if", "formula"), as("%s", must("value", "formula")))
	// TacticBest is an answer to a choice that rates each candidate.
	TacticBest = mapping("the best answer to a choice", "tactics", as("%s", may("best", "formula")), may("if", "formula"))

	Reports = mapping("reports", "reports",
		may("health", "list of pools"), may("stands", "formula"), may("failed", "list of events"), may("show", "NAME: formula"))

	Law = mapping("a law", "laws", title,
		may("for", "kind, or scene"), as("each action under during of %s", may("during", "list of actions, or all actions")),
		may("alone", "true or false"), may("if", "formula"), may("before", "NAME: formula"),
		may("suppose", "program"), may("without", "NAME: formula"),
		may("holds", "formula; required, except for a built-in law"))
	// BuiltInLaw is what a ruleset may specify for a law that every ruleset has.
	BuiltInLaw = mapping("a built-in law", "laws", title, must("if", "formula"))
)

// Encounters, cases, states and sequences.
var (
	Encounter = mapping("an encounter", "encounters",
		version, may("encounter", "its name"), may("ruleset", "its ruleset; required in a file of its own"), may("set", "PARAM: value"),
		may("house", "sections and verbs of an overlay (overlays.md)"), title, about, covers, as("the seed", may("seed", "number")),
		as("the limit", may("limit", "number")), as("absent", may("absent", "list of names")), as("the map", may("map", "a map")),
		as("combatants", must("combatants", "NAME: a combatant")), as("things", may("things", "NAME: a thing")), may("fight", "the fight as a whole"),
		as("sides", may("sides", "NAME: a side")), as("decks", may("decks", "NAME: a deck at the start")), as("setup", may("setup", "program")),
		may("entries", "list of given entries, instead of the ruleset's start"), as("the script", may("script", "script")),
		as("odds", may("odds", "NAME: CHANCE when FORMULA")), may("laws", "list of laws"))
	Combatant = mapping("a combatant", "encounters", title,
		may("is", "a definition of a creature"), as("the side of %s", may("side", "name; required")), may("place", "place"),
		as("the tactic of %s", may("tactic", "a tactic, thinks, or thinks from a tactic")),
		may("conditions", "list of given conditions"), own("fields: value"))
	Thing = mapping("a thing", "encounters", title,
		must("is", "a definition of a kind of things"), as("the side of %s", may("side", "name")), may("place", "place"),
		as("the carrier of %s", may("carrier", "name")), may("conditions", "list of given conditions"), own("fields: value"))
	// Fight is what an encounter specifies for the fight as a whole.
	Fight = mapping("the fight as a whole", "encounters", own("fields: value"))
	// Own is a thing that is written inline, where a field refers to it.
	Own = mapping("an inline thing", "kinds", title,
		must("is", "a definition of its kind"), own("fields that differ: value"))
	Given = mapping("a given condition", "encounters",
		must("is", "condition"), may("by", "name"), may("with", "FIELD: value"))
	GivenDeck = mapping("a deck at the start", "encounters",
		as("the held cards of %s", may("held", "list of cards")), as("the discards of %s", may("discards", "list of cards")))
	GivenEntry = mapping("a given entry", "encounters",
		must("is", "entry"), as("the owner of %s", may("of", "name")), must("at", "list of key numbers"), may("with", "FIELD: value"))
	Side = mapping("a side", "encounters", as("the tactic of %s", must("tactic", "a tactic, thinks, or thinks from a tactic")))
	Map  = mapping("a map", "encounters", may("rows", "text, one mark per space"), as("the legend", may("legend", "MARK: terrain")),
		as("the cell of %s", may("cell", "number")), as("the zones", may("zones", "NAME: a zone")))
	Zone = mapping("a zone", "encounters", title, may("next", "list of zones"), may("terrain", "name"))
	// Cases is a file of cases.
	Cases = mapping("a file of cases", "cases",
		version, may("ruleset", "the ruleset of all cases; required"), may("set", "PARAM: value"), title, about,
		may("common", "what all encounters share"), must("cases", "NAME: an encounter"))

	State = mapping("a state", "sequences",
		version, as("the encounter of %s", must("state", "the encounter that it comes from")), as("the clock of %s", may("clock", "number")),
		as("the ruleset of %s", must("ruleset", "name")), as("the version of the ruleset", may("version", "text")),
		as("the hash of %s", may("hash", "text")), may("out", "list of names"),
		must("combatants", "NAME: a saved combatant"), may("things", "NAME: a saved thing"),
		may("decks", "NAME: a deck at the start"), may("beyond", "NAME: its pools that may be outside their limits"))
	SavedCombatant = mapping("a saved combatant", "sequences", may("is", "a definition of a creature"), saved)
	SavedThing     = mapping("a saved thing", "sequences", must("is", "a definition of a kind of things"),
		as("the title of %s", may("title", "its title, if not its definition's")), saved)
	SavedCondition = mapping("a saved condition", "sequences",
		must("is", "condition"), may("by", "name"), may("with", "FIELD: value"), as("the name of %s", may("as", "a name for it in this file")),
		as("the age of %s", may("age", "number")), as("what is left of %s", may("left", "number")), may("until", "list of ends"),
		may("suppressed", "how long it is suppressed"), may("entries", "list of saved entries"))
	Suppressed = mapping("suppressed of a saved condition", "sequences", may("until", "list of ends"), as("the time left of %s", may("left", "number")))
	SavedEntry = mapping("a saved entry", "sequences",
		must("is", "entry"), as("the owner of %s", may("of", "name")), must("at", "list of key numbers"), may("with", "FIELD: value"))

	Sequence = mapping("a sequence", "sequences",
		version, as("the name of %s", must("sequence", "its name")), title, about, covers,
		must("ruleset", "the ruleset of all encounters"), must("steps", "list of steps"))
	SequenceStep = mapping("a step of a sequence", "sequences",
		may("encounter", "a file, or an encounter"), may("absent", "list of names"), may("script", "script"), may("title", "its title"))
)

var fieldHead = slices.Concat(title, as("the type of %s", must("type", "type, or pool")),
	may("per", "a scale or a kind"), may("told", "sentence"))

// pool is a key that a field may have only if it is a pool.
func pool(name string) tree.Keys { return may(name, "only for a pool") }

var saved = slices.Concat(may("place", "place"), as("the carrier of %s", may("carrier", "name")),
	may("conditions", "list of saved conditions"), own("fields: value"))
