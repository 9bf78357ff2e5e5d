package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/editor"
)

// TestMistake: what is wrong is shown where it stands, in whichever file that is, and no longer when it is mended.
func TestMistake(t *testing.T) {
	c := open(t, brawl(t))
	c.openFile("fight.yaml")
	if list := c.wrong("fight.yaml"); len(list) > 0 {
		t.Fatalf("nothing is wrong yet: %+v", list)
	}
	c.write("brawl/moves.yaml", "floored(target)", "flored(target)")
	list := c.wrong("brawl/moves.yaml")
	if len(list) != 1 || list[0].Code != "unknown-name" || c.textOf(location{c.uri("brawl/moves.yaml"), list[0].Range}) != "flored" {
		t.Fatalf("%+v", list)
	}
	if !strings.Contains(list[0].Message, `did you mean "floored"?`) || list[0].Severity != severityError || list[0].Source != "rulec" {
		t.Errorf("%+v", list[0])
	}
	var actions []codeAction
	if err := c.ask("textDocument/codeAction", about{textDocument{c.uri("brawl/moves.yaml")}, list[0].Range}, &actions); err != nil || len(actions) != 1 {
		t.Fatalf("%+v, %v", actions, err)
	}
	if want := `Write "floored" instead of "flored" (a guess)`; actions[0].Title != want || actions[0].IsPreferred {
		t.Errorf("%+v, want %q", actions[0], want)
	}
	c.apply(actions[0].Edit)
	if list := c.wrong("brawl/moves.yaml"); len(list) > 0 || c.texts["brawl/moves.yaml"] != brawl(t)["brawl/moves.yaml"] {
		t.Errorf("%+v\n%s", list, c.texts["brawl/moves.yaml"])
	}
}

// TestForeignYAML: of a file that isn't rulec's this is said, once and quietly, and nothing else.
func TestForeignYAML(t *testing.T) {
	c := open(t, map[string]string{"compose.yaml": "services:\n  web: {image: nginx}\nports: [a\n"})
	if list := c.wrong("compose.yaml"); len(list) != 1 || list[0].Code != "foreign-file" || list[0].Severity != severityInformation {
		t.Errorf("%+v", list)
	}
}

// TestQuickFixes makes mistakes of many sorts, one at a time: the first quick fix for each puts back what stood there.
func TestQuickFixes(t *testing.T) {
	c := open(t, brawl(t))
	codes := map[string]bool{}
	for _, x := range []struct{ code, file, right, wrong string }{
		{"unknown-name", "brawl/moves.yaml", "floored(target)", "flored(target)"},
		{"unknown-field", "brawl/moves.yaml", "self.strength", "self.strenght"},
		{"foreign-operator", "brawl/moves.yaml", "5 and not", "5 && not"},
		{"dice-form", "brawl/moves.yaml", "1d6 +", "1w6 +"},
		{"unknown-key", "brawl.yaml", "    while:", "    whille:"},
		{"unknown-statement", "brawl.yaml", "perform act", "perfrom act"},
		{"unknown-type", "brawl.yaml", "strength: number", "strength: nubmer"},
		{"space-after-colon", "brawl.yaml", "out: floored", "out:floored"},
		{"not-number", "brawl.yaml", "knockdown: 3", "knockdown: \"3\""},
		{"unknown-action", "fight.yaml", "ann: punch", "ann: pnuch"},
		{"unknown-label", "fight.yaml", "dice swing 4", "dice swign 4"},
		{"unknown-entry", "brawl.yaml", "schedule turn of self", "schedule trun of self"},
		{"sets-nothing", "house.yaml", "{knockdown: 2}", "{knockdwon: 2}"},
		{"overrides-nothing", "house.yaml", "    floored:", "    florred:"},
	} {
		before := c.texts[x.file]
		c.write(x.file, x.right, x.wrong)
		list := c.wrong(x.file)
		if len(list) == 0 || list[0].Code != x.code {
			t.Errorf("%q: %+v, want %s", x.wrong, list, x.code)
			c.write(x.file, x.wrong, x.right)
			c.wrong(x.file)
			continue
		}
		var actions []codeAction
		if err := c.ask("textDocument/codeAction", about{textDocument{c.uri(x.file)}, list[0].Range}, &actions); err != nil || len(actions) == 0 || actions[0].IsPreferred == strings.Contains(actions[0].Title, "a guess") {
			t.Errorf("%q: %+v, %v", x.wrong, actions, err)
			c.write(x.file, x.wrong, x.right)
			c.wrong(x.file)
			continue
		}
		c.apply(actions[0].Edit)
		if list := c.wrong(x.file); len(list) > 0 || c.texts[x.file] != before {
			t.Errorf("%q: %+v\n%s", x.wrong, list, c.texts[x.file])
		}
		codes[x.code] = true
	}
	if len(codes) < 10 {
		t.Errorf("only %d codes have quick fixes: %v", len(codes), sorted(codes))
	}
}

// TestFixAll: what is certain is put right together, and no guess with it.
func TestFixAll(t *testing.T) {
	files := brawl(t)
	files["brawl/moves.yaml"] = strings.NewReplacer("5 and not floored(target)", "5 && not flored(target)", "1d6 + self.strength", "2d6kh1 + self.strength").Replace(files["brawl/moves.yaml"])
	c := open(t, files)
	c.openFile("brawl/moves.yaml")
	if list := c.wrong("brawl/moves.yaml"); len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	var actions []codeAction
	if err := c.ask("textDocument/codeAction", c.whole("brawl/moves.yaml"), &actions); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(actions, func(a codeAction) bool { return a.Kind == fixAll })
	if i < 0 {
		t.Fatalf("%+v", actions)
	}
	c.apply(actions[i].Edit)
	if list := c.wrong("brawl/moves.yaml"); len(list) != 1 || list[0].Code != "unknown-name" || !strings.Contains(c.texts["brawl/moves.yaml"], "roll swing = best(1, 2d6) +") {
		t.Errorf("%+v\n%s", list, c.texts["brawl/moves.yaml"])
	}
}

// TestAllow: a warning can be allowed, with a comment above its line.
func TestAllow(t *testing.T) {
	files := brawl(t)
	files["brawl.yaml"] = strings.Replace(files["brawl.yaml"], "  floored:", "  dazed: {until: [end of turn]}\n  floored:", 1)
	c := open(t, files)
	c.openFile("brawl.yaml")
	list := c.wrong("brawl.yaml")
	if len(list) != 1 || list[0].Severity != severityWarning {
		t.Fatalf("%+v", list)
	}
	var actions []codeAction
	if err := c.ask("textDocument/codeAction", about{textDocument{c.uri("brawl.yaml")}, list[0].Range}, &actions); err != nil || len(actions) != 1 {
		t.Fatalf("%+v, %v", actions, err)
	}
	c.apply(actions[0].Edit)
	if list := c.wrong("brawl.yaml"); len(list) > 0 || !strings.Contains(c.texts["brawl.yaml"], "\n  # allow never-given: write here why\n  dazed") {
		t.Errorf("%+v\n%s", list, c.texts["brawl.yaml"])
	}
}

// TestHover: what is said of names of all sorts.
func TestHover(t *testing.T) {
	c := open(t, brawl(t))
	for _, x := range []struct{ file, marked, want string }{
		{"brawl/moves.yaml", "floo|red(target)", "condition floored"},
		{"brawl/moves.yaml", "floo|red(target)", "Lies on the floor"},
		{"brawl/moves.yaml", "self.stren|gth", "strength of kind creature: a number"},
		{"brawl/moves.yaml", "if sw|ing", "swing: a number"},
		{"brawl.yaml", "bruises >= knock|down", "param knockdown = 3"},
		{"house.yaml", "{knock|down: 2}", "How many bruises put somebody"},
		{"brawl.yaml", "  whi|le:", "while: formula"},
		{"brawl.yaml", "act from can|\\_do", ""},
		{"brawl.yaml", "from can_|do", "The possible actions of x"},
		{"fight.yaml", "a|nn: punch", "combatant ann"},
		{"fight.yaml", "not floo|red(bob)", "while: self.bruises >= knockdown\n# house.yaml, line 6\nfloored:\n  while: self.bruises >= knockdown or self.strength < 0"},
		{"fight.yaml", "ann: pun|ch", "move punch"},
	} {
		if x.want == "" {
			continue
		}
		var h *hover
		if err := c.ask("textDocument/hover", c.at(x.file, x.marked), &h); err != nil || h == nil || !strings.Contains(strings.ReplaceAll(h.Contents.Value, `\`, ""), x.want) {
			t.Errorf("%s: %+v, %v, want %q", x.marked, h, err, x.want)
		}
	}
}

// TestDefinition: names lead to where they are declared, paths to files, what comes with rulec to a copy.
func TestDefinition(t *testing.T) {
	files := brawl(t)
	files["over.yaml"] = "ruleset: over\nextends: timecount\noverride: {params: {tick_limit: 9}}\n"
	c := open(t, files)
	for _, x := range []struct{ file, marked, want, in string }{
		{"brawl/moves.yaml", "floo|red(target)", "floored", "brawl.yaml"},
		{"fight.yaml", "ann: pun|ch", "punch", "brawl/moves.yaml"},
		{"fight.yaml", "|ann: punch", "ann", "fight.yaml"},
		{"fight.yaml", "expect bob.bru|ises", "bruises", "brawl.yaml"},
		{"brawl.yaml", "[brawl/mo|ves.yaml]", "", "brawl/moves.yaml"},
		{"fight.yaml", "./hou|se.yaml", "", "house.yaml"},
		{"over.yaml", "time|count", "", "timecount.yaml"},
	} {
		var list []location
		if err := c.ask("textDocument/definition", c.at(x.file, x.marked), &list); err != nil || len(list) != 1 {
			t.Errorf("%s: %+v, %v", x.marked, list, err)
			continue
		}
		if got := c.textOf(list[0]); got != x.want || !strings.HasSuffix(list[0].URI, "/"+x.in) {
			t.Errorf("%s: %q in %s, want %q in %s", x.marked, got, list[0].URI, x.want, x.in)
		}
	}
}

// TestReferences: all that name a thing, in a house rule and an encounter, too, also where those aren't open.
func TestReferences(t *testing.T) {
	c := start(t, brawl(t))
	c.openFile("brawl.yaml")
	var list []location
	if err := c.ask("textDocument/references", c.at("brawl.yaml", "  floo|red:"), &list); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range list {
		got = append(got, l.URI[strings.LastIndexByte(l.URI, '/')+1:]+" "+c.textOf(l))
	}
	slices.Sort(got)
	want := []string{"brawl.yaml floored", "brawl.yaml floored", "fight.yaml floored", "house.yaml floored", "moves.yaml floored"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var marks []highlight
	if err := c.ask("textDocument/documentHighlight", c.at("brawl.yaml", "  floo|red:"), &marks); err != nil || len(marks) != 2 {
		t.Errorf("%+v, %v", marks, err)
	}
}

// TestRename: a name is changed wherever it stands, and refused with the reason where that can't be.
func TestRename(t *testing.T) {
	c := open(t, brawl(t))
	var ready *prepared
	if err := c.ask("textDocument/prepareRename", c.at("brawl/moves.yaml", "floo|red"), &ready); err != nil || ready == nil || ready.Placeholder != "floored" {
		t.Fatalf("%+v, %v", ready, err)
	}
	var e workspaceEdit
	if err := c.ask("textDocument/rename", renameParams{c.at("brawl/moves.yaml", "floo|red"), "down"}, &e); err != nil {
		t.Fatal(err)
	}
	c.apply(e)
	c.write("house.yaml", "ruleset: house", "ruleset: house\n") // the last of the changes
	if list := c.wrong("house.yaml"); len(list) > 0 {
		t.Errorf("%+v", list)
	}
	for name, text := range c.texts {
		if strings.Contains(text, "floored") || strings.Count(text, "down") != strings.Count(brawl(t)[name], "floored")+strings.Count(brawl(t)[name], "down") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	for marked, want := range map[string]string{
		"choose a|ct":            "",
		"sel|f.strength":         "is built in",
		"pa|rams":                "no declared name here",
		"roll sw|ing = 1d6":      "", // the script names it, but not as something that has to be there
		"per|form: |":            "no declared name here",
		"if swing >= 5 a|nd not": "no declared name here",
	} {
		file := "brawl/moves.yaml"
		if strings.Contains(marked, "choose") {
			file = "brawl.yaml"
		}
		if want == "" {
			continue
		}
		err := c.ask("textDocument/prepareRename", c.at(file, marked), &ready)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", marked, err, want)
		}
	}
	err := c.ask("textDocument/rename", renameParams{c.at("brawl.yaml", "knock|down:"), "strength of arms"}, &e)
	if err == nil || !strings.Contains(err.Error(), "isn't a name") {
		t.Error(err)
	}
	err = c.ask("textDocument/rename", renameParams{c.at("brawl.yaml", "knock|down:"), "self"}, &e)
	if err == nil || !strings.Contains(err.Error(), "the new name would cause a mistake") {
		t.Error(err)
	}
}

// TestCompletion: keys and names of all sorts, in YAML, formulas, programs and scripts.
func TestCompletion(t *testing.T) {
	c := open(t, brawl(t))
	for _, x := range []struct {
		file, old, text string // text has a bar
		want, insert    string
	}{
		{"brawl.yaml", "    while: self", "    |\n    while: self", "until", "until: "},
		{"brawl.yaml", "self.bruises >=", "self.br| >=", "bruises", "bruises"},
		{"brawl.yaml", "bruises >= knockdown", "bruises >= k|", "knockdown", "knockdown"},
		{"brawl/moves.yaml", "not floored(target)", "not fl|(target)", "floored", "floored"},
		{"brawl/moves.yaml", "self.strength", "m|", "max", "max($0)"},
		{"brawl/moves.yaml", "self.strength", "sel|", "self", "self"},
		{"brawl/moves.yaml", "      if swing", "      |\n      if swing", "apply", "apply"},
		{"brawl/moves.yaml", "one of foes(self)", "one of f|", "foes", ""},
		{"fight.yaml", "ann: punch bob", "ann: p|", "punch", "punch"},
		{"fight.yaml", "punch bob {", "punch b| {", "bob", "bob"},
		{"fight.yaml", "  expect not", "  exp|\n  expect not", "expect", "expect"},
		{"fight.yaml", "side: us, strength", "side: us, str|", "strength", "strength"},
		{"fight.yaml", "\nscript", "\nt|\nscript", "things", "things: "},
		{"house.yaml", "{knockdown: 2}", "{kn|: 2}", "knockdown", "knockdown"},
		{"brawl.yaml", "key: [round, order]", "key: [round, order]\n  un|", "unit", "unit: "},
		{"brawl.yaml", "strength: number", "strength: nu|", "number", "number"},
		{"brawl.yaml", "schedule turn of self", "schedule tu| of self", "turn", "turn"},
	} {
		was := c.texts[x.file]
		before, _, _ := strings.Cut(x.text, "|")
		at := strings.Index(was, x.old) + len(before)
		c.write(x.file, x.old, strings.Replace(x.text, "|", "", 1))
		text := c.texts[x.file]
		p := c.at(x.file, "")
		p.Position = positionIn(text, at)
		var list completionList
		if err := c.ask("textDocument/completion", p, &list); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list.Items, func(i completionItem) bool { return i.Label == x.want })
		switch {
		case i < 0:
			var names []string
			for _, item := range list.Items {
				names = append(names, item.Label)
			}
			t.Errorf("%q: %q isn't among %q", x.text, x.want, names)
		case x.insert != "" && list.Items[i].TextEdit.NewText != x.insert:
			t.Errorf("%q: %q is put in, want %q", x.text, list.Items[i].TextEdit.NewText, x.insert)
		case offsetIn(text, list.Items[i].TextEdit.Range.End) < at:
			t.Errorf("%q: %+v", x.text, list.Items[i].TextEdit)
		}
		c.write(x.file, text, was)
	}
}

// TestOutline: sections and what they declare.
func TestOutline(t *testing.T) {
	c := open(t, brawl(t))
	var list []documentSymbol
	if err := c.ask("textDocument/documentSymbol", c.whole("brawl.yaml"), &list); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		got = append(got, s.Name)
		for _, x := range s.Children {
			got = append(got, s.Name+"."+x.Name)
		}
	}
	for _, want := range []string{"conditions", "conditions.floored", "params.knockdown", "kinds.creature"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q isn't among %q", want, got)
		}
	}
	var found []symbolInformation
	if err := c.ask("workspace/symbol", workspaceSymbolParams{"flrd"}, &found); err != nil || len(found) != 1 || found[0].Name != "floored" {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestFormatting: only lines that change are sent.
func TestFormatting(t *testing.T) {
	files := brawl(t)
	files["brawl/moves.yaml"] = strings.Replace(files["brawl/moves.yaml"], "  punch: {}", "    punch:   { }", 1)
	c := open(t, files)
	var edits []textEdit
	if err := c.ask("textDocument/formatting", c.whole("brawl/moves.yaml"), &edits); err != nil || len(edits) != 1 {
		t.Fatalf("%+v, %v", edits, err)
	}
	if edits[0].Range.Start.Line < 6 {
		t.Errorf("%+v begins above the line that changes", edits[0])
	}
	c.apply(workspaceEdit{map[string][]textEdit{c.uri("brawl/moves.yaml"): edits}})
	if c.texts["brawl/moves.yaml"] != brawl(t)["brawl/moves.yaml"] {
		t.Errorf("%q", c.texts["brawl/moves.yaml"])
	}
}

// TestInlayHints: the values of params where formulas read them, and not where they are given.
func TestInlayHints(t *testing.T) {
	c := open(t, brawl(t))
	for file, want := range map[string]string{"brawl.yaml": "= 3", "house.yaml": "= 2"} {
		var hints []inlayHint
		if err := c.ask("textDocument/inlayHint", c.whole(file), &hints); err != nil || len(hints) == 0 {
			t.Fatalf("%s: %+v, %v", file, hints, err)
		}
		for _, h := range hints {
			end := offsetIn(c.texts[file], h.Position)
			if h.Label != want || !strings.HasSuffix(c.texts[file][:end], "knockdown") || strings.HasPrefix(c.texts[file][end:], ":") {
				t.Errorf("%s: %+v", file, h)
			}
		}
	}
}

// TestLens: a case is played above its line, with what came of it, and its log is shown.
func TestLens(t *testing.T) {
	c := open(t, brawl(t))
	play := func() codeLens {
		t.Helper()
		var lenses []codeLens
		if err := c.ask("textDocument/codeLens", c.whole("fight.yaml"), &lenses); err != nil || len(lenses) != 1 {
			t.Fatalf("%+v, %v", lenses, err)
		}
		var lens codeLens
		if err := c.ask("codeLens/resolve", lenses[0], &lens); err != nil || lens.Command == nil {
			t.Fatalf("%+v, %v", lens, err)
		}
		return lens
	}
	lens := play()
	if lens.Command.Title != "▶ play: as expected" {
		t.Errorf("%q", lens.Command.Title)
	}
	var played playedCase
	params := map[string]any{"command": lens.Command.Command, "arguments": lens.Command.Arguments}
	if err := c.ask("workspace/executeCommand", params, &played); err != nil || !played.Passed || !strings.Contains(played.Log, "Bob: bruises 0 -> 1 of 2") {
		t.Errorf("%+v, %v", played, err)
	}
	if told := <-c.told; told.Type != messageInfo || told.Message != "fight: as expected" {
		t.Errorf("%+v", told)
	}
	c.write("fight.yaml", "bruises == 1", "bruises == 2")
	if lens := play(); !strings.HasPrefix(lens.Command.Title, "▶ play: fails in line 8: ") {
		t.Errorf("%q", lens.Command.Title)
	}
	c.write("fight.yaml", "bruises == 2", "bruises == ")
	var lenses []codeLens
	if err := c.ask("textDocument/codeLens", c.whole("fight.yaml"), &lenses); err != nil {
		t.Error(err)
	}
	if err := c.ask("workspace/executeCommand", map[string]any{"command": "rulec.sing"}, &played); err == nil || !strings.Contains(err.Error(), "no command") {
		t.Error(err)
	}
}

// TestLeaving: who says good-bye ends well.
func TestLeaving(t *testing.T) {
	c := open(t, brawl(t))
	var nothing any
	if err := c.ask("shutdown", nil, &nothing); err != nil {
		t.Error(err)
	}
	c.tell("exit", nil)
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
	c = open(t, brawl(t))
	c.tell("exit", nil)
	if err := <-c.ended; err != ErrUnfinished {
		t.Error(err)
	}
}

// TestReading: what folds, what is around a place, what a call takes, which files are named, and what names name.
func TestReading(t *testing.T) {
	files := brawl(t)
	files["brawl.yaml"] += "quantities:\n  reach(who, far number): max(who.strength, far)\nrules:\n  grows: {on: end of encounter, do: 'self.bruises += reach(self, 2)'}\n"
	c := open(t, files)
	var folds []foldingRange
	if err := c.ask("textDocument/foldingRange", c.whole("brawl/moves.yaml"), &folds); err != nil || !slices.Equal(folds, []foldingRange{{0, 5}, {1, 5}, {3, 5}, {6, 7}}) {
		t.Errorf("%+v, %v", folds, err)
	}
	for _, x := range []struct{ marked, label string }{
		{"reach(|self, 2)", "reach(who, far number), 0"},
		{"reach(self, |2)", "reach(who, far number), 1"},
		{"max(who.strength, f|ar)", "max(a, ..): number, 1"},
		{"bruises: {type: po|ol", ""},
		{"can_do(|self)", "can_do(x[, e]): list of acts, 0"},
	} {
		var help *signatureHelp
		got := ""
		if err := c.ask("textDocument/signatureHelp", c.at("brawl.yaml", x.marked), &help); err != nil {
			t.Fatal(err)
		} else if help != nil {
			got = fmt.Sprintf("%s, %d", help.Signatures[0].Label, help.ActiveParameter)
		}
		if got != x.label {
			t.Errorf("%s: %q, want %q", x.marked, got, x.label)
		}
	}
	var around []selectionRange
	place := c.at("fight.yaml", "ann: pun|ch")
	if err := c.ask("textDocument/selectionRange", selectionParams{place.TextDocument, []position{place.Position}}, &around); err != nil || len(around) != 1 {
		t.Fatalf("%+v, %v", around, err)
	}
	var parts []string
	for r := &around[0]; r != nil; r = r.Parent {
		text := c.texts["fight.yaml"][offsetIn(c.texts["fight.yaml"], r.Range.Start):offsetIn(c.texts["fight.yaml"], r.Range.End)]
		parts = append(parts, strings.TrimSpace(strings.SplitN(text, "\n", 2)[0]))
	}
	if got := strings.Join(parts, "; "); got != "punch; |; script: |; encounter: fight" {
		t.Errorf("around punch: %s", got)
	}
	var links []documentLink
	if err := c.ask("textDocument/documentLink", c.whole("house.yaml"), &links); err != nil || len(links) != 1 || !strings.HasSuffix(links[0].Target, "/brawl.yaml") {
		t.Errorf("%+v, %v", links, err)
	}
	var tokens semanticTokens
	if err := c.ask("textDocument/semanticTokens/full", c.whole("house.yaml"), &tokens); err != nil {
		t.Fatal(err)
	}
	var names []string
	var at position
	for i := 0; i < len(tokens.Data); i += 5 {
		if tokens.Data[i] > 0 {
			at = position{Line: at.Line + tokens.Data[i]}
		}
		at.Character += tokens.Data[i+1]
		from := offsetIn(c.texts["house.yaml"], at)
		names = append(names, c.texts["house.yaml"][from:from+tokens.Data[i+2]]+" "+editor.TokenSorts[tokens.Data[i+3]])
	}
	if got, want := strings.Join(names, ", "), "knockdown variable, floored type, self parameter, bruises property, knockdown variable, self parameter, strength property"; got != want {
		t.Errorf("names: %s, want %s", got, want)
	}
}

// TestCompletionByType: what may stand in a place by its type comes first.
func TestCompletionByType(t *testing.T) {
	files := brawl(t)
	files["brawl.yaml"] = strings.Replace(files["brawl.yaml"], "strength: number\n", "strength: number\n      size: size = small\n", 1) +
		"scales:\n  size: [small, large]\ncreatures:\n  troll: {strength: 3, size: large}\n"
	c := open(t, files)
	for marked, want := range map[string]string{"size: la|rge": "large small none", "size = sma|ll": "large small none", "max: kno|ckdown": "knockdown round none"} {
		var list completionList
		if err := c.ask("textDocument/completion", c.at("brawl.yaml", marked), &list); err != nil || len(list.Items) < 3 {
			t.Fatalf("%s: %+v, %v", marked, list, err)
		}
		if got := list.Items[0].Label + " " + list.Items[1].Label + " " + list.Items[2].Label; got != want {
			t.Errorf("%s: %s come first, want %s", marked, got, want)
		}
	}
}
