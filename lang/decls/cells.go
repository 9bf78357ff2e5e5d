package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
)

// layOutFields assigns cells to the fields of something with state, and returns their number.
// Formulas, programs and maps never change and have none.
func layOutFields(fields []*program.Field) int {
	next := 0
	for _, f := range fields {
		f.Cell, f.Cells = next, cellsOf(f)
		next += f.Cells
	}
	return next
}

// setCells is the number of cells of a set: 8 of 32 bits each.
const setCells = 8

// cellsOf returns the number of cells of a field in its record.
func cellsOf(f *program.Field) int {
	switch {
	case decode.NeverChanges(f.Type), f.Virtual:
		return 0
	case f.Type.Kind == program.Set:
		return setCells
	case f.Family == nil:
		return 1
	}
	return len(decode.MemberNames(f.Family))
}

// shareActCells assigns cells in the rows of acts to a parameter or running field:
// those of the first one with this name and type.
func (r *ruleset) shareActCells(f *program.Field) {
	r.Prog.ActFields, r.Prog.ActCells = shareCells(r.Prog.ActFields, r.Prog.ActCells, f)
}

// shareCells assigns to f the cells of the field with the same name and type in shared,
// or new ones starting at next.
func shareCells(shared []*program.Field, next int, f *program.Field) ([]*program.Field, int) {
	for _, other := range shared {
		if other.Name == f.Name && other.Type.Equal(f.Type) {
			f.Cell, f.Cells = other.Cell, other.Cells
			return shared, next
		}
	}
	f.Cell, f.Cells = next, cellsOf(f)
	return append(shared, f), next + f.Cells
}
