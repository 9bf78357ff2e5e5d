package code

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Compiler compiles texts while a fight starts or is played: given values, formulas without
// an owner, parts of running formulas. It never changes shared code.
type Compiler interface {
	Formula(*program.Formula) *Formula
	// Part compiles a part of a formula; ok is false if it needs too much room.
	Part(*program.Expr) (c *Instructions, ok bool)
	// Value and Fill evaluate a value given to a field of a named owner; Fill writes it
	// into cells, one for each member of a family.
	Value(f *program.Field, v *program.Value, owner float64, name string) float64
	Fill(cells []float64, f *program.Field, v *program.Value, owner float64, name string)
	// Kept returns the lists and dice of such values.
	Kept() (*value.Lists, *value.Dice)
	// On sets the board for places.
	On(*board.Board)
}
