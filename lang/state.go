package lang

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// savedState reads the file of Options.State; nil after an error.
func (f *files) savedState() *tree.Node {
	node, l := f.userFile(f.opts.State)
	if node == nil || node.Get("state") != nil {
		return node
	}
	f.list.Errorf(CodeWrongFile, firstKey(node), "%s isn't a state: it doesn't say which encounter it comes from", l.shown()).
		WithHint("a state begins with state: NAME; rulec run ENCOUNTER --save FILE writes one")
	return nil
}

// stateAlone checks a state as far as possible without an encounter.
func (f *files) stateAlone(node *tree.Node, l location) {
	f.rejectKeys()
	if root := f.rulesetOf(node, l); root != nil {
		checked := f.rules(root, nil)
		if checked != nil && !f.list.HasErrors() {
			encounter.ReadState(checked.Checker(), node, true, &f.list)
		}
	}
}

// FormatState formats a state as a file for [Options.State].
//
// Spec: sequences.md.
func FormatState(s *program.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# State after %s.\n", strconv.Quote(s.Encounter))
	fmt.Fprintf(&b, "rulec: %d\n", LanguageVersion)
	fmt.Fprintf(&b, "state: %s\n", strconv.Quote(s.Encounter))
	fmt.Fprintf(&b, "ruleset: %s\n", savedName(s.Ruleset))
	if s.Version != "" {
		fmt.Fprintf(&b, "version: %s\n", strconv.Quote(s.Version))
	}
	fmt.Fprintf(&b, "hash: %s\n", strconv.Quote(s.Hash))
	fmt.Fprintf(&b, "clock: %s\n", strconv.FormatFloat(s.Clock, 'f', -1, 64))
	if len(s.Out) > 0 {
		names := make([]string, len(s.Out))
		for i, name := range s.Out {
			names[i] = savedName(name)
		}
		fmt.Fprintf(&b, "out: [%s]\n", strings.Join(names, ", "))
	}
	b.WriteString("combatants:\n")
	for _, e := range s.Combatants {
		formatCombatant(&b, e)
	}
	formatLines(&b, "things", s.Things)
	formatLines(&b, "decks", s.Decks)
	formatLines(&b, "beyond", s.Beyond)
	return b.String()
}

// formatCombatant writes one combatant, one line per key.
func formatCombatant(b *strings.Builder, e program.SavedEntry) {
	if len(e.Value.Map) == 0 {
		fmt.Fprintf(b, "  %s: {}\n", savedName(e.Key))
		return
	}
	fmt.Fprintf(b, "  %s:\n", savedName(e.Key))
	for _, field := range e.Value.Map {
		blocks := field.Value.Shape == program.SavedList && slices.ContainsFunc(field.Value.List, func(s program.Saved) bool {
			return s.Shape == program.SavedMap
		})
		if !blocks {
			fmt.Fprintf(b, "    %s: %s\n", savedName(field.Key), savedFlow(field.Value))
			continue
		}
		fmt.Fprintf(b, "    %s:\n", savedName(field.Key))
		for _, item := range field.Value.List {
			fmt.Fprintf(b, "      - %s\n", savedFlow(item))
		}
	}
}

// formatLines writes a section with one line per entry.
func formatLines(b *strings.Builder, section string, entries []program.SavedEntry) {
	if len(entries) == 0 {
		return
	}
	fmt.Fprintf(b, "%s:\n", section)
	for _, e := range entries {
		fmt.Fprintf(b, "  %s: %s\n", savedName(e.Key), savedFlow(e.Value))
	}
}

// savedFlow formats a value on one line.
func savedFlow(s program.Saved) string {
	var parts []string
	switch s.Shape {
	case program.SavedText:
		return strconv.Quote(s.Text)
	case program.SavedList:
		for _, item := range s.List {
			parts = append(parts, savedFlow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case program.SavedMap:
		for _, e := range s.Map {
			parts = append(parts, savedName(e.Key)+": "+savedFlow(e.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return savedName(s.Text)
}

var (
	// plainName matches text that needs no quotes, unless YAML readers interpret it
	// as something else.
	plainName  = regexp.MustCompile(`^([a-z][A-Za-z0-9_.]*|-?[0-9]+(\.[0-9]+)?|[0-9]+d[0-9]+( [+-] [0-9]+)?|true|false)$`)
	misleading = regexp.MustCompile(`(?i)^(y|n|yes|no|on|off|null|nan|inf)$`)
)

// savedName returns a name or a number, quoted if YAML readers don't agree
// on it. Go's escapes are YAML's too.
func savedName(text string) string {
	if plainName.MatchString(text) && !misleading.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}
