package editor

import (
	"strings"
	"testing"
)

// BenchmarkRecheck says what it takes to check the largest systems again after a letter: with a mistake, and mended.
func BenchmarkRecheck(b *testing.B) {
	for _, name := range []string{"energy", "timecount"} {
		for _, state := range []string{"broken", "whole"} {
			b.Run(name+"/"+state, func(b *testing.B) {
				w := opened(b, name)
				part := name + "/tactics.yaml"
				text, _ := w.Text(part)
				broken := strings.Replace(text, "self.", "self.x", 1)
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					first, second := text, broken
					if state == "whole" {
						first, second = broken, text+"# a letter\n"
					}
					w.Set(part, first)
					w.Check(part)
					w.Set(part, second)
					b.StartTimer()
					w.Check(part)
				}
			})
		}
	}
}

// BenchmarkComplete says what it takes to complete a name in the largest systems.
func BenchmarkComplete(b *testing.B) {
	for _, name := range []string{"energy", "timecount"} {
		b.Run(name, func(b *testing.B) {
			w := opened(b, name)
			part := name + "/tactics.yaml"
			text, _ := w.Text(part)
			place := strings.Index(text, "self.") + len("self.")
			b.ReportAllocs()
			for b.Loop() {
				w.Complete(part, place)
			}
		})
	}
}
