package program

// Check defines the outcome of a roll against a number: of rolls labelled with its name, or, for
// [AnyCheck], of all others.
type Check struct {
	Decl
	// Fields are the check's own numbers, which a test may pass.
	Fields []*Field
	// Margin, Success and Degree are computed in this order. Each reads self (the roller; none for
	// a side or the scene), total, target, natural and the fields; Success also reads margin, Degree
	// also margin and success. The default Margin is total - target, the default Success is
	// total >= target; without a Degree there are no degrees.
	Margin, Success, Degree *Formula
	// Told is the sentence for the outcome, as Degree reads it; nil means the degree, or whether the
	// roll succeeded.
	Told *Template
	// Plain is set if Told reads only self and total, so that it also describes rolls with its label
	// that have no target.
	Plain bool
	// Quiet is set if rolls with its label are bookkeeping, which stories omit.
	Quiet bool
}

// StandardCheck is the check for labels without a check in the ruleset.
var StandardCheck = &Check{Decl: Decl{Name: AnyCheck, Title: AnyCheck, Index: -1}}

// Indices of what came_to returns for a roll, besides its total (0): the face of its first die,
// and the parts of its test from PastParts on.
const (
	PastNatural = 1
	PastParts   = 2
)

// AnyCheck is the name of the check for all labels without a check of their own.
const AnyCheck = "any"

// TestPart is a part of the outcome of a test, by its offset in the slots from [Test.Base] on;
// the fields of the check follow.
type TestPart int

// The parts of a test.
const (
	TestTarget TestPart = iota
	TestMargin
	TestSuccess
	TestDegree
	// TestParts is the number of parts.
	TestParts
)

// Names of the parts of a test, as fields of its roll and as inputs of later formulas.
const (
	PartTarget  = "target"
	PartMargin  = "margin"
	PartSuccess = "success"
	PartDegree  = "degree"
)

// The inputs of a check's formulas; its fields follow, then margin and success.
const (
	CheckSelf = iota
	CheckTotal
	CheckTarget
	CheckNatural
	CheckInputs
)

// Cells returns the number of parts of the check's outcome: the TestParts and its fields.
func (c *Check) Cells() int { return int(TestParts) + len(c.Fields) }

// Parts returns the parts of the check's outcome in the order of their slots. Without a Degree its slot remains, but no
// formula can read it.
func (c *Check) Parts() []Local {
	number := Type{Kind: Number}
	parts := []Local{
		TestTarget:  {Name: PartTarget, Type: number},
		TestMargin:  {Name: PartMargin, Type: number},
		TestSuccess: {Name: PartSuccess, Type: Type{Kind: Bool}},
		TestDegree:  {Name: PartDegree, Type: number},
	}
	if c.Degree != nil {
		parts[TestDegree].Type = c.Degree.Expr.Type
	}
	for _, f := range c.Fields {
		parts = append(parts, Local{Name: f.Name, Type: f.Type})
	}
	return parts
}

// RollLocals returns the locals of a roll that a proc takes or returns: its total, then the
// parts of its outcome, whose names can't be written in a ruleset.
func RollLocals(name string, c *Check) []Local {
	list := []Local{{Name: name, Type: Type{Kind: Number}, Rolled: c}}
	for _, part := range c.Parts() {
		list = append(list, Local{Name: name + "." + part.Name, Type: part.Type})
	}
	return list
}
