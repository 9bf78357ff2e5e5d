// Package sha256 is as much of crypto/sha256 as the engine of the page needs, and stands there in its place: the one of
// Go brings much else along. It keeps nothing secret.
//
// Begin with [New] or [Sum256].
package sha256

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// How many bytes a sum has, and how many are taken in at once.
const (
	Size      = 32
	BlockSize = 64
)

// start and rounds are what the standard takes: the first bits of what stands behind the point of the square roots of
// the first 8 primes, and of the cube roots of the first 64.
var (
	start  = [8]uint32{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19}
	rounds = [64]uint32{
		0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
		0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
		0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
		0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
		0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
		0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
		0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
		0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
	}
)

// digest is a sum of what has been written so far; rest isn't a whole block yet.
type digest struct {
	sum    [8]uint32
	rest   []byte
	length uint64
}

// New returns the sum of nothing, to which one writes.
func New() hash.Hash { return &digest{sum: start} }

// Sum256 returns the sum of some bytes.
func Sum256(data []byte) (sum [Size]byte) {
	d := digest{sum: start}
	_, _ = d.Write(data)
	d.Sum(sum[:0])
	return sum
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }
func (d *digest) Reset()         { *d = digest{sum: start} }

func (d *digest) Write(data []byte) (int, error) {
	d.length += uint64(len(data))
	d.rest = append(d.rest, data...)
	whole := len(d.rest) / BlockSize * BlockSize
	for at := 0; at < whole; at += BlockSize {
		d.block(d.rest[at:])
	}
	d.rest = append(d.rest[:0], d.rest[whole:]...)
	return len(data), nil
}

// Sum adds the sum to some bytes; more can be written after it.
func (d *digest) Sum(to []byte) []byte {
	last := digest{sum: d.sum, rest: append([]byte(nil), d.rest...)}
	// A bit, and so many zeros that with the length in bits whole blocks are full.
	end := append([]byte{0x80}, make([]byte, (BlockSize+55-d.length%BlockSize)%BlockSize)...)
	_, _ = last.Write(binary.BigEndian.AppendUint64(end, d.length*8))
	for _, v := range last.sum {
		to = binary.BigEndian.AppendUint32(to, v)
	}
	return to
}

// block takes a block in. Turning left by what is left of 32 is turning right.
func (d *digest) block(data []byte) {
	var w [64]uint32
	a, b, c, e, f, g := d.sum[0], d.sum[1], d.sum[2], d.sum[4], d.sum[5], d.sum[6]
	d3, h := d.sum[3], d.sum[7]
	for i := range w {
		if i < 16 {
			w[i] = binary.BigEndian.Uint32(data[4*i:])
		} else {
			x, y := w[i-15], w[i-2]
			w[i] = w[i-16] + (bits.RotateLeft32(x, 25) ^ bits.RotateLeft32(x, 14) ^ x>>3) +
				w[i-7] + (bits.RotateLeft32(y, 15) ^ bits.RotateLeft32(y, 13) ^ y>>10)
		}
		one := h + (bits.RotateLeft32(e, 26) ^ bits.RotateLeft32(e, 21) ^ bits.RotateLeft32(e, 7)) + (e&f ^ ^e&g) + rounds[i] + w[i]
		two := (bits.RotateLeft32(a, 30) ^ bits.RotateLeft32(a, 19) ^ bits.RotateLeft32(a, 10)) + (a&b ^ a&c ^ b&c)
		h, g, f, e, d3, c, b, a = g, f, e, d3+one, c, b, a, one+two
	}
	for i, v := range [8]uint32{a, b, c, d3, e, f, g, h} {
		d.sum[i] += v
	}
}
