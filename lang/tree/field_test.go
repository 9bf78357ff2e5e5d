package tree

import (
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// How fields and parameters are taken apart, and what overlays over lines and mappings come to.
func TestFields(t *testing.T) {
	const base = `ruleset: base
kinds:
  creature:
    fields:
      skill: 3
      size: size = medium
      motto: text = 'so be it'
      act: program(self, n number) = n -= 1; if n == 0 { stop }
      only: number >= 2
      luck: {type: number, default: 0, title: fortune}
      wounds: {type: pool, max: 4}
    params: {way: one of ways(self) = first(ways(self)), far: {is: 1 to 3, where: each != 2}}
`
	for _, test := range []struct{ over, part, want string }{
		{"", "fields.skill", "{type: number, default: 3}"},
		{"", "fields.size", "{type: size, default: medium}"},
		{"", "fields.motto", "{type: text, default: so be it}"},
		{"", "fields.act", "{type: program(self, n number), default: n -= 1; if n == 0 { stop }}"},
		{"", "fields.only", "{type: number >= 2}"},
		{"", "params.way", "{is: one of ways(self), default: first(ways(self))}"},
		{"override: {kinds: {creature: {fields: {skill: 5}}}}", "fields.skill", "{type: number, default: 5}"},
		{"override: {kinds: {creature: {fields: {size: {default: large}}}}}", "fields.size", "{type: size, default: large}"},
		{"override: {kinds: {creature: {fields: {luck: 2}}}}", "fields.luck", "{type: number, default: 2, title: fortune}"},
		{"override: {kinds: {creature: {fields: {wounds: pool}}}}", "fields.wounds", "{type: pool, max: 4}"},
		{"override: {kinds: {creature: {params: {far: 1 to 4}}}}", "params.far", "{is: 1 to 4, where: each != 2}"},
		{"remove: {kinds: {creature: {fields: {luck: title}, params: {far: where}}}}", "fields.luck", "{type: number, default: 0}"},
		{"remove: {kinds: {creature: {fields: {luck: title}, params: {far: where}}}}", "params.far", "{is: 1 to 3}"},
	} {
		var list diag.List
		whole := Overlay(nil, parse(t, "base.yaml", base), &list)
		if test.over != "" {
			whole = Overlay(whole, parse(t, "house.yaml", test.over+"\n"), &list)
		}
		key := map[byte]string{'f': "type", 'p': "is"}[test.part[0]]
		if got := compact(part(t, whole, "kinds.creature."+test.part).Declared(key)); got != test.want || len(list) > 0 {
			t.Errorf("%s: %s is %s, want %s; said %s", test.over, test.part, got, test.want, said(list))
		}
	}
}

// What can be written shorter.
func TestFieldOnLine(t *testing.T) {
	for text, want := range map[string]string{
		"{type: number, default: 3}":                   "3",
		"{type: size, default: medium}":                "size = medium",
		"{type: number, default: none}":                "number = none",
		"{type: pool}":                                 "pool",
		"{type: number, default: 3, title: fortune}":   "",
		"{type: map of size to number, default: {}}":   "",
		"{type: number, default: 3.5}":                 "3.5",
		"number = 3":                                   "3",
		"number = none":                                "",
		"size":                                         "",
		"{type: list of size, default: [large]}":       "list of size = [large]",
		`{type: text, default: ""}`:                    "",
		"{type: program(self), default: \"a = 1; b\"}": "program(self) = a = 1; b",
	} {
		n := parse(t, "f.yaml", "f: "+text+"\n").Get("f")
		if got := n.OnLine("type"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
