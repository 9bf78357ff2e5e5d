package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/session"
)

// names are the names of something: as shown, and as in rules and scripts, and what is said of it. An amount has its own number, everything
// else also its number in the list.
type names struct {
	shown, internal, says string
	amount                bool
	number                int
}

// namesOf returns the names of values.
func namesOf(values []session.Value) []names {
	list := make([]names, len(values))
	for i, v := range values {
		_, err := strconv.Atoi(v.Text)
		list[i] = names{shown: v.Text, internal: v.Name, amount: err == nil, number: i + 1}
	}
	return list
}

// shown returns the names as they are shown.
func shown(list []names) []string {
	var texts []string
	for _, x := range list {
		texts = append(texts, x.shown)
	}
	return texts
}

// list lists the options.
func (t *Table) list(offers []names) {
	for _, o := range offers {
		t.say("  %d %s%s", o.number, o.shown, o.says)
	}
}

// amounts writes numbers to choose from: from the least to the most, if there are more than two.
func amounts(offers []names) string {
	if len(offers) < 3 {
		return strings.Join(shown(offers), " or ")
	}
	numbers := make([]int, len(offers))
	for i, o := range offers {
		numbers[i], _ = strconv.Atoi(o.shown)
	}
	return fmt.Sprintf("%d to %d", slices.Min(numbers), slices.Max(numbers))
}

// find finds an option: by its number, by a name, by the beginning of a name, or by one of its words. Amounts have only names.
func find(word string, offers []names) (index int, ok bool) {
	if n, err := strconv.Atoi(word); err == nil && n > 0 && len(offers) > 0 && !offers[0].amount {
		if i := slices.IndexFunc(offers, func(o names) bool { return o.number == n }); i >= 0 {
			return i, true
		}
	}
	word = plain(word)
	for i, fits := range []func(name string) bool{
		func(name string) bool { return name == word },
		func(name string) bool { return strings.HasPrefix(name, word) },
		func(name string) bool { return slices.Contains(strings.Fields(name), word) },
	} {
		exact := i == 0
		isIt := func(o names) bool { return (exact || !o.amount) && (fits(plain(o.shown)) || fits(plain(o.internal))) }
		if i := slices.IndexFunc(offers, isIt); word != "" && i >= 0 {
			return i, exact || !slices.ContainsFunc(offers[i+1:], isIt)
		}
	}
	return 0, false
}

// plain is a name in lower case, with spaces between its words.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", " ")) }
