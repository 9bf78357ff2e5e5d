package find

import "github.com/rulec/rulec/internal/experiment"

// Report is what came of a job.
type Report struct {
	experiment.Origin
	// See is the line that plays a fight, whose number follows: whoever prints the report says so.
	See string `json:"see"`
	// Fights is how many were played in each way, Together how many differences were looked at.
	Fights   int64 `json:"fights"`
	Together int   `json:"differences"`
	// Even is not nil if it is decided who wins.
	Even *experiment.Even `json:"even,omitempty"`
	// Findings are what stands out, Asked all that was asked, Idle the lines of tactics that were never taken.
	Findings []Finding `json:"findings"`
	Asked    []Asked   `json:"asked"`
	Idle     []Idle    `json:"never_taken"`
	// Never is what was never allowed, and no tactic did.
	Never []Never `json:"never_allowed,omitempty"`
	// Ahead are the sides that played fights thinking ahead; Script tells that a script was left out.
	Ahead  []Ahead `json:"thinking,omitempty"`
	Script bool    `json:"script_left_out,omitempty"`
}

// Kind says what is wrong with something.
type Kind string

// The kinds of findings.
const (
	// NeverBest is what a side does, and wins more without.
	NeverBest Kind = "never best"
	// AlwaysBest is what a side wins much more with when it always does or uses it.
	AlwaysBest Kind = "always best"
	// Indispensable is what a side loses much without, though it can win otherwise.
	Indispensable Kind = "indispensable"
	// Free actions can be done again and again in one turn.
	Free Kind = "costs nothing"
	// Locks is what leaves a foe unable to do anything.
	Locks Kind = "locks its target"
	// Missed is what the tactics of a side miss: it wins much more when it thinks ahead.
	Missed Kind = "miss something"
)

// Finding is something that stands out.
type Finding struct {
	Kind Kind `json:"kind"`
	// About is what it is about, in words, and What which sort of thing that is; empty: all tactics of the side.
	About string `json:"about"`
	What  What   `json:"what"`
	Side  string `json:"side"`
	// Share is, as the tactics play, how often the side wins, Other how often it does the other way, and
	// Difference how much more that is. Of what locks its target it is how often foes are locked. Of what is
	// free Share is in how many of the fights in which it was done whenever it was allowed it was free, and the
	// others are nil.
	Share      experiment.Share       `json:"share"`
	Other      *experiment.Share      `json:"other"`
	Difference *experiment.Difference `json:"difference"`
	// More are the things that a side does more that thinks ahead; nil for all other kinds.
	More []DoneMore `json:"more,omitempty"`
	// Trial is a fight that shows it, where each of Set is set.
	Trial uint64   `json:"trial"`
	Set   []string `json:"set,omitempty"`
}

// DoneMore is an action that a side does more when it thinks ahead, or what it uses more: how often in a fight as its
// tactics have it, and then.
type DoneMore struct {
	About string  `json:"about"`
	Now   float64 `json:"now"`
	Then  float64 `json:"then"`
}

// Asked is something of a side, with what came of asking about it.
type Asked struct {
	About string `json:"about"`
	What  What   `json:"what"`
	Side  string `json:"side"`
	// DoneIn is in how many fights it was done, Times how often in all.
	DoneIn int64 `json:"done_in"`
	Times  int64 `json:"times"`
	// Without and Always are how much more the side wins without it, and with it always done or used;
	// nil: that wasn't asked, or can't be played.
	Without *experiment.Difference `json:"without"`
	Always  *experiment.Difference `json:"always"`
	// NothingWithout tells that the side wins much less without it, and hardly anything: too little to be a finding.
	NothingWithout bool `json:"nothing_without,omitempty"`
	// Unplayed says why something can't be played.
	Unplayed []string `json:"unplayed"`
}

// Never is something that a side has, and that was never allowed where it was to be used always.
type Never struct {
	Side  string `json:"side"`
	About string `json:"about"`
}

// Ahead is a side that played some of the fights thinking ahead: how often it wins those as its tactics play, and then.
type Ahead struct {
	Side       string                `json:"side"`
	Fights     int64                 `json:"fights"`
	Share      experiment.Share      `json:"share"`
	Other      experiment.Share      `json:"other"`
	Difference experiment.Difference `json:"difference"`
}

// Idle is a line of a tactic of a side that was never taken: what it does, and where it stands.
type Idle struct {
	Side   string `json:"side"`
	Tactic string `json:"tactic"`
	Line   string `json:"line"`
}
