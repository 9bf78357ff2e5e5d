package tree

import "strings"

// PluralOf returns the plural of a name: weapons, abilities, classes.
func PluralOf(name string) string {
	stem := strings.TrimSuffix(name, "y")
	switch {
	case stem != name && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou"):
		return stem + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	}
	return name + "s"
}

// Section returns the name of the section of a kind's definitions: its plural.
func (e Entry) Section() string {
	if n := e.Value.Get("plural"); n != nil {
		return n.Text
	}
	return PluralOf(e.Key.Text)
}
