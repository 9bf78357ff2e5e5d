package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
)

func newOdds() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "odds ENCOUNTER [LINE ...]",
		Short: "Say how likely everything is that a few lines of a script may come to",
		Long: `Say how likely everything is that a script may come to, or the LINEs given in its place: who
loses how much, who is out, who has which condition, and all else that changes. --of asks
something else: a formula that holds or doesn't, a number, a name. What an encounter asks
under odds: comes first.

All ways for the dice to fall are tried, so that the answer is exact. What happens again and
again, as dice explode, may be left out; the answer says how likely that is. Where there are
too many ways, or the time of --deadline is over, the lines are played many times, and the
answer says that, too.

Whoever has no line in the script when somebody asks them passes, or takes the default; with
tactic: NAME they answer as that says.

--vary NAME=VALUES works the odds out for several values of a param, or of a key of a
combatant (WHO.KEY).`,
		Example: `  rulec odds examples/01-first-blood.yaml "zora: punch mort"
  rulec odds examples/01-first-blood.yaml "zora: punch mort" --of "mort.bruises >= 2"
  rulec odds examples/01-first-blood.yaml "zora: punch mort" --vary zora.brawn=0..3
  rulec odds attack.yaml --format json`,
		Args: takes(1, 100),
	}
	flags := cmd.Flags()
	of := flags.StringArray("of", nil, "ask this `FORMULA` behind the last line; may be given several times")
	vary := flags.String("vary", "", "try several values: `NAME=VALUES`")
	effort := effortFlags(flags)
	format := flags.String("format", "text", "how to print: `text|json`")
	plot := flags.String("plot", "", "draw the first number that is told, or else what holds how often, into `FILE.svg`")
	options := readFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOf("format", *format, "text", "json"); err != nil {
			return err
		}
		much, err := effort()
		if err != nil {
			return err
		}
		opts, err := options()
		if err != nil {
			return err
		}
		for _, line := range args[1:] {
			if strings.TrimSpace(line) == "" {
				return usage("a LINE is empty: write one of a script, such as \"ana: attack bo\"")
			}
		}
		a := asking{path: args[0], opts: opts, effort: much, errors: cmd.ErrOrStderr()}
		a.opts.Over = overEncounter(args[1:], *of)
		a.usual = len(*of) == 0
		points, err := a.points(*vary)
		if err != nil {
			return err
		}
		if *plot != "" {
			if err := drawOdds(*plot, a.path, points); err != nil {
				return exit{exitFailed, err}
			}
		}
		if *format == "json" {
			return printOddsJSON(cmd.OutOrStdout(), points)
		}
		return printOdds(cmd.OutOrStdout(), points)
	}
	return cmd
}

// effortFlags are the flags that say how long all ways are tried, and how often the lines are played where that isn't
// enough.
func effortFlags(flags *pflag.FlagSet) func() (odds.Effort, error) {
	samples := flags.Int("samples", odds.Samples, "play so many times (`N`) where there are too many ways")
	deadline := flags.Duration("deadline", 10*time.Second, "play many times (see --samples) when not all ways have been tried within this `TIME`; 0s: try on")
	return func() (e odds.Effort, err error) {
		if *deadline < 0 {
			return e, usage("--deadline takes a time from 0 on, such as 90s, not %s", *deadline)
		}
		if *samples < 1 {
			return e, usage("--samples takes a number from 1 on, not %d", *samples)
		}
		e.Samples = *samples
		if *deadline > 0 {
			e.Timer = func() func() bool {
				end := time.Now().Add(*deadline)
				return func() bool { return !time.Now().Before(end) }
			}
		}
		return e, nil
	}
}

// overEncounter is what a command line puts in the place of an encounter's script and odds; nil:
// nothing.
func overEncounter(lines, of []string) *diag.Source {
	var b strings.Builder
	if len(lines) > 0 {
		b.WriteString("script: |\n")
		for _, line := range strings.Split(strings.Join(lines, "\n"), "\n") {
			b.WriteString("  " + line + "\n")
		}
	}
	if len(of) > 0 {
		b.WriteString("odds:\n")
		for i, formula := range of {
			if !slices.Contains(of[:i], formula) {
				b.WriteString("  ? " + strconv.Quote(formula) + "\n  : |-\n    " + strings.ReplaceAll(formula, "\n", "\n    ") + "\n")
			}
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return diag.NewSource("command line", b.String())
}

// asking is a command line of rulec odds.
type asking struct {
	path   string
	opts   lang.Options
	effort odds.Effort
	errors io.Writer
	// usual asks what is asked of any fight, too.
	usual bool
	// mend says in other words what is wrong; nil: it is said as it is.
	mend func(diag.List) diag.List
}

// oddsPoint is what came of one value of what is varied.
type oddsPoint struct {
	// value is empty where nothing is varied.
	value  string
	odds   *odds.Odds
	tables []odds.Table
	// asked is how many of them, from the first on, somebody has asked for.
	asked int
	show  func(v float64, t program.Type) string
}

// points works the odds out for each value of what is varied.
func (a *asking) points(vary string) ([]oddsPoint, error) {
	if vary == "" {
		p, err := a.work(a.opts)
		return []oddsPoint{p}, err
	}
	v, err := experiment.ParseVaried(vary)
	if err != nil {
		return nil, usage("--vary: %v", err)
	}
	if _, set := a.opts.Set[v.Name]; set {
		return nil, usage("--vary: %s gets a value already", v.Name)
	}
	var points []oddsPoint
	for _, value := range v.Values {
		set, list := lang.ParseSettings([]string{v.Name + "=" + value})
		if len(list) > 0 {
			return nil, usage("--vary: %q is no name of a param, and no WHO.KEY of a combatant or a side", v.Name)
		}
		opts := a.opts
		opts.Set, opts.Flags = set, map[string]string{v.Name: "--vary"}
		for name, x := range a.opts.Set {
			set[name] = x
		}
		p, err := a.work(opts)
		if err != nil {
			return nil, err
		}
		p.value = v.Name + " = " + value
		points = append(points, p)
	}
	return points, nil
}

// work works the odds out.
func (a *asking) work(opts lang.Options) (p oddsPoint, err error) {
	e, list := lang.LoadEncounter(a.path, opts)
	if list.HasErrors() {
		return p, a.complain(list)
	}
	if e.Script == nil {
		return p, usage("%s has no script: write the lines behind it of which you want to know the odds, such as \"ana: attack bo\"", a.path)
	}
	if !a.usual {
		for _, x := range e.Odds {
			if x.Of != nil {
				return p, a.complain(diag.List{diag.Errorf(encounter.CodeOdds, x.What.Span, "--of asks how likely something is, and takes no chance that it should have").
					WithHint("leave out what stands before \"when\", and the word: then the odds are printed")})
			}
		}
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		return p, a.stopped(err)
	}
	m := interp.New(fight, interp.Options{Limits: interp.DefaultLimits()})
	questions := odds.Asked(e)
	p.asked = len(questions)
	if a.usual {
		questions = append(questions, odds.Usual(m)...)
	}
	l := odds.LinesOf(questions)
	if p.odds, err = odds.Best(m, l, a.effort); err != nil {
		return p, a.stopped(err)
	}
	p.tables, p.show = l.Tables(p.odds), m.Show
	return p, nil
}

// stopped prints why the odds can't be worked out.
func (a *asking) stopped(err error) error {
	if d := new(diag.Diagnostic); errors.As(err, &d) {
		return a.complain(diag.List{d})
	}
	return exit{exitFailed, fmt.Errorf("%s: %w", a.path, err)}
}

func (a *asking) complain(list diag.List) error {
	if a.mend != nil {
		list = a.mend(list)
	}
	return complain(a.errors, list)
}

// printOdds prints what came of one value, or of several side by side.
func printOdds(out io.Writer, points []oddsPoint) error {
	var b strings.Builder
	if len(points) == 1 && points[0].value == "" {
		points[0].print(&b)
	} else {
		printVaried(&b, points)
	}
	_, err := io.WriteString(out, b.String())
	return written(err)
}

// print prints a table for each number and name that is asked, then what holds how often.
func (p *oddsPoint) print(b *strings.Builder) {
	for i := range p.tables {
		if t := &p.tables[i]; t.Type.Kind != program.Bool && p.tells(i) {
			p.distribution(b, t)
		}
	}
	p.shares(b)
	if b.Len() == 0 {
		b.WriteString("Nothing comes of it, whatever the dice show.\n\n")
	}
	b.WriteString(p.how() + "\n")
}

// tells tells whether a question is told: it was asked, or something may come of it.
func (p *oddsPoint) tells(question int) bool {
	rows := p.tables[question].Rows
	return question < p.asked || len(rows) > 1 || rows[0].Answer != p.tables[question].Before
}

// shares prints how likely it is that something holds.
func (p *oddsPoint) shares(b *strings.Builder) {
	var rows strings.Builder
	w := tabwriter.NewWriter(&rows, 0, 0, 2, ' ', 0)
	for i := range p.tables {
		t := &p.tables[i]
		if t.Type.Kind != program.Bool || !p.tells(i) {
			continue
		}
		fmt.Fprintf(w, "  %s\t", diag.Visible(t.Name))
		switch chance := t.Of(1); {
		case p.odds.Certain() && chance.Sign() == 0:
			fmt.Fprint(w, "  never\n")
		case p.odds.Certain() && chance.Cmp(big.NewRat(1, 1)) == 0:
			fmt.Fprint(w, " always\n")
		default:
			fmt.Fprintf(w, "%*s%s\n", widest, p.share(chance), p.fraction(chance))
		}
	}
	_ = w.Flush()
	if rows.Len() > 0 {
		b.WriteString(cmp.Or(diag.Visible(p.value), "How likely it is") + ":\n" + rows.String() + "\n")
	}
}

// widest is how wide a share may be.
const widest = len("100.00%")

// distribution prints how likely each answer is; of a number also so much or more, and so much or less.
func (p *oddsPoint) distribution(b *strings.Builder, t *odds.Table) {
	name := diag.Visible(t.Name)
	if len(t.Rows) == 1 && p.odds.Certain() {
		fmt.Fprintf(b, "%s: always %s\n\n", name, diag.Visible(p.show(t.Rows[0].Answer, t.Type)))
		return
	}
	if t.Type.Kind == program.Number {
		p.numbers(b, t)
		return
	}
	fmt.Fprintf(b, "%s:\n", name)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, r := range t.Rows {
		fmt.Fprintf(w, "  %s\t%*s%s\n", diag.Visible(p.show(r.Answer, t.Type)), widest, p.share(r.Chance), p.fraction(r.Chance))
	}
	_ = w.Flush()
	b.WriteString("\n")
}

// numbers prints how likely each number is.
func (p *oddsPoint) numbers(b *strings.Builder, t *odds.Table) {
	fmt.Fprintf(b, "%s, %s on average:\n", diag.Visible(t.Name), p.mean(t))
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tat least\tat most\texactly\t\n")
	for _, r := range t.Rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n",
			diag.Visible(p.show(r.Answer, t.Type)), p.share(t.AtLeast(r.Answer)), p.share(t.AtMost(r.Answer)), p.share(r.Chance), p.fraction(r.Chance))
	}
	_ = w.Flush()
	b.WriteString("\n")
}

// printVaried prints a row for each value, with a column for each question: how likely what holds
// is, what numbers are on average, and which name comes most often.
func printVaried(b *strings.Builder, points []oddsPoint) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	var shown []int
	for i, t := range points[0].tables {
		if !slices.ContainsFunc(points, func(p oddsPoint) bool { return p.tells(i) }) {
			continue
		}
		shown = append(shown, i)
		fmt.Fprintf(w, "\t%s", diag.Visible(t.Name))
		switch t.Type.Kind {
		case program.Bool:
		case program.Number:
			fmt.Fprint(w, ", on average")
		default:
			fmt.Fprint(w, ", most often")
		}
	}
	fmt.Fprintln(w)
	for k := range points {
		p := &points[k]
		fmt.Fprint(w, diag.Visible(p.value))
		for _, i := range shown {
			t := &p.tables[i]
			switch t.Type.Kind {
			case program.Bool:
				fmt.Fprintf(w, "\t%s", p.share(t.Of(1)))
			case program.Number:
				fmt.Fprintf(w, "\t%s", p.mean(t))
			default:
				likeliest := slices.MaxFunc(t.Rows, func(a, b odds.Row) int { return a.Chance.Cmp(b.Chance) })
				fmt.Fprintf(w, "\t%s, %s", diag.Visible(p.show(likeliest.Answer, t.Type)), p.share(likeliest.Chance))
			}
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush()
	if len(shown) == 0 {
		b.WriteString("Nothing comes of it, whatever the dice show.\n")
	}
	b.WriteString("\n")
	printHow(b, points)
}

// printHow prints how the odds of all points were found.
func printHow(b *strings.Builder, points []oddsPoint) {
	for k := range points {
		if how := points[k].how(); k == 0 || how != points[k-1].how() {
			b.WriteString(how + "\n")
		}
	}
}

// how says how the odds were found.
func (p *oddsPoint) how() string {
	switch left, _ := p.odds.Left.Float64(); {
	case p.odds.Sampled > 0:
		why := "there are too many ways to try them all"
		if p.odds.Late {
			why = "not all ways could be tried in time (--deadline)"
		}
		return fmt.Sprintf("Sampled: %s, so it was played %s times.\nEach share is within %.1f points of the truth, 95 times of 100.",
			why, grouped(strconv.Itoa(p.odds.Sampled)), 98/math.Sqrt(float64(p.odds.Sampled)))
	case left > 0:
		return "Exact, but for what is rare: dice that explode, or what is repeated, again and again.\nIts chance is " + rare(left) + "."
	}
	return "Exact: all ways for the dice to fall were tried."
}

// rare writes a small chance.
func rare(v float64) string {
	if v >= 0.0001 {
		return strconv.FormatFloat(100*v, 'f', 2, 64) + "%"
	}
	return "less than one in " + grouped("1"+strings.Repeat("0", int(-math.Log10(v))))
}

// grouped writes a whole number with commas.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// share writes a chance in percent, with as many digits as it has. What isn't sure doesn't read as if it were.
func (p *oddsPoint) share(chance *big.Rat) string {
	v, _ := chance.Float64()
	digits := 2
	if p.odds.Sampled > 0 {
		digits = 1
	}
	text := strconv.FormatFloat(100*v, 'f', digits, 64) + "%"
	sure := new(big.Rat).Add(chance, p.odds.Left).Cmp(big.NewRat(1, 1)) >= 0
	switch {
	case p.odds.Sampled == 0 && sure:
		return "100%"
	case p.odds.Certain() && v == 0:
		return "0%"
	case v > 0 && strings.Trim(text, "0.%") == "":
		return "<0." + strings.Repeat("0", digits-1) + "1%"
	case !sure && strings.HasPrefix(text, "100."):
		return ">99." + strings.Repeat("9", digits) + "%"
	}
	return text
}

// fraction writes an exact chance, to stand behind its share.
func (p *oddsPoint) fraction(chance *big.Rat) string {
	if text := p.odds.Fraction(chance); text != "" {
		return " = " + text
	}
	return ""
}

// mean is what a number is on average.
func (p *oddsPoint) mean(t *odds.Table) string { return strconv.FormatFloat(t.Mean(), 'f', 2, 64) }

// average is what a number is on average, of all that wasn't left out; fraction is the average where it is exact and all numbers are whole.
func (p *oddsPoint) average(t *odds.Table) (mean *big.Rat, fraction string) {
	sum, whole := new(big.Rat), true
	for _, r := range t.Rows {
		v, _ := new(big.Rat).SetString(number.Format(r.Answer))
		sum.Add(sum, v.Mul(v, r.Chance))
		whole = whole && r.Answer == math.Trunc(r.Answer)
	}
	mean = sum.Quo(sum, t.AtMost(math.Inf(1)))
	if whole {
		_, fraction = p.unrounded(mean)
	}
	return mean, fraction
}

// unrounded is a chance for programs: as a number, and as a fraction where it is certain.
func (p *oddsPoint) unrounded(chance *big.Rat) (v *float64, fraction string) {
	v = new(float64)
	*v, _ = chance.Float64()
	if p.odds.Certain() {
		fraction = chance.RatString()
	}
	return v, fraction
}

// printOddsJSON prints the odds for programs: nothing is rounded, and what is certain is a fraction, too.
func printOddsJSON(out io.Writer, points []oddsPoint) error {
	type row struct {
		Answer         any      `json:"answer"`
		Chance         *float64 `json:"chance"`
		Exactly        string   `json:"exactly,omitempty"`
		AtLeast        *float64 `json:"at_least,omitempty"`
		AtLeastExactly string   `json:"at_least_exactly,omitempty"`
		AtMost         *float64 `json:"at_most,omitempty"`
		AtMostExactly  string   `json:"at_most_exactly,omitempty"`
	}
	type table struct {
		Asked          string   `json:"asked"`
		Average        *float64 `json:"average,omitempty"`
		AverageExactly string   `json:"average_exactly,omitempty"`
		Deviation      *float64 `json:"deviation,omitempty"`
		Rows           []row    `json:"rows"`
	}
	type point struct {
		Value   string  `json:"value,omitempty"`
		Exact   bool    `json:"exact"`
		Sampled int     `json:"sampled,omitempty"`
		LeftOut float64 `json:"left_out"`
		Odds    []table `json:"odds"`
	}
	list := []point{}
	for k := range points {
		p := &points[k]
		x := point{Value: p.value, Exact: p.odds.Certain(), Sampled: p.odds.Sampled}
		x.LeftOut, _ = p.odds.Left.Float64()
		for i := range p.tables {
			t := &p.tables[i]
			one := table{Asked: t.Name}
			atMost, atLeast := new(big.Rat), t.AtLeast(math.Inf(-1))
			for _, r := range t.Rows {
				atMost.Add(atMost, r.Chance)
				y := row{Answer: p.show(r.Answer, t.Type)}
				y.Chance, y.Exactly = p.unrounded(r.Chance)
				switch t.Type.Kind {
				case program.Bool:
					y.Answer = r.Answer != 0
				case program.Number:
					y.Answer = r.Answer
					y.AtLeast, y.AtLeastExactly = p.unrounded(atLeast)
					y.AtMost, y.AtMostExactly = p.unrounded(atMost)
				}
				atLeast.Sub(atLeast, r.Chance)
				one.Rows = append(one.Rows, y)
			}
			if t.Type.Kind == program.Number {
				mean, fraction := p.average(t)
				deviation := t.Deviation()
				one.Average, _ = p.unrounded(mean)
				one.AverageExactly, one.Deviation = fraction, &deviation
			}
			x.Odds = append(x.Odds, one)
		}
		list = append(list, x)
	}
	return written(report.WriteJSON(out, list))
}
