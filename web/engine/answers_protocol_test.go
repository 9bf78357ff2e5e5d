package engine

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/book"
	"github.com/rulec/rulec/internal/docs"
	"github.com/rulec/rulec/internal/sim"
)

// exchanged are the types of each question and its answer.
var exchanged = map[string][2]any{
	"begin": {[]file{}, catalog{}}, "setFile": {file{}, nothing{}}, "dropFile": {"", nothing{}}, "readFile": {"", file{}},
	"examples": {nothing{}, []example{}}, "starter": {begin{}, []file{}},
	"check": {"", checked{}}, "complete": {place{}, candidates{}}, "hover": {place{}, hoverText{}}, "definition": {place{}, span{}},
	"start": {begins{}, view{}}, "now": {nothing{}, view{}}, "decide": {choice{}, view{}}, "decideAll": {[]choice{}, nothing{}},
	"playOn": {until{}, view{}}, "backTo": {0, view{}}, "at": {0, scene{}}, "scenes": {[]int{}, []scene{}},
	"offers": {choice{}, []offer{}}, "odds": {choice{}, odds{}}, "hint": {nothing{}, ""}, "written": {nothing{}, file{}}, "recorded": {format{}, ""},
	"alternatives": {which{}, alternatives{}}, "differences": {pair{}, []string{}}, "steps": {which{}, []step{}}, "fits": {which{}, nothing{}}, "simulate": {asked{}, nothing{}}, "report": {[]any{}, sim.Report{}},
	"tokens": {"", colours{}}, "params": {formFor{}, form{}}, "setParam": {newValue{}, []edit{}}, "fightsBy": {"", []playable{}},
	"mayTurn": {which{}, turns{}}, "look": {looked{}, found{}},
	"names": {"", []name{}}, "card": {wanted{}, card{}}, "book": {"", book.Book{}}, "reference": {consulted{}, []docs.Page{}},
	"encounter": {"", layout{}}, "changeEncounter": {change{}, []edit{}}, "newFight": {newFight{}, file{}}, "rulesets": {nothing{}, []alternative{}},
}

// TestProtocol holds that the page's half of the questions and answers has the fields that the engine's has, by name.
func TestProtocol(t *testing.T) {
	text, err := os.ReadFile("../app/src/engine/protocol.ts")
	if err != nil {
		t.Fatal(err)
	}
	p := protocol{t: t, text: string(text), seen: map[string]bool{}}
	asks := p.fields("Questions")
	for kind := range answers {
		pair, known := asks[kind]
		if !known || exchanged[kind] == [2]any{} {
			t.Errorf("%s is a question of the engine, and not of protocol.ts or of this test", kind)
			continue
		}
		types := split(pair[1:len(pair)-1], ',')
		p.same(kind+"'s question", types[0], reflect.TypeOf(exchanged[kind][0]))
		p.same(kind+"'s answer", types[1], reflect.TypeOf(exchanged[kind][1]))
	}
	for kind := range asks {
		if answers[kind] == nil {
			t.Errorf("protocol.ts has %s, which the engine doesn't answer", kind)
		}
	}
}

// protocol is the text of protocol.ts, and which of its types have been compared.
type protocol struct {
	t    *testing.T
	text string
	seen map[string]bool
}

var (
	comment = regexp.MustCompile(`/\*\*.*?\*/|//.*`)
	field   = regexp.MustCompile(`^\s*(\w+)\??: (.*)$`)
	omitted = regexp.MustCompile(`^Omit<(\w+),.*>$`)
)

// fields returns the fields of a type with their types: one that is declared or written out, or several that are joined.
func (p *protocol) fields(name string) map[string]string {
	all := map[string]string{}
	if name = strings.TrimSpace(name); strings.HasPrefix(name, "(") {
		name = name[1 : len(name)-1]
	}
	for _, between := range "&|" {
		if parts := split(name, between); len(parts) > 1 {
			for _, part := range parts {
				maps.Copy(all, p.fields(part))
			}
			return all
		}
	}
	if name == "" || name[0] == '"' {
		return all
	}
	if body, is := strings.CutPrefix(name, "{"); is {
		for _, part := range split(strings.TrimSuffix(body, "}"), ';') {
			if f := field.FindStringSubmatch(part); f != nil {
				all[f[1]] = strings.TrimSpace(f[2])
			}
		}
		return all
	}
	if of := omitted.FindStringSubmatch(name); of != nil {
		name = of[1]
	}
	text := comment.ReplaceAllString(p.text, "")
	if found := regexp.MustCompile(`(?s)export interface ` + name + `(?: extends ([^{]*?))? (\{[^\n]*\}\n|\{.*?\n\})`).FindStringSubmatch(text); found != nil {
		return p.fields(found[1] + " & " + found[2])
	}
	if found := regexp.MustCompile(`(?s)export type ` + name + ` =(.*?);\n`).FindStringSubmatch(text); found != nil {
		return p.fields(found[1])
	}
	p.t.Errorf("protocol.ts has no type %s", name)
	return all
}

// split splits the fields of a type, or types that are joined, but not those of types in them.
func split(body string, between rune) (parts []string) {
	depth, from := 0, 0
	for i, c := range body {
		switch c {
		case '{', '[', '(', '<':
			depth++
		case '}', ']', ')', '>':
			depth--
		case between:
			if depth == 0 {
				parts, from = append(parts, body[from:i]), i+1
			}
		}
	}
	return append(parts, body[from:])
}

// same compares a type of the page with one of the engine, and the types of its fields.
func (p *protocol) same(where, page string, of reflect.Type) {
	page = strings.TrimSuffix(strings.TrimSuffix(page, " | null"), " | undefined")
	for page = strings.TrimSpace(page); strings.HasSuffix(page, "[]"); page = strings.Trim(strings.TrimSuffix(page, "[]"), "()") {
		of = bare(of).Elem()
	}
	of = bare(of)
	if of.Kind() != reflect.Struct || page == "object" || page == "string" || of.Implements(reflect.TypeFor[json.Marshaler]()) || p.seen[page+of.String()] {
		return
	}
	p.seen[page+of.String()] = true
	ours, theirs := jsonFields(of), p.fields(page)
	for name, kind := range theirs {
		if f, known := ours[name]; known {
			p.same(where+": "+name, kind, f)
		} else {
			p.t.Errorf("%s: protocol.ts has %s in %s, and %s hasn't", where, name, page, of)
		}
	}
	question := strings.HasSuffix(where, "'s question") // the page may leave fields out
	for name := range ours {
		if _, known := theirs[name]; !known && !question && strings.HasSuffix(of.PkgPath(), "web/engine") {
			p.t.Errorf("%s: %s has %s, which protocol.ts lacks in %s", where, of, name, page)
		}
	}
}

// bare is what a pointer points to.
func bare(of reflect.Type) reflect.Type {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	return of
}

// jsonFields are the types of a struct's fields by their names in JSON.
func jsonFields(of reflect.Type) map[string]reflect.Type {
	all := map[string]reflect.Type{}
	for f := range slices.Values(reflect.VisibleFields(of)) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			all[name] = f.Type
		}
	}
	return all
}
