package mutate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// arena is a ruleset with cases that don't notice all that they could.
//
// Its 15 changes of clauses: the four statements of a blow fall away, those of bless, rage and calm,
// the one of start and the three of turn, of which lint refuses to do without the first (what alone stands in a
// loop or an if says nothing more); so do the end of angry, the word next in it, and what it forbids; and
// this end becomes a start.
var arena = fstest.MapFS{
	"arena.yaml": {Data: []byte(`rulec: 2
ruleset: arena
params: {harm: 1}
kinds:
  creature: {fields: {hp: {type: pool, max: 9}, luck: 0}}
  deed: {told: "{self} acts"}
  blow:  #: [blows]
    params: {target: one of foes(self)}
    perform: |
      target.hp -= harm
      if target.hp < 4 {
        apply angry to target
        target.luck -= 1
      }
blows: {punch: {}}
deeds:
  bless: {perform: self.luck += 2}
  rage: {perform: apply angry to self}
  calm: {perform: end angry on self}  #: [calming]
conditions:
  angry:
    until: end of its next turn
    forbids: [{what: bless, because: too angry}]
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
  limit: 9
`)},
	"cases.yaml": {Data: []byte(`ruleset: ./arena.yaml
common: {combatants: {ann: {side: red}, ben: {side: blue}}}
cases:
  who blesses has luck:
    script: |
      ann: bless
      expect ann.luck == 2
  blows hurt:
    covers: [blows]
    script: |
      ann: punch ben
      expect ben.hp == 8
  blows hurt more:
    covers: [blows]
    set: {harm: 6}
    script: |
      ann: punch ben
      expect ben.hp == 3 and angry(ben) and ben.luck == -1
      refused ben: bless "too angry"
  nothing happens:
    script: expect ann.hp == 9
`)},
}

func options(files ...string) Options {
	return Options{Load: lang.Options{Files: arena}, Ruleset: "arena.yaml", Cases: append([]string{"cases.yaml"}, files...)}
}

// TestOrder holds that of the cases that may notice a change those come first that have to do with it, those
// with a ruleset of their own behind the others of their sort, and that those that never come to the
// block of a program in which it is aren't played at all.
func TestOrder(t *testing.T) {
	o := options()
	o.Context = context.Background()
	prog, list := lang.Load(o.Ruleset, o.Load)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	own, _ := lang.OwnFiles(o.Ruleset, o.Load)
	r := &runner{Options: o, texts: map[string]string{}}
	if err := r.whole("arena.yaml"); err != nil {
		t.Fatal(err)
	}
	points := Points(own, prog)
	for change, want := range map[string]string{
		// In the block that begins with it: both punches; the nearer one has a ruleset of its own.
		"without `target.hp -= harm`": "blows hurt, blows hurt more",
		// Only the harder blow gets into the block.
		"without `apply angry to target`": "blows hurt more",
		// Nobody does that.
		"without `apply angry to self`": "",
		// It is about what the last case but one has, and names. Whatever else there is may notice it, too.
		"without `next`": "blows hurt more, who blesses has luck, blows hurt, nothing happens",
	} {
		i := slices.IndexFunc(points, func(m *Mutation) bool { return strings.HasSuffix(m.String(), change) })
		if i < 0 {
			t.Errorf("there is no change %s", change)
			continue
		}
		var order []string
		for _, c := range r.order(points[i]) {
			order = append(order, c.name)
		}
		if got := strings.Join(order, ", "); got != want {
			t.Errorf("%s: %s, want %s", change, got, want)
		}
	}
	harm := points[slices.IndexFunc(points, func(m *Mutation) bool { return m.In == "params.harm" })]
	for _, c := range r.cases {
		if c.name == "nothing happens" {
			c.fails = 5
		}
	}
	// One case names it; of the others the one that has noticed most comes first.
	if order := r.order(harm); order[0].name != "blows hurt more" || order[1].name != "nothing happens" {
		t.Errorf("the order for a param is %s, %s ..", order[0].name, order[1].name)
	}
}

// TestRun holds what is counted, of which group, and that it is told as it is found.
func TestRun(t *testing.T) {
	o := options()
	o.Only = "clauses"
	var told []string
	o.Missed = func(m *Mutation) { told = append(told, m.String()) }
	var files, changes []string
	o.Progress = func(what string, done, of int) {
		if what == "changes" {
			changes = append(changes, fmt.Sprint(done, "/", of))
		} else {
			files = append(files, fmt.Sprint(done, "/", of))
		}
	}
	r, err := Run(o)
	if err != nil {
		t.Fatal(err)
	}
	// Nobody rages or calms down, nobody asks whether ben is angry after his turn, and there is no second round.
	want := []string{
		"without `apply angry to self`", "without `end angry on self`", "without `end of its next turn`", "without `next`",
		"without `schedule turn of self at now + 1`",
	}
	if len(told) != len(want) {
		t.Errorf("missed:\n%s", strings.Join(told, "\n"))
	}
	for i, m := range told {
		if i < len(want) && !strings.HasSuffix(m, want[i]) {
			t.Errorf("missed %s, want %s", m, want[i])
		}
	}
	s := r.Tallies[Clauses]
	if got := s.String(); got != "clauses: 14 tried, 9 noticed, 5 missed: 64.3% (of 15 places; lint rejected 1 more)" {
		t.Error(got)
	}
	if !r.Whole || r.Tallies[Figures].Tried > 0 || r.Tallies[Figures].Wanted > 0 {
		t.Errorf("%+v", r)
	}
	if !slices.Equal(files, []string{"1/2", "2/2"}) || changes[len(changes)-1] != "14/14" {
		t.Errorf("progress: %v, %v", files, changes)
	}
}

// TestDrawn holds that the lot draws the same changes however many there are beside them, that both
// groups draw for themselves, and that as many are tried as are wanted.
func TestDrawn(t *testing.T) {
	o := options()
	o.Count, o.Seed = 4, 3
	tried := func(o Options) (missed []string, r *Result) {
		t.Helper()
		o.Missed = func(m *Mutation) { missed = append(missed, m.In+m.By) }
		r, err := Run(o)
		if err != nil {
			t.Fatal(err)
		}
		return missed, r
	}
	_, both := tried(o)
	for g, tally := range both.Tallies {
		if tally.Tried != 4 || tally.Noticed+len(tally.Missed) != 4 {
			t.Errorf("%s", &tally)
		}
		o.Only = Groups[g]
		if _, r := tried(o); r.Tallies[g].String() != tally.String() {
			t.Errorf("alone: %s\nwith the other: %s", &r.Tallies[g], &tally)
		}
	}
	// More of the ruleset leaves the lots of what was there as they are.
	prog, _ := lang.Load(o.Ruleset, o.Load)
	own, _ := lang.OwnFiles(o.Ruleset, o.Load)
	few, all := &runner{Options: o}, &runner{Options: o}
	few.Count, all.Count = 1, 1
	points := Points(own, prog)
	var kept []*Mutation
	for _, m := range all.draw(points) {
		if m.of.name != "bless" {
			kept = append(kept, m)
		}
	}
	less := few.draw(slices.DeleteFunc(points, func(m *Mutation) bool { return m.of.name == "bless" }))
	of := func(g Group, list []*Mutation) []*Mutation {
		return slices.DeleteFunc(slices.Clone(list), func(m *Mutation) bool { return m.Group != g })
	}
	for g := range Groups {
		if !slices.Equal(of(Group(g), kept), of(Group(g), less)) {
			t.Errorf("the order of the %s is another one", Group(g))
		}
	}
}

// TestPicked holds that only those cases are played that are picked, by their name or by a rule.
func TestPicked(t *testing.T) {
	for pick, want := range map[string]string{
		// Those who strike notice whatever a blow does.
		"BLOWS*more": "noticed", "blows": "noticed", "luck": "missed",
		"nowhere": `no case has "nowhere" in its name or in a rule that it covers`,
	} {
		o := options()
		o.Case, o.Only = pick, "clauses"
		noticed := true
		o.Missed = func(m *Mutation) { noticed = noticed && m.In != "kinds.blow.perform" }
		r, err := Run(o)
		switch {
		case err != nil:
			if err.Error() != want {
				t.Errorf("%s: %v", pick, err)
			}
		case want == "noticed" && !noticed, want == "missed" && noticed:
			t.Errorf("%s: %s", pick, &r.Tallies[Clauses])
		}
	}
}

// TestStopped holds that a run that is stopped tells what it has found so far, and that it isn't all.
func TestStopped(t *testing.T) {
	o := options()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.Context = ctx
	o.Progress = func(what string, done, of int) {
		if what == "changes" && done >= 5 {
			cancel()
		}
	}
	r, err := Run(o)
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	for i := range r.Tallies {
		x := &r.Tallies[i]
		counted += x.Tried
		if x.Tried != x.Noticed+len(x.Missed) {
			t.Errorf("%s", x)
		}
	}
	if r.Whole || r.Tried < 5 || r.Tried != counted || r.Tried >= r.Of {
		t.Errorf("%d of %d tried, %d counted; whole: %v", r.Tried, r.Of, counted, r.Whole)
	}
	if r, err := Run(o); err == nil && (r.Whole || r.Tried > 0) {
		t.Error("it tries changes though it has been stopped")
	}
}

// TestSame holds that a change that is said to change nothing is none that is missed, unless a case that has to
// do with it notices it.
func TestSame(t *testing.T) {
	o := options()
	o.Only = "clauses"
	o.Same = []Same{
		{In: "conditions.angry.until", Was: "end of its next turn"},
		{In: "deeds.bless.perform", Was: "self.luck += 2"},
		{In: "deeds.bless.perform", Was: "self.luck += 3"},
	}
	r, err := Run(o)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Tallies[Clauses].String(); !strings.HasPrefix(got, "clauses: 14 tried, 9 noticed, 4 missed, 1 change nothing: 69.2%") {
		t.Error(got)
	}
	if len(r.Idle) != 1 || r.Idle[0].Was != "self.luck += 3" {
		t.Errorf("%+v", r.Idle)
	}
	var b strings.Builder
	if err := WriteSame(&b, r); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "same:\n  # clauses: 14 tried") {
		t.Error(b.String())
	}
	read, list := ReadSame(diag.NewSource("same.yaml", b.String()))
	if len(read) != 4 || read[0].In != "deeds.rage.perform" || read[0].Was != "apply angry to self" {
		t.Errorf("%+v, %v", read, list)
	}
}
