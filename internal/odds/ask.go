package odds

import (
	"errors"
	"fmt"
	"time"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
)

// Ask is a question about an encounter.
type Ask struct {
	Path   string
	Load   lang.Options
	Effort engine.Effort
	// Usual also asks the questions that are asked about every fight.
	Usual bool
	// Varied is what to try several values of, one thing at most; nil means nothing.
	Varied []experiment.Varied
}

// Samples is the default number of times to play lines that are too many to try every possible roll.
const Samples = engine.Samples

// ErrNoScript is the error of an encounter without any lines to ask about.
var ErrNoScript = errors.New("there is no script")

// NewEffort returns the effort that plays the lines so many times if not all possible rolls were tried within a
// time; 0 means no time limit.
func NewEffort(samples int, deadline time.Duration) engine.Effort {
	e := engine.Effort{Samples: samples}
	if deadline > 0 {
		e.Timer = func() func() bool {
			end := time.Now().Add(deadline)
			return func() bool { return !time.Now().Before(end) }
		}
	}
	return e
}

// Answers computes the odds with each varied value. The list has the problems of the encounter or the questions; with
// errors there are no points. The error is [ErrNoScript], or that of a fight.
func (a *Ask) Answers() (points []Point, list diag.List, err error) {
	loaded, list := experiment.Load(a.Path, a.Load, a.Varied, "--vary")
	if list.HasErrors() {
		return nil, list, nil
	}
	for i, x := range loaded {
		p, list, err := a.answer(x.Encounter)
		if p == nil {
			return nil, list, err
		}
		for _, v := range a.Varied {
			p.Value = v.Name + " = " + v.Values[i]
		}
		points = append(points, *p)
	}
	return points, nil, nil
}

func (a *Ask) answer(e *program.Encounter) (*Point, diag.List, error) {
	if e.Script == nil {
		return nil, nil, ErrNoScript
	}
	if !a.Usual {
		for _, x := range e.Odds {
			if x.Of != nil {
				var list diag.List
				list.Errorf(encounter.CodeOdds, x.What.Span, "--of asks for a chance, and can't compare it with an expected one").
					WithHint("remove everything up to \"when\": then the odds are printed")
				return nil, list, nil
			}
		}
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		return a.stopped(err)
	}
	m := interp.New(fight, interp.Options{Limits: interp.DefaultLimits()})
	questions := engine.Asked(e)
	asked := len(questions)
	if a.Usual {
		questions = append(questions, engine.Usual(m)...)
	}
	l := engine.LinesOf(questions)
	found, err := engine.Best(m, l, a.Effort)
	if err != nil {
		return a.stopped(err)
	}
	return &Point{title: e.Title, odds: found, tables: l.Tables(found), asked: asked, show: m.Show}, nil, nil
}

// stopped returns the reason why the odds can't be computed.
func (a *Ask) stopped(err error) (*Point, diag.List, error) {
	if d := new(diag.Diagnostic); errors.As(err, &d) {
		return nil, diag.List{d}, nil
	}
	return nil, nil, fmt.Errorf("%s: %w", a.Path, err)
}
