package value

// Act is the number of an action that is proposed, declared or in progress; it is
// a value of the language's type act. It is valid until its batch has ended.
type Act float64

// NoAct is no action, which means pass.
const NoAct Act = 0

// A plan is a kept list: the action, counted from 1, the actor, and the parameters
// from PlanParams on. A list or set takes as many cells as it has elements,
// after their number.
const (
	PlanAction = iota
	PlanActor
	PlanParams
)
