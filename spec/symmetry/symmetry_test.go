// Package symmetry_test plays all cases in ways that must make no difference.
package symmetry_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// options finds rulesets by name among the built-in ones.
var options = lang.Options{Library: stdlib.Files, Shipped: rulesets.Files}

// stdlibCases is the folder of the library's cases.
const stdlibCases = "../../stdlib/cases/"

// TestListedTheOtherWayRound holds that it makes no difference who is listed first, but for cases that
// are about just that.
func TestListedTheOtherWayRound(t *testing.T) {
	sameWhen(t, backwards, listDecides)
}

// TestMirrored holds that it makes no difference which way a map lies: rows become columns.
func TestMirrored(t *testing.T) {
	sameWhen(t, mirrored, directionDecides)
}

// sameWhen plays all cases from changed files. Those that fail then have to be known, with the reason.
func sameWhen(t *testing.T, change func(*tree.Node, string) string, known map[string]string) {
	t.Helper()
	files, err := ruletest.Files([]string{"../conformance", stdlibCases})
	if err != nil {
		t.Fatal(err)
	}
	load := func(name string) ([]lang.Case, diag.List) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		root, _ := tree.Parse(diag.NewSource(name, string(text)))
		o := options
		o.Instead = map[string]string{name: scriptBegins.ReplaceAllString(change(root, string(text)), "${0}others pass\n$1")}
		return lang.LoadCases(name, o)
	}
	unseen := maps.Clone(known)
	for _, f := range ruletest.Run(files, load, ruletest.Options{}) {
		for _, d := range f.List {
			t.Error(d.Snippet(false))
		}
		for _, r := range f.Results {
			name := strings.TrimPrefix(strings.TrimPrefix(f.Name, "../conformance/"), stdlibCases) + ": " + r.Case.Name
			switch {
			case r.Err == nil:
			case known[name] == "":
				t.Errorf("%s\n%s", name, r.Diagnostic().Snippet(false))
			default:
				delete(unseen, name)
			}
		}
	}
	for name := range unseen {
		t.Errorf("%s holds now", name)
	}
}

// backwards lists the combatants of a file, and of each of its cases, the other way round.
func backwards(root *tree.Node, text string) string {
	lists := []*tree.Node{root.Get("combatants"), nil}
	if common := root.Get("common"); common != nil {
		lists[1] = common.Get("combatants")
	}
	if cases := root.Get("cases"); cases != nil {
		for _, c := range cases.Entries {
			lists = append(lists, c.Value.Get("combatants"))
		}
	}
	var edits []edit
	for _, list := range lists {
		if list == nil {
			continue
		}
		n := len(list.Entries)
		whole := func(i int) diag.Span {
			s := list.Entries[i].Key.Span
			s.End = max(s.End+1, list.Entries[i].Value.Span.End)
			return s
		}
		for i := range n {
			from := whole(n - 1 - i)
			edits = append(edits, edit{whole(i), text[from.Start:from.End]})
		}
	}
	return edited(text, edits)
}

// edit is a piece of a file with what stands there then.
type edit struct {
	diag.Span
	to string
}

func edited(text string, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return b.Start - a.Start })
	edits = slices.CompactFunc(edits, func(a, b edit) bool { return a.Span == b.Span }) // aliases
	for _, e := range edits {
		text = text[:e.Start] + e.to + text[e.End:]
	}
	return text
}

// scriptBegins is the beginning of a script: who is asked first may be somebody else now.
var scriptBegins = regexp.MustCompile(`(?m)^ *script: \|\n( *)`)

// pair is a place as files write it.
var pair = regexp.MustCompile(`(\[|place\()(-?\d+), (-?\d+)([,\])])`)

// mirrored makes the columns of a file's maps rows, and the first number of each place its second.
func mirrored(root *tree.Node, text string) string {
	var edits []edit
	var visit func(n *tree.Node)
	visit = func(n *tree.Node) {
		for _, e := range n.Entries {
			if e.Key.Text == "rows" && e.Value.Kind == tree.Scalar {
				to := strconv.Quote(strings.Join(columns(e.Value.Text), "\n"))
				if strings.HasSuffix(e.Value.Span.Text(), "\n") {
					to += "\n"
				}
				edits = append(edits, edit{e.Value.Span, to})
			}
			visit(e.Value)
		}
	}
	visit(root)
	return pair.ReplaceAllString(edited(text, edits), "$1$3, $2$4")
}

// columns are the columns of a map.
func columns(rows string) []string {
	lines := strings.Fields(rows)
	list := make([]string, len(lines[0]))
	for _, line := range lines {
		for i := range list {
			list[i] += line[i : i+1]
		}
	}
	return list
}

// listDecides are the cases in which the list decides.
var listDecides = because(map[string][]string{
	"cards are dealt as they are listed": {
		"dealt_initiative.yaml: the highest card goes first, of one rank spades before hearts",
		"dealt_initiative.yaml: a joker goes before an ace, and shuffles the pack",
		"dealt_initiative.yaml: a group goes by one card",
		"pairs_cards.yaml: the dying have no card, and make their saves",
		"pairs_cards.yaml: what was readied lasts to one's next card",
	},
	"equals go as they are listed": {
		"actionpoints/turns.yaml: and then the list",
		"actionpoints/turns.yaml: with a turn saved two may have one place",
		"actionpoints/turns.yaml: ties may go by the list",
		"dierank/turns.yaml: full equals go as they are listed",
		"segments/exchanges.yaml: in the order of the list",
		"segments/exchanges.yaml: equal initiative goes as listed",
		"segments/rounds.yaml: the order of the segments",
		"pairs_points.yaml: who has no points has a turn all the same",
		"pairs_points.yaml: the dying make a save each round, however many things others do in it",
		"pairs_points.yaml: sides that roll the same go one after the other",
		"pairs_points.yaml: and so do sides with as many points left",
		"rolled_initiative.yaml: one rolls for the side",
		"rolled_initiative.yaml: sides that tie don't mix",
		"rolled_initiative.yaml: nor where ties go as they are listed",
	},
	"of those that may be meant the first on the list are taken": {
		"segments/scores.yaml: stray shots",
	},
	"one thing, one place, and two who want it at one moment: the first on the list has it": {
		"pairs_ticks.yaml: of two who reach for one weapon at the same moment one has it",
		"pairs_ticks.yaml: of two who step to one place at the same moment one is there",
	},
	"turns go as they are listed: others act first": {
		"dying.yaml: three saves make stable",
		"dying.yaml: three failures kill",
		"dying.yaml: somebody else stabilises him",
		"dying.yaml: bleeding takes its turns",
		"dying.yaml: faces that decide more",
		"pairs_areas.yaml: those who lie there are struck, too",
		"pairs_areas.yaml: a blast that is readied strikes whoever comes",
		"pairs_areas.yaml: whoever begins without hit points lies there",
		"pairs_moves.yaml: whoever is out falls off",
		"pairs_moves.yaml: a mount steps away, and the rider with it",
		"pairs_order.yaml: a mount that falls throws its rider",
		"pairs_order.yaml: all may fall at once, and nobody has won",
		"pairs_tape.yaml: a rider goes where the mount goes",
		"pairs_tape.yaml: what was readied is done as soon as somebody is near enough",
		"readying.yaml: whoever falls by it comes no further",
		"readying.yaml: whom it is for is chosen when it is done",
		"readying.yaml: what isn't possible any more can't be done",
	},
	"who is listed first is asked first, and the script goes on from there": {
		"energy/choices.yaml: the list for who is asked first",
		"energy/clauses.yaml: one after the other, at every moment",
		"energy/interactions.yaml: a charge with the last strength",
		"energy/interactions.yaml: pushed into the bog",
		"energy/interactions.yaml: for one's weapon on the ground",
		"energy/interactions.yaml: a party caught off guard",
		"energy/moments.yaml: one roll against everybody who challenges it",
		"energy/moments.yaml: one of two is faster",
		"energy/moments.yaml: one roll against two who act at the same time",
		"energy/moments.yaml: no second roll at the same step",
		"energy/moments.yaml: pushed out of reach by a friend",
		"energy/moments.yaml: the attacker is pushed away",
		"energy/moments.yaml: dead before the blow",
		"segments/onguard.yaml: the first segment of the round is the first that is called",
		"segments/onguard.yaml: nobody goes on guard in the middle of a round",
		"timecount/choices.yaml: whoever acts at one moment may say so only when he rolls",
		"timecount/damage.yaml: the other weapon has to be at hand",
		"timecount/deeds.yaml: one free hand is enough for a shield, and for pulling a blade out of somebody",
		"areas.yaml: each may have a roll of his own",
	},
})

// directionDecides are the cases in which the direction decides.
var directionDecides = because(map[string][]string{
	"hexes have six directions, and lie otherwise then": {
		"energy/hexes.yaml: straight on between two directions of hexes",
		"timecount/hexes.yaml: a zigzag one tile wide counts as running straight",
		"timecount/hexes.yaml: without the zigzag it would be turning too often",
		"timecount/hexes.yaml: two foes across a hex flank",
		"timecount/hexes.yaml: runners on hexes may turn more often",
		"pairs_hexes.yaml: whoever is held comes along",
		"pairs_hexes.yaml: a big rider's ground is the mount's",
		"pairs_hexes.yaml: two flank",
	},
	"of two ways that are as good the first is taken, going round to the right": {
		"timecount/tactics.yaml: where it is too crowded one makes room",
		"timecount/wrestling.yaml: a shunt can't push through walls",
	},
})

// because gives each case its reason.
func because(reasons map[string][]string) map[string]string {
	known := map[string]string{}
	for why, names := range reasons {
		for _, name := range names {
			known[name] = why
		}
	}
	return known
}

// TestMovesInPieces holds that a way of the library's costs as much in one go as in pieces.
func TestMovesInPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	for n := range 60 {
		who, way := []string{"fighter", "ogre"}[n%2], [][2]int{{4, 4}}
		for range 4 {
			last := way[len(way)-1]
			way = append(way, [2]int{last[0] + random.IntN(2), last[1] + 1 - random.IntN(3)})
			if way[len(way)-1] == last {
				way[len(way)-1][0]++
			}
		}
		pieces := ""
		for from := 1; from < len(way); {
			to := min(len(way), from+1+random.IntN(2))
			pieces += fmt.Sprintf("      ben: walk with way = %s\n", placesOf(way[from:to]))
			from = to
		}
		text := fmt.Sprintf(`ruleset: ./brawl.yaml
cases:
  way %d:
    set: {long_diagonals: %t}
    combatants:
      ann: {is: %s, side: red, place: [4, 4]}
      ben: {is: %[3]s, side: blue, place: [20, 20]}
    script: |
      others pass
      ann: walk with way = %[4]s
      do { move ann to [40, 40]; move ben to [4, 4] }
%[5]s      expect ben.place == [%[6]d, %[7]d] and ann.movement == ben.movement and ann.diagonals == ben.diagonals
`, n, n%4 < 2, who, placesOf(way[1:]), pieces, way[4][0], way[4][1])
		name := stdlibCases + "way.yaml"
		load := func(name string) ([]lang.Case, diag.List) {
			o := options
			o.Instead = map[string]string{name: text}
			return lang.LoadCases(name, o)
		}
		for _, f := range ruletest.Run([]string{name}, load, ruletest.Options{}) {
			for _, d := range f.List {
				t.Error(d.Snippet(false))
			}
			for _, r := range f.Results {
				if r.Err != nil {
					t.Errorf("%s\n%s", text, r.Diagnostic().Snippet(false))
				}
			}
		}
	}
}

// placesOf writes a way as a script does.
func placesOf(way [][2]int) string {
	var list []string
	for _, p := range way {
		list = append(list, fmt.Sprintf("[%d, %d]", p[0], p[1]))
	}
	return "[" + strings.Join(list, ", ") + "]"
}
