package trace

// Ending says why an encounter ended.
type Ending uint8

const (
	// NotOver: the encounter has not ended.
	NotOver Ending = iota
	// Over: the ruleset's time.over holds.
	Over
	// Called: the script ended it.
	Called
	// TimeUp: the time limit was reached.
	TimeUp
	// NothingLeft: the agenda is empty.
	NothingLeft
)
