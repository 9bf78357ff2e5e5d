package tree

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// decoded is a scalar as this package reads it from the source: the place of
// each byte of its text. It is compared with YAML's result, so
// that a map is either exact or not used at all.
type decoded struct {
	// want is the text that YAML found, differs is set if ours is different.
	want    string
	differs bool
	// origin holds the places of the bytes, followed by that of the end.
	origin []int
	// end is the byte after the scalar, including the closing quote.
	end int
}

// decode decodes a scalar whose text according to YAML is text, starting at its first byte (its
// quote, its | or >). The column (from 0) of the mapping or list around it is
// parent, or -1. It returns false if this package's reading differs.
func decode(src string, at int, style Style, text string, parent int) (decoded, bool) {
	d := decoded{want: text, origin: make([]int, 0, len(text)+1)}
	ok := true
	switch style {
	case DoubleQuoted:
		ok = d.doubleQuoted(src, at)
	case SingleQuoted:
		ok = d.singleQuoted(src, at)
	case Literal, Folded:
		ok = d.block(src, at, parent, style == Folded)
	default:
		d.plain(src, at)
	}
	return d, ok && !d.differs && len(d.origin) == len(text)+1
}

// copied returns where the source contains the text of a scalar byte for byte,
// and the end of the scalar, if it is on one line and has no
// escapes. Most scalars are like this and need no map.
func copied(src string, at int, style Style, text string) (start, end int, ok bool) {
	quote, special := "", "\n"
	switch style {
	case DoubleQuoted:
		quote, special = `"`, "\n\"\\"
	case SingleQuoted:
		quote, special = "'", "\n'"
	case Literal, Folded:
		return 0, 0, false
	}
	start = min(at+len(quote), len(src))
	rest, found := strings.CutPrefix(src[start:], text)
	if !found || !strings.HasPrefix(rest, quote) || strings.ContainsAny(text, special) {
		return 0, 0, false
	}
	return start, start + len(text) + len(quote), true
}

func (d *decoded) put(c byte, at int) {
	if n := len(d.origin); n >= len(d.want) || d.want[n] != c {
		d.differs = true
	}
	d.origin = append(d.origin, at)
}

// finish adds the place of the end of the text.
func (d *decoded) finish(after, end int) {
	d.origin = append(d.origin, after)
	d.end = end
}

// isCopy reports whether the source contains the text byte for byte.
func (d *decoded) isCopy(src string) bool {
	from, to := d.origin[0], d.origin[len(d.want)]
	return to-from == len(d.want) && src[from:to] == d.want
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isSpace(c byte) bool { return isBlank(c) || c == '\n' || c == '\r' }

// gap is white space inside a scalar: from start up to end, with its line
// breaks (the place of each \n).
type gap struct {
	start, end int
	breaks     []int
}

func readGap(src string, at int) gap {
	g := gap{start: at, end: at}
	for ; g.end < len(src) && isSpace(src[g.end]); g.end++ {
		if src[g.end] == '\n' {
			g.breaks = append(g.breaks, g.end)
		}
	}
	return g
}

// putGap adds the text that a gap represents: spaces on one line are kept, one line break is
// a space, and of several line breaks all except the first are kept.
func (d *decoded) putGap(src string, g gap) {
	switch len(g.breaks) {
	case 0:
		for at := g.start; at < g.end; at++ {
			d.put(src[at], at)
		}
	case 1:
		d.put(' ', g.breaks[0])
	default:
		for _, at := range g.breaks[1:] {
			d.put('\n', at)
		}
	}
}

// plain reads an unquoted scalar.
func (d *decoded) plain(src string, at int) {
	for at < len(src) && len(d.origin) < len(d.want) {
		if isSpace(src[at]) {
			g := readGap(src, at)
			d.putGap(src, g)
			at = g.end
			continue
		}
		d.put(src[at], at)
		at++
	}
	d.finish(at, at)
}

// singleQuoted reads '...', starting at its opening quote.
func (d *decoded) singleQuoted(src string, at int) bool {
	for at++; at < len(src); {
		switch {
		case isSpace(src[at]):
			g := readGap(src, at)
			d.putGap(src, g)
			at = g.end
		case strings.HasPrefix(src[at:], "''"):
			d.put('\'', at)
			at += 2
		case src[at] == '\'':
			d.finish(at, at+1)
			return true
		default:
			d.put(src[at], at)
			at++
		}
	}
	return false
}

// doubleQuoted reads "...", starting at its opening quote.
func (d *decoded) doubleQuoted(src string, at int) bool {
	for at++; at < len(src); {
		switch {
		case isSpace(src[at]):
			g := readGap(src, at)
			d.putGap(src, g)
			at = g.end
		case src[at] == '"':
			d.finish(at, at+1)
			return true
		case src[at] == '\\':
			next, ok := d.putEscape(src, at)
			if !ok {
				return false
			}
			at = next
		default:
			d.put(src[at], at)
			at++
		}
	}
	return false
}

// escapes maps the letter of an escape to its meaning; escapeDigits is the
// number of hexadecimal digits of the other escapes.
var (
	escapes = map[byte]string{
		'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v",
		'f': "\f", 'r': "\r", 'e': "\x1b", ' ': " ", '"': `"`, '/': "/", '\\': `\`, '\'': "'",
		'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
	}
	escapeDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}
)

// putEscape adds the meaning of the escape at a backslash and returns where the escape
// ends. All its bytes originate from the backslash.
func (d *decoded) putEscape(src string, at int) (next int, ok bool) {
	if at+1 >= len(src) {
		return at, false
	}
	mark := src[at+1]
	if mark == '\n' || mark == '\r' {
		return d.putEscapedBreak(src, at+1), true
	}
	text, next := escapes[mark], at+2
	if n := escapeDigits[mark]; n > 0 {
		if next+n > len(src) {
			return at, false
		}
		value, err := strconv.ParseUint(src[next:next+n], 16, 32)
		if err != nil || value > utf8.MaxRune {
			return at, false
		}
		text, next = string(rune(value)), next+n
	}
	for i := 0; i < len(text); i++ {
		d.put(text[i], at)
	}
	return next, text != ""
}

// putEscapedBreak skips a line break after a backslash and the white space
// after it; empty lines in it are kept.
func (d *decoded) putEscapedBreak(src string, at int) int {
	g := readGap(src, at)
	for _, b := range g.breaks[1:] {
		d.put('\n', b)
	}
	return g.end
}

// blockHeader is the text after | or >: how to trim the end and, if
// given, how far the text is indented.
type blockHeader struct {
	chomp     byte // '-', '+' or 0
	increment int  // 0 means taken from the first line
	body      int  // where the first line of text begins
}

func readBlockHeader(src string, at int) (blockHeader, bool) {
	var h blockHeader
	for at++; at < len(src); at++ {
		switch c := src[at]; {
		case c == '-' || c == '+':
			h.chomp = c
		case c >= '1' && c <= '9':
			h.increment = int(c - '0')
		default:
			end := strings.IndexByte(src[at:], '\n')
			rest := src[at:]
			h.body = len(src)
			if end >= 0 {
				rest, h.body = src[at:at+end], at+end+1
			}
			rest = strings.TrimSpace(rest)
			return h, rest == "" || rest[0] == '#'
		}
	}
	h.body = len(src)
	return h, true
}

// block decodes block text.
func (d *decoded) block(src string, at, parent int, folded bool) bool {
	h, ok := readBlockHeader(src, at)
	if !ok {
		return false
	}
	indent := blockIndent(src, h, parent)
	var pending []int // breaks after the last line of text
	var lead bool     // whether that line begins with a blank
	content := false
	at = h.body
	end := h.body
	for {
		line := at
		at = skipSpaces(src, line, indent)
		breakAt := atBreak(src, at)
		switch {
		case breakAt >= 0:
			pending = append(pending, breakAt)
			at = breakAt + 1
			continue
		case at >= len(src) || at-line < indent:
			d.chomp(h.chomp, pending, content)
			d.finish(d.after(end), end)
			return true
		}
		blank := isBlank(src[at])
		d.join(pending, content, folded && !lead && !blank)
		pending, lead, content = nil, blank, true
		for at < len(src) && atBreak(src, at) < 0 {
			d.put(src[at], at)
			at++
		}
		end = at
		if b := atBreak(src, at); b >= 0 {
			pending = append(pending, b)
			at = b + 1
		}
	}
}

// after returns the place of the end of the text: after its last byte.
func (d *decoded) after(end int) int {
	if n := len(d.origin); n > 0 {
		return d.origin[n-1] + 1
	}
	return end
}

// join adds the line breaks before a line of block text. The first of them ends
// the previous line, if any; in folded text it becomes a space, or is dropped if there are
// others.
func (d *decoded) join(breaks []int, content, fold bool) {
	if content && fold {
		if len(breaks) == 1 {
			d.put(' ', breaks[0])
		}
		breaks = breaks[1:]
	}
	for _, at := range breaks {
		d.put('\n', at)
	}
}

// chomp adds the line breaks after the last line: one, none or all.
func (d *decoded) chomp(mode byte, breaks []int, content bool) {
	switch {
	case mode == '+':
	case mode == '-' || !content:
		breaks = nil
	case len(breaks) > 1:
		breaks = breaks[:1]
	}
	for _, at := range breaks {
		d.put('\n', at)
	}
}

// blockIndent returns the number of spaces by which block text is indented.
func blockIndent(src string, h blockHeader, parent int) int {
	if h.increment > 0 {
		return max(parent, 0) + h.increment
	}
	indent := max(parent+1, 1)
	for at := h.body; ; {
		line := at
		at = skipSpaces(src, line, len(src))
		indent = max(indent, at-line)
		b := atBreak(src, at)
		if b < 0 {
			return indent
		}
		at = b + 1
	}
}

// skipSpaces skips at most n spaces.
func skipSpaces(src string, at, n int) int {
	for end := min(at+n, len(src)); at < end && src[at] == ' '; {
		at++
	}
	return at
}

// atBreak returns the place of the \n of the line break that begins at a byte;
// -1 if there is none.
func atBreak(src string, at int) int {
	switch {
	case at < len(src) && src[at] == '\n':
		return at
	case strings.HasPrefix(src[min(at, len(src)):], "\r\n"):
		return at + 1
	}
	return -1
}
