package lang

import (
	"github.com/rulec/rulec/lang/diag"
	_ "github.com/rulec/rulec/lang/explain" // what the packages below can report
)

// Pages of spec/.
const (
	sectionFiles    = "files"
	sectionOverlays = "overlays"
	sectionCases    = "cases"
	sectionStates   = "sequences"
)

const smallest = `kinds:
  creature:
time:
  key: [tick]
  start: stop
  entries:
    turn: {do: stop}
`

var explained = []diag.Explanation{
	{
		Code: CodeMissingFile, Section: sectionFiles,
		Summary: "A file isn't where the command line or another file says.",
		Example: "rulec: 1\nruleset: example\nparts: [weapons.yaml]\n" + smallest,
		Mend:    "Paths begin at the file that they stand in, and have forward slashes.",
	},
	{
		Code: CodeUnknownShared, Section: sectionFiles,
		Summary: "A ruleset uses shared definitions that do not come with the program.",
		Example: "rulec: 1\nruleset: example\nuses: [egde]\n" + smallest,
		Mend:    "Take one of the names that the message lists.",
	},
	{
		Code: CodeUnreadableFile, Section: sectionFiles,
		Summary: "A file can't be opened, or is a folder or a device.",
		Mend:    "Look at its permissions, and whether it is a plain file.",
	},
	{
		Code: CodeOutsideFolder, Section: sectionFiles,
		Summary: "A path leads out of the folder that may be read, or to a file that isn't one of rules.",
		Example: "ruleset: example\nextends: ../base.yaml\n",
		Mend:    "Files that others name end in .yaml and lie in the working directory; --root FOLDER names another one. A ruleset that lies elsewhere is called by its name.",
	},
	{
		Code: CodeExpectsNothing, Section: sectionCases,
		Summary: "A case doesn't say what is to happen. It is played and counted all the same, but covers no rule.",
		Example: "-- cases.yaml --\nruleset: ./example.yaml\ncases:\n  nothing much:\n    combatants: {ann: {side: one}}\n    script: over\n-- example.yaml --\nrulec: 1\nruleset: example\n" + smallest,
		Mend:    "Say with expect what has to hold in the end, or with refused what somebody can't do.",
	},
	{
		Code: CodeUnknownRuleset, Section: sectionOverlays,
		Summary: "There is no ruleset of this name: not beside the file, not in a folder rulesets there or above, and not among those that come with rulec.",
		Example: "ruleset: example\nextends: skirmisch\n",
		Mend:    "Look for a typo, or write the path of the file.",
	},
	{
		Code: CodeTooManyFiles, Section: sectionFiles,
		Summary: "A ruleset consists of more than 64 files, its bases included.",
		Mend:    "Put parts together.",
	},
	{
		Code: CodeRulesetTooLarge, Section: sectionFiles,
		Summary: "The files of a ruleset have more than 8 MiB together.",
		Mend:    "Take out what is not needed.",
	},
	{
		Code: CodeExtendsCycle, Section: sectionOverlays,
		Summary: "Rulesets extend each other in a cycle.",
		Example: "ruleset: example\nextends: example.yaml\n",
		Mend:    "One of them has to stand by itself. An overlay of a ruleset needs a file name of its own.",
	},
	{
		Code: CodeExtendsDepth, Section: sectionOverlays,
		Summary: "More than 8 rulesets extend each other.",
		Mend:    "Put some of them together.",
	},
	{
		Code: CodeLanguageVersion, Section: sectionFiles,
		Summary: "A file is written in a version of the language that this program doesn't read.",
		Example: "rulec: 9\nruleset: example\n" + smallest,
		Mend:    "Write rulec: 1, or take a newer program.",
	},
	{
		Code: CodeWrongFile, Section: sectionFiles,
		Summary: "A file is an encounter where a ruleset is wanted, or the reverse.",
		Example: "-- example.yaml --\nruleset: example\nextends: fight.yaml\n-- fight.yaml --\nencounter: meeting\nruleset: other\n",
		Mend:    "Look at which file is named. An encounter has combatants, a ruleset has kinds.",
	},
	{
		Code: CodeSettingForm, Section: sectionFiles,
		Summary: "A value of a param on the command line isn't written NAME=VALUE.",
		Mend:    "Write, for example, --set flank_bonus=3.",
	},
	{
		Code: CodeInternal, Section: sectionFiles,
		Summary: "The program has come upon something that it should never meet. The file is not to blame.",
		Mend:    "Report it, with the file. Taking back the last change often gets around it.",
	},
	{
		Code: CodePackBase, Section: sectionOverlays,
		Summary: "Of several rulesets under extends one goes on from something else than the first, so that they can't lie over each other.",
		Example: "-- house.yaml --\nrulec: 1\nruleset: house\nextends: [./example.yaml, ./magic.yaml]\n" +
			"-- magic.yaml --\nrulec: 1\nruleset: magic\nextends: ./other.yaml\n" +
			"-- other.yaml --\nrulec: 1\nruleset: other\n" + smallest + "-- example.yaml --\nrulec: 1\nruleset: example\n" + smallest,
		Mend: "Name first what all others go on from; let each of them extend it.",
	},
	{
		Code: CodePackConflict, Section: sectionOverlays,
		Summary: "Two of several rulesets under extends change the same thing: the later one holds.",
		Example: "-- house.yaml --\nrulec: 1\nruleset: house\nextends: [./example.yaml, ./grim.yaml, ./mild.yaml]\n" +
			"-- grim.yaml --\nrulec: 1\nruleset: grim\nextends: ./example.yaml\noverride: {time: {over: count(combatants) < 1}}\n" +
			"-- mild.yaml --\nrulec: 1\nruleset: mild\nextends: ./example.yaml\noverride: {time: {over: count(combatants) < 2}}\n" +
			"-- example.yaml --\nrulec: 1\nruleset: example\n" + smallest + "  over: count(combatants) == 1\n",
		Mend: "Decide which of them is to hold: put it last, and say there why: # allow pack-conflict: ours. Or say it in the file that extends both.",
	},
	{
		Code: CodeRemovedInUse, Section: sectionOverlays,
		Summary: "A file removes something that others still name.",
		Example: "-- house.yaml --\nrulec: 1\nruleset: house\nextends: ./example.yaml\nremove: {conditions: [dazed]}\n" +
			"-- example.yaml --\nrulec: 1\nruleset: example\n" + smallest + "conditions:\n  dazed: {}\nrules:\n  fall: {on: end of turn, do: apply dazed to event.of}\n",
		Mend: "Change what names it under override:, or remove that, too.",
	},
	{
		Code: CodeNoCases, Section: sectionCases,
		Summary: "A file of cases has none.",
		Example: "-- cases.yaml --\nruleset: example.yaml\ncases: {}\n-- example.yaml --\nrulec: 1\nruleset: example\n" + smallest,
		Mend:    "Write cases under cases: a name, and what an encounter has.",
	},
	{
		Code: CodeSequenceStep, Section: sectionStates,
		Summary: "A step of a sequence is neither an encounter nor a script, or a script stands where there is nobody yet.",
		Example: "-- sequence.yaml --\nsequence: evening\nruleset: ./example.yaml\nsteps:\n  - script: wait 8\n-- example.yaml --\nrulec: 1\nruleset: example\n" + smallest,
		Mend:    "Begin with an encounter; every step has either encounter: or script:.",
	},
	{
		Code: CodeSequenceRuleset, Section: sectionStates,
		Summary: "An encounter of a sequence has another ruleset than the sequence, so that nobody can go on from one to the other.",
		Example: "-- sequence.yaml --\nsequence: evening\nruleset: ./example.yaml\nsteps:\n  - encounter: brawl.yaml\n" +
			"-- brawl.yaml --\nencounter: brawl\nruleset: ./other.yaml\ncombatants: {ann: {side: one}}\n" +
			"-- other.yaml --\nrulec: 1\nruleset: other\n" + smallest + "-- example.yaml --\nrulec: 1\nruleset: example\n" + smallest,
		Mend: "Let all encounters of a sequence name its ruleset.",
	},
}

var _ = func() bool {
	for _, e := range explained {
		diag.Register(e)
	}
	return true
}()
