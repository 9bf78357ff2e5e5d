package lang

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/tree"
)

// heads are the keys that identify the type of a file. A typo in one of the long ones identifies it, too; the short ones are
// too similar to the keys of other programs' files.
var (
	heads     = []string{"ruleset", "rulec", "encounter", "combatants", "common", "cases", "sequence", "state"}
	longHeads = []string{"ruleset", "encounter", "combatants", "sequence"}
)

// shows reports whether a key at the top level identifies a file as one for this program.
func shows(key string) bool {
	_, near := diag.Nearest(key, longHeads)
	return near || slices.Contains(heads, key) || format.Change.Has(key) || format.Ruleset.Has(key) && !isHeader(key)
}

// keyOfLine matches a possible key at the beginning of each line of a text that isn't valid YAML.
var keyOfLine = regexp.MustCompile(`(?m)^[ \t{"']*([A-Za-z_][\w-]*)["' \t]*:`)

// isForeign reports whether nothing identifies a file as one for this program. List holds the errors found while reading it;
// the node is nil if it can't be read.
func isForeign(text string, node *tree.Node, list diag.List) bool {
	unread := func(d *diag.Diagnostic) bool {
		return d.Code == tree.EmptyFile || d.Code == tree.TooLarge || d.Code == tree.NotText
	}
	if slices.ContainsFunc(list, unread) {
		return false
	}
	if node != nil {
		return !slices.ContainsFunc(node.Entries, func(e tree.Entry) bool { return shows(e.Key.Text) })
	}
	return !slices.ContainsFunc(keyOfLine.FindAllStringSubmatch(text, -1), func(m []string) bool { return shows(m[1]) })
}

// readOurs reads the file that a user asks for; nil after an error.
func (f *files) readOurs(l location) *tree.Node {
	src := f.source(l, diag.Span{})
	if src == nil {
		return nil
	}
	before, torn := len(f.list), len(f.torn)
	var node *tree.Node
	for _, node = range f.parse([]*diag.Source{src}) {
	}
	if isForeign(src.Text, node, f.list[before:]) {
		f.list, f.torn = f.list[:before], f.torn[:torn]
		f.foreign(src, node)
		return nil
	}
	return node
}

// foreign reports a file that nothing identifies as one for this program. This error replaces all others
// about the file.
func (f *files) foreign(src *diag.Source, node *tree.Node) {
	text := strings.TrimLeft(src.Text, " \t\r\n")
	line, _, _ := strings.Cut(text, "\n")
	start := len(src.Text) - len(text)
	at := diag.Span{Source: src, Start: start, End: start + len(strings.TrimRight(line, "\r"))}
	hint := "a file for rulec has ruleset: NAME at the top; rulec init writes some to start from"
	if node != nil && node.Kind == tree.Mapping {
		at = firstKey(node)
		hint = "a file for rulec has ruleset: NAME at the top; creatures go under combatants: in an encounter or in a section of a ruleset; a ruleset lists its parts under parts:"
	}
	f.list.Errorf(CodeForeign, at, "this doesn't look like a ruleset, an encounter, a sequence or a file of cases").WithHint("%s", hint)
}
