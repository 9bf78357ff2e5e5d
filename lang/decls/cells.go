package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
)

// layOutFields gives the fields of something with state their cells, and returns how many they take.
// Formulas, programs and maps never change and have none.
func layOutFields(fields []*program.Field) int {
	next := 0
	for _, f := range fields {
		f.Cell, f.Cells = next, cellsOf(f)
		next += f.Cells
	}
	return next
}

// setCells is the number of cells of a set: 8 times 32 bits.
const setCells = 8

// cellsOf returns how many cells a field takes in its record.
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

// shareActCells gives a parameter or running field its cells in the rows of
// acts: those of the first one with this name and type.
func (r *ruleset) shareActCells(f *program.Field) {
	r.Prog.ActFields, r.Prog.ActCells = shareCells(r.Prog.ActFields, r.Prog.ActCells, f)
}

// shareCells gives f the cells of the field of its name and type among shared,
// or new ones from next on.
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
