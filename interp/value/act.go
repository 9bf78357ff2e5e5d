package value

// Act is the number of an action that is proposed, declared or under way; it is
// a value of the language's type act. It is valid until its batch has ended.
type Act float64

// NoAct is no action: to pass.
const NoAct Act = 0
