package engine

import (
	"maps"
	"slices"
	"time"

	"github.com/rulec/rulec/lang"
)

// Workspace is what one page has open. It belongs to one goroutine.
type Workspace struct {
	// Thought, if not nil, is told each time that somebody in the fight on the table has thought ahead: a fight with
	// such takes longer than an answer may, and hasn't hung.
	Thought func()

	version string
	*files
	fight *fight
	// working are odds that are being worked out, for so long at once; nil: none are.
	working *working
	atOnce  time.Duration
	// searching is what is looked for; nil: nothing is.
	searching *search
	// jobs are simulations that are being played, by what was asked.
	jobs map[[2]which]*prepared
}

// New returns a workspace with nothing open; version is that of the program.
func New(version string) *Workspace {
	d := &Workspace{version: version, atOnce: atOnce}
	d.forget()
	return d
}

// forget puts everything away.
func (d *Workspace) forget() {
	d.files = newFiles()
	d.letGo()
}

// letGo drops what was made of files that have changed since.
func (d *Workspace) letGo() {
	d.leaveSearch()
	d.jobs = map[[2]which]*prepared{}
}

// catalog is what there is to begin with.
type catalog struct {
	Version  string   `json:"version"`
	Language int      `json:"language"`
	Systems  []string `json:"systems"`
	Shipped  []string `json:"shipped"`
}

// open begins anew with the given files, and says what comes with the program.
func (d *Workspace) open(files []file) (*catalog, error) {
	d.forget()
	for _, f := range files {
		if _, err := d.set(f); err != nil {
			return nil, err
		}
	}
	c := &catalog{Version: d.version, Language: lang.LanguageVersion, Systems: lang.ShippedNames(d.options())}
	for _, folder := range slices.Sorted(maps.Keys(shipped)) {
		names, err := yamlIn(folder)
		if err != nil {
			return nil, err
		}
		c.Shipped = append(c.Shipped, names...)
	}
	return c, nil
}

// set takes a text of the page.
func (d *Workspace) set(f file) (nothing, error) {
	if err := d.put(f); err != nil {
		return nothing{}, err
	}
	d.letGo()
	return nothing{}, nil
}

// drop takes a text away: what comes with the program counts again.
func (d *Workspace) drop(name string) (nothing, error) {
	delete(d.drafts, name)
	d.work.Drop(name)
	d.work.Refresh()
	d.letGo()
	return nothing{}, nil
}
