package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang/diag"
)

// longestProfile is how many rows a profile has at most: what comes behind them is cheap.
const longestProfile = 30

// printProfile prints where the time of fights went, the dearest first, and in the end what
// belongs to none of them.
func printProfile(out io.Writer, p *profile.Profile) error {
	var b strings.Builder
	total := float64(p.Total())
	rows := p.Rows()
	fmt.Fprintf(&b, "\nwhere the time goes, of %.1f s (finding out takes some of it)\n", total/1e9)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "itself\twith what it asks\ttimes\t\t\t")
	rest := total
	for i, r := range rows {
		rest -= float64(r.Own)
		if i >= longestProfile {
			continue
		}
		fmt.Fprintf(w, "%5.1f%%\t%5.1f%%\t%d\t%s %s\t%s\n", 100*float64(r.Own)/total, 100*float64(r.All)/total, r.Times, r.What, diag.Visible(r.Name), diag.Visible(place(r.Span)))
	}
	fmt.Fprintf(w, "%5.1f%%\t\t\tnothing of these: time and turn queue\t\n", 100*rest/total)
	if err := w.Flush(); err != nil {
		return err
	}
	if n := len(rows) - longestProfile; n > 0 {
		fmt.Fprintf(&b, "%d more take less\n", n)
	}
	_, err := io.WriteString(out, b.String())
	return written(err)
}

// place returns file and line of a span.
func place(s diag.Span) string {
	if s.IsZero() {
		return ""
	}
	line, _ := s.Source.Position(s.Start)
	return fmt.Sprintf("%s:%d", s.Source.Name, line)
}
