package engine

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"time"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang"
)

// Workspace is everything that one page has open. It belongs to one goroutine.
type Workspace struct {
	// Thought, if not nil, is called each time a combatant in the fight on the table has thought ahead: such a fight takes longer than an
	// answer may, and hasn't hung.
	Thought func()
	// Played, if not nil, is called now and then while many fights are played, with how many have been.
	Played func(fights uint64)
	// Context ends what is being answered when it is done. Workers is how many fights of many are played at the same time; 0
	// means one.
	Context context.Context
	Workers int

	version string
	*files
	fight *fight
	// working are odds that are being computed, for a limited time at once; nil means none.
	working *job[odds]
	atOnce  time.Duration
	// searching is the search in progress; nil means none.
	searching *job[found]
	// prepared are the fights of simulations in progress, whose files have been read, by request.
	prepared map[string][]experiment.Point
	// book is the book that was made last, of the rules with the name ofBook; nil means none.
	book   *rulebook
	ofBook string
}

// New returns a workspace with nothing open; version is the program's version.
func New(version string) *Workspace {
	return &Workspace{Context: context.Background(), version: version, files: newFiles(), atOnce: atOnce, prepared: map[string][]experiment.Point{}}
}

// often is how often it is told how many fights have been played.
const often = 100 * time.Millisecond

// Native returns a workspace that uses all cores of this machine, until the context is done. It tells news of an answer in progress, for JSON:
// each thought as {"thought":1}, and how many fights of many have been played as {"played":400}.
func Native(ctx context.Context, version string, tell func(news any)) *Workspace {
	d := New(version)
	d.Context, d.Workers = ctx, runtime.GOMAXPROCS(0)
	d.Thought = func() { tell(map[string]int{"thought": 1}) }
	told := time.Now()
	d.Played = func(fights uint64) {
		if time.Since(told) > often {
			told = time.Now()
			tell(map[string]uint64{"played": fights})
		}
	}
	return d
}

// Close ends whatever is under way.
func (d *Workspace) Close() {
	d.leaveOdds()
	d.leaveSearch()
	if d.fight != nil && d.fight.session != nil {
		d.fight.session.Close()
	}
}

// letGo drops whatever was made from files that have changed since.
func (d *Workspace) letGo() {
	d.leaveSearch()
	clear(d.prepared)
	d.book = nil
}

// catalog is what the page can start with.
type catalog struct {
	Version  string   `json:"version"`
	Language int      `json:"language"`
	Systems  []string `json:"systems"`
	Shipped  []string `json:"shipped"`
}

// open starts over with the given files, and lists what is built in.
func (d *Workspace) open(files []file) (*catalog, error) {
	d.letGo()
	d.files = newFiles()
	for _, f := range files {
		if _, err := d.set(f); err != nil {
			return nil, err
		}
	}
	c := &catalog{Version: d.version, Language: lang.LanguageVersion, Systems: lang.ShippedNames(d.options())}
	for _, folder := range slices.Sorted(maps.Keys(shipped)) {
		c.Shipped = append(c.Shipped, yamlIn(folder)...)
	}
	return c, nil
}

// set stores a text of the page.
func (d *Workspace) set(f file) (nothing, error) {
	d.letGo()
	return nothing{}, d.put(f)
}

// drop removes a text: a built-in file is used again.
func (d *Workspace) drop(name string) (nothing, error) {
	delete(d.drafts, name)
	d.readAnew(name)
	d.work.Drop(name)
	d.work.Refresh()
	d.letGo()
	return nothing{}, nil
}
