package book

import (
	"github.com/rulec/rulec/internal/figures"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Read reads a ruleset, by its name or path, for a book. The job is useless if the list has errors.
func Read(name string, opts lang.Options) (Job, diag.List) {
	opts.Uses = &program.Uses{}
	prog, list := lang.Load(name, opts)
	if list.HasErrors() {
		return Job{}, list
	}
	root, list := lang.Resolve(name, opts)
	if list.HasErrors() {
		return Job{}, list
	}
	rules, list := lang.ReadRules(name, opts)
	if list.HasErrors() {
		return Job{}, list
	}
	job := Job{name: name, Program: prog, Root: root, Uses: opts.Uses.All(), Figures: map[string][]figures.Figure{}}
	if base := rules.Base(); base != nil {
		job.Versions = lang.Compare(base, rules)
	}
	opts.Uses = nil
	if prog.Creature != nil && root.Get(prog.Creature.Plural) != nil {
		for _, e := range root.Get(prog.Creature.Plural).Entries {
			of, wrong := figures.Of(rules, e.Key.Text, opts)
			job.Figures[e.Key.Text], list = of, append(list, wrong...)
		}
	}
	return job, list
}
