package odds

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/program"
)

// Question is what is asked of where a script has come to.
type Question struct {
	Name string
	// Type is that of the answers, Answer gives one.
	Type   program.Type
	Answer func(m *interp.Machine) (float64, error)
	// Who is set for what is asked of a combatant: what they lose of Pool, whether they have
	// Condition; with neither, whether they are out.
	Who       board.Thing
	Pool      *program.Field
	Condition *program.Condition
}

// Lines is the trial of a machine's script, of which several things are asked.
type Lines struct {
	questions []Question
	// answers are those of each outcome, known their numbers.
	answers [][]float64
	known   map[string]int
}

// LinesOf returns the trial of a script. Without questions of its own, [Usual] are.
func LinesOf(questions []Question) *Lines {
	return &Lines{questions: questions, known: map[string]int{}}
}

// Play plays the script.
func (l *Lines) Play(m *interp.Machine, trial uint64, begin func()) error {
	begin()
	m.LetThink(nil) // the dice go all ways, and who thinks ahead can't follow them: their tactics decide
	return script.Rehearse(m, trial)
}

// Outcome numbers the answers to all questions.
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

// Table says how likely each answer to a question is.
type Table struct {
	Question
	// Rows are in ascending order of answers.
	Rows []Row
}

// Row is an answer, and how likely it is.
type Row struct {
	Answer float64
	Chance *big.Rat
}

// Tables returns how likely each answer to each question is.
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

// Mean returns what a number is on average, of all that wasn't left out.
func (t *Table) Mean() float64 {
	sum, all := 0.0, 0.0
	for _, r := range t.Rows {
		chance, _ := r.Chance.Float64()
		sum += r.Answer * chance
		all += chance
	}
	return sum / all
}

// Of returns how likely an answer is.
func (t *Table) Of(answer float64) *big.Rat {
	for _, r := range t.Rows {
		if r.Answer == answer {
			return r.Chance
		}
	}
	return new(big.Rat)
}

// AtLeast and AtMost return how likely it is that the answer is so much or more, or so much or less.
func (t *Table) AtLeast(answer float64) *big.Rat {
	return t.Where(func(v float64) bool { return v >= answer })
}

// AtMost is described at [Table.AtLeast].
func (t *Table) AtMost(answer float64) *big.Rat {
	return t.Where(func(v float64) bool { return v <= answer })
}

// Where returns how likely it is that something holds of the answer.
func (t *Table) Where(holds func(answer float64) bool) *big.Rat {
	sum := new(big.Rat)
	for _, r := range t.Rows {
		if holds(r.Answer) {
			sum.Add(sum, r.Chance)
		}
	}
	return sum
}

// Asked returns what an encounter asks itself.
func Asked(e *program.Encounter) []Question {
	var list []Question
	for _, x := range e.Odds {
		list = append(list, Question{Name: x.Name, Type: x.What.Expr.Type, Answer: func(m *interp.Machine) (float64, error) { return m.Answer(x.What) }})
	}
	return list
}

// Usual returns what is asked of any fight: what combatants lose of what reports call health, who
// is out, who has which condition. The machine stands at the start.
func Usual(m *interp.Machine) []Question {
	var list []Question
	p := m.Program()
	for i, t := range m.Encounter().Things {
		if t.Kind != p.Creature {
			continue
		}
		who := board.Thing(i + 1)
		if p.Reports != nil {
			for k, pool := range p.Reports.Health {
				list = append(list, losing(m, who, k, pool))
			}
		}
		list = append(list, Question{Name: m.Title(who) + " is out", Who: who, Type: program.Type{Kind: program.Bool}, Answer: func(m *interp.Machine) (float64, error) {
			return truth(m.IsOut(who))
		}})
		for _, c := range p.Conditions {
			if c.Quiet {
				continue
			}
			list = append(list, Question{Name: m.Title(who) + ": " + c.Title, Who: who, Condition: c, Type: program.Type{Kind: program.Bool}, Answer: func(m *interp.Machine) (float64, error) {
				return truth(m.Bears(who, c))
			}})
		}
	}
	return list
}

// losing asks what somebody loses of a pool.
func losing(m *interp.Machine, who board.Thing, k int, pool *program.Field) Question {
	start := m.Health(who, k)
	word := "loses"
	if pool.Pool.Up {
		word = "suffers"
	}
	return Question{Name: m.Title(who) + " " + word + " " + pool.Title, Who: who, Pool: pool, Type: program.Type{Kind: program.Number}, Answer: func(m *interp.Machine) (float64, error) {
		lost := start - m.Health(who, k)
		if pool.Pool.Up {
			lost = -lost
		}
		return lost, nil
	}}
}

func truth(holds bool, err error) (float64, error) {
	if holds {
		return 1, err
	}
	return 0, err
}
