package editor

import (
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

var everything = flag.Bool("everything", false, "rename all that the rulesets declare, not only some of it")

// mayRefuse are the reasons for which a name can't be changed by itself: it is also the name of a
// roll or a choice, which scripts and tactics name, or other things have to be called like it; one line contributes to
// several quantities with channels or participants of its name; steps of a kind read what a definition's own step sets in their place.
var mayRefuse = regexp.MustCompile(`\[(untested|unknown-channel|missing-argument|no-self|unknown-tactic|unknown-argument|unknown-field|unreadable-field|unknown-role)\]|unknown name "zz_renamed" in perform of kind`)

// TestRename gives what rulesets declare another name, one at a time: then everything has to be as
// it was, so that no use was missed.
func TestRename(t *testing.T) {
	const each, most = 40, 8
	for _, name := range shipped {
		w := opened(t, name)
		decls := declarations(w, w.Check(name+".yaml"))
		if !*everything {
			random := rand.New(rand.NewPCG(3, 4))
			random.Shuffle(len(decls), func(i, j int) { decls[i], decls[j] = decls[j], decls[i] })
			decls = decls[:each]
		}
		refused := 0
		for _, decl := range decls {
			_, err := w.Rename(decl.Source.Name, decl.Start, "zz_renamed")
			if err == nil {
				continue
			}
			refused++
			if section := w.pathOf(decl); len(section) == 2 && (section[0] == "kinds" || section[0] == "laws") { // the language knows some of them
				continue
			} else if !mayRefuse.MatchString(err.Error()) || len(section) == 2 && section[0] != "checks" && section[0] != "choices" {
				line, column := decl.Source.Position(decl.Start)
				t.Errorf("%s:%d:%d: %q: %v", decl.Source.Name, line, column, decl.Text(), err)
			}
		}
		if refused > most && !*everything {
			t.Errorf("%s: %d of %d are refused", name, refused, len(decls))
		}
	}
}

// declarations returns where everything is declared that the open files declare.
func declarations(w *Workspace, c *Check) []diag.Span {
	var list []diag.Span
	for _, u := range c.uses {
		if u.At != u.Decl || slices.Contains(list, u.Decl) {
			continue
		}
		if _, mine := w.Text(u.Decl.Source.Name); mine {
			list = append(list, u.Decl)
		}
	}
	return list
}
