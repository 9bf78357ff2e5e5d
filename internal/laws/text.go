package laws

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Text says which laws don't hold, and how much was looked at with a seed; of each the case, by what it calls the
// ruleset, if that isn't empty.
func (r *Result) Text(w io.Writer, seed uint64, cases string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n%s, %s, seed %d; %d of %s done by somebody\n", r.Program.Title, r.Program.Name,
		plural(r.Fights, "fight"), plural(r.Decisions, "decision"), seed, r.Done, plural(len(r.Program.Actions), "action"))
	for _, x := range r.Broken {
		fmt.Fprintf(&b, "\nlaw %s doesn't hold\n", x.Law)
		if err := (diag.List{x.Err}).Print(&b, diag.Snippets, false); err != nil {
			return err
		}
		fmt.Fprintf(&b, "found in fight %d; a case that fails by it, with %s and %s\n", x.Fight, plural(x.Fighters, "combatant"), plural(x.Lines, "line"))
		if cases != "" {
			b.WriteString("\n" + CasesOf(cases, []*Broken{x}))
		}
	}
	b.WriteString("\n")
	for _, l := range r.Program.Laws {
		if l.BuiltIn != program.OwnLaw {
			continue
		}
		switch n := r.Held[l.Index]; {
		case r.breaks(l.Name):
		case n == 0:
			fmt.Fprintf(&b, "%s was never held against anything: nobody did what it is about\n", l.Name)
		default:
			fmt.Fprintf(&b, "%s held %s\n", l.Name, plural(n, "time"))
		}
	}
	for i, name := range program.BuiltInLaws[1:] {
		byTactics := i+1 == int(program.LawEnds) || i+1 == int(program.LawEvenSides)
		switch n := r.ByTactics[name]; {
		case r.breaks(name):
		case r.waives(program.BuiltInLaw(i + 1)):
			fmt.Fprintf(&b, "%s isn't asked for: the ruleset says so\n", name)
		case byTactics && n == 0:
			fmt.Fprintf(&b, "%s was never held against anything: it needs fighters with tactics, a fight that can be over, and an if that holds\n", name)
		case byTactics:
			fmt.Fprintf(&b, "%s held in %s\n", name, plural(n, "fight"))
		default:
			fmt.Fprintf(&b, "%s held\n", name)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// waives tells whether a ruleset says that a law of every ruleset never holds in it.
func (r *Result) waives(law program.BuiltInLaw) bool {
	return r.ByTactics[program.BuiltInLaws[law]] == 0 && waived(r.Program, law)
}

// breaks tells whether a law doesn't hold.
func (r *Result) breaks(law string) bool {
	return slices.ContainsFunc(r.Broken, func(x *Broken) bool { return x.Law == law })
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
