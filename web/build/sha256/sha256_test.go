package sha256

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// TestSum holds that sums are those of Go, of every length around the ends of blocks, written at once or in pieces.
func TestSum(t *testing.T) {
	data := make([]byte, 300)
	for i := range data {
		data[i] = byte(i * 7)
	}
	for n := range data {
		want := sha256.Sum256(data[:n])
		if got := Sum256(data[:n]); got != want {
			t.Errorf("the sum of %d bytes is %x, not %x", n, got, want)
		}
		h := New()
		for at := 0; at < n; at += 13 {
			_, _ = h.Write(data[at:min(at+13, n)])
			h.Sum(nil) // changes nothing
		}
		if got := h.Sum([]byte("x")); !bytes.Equal(got, append([]byte("x"), want[:]...)) {
			t.Errorf("in pieces the sum of %d bytes is %x", n, got)
		}
	}
}
