package find

import "github.com/rulec/rulec/internal/experiment"

// Report is the result of a job.
type Report struct {
	experiment.Origin
	// See is the line that plays a fight, whose number follows; the caller that prints the report sets it.
	See string `json:"see"`
	// Fights is how many were played in each way, Together how many differences were tested.
	Fights   int64 `json:"fights"`
	Together int   `json:"differences"`
	// Even is not nil if the winner is decided.
	Even *experiment.Even `json:"even,omitempty"`
	// Findings are the problems found, Asked everything that was examined, Idle the lines of tactics that were never used.
	Findings []Finding `json:"findings"`
	Asked    []Asked   `json:"asked"`
	Idle     []Idle    `json:"never_taken"`
	// Never lists what was never allowed, and no tactic did.
	Never []Never `json:"never_allowed,omitempty"`
	// Ahead are the sides that played fights thinking ahead; Script reports that a script was ignored.
	Ahead  []Ahead `json:"thinking,omitempty"`
	Script bool    `json:"script_left_out,omitempty"`
}

// Kind is the type of a finding.
type Kind string

// The kinds of findings.
const (
	// NeverBest is for something that a side does, but without which it wins more.
	NeverBest Kind = "never best"
	// AlwaysBest is for something with which a side wins much more if it always does or uses it.
	AlwaysBest Kind = "always best"
	// Indispensable is for something without which a side loses much, though it can win otherwise.
	Indispensable Kind = "indispensable"
	// Free is for an action that can be done again and again in one turn.
	Free Kind = "costs nothing"
	// Locks is for something that leaves a foe unable to do anything.
	Locks Kind = "locks its target"
	// Missed is for the tactics of a side that wins much more when it thinks ahead.
	Missed Kind = "miss something"
)

// Finding is a problem in the balance.
type Finding struct {
	Kind Kind `json:"kind"`
	// About names the subject, What is its type; empty means all tactics of the side.
	About string `json:"about"`
	What  What   `json:"what"`
	Side  string `json:"side"`
	// Share is how often the side wins by tactics, Other how often it wins the other way, and Difference how much
	// more that is. For Locks it is how often foes are locked. For Free, Share is the share of free ones among the
	// fights in which it was done whenever it was allowed, and the others are nil.
	Share      experiment.Share       `json:"share"`
	Other      *experiment.Share      `json:"other"`
	Difference *experiment.Difference `json:"difference"`
	// More are the things that a side does more when it thinks ahead; nil for all other kinds.
	More []DoneMore `json:"more,omitempty"`
	// Trial is a fight that shows it, played with the settings Set.
	Trial uint64   `json:"trial"`
	Set   []string `json:"set,omitempty"`
}

// DoneMore is something that a side does or uses more when it thinks ahead: how often per fight by its tactics, and
// then.
type DoneMore struct {
	About string  `json:"about"`
	Now   float64 `json:"now"`
	Then  float64 `json:"then"`
}

// Asked is something of a side that was examined, with the results.
type Asked struct {
	About string `json:"about"`
	What  What   `json:"what"`
	Side  string `json:"side"`
	// DoneIn is in how many fights it was done, Times how often in all.
	DoneIn int64 `json:"done_in"`
	Times  int64 `json:"times"`
	// Without and Always are how much more the side wins without it, and with it always done or used; nil if that
	// wasn't examined, or can't be played.
	Without *experiment.Difference `json:"without"`
	Always  *experiment.Difference `json:"always"`
	// NothingWithout is set if the side wins much less without it, and hardly anything: too little to be a finding.
	NothingWithout bool `json:"nothing_without,omitempty"`
	// Unplayed are the reasons why something can't be played.
	Unplayed []string `json:"unplayed"`
}

// Never is something that a side has, and that was never allowed when it was to be used always.
type Never struct {
	Side  string `json:"side"`
	About string `json:"about"`
}

// Ahead is a side that played some fights thinking ahead: how often it wins them by its tactics, and then.
type Ahead struct {
	Side       string                `json:"side"`
	Fights     int64                 `json:"fights"`
	Share      experiment.Share      `json:"share"`
	Other      experiment.Share      `json:"other"`
	Difference experiment.Difference `json:"difference"`
}

// Idle is a line of a side's tactic that was never used: what it does, and its place.
type Idle struct {
	Side   string `json:"side"`
	Tactic string `json:"tactic"`
	Line   string `json:"line"`
}
