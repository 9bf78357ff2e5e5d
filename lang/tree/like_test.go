package tree

import (
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// What overlays do to definitions that are like others, once these are put together.
func TestLikes(t *testing.T) {
	const base = `ruleset: base
weapons:
  club: {title: A club, damage: 1, traits: [a, b], needs: {x: y}}
  mace: {like: club, damage: 2}
  great_mace: {like: mace, traits: [c]}
  light_mace: {like: great_mace, remove: [traits, damage], needs: {z: y}}
kinds:
  attack: {plural: hits, fields: {bonus: 1}, perform: {aim: x, hit: y}}
  charge: {like: attack, fields: {leap: 2}, perform: {before hit: {run: z}}, ended: {stops: s, rests: r}}
`
	for _, test := range []struct{ name, over, part, want, said string }{
		{"as it is", "", "weapons.mace", "{like: club, damage: 2, traits: [a, b], needs: {x: y}}", ""},
		{"like one that is like another", "", "weapons.great_mace", "{like: mace, damage: 2, traits: [c], needs: {x: y}}", ""},
		{"the other changes", "override: {weapons: {club: {needs: {x: z}, damage: 9}}}", "weapons.great_mace", "{like: mace, damage: 2, traits: [c], needs: {x: z}}", ""},
		{"what it has is replaced", "override: {weapons: {mace: {needs: {x: w}}}}", "weapons.mace", "{like: club, damage: 2, traits: [a, b], needs: {x: w}}", ""},
		{"what it has is extended", "extend: {weapons: {mace: {traits: [d]}}}", "weapons.mace", "{like: club, damage: 2, traits: [a, b, d], needs: {x: y}}", ""},
		{"what it has is extended at a place", "extend: {weapons: {mace: {traits: {first: d}}}}", "weapons.mace", "{like: club, damage: 2, traits: [d, a, b], needs: {x: y}}", ""},
		{"what it has isn't there to be taken out", "remove: {weapons: {mace: traits}}", "weapons.mace", "{like: club, damage: 2, traits: [a, b], needs: {x: y}}",
			`removes-nothing 1:26 remove: the base has no "traits" in weapons.mace; what it has from "club", which it is like, is replaced under override, or taken out by its own remove: override: .. {remove: traits}`},
		{"without some of it", "", "weapons.light_mace", "{like: great_mace, remove: [traits, damage], needs: {x: y, z: y}}", ""},
		{"without what isn't there", "override: {weapons: {light_mace: {remove: [titles, needs]}}}", "weapons.light_mace", "{like: great_mace, remove: [titles, needs], damage: 2, traits: [c], needs: {z: y}}",
			`removes-nothing 1:44 remove: the base has no "titles" in weapons.light_mace; "great_mace", which it is like, doesn't say it itself: what its kind says goes with another kind, which is like that one`},
		{"taken out by an overlay", "override: {weapons: {mace: {remove: traits}}}", "weapons.mace", "{like: club, remove: traits, damage: 2, needs: {x: y}}", ""},

		{"a kind", "", "kinds.charge", "{like: attack, fields: {bonus: 1, leap: 2}, perform: {aim: x, run: z, hit: y}, ended: {stops: s, rests: r}}", ""},
		{"steps where the other has none", "extend: {kinds: {charge: {ended: {before rests: {pants: p}}}}}", "kinds.charge.ended", "{stops: s, pants: p, rests: r}", ""},
		{"steps of a kind that is like another", "override: {kinds: {charge: {perform: {run: w, aim: v, first: hit}}}}\nextend: {kinds: {charge: {perform: {after run: {cry: u}}}}}", "kinds.charge.perform",
			"{hit: y, aim: v, run: w, cry: u}", ""},
		{"a step that no kind has", "override: {kinds: {charge: {perform: {rum: w}}}}", "kinds.charge.perform", "{aim: x, run: z, hit: y}",
			`unknown-step 1:39 like: "charge" in kinds has no step "rum"; there are "aim" and "hit"; to add one, write last: {rum: ..}, or after a step`},
		{"by an old name", "rename: {weapons: {club: stick}}", "weapons.mace", "{like: club, damage: 2, traits: [a, b], needs: {x: y}}", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var list diag.List
			whole := Overlay(nil, parse(t, "base.yaml", base), &list)
			if test.over != "" {
				whole = Overlay(whole, parse(t, "house.yaml", test.over+"\n"), &list)
			}
			for _, section := range []string{"weapons", "kinds"} {
				whole = whole.With(section, Likes(section, whole, &list))
			}
			if got := said(list); got != test.said {
				t.Errorf("said %s\nwant %s", got, test.said)
			}
			if got := compact(part(t, whole, test.part)); got != test.want {
				t.Errorf("%s is %s, want %s", test.part, got, test.want)
			}
		})
	}
}
