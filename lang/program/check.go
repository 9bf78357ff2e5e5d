package program

// Check says what a roll comes to that is held against a number: of those with its name as
// label, or, if it is [AnyCheck], of all others.
type Check struct {
	Decl
	// Fields are figures of its own that a test may hand over.
	Fields []*Field
	// Margin, Success and Degree are worked out in this order. Each reads self (who rolled;
	// none: a side or the scene), total, target, natural and the fields; Success also margin,
	// Degree also margin and success. Without a Margin it is total - target, without a Success
	// total >= target; without a Degree there are none.
	Margin, Success, Degree *Formula
	// Told is what is said of the outcome, as Degree reads it; nil: the degree, or whether it
	// succeeded.
	Told *Template
	// Plain is set if Told reads nothing but self and total, so that rolls of its label which
	// are held against nothing are told by it, too.
	Plain bool
	// Quiet is set if rolls of its label are bookkeeping, which stories leave out.
	Quiet bool
}

// StandardCheck is the check of labels for which a ruleset has none.
var StandardCheck = &Check{Decl: Decl{Name: AnyCheck, Title: AnyCheck, Index: -1}}

// What came_to says of a roll, as the Index of its expression, beside its total (0): the face
// of its first die, and the parts of its test from PastParts on.
const (
	PastNatural = 1
	PastParts   = 2
)

// AnyCheck is the name of the check of all labels that have none of their own.
const AnyCheck = "any"

// TestPart is a part of what a test comes to, by its place in the slots from [Test.Base] on;
// the fields of the check follow.
type TestPart int

// The parts of a test.
const (
	TestTarget TestPart = iota
	TestMargin
	TestSuccess
	TestDegree
	// TestParts is how many there are.
	TestParts
)

// Names of the parts of a test, as fields of its roll and as inputs of what is worked out later.
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

// Cells returns how many parts there are of what the check gives: the TestParts and its fields.
func (c *Check) Cells() int { return int(TestParts) + len(c.Fields) }

// Parts are the parts of what the check gives, in the order of their slots. Without a Degree its slot stays, but nobody can
// read it.
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

// RollLocals are the locals of a roll that a proc takes or gives: its total, and behind it the
// parts of what it came to, whose names nobody can write.
func RollLocals(name string, c *Check) []Local {
	list := []Local{{Name: name, Type: Type{Kind: Number}, Rolled: c}}
	for _, part := range c.Parts() {
		list = append(list, Local{Name: name + "." + part.Name, Type: part.Type})
	}
	return list
}
