package keyed_test

import (
	"math/big"
	"testing"

	"github.com/rulec/rulec/interp/keyed"
)

// TestMix: mix of words that are G apart is the generator known as SplitMix64, whose first
// numbers for the seeds 0 and 1234567 are published with it.
func TestMix(t *testing.T) {
	for seed, want := range map[uint64][]uint64{
		0:       {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f},
		1234567: {6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821},
	} {
		word := seed
		for i, w := range want {
			if word += keyed.Golden; keyed.Mix(word) != w {
				t.Errorf("number %d of the seed %d is %#x, want %#x", i, seed, keyed.Mix(word), w)
			}
		}
	}
	if keyed.Mix(0) != 0 {
		t.Errorf("mix(0) is %#x: nothing shifted, multiplied and xored is nothing", keyed.Mix(0))
	}
}

// TestText mixes FNV-1a, of which these are published values.
func TestText(t *testing.T) {
	for s, fnv := range map[string]uint64{
		"": 0xcbf29ce484222325, "a": 0xaf63dc4c8601ec8c, "foobar": 0x85944171f73967e8,
	} {
		if got := keyed.Text(s); got != keyed.Mix(fnv) {
			t.Errorf("%q is the word %#x, want %#x", s, got, keyed.Mix(fnv))
		}
	}
	if keyed.Text("ë") == keyed.Text("\xeb") {
		t.Error("a letter counts by its number, not by its bytes")
	}
}

// word is word j of a roll, from the key, as seeds.md puts it.
func word(seed, trial uint64, roller, label string, n, j uint64) uint64 {
	return keyed.Mix(keyed.First(keyed.Roller(keyed.Run(seed, trial), keyed.Text(roller)), keyed.Text(label), n) + j*keyed.Golden)
}

// TestKeys: each step of the key is the one of the package's description.
func TestKeys(t *testing.T) {
	const g = 0x9e3779b97f4a7c15
	for _, k := range [][4]uint64{{0, 0, 0, 0}, {1, 2, 3, 4}, {1 << 63, 1 << 62, 1<<64 - 1, 5}} {
		seed, trial, name, n := k[0], k[1], k[2], k[3]
		run := keyed.Mix(keyed.Mix(seed+g) + trial*g)
		if got := keyed.Run(seed, trial); got != run {
			t.Errorf("the run %v is %#x, want %#x", k, got, run)
		}
		roller := keyed.Mix(run + name)
		if got := keyed.Roller(run, name); got != roller {
			t.Errorf("the roller %v is %#x, want %#x", k, got, roller)
		}
		label := name + 1
		if got, want := keyed.First(roller, label, n), keyed.Mix(roller+label+n*g)+g; got != want {
			t.Errorf("the roll %v begins with %#x, want %#x", k, got, want)
		}
	}
}

// TestExampleOfThePage: seeds.md works out what ann throws with the seed 2026 in the trial 0,
// and her lot.
func TestExampleOfThePage(t *testing.T) {
	for _, test := range []struct {
		label       string
		n, j, sides uint64
		want        int32
	}{
		{"attack", 0, 0, 20, 3}, {"attack", 1, 0, 20, 19}, {"attack", 2, 0, 6, 2}, {"attack", 2, 1, 6, 5}, {"harm", 0, 0, 6, 6}, {"harm", 0, 1, 6, 4},
	} {
		if got := keyed.Face(word(2026, 0, "ann", test.label, test.n, test.j), test.sides); got != test.want {
			t.Errorf("die %d of the roll %s %d shows %d, want %d", test.j, test.label, test.n, got, test.want)
		}
	}
	if got := keyed.Lot(keyed.Roller(keyed.Run(2026, 0), keyed.Text("ann"))); got != 317048 {
		t.Errorf("ann's lot is %g, want 317048", got)
	}
}

// TestEveryKeyCounts: no two of some thousand words with small keys are the same, and each is
// the same whenever it is asked for, in whatever order. Of 1,350 words at random two would meet
// with a chance of 1350*1349/2 in 2^64, less than one in 2^44.
func TestEveryKeyCounts(t *testing.T) {
	words := func(backwards bool) map[[6]int]uint64 {
		all := map[[6]int]uint64{}
		rollers, labels := []string{"ann", "bo", "scene"}, []string{"attack", "harm", "ann"}
		for i := range 2 * 3 * 3 * 3 * 5 * 5 {
			if backwards {
				i = 2*3*3*3*5*5 - 1 - i
			}
			k := [6]int{i % 2, i / 2 % 3, i / 6 % 3, i / 18 % 3, i / 54 % 5, i / 270 % 5}
			all[k] = word(uint64(k[0]), uint64(k[1]), rollers[k[2]], labels[k[3]], uint64(k[4]), uint64(k[5]))
		}
		return all
	}
	seen := map[uint64][6]int{}
	again := words(true)
	for k, w := range words(false) {
		if other, ok := seen[w]; ok {
			t.Errorf("the keys %v and %v have the same word", k, other)
		}
		seen[w] = k
		if again[k] != w {
			t.Errorf("the key %v has another word when the others were asked for before", k)
		}
	}
	if len(seen) != 1350 {
		t.Errorf("%d words, want 1350", len(seen))
	}
}

// TestEveryFaceIsEquallyLikely counts the words that show each face: of 2^64 words a die of
// s sides leaves out 2^64 mod s, those at the beginning of what is a face's, and each face
// has an s-th of the rest, without a gap.
func TestEveryFaceIsEquallyLikely(t *testing.T) {
	all := new(big.Int).Lsh(big.NewInt(1), 64)
	for _, sides := range []int64{1, 2, 3, 4, 6, 7, 20, 100, 999_999, 1_000_000} {
		s := big.NewInt(sides)
		each, left := new(big.Int).DivMod(all, s, new(big.Int))
		for face := int64(1); face <= sides; face += 1 + sides/50 {
			// A word w belongs to the face if (face-1)*2^64 + left <= w*s < face*2^64: the first
			// one is the quotient rounded up.
			first := new(big.Int).Mul(all, big.NewInt(face-1))
			first.Add(first, left).Add(first, s).Sub(first, big.NewInt(1)).Div(first, s)
			last := new(big.Int).Mul(all, big.NewInt(face))
			last.Sub(last, big.NewInt(1)).Div(last, s)
			if n := new(big.Int).Sub(last, first); n.Add(n, big.NewInt(1)).Cmp(each) != 0 {
				t.Fatalf("d%d: the face %d has %s words, want %s", sides, face, n, each)
			}
			for _, w := range []*big.Int{first, last} {
				if got := keyed.Face(w.Uint64(), uint64(sides)); int64(got) != face {
					t.Errorf("d%d: the word %#x shows %d, want %d", sides, w, got, face)
				}
			}
			if left.Sign() == 0 || first.Sign() == 0 {
				continue
			}
			// The word before is another face's last one, or one that is left out.
			before := new(big.Int).Sub(first, big.NewInt(1)).Uint64()
			low := new(big.Int).Mod(new(big.Int).Mul(new(big.Int).SetUint64(before), s), all)
			want := int32(face - 1)
			if low.Cmp(left) < 0 {
				want = keyed.Face(keyed.Mix(before+keyed.Golden), uint64(sides))
			}
			if got := keyed.Face(before, uint64(sides)); got != want {
				t.Errorf("d%d: the word %#x before the face %d shows %d, want %d", sides, before, face, got, want)
			}
		}
	}
}

// TestTriedAgain: a die of 6 leaves out the word 0, and goes on with mix(G). That is
// 0xe220.. of 0x10000.., more than five sixths, which begin with 0xd555..; so it shows 6.
func TestTriedAgain(t *testing.T) {
	if got := keyed.Face(0, 6); got != 6 {
		t.Errorf("the word 0 shows %d, want 6", got)
	}
	if got := keyed.Face(0, 8); got != 1 {
		t.Errorf("of 8 sides, which leave out nothing, the word 0 shows %d, want 1", got)
	}
}
