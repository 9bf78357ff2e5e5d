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
	"alternatives": {which{}, []alternative{}}, "fits": {which{}, nothing{}}, "simulate": {asked{}, nothing{}}, "report": {[]any{}, sim.Report{}},
	"tokens": {"", colours{}}, "params": {formFor{}, form{}}, "setParam": {newValue{}, []edit{}}, "fightsBy": {"", []playable{}},
	"mayTurn": {which{}, turns{}}, "look": {looked{}, found{}},
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
)

// fields returns the fields of an interface with their types, or those of a type that is written out.
func (p *protocol) fields(name string) map[string]string {
	if of, more, both := strings.Cut(name, " & "); both {
		all := p.fields(of)
		maps.Copy(all, p.fields(more))
		return all
	}
	body, all := name, map[string]string{}
	if !strings.HasPrefix(name, "{") {
		found := regexp.MustCompile(`(?s)export interface ` + name + `( extends (\w+))? (\{[^\n]*\}\n|\{.*?\n\})`).FindStringSubmatch(p.text)
		if found == nil {
			p.t.Errorf("protocol.ts has no interface %s", name)
			return all
		}
		if found[2] != "" {
			all = p.fields(found[2])
		}
		body = found[3]
	}
	body = comment.ReplaceAllString(strings.TrimSpace(body), "")
	for _, part := range split(body[1:len(body)-1], ';') {
		if f := field.FindStringSubmatch(part); f != nil {
			all[f[1]] = strings.TrimSpace(f[2])
		}
	}
	return all
}

// split splits the fields of a type, or the types of a pair, but not those of types in it.
func split(body string, between rune) (parts []string) {
	depth, from := 0, 0
	for i, c := range body {
		switch c {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
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
