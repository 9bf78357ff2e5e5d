package soundness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// people are those who fight in random encounters.
var people = []string{"ann", "bob", "cid", "dot", "eve", "fay", "gil", "hal", "ida", "jon"}

// encounter makes a random encounter of the writer's ruleset, which stands in a file.
func (w *writer) encounter(ruleset string) *knot {
	e := mapping("encounter", "random", "ruleset", "./"+ruleset)
	if w.IntN(8) > 0 {
		e.put("seed", strconv.Itoa(w.IntN(1000)))
	}
	if w.IntN(2) == 0 {
		e.put("limit", strconv.Itoa(1+w.IntN(30)))
	}
	if w.IntN(3) == 0 {
		e.put("title", one(w.Rand, "A fight", `Quotes " and \ and {braces}`, "Ünïcödé"))
	}
	ground := w.ground()
	all := mapping()
	n := one(w.Rand, 2, 2, 2, 2, 3, 3, 4, 4, 1, 6)
	if w.IntN(60) == 0 {
		n = one(w.Rand, 0, 12, 40)
	}
	for i := range n {
		name := people[i%len(people)]
		if i >= len(people) {
			name += strconv.Itoa(i / len(people))
		}
		all.put(name, w.combatant(i, ground))
	}
	e.put("combatants", all)
	w.conditions(all)
	if w.IntN(4) == 0 {
		w.things(e, ground)
	}
	if ground.knot != nil {
		e.put("map", ground.knot)
	}
	if w.IntN(5) == 0 && len(w.p.Tactics) > 0 && n > 0 {
		e.put("sides", mapping("red", mapping("tactic", one(w.Rand, w.p.Tactics...).Name)))
	}
	return e
}

// ground is the map of a random encounter, and where things may stand on it.
type ground struct {
	knot          *knot
	width, height int
	zones         []string
}

func (w *writer) ground() ground {
	g := ground{width: 2 + w.IntN(8), height: 1 + w.IntN(7)}
	terrain := "none"
	if t := w.p.Terrain; t != nil && len(t.Defs) > 0 {
		terrain = one(w.Rand, t.Defs...).Name
	}
	switch w.p.Space.Grid {
	case program.SquareGrid, program.HexGrid, program.PlaneGrid:
		if w.IntN(3) == 0 {
			return g
		}
		var rows strings.Builder
		for range g.height {
			for range g.width {
				rows.WriteString(one(w.Rand, ".", ".", ".", ".", "w"))
			}
			rows.WriteByte('\n')
		}
		g.knot = mapping("rows", rows.String(), "legend", mapping("w", terrain))
		if w.p.Space.Grid == program.PlaneGrid {
			g.knot.put("cell", strconv.FormatFloat(w.p.Space.Unit*float64(1+w.IntN(2)), 'f', -1, 64))
		}
	case program.ZoneGrid:
		zones := mapping()
		g.zones = []string{"gate", "yard", "hall", "cell"}[:1+w.IntN(4)]
		for _, z := range g.zones {
			zone := mapping()
			var next []string
			for _, other := range g.zones {
				if other != z && w.IntN(2) == 0 {
					next = append(next, other)
				}
			}
			zone.put("next", names(next...))
			if terrain != "none" && w.IntN(3) == 0 {
				zone.put("terrain", terrain)
			}
			zones.put(z, zone)
		}
		g.knot = mapping("zones", zones)
	}
	return g
}

// place returns where something may stand; nil: nowhere.
func (w *writer) spot(g ground) *knot {
	switch {
	case w.p.Space.Grid == program.NoGrid:
		return nil
	case w.p.Space.Grid == program.ZoneGrid:
		if len(g.zones) == 0 {
			return nil
		}
		return text(one(w.Rand, g.zones...))
	}
	x, y := w.IntN(g.width), w.IntN(g.height)
	if g.knot == nil && w.chance(w.odd/2) {
		x = one(w.Rand, -1, -5, 40, 100, 1000, 30000, 1000000, 1048576, -1048576)
	}
	if w.p.Space.Grid == program.PlaneGrid {
		measure, _ := program.MeasureOf(w.p.Space.Unit)
		decimal := func(n int) string { return strconv.FormatFloat(measure.Long(float64(n)), 'f', -1, 64) }
		return names(decimal(x), decimal(y))
	}
	return names(strconv.Itoa(x), strconv.Itoa(y))
}

func (w *writer) combatant(i int, g ground) *knot {
	c := mapping()
	creature := w.p.Creature
	if len(creature.Defs) > 0 && w.IntN(8) > 0 {
		c.put("is", one(w.Rand, creature.Defs...).Name)
	} else {
		for _, f := range creature.Fields {
			if f.Default == nil && f.Pool == nil {
				c.put(f.Name, w.literal(f.Type, &scope{constant: true}))
			}
		}
	}
	c.put("side", []string{"red", "blue", "green"}[one(w.Rand, i%2, i%2, i%2, i%3)])
	if p := w.spot(g); p != nil && w.IntN(12) > 0 {
		c.put("place", p)
	}
	if len(w.p.Tactics) > 0 && w.IntN(10) > 0 {
		c.put("tactic", one(w.Rand, w.p.Tactics...).Name)
	}
	for range w.IntN(3) {
		w.ownValue(c, creature)
	}
	return c
}

// ownValue gives a thing another value of one of its fields.
func (w *writer) ownValue(c *knot, k *program.Kind) {
	if len(k.Fields) == 0 {
		return
	}
	f := one(w.Rand, k.Fields...)
	if c.find(f.Name) >= 0 || f.Virtual || w.called(f.Type) {
		return
	}
	v := text(w.value(f.Type, &scope{constant: true}, 1))
	if f.Pool != nil && !w.chance(w.odd) {
		v = text(strconv.Itoa(w.IntN(9)))
	}
	v.grown = true
	c.put(f.Name, v)
}

// conditions gives some of them conditions to begin with.
func (w *writer) conditions(all *knot) {
	for _, c := range all.list {
		x := w.applied()
		if x == nil || w.IntN(4) > 0 {
			continue
		}
		given := text(x.Name)
		if w.IntN(2) == 0 {
			given = mapping("is", x.Name)
			if w.IntN(2) == 0 {
				given.put("by", one(w.Rand, all.names()...))
			}
			if len(x.Fields) > 0 && w.IntN(2) == 0 {
				f := one(w.Rand, x.Fields...)
				given.put("with", mapping(f.Name, w.value(f.Type, &scope{constant: true}, 1)))
			}
		}
		given.grown = true
		c.put("conditions", seq(given))
	}
}

// things puts things on the map that nobody carries.
func (w *writer) things(e *knot, g ground) {
	for _, k := range w.p.Kinds {
		if !k.Stateful || k == w.p.Creature || len(k.Defs) == 0 || w.IntN(2) == 0 {
			continue
		}
		t := mapping("is", one(w.Rand, k.Defs...).Name)
		if p := w.spot(g); p != nil && w.IntN(4) > 0 {
			t.put("place", p)
		}
		if w.IntN(3) == 0 {
			t.put("side", "red")
		}
		w.ownValue(t, k)
		t.grown = true
		e.section("things").put("lost_"+k.Name, t)
	}
}

// happened is a line of a trace, as far as a script is made of it.
type happened struct {
	Kind   string
	Depth  int
	Who    string
	Action string
	Event  string
	With   map[string]any
	Label  string
	Faces  []int
	Deck   string
	Card   string
	By     string
}

// scriptOf writes what happened in a recorded fight as a script that comes to the same,
// mostly: with lines that leave it to a tactic, dice that came up, and much in between.
func (w *writer) scriptOf(m *interp.Machine) string {
	var trace bytes.Buffer
	if m.JSON(&trace) != nil {
		return ""
	}
	var list []happened
	for line := range strings.Lines(trace.String()) {
		var h happened
		if json.Unmarshal([]byte(line), &h) == nil {
			list = append(list, h)
		}
	}
	exact := w.IntN(3) == 0 // all dice are given
	var lines []string
	var dice []string
	flush := func() {
		if n := len(lines); exact && len(dice) > 0 {
			if n > 0 && strings.Contains(lines[n-1], ": ") && !strings.HasPrefix(lines[n-1], "do") {
				lines[n-1] += " { " + strings.Join(dice, ", ") + " }"
			} else {
				lines = append(lines, dice...)
			}
		}
		dice = nil
	}
	turns := 0
	for _, h := range list {
		switch {
		case h.Kind == "roll" && len(h.Faces) > 0:
			roll := h.Label
			if h.Who != "" && !strings.Contains(h.Who, ".") {
				roll = h.Who + "." + roll
			}
			for _, face := range h.Faces {
				roll += " " + strconv.Itoa(face)
			}
			dice = append(dice, "dice "+roll)
		case h.Kind == "draw" && h.Card != "":
			draw := h.Deck
			if h.Who != "" && !strings.Contains(h.Who, ".") {
				draw = h.Who + "." + draw
			}
			dice = append(dice, "draw "+draw+" "+h.Card)
		case (h.Kind == "act" || h.Kind == "pass") && h.Event == "turn" && h.Depth <= 1:
			flush()
			if turns++; turns > 6 {
				break
			}
			lines = append(lines, w.between()...)
			lines = append(lines, w.line(h))
		}
	}
	flush()
	lines = append(lines, w.between()...)
	switch w.IntN(8) {
	case 0:
		lines = append(lines, "rest")
	case 1:
		lines = append(lines, "over")
	case 2:
		lines = append(lines, "over", "wait "+w.small(w.scene()), "do { "+strings.Join(w.plain(w.scene()), "; ")+" }")
	}
	if len(lines) == 0 {
		return "expect true"
	}
	return strings.Join(lines, "\n")
}

// scene is what the scene of an encounter may read.
func (w *writer) scene() *scope { return &scope{procs: w.p.Procs} }

// line writes what somebody did as a line.
func (w *writer) line(h happened) string {
	if w.IntN(12) == 0 {
		h.Who = one(w.Rand, w.e.Things...).Name
	}
	switch {
	case w.IntN(3) == 0:
		return h.Who + ": tactic"
	case h.Kind == "pass" || h.Action == "":
		return h.Who + ": pass"
	}
	text := h.Who + ": " + h.Action
	var with []string
	for _, a := range w.p.Actions {
		if a.Def.Name != h.Action {
			continue
		}
		for _, p := range a.Params {
			v, ok := h.With[p.Name]
			if !ok {
				continue
			}
			if value, ok := w.valueOf(v, p.Type); ok && w.IntN(8) > 0 {
				with = append(with, p.Name+" = "+value)
			}
		}
		break
	}
	if len(with) > 0 {
		text += " with " + strings.Join(with, ", ")
	}
	if w.IntN(6) == 0 {
		text += " { " + w.inBraces() + " }"
	}
	return text
}

// inBraces writes what may stand in the braces of a line.
func (w *writer) inBraces() string {
	var parts []string
	for range 1 + w.IntN(2) {
		who := one(w.Rand, w.e.Things...).Name
		switch w.IntN(5) {
		case 0:
			parts = append(parts, who+": tactic")
		case 1:
			parts = append(parts, "expect true or "+w.value(boolT, &scope{looksBack: true}, 2))
		case 2:
			parts = append(parts, who+": pass")
		case 3:
			if len(w.p.Actions) > 0 {
				parts = append(parts, who+": "+one(w.Rand, w.p.Actions...).Def.Name)
			}
		case 4:
			parts = append(parts, "choose "+one(w.Rand, w.questions...)+" = "+w.value(w.someElement(), w.scene(), 1))
		}
	}
	return strings.Join(parts, "; ")
}

// between writes what may stand between the lines of a script.
func (w *writer) between() []string {
	var lines []string
	if len(w.e.Things) == 0 {
		return nil
	}
	for w.IntN(2) == 0 {
		who := one(w.Rand, w.e.Things...).Name
		switch w.IntN(12) {
		case 0, 1, 2:
			lines = append(lines, "do { "+strings.Join(w.plain(w.scene()), "; ")+" }")
		case 3:
			s := w.scene()
			text := w.program_(s, 3)
			lines = append(lines, "do {\n"+text+"\n}")
		case 4, 5:
			lines = append(lines, "expect "+w.value(boolT, &scope{looksBack: true}, 3)+" or true")
		case 6:
			lines = append(lines, "expect not "+w.value(boolT, &scope{looksBack: true}, 2))
		case 7:
			lines = append(lines, "wait "+one(w.Rand, "1", "0", "2", w.small(w.scene())))
		case 8:
			if len(w.p.Actions) > 0 {
				a := one(w.Rand, w.p.Actions...)
				lines = append(lines, "refused "+who+": "+a.Def.Name+one(w.Rand, "", ` "weak"`))
			}
		case 9:
			lines = append(lines, one(w.Rand, "", who+": ")+"choose "+one(w.Rand, w.questions...)+" = "+w.value(w.someElement(), w.scene(), 1))
		case 10:
			lines = append(lines, "all pass")
		case 11:
			lines = append(lines, fmt.Sprintf("dice %s %d", one(w.Rand, w.labels...), 1+w.IntN(6)))
		}
	}
	return lines
}

// valueOf writes a value of a trace as a formula.
func (w *writer) valueOf(v any, t program.Type) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "none", true
	case bool:
		return strconv.FormatBool(v), true
	case float64:
		text := strconv.FormatFloat(v, 'f', -1, 64)
		return strings.Replace(text, "-", "0 - ", 1), t.Kind == program.Number
	case string:
		switch t.Kind {
		case program.ThingType:
			return v, true
		case program.Definition:
			if t.Of != nil {
				return t.Of.Plural + "." + v, true
			}
		case program.Step:
			return t.Scale.Name + "." + v, true
		case program.Place, program.Side:
			return v, true
		}
	case []any:
		elem := t
		switch {
		case t.Kind == program.Place:
			elem = numberT
		case isCollection(t):
			elem = *t.Elem
		}
		var items []string
		for _, x := range v {
			item, ok := w.valueOf(x, elem)
			if !ok {
				return "", false
			}
			items = append(items, item)
		}
		return "[" + strings.Join(items, ", ") + "]", true
	}
	return "", false
}

// script adds a script to an encounter, line by line as text.
func addScript(e *knot, script string) {
	e.put("script", &knot{kind: tree.Scalar, text: "expect true\n" + script, grown: true, lined: true})
}
