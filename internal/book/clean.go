package book

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/value"
)

var (
	// programs matches what only authors read: calls, what belongs to self, operators, words of the files and the tool.
	programs = regexp.MustCompile(`\w\(|\bself\.|==|\{|\brulec\b|\b(set|override|remove):`)
	// inCode matches a piece of code in a sentence, sentenceEnd the end of a sentence.
	inCode      = regexp.MustCompile("`[^`]*`")
	sentenceEnd = regexp.MustCompile(`[.!?] `)
	// alone are values that stand alone, in words.
	alone = []struct {
		written *regexp.Regexp
		said    string
	}{
		{regexp.MustCompile(`^(-?\d+)\.\.$`), "$1 or more"}, {regexp.MustCompile(`^(-?\d+)\.\.(-?\d+)$`), "$1 to $2"},
		{regexp.MustCompile(`^\.\.(-?\d+)$`), "$1 or less"}, {regexp.MustCompile(`^(true|always)$`), "yes"}, {regexp.MustCompile(`^(false|never)$`), "no"},
	}
)

// clean returns a text without code: names are words, and a sentence with a formula is left out.
func clean(text string) string {
	for _, a := range alone {
		text = a.written.ReplaceAllString(text, a.said)
	}
	text = strings.ReplaceAll(inCode.ReplaceAllStringFunc(text, func(code string) string {
		if code = strings.Trim(code, "`"); isFormula(strings.ReplaceAll(code, "_", " ")) {
			return "=="
		}
		return code
	}), "_", " ")
	if !programs.MatchString(text) {
		return text
	}
	kept := ""
	for end := 0; len(text) > 0; text = text[end:] {
		end = len(text)
		if at := sentenceEnd.FindStringIndex(text); at != nil {
			end = at[1]
		}
		if !programs.MatchString(text[:end]) {
			kept += text[:end]
		}
	}
	return value.Capital(strings.TrimRight(kept, " "))
}

// inWords cleans all texts of a book's chapters, makes anchors of names, and takes out what is for authors.
func inWords(v reflect.Value, field string) {
	switch {
	case slices.Contains([]string{"Name", "Cite", "Was", "Place", "Comes", "Block"}, field):
		v.SetZero()
	case field == "Prose": // formulas are prose here
		v.SetBool(true)
	case v.Kind() == reflect.Pointer && !v.IsNil():
		inWords(v.Elem(), "")
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			inWords(v.Index(i), "")
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				inWords(v.Field(i), v.Type().Field(i).Name)
			}
		}
	case field == "Anchor" || field == "To":
		v.SetString(strings.ReplaceAll(v.String(), "_", "-"))
	case v.Kind() == reflect.String:
		v.SetString(clean(v.String()))
	}
}
