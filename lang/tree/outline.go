package tree

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// outline scans a file that isn't valid YAML, line by line, and returns the
// first probable error, or nil if it finds none. It knows
// only the common forms; in a valid YAML file it should find nothing.
func outline(src *diag.Source) *diag.Diagnostic {
	o := &outliner{src: src, text: src.Text, at: src.Offset(1, 1)}
	for o.at < len(o.text) && o.found == nil {
		o.line()
	}
	return o.found
}

// outliner is the state of an outline: the open blocks, and information about
// the previous line.
type outliner struct {
	src  *diag.Source
	text string
	// at is the byte at which the next line, or the rest of a line, begins.
	at int
	// blocks are the mappings and lists around the line, outermost first.
	blocks []block
	// last is how the previous line ended.
	last ending
	// plainIndent is the column of the key or dash before a plain value; lines
	// further right may continue the value.
	plainIndent int
	// commented is the comment that has ended a plain value, if any.
	commented diag.Span
	// bare is the previous line, if it consists of the value of the key above and looks like a
	// key that lacks its colon or the space after it.
	bare diag.Span
	// above is the key of the previous line, if the key before it, which begins at the same
	// column, has nothing below it; under is that earlier key.
	above, under diag.Span
	// below is the key whose plain value begins on a separate line.
	below diag.Span
	// anchors are the names of all anchors in the file, collected on demand.
	anchors map[string]bool
	found   *diag.Diagnostic
}

// block is an open mapping or list: the column of its keys or dashes.
type block struct {
	column int
	list   bool
}

// ending tells how a line ends, and so what may follow it.
type ending uint8

const (
	open   ending = iota // "key:" or "-" with nothing after it, or the start of the file
	plain                // a plain value, which may continue
	closed               // a complete value
)

func (o *outliner) span(start, end int) diag.Span {
	return diag.Span{Source: o.src, Start: start, End: end}
}

func (o *outliner) fail(d *diag.Diagnostic) {
	if o.found == nil {
		o.found = d
	}
}

// line examines the line that begins at o.at and advances past it, and past the
// rest of a value that continues after it.
func (o *outliner) line() {
	start := o.at
	end := lineEnd(o.text, start)
	o.at = end + 1
	line := strings.TrimRight(o.text[start:end], " \t\r")
	body := strings.TrimLeft(line, " ")
	column := len(line) - len(body)
	at := start + column
	switch {
	case body == "" || body[0] == '#':
		return
	case column == 0 && (body == "---" || body == "..."):
		o.blocks, o.last = nil, open
		return
	case strings.HasPrefix(body, "\t"):
		rest := strings.TrimLeft(body, " \t")
		if rest == "" || rest[0] == '#' {
			return
		}
		d := diag.Errorf(TabIndent, o.span(at, at+len(body)-len(rest)), "the indentation contains a tab").WithHint("indent with spaces")
		d.Fix = o.spaces()
		o.fail(d)
		return
	}
	if r, size := utf8.DecodeRuneInString(body); r > unicode.MaxASCII && unicode.IsSpace(r) {
		o.fail(unusualBlank(o.span(at, at+size)))
		return
	}
	o.structure(at, at+len(body), column)
}

// spaces returns the edits that replace every tab at the beginning of a line by two spaces; none if
// other lines are indented with spaces, since the width of a tab among them is unknown.
func (o *outliner) spaces() (edits []diag.Edit) {
	for at := 0; at < len(o.text); at = lineEnd(o.text, at) + 1 {
		line := o.text[at:lineEnd(o.text, at)]
		front := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		switch tabs := strings.Count(front, "\t"); {
		case strings.TrimSpace(line) == "" || front == "":
		case tabs < len(front):
			return nil
		default:
			edits = append(edits, diag.Edit{At: o.span(at, at+tabs), Text: strings.Repeat("  ", tabs)})
		}
	}
	return edits
}

// structure examines the text from at up to end, which begins
// at a column: dashes, a key, a value.
func (o *outliner) structure(at, end, column int) {
	if len(o.blocks) > 2*MaxDepth {
		o.at = len(o.text)
		return
	}
	body := o.text[at:end]
	dash := body == "-" || strings.HasPrefix(body, "- ")
	key, value := splitKey(body)
	if !dash && key < 0 {
		o.noKey(at, end, column)
		return
	}
	switch {
	case !dash && key == 0:
		o.fail(diag.Errorf(KeyNotText, o.span(at, end), "there is no key before the colon"))
		return
	case body[0] == '!':
		o.fail(badStart(o.span(at, at+1)).WithHint("in a formula, write not instead of !").WithGuess(o.span(at, at+1), "not "))
		return
	}
	if !o.enter(at, end, column, dash) {
		return
	}
	o.bare, o.below = diag.Span{}, diag.Span{}
	o.above, o.under = diag.Span{}, o.keyAbove(column)
	if !dash {
		o.above = o.span(at, at+key)
	}
	if dash {
		o.last, o.plainIndent = open, column
		rest := strings.TrimLeft(body[1:], " ")
		if rest != "" && rest[0] != '#' {
			inner := column + len(body) - len(rest)
			o.entry(at+len(body)-len(rest), end, inner)
		}
		return
	}
	o.plainIndent = column
	o.value(at+value, end, column)
}

// entry examines the text after a dash: another dash, a key, or a value.
func (o *outliner) entry(at, end, column int) {
	body := o.text[at:end]
	if key, _ := splitKey(body); key >= 0 || body == "-" || strings.HasPrefix(body, "- ") {
		o.structure(at, end, column)
		return
	}
	o.value(at, end, column-1)
}

// enter fits a key or dash at a column into the open blocks, and reports
// whether it fits.
func (o *outliner) enter(at, end, column int, dash bool) bool {
	popped := false
	for len(o.blocks) > 0 && o.blocks[len(o.blocks)-1].column > column {
		o.blocks = o.blocks[:len(o.blocks)-1]
		popped = true
	}
	if len(o.blocks) == 0 {
		if popped {
			o.fail(misplaced(o.span(at, end), "further left than the first line of the file"))
			return false
		}
		o.blocks = append(o.blocks, block{column, dash})
		return true
	}
	top := o.blocks[len(o.blocks)-1]
	switch {
	case top.column < column && popped:
		o.fail(misplaced(o.span(at, end), "between the columns of the lines above it"))
	case top.column < column && o.last == open:
		o.blocks = append(o.blocks, block{column, dash})
		return true
	case top.column < column && !o.bare.IsZero():
		o.fail(unfinishedKey(o.bare))
	case top.column < column && o.last == plain && !o.below.IsZero() && column > o.plainIndent:
		o.fail(diag.Errorf(Indentation, o.below, "a text of several lines with colons in it needs a | after its key").
			WithHint("write %s: |", o.below.Text()).WithGuess(o.afterColon(o.below), " |"))
	case top.column < column && !o.above.IsZero() && !o.under.IsZero():
		o.fail(diag.Errorf(Indentation, o.above, "this line is indented like %q, but the next line is further right", o.under.Text()).
			WithHint("indent it like the next line if it belongs to %s", o.under.Text()))
	case top.column < column:
		o.fail(misplaced(o.span(at, end), "further right than the line above it, which already has a value"))
	case top.list == dash:
		return true
	case dash && o.last == open:
		// A list may be at the same column as its key.
		o.blocks = append(o.blocks, block{column, true})
		return true
	case !dash && o.leaveList(column):
		return true
	case dash:
		d := diag.Errorf(MixedBlock, o.span(at, end), "a list entry can't be among keys").
			WithHint("indent the list below the key that it belongs to")
		if key := strings.TrimLeft(o.text[at+1:end], " "); keyFirst.MatchString(key) {
			d.WithHint("remove the hyphen if this is a key like those above; indent the list if it belongs to the key above it")
		}
		o.fail(d)
	case gluedDash.MatchString(o.text[at:end]):
		o.fail(gluedHyphen(o.span(at, end)))
	default:
		o.fail(diag.Errorf(MixedBlock, o.span(at, end), "a key can't be among the entries of a list").
			WithHint("indent it like the text of the entry above, or like the key that holds the list"))
	}
	return false
}

// leaveList closes a list at a column whose key is at the same column.
func (o *outliner) leaveList(column int) bool {
	n := len(o.blocks)
	if n < 2 || o.blocks[n-2].column != column || o.blocks[n-2].list {
		return false
	}
	o.blocks = o.blocks[:n-1]
	return true
}

func misplaced(span diag.Span, where string) *diag.Diagnostic {
	return diag.Errorf(Indentation, span, "this line begins %s", where).
		WithHint("begin all keys of a block in the same column, further right than the key above the block")
}

func cutByComment(comment diag.Span) *diag.Diagnostic {
	return diag.Errorf(CommentInValue, comment, "a comment can't be inside a value that continues on the next line").
		WithHint(`move the comment above the key, or write the value as block text after "|"`)
}

var (
	gluedKey  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*:[^\s:]`)
	gluedDash = regexp.MustCompile(`^-[A-Za-z_"'\[{]`)
)

// noKey examines a line with neither dash nor key: the rest of a plain value, a
// value on a separate line, or an error.
func (o *outliner) noKey(at, end, column int) {
	body := withoutComment(o.text[at:end])
	span := o.span(at, at+len(body))
	inBlock := len(o.blocks) > 0 && o.blocks[len(o.blocks)-1].column >= column
	switch {
	case o.last == plain && column > o.plainIndent:
		if !o.commented.IsZero() {
			o.fail(cutByComment(o.commented))
			return
		}
		o.plainEnd(at, end)
	case o.last == open && !inBlock && (len(o.blocks) > 0 || !gluedKey.MatchString(body)):
		o.below = o.above
		for _, form := range []*regexp.Regexp{keyAlone, gluedKey, keyEquals, keyBefore} {
			if form.MatchString(body) {
				o.bare = span
			}
		}
		o.value(at, end, column-1)
	case gluedKey.MatchString(body):
		o.fail(o.sureAmong(false, column, gluedColon(o.span(at, at+wordLength(body, false)))))
	case gluedDash.MatchString(body):
		o.fail(o.sureAmong(true, column, gluedHyphen(span)))
	default:
		o.fail(noColon(span))
	}
}

// sureAmong keeps the fix of a line at a column only if keys, or the entries of a list, are at this column above
// it: otherwise the line may be part of a text.
func (o *outliner) sureAmong(list bool, column int, d *diag.Diagnostic) *diag.Diagnostic {
	if n := len(o.blocks); n > 0 && o.blocks[n-1] == (block{column, list}) {
		return d
	}
	return d.Unsure()
}

func gluedHyphen(line diag.Span) *diag.Diagnostic {
	body := line.Text()
	line.End = line.Start + 1
	return diag.Errorf(SpaceAfterColon, line, "a space is missing after the dash").WithHint("write - %s", body[1:]).WithFix(line, "- ")
}

// keyFirst matches a key with its colon.
var keyFirst = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*:( |$)`)

// A key without a colon: alone, before its value, or with another separator.
var (
	keyAlone  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	keyEquals = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*) *=+ *([^ =].*)$`)
	keyBefore = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*) ([0-9].*|true|false|[a-z_]+\(.*)$`)
)

// noColon reports a line without a colon where a key is expected.
func noColon(line diag.Span) *diag.Diagnostic {
	d := diag.Errorf(KeyWithoutColon, line, "this line has no colon, but a key is expected here")
	body := line.Text()
	for _, form := range []*regexp.Regexp{keyEquals, keyBefore} {
		if m := form.FindStringSubmatch(body); m != nil {
			return d.Suggest(m[1] + ": " + m[2])
		}
	}
	if keyAlone.MatchString(body) {
		return d.Suggest(body + ":")
	}
	return d.WithHint("write a colon and a space after the key; indent the other lines of a text further than its key")
}

// unfinishedKey reports a line that was read as a value, although keys are below it.
func unfinishedKey(line diag.Span) *diag.Diagnostic {
	if gluedKey.MatchString(line.Text()) {
		line.End = line.Start + wordLength(line.Text(), false)
		return gluedColon(line).Unsure()
	}
	if !keyAlone.MatchString(line.Text()) {
		return noColon(line)
	}
	return diag.Errorf(KeyWithoutColon, line, "this line has no colon, but there are keys below it").Suggest(line.Text() + ":")
}

// withoutComment returns a line without the comment behind it.
func withoutComment(line string) string {
	for i := 1; i < len(line); i++ {
		if line[i] == '#' && isBlank(line[i-1]) {
			return strings.TrimRight(line[:i], " \t")
		}
	}
	return line
}

// afterColon returns the place after the colon of a key.
func (o *outliner) afterColon(key diag.Span) diag.Span {
	at := key.End + strings.IndexByte(o.text[key.End:], ':') + 1
	return o.span(at, at)
}

// keyAbove returns the key of the previous line if it begins at a column and has nothing below it.
func (o *outliner) keyAbove(column int) diag.Span {
	if o.above.IsZero() || o.last != open || o.plainIndent != column {
		return diag.Span{}
	}
	return o.above
}

// splitKey returns the ends of a key and of the colon after it, or -1 if a line
// has no key.
func splitKey(body string) (key, value int) {
	if body == "" {
		return -1, -1
	}
	from := 0
	switch body[0] {
	case '"', '\'':
		end := quoteEnd(body, 0)
		if end < 0 || !strings.HasPrefix(body[end:], ":") {
			return -1, -1
		}
		from = end
	case '[', '{', '|', '>', '#':
		return -1, -1
	}
	for i := from; i < len(body); i++ {
		switch {
		case body[i] == '#' && i > 0 && isBlank(body[i-1]):
			return -1, -1
		case body[i] == ':' && (i+1 == len(body) || isBlank(body[i+1])):
			return i, i + 1
		}
	}
	return -1, -1
}

// quoteEnd returns the byte after the quote that closes the one at a byte, or
// -1 if there is none.
func quoteEnd(text string, at int) int {
	quote := text[at]
	for i := at + 1; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return -1
}

// value examines the value from at up to end, including blanks before
// it. The key or dash before it is at a column.
func (o *outliner) value(at, end, column int) {
	for at < end && isBlank(o.text[at]) {
		at++
	}
	at = o.skipProperties(at, end)
	o.commented = diag.Span{}
	if at >= end || o.text[at] == '#' {
		o.last = open
		return
	}
	o.last = closed
	body := o.text[at:end]
	switch c := body[0]; c {
	case '"', '\'':
		o.quoted(at, end, column)
	case '[', '{':
		o.flow(at)
		if d := o.found; d != nil && d.Code == AfterValue && placeholder.MatchString(o.text[at:d.Span.Start]) {
			o.found = braceInText(o.span(at, at+1))
		}
	case '|', '>':
		o.block(at, column)
	case '&', '!':
		o.fail(badStart(o.span(at, at+1)))
	case '*':
		name := body[:wordLength(body, false)]
		if len(name) == 1 {
			o.fail(badStart(o.span(at, at+1)))
		} else if !o.anchored(name) {
			o.fail(unknownAlias(o.span(at, at+len(name))))
		} else if rest := strings.TrimSpace(body[len(name):]); rest != "" && rest[0] != '#' {
			o.fail(afterValue(o.span(at+len(name)+1, end), "an alias"))
		}
	case '@', '`', '%', ',', ']', '}':
		o.fail(badStart(o.span(at, at+1)))
	case '-', '?':
		if len(body) == 1 || isBlank(body[1]) {
			o.fail(badStart(o.span(at, at+1)))
			return
		}
		o.last = plain
		o.plainEnd(at, end)
	default:
		o.last = plain
		o.plainEnd(at, end)
	}
}

var anchorMark = regexp.MustCompile(`&[0-9A-Za-z_-]+`)

// anchored reports whether an alias such as *name has an anchor.
func (o *outliner) anchored(alias string) bool {
	if o.anchors == nil {
		o.anchors = map[string]bool{}
		for _, name := range anchorMark.FindAllString(o.text, -1) {
			o.anchors[name[1:]] = true
		}
	}
	return o.anchors[alias[1:]]
}

// skipProperties skips an anchor and a tag.
func (o *outliner) skipProperties(at, end int) int {
	for at < end && (o.text[at] == '&' || o.text[at] == '!') {
		length := wordLength(o.text[at:end], false)
		if length == 1 {
			return at
		}
		at += length
		for at < end && isBlank(o.text[at]) {
			at++
		}
	}
	return at
}

func badStart(span diag.Span) *diag.Diagnostic {
	d := diag.Errorf(ValueStart, span, "a value can't begin with %q, which has a meaning in YAML", span.Text())
	if span.Text() == "-" {
		return d.WithHint("begin a list on the line below its key; put a value that begins with a dash and a space in quotes")
	}
	return d.WithHint("put the whole value in quotes")
}

func afterValue(span diag.Span, what string) *diag.Diagnostic {
	return diag.Errorf(AfterValue, span, "the value ends before this, with %s", what).
		WithHint("put the whole value in quotes of the kind that isn't in it")
}

// plainEnd looks for something that a plain value can't contain: a colon with a blank after
// it. It remembers a comment, since the value can't continue after it.
func (o *outliner) plainEnd(at, end int) {
	body := o.text[at:end]
	for i := range len(body) {
		switch {
		case body[i] == '#' && i > 0 && isBlank(body[i-1]):
			o.commented = o.span(at+i, end)
			return
		case body[i] == ':' && (i+1 == len(body) || isBlank(body[i+1])):
			o.fail(colonInside(o.span(at+i, at+i+1), body))
			return
		}
	}
}

// placeholder matches a placeholder in braces in a sentence.
var placeholder = regexp.MustCompile(`^\{[^,:"']*\} *$`)

// braceInText reports a text that begins with a brace.
func braceInText(brace diag.Span) *diag.Diagnostic {
	return diag.Errorf(ValueStart, brace, `a text that begins with "{" needs quotes: YAML reads it as a mapping`).
		WithHint(`put the whole text in double quotes`)
}

func colonInside(span diag.Span, value string) *diag.Diagnostic {
	d := diag.Errorf(ColonInValue, span, "a value with a colon and a space in it needs quotes")
	if mark := strings.Index(value, " ? "); mark >= 0 {
		d.Span.Start = span.Start - strings.Index(value, ":") + mark + 1
	}
	if strings.Contains(value, "?") {
		return d.WithHint("write if(c, a, b) instead of c ? a : b, or put the whole value in quotes")
	}
	if head, _, _ := strings.Cut(value, ":"); strings.Count(head, ")") > strings.Count(head, "(") {
		return d.WithHint("in a head, the type of a participant stands behind its name, without a colon: guard(target, form attack_form)")
	}
	if strings.Contains(value, RemarkMark) {
		return d.WithHint("write a space before %q", RemarkMark)
	}
	return d.WithHint("put the whole value in quotes")
}

// quoted examines a value in quotes, which may span several lines.
func (o *outliner) quoted(at, end, column int) {
	close := quoteEnd(o.text, at)
	onLine := close >= 0 && close <= end
	if close < 0 || !onLine && o.looksUnclosed(end, close, column) {
		o.fail(diag.Errorf(UnclosedQuote, o.span(at, at+1), "this quote isn't closed").
			WithHint("close it at the end of the text; to begin a text with an apostrophe, put it in double quotes"))
		return
	}
	if o.text[at] == '"' && !o.escapes(at, close) {
		return
	}
	o.rest(close, "the closing quote")
	if o.found != nil && o.text[at] == '\'' && close < len(o.text) && unicode.IsLetter(rune(o.text[close])) {
		o.found.WithHint("write an apostrophe twice inside single quotes, or use double quotes")
	}
}

var keyLine = regexp.MustCompile(`^\s*(- +)*[A-Za-z_][A-Za-z0-9_ -]*:(\s|$)`)

// looksUnclosed reports whether a line between the end of the first line of a
// quoted text and its closing quote looks like the next key.
func (o *outliner) looksUnclosed(from, close, column int) bool {
	for at := from + 1; at < close; {
		end := lineEnd(o.text, at)
		line := o.text[at:end]
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if strings.TrimSpace(line) != "" && (indent <= column || keyLine.MatchString(line)) {
			return true
		}
		at = end + 1
	}
	return false
}

// escapes reports whether every escape between double quotes is
// valid.
func (o *outliner) escapes(at, close int) bool {
	for i := at + 1; i < close-1; i++ {
		if o.text[i] != '\\' {
			continue
		}
		var d decoded
		if _, ok := d.putEscape(o.text, i); !ok {
			_, size := utf8.DecodeRuneInString(o.text[i+1:])
			o.fail(diag.Errorf(BadEscape, o.span(i, i+1+size), "%s means nothing inside double quotes", o.text[i:i+1+size]).
				WithHint(`write \\ for a backslash, or use single quotes`))
			return false
		}
		i++
	}
	return true
}

// rest examines the text after a value that ended at a byte, up to the end of
// its line, and advances past it.
func (o *outliner) rest(at int, what string) {
	end := lineEnd(o.text, at)
	line := strings.TrimRight(o.text[at:end], " \t\r")
	text := strings.TrimLeft(line, " \t")
	o.at = end + 1
	if text != "" && (text[0] != '#' || len(text) == len(line)) {
		start := at + len(line) - len(text)
		o.fail(afterValue(o.span(start, start+len(text)), what))
	}
}

// blockHeader matches the line that opens block text, from its | or > on, with the signs for its end and its indentation.
var blockHeader = regexp.MustCompile(`^[|>]([-+1-9]*)\s*(#|$)`)

// block skips block text: the lines further right than its key.
func (o *outliner) block(at, column int) {
	header := blockHeader.FindStringSubmatch(o.text[at:lineEnd(o.text, at)])
	if header == nil {
		d := diag.Errorf(ValueStart, o.span(at, at+1), "a value can't begin with %q, which opens block text on the lines below", o.text[at:at+1])
		o.fail(d.WithHint("put the whole value in quotes, or begin the text on the next line"))
		return
	}
	first := -1
	for o.at = lineEnd(o.text, at) + 1; o.at < len(o.text); o.at = lineEnd(o.text, o.at) + 1 {
		line := o.text[o.at:lineEnd(o.text, o.at)]
		body := strings.TrimLeft(line, " ")
		indent := len(line) - len(body)
		switch {
		case strings.TrimSpace(body) == "":
			continue
		case indent <= column:
			return
		case first < 0 && body[0] == '\t':
			o.fail(diag.Errorf(TabIndent, o.span(o.at+indent, o.at+indent+1), "the indentation of block text contains a tab").
				WithHint("indent with spaces"))
			return
		case first < 0:
			first = indent
		case indent < first && body[0] != '#' && !strings.ContainsAny(header[1], "123456789"):
			o.fail(diag.Errorf(Indentation, o.span(o.at+indent, o.at+len(strings.TrimRight(line, " \r"))),
				"this line of block text begins further left than its first line").
				WithHint("indent all lines of the text at least as far as the first"))
			return
		}
	}
}
