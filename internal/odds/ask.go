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

// Ask is what is asked of an encounter.
type Ask struct {
	Path   string
	Load   lang.Options
	Effort engine.Effort
	// Usual asks what is asked of any fight, too.
	Usual bool
}

// Samples is how often lines are played of which not all ways can be tried, where nobody says otherwise.
const Samples = engine.Samples

// ErrNoScript is the error of an encounter in which there are no lines to ask about.
var ErrNoScript = errors.New("there is no script")

// NewEffort returns the effort in which lines are played so many times when not all ways have been tried within a time; 0: they are tried
// as long as it takes.
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

// Answers computes the odds, with each value of what is varied; nothing is where it has no name. The list is what is wrong with the
// encounter, or with what is asked of it; with errors there are no points. The error is [ErrNoScript], or that of a fight.
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
				list.Errorf(encounter.CodeOdds, x.What.Span, "--of asks how likely something is, and takes no chance that it should have").
					WithHint("leave out what stands before \"when\", and the word: then the odds are printed")
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

// stopped says why the odds can't be computed.
func (a *Ask) stopped(err error) (*Point, diag.List, error) {
	if d := new(diag.Diagnostic); errors.As(err, &d) {
		return nil, diag.List{d}, nil
	}
	return nil, nil, fmt.Errorf("%s: %w", a.Path, err)
}
