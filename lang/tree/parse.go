package tree

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// Limits for a file.
const (
	// MaxBytes is the maximum size: 1 MiB.
	MaxBytes = 1 << 20
	// MaxNodes is the maximum number of keys, values, lists and mappings in a file.
	MaxNodes = 50_000
	// MaxDepth is how deep mappings and lists may be nested, including the
	// outermost.
	MaxDepth = 64
	// MaxAliases is the maximum number of aliases (*name) in a file.
	MaxAliases = 1000
	// MaxExpanded is the maximum number of nodes when every alias is expanded.
	MaxExpanded = 100_000
)

// Parse parses YAML text. The node is nil if the text can't be read at all or
// exceeds a limit; otherwise it is complete, even if the list has errors
// about single values. The list is sorted by place.
//
// Spec: files.md.
func Parse(src *diag.Source) (*Node, diag.List) {
	var list diag.List
	if !checkText(src, &list) {
		return nil, list
	}
	root := read(src, &list)
	list.Sort()
	return root, list
}

// checkText reports what must not reach the YAML reader, and returns whether the text
// may.
func checkText(src *diag.Source, list *diag.List) bool {
	if len(src.Text) > MaxBytes {
		list.Errorf(TooLarge, diag.Span{Source: src}, "the file is too long: the limit is %d bytes", MaxBytes).
			WithHint("split it into parts")
		return false
	}
	for at, r := range src.Text {
		if ' ' <= r && r <= '~' {
			continue
		}
		if r == 0 || r == utf8.RuneError { // includes what another reader replaced invalid text with
			_, size := utf8.DecodeRuneInString(src.Text[at:])
			list.Errorf(NotText, diag.Span{Source: src, Start: at, End: at + size}, "the file isn't UTF-8 text: this isn't a character").
				WithHint("save it as UTF-8")
			return false
		}
		if isHidden(src.Text, at, r) {
			end := at + utf8.RuneLen(r)
			list.Errorf(HiddenCharacter, diag.Span{Source: src, Start: at, End: end},
				"editors don't show this character (%U)", r).
				WithHint("delete it")
		}
	}
	checkDirectives(src, list)
	return len(*list) == 0
}

// isHidden reports whether r, at a byte of text, is a control character or a
// line break that YAML recognizes but editors may not show.
func isHidden(text string, at int, r rune) bool {
	switch r {
	case '\t', '\n':
		return false
	case '\r':
		return !strings.HasPrefix(text[at:], "\r\n")
	case '\ufeff', '\u2028', '\u2029', '\ufffe', '\uffff':
		return true
	}
	return unicode.IsControl(r)
}

// checkDirectives reports lines such as "%YAML 1.1" before the first key.
func checkDirectives(src *diag.Source, list *diag.List) {
	for at := 0; at < len(src.Text); {
		end := lineEnd(src.Text, at)
		line := strings.TrimRight(src.Text[at:end], "\r")
		switch {
		case strings.HasPrefix(line, "%"):
			list.Errorf(Directive, diag.Span{Source: src, Start: at, End: at + len(line)},
				"a line that begins with %% is a YAML directive, which isn't allowed here").
				WithHint("delete the line")
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(strings.TrimSpace(line), "#"):
			return
		}
		at = end + 1
	}
}

// lineEnd returns the position of the line break that ends the line at a byte, or
// the end of the text.
func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}
