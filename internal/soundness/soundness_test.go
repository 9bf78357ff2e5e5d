package soundness

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/rulec/rulec/interp/keyed"
)

var (
	itemsFlag   = flag.Uint64("items", 0, "how many items are made and played; 0: a few")
	seedFlag    = flag.Uint64("seed", 1, "another seed makes other items")
	onlyFlag    = flag.String("only", "", "a single item, as WORLD/NUMBER; or one world")
	folderFlag  = flag.String("failures", "", "the folder that failing items are written to; none: a temporary one")
	judgeFlag   = flag.String("judge", "", "a folder with the files of one item, which is judged anew")
	insideFlag  = flag.Bool("inside", false, "play in this process, so that -coverprofile sees it")
	workersFlag = flag.Int("workers", runtime.GOMAXPROCS(0), "how many processes play")
)

// few is how many items are played when nothing is said.
func few() uint64 {
	switch {
	case raced:
		return 40
	case testing.Short():
		return 100
	}
	return 300
}

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) != "" {
		work(os.Stdin, os.Stdout)
		return
	}
	flag.Parse()
	os.Exit(m.Run())
}

// makeItem makes the item of a world with a number: always the same.
func makeItem(w world, seed, number uint64) *item {
	name := keyed.Text(w.name)
	it := w.make(rand.New(rand.NewPCG(seed^name, number)), number)
	it.World, it.Number = w.name, number
	return it
}

func worldNamed(name string) (world, bool) {
	i := slices.IndexFunc(worlds, func(w world) bool { return w.name == name })
	if i < 0 {
		return world{}, false
	}
	return worlds[i], true
}

// TestSoundness holds the promise of the project: whatever lint accepts plays to an
// outcome, or to an error at a place of one of its files, within the limits, and the
// same whether it is recorded or not.
func TestSoundness(t *testing.T) {
	r := newReport()
	requests := make(chan request)
	go func() {
		defer close(requests)
		for _, q := range allRequests(t) {
			requests <- q
		}
	}()
	var all sync.WaitGroup
	begun := time.Now()
	for range workers() {
		all.Go(func() {
			p := newPlayer(t)
			defer p.close()
			for q := range requests {
				v := p.judge(q)
				if v.Fault != nil {
					r.failed(t, p, q, v)
				}
				r.note(v)
			}
		})
	}
	all.Wait()
	t.Logf("\n%s%.0f s", r, time.Since(begun).Seconds())
}

func workers() int {
	if *insideFlag {
		return 1
	}
	return max(1, *workersFlag)
}

// allRequests lists the items that are asked for, worlds in turns.
func allRequests(t *testing.T) []request {
	if *judgeFlag != "" {
		return []request{{World: "folder", Item: readItem(t, *judgeFlag)}}
	}
	total := *itemsFlag
	if total == 0 {
		total = few()
	}
	name, number, single := strings.Cut(*onlyFlag, "/")
	if w, ok := worldNamed(name); ok {
		if single {
			q := request{World: w.name, Seed: *seedFlag}
			if _, err := fmt.Sscan(number, &q.Number); err != nil {
				t.Error(err)
			}
			return []request{q}
		}
		var list []request
		for n := range total {
			list = append(list, request{World: w.name, Seed: *seedFlag, Number: n})
		}
		return list
	} else if *onlyFlag != "" {
		t.Errorf("there is no world %q", name)
	}
	var list []request
	for _, w := range worlds {
		for n := range max(1, total*uint64(w.share)/1000) {
			list = append(list, request{World: w.name, Seed: *seedFlag, Number: n})
		}
	}
	// The large ones are begun with those that take less, not left to the end.
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// readItem reads the files of an item from a folder.
func readItem(t *testing.T, folder string) *item {
	it := &item{World: "folder", Files: map[string]string{}}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".yaml") || strings.HasPrefix(name, "small/") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		it.Files[name] = string(text)
		return err
	})
	if err != nil || len(it.Files) == 0 {
		t.Fatalf("there are no files in %s: %v", folder, err)
	}
	it.sortFiles()
	return it
}

// report adds up verdicts.
type report struct {
	mutex  sync.Mutex
	worlds map[string]*tally
	causes map[string]int
	folder string
	begun  time.Time
	count  int
	last   time.Time
}

// tally counts the items of a world.
type tally struct {
	items, refused, played, plays, fights, merged, faults int
	ends, codes                                           map[string]int
}

func newReport() *report {
	return &report{worlds: map[string]*tally{}, causes: map[string]int{}, begun: time.Now(), last: time.Now()}
}

func (r *report) note(v *verdict) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	x := r.worlds[v.World]
	if x == nil {
		x = &tally{ends: map[string]int{}, codes: map[string]int{}}
		r.worlds[v.World] = x
	}
	x.items++
	if v.Refused {
		x.refused++
		if len(v.Codes) > 0 {
			x.codes[v.Codes[0]]++
		}
	} else {
		x.played++
	}
	if v.Fault != nil {
		x.faults++
	}
	x.plays += v.Plays
	x.fights += v.Fights
	x.merged += v.Merged
	for end, n := range v.Ends {
		x.ends[end] += n
	}
	if r.count++; time.Since(r.last) > 20*time.Second {
		r.last = time.Now()
		fmt.Fprintf(os.Stderr, "soundness: %d items in %.0f s\n", r.count, time.Since(r.begun).Seconds())
	}
}

// failed reports a fault; the first of each cause is made smaller and written down.
func (r *report) failed(t *testing.T, p player, q request, v *verdict) {
	cause := v.Fault.Cause
	r.mutex.Lock()
	r.causes[cause]++
	first := r.causes[cause] == 1
	if first && r.folder == "" {
		r.folder = *folderFlag
		if r.folder == "" {
			r.folder, _ = os.MkdirTemp("", "soundness-")
		}
	}
	r.mutex.Unlock()
	if !first {
		return
	}
	folder, err := writeFault(r.folder, p, q, v)
	if err != nil {
		t.Error(err)
	}
	t.Errorf("%s\n%s\n\nIts files are in %s, made smaller in %[3]s/small:\n%s\nAgain: go test ./internal/soundness -only %s/%d -seed %d; or -judge %[3]s/small",
		cause, shorter(v.Fault.Detail), folder, shorter(textsIn(filepath.Join(folder, "small"))), v.World, v.Number, q.Seed)
}

// textsIn returns the files of a folder, one after the other.
func textsIn(folder string) string {
	var b strings.Builder
	paths, _ := filepath.Glob(filepath.Join(folder, "*.yaml"))
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil {
			fmt.Fprintf(&b, "# %s\n%s\n", filepath.Base(path), strings.TrimSpace(string(text)))
		}
	}
	return b.String()
}

func shorter(text string) string {
	if len(text) > 1500 {
		return text[:1500] + " .."
	}
	return text
}

// String returns the report as a table.
func (r *report) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "world\titems\trefused\tplayed\tplays\tfights\tmerged\tfaults\t")
	var all tally
	for _, x := range append(worlds, world{name: "folder"}) {
		c := r.worlds[x.name]
		if c == nil {
			continue
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", x.name, c.items, c.refused, c.played, c.plays, c.fights, c.merged, c.faults)
		all.items, all.refused, all.played = all.items+c.items, all.refused+c.refused, all.played+c.played
		all.plays, all.fights, all.merged, all.faults = all.plays+c.plays, all.fights+c.fights, all.merged+c.merged, all.faults+c.faults
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", all.items, all.refused, all.played, all.plays, all.fights, all.merged, all.faults)
	w.Flush()
	for _, x := range worlds {
		if c := r.worlds[x.name]; c != nil && testing.Verbose() {
			fmt.Fprintf(&b, "%s ends: %s\n", x.name, most(c.ends))
			fmt.Fprintf(&b, "%s refused for: %s\n", x.name, most(c.codes))
		}
	}
	for _, cause := range slices.SortedFunc(maps.Keys(r.causes), func(a, b string) int { return cmp.Compare(r.causes[b], r.causes[a]) }) {
		fmt.Fprintf(&b, "%6d %s\n", r.causes[cause], cause)
	}
	return b.String()
}

// most lists counts, the largest first.
func most(m map[string]int) string {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
	var parts []string
	for _, k := range keys[:min(len(keys), 14)] {
		parts = append(parts, fmt.Sprintf("%s %d", k, m[k]))
	}
	return strings.Join(parts, ", ")
}

// TestItemsAreTheSame holds that an item can be made again, whatever was made before it.
func TestItemsAreTheSame(t *testing.T) {
	for _, w := range worlds {
		if w.name == "systems" {
			continue
		}
		first := makeItem(w, 7, 1)
		for n := range uint64(3) {
			makeItem(w, 7, n+2)
		}
		if again := makeItem(w, 7, 1); !maps.Equal(first.Files, again.Files) {
			t.Errorf("%s: the files of an item differ when it is made again", w.name)
		}
	}
}

// TestBases holds that what items are made from can be read, and has texts to change.
func TestBases(t *testing.T) {
	for _, w := range []string{"tutorial", "reference", "semantics", "systems"} {
		for _, b := range bases()[w] {
			if len(b.sites) < 2 {
				t.Errorf("%s %s: %d texts can be changed", w, b.ruleset, len(b.sites))
			}
			t.Logf("%s %s: %d sites", w, b.ruleset, len(b.sites))
		}
	}
}

// TestGrownIsKept holds that most of what the grower writes is right: what isn't is taken out again, so that a form which the language
// doesn't have would leave nothing to be played.
func TestGrownIsKept(t *testing.T) {
	made, kept := map[string]int{}, map[string]int{}
	for n := range uint64(60) {
		root := skeleton(rand.New(rand.NewPCG(n, 1)), "grown")
		for _, section := range root.names() {
			made[section] += len(root.get(section).names())
		}
		for _, text := range typedItem(rand.New(rand.NewPCG(n, 1)), n).Files {
			if root := readKnot("grown.yaml", text); root != nil {
				for _, section := range root.names() {
					kept[section] += len(root.get(section).names())
				}
			}
		}
	}
	for _, section := range []string{"params", "scales", "tables", "quantities", "procs", "conditions", "rules", "events", "kinds"} {
		if made[section] == 0 || kept[section] < made[section]/3 {
			t.Errorf("%s: %d of %d are kept", section, kept[section], made[section])
		}
	}
}
