package code

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Compiler compiles what is met while a fight begins or is played: values that are given, formulas
// that belong to nobody, parts of those that are played. The code that others share stays as it is.
type Compiler interface {
	Formula(*program.Formula) *Formula
	// Part compiles a part of a formula; ok is false if it takes too much room.
	Part(*program.Expr) (c *Instructions, ok bool)
	// Value and Fill work out a value that is given to a field of somebody with a name; Fill puts it
	// into cells, one for each member of a family.
	Value(f *program.Field, v *program.Value, owner float64, name string) float64
	Fill(cells []float64, f *program.Field, v *program.Value, owner float64, name string)
	// Kept is where the lists and dice of such values are.
	Kept() (*value.Lists, *value.Dice)
	// On says on which board places are.
	On(*board.Board)
}
