package tree

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// In braces and brackets a comma ends a value, even inside a formula:
// {5: hurt(target, 3)} has the value "hurt(target" and a second key "3)". Such
// pieces are reported once, and joined again, so that they don't cause
// further errors.

// openings returns how many more parentheses a plain scalar opens than it
// closes. Other nodes open none.
func openings(n *Node) int {
	if n.Kind != Scalar || n.Style != Plain {
		return 0
	}
	return strings.Count(n.Text, "(") - strings.Count(n.Text, ")")
}

// repairItems joins the items of a list that were one formula.
func (b *builder) repairItems(items []*Node) []*Node {
	var repaired []*Node
	for i := 0; i < len(items); i++ {
		last := tornEnd(len(items), i, func(k int) *Node { return items[k] })
		if last > i {
			repaired = append(repaired, b.repair(items[i], items[last]))
			i = last
			continue
		}
		repaired = append(repaired, items[i])
	}
	return repaired
}

// maxPieces limits the number of pieces of a torn formula.
const maxPieces = 64

// tornEnd returns the index of the piece that ends what piece i begins: where
// all parentheses are closed. It returns i if there is none.
func tornEnd(n, i int, piece func(int) *Node) int {
	open := openings(piece(i))
	if open <= 0 {
		return i
	}
	for k := i + 1; k < min(n, i+maxPieces); k++ {
		if piece(k).Kind != Scalar {
			return i
		}
		if open += openings(piece(k)); open <= 0 {
			return k
		}
	}
	return i
}

// repairEntries joins the entries of a mapping whose value or key was one
// formula, and splits those that lack the space after the colon.
func (b *builder) repairEntries(entries []Entry) []Entry {
	var repaired []Entry
	for i := 0; i < len(entries); i++ {
		e := entries[i]
		if e.Key.Kind != Scalar {
			repaired = append(repaired, e)
			continue
		}
		e, i = b.repairEntry(entries, i)
		if last := b.tornText(entries, i, e); last > i {
			e.Value, i = b.repairText(e.Value, entries[last].Key), last
		}
		if last := len(repaired) - 1; last >= 0 && b.joins(repaired[last].Value, e) {
			repaired[last].Value = b.join(repaired[last].Value, e.Key)
			continue
		}
		repaired = append(repaired, b.splitEntry(e))
	}
	return repaired
}

// forPeople are the keys whose values are prose.
var forPeople = []string{"title", "about", "told", "because", "question"}

// tornText returns the last of the entries after entry i that are pieces of its value, if this is prose
// with commas and without quotes; otherwise it returns i.
func (b *builder) tornText(entries []Entry, i int, e Entry) int {
	if !slices.Contains(forPeople, e.Key.Text) || e.Value.Kind != Scalar || e.Value.Style != Plain {
		return i
	}
	last := i
	for _, e := range entries[i+1:] {
		rest := strings.TrimLeft(b.src.Text[e.Key.Span.End:], " \n")
		if e.Value.Kind != Null || e.Key.Kind != Scalar || e.Key.Style != Plain || strings.HasPrefix(rest, ":") || gluedEntry.MatchString(e.Key.Text) {
			break
		}
		last++
	}
	return last
}

// repairText reports a torn text and returns all of it.
func (b *builder) repairText(first, last *Node) *Node {
	span := first.Span.To(last.Span)
	d := b.list.Errorf(TornFormula, span, "the comma inside the text ends it: YAML reads the rest as another key").
		WithHint("put the text in quotes").WithFix(span, strconv.Quote(lineBreaks.ReplaceAllString(span.Text(), " ")))
	if slices.ContainsFunc(strings.Split(span.Text(), ",")[1:], func(piece string) bool { return IsName(strings.TrimSpace(piece)) }) {
		d.Unsure() // it may be a key that lacks its value
	}
	return b.copyOf(span)
}

// joins reports whether a key without a colon continues the value before it: a list of
// names that lacks its brackets.
func (b *builder) joins(before *Node, e Entry) bool {
	rest := strings.TrimLeft(b.src.Text[e.Key.Span.End:], " \n")
	first := before
	if before.Kind == Sequence && len(before.Items) > 0 && before.Span.Start == before.Items[0].Span.Start {
		first = before.Items[0] // joined already
	}
	return e.Value.Kind == Null && !strings.HasPrefix(rest, ":") && first.Kind == Scalar && IsName(first.Text) && IsName(e.Key.Text)
}

// join reports such a key and returns the list.
func (b *builder) join(before, key *Node) *Node {
	items := []*Node{before}
	if before.Kind == Sequence {
		items = before.Items
	}
	items = append(items, key)
	whole := before.Span.To(key.Span)
	b.list.Errorf(KeyWithoutColon, key.Span, "this key needs a colon").
		WithHint("put a list in brackets: [%s]", whole.Text())
	return &Node{Kind: Sequence, Style: Flow, Span: whole, Items: items, size: 1 + len(items), height: 1}
}

// repairEntry returns entry i, joined with those that were torn from it,
// and the index of the last of these.
func (b *builder) repairEntry(entries []Entry, i int) (Entry, int) {
	e := entries[i]
	inKey := e.Value.Kind == Null && openings(e.Key) > 0
	last := tornEnd(len(entries), i, func(k int) *Node {
		if k == i && !inKey {
			return e.Value
		}
		return entries[k].Key
	})
	for k := i + 1; k < last; k++ {
		if entries[k].Value.Kind != Null {
			return e, i
		}
	}
	switch {
	case last == i:
		return e, i
	case inKey:
		return Entry{Key: b.repair(e.Key, entries[last].Key), Value: entries[last].Value}, last
	case entries[last].Value.Kind == Null:
		return Entry{Key: e.Key, Value: b.repair(e.Value, entries[last].Key)}, last
	}
	return e, i
}

// repair reports a torn formula and returns all of it.
func (b *builder) repair(first, last *Node) *Node {
	span := first.Span.To(last.Span)
	b.list.Errorf(TornFormula, span, "the comma splits the formula: YAML reads %q and %q as separate values", first.Text, last.Text).
		WithHint("put the formula in quotes, or write each entry on a line of its own, without braces or brackets")
	return b.copyOf(span)
}

// copyOf returns a plain scalar that is the text of a span.
func (b *builder) copyOf(span diag.Span) *Node {
	return &Node{Kind: Scalar, Span: span, Text: span.Text(), base: span.Start, size: 1}
}

// lineBreaks match what YAML reads as a space in an unquoted text.
var lineBreaks = regexp.MustCompile(`\s*\n\s*`)

var gluedEntry = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*:[^\s:]`)

// splitEntry splits {speed:fast}, which is a key without a value to YAML.
func (b *builder) splitEntry(e Entry) Entry {
	if e.Value.Kind != Null || e.Key.Style != Plain || e.Key.origin != nil || !gluedEntry.MatchString(e.Key.Text) {
		return e
	}
	d := gluedColon(e.Key.Span)
	if strings.HasPrefix(b.src.Text[e.Key.Span.End:], ":") {
		d.Unsure()
	}
	b.list.Add(d)
	at := e.Key.Span.Start + strings.IndexByte(e.Key.Text, ':')
	return Entry{
		Key:   b.copyOf(diag.Span{Source: b.src, Start: e.Key.Span.Start, End: at}),
		Value: b.copyOf(diag.Span{Source: b.src, Start: at + 1, End: e.Key.Span.End}),
	}
}

// gluedColon reports text such as speed:fast.
func gluedColon(span diag.Span) *diag.Diagnostic {
	key, value, _ := strings.Cut(span.Text(), ":")
	if r, size := utf8.DecodeRuneInString(value); unicode.IsSpace(r) {
		at := span.Start + len(key) + 1
		return unusualBlank(diag.Span{Source: span.Source, Start: at, End: at + size})
	}
	behind := diag.Span{Source: span.Source, Start: span.Start + len(key) + 1, End: span.Start + len(key) + 1}
	return diag.Errorf(SpaceAfterColon, span, "a space is missing after the colon").
		WithHint("write %s: %s", key, value).WithFix(behind, " ")
}

// unusualBlank reports a blank that isn't one to YAML.
func unusualBlank(span diag.Span) *diag.Diagnostic {
	r, _ := utf8.DecodeRuneInString(span.Text())
	return diag.Errorf(HiddenCharacter, span, "this isn't an ordinary space (%U)", r).
		WithHint("write an ordinary space, or put the text in quotes")
}
