package odds

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"sort"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/program"
)

// Question is a question about the state at the end of a script.
type Question struct {
	Name string
	// Type is the type of the answers; Answer returns one.
	Type   program.Type
	Answer func(m *interp.Machine) (float64, error)
	// Before is the answer at the start, for questions that the encounter doesn't ask.
	Before float64
	// Who is set for questions about a combatant: what they lose of Pool, whether they have Condition, whether they are Out.
	Who       board.Thing
	Pool      *program.Field
	Condition *program.Condition
	Out       bool
}

// Lines is the trial of a machine's script, with several questions.
type Lines struct {
	questions []Question
	// answers are the answers for each outcome, known their numbers.
	answers [][]float64
	known   map[string]int
}

// LinesOf returns the trial of a script. Without its own questions, [Usual] are asked.
func LinesOf(questions []Question) *Lines {
	return &Lines{questions: questions, known: map[string]int{}}
}

// Play plays the script.
func (l *Lines) Play(m *interp.Machine, trial uint64, begin func()) error {
	begin()
	m.LetThink(nil) // the dice go all ways, and thinking ahead can't follow them: tactics decide
	return script.Rehearse(m, trial)
}

// Outcome returns the number of the answers to all questions.
func (l *Lines) Outcome(m *interp.Machine) (int, error) {
	answers := make([]float64, len(l.questions))
	var key []byte
	for i, q := range l.questions {
		v, err := q.Answer(m)
		if err != nil {
			return 0, err
		}
		answers[i] = v
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
	}
	n, ok := l.known[string(key)]
	if !ok {
		n = len(l.answers)
		l.known[string(key)] = n
		l.answers = append(l.answers, answers)
	}
	return n, nil
}

// Table has the probability of each answer to a question.
type Table struct {
	Question
	// Rows are in ascending order of answers.
	Rows []Row
	// upTo are the cumulative probabilities of the rows, once they were requested.
	upTo []*big.Rat
}

// Row is an answer with its probability.
type Row struct {
	Answer float64
	Chance *big.Rat
}

// Tables returns the probability of each answer to each question.
func (l *Lines) Tables(o *Odds) []Table {
	var tables []Table
	for i, q := range l.questions {
		t := Table{Question: q}
		for n, chance := range o.Chances {
			v := l.answers[n][i]
			at, found := slices.BinarySearchFunc(t.Rows, v, func(r Row, v float64) int {
				switch {
				case r.Answer < v:
					return -1
				case r.Answer > v:
					return 1
				}
				return 0
			})
			if !found {
				t.Rows = slices.Insert(t.Rows, at, Row{v, new(big.Rat)})
			}
			t.Rows[at].Chance.Add(t.Rows[at].Chance, chance)
		}
		tables = append(tables, t)
	}
	return tables
}

// Outcomes calls f for each outcome, always in the same order: how likely it is, and the answers.
func (l *Lines) Outcomes(o *Odds, f func(chance float64, answers []float64)) {
	for n, answers := range l.answers {
		if chance := o.Chances[n]; chance != nil {
			share, _ := chance.Float64()
			f(share, answers)
		}
	}
}

// Mean returns the mean of a number, without what was left out.
func (t *Table) Mean() float64 {
	sum, all := 0.0, 0.0
	for _, r := range t.Rows {
		chance, _ := r.Chance.Float64()
		sum += r.Answer * chance
		all += chance
	}
	return sum / all
}

// Deviation returns the standard deviation of the answers, without what was left out.
func (t *Table) Deviation() float64 {
	mean, sum, all := t.Mean(), 0.0, 0.0
	for _, r := range t.Rows {
		chance, _ := r.Chance.Float64()
		sum += float64((r.Answer-mean)*(r.Answer-mean)) * chance
		all += chance
	}
	return math.Sqrt(sum / all)
}

// Of returns the probability of an answer.
func (t *Table) Of(answer float64) *big.Rat {
	for _, r := range t.Rows {
		if r.Answer == answer {
			return r.Chance
		}
	}
	return new(big.Rat)
}

// AtMost returns the probability that the answer is this much or less.
func (t *Table) AtMost(answer float64) *big.Rat {
	return t.before(sort.Search(len(t.Rows), func(i int) bool { return t.Rows[i].Answer > answer }))
}

// AtLeast returns the probability that the answer is this much or more.
func (t *Table) AtLeast(answer float64) *big.Rat {
	below := t.before(sort.Search(len(t.Rows), func(i int) bool { return t.Rows[i].Answer >= answer }))
	return new(big.Rat).Sub(t.before(len(t.Rows)), below)
}

// before returns the probability of the first rows.
func (t *Table) before(rows int) *big.Rat {
	if t.upTo == nil {
		t.upTo = []*big.Rat{new(big.Rat)}
		for i, r := range t.Rows {
			t.upTo = append(t.upTo, new(big.Rat).Add(t.upTo[i], r.Chance))
		}
	}
	return t.upTo[rows]
}

// Where returns the probability that something holds for the answer.
func (t *Table) Where(holds func(answer float64) bool) *big.Rat {
	sum := new(big.Rat)
	for _, r := range t.Rows {
		if holds(r.Answer) {
			sum.Add(sum, r.Chance)
		}
	}
	return sum
}

// Asked returns the encounter's own questions.
func Asked(e *program.Encounter) []Question {
	var list []Question
	for _, x := range e.Odds {
		list = append(list, Question{Name: x.Name, Type: x.What.Expr.Type, Answer: func(m *interp.Machine) (float64, error) { return m.Answer(x.What) }})
	}
	return list
}

// Usual returns the questions for any fight: everything that may change. The machine is at the start.
func Usual(m *interp.Machine) []Question {
	u := usual{machine: m, program: m.Program()}
	for i, t := range m.Encounter().Things {
		who := board.Thing(i + 1)
		if t.Kind == u.program.Creature {
			u.creature(who)
		}
		for _, f := range t.Kind.Fields {
			u.field(who, f)
		}
		u.ask(Question{Name: m.Title(who) + ": place", Type: program.Type{Kind: program.Place}}, func(m *interp.Machine) float64 { return m.PlaceOf(who) })
		u.ask(Question{Name: m.Title(who) + ": carried by", Type: program.Type{Kind: program.ThingType}}, func(m *interp.Machine) float64 { return m.CarrierOf(who) })
	}
	u.ask(Question{Name: "the fight is won by", Type: program.Type{Kind: program.Side}}, func(m *interp.Machine) float64 { return float64(m.Outcome.Winner) })
	return u.list
}

// usual collects the questions for any fight.
type usual struct {
	machine *interp.Machine
	program *program.Program
	list    []Question
}

// ask adds a question that always has an answer.
func (u *usual) ask(q Question, answer func(m *interp.Machine) float64) {
	q.Before = answer(u.machine)
	q.Answer = func(m *interp.Machine) (float64, error) { return answer(m), nil }
	u.list = append(u.list, q)
}

// creature asks what a creature loses of its health pools, whether it is out, and which conditions it has.
func (u *usual) creature(who board.Thing) {
	for k, pool := range u.health() {
		u.losing(who, pool, pool.Title, func(m *interp.Machine) float64 { return m.Health(who, k) })
	}
	title := u.machine.Title(who)
	u.holds(Question{Name: title + " is out", Who: who, Out: true}, func(m *interp.Machine) (bool, error) { return m.IsOut(who) })
	for _, c := range u.program.Conditions {
		if c.Quiet {
			continue
		}
		u.holds(Question{Name: title + ": " + c.Title, Who: who, Condition: c}, func(m *interp.Machine) (bool, error) { return m.Bears(who, c) })
	}
}

// health returns the pools that reports call health.
func (u *usual) health() []*program.Field {
	if u.program.Reports == nil {
		return nil
	}
	return u.program.Reports.Health
}

// field asks how a field of a thing changes, unless it can't change, is hidden, or is asked already.
func (u *usual) field(who board.Thing, f *program.Field) {
	asked := func(pool *program.Field) bool { return pool == f || slices.Contains(pool.Pool.Stack, f) }
	isCard := func(d *program.Deck) bool { return f.Type.Kind == program.Definition && d.Of.Of == f.Type.Of } // one may replace those alike
	if f.Cell < 0 || f.Virtual || f.Quiet || slices.ContainsFunc(u.health(), asked) || slices.ContainsFunc(u.program.Decks, isCard) {
		return
	}
	title, members := f.Title, 1
	if f.Family != nil {
		members = f.Cells
	}
	for member := range members {
		if f.Family != nil {
			title = f.Title + " " + u.machine.Show(float64(member+1), *f.Family)
		}
		holds := func(m *interp.Machine) float64 { return m.Holds(who, f, member) }
		switch f.Type.Kind {
		case program.Set, program.List:
			u.ask(Question{Name: u.machine.Title(who) + ": how many " + title, Type: program.Type{Kind: program.Number}}, holds)
		case program.Number, program.Bool, program.ThingType, program.Definition, program.Step, program.ConditionName, program.Choice, program.Place, program.Direction, program.Side:
			if f.Pool != nil {
				u.losing(who, f, title, holds)
			} else {
				u.ask(Question{Name: u.machine.Title(who) + ": " + title, Type: f.Type}, holds)
			}
		}
	}
}

// losing asks what a creature loses of a pool.
func (u *usual) losing(who board.Thing, pool *program.Field, title string, holds func(m *interp.Machine) float64) {
	word := "loses"
	if pool.Pool.Up {
		word = "suffers"
	}
	u.list = append(u.list, losing(u.machine, who, pool, u.machine.Title(who)+" "+word+" "+title, holds))
}

// Losing asks what somebody loses of a pool that is no stack; the machine is at the start.
func Losing(m *interp.Machine, who board.Thing, pool *program.Field) Question {
	return losing(m, who, pool, "", func(m *interp.Machine) float64 { return m.Holds(who, pool, 0) })
}

func losing(m *interp.Machine, who board.Thing, pool *program.Field, name string, holds func(m *interp.Machine) float64) Question {
	start := holds(m)
	return Question{Name: name, Who: who, Pool: pool, Type: program.Type{Kind: program.Number}, Answer: func(m *interp.Machine) (float64, error) {
		if pool.Pool.Up {
			return holds(m) - start, nil
		}
		return start - holds(m), nil
	}}
}

// holds asks whether something holds.
func (u *usual) holds(q Question, holds func(m *interp.Machine) (bool, error)) {
	q.Type = program.Type{Kind: program.Bool}
	q.Answer = func(m *interp.Machine) (float64, error) {
		if yes, err := holds(m); !yes || err != nil {
			return 0, err
		}
		return 1, nil
	}
	q.Before, _ = q.Answer(u.machine)
	u.list = append(u.list, q)
}
