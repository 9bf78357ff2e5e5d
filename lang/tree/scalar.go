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
// quote, its | or >). It returns false if this package's reading differs.
func decode(src string, at int, style Style, text string) (decoded, bool) {
	d := decoded{want: text, origin: make([]int, 0, len(text)+1)}
	ok := true
	switch style {
	case DoubleQuoted:
		ok = d.doubleQuoted(src, at)
	case SingleQuoted:
		ok = d.singleQuoted(src, at)
	case Literal, Folded:
		ok = d.block(src, at)
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

// white is the white space of block text.
const white = " \t\r\n"

// block decodes block text. Its words are in the source as they are, in the same order. White space before a word is found
// backwards from there, so that it leaves out the indentation; after the last word it is found forwards.
func (d *decoded) block(src string, at int) bool {
	at = min(lineEnd(src, at)+1, len(src))
	for text := d.want; text != ""; {
		word := strings.TrimLeft(text, white)
		blank := text[:len(text)-len(word)]
		if i := strings.IndexAny(word, white); i >= 0 {
			word = word[:i]
		}
		text = text[len(blank)+len(word):]
		if word == "" {
			return d.lastBlanks(src, blank, at)
		}
		start := len(src) - len(strings.TrimLeft(src[at:], white))
		if !strings.HasPrefix(src[start:], word) || !d.blanks(src, blank, at, start) {
			return false
		}
		for at = start; at < start+len(word); at++ {
			d.put(src[at], at)
		}
	}
	d.finish(at, at)
	return true
}

// blanks adds white space that is in the source between two places. A space may be a folded line break.
func (d *decoded) blanks(src, blank string, from, to int) bool {
	places := make([]int, len(blank))
	for i := len(blank) - 1; i >= 0; i-- {
		for to--; to >= from && src[to] != blank[i] && (blank[i] != ' ' || src[to] != '\n'); to-- {
		}
		if to < from {
			return false
		}
		places[i] = to
	}
	for i, at := range places {
		d.put(blank[i], at)
	}
	return true
}

// lastBlanks adds the white space after the last word, which ends at a byte. The line breaks in it don't belong to the scalar.
func (d *decoded) lastBlanks(src, blank string, at int) bool {
	end := at
	for i := range len(blank) {
		for at < len(src) && src[at] != blank[i] && strings.IndexByte(white, src[at]) >= 0 {
			at++
		}
		if at == len(src) || src[at] != blank[i] {
			return false
		}
		d.put(blank[i], at)
		if at++; blank[i] != '\n' {
			end = at
		}
	}
	d.finish(at, end)
	return true
}
