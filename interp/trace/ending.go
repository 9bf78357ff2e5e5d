package trace

// Ending says why an encounter ended.
type Ending uint8

const (
	// NotOver: it has not ended.
	NotOver Ending = iota
	// Over: the ruleset's time.over holds.
	Over
	// Called: the script ended it.
	Called
	// TimeUp: the time limit was reached.
	TimeUp
	// NothingLeft: nothing stands on the agenda any more.
	NothingLeft
)
