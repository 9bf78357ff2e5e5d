package sim

import (
	"fmt"
	"testing"
)

// BenchmarkFights plays fights of four in the tutorial's ruleset, with all counters.
func BenchmarkFights(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			j := job(b, "brawl.yaml", uint64(b.N))
			j.Workers = workers
			b.ReportAllocs()
			b.ResetTimer()
			r := play(b, j)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "fights/s")
			b.ReportMetric(float64(r.Points[0].Tally.Acts.Sum())/b.Elapsed().Seconds(), "actions/s")
		})
	}
}
