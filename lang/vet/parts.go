package vet

import (
	"iter"

	"github.com/rulec/rulec/lang/program"
)

// parts are the parts of a ruleset, each once: definitions share many.
type parts []program.Part

func partsOf(p *program.Program) (all parts) {
	seen := map[program.Part]bool{}
	for part := range p.Parts() {
		if !seen[part] {
			seen[part] = true
			all = append(all, part)
		}
	}
	return all
}

// stmts visits every statement.
func (all parts) stmts() iter.Seq[program.Stmt] {
	return func(yield func(program.Stmt) bool) {
		for _, part := range all {
			for s := range part.Routine.Stmts() {
				if !yield(s) {
					return
				}
			}
		}
	}
}
