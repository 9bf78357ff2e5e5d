package tree

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
)

// MaxWhole is the largest whole number; the smallest is its negative.
const MaxWhole = 1<<53 - 1

// IsName reports whether s is a valid name: a lower-case letter, followed by
// lower-case letters, digits and underscores.
//
// Spec: files.md.
func IsName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c < 'a' || c > 'z') && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// thousands matches a number with thousands separators (commas).
var thousands = regexp.MustCompile(`^-?[1-9][0-9]{0,2}(,[0-9]{3})+$`)

// highestOf matches AnyDice's notation for the best of some dice, without its brackets.
var highestOf = regexp.MustCompile(`^highest (\d+) of (\d*d\d+)$`)

var fractional = regexp.MustCompile(`\.0*[1-9]`)

// isNumber reports whether a text is a number: a sign, digits without a leading
// zero, a decimal point with digits; sign and point may be omitted.
func isNumber(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	whole, fraction, pointed := strings.Cut(s, ".")
	return isDigits(whole) && (whole == "0" || whole[0] != '0') && (!pointed || isDigits(fraction))
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// IsNumber reports whether the node is a literal number: unquoted digits,
// optionally with a sign and a decimal point.
func (n *Node) IsNumber() bool {
	return n != nil && n.Kind == Scalar && (n.Style == Plain || n.Style == Computed) && isNumber(n.Text)
}

// IsBool reports whether the node is a literal true or false.
func (n *Node) IsBool() bool {
	return n != nil && n.Kind == Scalar && n.Style == Plain && (n.Text == "true" || n.Text == "false")
}

// scalar reports whether n is a single value; if not, it adds an error that names what
// is wanted. It adds none for a nil node.
func scalar(n *Node, what, wanted string, list *diag.List) bool {
	switch {
	case n == nil:
		return false
	case n.Kind == Null:
		list.Errorf(MissingValue, n.Span, "%s has no value: expected %s", what, wanted)
		return false
	case n.Kind != Scalar:
		d := list.Errorf(WrongShape, n.Span, "%s must be %s, but it is %s", what, wanted, n.Kind)
		switch {
		case n.Kind == Sequence && len(n.Items) == 1 && n.Items[0].Kind == Sequence:
			d.WithHint("YAML reads double brackets as a list in a list: remove them")
		case n.Kind == Sequence && len(n.Items) == 1 && highestOf.MatchString(n.Items[0].Text):
			d.WithHint("write %s in quotes, without brackets", highestOf.ReplaceAllString(n.Items[0].Text, "best($1, $2)"))
		case n.Kind == Mapping && n.find("faces")+n.find("sides") > -2:
			d.WithHint("write dice as one value: 2d6 + 1")
		}
		return false
	}
	return true
}

// The functions below return a node's value, and whether it has the expected
// form. If it doesn't, they report that, describing the place by what, such as
// `the range of action "strike"`. For a nil node they return false without a report, so
// that results of Walk's methods can be passed on.

// Text returns the text of a single value.
func Text(n *Node, what string, list *diag.List) (string, bool) {
	if !scalar(n, what, "a text", list) {
		return "", false
	}
	return n.Text, true
}

// Bool returns the value of a literal true or false.
func Bool(n *Node, what string, list *diag.List) (value, ok bool) {
	if !scalar(n, what, "true or false", list) {
		return false, false
	}
	if n.IsBool() {
		return n.Text == "true", true
	}
	if reportPlainAmbiguity(n, list) {
		return false, false
	}
	d := list.Errorf(NotBool, n.Span, "%s must be true or false, but it is %q", what, n.Text)
	quoted := n.Style == SingleQuoted || n.Style == DoubleQuoted
	switch word := strings.ToLower(n.Text); word {
	case "true", "false":
		if !quoted {
			break
		}
		d.WithHint("write %s, without quotes", word).WithFix(n.Span, word)
	case "yes", "y", "on", "1":
		d.WithHint("write true, without quotes").WithGuess(n.Span, "true")
	case "no", "n", "off", "0":
		d.WithHint("write false, without quotes").WithGuess(n.Span, "false")
	}
	return false, false
}

// Whole returns a whole number within ±MaxWhole.
func Whole(n *Node, what string, list *diag.List) (int64, bool) {
	if !number(n, what, "a whole number", list) {
		return 0, false
	}
	if fractional.MatchString(n.Text) {
		list.Errorf(NotWhole, n.Span, "%s must be a whole number, but it is %s", what, n.Text)
		return 0, false
	}
	digits, _, _ := strings.Cut(n.Text, ".")
	value, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || value > MaxWhole || value < -MaxWhole {
		return 0, outOfRange(n, what, list)
	}
	return value, true
}

// Number returns a number within ±MaxWhole, which may have a fraction.
func Number(n *Node, what string, list *diag.List) (float64, bool) {
	if !number(n, what, "a number", list) {
		return 0, false
	}
	value, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || value > MaxWhole || value < -MaxWhole {
		return 0, outOfRange(n, what, list)
	}
	return value, true
}

func outOfRange(n *Node, what string, list *diag.List) bool {
	list.Errorf(NumberRange, n.Span, "%s is too large: the limit is %d", what, int64(MaxWhole))
	return false
}

// number reports whether n is a literal number; if not, it adds an error.
func number(n *Node, what, wanted string, list *diag.List) bool {
	switch {
	case !scalar(n, what, wanted, list):
		return false
	case n.IsNumber():
		return true
	case reportPlainAmbiguity(n, list):
		return false
	}
	d := list.Errorf(NotNumber, n.Span, "%s must be %s, but it is %q", what, wanted, n.Text)
	switch {
	case isNumber(n.Text) && (n.Style == SingleQuoted || n.Style == DoubleQuoted):
		d.WithHint("write it without quotes").WithFix(n.Span, n.Text)
	case thousands.MatchString(n.Text):
		whole, point := strings.ReplaceAll(n.Text, ",", ""), strings.Replace(n.Text, ",", ".", 1)
		d.WithHint("write %s without commas; the decimal mark is a point", whole).WithGuess(n.Span, whole)
		if isNumber(point) {
			d.WithGuess(n.Span, point)
		}
	case isNumber(strings.Replace(n.Text, ",", ".", 1)):
		d.WithHint("write a decimal point, not a comma").WithGuess(n.Span, strings.Replace(n.Text, ",", ".", 1))
	case foreign.Number(n.Text) != "":
		d.Suggest(foreign.Number(n.Text))
	}
	return false
}

// reportPlainAmbiguity reports a value such as yes or 010, with the same message as
// Parse, so that it isn't reported twice.
func reportPlainAmbiguity(n *Node, list *diag.List) bool {
	if n.Style != Plain {
		return false
	}
	a := ambiguous(n.Text)
	if a != nil {
		reportAmbiguous(n, a, list)
	}
	return a != nil
}

// Name returns a name: a lower-case letter, followed by lower-case letters, digits and
// underscores.
func Name(n *Node, what string, list *diag.List) (string, bool) {
	if !scalar(n, what, "a name", list) {
		return "", false
	}
	if IsName(n.Text) {
		return n.Text, true
	}
	if reportPlainAmbiguity(n, list) {
		return "", false
	}
	d := list.Errorf(NotName, n.Span, "%s must be a name, but it is %q", what, n.Text)
	if name := asName(n.Text); name != "" {
		d.Suggest(name)
	} else {
		d.WithHint("a name begins with a letter a to z and continues with letters a to z, digits and _")
	}
	return "", false
}

// asName converts a text to a name: lower-case letters, and underscores
// for spaces and hyphens. It returns an empty string if the result isn't a name.
func asName(text string) string {
	name := strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(text))
	if IsName(name) {
		return name
	}
	return ""
}

// EntriesOf returns the entries of a mapping; none for anything else, and for nil.
func EntriesOf(n *Node) []Entry {
	if n == nil {
		return nil
	}
	return n.Entries
}

// Items returns the items of a list. A single value or mapping is a list with
// one item, and an empty or nil node has none. It never adds an error.
func Items(n *Node) []*Node {
	switch {
	case n == nil || n.Kind == Null:
		return nil
	case n.Kind == Sequence:
		return n.Items
	}
	return []*Node{n}
}

// Names returns a list of names, which may be written as a single name. Items
// that aren't names are reported and omitted; ok is false if there were any.
func Names(n *Node, what string, list *diag.List) (names []*Node, ok bool) {
	ok = n != nil
	for _, item := range Items(n) {
		if _, fine := Name(item, "each entry of "+what, list); fine {
			names = append(names, item)
		} else {
			ok = false
		}
	}
	return names, ok
}

// rational returns the exact value of a literal number.
func (n *Node) rational() (*big.Rat, bool) {
	if !n.IsNumber() || len(n.Text) > 32 {
		return nil, false
	}
	return new(big.Rat).SetString(strings.TrimPrefix(n.Text, "+"))
}
