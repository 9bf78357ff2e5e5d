// Package tree reads YAML text into nodes with exact places, hands out their
// values with messages about what is wrong with them, and lays one file over
// another.
//
// Begin with [Parse]. [Walk] reads a mapping key by key; [Bool], [Whole],
// [Number], [Name], [Names] and [Text] read single values; [Node.Fragment] gives
// a text to the parsers of formulas and programs. The package knows neither:
// whatever isn't a number, true or false is text to it.
//
// # Overlays
//
// [Overlay] lays a file (a house rule, or a part of a ruleset) over a base. Both
// have sections at the top: mappings of names to definitions. The keys below are
// verbs; they are done in this order, whatever their order in the file:
//
//	rename:   {SECTION: {OLD: NEW}}
//	remove:   {SECTION: NAME or [NAMES]}
//	override: {SECTION: {NAME: DEFINITION}}
//	extend:   {SECTION: {NAME: DEFINITION}}
//	scale:    {SECTION: {NAME: {FIELD: {times: F, plus: N}}}}
//	set:      {PARAM: VALUE}
//
// rename gives a definition a new name; the verbs after it, in this file too,
// use the new one. What the base calls by the old name goes on to mean the
// definition (see [Entry.Was]). All renamings of a file happen at once, so that
// two names can be swapped.
//
// remove takes definitions out. Instead of names it may have a mapping, whose
// keys lead further in: {attacks: {strike: [range]}} takes the field range from
// strike, {creatures: {rogue: {weapons: dagger}}} the item dagger from a list.
// A section alone, remove: tactics, goes as a whole.
//
// override changes what is there. Mappings are merged key by key, however deep;
// a single value, a list or an empty value replaces what it meets. The
// definition must be there; a key of it that isn't is added.
//
// extend appends to lists, at any depth inside a definition: the definition must
// be there, a list that isn't is added. {first: ITEMS}, last, before ITEM and after ITEM put
// items elsewhere into a list. A single name counts as a list of one on
// both sides, so that "weapons: sword" extends "weapons: dagger". Mappings are
// merged; a value that is there and is no list can't be extended.
//
// An item of a list is named by what it says: itself, a value behind one of its keys, or
// what it begins with if it is a list; "2nd punch" is the second that says punch. Such a name
// leads into the item like a key, under remove, override and scale. A name that several items
// have is an error.
//
// scale works out new numbers: the literal number that stands in the field is
// multiplied by times, then plus is added to it; either may be left out. FIELD
// may lead further in. The result is exact. What is no literal number (a formula,
// dice) can't be scaled but only overridden.
//
// set gives a declared parameter another default. It changes the key default of
// the declaration, or the declaration itself where that is a single value.
//
// Every other section only adds: definitions whose name the base doesn't have,
// items to a section that is a list. So a name that slips can't change a rule
// unnoticed. Kinds, time and reports may be written in several files, each of which
// says a part: fields, params and the like of a kind add up, the entries of time, and
// what reports show; what any of them cites counts, and of titles and sentences the last.
// A single value at the top (title, version) belongs to each file;
// that of the overlay counts. The keys extends and parts tell the caller which
// files to lay over each other; the result has neither them nor any verb.
//
// A definition is taken out and replaced by a wholly new one by naming it both
// under remove and in a plain section.
package tree
