package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/program"
)

// inQuantity loads the world with a formula, in which texts take the place of others, about who, who is ann, and foe, of whom nothing is
// known, not even that there is one.
func inQuantity(t *testing.T, value, gives string, with ...string) (*program.Encounter, *program.Formula) {
	t.Helper()
	value = strings.NewReplacer(with...).Replace(value)
	e := inWorld(t, "", "", `tested: {of: {who: creature, foe: creature}, gives: `+gives+`, value: "`+value+`"}`)
	src := *tested(e).Value
	src.Inputs = tested(e).Of
	src.Inputs[0].Name = "self"
	return e, &src
}

// foldedText is what is left of a formula for ann.
func foldedText(t *testing.T, value, gives string) string {
	t.Helper()
	e, src := inQuantity(t, value, gives)
	return text(e, facts.Of(e).Folder().Formula(src, 0, 0, facts.Own{}))
}

func text(e *program.Encounter, f *program.Formula) string {
	_, text, _ := strings.Cut(dump.Names{Program: e.Program, Encounter: e}.Formula(f), " = ")
	return strings.ReplaceAll(text, "self$0", "who$0")
}

// TestFoldedFormulas: what is left of formulas in the world of TestWorth. What isn't certain
// of ann stays, and so does what could stop the run: nobody knows that there is a foe.
func TestFoldedFormulas(t *testing.T) {
	for _, test := range []struct{ value, gives, want string }{
		{"who.gift * 3 + foe.hp", "number", "6 + foe$1.hp"},
		{"who.two + foe.hp", "number", "who$0.two + foe$1.hp"},
		{"who.mate.gift + foe.hp", "number", "3 + foe$1.hp"},
		{"foe.hp + 1 / (who.gift - 1)", "number", "foe$1.hp + (1 / 1)"}, // a division is left to the run
		{"min(who.gift, foe.hp)", "number", "min(2, foe$1.hp)"},
		{"count(foes(who)) + foe.hp", "number", "2 + foe$1.hp"},
		{"who.pair[axe] + foe.hp", "number", "7 + foe$1.hp"},
		{"who.size.spaces + foe.hp", "number", "3 + foe$1.hp"},
		{"if(side(who) == side(foe), 1, 0)", "number", "if(sides.red == side(foe$1), 1, 0)"},

		{"if(who.gift > 2, foe.hp, foe.two)", "number", "foe$1.two"},
		{"if(who.gift == 2, foe.hp, foe.two)", "number", "foe$1.hp"},
		{"if(who.hp > 2, foe.hp, who.gift)", "number", "if(who$0.hp > 2, foe$1.hp, 2)"},
		{"if(who.hp > who.gift or who.gift == 2, foe.hp, 1)", "number", "foe$1.hp"},
		{"if(who.hp > 2 and who.gift > 2, foe.hp, 1)", "number", "1"},
		{"if(foe.hp > 1 or who.gift == 2, 1, 0)", "number", "if((foe$1.hp > 1) or true, 1, 0)"}, // who asks none for its hp is stopped
		{"if(foe.hp > 1 and who.gift > 2, 1, 0)", "number", "if((foe$1.hp > 1) and false, 1, 0)"},
		{"who.gift > 2 or foe.hp > 1", "bool", "foe$1.hp > 1"},
		{"foe.hp > 1 or who.gift > 2", "bool", "foe$1.hp > 1"},
		{"who.gift == 2 and foe.hp > 1", "bool", "foe$1.hp > 1"},
		{"foe.hp > 1 and who.gift == 2", "bool", "foe$1.hp > 1"},
		{"who.hp > 1 and foe.hp > 1", "bool", "(who$0.hp > 1) and (foe$1.hp > 1)"},
		{"not (foe.hp > who.gift)", "bool", "not (foe$1.hp > 2)"},

		{"numb(who) or foe.hp > 1", "bool", "foe$1.hp > 1"},
		{"hurt(who) or foe.hp > 1", "bool", "conditions.hurt(who$0) or (foe$1.hp > 1)"},
		{"hurt(who.mate) or foe.hp > 1", "bool", "foe$1.hp > 1"},
		{"shakier(who) and foe.hp > 1", "bool", "conditions.shakier(who$0) and (foe$1.hp > 1)"},
		{"given(who.mate) and foe.hp > 1", "bool", "foe$1.hp > 1"},
		{"given(foe)", "bool", "given(foe$1)"},
		{"is_out(who) or foe.hp > 1", "bool", "foe$1.hp > 1"},

		{"let n = who.gift; n + foe.hp", "number", "2 + foe$1.hp"},
		{"let n = foe.hp; n + who.gift", "number", "let n$2 = foe$1.hp in (n$2 + 2)"},
		{"let n = 1 / (who.gift - 1); n + foe.hp", "number", "let n$2 = 1 / 1 in (n$2 + foe$1.hp)"}, // a division is left to the run
		{"(let n = who.two; n * foe.hp) + (let n = who.gift; n + 1)", "number", "(let n$2 = who$0.two in (n$2 * foe$1.hp)) + 3"},
		{"if(given(who.mate.parry), foe.hp, 1)", "number", "foe$1.hp"},
		{"if(given(who.parry), foe.hp, 1)", "number", "1"},
		{"who.mate.parry + foe.hp", "number", "0 + foe$1.hp"},
		{"who.parry + foe.hp", "number", "who$0.parry + foe$1.hp"}, // who reads it is stopped
		{"index(who.size) + foe.hp", "number", "1 + foe$1.hp"},
		{"if(first(crates).is == box, foe.hp, 1)", "number", "foe$1.hp"},
		{"tall(who) or foe.hp > 1", "bool", "foe$1.hp > 1"},
		{"dizzy(who) or foe.hp > 1", "bool", "conditions.dizzy(who$0) or (foe$1.hp > 1)"}, // that may stop the run

		// Element by element, where there are few of them and which is known.
		{"any(tools, .power == foe.hp)", "bool", "(2 == foe$1.hp) or (3 == foe$1.hp)"},
		{"all(tools, .power == foe.hp)", "bool", "(2 == foe$1.hp) and (3 == foe$1.hp)"},
		{"find(tools, .power == foe.hp)", "tool", "if(2 == foe$1.hp, tools.saw, if(3 == foe$1.hp, tools.axe, none))"},
		{"any(tools, .power > 2 and who.hp > 1)", "bool", "who$0.hp > 1"},
		{"any(tools, .power < 3 and who.hp > 1)", "bool", "who$0.hp > 1"},
		{"any(tools, .power > 3 and who.hp > 1)", "bool", "false"},
		{"all(tools, .power > 2 or who.hp > 1)", "bool", "who$0.hp > 1"},
		{"all(tools, .power < 3 or who.hp > 1)", "bool", "who$0.hp > 1"},
		{"all(tools, .power > 1 or who.hp > 1)", "bool", "true"},
		{"find(tools, .power > 2 and who.hp > 1)", "tool", "if(who$0.hp > 1, tools.axe, none)"},
		{"find(tools, .power > 2 or who.hp > 1)", "tool", "if(who$0.hp > 1, tools.saw, tools.axe)"},
		{"any([1, 2, 3, 4], each == foe.hp)", "bool", "(1 == foe$1.hp) or ((2 == foe$1.hp) or ((3 == foe$1.hp) or (4 == foe$1.hp)))"},
		{"any([1, 2, 3, 4, 5], each == foe.hp)", "bool", "any([1, 2, 3, 4, 5], each$2: each$2 == foe$1.hp)"},
		{"any(foes(who), .hp > who.gift)", "bool", "(things.bob.hp > 2) or (things.eve.hp > 2)"},
		{"any(allies(who), .hp > who.gift)", "bool", "any(allies(who$0), each$2: each$2.hp > 2)"},
		{"any(tools, any(tools, .power == foe.hp))", "bool", "(2 == foe$1.hp) or (3 == foe$1.hp) or ((2 == foe$1.hp) or (3 == foe$1.hp))"},
		{"count(foes(who), .hp > who.gift)", "number", "count(foes(who$0), each$2: each$2.hp > 2)"},
		{"sum(allies(who), .gift + .hp)", "number", "sum(allies(who$0), each$2: 2 + each$2.hp)"},
		{"sum(foes(who), .gift + .hp)", "number", "sum(foes(who$0), each$2: each$2.gift + each$2.hp)"},

		// Formulas that fields hold, and quantities.
		{"axe.worth(foe, 2) + foe.hp", "number", "9 + foe$1.hp"},
		{"saw.worth(foe, 2)", "number", "foe$1.gift + 4"},
		{"saw.worth(who, 2) + foe.hp", "number", "6 + foe$1.hp"},
		{"first(who.tools).worth(foe, foe.hp)", "number", "let $3 = foe$1.hp in (foe$1.gift + (2 * $3))"},
		{"find(tools, .power == who.two).worth(foe, 1)", "number", "if(2 == who$0.two, tools.saw, if(3 == who$0.two, tools.axe, none)).worth(foe$1, 1)"},
		{"twice(foe)", "number", "foe$1.hp * 2"},
		{"twice(who) + twice(foe)", "number", "(who$0.hp * 2) + (foe$1.hp * 2)"},
		{"twice(foe.mate)", "number", "let $2 = foe$1.mate in ($2.hp * 2)"},
		{"deep(foe)", "number", "(let $3 = foe$1.mate in ($3.hp * 2)) + 1"},
		{"deep(foe.mate)", "number", "let $2 = foe$1.mate in ((let $3 = $2.mate in ($3.hp * 2)) + 1)"},
		{"sure(who) + foe.hp", "number", "(who$0.hp * 0) + 0 + 1 + foe$1.hp"},
		{"still(who) + foe.hp", "number", "2 + foe$1.hp"},
		{"still(foe)", "number", "quantities.still(foe$1)"},
		// Two expressions for each hp, six signs between seven of them, two before them and two after
		// them are 24. One more is too many.
		{"brim(foe)", "number", "0 - (foe$1.hp + foe$1.hp + foe$1.hp + foe$1.hp + foe$1.hp + foe$1.hp + foe$1.hp) + 3"},
		{"over(foe)", "number", "quantities.over(foe$1)"},
		{"long(foe)", "number", "quantities.long(foe$1)"},      // 26 of them
		{"listed(foe)", "bool", "quantities.listed(foe$1)"},    // a list would be made each time
		{"tally(who)", "number", "quantities.tally(who$0)"},    // she may be hurt
		{"tally(who.mate) + foe.hp", "number", "0 + foe$1.hp"}, // he may not
		{"split(who)", "number", "6 / (who$0.two - 2)"},
		{"doubt(who.mate) + foe.hp", "number", "quantities.doubt(things.bob) + foe$1.hp"},
	} {
		t.Run(test.value, func(t *testing.T) {
			if got := foldedText(t, test.value, test.gives); got != test.want {
				t.Errorf("%s\nbecomes %s\nnot     %s", test.value, got, test.want)
			}
		})
	}
}

// TestWorks: which formulas certainly come to something. A division by what may be 0, what is
// asked of somebody who may not be there, and numbers that may grow too far may stop the run.
func TestWorks(t *testing.T) {
	for _, test := range []struct {
		value, gives string
		ann, all     bool // for ann, and for every creature
	}{
		{"who.gift + 1", "number", true, true},
		{"who.hp + 1", "number", false, false},
		{"who.hp - 1", "number", false, false},
		{"who.hp * 2", "number", false, false},
		{"min(who.hp, 3)", "number", true, true},
		{"6 / who.gift", "number", false, false},
		{"who.hp > 3", "bool", true, true},
		{"who.hp > 3 and who.gift == 2", "bool", true, true},
		{"foe.hp > 3", "bool", false, false},
		{"who.mate.hp > 3", "bool", true, false}, // eve has no mate
		{"who.friend.hp > 3", "bool", false, false},
		{"who.pair[axe] > 3", "bool", true, true},
		{"who.pair[find(tools, .power == who.two)] > 3", "bool", false, false},
		{"who.size.spaces > 3", "bool", true, true},
		{"who.all > 3", "bool", false, false},
		{"count(who.tools) > 1", "bool", true, true},
		{"who.nums[1] > 3", "bool", false, false},
		{"who.gift in who.nums", "bool", true, true},
		{"who in foes(who)", "bool", true, true},
		{"who in foes(foe)", "bool", false, false},
		{"who in combatants", "bool", true, true},
		{"is_out(who)", "bool", true, true},
		{"is_out(foe)", "bool", false, false},
		{"side(who) == side(foe)", "bool", true, true},
		{"given(foe)", "bool", true, true},
		{"any(foes(who), .hp > 3)", "bool", true, true},
		{"any(foes(who), .mate.hp > 3)", "bool", false, false},
		{"any(foes(foe), .hp > 3)", "bool", false, false},
		{"sum(foes(who), .gift) > 3", "bool", false, false},
		{"count(foes(who), .hp > 3) > 1", "bool", true, true},
		{"numb(who)", "bool", true, true},
		{"hurt(who)", "bool", true, true},
		{"hurt(foe)", "bool", false, false},
		{"big(who)", "bool", true, true},
		{"shaky(who)", "bool", false, false},
		{"shakier(who)", "bool", false, false},
		{"tall(who)", "bool", true, true},
		{"dizzy(who)", "bool", false, false},
		{"(let n = who.hp; n > 3)", "bool", true, true},
		{"(let n = 1 / who.gift; who.hp > 3)", "bool", false, false},
		{"(let n = who.hp; 1 / n > 3)", "bool", false, false},
		{"(let n = who.mate; n.hp > 3)", "bool", true, false},
		{"given(who.parry)", "bool", true, true},
		{"given(foe.parry)", "bool", false, false},
		{"who.parry > 1", "bool", false, false},
		{"who.mate.parry > 1", "bool", true, false},
		{"index(who.size) > 1", "bool", true, true},
		{"index(who.gone) > 1", "bool", false, false},
		{"first(crates).is == box", "bool", true, true},
		{"foe.is == none", "bool", false, false},
		{"count(combatants) > 1", "bool", true, true},
		{"saw.power > 1", "bool", true, true},
		{"find(tools, .power == who.two).power > 1", "bool", false, false},
		{"find(tools, .power == who.gift).power > 1", "bool", true, false}, // of whose gift nothing more is known than 2 or 3 either tool may be found, or none
		{"count(who.bag) > 1", "bool", false, false},
		{"calm(who) > 2", "bool", false, false}, // something is contributed, be it nothing
		{"still(who) > 2", "bool", true, false}, // of somebody else there may be contributions
		{"tally(who.mate) > 2", "bool", true, false},
		{"tally(who) > 2", "bool", false, false},
		{"listed(who)", "bool", true, true},
		{"twice(who) > 2", "bool", false, false},
		{"split(who) > 2", "bool", false, false},
		{"saw.worth(who, 2) > 1", "bool", true, true},
		{"saw.worth(who, who.hp) > 1", "bool", false, false},
		{"saw.worth(foe, 2) > 1", "bool", false, false},
		{"axe.worth(foe, 2) > 1", "bool", true, true},
		{"given(who.numb)", "bool", true, true},
		{"given(foe.numb)", "bool", false, false},
		{"elapsed(who.hurt) > 1", "bool", false, false},
		{"now > 1", "bool", false, false},
	} {
		t.Run(test.value, func(t *testing.T) {
			e, src := inQuantity(t, test.value, test.gives)
			g := facts.Of(e).Folder()
			if ann, all := g.Works(src, 0, 0, facts.Own{}), g.Works(src, -1, 0, facts.Own{}); ann != test.ann || all != test.all {
				t.Errorf("it works for ann: %v, not %v; for all: %v, not %v", ann, test.ann, all, test.all)
			}
			// Asked again it answers the same.
			if g.Works(src, 0, 0, facts.Own{}) != test.ann || g.Works(src, -1, 0, facts.Own{}) != test.all {
				t.Error("asked twice it answers another thing")
			}
		})
	}
}

// TestBears: who may bear what a ban belongs to.
func TestBears(t *testing.T) {
	e := inWorld(t, "", "", "")
	g := facts.Of(e).Folder()
	for _, test := range []struct {
		who, what string
		want      bool
	}{
		{"ann", "numb", false}, {"ann", "hurt", true}, {"bob", "hurt", false}, {"ann", "big", false}, {"bob", "big", true},
		{"ann", "shaky", true}, // it can't always be told
		{"ann", "shakier", true},
		{"ann", "tall", false}, {"bob", "tall", true}, {"bob", "dizzy", true},
	} {
		if got := g.Bears(thing(t, e, test.who), condition(t, e, test.what), nil, nil); got != test.want {
			t.Errorf("%s may bear %s: %v", test.who, test.what, got)
		}
	}
	loads := named(t, e.Program.Rules, func(r *program.Rule) string { return r.Name }, "loads")
	if !g.Bears(thing(t, e, "ann"), nil, loads, nil) || g.Bears(thing(t, e, "box"), nil, loads, nil) {
		t.Error("a rule for creatures is borne by creatures")
	}
	tools := named(t, e.Program.Kinds, func(k *program.Kind) string { return k.Name }, "tool")
	for _, test := range []struct {
		who, what string
		want      bool
	}{
		{"ann", "saw", true}, {"ann", "axe", true}, // one of her tools, and one on her shelf
		{"bob", "saw", false}, {"box", "saw", false},
	} {
		d := named(t, tools.Defs, func(d *program.Def) string { return d.Name }, test.what)
		if got := g.Bears(thing(t, e, test.who), nil, nil, d); got != test.want {
			t.Errorf("%s may carry the %s: %v", test.who, test.what, got)
		}
	}
}

// TestFoldedQuantities: a quantity that is asked of somebody becomes one with those contributions
// only that he may get, each worked out for him as far as that goes.
func TestFoldedQuantities(t *testing.T) {
	for _, test := range []struct {
		value string
		want  []string // what each role gets
	}{
		{"strength(who)", []string{"more 3; most who$0.two; some true when who$0.two > 2"}},
		{"strength(who.mate)", []string{"most 5; some true"}}, // bob's gift is 3, and his two is 5
		{"strength(foe)", []string{"more 3 when who$0.gift == 2; most who$0.two; some true when who$0.two > 2"}},
		{"swing(who, foe)", []string{"more 2; least who$0.wide", "more 50 when at$1.gift > 2"}},
		{"swing(foe, who)", []string{"more who$0.gift; least who$0.wide", ""}},
		{"swing(who.mate, who.mate)", []string{"more 3; least -1", "more 50"}},
		{"tally(who)", []string{"how 1"}},
		{"kit(who)", []string{"more 8"}},
	} {
		t.Run(test.value, func(t *testing.T) {
			e, src := inQuantity(t, test.value, "number")
			folded := facts.Of(e).Folder().Formula(src, 0, 0, facts.Own{})
			if folded.Expr.Op != program.OpQuantity {
				t.Fatal("it is no quantity any more:", text(e, folded))
			}
			q := folded.Expr.Quantity
			for role, want := range test.want {
				var got []string
				for _, c := range q.By[role] {
					for _, a := range c.Amounts {
						one := q.Channels[a.Channel].Name + " " + text(e, a.Value)
						if c.When != nil {
							one += " when " + text(e, c.When)
						}
						got = append(got, one)
					}
				}
				if strings.Join(got, "; ") != want {
					t.Errorf("%s gets %s, not %s", q.Of[role].Name, strings.Join(got, "; "), want)
				}
			}
		})
	}
}

// TestSameQuantity: who is asked the same gets the same quantity; what nothing is left out of is
// the ruleset's own.
func TestSameQuantity(t *testing.T) {
	asked := func(value string) (quantities []*program.Quantity, own *program.Quantity) {
		e, src := inQuantity(t, value, "number")
		for x := range facts.Of(e).Folder().Formula(src, 0, 0, facts.Own{}).Expr.All() {
			if x.Op == program.OpQuantity {
				quantities = append(quantities, x.Quantity)
			}
		}
		return quantities, named(t, e.Program.Quantities, func(q *program.Quantity) string { return q.Name }, quantities[0].Name)
	}
	if q, own := asked("strength(who) + strength(who.mate) + strength(who)"); len(q) != 3 || q[0] != q[2] || q[0] == q[1] || q[0] == own {
		t.Error("ann's strength is one, bob's another, and neither the ruleset's", q, own)
	}
	if q, own := asked("long(who) + long(foe) + long(who.mate)"); len(q) != 3 || q[0] != own || q[1] != own || q[2] != own {
		t.Error("there is nothing to be left out of this one", q, own)
	}
	if q, own := asked("doubt(last(everyone)) + doubt(everyone[3])"); len(q) != 2 || q[0] == own || q[1] == own {
		t.Error("eve's and dee's doubts are fewer than there may be", q, own)
	}
}

// TestConst: what a formula comes to for ann, and for anybody as its self. Its other inputs may
// be anything.
func TestConst(t *testing.T) {
	for _, test := range []struct {
		value string
		ann   string
		all   string
	}{
		{"who.gift + 1", "3", "unknown"}, {"who.two", "unknown", "unknown"}, {"count(everyone)", "5", "5"}, {"foe.gift", "unknown", "unknown"},
		{"if(who.gift == 2, 4, foe.gift)", "4", "unknown"}, {"if(foe.gift > 0, 6, 6)", "6", "6"},
	} {
		e, src := inQuantity(t, test.value, "number")
		f := facts.Of(e)
		for self, want := range map[int]string{0: test.ann, -1: test.all} {
			got := "unknown"
			if v, known := f.Const(src, self); known {
				got = fmt.Sprint(v)
			}
			if got != want {
				t.Errorf("%s for %d is %s, not %s", test.value, self, got, want)
			}
		}
	}
}

// TestForeignFields: of a field that a thing doesn't have nothing is certain.
func TestForeignFields(t *testing.T) {
	e := inWorld(t, "", "", "")
	f := facts.Of(e)
	box := thing(t, e, "box")
	weight, gift := named(t, e.Things[box].Kind.Fields, fieldName, "weight"), named(t, e.Things[0].Kind.Fields, fieldName, "gift")
	for _, test := range []struct {
		thing   int
		field   *program.Field
		written bool
		value   string
	}{{box, weight, false, "6"}, {0, gift, false, "2"}, {0, weight, true, "unknown"}, {box, gift, true, "unknown"}} {
		got := "unknown"
		if v, known := f.Value(test.thing, test.field, 0); known {
			got = fmt.Sprint(v)
		}
		if got != test.value || f.Written(test.thing, test.field) != test.written || (f.Values(test.thing, test.field, 0) == nil) != (got == "unknown") {
			t.Errorf("%s of %s is %s", test.field.Name, e.Things[test.thing].Name, got)
		}
	}
}

// TestSameQuantities: a quantity is one for those for whom its contributions come to the same, and
// another where they don't. The gift of ann and eve is 2, bob's is 3.
func TestSameQuantities(t *testing.T) {
	for _, test := range []struct{ quantity, ann, bob string }{
		{"aim", "who$0.hp > 2; 3", "who$0.hp > 3; 3"},
		{"sway", "; who$0.hp + 2", "; who$0.hp + 3"},
	} {
		e, src := inQuantity(t, "NAME(who) + NAME(who.mate) + NAME(last(everyone)) + NAME(foe)", "number", "NAME", test.quantity)
		g := facts.Of(e).Folder()
		var made []*program.Quantity
		var says []string
		for x := range g.Formula(src, 0, 0, facts.Own{}).Expr.All() {
			if x.Op == program.OpQuantity {
				c := x.Quantity.By[0][0]
				when := ""
				if c.When != nil {
					when = text(e, c.When)
				}
				made, says = append(made, x.Quantity), append(says, when+"; "+text(e, c.Amounts[0].Value))
			}
		}
		if len(made) != 4 || says[0] != test.ann || says[1] != test.bob || made[2] != made[0] {
			t.Errorf("%s: %q for ann, bob, eve and anybody; eve's is ann's: %v", test.quantity, says, len(made) == 4 && made[0] == made[2])
		}
		if len(made) == 4 && made[3] != named(t, e.Program.Quantities, func(q *program.Quantity) string { return q.Name }, test.quantity) {
			t.Errorf("%s: nothing is known of a foe, so that it is the ruleset's for him", test.quantity)
		}
	}
}

// TestNames: which formulas certainly name something: eve has no mate, ann's friend may be none.
func TestNames(t *testing.T) {
	for _, test := range []struct {
		value, gives string
		ann, all     bool
	}{
		{"who.mate", "creature", true, false}, {"who.friend", "creature", false, false}, {"foe", "creature", false, false}, {"who", "creature", true, true},
		{"first(who.tools)", "tool", true, false}, {"who.mate.mate", "creature", true, false}, {"find(tools, .power == who.two)", "tool", false, false},
		{"find(tools, .power == 3)", "tool", true, true}, {"who.size", "size", true, true}, {"who.gone", "size", false, false},
		{"if(1 / (who.gift - 1) > 0, saw, axe)", "tool", false, false}, // it may stop the run
	} {
		e, src := inQuantity(t, test.value, test.gives)
		g := facts.Of(e).Folder()
		if ann, all := g.Names(src, 0, 0, facts.Own{}), g.Names(src, -1, 0, facts.Own{}); ann != test.ann || all != test.all {
			t.Errorf("%s names something for ann: %v, for all: %v", test.value, ann, all)
		}
	}
}

// TestBounds: whether the bounds of pools can be worked out, of families for each of their members.
func TestBounds(t *testing.T) {
	for bound, works := range map[string]bool{
		"self.gift + 1": true, "self.hp + 1": false, "6 / self.gift": false, "each.power + self.gift": true, "if(each == axe, self.hp, 2)": true, "self.pair[each] + 1": true,
		"if(each == axe, self.hp + 1, 2)": false,
	} {
		family := ""
		if strings.Contains(bound, "each") {
			family = "per: tool, "
		}
		e := inWorld(t, "own: {type: pool, "+family+"start: 0, max: '"+bound+"'}", "", "")
		field := named(t, e.Program.Creature.Fields, fieldName, "own")
		if got := facts.Of(e).Folder().Bounds(field.Pool.Max, 0); got != works {
			t.Errorf("%s can be worked out: %v", bound, got)
		}
	}
}

// TestKeys: formulas that say the same have one key, wherever they stand, and others have others.
func TestKeys(t *testing.T) {
	for _, test := range []struct {
		value string
		same  bool
	}{{"who.hp * 2", true}, {"who.hp * 3", false}, {"who.hp + 2", false}, {"who.gift * 2", false}, {"foe.hp * 2", false}, {"2 * who.hp", false}, {"who.hp * 2 * 1", false}} {
		e, src := inQuantity(t, test.value, "number")
		twice := named(t, e.Program.Quantities, func(q *program.Quantity) string { return q.Name }, "twice")
		g := facts.Of(e).Folder()
		if same := g.Key(src) == g.Key(twice.Value); same != test.same {
			t.Errorf("%s has the key of who.hp * 2: %v", test.value, same)
		}
	}
}
