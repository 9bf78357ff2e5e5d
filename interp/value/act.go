package value

// Act is the number of an action that is proposed, declared or under way; it is
// a value of the language's type act. It is valid until its batch has ended.
type Act float64

// NoAct is no action: to pass.
const NoAct Act = 0

// A plan is a kept list: which action it is, counted from 1, who does it, and its parameters
// from PlanParams on. One that is a list or a set takes as many cells as it has elements,
// behind their number.
const (
	PlanAction = iota
	PlanActor
	PlanParams
)
