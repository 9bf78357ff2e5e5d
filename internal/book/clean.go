package book

import (
	"reflect"
	"regexp"
	"strings"
)

var (
	// programs matches what only programmers read: calls, what belongs to self.
	programs = regexp.MustCompile(`\w\(|\bself\.|==|\{`)
	// inCode matches a piece of code in a sentence, sentenceEnd the end of a sentence.
	inCode      = regexp.MustCompile("`[^`]*`")
	sentenceEnd = regexp.MustCompile(`[.!?:;] `)
	joined      = regexp.MustCompile(`(\pL|\d)_+(\pL|\d)`)
	span        = regexp.MustCompile(`^(-?\d+)\.\.(-?\d*)$`)
)

// clean returns a text without code: names are words, and a sentence with a formula is left out.
func clean(text string) string {
	if m := span.FindStringSubmatch(text); m != nil {
		if m[2] == "" {
			return m[1] + " or more"
		}
		return m[1] + " to " + m[2]
	}
	if rest, ok := strings.CutPrefix(text, ".."); ok {
		return rest + " or less"
	}
	if text == "true" || text == "false" {
		return map[string]string{"true": "yes", "false": "no"}[text]
	}
	text = inCode.ReplaceAllStringFunc(text, func(code string) string {
		if code = strings.Trim(code, "`"); isFormula(strings.ReplaceAll(code, "_", " ")) {
			return "=="
		}
		return code
	})
	kept, whole := "", text
	for len(text) > 0 {
		end := len(text)
		if at := sentenceEnd.FindStringIndex(text); at != nil {
			end = at[1]
		}
		if !programs.MatchString(text[:end]) {
			kept += text[:end]
		}
		text = text[end:]
	}
	for joined.MatchString(kept) {
		kept = joined.ReplaceAllString(kept, "$1 $2")
	}
	if len(kept) < len(whole) {
		kept = strings.TrimRight(kept, " ")
	}
	return kept
}

// inWords cleans all texts of a value, and makes anchors of names.
func inWords(v reflect.Value, field string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			inWords(v.Elem(), field)
		}
	case reflect.Slice:
		for i := range v.Len() {
			inWords(v.Index(i), field)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			inWords(v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.Bool: // formulas are prose here
		if field == "Prose" || field == "Block" {
			v.SetBool(field == "Prose")
		}
	case reflect.String:
		switch {
		case !v.CanSet():
		case field == "Anchor" || field == "To":
			v.SetString(strings.ReplaceAll(v.String(), "_", "-"))
		default:
			v.SetString(clean(v.String()))
		}
	}
}
