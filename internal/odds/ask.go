package odds

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
)

// Ask is a question about an encounter.
type Ask struct {
	Path   string
	Load   lang.Options
	Effort engine.Effort
	// Usual also asks the questions that are asked about every fight.
	Usual bool
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

// Answers computes the odds with each varied value; an unnamed v varies nothing. The list has the problems of the
// encounter or the questions; with errors there are no points. The error is [ErrNoScript], or that of a fight.
func (a *Ask) Answers(v experiment.Varied) (points []Point, list diag.List, err error) {
	if v.Name == "" {
		p, list, err := a.answer(a.Load)
		if p == nil {
			return nil, list, err
		}
		return []Point{*p}, nil, nil
	}
	opts := a.Load
	opts.Flags = map[string]string{v.Name: "--vary"}
	for _, value := range v.Values {
		set, list := lang.ParseSettings([]string{v.Name + "=" + value})
		if list.HasErrors() {
			return nil, list, nil
		}
		maps.Copy(set, a.Load.Set)
		opts.Set = set
		p, list, err := a.answer(opts)
		if p == nil {
			return nil, list, err
		}
		p.Value = v.Name + " = " + value
		points = append(points, *p)
	}
	return points, nil, nil
}

func (a *Ask) answer(opts lang.Options) (*Point, diag.List, error) {
	e, list := lang.LoadEncounter(a.Path, opts)
	if list.HasErrors() {
		return nil, list, nil
	}
	if e.Script == nil {
		return nil, nil, ErrNoScript
	}
	if !a.Usual {
		for _, x := range e.Odds {
			if x.Of != nil {
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
