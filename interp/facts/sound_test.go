package facts_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// options find the rulesets that come along.
var options = lang.Options{Shipped: rulesets.Files, Library: stdlib.Files}

// TestSound plays fights by tactics and holds that nothing happens that was said never to.
func TestSound(t *testing.T) {
	trials := uint64(100)
	if testing.Short() {
		trials = 20
	}
	played := 0
	for _, pattern := range []string{"../../internal/sim/testdata/*.yaml", "../../examples/*.yaml"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			e, list := lang.LoadEncounter(path, options)
			if list.HasErrors() || e == nil || e.Script != nil || len(e.After) > 0 {
				continue // no encounter, or one that somebody has written lines for
			}
			played++
			t.Run(filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				holds(t, e, trials)
			})
		}
	}
	if played < 15 {
		t.Errorf("only %d fights by tactics", played)
	}
}

// holds plays an encounter and compares it with the facts.
func holds(t *testing.T, e *program.Encounter, trials uint64) {
	t.Helper()
	f := facts.Of(e)
	if !f.Known() {
		t.Fatal("nothing is certain")
	}
	w := &witness{T: t, e: e, f: f, contributes: map[*program.Contribution]bool{}}
	w.said()
	asked := *e
	asked.After = []*program.Script{{}} // what is asked at the end
	for _, item := range w.constant {
		asked.After[0].Items = append(asked.After[0].Items, item)
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), &asked)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{Trace: true, Explain: true, Seed: 7, Seeded: true})
	for trial := range trials {
		m.Reset(trial)
		_, err := m.Run()
		for i := range m.Trace().Events {
			w.event(m, &m.Trace().Events[i])
		}
		for i := range m.Trace().Explanations {
			w.contribution(m.Trace().Explanations[i].Contribution)
		}
		w.values(m)
		if err != nil {
			t.Logf("trial %d: %v", trial, err)
		}
		if t.Failed() {
			t.Fatalf("in trial %d", trial)
		}
	}
}

// witness compares what happens with facts.
type witness struct {
	*testing.T
	e           *program.Encounter
	f           *facts.Facts
	contributes map[*program.Contribution]bool
	// constant are tests of the values that are said to stay.
	constant []*program.ExpectItem
}

// said makes a test of every value that is said to stay as it is.
func (w *witness) said() {
	for i, t := range w.e.Things {
		for _, field := range t.Kind.Fields {
			if field.Family != nil {
				continue // the trace shows their changes
			}
			v, ok := w.f.Value(i, field, 0)
			if !ok {
				continue
			}
			of := &program.Expr{Op: program.OpThing, Index: i, Type: program.Type{Kind: program.ThingType, Of: t.Kind}}
			read := &program.Expr{Op: program.OpField, Type: field.Type, Field: field, Args: []*program.Expr{of}}
			constant := &program.Expr{Op: program.OpConst, Type: field.Type, Num: v}
			same := &program.Expr{Op: program.OpEq, Type: program.Type{Kind: program.Bool}, Args: []*program.Expr{read, constant}}
			w.constant = append(w.constant, &program.ExpectItem{If: &program.Formula{Expr: same, Slots: 1}})
		}
	}
}

// values looks whether what is said to stay has stayed.
func (w *witness) values(m *interp.Machine) {
	for _, item := range w.constant {
		if ok, err := m.Holds(item); err != nil || !ok {
			read := item.If.Expr.Args[0]
			w.Errorf("%s of %s isn't %v (%v)", read.Field.Name, w.e.Things[read.Args[0].Index].Name, item.If.Expr.Args[1].Num, err)
		}
	}
}

func (w *witness) event(m *interp.Machine, x *trace.Event) {
	who := int(x.Who) - 1
	switch x.Kind {
	case trace.Pool, trace.Field, trace.Hold, trace.Pay, trace.Return:
		w.change(x, who)
	case trace.InstanceField:
		if !w.f.RecordWritten(x.Field) {
			w.Errorf("field %s of %s is written: %q", x.Field.Name, x.Condition.Name, x.Span.Text())
		}
	case trace.Begin, trace.Refresh:
		if !w.f.Applied(x.Condition) || !w.f.MayHave(who, x.Condition) {
			w.Errorf("%s begins on %s: %q", x.Condition.Name, w.e.Things[who].Name, x.Span.Text())
		}
	case trace.Becomes:
		if !w.f.MayHave(who, x.Condition) {
			w.Errorf("%s becomes %s", w.e.Things[who].Name, x.Condition.Name)
		}
	case trace.Act:
		w.act(x, who)
	case trace.Announce:
		if !w.f.Announced(x.Event) {
			w.Errorf("%s is announced: %q", x.Event.Name, x.Span.Text())
		}
	case trace.Rule:
		if !w.f.Runs(x.Rule) {
			w.Errorf("rule %s runs", x.Rule.Name)
		}
	case trace.Entry:
		if !w.f.ComesUp(x.Entry) {
			w.Errorf("entry %s comes up", x.Entry.Name)
		}
	case trace.Move, trace.Carry:
		if !w.f.Moves() {
			w.Errorf("%s moves", w.e.Things[who].Name)
		}
	}
}

func (w *witness) change(x *trace.Event, who int) {
	if !w.f.Written(who, x.Field) {
		w.Errorf("%s of %s is written: %q", x.Field.Name, w.e.Things[who].Name, x.Span.Text())
	}
	if x.Kind != trace.Pool && x.Kind != trace.Field || x.Field.Type.Kind == program.Set {
		return
	}
	values := w.f.Values(who, x.Field, max(int(x.Key)-1, 0))
	if values != nil && (!slices.Contains(values, x.From) || !slices.Contains(values, x.To)) {
		w.Errorf("%s of %s goes from %v to %v, not one of %v: %q", x.Field.Name, w.e.Things[who].Name, x.From, x.To, values, x.Span.Text())
	}
}

func (w *witness) act(x *trace.Event, who int) {
	if !w.f.Done(x.Action) || !w.f.Does(who, x.Action) {
		w.Errorf("%s does %s", w.e.Things[who].Name, x.Action.Def.Name)
	}
	if x.Event == nil {
		return
	}
	// Somebody's tactic has answered: his own, or that of whoever decides for him.
	for i, t := range w.e.Things {
		if t.Tactic == nil {
			continue
		}
		for _, line := range t.Tactic.Rules {
			if line.Event == x.Event && line.Action == x.Action && !w.f.Dead(i, line) {
				return
			}
		}
	}
	// What a program performs in answer to an event names the event, too.
	for s := range w.e.Program.Stmts() {
		if p, ok := s.(*program.Perform); ok && (p.Action == nil || p.Action == x.Action) {
			return
		}
	}
	w.Errorf("%s does %s when %s asks, though every line for that is dead", w.e.Things[who].Name, x.Action.Def.Name, x.Event.Name)
}

func (w *witness) contribution(c *program.Contribution) {
	if c == nil {
		return
	}
	may, known := w.contributes[c]
	if !known {
		may = w.f.Contributes(c)
		w.contributes[c] = may
	}
	if !may {
		w.Errorf("something contributes to %s: %q", c.To.Name, c.Span.Text())
	}
}

// TestHowMuch tells how much is certain about the fights of the benchmarks.
func TestHowMuch(t *testing.T) {
	paths, err := filepath.Glob("../../internal/sim/testdata/four-*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal("no fights", err)
	}
	for _, path := range paths {
		e, list := lang.LoadEncounter(path, options)
		if list.HasErrors() {
			t.Fatal(list)
		}
		f := facts.Of(e)
		p := e.Program
		var never, known, fields, gone, conditions, undone, unsaid, unrun, rules, dead, lines, idle, contributions int
		for i, x := range e.Things {
			for _, field := range x.Kind.Fields {
				if field.Virtual || field.Type.Kind == program.FormulaField || field.Type.Kind == program.ProgramField || field.Type.Kind == program.MapType {
					continue
				}
				fields++
				if !f.Written(i, field) {
					never++
				}
				if _, ok := f.Value(i, field, 0); ok {
					known++
				}
			}
			if x.Tactic == nil {
				continue
			}
			for _, line := range x.Tactic.Rules {
				lines++
				if f.Dead(i, line) {
					dead++
				}
			}
		}
		for _, c := range p.Conditions {
			conditions++
			if !slices.ContainsFunc(e.Things, func(x *program.Thing) bool { return f.MayHave(x.Index, c) }) {
				gone++
			}
		}
		for _, a := range p.Actions {
			if !f.Done(a) {
				undone++
			}
		}
		for _, x := range p.Events {
			if !f.Announced(x) {
				unsaid++
			}
		}
		for r := range p.AllRules() {
			rules++
			if !f.Runs(r) {
				unrun++
			}
		}
		for _, q := range p.Quantities {
			for _, role := range q.By {
				for _, c := range role {
					contributions++
					if !f.Contributes(c) {
						idle++
					}
				}
			}
		}
		t.Logf("%s: fields never written %d of %d, known %d; conditions nobody gets %d of %d; actions nobody does %d of %d; events never announced %d of %d; rules that never run %d of %d; dead lines of tactics %d of %d; contributions without a bearer %d of %d",
			p.Name, never, fields, known, gone, conditions, undone, len(p.Actions), unsaid, len(p.Events), unrun, rules, dead, lines, idle, contributions)
	}
}
