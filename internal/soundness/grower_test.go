package soundness

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/tree"
)

// A grower adds declarations to a ruleset: the right words, and the simplest texts, in
// whose place others are written afterwards.
type grower struct {
	*rand.Rand
	root *knot
	n    int
	// labels, questions and events are those that the texts of the item use.
	events []string
}

func (g *grower) chance(p float64) bool { return g.Float64() < p }

// name makes a name that nothing has.
func (g *grower) name(head string) string {
	g.n++
	return head + strconv.Itoa(g.n)
}

// add adds a declaration to a section.
func (g *grower) add(section, name string, value *knot) {
	value.grown = true
	g.root.section(section).put(name, value)
}

// maybe puts an entry into a mapping, in a share of all cases.
func (g *grower) maybe(p float64, n *knot, key string, value any) {
	if g.chance(p) {
		n.put(key, value)
		n.get(key).grown = true
	}
}

// skeleton makes a ruleset from nothing.
func skeleton(r *rand.Rand, name string) *knot {
	root := mapping("rulec", "2", "ruleset", name)
	g := &grower{Rand: r, root: root}
	for range r.IntN(3) {
		g.param()
	}
	for range 1 + r.IntN(2) {
		g.scale()
	}
	g.kinds()
	g.time()
	g.space()
	g.some()
	for range r.IntN(3) {
		g.table()
	}
	for range 1 + r.IntN(2) {
		g.quantity()
	}
	for range 1 + r.IntN(3) {
		g.condition()
	}
	for range 1 + r.IntN(2) {
		g.event()
	}
	for range r.IntN(3) {
		g.deck()
	}
	for range r.IntN(3) {
		g.proc()
	}
	for range 1 + r.IntN(2) {
		g.actions()
	}
	for range r.IntN(3) {
		g.rule()
	}
	for range 1 + r.IntN(2) {
		g.tactic()
	}
	for range r.IntN(2) {
		g.check()
	}
	g.reports()
	return root
}

// grow adds a few declarations to a ruleset that is there.
func (g *grower) grow(n int) {
	ways := []func(){
		g.param, g.scale, g.table, g.quantity, g.condition, g.condition, g.condition, g.event, g.proc, g.actions, g.rule, g.rule, g.entry,
		g.field, g.pool, g.definition, g.check, g.deck,
	}
	for range n {
		one(g.Rand, ways...)()
	}
}

// deck adds a deck of the steps of a scale.
func (g *grower) deck() {
	scales := g.root.get("scales").names()
	if len(scales) == 0 {
		return
	}
	all := "scales." + one(g.Rand, scales...)
	d := mapping("cards", one(g.Rand, all, "["+"first("+all+"), last("+all+"), last("+all+")]", "filter("+all+", index(each) > "+one(g.Rand, "0", "1")+")"))
	g.maybe(0.5, d, "when_empty", one(g.Rand, "none", "shuffle"))
	g.add("decks", g.name("deck"), d)
}

func (g *grower) param() {
	g.add("params", g.name("par"), text(one(g.Rand, "0", "1", "2 (0..9)", "5 (or 1, 2)", "-1", "9007199254740991", "true", "false",
		"1d6", "best(1, 2d20) + 1", "2d6", "way1 (or way2, way3)")))
}

func (g *grower) scale() {
	name := g.name("scale")
	steps := []string{g.name("low"), g.name("mid"), g.name("high")}[:1+g.IntN(3)]
	if g.IntN(2) == 0 {
		g.add("scales", name, names(steps...))
		return
	}
	head, row := name, ""
	for _, c := range []string{"col1", "col2", "title"}[:1+g.IntN(3)] {
		if c == "title" {
			head, row = head+"  title", row+`  "a title"`
			continue
		}
		if t, literal := g.plainType(); !strings.Contains(t, " ") {
			head, row = head+"  "+c+":"+t, row+"  "+cell(literal)
		}
	}
	lines := head
	for _, step := range steps {
		lines += "\n" + step + row
	}
	g.add("scales", name, text(lines+"\n"))
}

// cell writes a value as a cell of a grid.
func cell(literal string) string {
	if strings.Contains(literal, " ") && !strings.HasPrefix(literal, `"`) {
		return `"` + literal + `"`
	}
	return literal
}

// plainType is a type whose values can be written down.
func (g *grower) plainType() (name, literal string) {
	return g.typ(g.IntN(6) == 0, false)
}

// typ returns a type with a value of it.
func (g *grower) typ(list, field bool) (name, literal string) {
	if list {
		elem, _ := g.typ(false, false)
		if elem == "act" {
			elem = "creature"
		}
		head := "list of "
		if elem != "number" && elem != "bool" && elem != "dice" && elem != "place" && elem != "text" && g.IntN(2) == 0 {
			head = "set of "
		}
		return head + elem, "[]"
	}
	if field && g.IntN(8) == 0 {
		return g.calledType()
	}
	switch g.IntN(18) {
	case 0, 1, 2, 3:
		return "number", one(g.Rand, "0", "1", "2", "3")
	case 4, 5:
		return "bool", one(g.Rand, "true", "false")
	case 6, 7:
		return "dice", one(g.Rand, "1d6", "2d6", "1d20 + 2")
	case 8:
		return "text", "luck1"
	case 9:
		if scales := g.root.get("scales").names(); len(scales) > 0 {
			s := one(g.Rand, scales...)
			return s, "first(scales." + s + ")"
		}
	case 10:
		return "creature", "none"
	case 11:
		return "condition", "none"
	case 12:
		return one(g.Rand, "event", "entry", "action"), "none"
	case 13:
		return one(g.Rand, "thing", "direction", "side", "place"), "none"
	case 14:
		if g.IntN(3) == 0 {
			return "act", "none"
		}
	case 15:
		for _, p := range g.root.get("params").names() {
			if first, _, several := strings.Cut(g.root.get("params", p).text, " (or way"); several {
				return p, p + "." + first
			}
		}
	case 16:
		if list := g.applied(); len(list) > 0 {
			return one(g.Rand, list...), "none"
		}
	case 17:
		if kinds := g.root.get("kinds").names(); len(kinds) > 0 {
			return one(g.Rand, kinds...), "none"
		}
	}
	return "number", "1"
}

// calledType is a type of what is worked out or done when it is asked for.
func (g *grower) calledType() (name, literal string) {
	params := one(g.Rand, "", "(self)", "(self creature, who creature)", "(much number)", "(self, how bool)")
	switch g.IntN(4) {
	case 0:
		return "program" + params, "let x0 = 0"
	case 1:
		return "formula bool" + params, "true"
	case 2:
		return "formula dice" + params, "1d6"
	}
	return "formula number" + params, "1"
}

// applied lists the conditions that have instances.
func (g *grower) applied() []string {
	var list []string
	for _, c := range g.root.get("conditions").names() {
		if g.root.get("conditions", c, "while") == nil {
			list = append(list, c)
		}
	}
	return list
}

// fieldOf makes a field.
func (g *grower) fieldOf(called bool) *knot {
	if called && g.IntN(12) == 0 {
		f := mapping("type", one(g.Rand, "map of number to program(self creature)", "map of number to number", "map of number to dice", "map of number to formula number(self creature)"))
		f.put("default", mapping())
		return f
	}
	t, literal := g.typ(g.IntN(5) == 0, called)
	f := mapping("type", t, "default", literal)
	g.maybe(0.1, f, "told", "false")
	if !strings.Contains(t, " ") && g.IntN(6) == 0 {
		if member := g.family(); member != "" {
			f.put("per", member)
		}
	}
	return onLine(f)
}

// onLine writes what has only a type and a default on one line.
func onLine(f *knot) *knot {
	value := f.get("default")
	if len(f.keys) != 2 || value == nil || value.kind != tree.Scalar {
		return f
	}
	of := f.list[0].text
	if bare := (&tree.Node{Kind: tree.Scalar, Text: value.text}); bare.Literal() == of {
		return text(value.text)
	}
	return text(of + " = " + value.text)
}

// family returns a scale or a kind that a field can have one for each of.
func (g *grower) family() string {
	list := g.root.get("scales").names()
	for _, k := range g.root.get("kinds").names() {
		if k != "creature" {
			list = append(list, k)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return one(g.Rand, list...)
}

func (g *grower) poolOf(self bool, others ...string) *knot {
	p := mapping("type", "pool")
	g.maybe(0.7, p, "max", one(g.Rand, "10", "3", "5", "0", "self."+one(g.Rand, append(others, "base0")...)))
	g.maybe(0.2, p, "min", one(g.Rand, "0", "-5", "1"))
	g.maybe(0.3, p, "start", one(g.Rand, "0", "1", "2"))
	g.maybe(0.3, p, "up", one(g.Rand, "true", "false"))
	g.maybe(0.2, p, "told", one(g.Rand, "false", "{self}: {new - old}", "{if(new > old, 'up', '')}"))
	if g.IntN(4) == 0 {
		r := mapping()
		r.put(one(g.Rand, "end of turn of self", "start of encounter", "moment", "start of action of self", "end of turn", "self moves"), one(g.Rand, any("2"), any("self.base0"), any(null())))
		p.put("resets", r)
	}
	if self && g.IntN(5) == 0 {
		if member := g.family(); member != "" {
			p.put("per", member)
			g.perMember(p, member)
		}
	}
	return p
}

// perMember makes what is said of a family's members differ.
func (g *grower) perMember(p *knot, family string) {
	for _, key := range []string{"max", "min", "start"} {
		if p.get(key) != nil && g.IntN(2) == 0 {
			p.put(key, g.ofMember(family))
		}
	}
	if r := p.get("resets"); r != nil && g.IntN(2) == 0 {
		r.list[0] = mapping("to", g.ofMember(family)).list[0]
	}
}

// ofMember is a number for each member of a family of creatures.
func (g *grower) ofMember(family string) string {
	own := map[string]string{"lore": "each.depth", "gear": "each.weight"}[family]
	if g.root.get("scales", family) != nil {
		own = "index(each)"
	}
	if own == "" {
		return "if(each == none, 0, self.base0)"
	}
	return one(g.Rand, own, "3 - "+own, "self.base0 + "+own, "min(2, "+own+")")
}

// kinds makes those who fight, and a few things.
func (g *grower) kinds() {
	kinds := g.root.section("kinds")
	fields := mapping("base0", "4")
	fields.put("bulk0", "number = 2 * self.base0 + 1") // worked out
	fields.put("spare0", "number = none")              // may be left out
	creature := mapping("fields", fields)
	kinds.put("creature", creature)
	kinds.put("gear", mapping("plural", "gears", "fields", mapping("worn", mapping("type", "pool", "max", "5"), "weight", "1")))
	kinds.put("lore", mapping("plural", "lores", "fields", mapping("depth", "2")))
	if g.IntN(2) == 0 {
		kinds.put("object", mapping("plural", "objects", "things", "true"))
		g.root.put("objects", mapping("crate", mapping()))
	}
	if g.IntN(2) == 0 {
		kinds.put("terrain", mapping("plural", "terrains", "fields", mapping("slow", "0")))
		g.root.put("terrains", mapping("swamp", mapping("slow", "2"), "cliff", mapping()))
	}
	if g.IntN(3) == 0 {
		kinds.put("fight", mapping("fields", mapping("heat", mapping("type", "pool", "up", "true", "max", "9"), "omen", "2")))
		g.actionKind("fight.heat += 1\nif fight.heat > fight.omen { self.hp -= 1 }")
	}
	fields.put("hp", mapping("type", "pool", "max", "10"))
	fields.put("wind", g.poolOf(false))
	g.maybe(0.4, fields, "strain", mapping("type", "pool", "up", "true", "max", "4"))
	g.maybe(0.4, fields, "charges", mapping("type", "pool", "max", one(g.Rand, "3", "each.depth"), "per", "lore"))
	g.maybe(0.3, fields, "life", mapping("type", "pool", "stack", names("wind", "hp")))
	if g.IntN(3) == 0 {
		fields.get("hp").put("instead", mapping("wind", "1"))
	}
	fields.put("gears", "list of gear = [knife]")
	fields.put("friends", "set of creature = []")
	for _, k := range []string{"creature", "creature", "creature", "gear", "lore"} {
		for range g.IntN(3) {
			f := g.fieldOf(true)
			f.grown = true
			if per := f.get("per"); per != nil && k == "creature" && f.get("type").text == "number" && g.IntN(2) == 0 {
				f.put("default", g.ofMember(per.text))
			}
			kinds.get(k, "fields").put(g.name("f"), f)
		}
	}
	g.root.put("gears", mapping("knife", mapping(), "shield", mapping("weight", "3")))
	g.root.put("lores", mapping("fire", mapping(), "frost", mapping("depth", "5")))
	g.root.put("creatures", mapping("wolf", mapping("hp", "6"), "giant", mapping("base0", "7", "spare0", "3", "gears", names("knife", "shield"))))
}

// field adds a field to a kind.
func (g *grower) field() {
	kinds := g.root.get("kinds").names()
	if len(kinds) == 0 {
		return
	}
	k := g.root.get("kinds", one(g.Rand, kinds...))
	if k == nil || k.kind != tree.Mapping {
		return
	}
	f := g.fieldOf(true)
	f.grown = true
	k.section("fields").put(g.name("f"), f)
}

// pool adds a pool to creatures.
func (g *grower) pool() {
	creature := g.root.get("kinds", "creature")
	if creature == nil || creature.kind != tree.Mapping {
		return
	}
	f := g.poolOf(true)
	f.grown = true
	creature.section("fields").put(g.name("pool"), f)
}

// definition copies a definition under another name.
func (g *grower) definition() {
	kinds := g.root.get("kinds").names()
	for range min(5, len(kinds)) {
		k := one(g.Rand, kinds...)
		plural := k + "s"
		if p := g.root.get("kinds", k, "plural"); p != nil {
			plural = p.text
		}
		if s := g.root.get(plural); s != nil && s.kind == tree.Mapping && len(s.list) > 0 {
			d := one(g.Rand, s.list...).clone()
			if d.kind == tree.Mapping {
				g.body(d, true)
				g.add(plural, g.name("def"), d)
				return
			}
		}
	}
}

func (g *grower) time() {
	keys := one(g.Rand, names("tick"), names("tick"), names("tick", "rank"), names("tick", "rank", "place_in"))
	t := mapping("key", keys, "everyone_due", one(g.Rand, "false", "false", "false", "true"), "limit", one(g.Rand, "12", "20", "40"))
	g.maybe(0.3, t, "unit", "tick")
	t.put("start", one(g.Rand,
		"for c in everyone { schedule turn of c at 1 }",
		"for c in everyone { roll luck1 by c = 1d4\nschedule turn of c at luck1 }",
		"for c in everyone { roll luck1 by c = 1d6\nschedule turn of c at luck1 }",
		"for c in everyone in order of each.base0 { schedule turn of c at 0 }"))
	turn := mapping("do", one(g.Rand,
		"choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1",
		"choose act from can_do(self)\nif act != none { perform act }\nif not is_out(self) { schedule turn of self at now + 2 }",
		"announce turn of self for self until all pass\nschedule turn of self at now + 3"))
	if g.IntN(4) == 0 {
		turn = mapping("declare", "choose act from can_do(self)", "do", "if act != none { perform act }\nschedule turn of self at now + 1")
	}
	g.entryKeys(turn)
	t.put("entries", mapping("turn", turn))
	g.maybe(0.8, t, "out", "self.hp <= 0")
	g.maybe(0.7, t, "over", one(g.Rand, "all(combatants, side(each) == side(first(combatants)))", "count(combatants) <= 1"))
	g.maybe(0.6, t, "winner", "side(first(combatants))")
	g.root.put("time", t)
	for range g.IntN(3) {
		g.entry()
	}
}

func (g *grower) entryKeys(e *knot) {
	if g.IntN(3) == 0 {
		fields := mapping("count", "number")
		t, _ := g.typ(g.IntN(5) == 0, false)
		fields.put(g.name("n"), t)
		fields.list[len(fields.list)-1].grown = true
		e.put("fields", fields)
	}
	g.maybe(0.3, e, "phase", one(g.Rand, "1", "2", "-1"))
	g.maybe(0.4, e, "equal", one(g.Rand, "together", "in order"))
	g.maybe(0.3, e, "order", "self.hp")
	g.maybe(0.3, e, "requires", mapping("not is_out(self)", "out"))
	g.maybe(0.3, e, "told", "{self} is due")
	g.maybe(0.2, e, "title", "It is due")
}

func (g *grower) entry() {
	e := mapping("do", "let x0 = 0")
	g.maybe(0.3, e, "declare", "let x1 = 1")
	g.entryKeys(e)
	e.grown = true
	g.root.section("time").section("entries").put(g.name("entry"), e)
}

func (g *grower) space() {
	grid := one(g.Rand, "square", "square", "hex", "zones", "plane", "none", "")
	if grid == "" {
		return
	}
	s := mapping("grid", grid)
	terrain := g.root.get("kinds", "terrain") != nil
	g.maybe(0.3, s, "unit", one(g.Rand, "5", "1", "2", "0.5"))
	g.maybe(0.2, s, "unit_name", "ft")
	if grid == "square" {
		g.maybe(0.4, s, "diagonals", one(g.Rand, "one", "alternate", "none"))
		if d := s.get("diagonals"); d == nil || d.text != "none" {
			g.maybe(0.3, s, "corners", one(g.Rand, "none", "two", "one"))
		}
	}
	if grid == "square" || grid == "hex" || grid == "plane" {
		g.maybe(0.3, s, "footprint", one(g.Rand, "1", "2", "1 + count(self.friends)", "self.base0 % 3 + 1"))
	}
	if grid != "none" {
		g.maybe(0.3, s, "fits", "all(occupants(place), each == self)")
		costs := []string{"2", "1 + count(self.friends)", "if(from == self.place, 0, 1)"}
		if terrain {
			costs = append(costs, "if(terrain == cliff, 3, 1)")
		}
		if grid != "plane" {
			g.maybe(0.3, s, "cost", one(g.Rand, costs...))
		}
		if terrain {
			g.maybe(0.5, s, "enters", "terrain != cliff")
			g.maybe(0.5, s, "blocks", "terrain == cliff")
		}
	}
	g.root.put("space", s)
}

func (g *grower) table() {
	var head, rest []string
	ranges := false
	for _, k := range []string{"key1", "key2"}[:1+g.IntN(2)] {
		t := "number"
		switch g.IntN(4) {
		case 0:
			t = "bool"
		case 1:
			t = "creature"
			if scales := g.root.get("scales").names(); len(scales) > 0 {
				t = one(g.Rand, scales...)
			}
		default:
			ranges = ranges || k == "key1"
		}
		head = append(head, k+":"+t)
		rest = append(rest, "any")
	}
	head, rest = append(head, "|"), append(rest, "|")
	for _, c := range []string{"out1", "out2"}[:1+g.IntN(2)] {
		if t, literal := g.plainType(); !strings.Contains(t, " ") {
			head, rest = append(head, c+":"+t), append(rest, cell(literal))
		}
	}
	if head[len(head)-1] == "|" {
		head, rest = append(head, "out3"), append(rest, "1")
	}
	keys := []string{"any"}
	if ranges {
		keys = one(g.Rand, []string{"..0", "1..5", "6.."}, []string{"0..3", "4"}, []string{"-5..5", "any"})
	}
	lines := strings.Join(head, "  ")
	for _, key := range keys {
		lines += "\n" + key + "  " + strings.Join(rest[1:], "  ")
	}
	g.add("tables", g.name("table"), text(lines+"\n"))
}

func (g *grower) quantity() {
	of := "who"
	if g.IntN(5) < 2 {
		of += ", other"
	}
	if g.IntN(3) == 0 {
		t, _ := g.typ(g.IntN(5) == 0, false)
		of += ", with_what " + t
	}
	if g.IntN(4) == 0 {
		of += ", bonus = 0"
	}
	value := ""
	switch g.IntN(8) {
	case 0:
		value = "true"
	case 1:
		value = "1d6"
	case 2:
		t, literal := g.plainType()
		if t == "text" {
			literal = "'luck1'"
		}
		value = literal
	case 3:
		value = "foes(who)"
	default:
		value = one(g.Rand, "1", "who.base0")
		for _, part := range []string{"sum(add)", "highest(top_most)", "lowest(least_one)", "if(any(sure), 1, 0)", "count(hits)"} {
			if g.IntN(3) == 0 {
				value += " + " + part
			}
		}
	}
	g.add("quantities", g.name("amount")+"("+of+")", text(value))
}

// check adds what rolls against something come to, for all labels or for one that a new action
// rolls.
func (g *grower) check() {
	name := g.name("test")
	if g.IntN(2) == 0 && g.root.get("checks", "any") == nil {
		name = "any"
	}
	k := mapping()
	if g.IntN(3) == 0 {
		t, _ := g.plainType()
		if t != "text" {
			k.put("fields", mapping(g.name("f"), t))
		}
	}
	g.maybe(0.5, k, "margin", one(g.Rand, "target - total", "abs(total - target)"))
	g.maybe(0.6, k, "success", one(g.Rand, "total > target", "natural > 1 and total >= target", "margin >= 0"))
	g.maybe(0.5, k, "degree", one(g.Rand, "if(success, 1, 0)", "floor(margin / 5)", "natural"))
	g.maybe(0.3, k, "told", one(g.Rand, "{if(success, 'well', 'badly')}", "by {margin}"))
	if len(k.list) == 0 {
		k.put("success", "total >= target")
	}
	g.add("checks", name, k)
	if name == "any" {
		name = "luck1"
	}
	g.actionKind("roll " + name + " = 1d6 against " + one(g.Rand, "3", "self.hp") + "\nif " + name + ".success { self.hp += " + name + ".margin }")
}

// body adds what conditions, rules and carried definitions have in common.
func (g *grower) body(n *knot, rules bool) {
	if quantities := g.root.get("quantities").names(); len(quantities) > 0 && g.IntN(2) == 0 {
		list := seq()
		for range 1 + g.IntN(2) {
			q := one(g.Rand, quantities...)
			name, of, _ := strings.Cut(strings.TrimSuffix(q, ")"), "(")
			c := mapping("to", name)
			first, _, several := strings.Cut(of, ",")
			if first != "" && (several || g.IntN(2) == 0) {
				c.put("as", first)
			}
			g.maybe(0.3, c, "when", "true")
			value := g.root.get("quantities", q)
			if value.kind == tree.Mapping {
				value = value.get("value")
			}
			if value == nil {
				continue
			}
			channels := channelForm.FindAllStringSubmatch(value.text, -1)
			if len(channels) == 0 {
				continue
			}
			must := g.IntN(len(channels))
			for i, ch := range channels {
				if i != must && g.IntN(2) > 0 {
				} else if ch[1] == "any" {
					c.put(ch[2], "true")
				} else {
					c.put(ch[2], one(g.Rand, "1", "2", "-2"))
				}
			}
			c.grown = true
			list.list = append(list.list, c)
		}
		if len(list.list) > 0 {
			list.grown = true
			n.put("modifies", list)
		}
	}
	if g.IntN(5) == 0 {
		if what := g.banned(); what != "" {
			ban := mapping("what", what)
			g.maybe(0.5, ban, "when", "false")
			g.maybe(0.5, ban, "because", "{self} can't")
			ban.grown = true
			n.put("forbids", seq(ban))
		}
	}
	if rules && g.IntN(4) == 0 {
		n.put("rules", mapping(g.name("rule"), g.ruleOf(true)))
	}
}

// channelForm matches what a quantity takes of a channel.
var channelForm = regexp.MustCompile(`\b(sum|highest|lowest|any|count)\(([a-z_]+)\)`)

// banned returns something that can be forbidden.
func (g *grower) banned() string {
	switch g.IntN(4) {
	case 0:
		return "spending " + one(g.Rand, g.pools()...)
	case 1:
		if events := g.root.get("events").names(); len(events) > 0 {
			return "answering " + one(g.Rand, events...)
		}
	}
	var kinds []string
	for _, k := range g.root.get("kinds").names() {
		if g.root.get("kinds", k, "perform") != nil {
			kinds = append(kinds, "kinds."+k)
		}
	}
	if len(kinds) == 0 {
		return ""
	}
	return one(g.Rand, kinds...)
}

func (g *grower) condition() {
	c := mapping()
	if g.IntN(6) == 0 {
		c.put("while", one(g.Rand, "self.hp < 5", "false", "true"))
	} else {
		if g.IntN(2) == 0 {
			fields := mapping()
			for range 1 + g.IntN(2) {
				fields.put(g.name("f"), g.conditionField())
				fields.list[len(fields.list)-1].grown = true
			}
			c.put("fields", fields)
		}
		g.maybe(0.2, c, "group", one(g.Rand, "stance", "mood"))
		g.maybe(0.2, c, "stacks", one(g.Rand, "by source", "each time"))
		g.maybe(0.15, c, "again", one(g.Rand, "refresh", "replace"))
		if g.IntN(10) == 0 {
			c.put("affects", one(g.Rand, "gear", "creature"))
		}
		if g.IntN(3) > 0 {
			until := one(g.Rand, names("now + 2"), names("end of turn"), names("end of my next turn"), names("start of its turn", "self moves"), names("when self.hp < 3"), names("self acts"), names("end of its 2nd turn", "start of my 3rd turn"))
			if len(until.list) == 1 && g.IntN(2) == 0 {
				until = until.list[0]
			}
			c.put("until", until)
		}
	}
	if all := g.root.get("conditions").names(); len(all) > 0 && g.IntN(4) == 0 {
		c.put("implies", names(one(g.Rand, all...)))
	}
	switch g.IntN(5) {
	case 0:
		c.put("told", "false")
	case 1:
		c.put("told", mapping("begins", "{self} is", "ends", "{self} isn't"))
	case 2:
		told := mapping("begins", "{self} is")
		g.maybe(1, told, "stays", "{self} still is")
		c.put("told", told)
	}
	g.body(c, true)
	g.add("conditions", g.name("state"), c)
}

func (g *grower) conditionField() *knot {
	t, literal := g.typ(g.IntN(5) == 0, false)
	if t == "act" || g.IntN(2) == 0 {
		return text(t)
	}
	return onLine(mapping("type", t, "default", literal))
}

// ruleOf makes a rule; inner ones belong to something.
func (g *grower) ruleOf(inner bool) *knot {
	r := mapping()
	r.put("on", one(g.Rand, "self.hp falls", "self.hp changes", "start of turn of self", "end of action of self", "self moves", "self acts", "moment", "end of turn", "anyone rolls luck1"))
	g.maybe(0.4, r, "if", "true")
	r.put("do", "let x0 = 0")
	g.maybe(0.2, r, "told", "it stirs")
	g.maybe(0.3, r, "order", one(g.Rand, "1", "-1", "0.5"))
	if !inner && g.IntN(8) == 0 {
		r.put("for", one(g.Rand, "scene", "gear"))
		r.put("on", one(g.Rand, "moment", "end of turn", "start of encounter", "anyone moves"))
	}
	r.grown = true
	return r
}

func (g *grower) rule() {
	r := g.ruleOf(false)
	if g.IntN(4) == 0 {
		r = mapping()
	}
	g.body(r, false)
	if len(r.list) == 0 {
		r = g.ruleOf(false)
	}
	g.add("rules", g.name("rule"), r)
}

func (g *grower) proc() {
	p := mapping()
	var of []string
	for range g.IntN(4) {
		t, _ := g.typ(g.IntN(6) == 0, false)
		of = append(of, g.name("x")+" "+t)
	}
	if g.IntN(5) > 0 {
		of = append(of, g.name("x")+one(g.Rand, " creature", "", " text", " number", " = 1", " = true"))
	}
	if g.IntN(4) == 0 {
		g.severalResults(p)
	} else if g.IntN(2) == 0 {
		t, literal := g.plainType()
		p.put("do", "stop with "+literal)
		if t == "text" {
			p.put("do", "stop with 'luck1'")
		}
	} else {
		p.put("do", "let x0 = 0")
	}
	g.add("procs", g.name("proc")+"("+strings.Join(of, ", ")+")", p.get("do"))
}

// severalResults has a proc give values by names.
func (g *grower) severalResults(p *knot) {
	do := ""
	for range 1 + g.IntN(3) {
		if t, literal := g.plainType(); !strings.HasPrefix(t, "set of ") && t != "text" {
			do += ", " + g.name("r") + " = " + literal
		}
	}
	p.put("do", "stop with "+g.name("r")+" = 1"+do)
}

// event adds an event, with an action that announces it and one that answers.
func (g *grower) event() {
	name := g.name("event")
	e := mapping()
	if g.IntN(2) == 0 {
		fields := mapping()
		for range 1 + g.IntN(2) {
			t, _ := g.typ(g.IntN(6) == 0, false)
			fields.put(g.name("f"), t)
			fields.list[len(fields.list)-1].grown = true
		}
		g.maybe(0.3, fields, g.name("f"), "act")
		e.put("fields", fields)
	}
	g.maybe(0.7, e, "asks", one(g.Rand, "foes(event.of)", "combatants", "[event.of]", "event.of", "allies(event.of)"))
	g.maybe(0.3, e, "order", "self.hp")
	g.maybe(0.3, e, "asked", one(g.Rand, "once per action", "every time"))
	g.maybe(0.4, e, "together", one(g.Rand, "answers", "answers and program"))
	g.maybe(0.3, e, "question", "{event.of} does it: what does {self} do, with {self.hp}?")
	g.maybe(0.3, e, "told", "{event.of} does it")
	g.add("events", name, e)
	g.events = append(g.events, name)
	k := g.actionKind("announce " + name + " of self" + one(g.Rand, "", " until all pass", " for foes(self)"))
	g.addKind(k)
	answer := g.actionKind("let x0 = 0")
	answer.put("answers", one[any](g.Rand, text(name), names(name, "turn")).(*knot))
	g.addKind(answer)
}

// actions adds a kind of actions.
func (g *grower) actions() { g.addKind(g.actionKind("let x0 = 0")) }

func (g *grower) addKind(k *knot) {
	name := g.name("deed")
	k.put("plural", name+"s")
	g.add("kinds", name, k)
	g.root.section(name + "s").grown = true
	first := ""
	for range 1 + g.IntN(2) {
		d := mapping()
		if first != "" && g.IntN(3) == 0 {
			d.put("like", first)
		}
		g.maybe(0.2, d, "told", "{self} does it")
		if steps := k.get("perform"); steps != nil && len(steps.list) > 0 {
			g.maybe(0.5, d, "perform", mapping(one(g.Rand, "more", "inner"), one(g.Rand, "self.hp -= x9", "nothing"), "after begins", mapping("between", "let x8 = x9")))
		} else {
			g.maybe(0.2, d, "perform", "self.hp -= 1")
		}
		g.maybe(0.2, d, "requires", mapping("self.hp > 0", "too weak"))
		if g.IntN(5) == 0 {
			d.put("params", mapping(g.name("p"), g.param_()))
		}
		if g.IntN(8) == 0 {
			g.body(d, true)
		}
		first = g.name("act")
		g.add(name+"s", first, d)
	}
}

// actionKind makes a kind of actions with a program.
func (g *grower) actionKind(perform string) *knot {
	k := mapping()
	fields := mapping("power", "1")
	if g.IntN(2) == 0 {
		fields.put(g.name("f"), g.fieldOf(true))
		fields.list[1].grown = true
	}
	k.put("fields", fields)
	params := mapping()
	if g.IntN(3) > 0 {
		params.put("target", one(g.Rand, "one of foes(self)", "one of foes(self)", "one of combatants", "creature"))
		if params.get("target").text != "creature" && g.IntN(3) > 0 {
			perform += "\ntarget.hp -= it.power"
		}
	}
	for range g.IntN(3) {
		params.put(g.name("p"), g.param_())
	}
	if len(params.list) > 0 {
		k.put("params", params)
	}
	g.maybe(0.3, k, "requires", mapping("self.hp > 0", "{self} is too weak"))
	g.maybe(0.2, k, "when", mapping("self.hp > 1", "{self} is nearly too weak"))
	if g.IntN(3) == 0 {
		pool := one(g.Rand, g.pools()...)
		if g.IntN(3) == 0 && g.root.get("kinds", "creature", "fields", "charges") != nil {
			pool = "charges[" + one(g.Rand, "fire", "find(lores, .depth > self.base0)", "if(self.hp > 4, fire, frost)") + "]"
		}
		k.put("cost", mapping(pool, one(g.Rand, "1", "it.power", "0")))
		k.get("cost").grown = true
	}
	if g.IntN(3) == 0 {
		running := mapping()
		for range 1 + g.IntN(2) {
			t, _ := g.typ(g.IntN(4) == 0, false)
			running.put(g.name("r"), t)
			running.list[len(running.list)-1].grown = true
		}
		k.put("running", running)
	}
	if g.IntN(3) == 0 {
		steps := mapping("begins", "let x9 = self.wind", "middle", perform, "more", "nothing", "inner", mapping("if", "x9 > 1", "does", "self.wind -= 1"))
		k.put("perform", steps)
	} else {
		k.put("perform", perform)
	}
	g.maybe(0.3, k, "ended", "if done { self.wind += 1 }")
	g.maybe(0.4, k, "told", "{self}: {it}")
	return k
}

// pools lists pools that everybody has who fights; a ruleset that is there has some, too.
func (g *grower) pools() []string {
	var list []string
	fields := g.root.get("kinds", "creature", "fields")
	for _, f := range fields.names() {
		if t := fields.get(f, "type"); t != nil && t.text == "pool" && fields.get(f, "per") == nil {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return []string{"hp"}
	}
	return list
}

// param_ makes a parameter of an action.
func (g *grower) param_() *knot {
	grid := g.root.get("space", "grid")
	var is, value string
	switch g.IntN(9) {
	case 0:
		is, value = "1 to 3", "1"
	case 1:
		is, value = "one of combatants", "self"
	case 2:
		is, value = "some of combatants", "[]"
	case 3:
		is, value = "one of self.gears", "none"
	case 4:
		if grid != nil && grid.text != "none" {
			is, value = one(g.Rand, "place within 2", "place within 10"), "place(self)"
			break
		}
		is, value = "lore", "none"
	case 5:
		if grid != nil && grid.text != "none" {
			is, value = one(g.Rand, "path up to 2", "path up to 10"), "[]"
			break
		}
		is, value = "bool", "true"
	case 6:
		is, value = "one of [1, 2, 3]", "2"
	case 7:
		if scales := g.root.get("scales").names(); len(scales) > 0 {
			s := one(g.Rand, scales...)
			is, value = s, "first(scales."+s+")"
			break
		}
		is, value = "gear", "none"
	default:
		is, value = "one of kinds.lores", "none"
	}
	if g.IntN(3) == 0 {
		return text(is)
	}
	p := mapping("is", is)
	g.maybe(0.6, p, "default", value)
	g.maybe(0.4, p, "where", "true")
	return onLine(p)
}

// some adds a little of what is not told of anything in particular.
func (g *grower) some() {
	g.maybe(0.3, g.root, "title", "A grown ruleset")
	g.maybe(0.3, g.root, "version", "1.0.0")
	if g.IntN(6) == 0 {
		g.root.put("uses", names("edge"))
	}
}

// tactic adds a tactic with lines for all actions.
func (g *grower) tactic() {
	t := mapping()
	for _, k := range g.root.get("kinds").names() {
		kind := g.root.get("kinds", k)
		if kind.get("perform") == nil || kind.get("plural") == nil {
			continue
		}
		plural := kind.get("plural").text
		for _, name := range g.root.get(plural).names() {
			if g.IntN(5) == 0 {
				continue
			}
			events := []string{"turn"}
			if a := kind.get("answers"); a != nil {
				events = append(events[:0], a.text)
				if a.kind == tree.Sequence {
					events = nil
					for _, item := range a.list {
						events = append(events, item.text)
					}
				}
			}
			line := mapping("do", one(g.Rand, name, plural+"."+name))
			g.maybe(0.3, line, "if", one(g.Rand, "true", "self.hp > 2"))
			g.maybe(0.3, line, "best", "1")
			g.several(line, kind, name)
			if kind.get("params", "target") != nil {
				g.maybe(0.3, line, "with", mapping("target", "first(foes(self))"))
			}
			line.grown = true
			e := one(g.Rand, events...)
			if t.get(e) == nil {
				t.put(e, seq())
			}
			lines := t.get(e)
			at := g.IntN(len(lines.list) + 1)
			lines.list = append(lines.list[:at:at], append([]*knot{line}, lines.list[at:]...)...)
		}
	}
	for _, lines := range t.list {
		if g.IntN(3) == 0 {
			pass := mapping("do", "pass")
			pass.grown = true
			lines.list = append(lines.list, pass)
		}
	}
	name := g.name("tactic")
	g.add("tactics", name, t)
	g.likeness(name, t)
	for _, c := range g.root.get("creatures").names() {
		g.maybe(0.3, g.root.get("creatures", c), "tactic", name)
	}
}

// several lets a line do several things of a kind.
func (g *grower) several(line, kind *knot, name string) {
	plural := kind.get("plural").text
	switch g.IntN(5) {
	case 0:
		line.put("do", plural)
	case 1:
		for _, other := range g.root.get(plural).names() {
			if other == name || g.root.get(plural, other, "answers") != nil || g.root.get(plural, name, "answers") != nil {
				continue
			}
			line.put("do", names(other, name))
			if g.IntN(2) == 0 {
				line.put("best", mapping(other, "1", name, one(g.Rand, "1", "self.hp", "2")))
			}
			return
		}
	}
}

// likeness adds tactics that are like another, as a whole and in single questions.
func (g *grower) likeness(name string, of *knot) {
	questions := of.names()
	for range g.IntN(3) {
		t := mapping()
		if g.IntN(2) == 0 && len(questions) > 0 {
			q := one(g.Rand, questions...)
			lines := seq(mapping("like", name))
			if old := one(g.Rand, of.get(q).list...); g.IntN(2) == 0 && old.get("do").text != "pass" {
				first := mapping("do", old.get("do").text, "if", "self.hp > 1")
				lines.list = append([]*knot{first}, lines.list...)
			}
			t.put(q, lines)
		}
		if len(questions) > len(t.list) {
			t.put("like", name)
		}
		if len(t.list) > 0 {
			name, of = g.name("tactic"), t
			g.add("tactics", name, t)
			return
		}
	}
}

func (g *grower) reports() {
	if g.IntN(2) == 0 {
		return
	}
	r := mapping()
	g.maybe(0.7, r, "health", names("hp"))
	g.maybe(0.5, r, "stands", "not is_out(self)")
	if len(g.events) > 0 {
		g.maybe(0.4, r, "failed", names(one(g.Rand, g.events...)))
	}
	g.maybe(0.5, r, "show", mapping("shown1", "self.hp"))
	g.maybe(0.3, r, "show", mapping("shown1", one(g.Rand, "(count(combatants) + 1) * 9007199254740991", "9007199254740991 + count(combatants)", "(count(combatants) + 9) ** 40")))
	if len(r.list) > 0 {
		g.root.put("reports", r)
	}
}
