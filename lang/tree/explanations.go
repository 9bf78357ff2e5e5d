package tree

import "github.com/rulec/rulec/lang/diag"

// The pages of spec/ that the codes of this package belong to.
const (
	files    = "files"
	overlays = "overlays"
)

// head begins the examples that are whole rulesets.
const head = "rulec: 1\nruleset: mine\n"

// twoFiles returns an example of a base and an overlay.
func twoFiles(base, over string) string {
	return "-- base.yaml --\nrulec: 1\nruleset: base\n" + base +
		"-- house.yaml --\nrulec: 1\nruleset: house\nextends: base.yaml\n" + over
}

var _ = explain(files, []diag.Explanation{
	{Code: TooLarge, Summary: "A file has more than 1 MiB.",
		Mend: "Split it into parts, named under `parts:`."},
	{Code: TooManyValues, Summary: "A file has more than 50,000 keys, values, lists and mappings.",
		Mend: "Split it into parts, named under `parts:`."},
	{Code: TooDeep, Summary: "Mappings and lists stand in each other more than 64 deep.",
		Example: "ruleset: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n",
		Mend:    "Give what is deep inside a name of its own, and refer to it."},
	{Code: TooManyAliases, Summary: "A file has more than 1,000 aliases (`*name`), or they stand for more than 100,000 values.",
		Mend: "Give what is repeated a name in the rules (a quantity, a condition, a field's default) instead."},
	{Code: AliasCycle, Summary: "An alias stands inside the very value that it stands for.",
		Example: head + "weapons: &all\n  dagger: {traits: *all}\n",
		Mend:    "Write out what is meant."},
	{Code: NotText, Summary: "A file isn't text in the encoding UTF-8.",
		Example: head + "title: Sp\xe4her\n",
		Mend:    "Save the file as UTF-8."},
	{Code: HiddenCharacter, Summary: "A character stands in the file that editors don't show or that looks like an ordinary space: a control character, an unusual line break or space.",
		Example: head + "title: Mine\u00a0\n",
		Mend:    "Delete it, or write an ordinary space. It often comes from text that was copied from a web page or a PDF."},
	{Code: EmptyFile, Summary: "A file has nothing in it but spaces and comments.",
		Example: "# not yet\n",
		Mend:    "Begin with `ruleset:` or `encounter:`."},
	{Code: SeveralDocuments, Summary: "A second document begins in a file, after a line `---`.",
		Example: head + "---\nruleset: yours\n",
		Mend:    "Delete the line, or put what follows into a file of its own."},
	{Code: Directive, Summary: "A line begins with `%`: an instruction to YAML.",
		Example: "%YAML 1.1\n---\nruleset: mine\n",
		Mend:    "Delete the line."},
	{Code: Unreadable, Summary: "A file is no YAML, in a way that has no code of its own.",
		Example: head + "title: !<mine yours\n",
		Mend:    "Look at the line and the one before it. Each key stands on a line of its own, with a colon and a space after it."},
	{Code: TabIndent, Summary: "A tab stands in front of the first character of a line.",
		Example: head + "weapons:\n\tdagger: {}\n",
		Mend:    "Indent with spaces; most editors can be told to do so for YAML files."},
	{Code: Indentation, Summary: "A line begins further left or right than it can.",
		Example: head + "title: Mine\n  version: 1\n",
		Mend:    "Begin all keys of a block at one column, further right than the key above the block."},
	{Code: KeyWithoutColon, Summary: "A line has no colon where a key is expected.",
		Example: head + "weapons\ntitle: Mine\n",
		Mend:    "Write a colon and a space after the key. The further lines of a long text begin further right than its key."},
	{Code: SpaceAfterColon, Summary: "No space follows a colon or the dash of a list.",
		Example: head + "weapons: {dagger:light}\n",
		Mend:    "Write the space; without it YAML takes the whole for one text."},
	{Code: UnclosedQuote, Summary: "A text in quotes doesn't end.",
		Example: head + "title: \"Mine\nversion: 1\n",
		Mend:    "Close the quote at the end of the text."},
	{Code: UnclosedBracket, Summary: "A `[` or `{` isn't closed, or a comma is missing between entries.",
		Example: head + "weapons: {dagger: {damage: 1d4}\n",
		Mend:    "Close it, or write each entry on a line of its own, without brackets."},
	{Code: AfterValue, Summary: "Something follows a value that has ended with a quote or bracket.",
		Example: head + "title: \"Mine\" and yours\n",
		Mend:    "Put the whole value in quotes, of the kind that doesn't occur in it."},
	{Code: BadEscape, Summary: "A backslash in double quotes stands before a character that it means nothing with.",
		Example: head + "title: \"Mine \\& yours\"\n",
		Mend:    "Write `\\\\` for a backslash, or use single quotes, in which it means itself."},
	{Code: MixedBlock, Summary: "A list entry stands among keys, or a key among list entries.",
		Example: head + "parts:\n  - a.yaml\n  b.yaml: yes\n",
		Mend:    "Indent the list below its key; begin the keys of a list entry at the column of the first of them."},

	{Code: ValueStart, Summary: "A value without quotes begins with a mark that means something to YAML: `! & * % @ | > - ?`, a backtick, a comma, a closing bracket.",
		Example: head + "rules:\n  stumble:\n    if: !steady\n",
		Mend:    "Put the whole value in quotes. In a formula, write `not` for `!`."},
	{Code: ColonInValue, Summary: "A value without quotes has a colon and a space in it, which YAML takes for the end of a key.",
		Example: head + "title: Mine: the second edition\n",
		Mend:    "Put the whole value in quotes. In a formula, write `if(c, a, b)` for `c ? a : b`."},
	{Code: CommentInValue, Summary: "A value is cut short by a `#`, which begins a comment when a space stands before it.",
		Example: head + "title: count(combatants, #.hp > 0)\n",
		Mend:    "Put the whole value in quotes. In a formula, the element of a list is called `each`, or left out before a dot."},
	{Code: TornFormula, Summary: "A formula or a text inside braces or brackets is torn apart by its own comma or bracket, since these part the entries of the mapping or list.",
		Example: head + "weapons:\n  dagger: {damage: min(1d4, 1d6)}\n",
		Mend:    "Put it in quotes, or write each entry on a line of its own, without braces or brackets."},
	{Code: AmbiguousValue, Summary: "A value without quotes is read differently by different programs: `yes`, `010`, `0x1F`, `1_000`, `12:30`, `.5`, `1e3`, `~`, a date.",
		Example: head + "params:\n  quick: {default: yes}\n",
		Mend:    "Write `true` or `false`, or a plain decimal number. Put what is text in quotes."},
	{Code: DuplicateKey, Summary: "A mapping has the same key twice.",
		Example: head + "title: Mine\ntitle: Yours\n",
		Mend:    "Delete one, or give it another name."},
	{Code: KeyNotText, Summary: "A key is empty, a list or a mapping.",
		Example: head + "weapons:\n  : {damage: 1d4}\n",
		Mend:    "Write a text or a number before the colon."},
	{Code: MergeKey, Summary: "The key `<<` stands in a mapping. It isn't supported, as it hides where a value comes from.",
		Example: head + "weapons:\n  dagger: &light {damage: 1d4}\n  knife: {<<: *light}\n",
		Mend:    "Write the keys out, give them as defaults of the kind, or build on another file with `extends:`."},
	{Code: Tag, Summary: "A YAML tag such as `!!str` stands before a value.",
		Example: head + "title: !!str 5\n",
		Mend:    "Delete it. What stands in quotes is always text."},
	{Code: Unmapped, Summary: "A text is written in such an unusual way that its characters can't be traced back to the file, so that nothing in it could be pointed at.",
		Mend: "Write it as block text: a `|` after the colon, and the text indented on the lines below."},

	{Code: UnknownKey, Summary: "A key means nothing in the place where it stands.",
		Example: head + "wepons: {}\n",
		Mend:    "Correct its spelling, or move it to where it belongs; the hint lists what is allowed."},
	{Code: MissingKey, Summary: "A key isn't there that has to be.",
		Example: head + "quantities:\n  attack: {of: {who: creature}}\n",
		Mend:    "Add it."},
	{Code: MissingValue, Summary: "Nothing stands after a key that needs a value.",
		Example: head + "quantities:\n  attack:\n    value:\n",
		Mend:    "Write the value behind the colon, or on the lines below, further right."},
	{Code: WrongShape, Summary: "A list, a mapping or a single value stands where another of these is wanted.",
		Example: head + "kinds:\n  weapon: {fields: {weight: number}}\nweapons: [dagger]\n",
		Mend:    "A mapping has a key and a colon before each value; a list has dashes, or square brackets around it."},
	{Code: NotBool, Summary: "A value isn't true or false where only these are allowed.",
		Example: head + "kinds:\n  weapon: {things: \"true\"}\n",
		Mend:    "Write `true` or `false`, without quotes."},
	{Code: NotNumber, Summary: "A value isn't a literal number where only one is allowed.",
		Example: head + "time:\n  limit: many\n",
		Mend:    "Write digits, perhaps with a sign and a decimal point, without quotes."},
	{Code: NotWhole, Summary: "A number has a fraction where only whole numbers are allowed.",
		Example: "rulec: 1.5\nruleset: mine\n",
		Mend:    "Write a whole number."},
	{Code: NumberRange, Summary: "A number is larger than 9007199254740991, or has more digits than can be kept.",
		Example: head + "time:\n  limit: 9007199254740992\n",
		Mend:    "Write a smaller number, or use a larger unit."},
	{Code: NotName, Summary: "A text isn't a name: a letter a to z, then such letters, digits and underscores.",
		Example: head + "kinds:\n  weapon: {fields: {weight: number}}\nweapons:\n  long-sword: {weight: 4}\n",
		Mend:    "Write underscores for hyphens and spaces, and small letters. How it is shown is said by `title:`."},
})

var _ = explain(overlays, []diag.Explanation{
	{Code: AlreadyDeclared, Summary: "A plain section declares what is declared already, in the base or another part; or `extend:` meets a value that is no list.",
		Example: twoFiles("weapons:\n  dagger: {damage: 1d4}\n", "weapons:\n  dagger: {damage: 1d6}\n"),
		Mend:    "To change the definition, put it under `override:`. To have a second one, give it another name."},
	{Code: OverridesNothing, Summary: "`override:` names something that the base doesn't have.",
		Example: twoFiles("weapons:\n  dagger: {damage: 1d4}\n", "override:\n  weapons: {daggr: {damage: 1d6}}\n"),
		Mend:    "Correct the name. What is new stands in a plain section."},
	{Code: ExtendsNothing, Summary: "`extend:` names something that the base doesn't have.",
		Example: twoFiles("weapons:\n  dagger: {traits: [light]}\n", "extend:\n  weapons: {daggr: {traits: [thrown]}}\n"),
		Mend:    "Correct the name. What is new stands in a plain section."},
	{Code: RemovesNothing, Summary: "`remove:` names something that the base doesn't have.",
		Example: twoFiles("weapons:\n  dagger: {damage: 1d4}\n", "remove:\n  weapons: [daggr]\n"),
		Mend:    "Correct the name, or delete the line."},
	{Code: SeveralItems, Summary: "What a file changes in a list is named by what it says, and several items say it.",
		Example: twoFiles("tactics:\n  brute:\n    turn: [{do: punch, if: self.hp > 2}, {do: run}, {do: punch}]\n", "remove:\n  tactics: {brute: {turn: punch}}\n"),
		Mend:    "Say which: `2nd punch`."},
	{Code: RenamesNothing, Summary: "`rename:` names something that the base doesn't have.",
		Example: twoFiles("weapons:\n  dagger: {damage: 1d4}\n", "rename:\n  weapons: {daggr: knife}\n"),
		Mend:    "Correct the old name, which stands before the colon."},
	{Code: RenameTaken, Summary: "`rename:` gives a name that something else in the section has.",
		Example: twoFiles("weapons:\n  dagger: {damage: 1d4}\n  knife: {damage: 1d3}\n", "rename:\n  weapons: {dagger: knife}\n"),
		Mend:    "Take another name, or remove or rename the other one too."},
	{Code: ScalesNothing, Summary: "`scale:` names something that the base doesn't have.",
		Example: twoFiles("weapons:\n  dagger: {weight: 1}\n", "scale:\n  weapons: {dagger: {wieght: {times: 2}}}\n"),
		Mend:    "Correct the name."},
	{Code: ScalesNoNumber, Summary: "`scale:` meets a value that isn't a literal number, such as a formula or dice.",
		Example: twoFiles("weapons:\n  dagger: {damage: 1d4}\n", "scale:\n  weapons: {dagger: {damage: {times: 2}}}\n"),
		Mend:    "Put the new value under `override:`."},
	{Code: SetsNothing, Summary: "`set:` names a parameter that isn't declared.",
		Example: twoFiles("params:\n  flank: {default: 2}\n", "set: {flnak: 3}\n"),
		Mend:    "Correct the name; the parameters stand under `params:` in the base."},
})

// explain registers explanations that belong to one section of the spec.
func explain(section string, list []diag.Explanation) bool {
	for _, e := range list {
		e.Section = section
		diag.Register(e)
	}
	return true
}
