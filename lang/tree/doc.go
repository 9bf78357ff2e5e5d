// Package tree reads YAML text into nodes with exact places, provides their
// values and reports errors in them, and overlays one file on
// another.
//
// Start with [Parse]. [Walk] reads a mapping key by key; [Bool], [Whole],
// [Number], [Name], [Names] and [Text] read single values; [Node.Fragment] gives
// a text to the parsers of formulas and programs. The package doesn't parse these:
// to it, everything except numbers, true and false is text.
//
// # Overlays
//
// [Overlay] overlays a file (house rules, or a part of a ruleset) on a base. Both
// have sections at the top level: mappings of names to definitions. The keys below are
// verbs; they are applied in this order, whatever their order in the file:
//
//	rename:   {SECTION: {OLD: NEW}}
//	remove:   {SECTION: NAME or [NAMES]}
//	override: {SECTION: {NAME: DEFINITION}}
//	extend:   {SECTION: {NAME: DEFINITION}}
//	set:      {PARAM: VALUE}
//
// rename gives a definition a new name; later verbs, including those of the same file,
// use the new one. References in the base by the old name still mean the
// definition (see [Entry.Was]). All renamings of a file are simultaneous, so
// two names can be swapped.
//
// remove deletes definitions. Instead of names it may contain a mapping, whose
// keys lead further in: {attacks: {strike: [range]}} removes the field range from
// strike, {creatures: {rogue: {weapons: dagger}}} the item dagger from a list.
// A section alone, as in remove: tactics, is removed completely.
//
// override changes existing definitions. Mappings are merged key by key, at any depth;
// a single value, a list or an empty value replaces the old value; the word original in
// a formula stands for the one that it replaces. The
// definition must exist; missing keys in it are added.
//
// extend appends to lists, at any depth inside a definition: the definition must
// exist, a missing list is added. {first: ITEMS}, last, before ITEM and after ITEM put
// items elsewhere into a list. A single name counts as a list of one on
// both sides, so that "weapons: sword" extends "weapons: dagger". Mappings are
// merged; an existing value that isn't a list can't be extended.
//
// A grid (a table, a scale with columns) is a mapping of its rows, whose order counts: extend puts
// rows where it puts items of a list, override changes cells or replaces the grid by another.
//
// An item of a list is named by its content: itself, or a value of one of its keys;
// "2nd punch" is the second item that contains punch. Such a name
// leads into the item like a key, under remove and override. A name that several items
// share is an error.
//
// set gives a declared parameter another value, and leaves what it may be instead.
//
// Every other section only adds: definitions with new names,
// items to a section that is a list. So a mistaken name can't change a rule
// unnoticed. Kinds, time and reports may be spread over several files, each of which
// contributes a part: fields, params and the like of a kind add up, the entries of time, and
// the contents of reports; all their citations count, and the last title and description.
// A single value at the top level (title, version) belongs to each file;
// that of the overlay counts. The keys extends and parts tell the caller which
// files to overlay; the result contains neither them nor any verb.
//
// To replace a definition by a completely new one, name it both
// under remove and in a plain section.
package tree
