package editor

import (
	"math/rand/v2"
	"testing"
)

// TestBrokenTexts asks everything about texts as they are while somebody types: nothing panics.
func TestBrokenTexts(t *testing.T) {
	const each = 5
	random := rand.New(rand.NewPCG(1, 2))
	torn := []string{"", "(", "f(a, {", "\n  - ", "\"", "&x ", "*x", "\t"}
	for _, name := range shipped {
		w := opened(t, name)
		for _, file := range w.Open() {
			whole, _ := w.Text(file)
			for range each {
				text := whole[:random.IntN(len(whole)+1)] + torn[random.IntN(len(torn))]
				if random.IntN(2) == 0 {
					text += whole[random.IntN(len(whole)+1):]
				}
				w.Set(file, text)
				w.Folds(file)
				w.Links(file)
				w.Tokens(file)
				for range each {
					offset := random.IntN(len(text) + 1)
					w.Around(file, offset)
					w.Signature(file, offset)
					w.Hover(file, offset)
				}
			}
			w.Set(file, whole)
		}
	}
}
