package experiment

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// fourOnFour calls fn for a fight of four against four in each of the systems, with the
// name of the system.
func fourOnFour(t testing.TB, fn func(system string, j Job)) {
	paths, err := filepath.Glob("testdata/four-*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal("no fights of four against four", paths, err)
	}
	for _, path := range paths {
		system := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "four-"), ".yaml")
		fn(system, embeddedJob(t, path))
	}
}

func newTestPlayer(t testing.TB, j Job) *player {
	t.Helper()
	fights, err := prepare(j.Points)
	if err != nil {
		t.Fatal(err)
	}
	return newPlayer(fights, &j)
}

// playTo plays the trials up to n, n not included.
func (p *player) playTo(t testing.TB, n uint64) {
	t.Helper()
	for trial := range n {
		if err := p.play(trial); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkFourOnFour plays fights of four against four by tactics, with all counters,
// on one core. An op is a fight, so that its allocations are those of a fight.
func BenchmarkFourOnFour(b *testing.B) {
	fourOnFour(b, func(system string, j Job) {
		p := newTestPlayer(b, j)
		b.Run(system, func(b *testing.B) {
			// The same few fights again and again, so that all runs do the same work.
			const window = 100
			p.playTo(b, 5)
			tally := p.points[0].tally
			fights, acts := tally.Fights, tally.Acts.Sum()
			late := tally.Outcomes[2+TimeUp].Count()
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				if err := p.play(uint64(i % window)); err != nil {
					b.Fatal(err)
				}
			}
			fights, acts = tally.Fights-fights, tally.Acts.Sum()-acts
			late = tally.Outcomes[2+TimeUp].Count() - late
			b.ReportMetric(float64(fights)/b.Elapsed().Seconds(), "fights/s")
			b.ReportMetric(float64(acts)/b.Elapsed().Seconds(), "actions/s")
			b.ReportMetric(float64(acts)/float64(fights), "actions/fight")
			b.ReportMetric(100*float64(late)/float64(fights), "%time-up")
		})
	})
}

// TestFourOnFourAllocatesNothing: once a machine has played its like, a fight needs no
// memory, in any of the systems.
func TestFourOnFourAllocatesNothing(t *testing.T) {
	fourOnFour(t, func(system string, j Job) {
		p := newTestPlayer(t, j)
		// The first run is not counted. A single allocation in the other two is the runtime's own.
		if allocs := testing.AllocsPerRun(2, func() { p.playTo(t, 6) }); allocs != 0 {
			t.Errorf("%s: six fights allocate %v times", system, allocs)
		}
	})
}

// BenchmarkWorkers plays fights of four in the tutorial's ruleset with one worker and
// with two, in turns, and compares the fastest turns: "speedup" is how many times the
// fights a second two workers play, "ceiling" how many two simulations play that have
// nothing to do with each other: what else runs on the machine keeps both down.
func BenchmarkWorkers(b *testing.B) {
	const trials = 8000
	j, other := job(b, "brawl.yaml", trials), job(b, "brawl.yaml", trials)
	other.Workers = 1
	fastest := func(so time.Duration, run func()) time.Duration {
		start := time.Now()
		run()
		return min(so, time.Since(start))
	}
	one, two, apart := time.Hour, time.Hour, time.Hour
	for range b.N {
		j.Workers = 1
		one = fastest(one, func() { play(b, j) })
		apart = fastest(apart, func() {
			done := make(chan bool)
			go func() {
				play(b, other)
				done <- true
			}()
			play(b, j)
			<-done
		})
		j.Workers = 2
		two = fastest(two, func() { play(b, j) })
	}
	b.ReportMetric(trials/one.Seconds(), "fights/s-of-one")
	b.ReportMetric(trials/two.Seconds(), "fights/s-of-two")
	b.ReportMetric(one.Seconds()/two.Seconds(), "speedup")
	b.ReportMetric(2*one.Seconds()/apart.Seconds(), "ceiling")
}

// BenchmarkMemory plays few fights and many, and gives what is in use at the end, with
// the result at hand: "KiB-held" doesn't depend on how many there were.
func BenchmarkMemory(b *testing.B) {
	for _, trials := range []uint64{2_000, 20_000} {
		j := job(b, "brawl.yaml", trials)
		b.Run(fmt.Sprintf("fights=%d", trials), func(b *testing.B) {
			held := 0.0
			for range b.N {
				before := inUse()
				r := play(b, j)
				held = float64(inUse()) - float64(before)
				runtime.KeepAlive(r)
			}
			b.ReportMetric(held/1024, "KiB-held")
		})
	}
}

func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestMemoryIsFlat: ten times the fights take no more memory but for numbers that
// haven't come up before.
func TestMemoryIsFlat(t *testing.T) {
	j := job(t, "brawl.yaml", 1)
	p := newTestPlayer(t, j)
	p.playTo(t, 500)
	before := inUse()
	p.playTo(t, 5000)
	if more := int64(inUse()) - int64(before); more > 64<<10 {
		t.Errorf("5,000 fights more hold %d bytes more", more)
	}
	runtime.KeepAlive(p)
}
