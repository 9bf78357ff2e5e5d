package decode

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// HashOf identifies a resolved ruleset with the values of its params. The places of
// texts, and comments, don't count.
func HashOf(root *tree.Node, params []*program.Param) string {
	h := newHasher()
	h.entries(root, "cases") // tests aren't rules
	for _, p := range params {
		fmt.Fprintf(h, "%s=%v\n", p.Name, p.Value)
		if p.Dice != nil {
			fmt.Fprintf(h, "%s\n", p.Dice.Span.Text())
		}
	}
	return h.hex()
}

// EncounterHash identifies an encounter as written, without its seed.
func EncounterHash(root *tree.Node) string {
	h := newHasher()
	h.entries(root, "seed") // another seed is another run of the same encounter
	return h.hex()
}

// hasher writes trees into a hash, each text with its length and each node with
// the number of its parts, so that different trees are written differently.
type hasher struct {
	*bufio.Writer // writing many texts at once is faster than one by one
	sum           hash.Hash
}

func newHasher() hasher {
	sum := sha256.New()
	return hasher{bufio.NewWriter(sum), sum}
}

func (h hasher) hex() string {
	h.Flush()
	return hex.EncodeToString(h.sum.Sum(nil))
}

// entries writes the entries of a mapping except one.
func (h hasher) entries(root *tree.Node, except string) {
	for _, e := range root.Entries {
		if e.Key.Text != except {
			h.node(e.Key)
			h.node(e.Value)
		}
	}
}

func (h hasher) node(n *tree.Node) {
	if n == nil {
		return
	}
	for _, count := range [...]int{int(n.Kind), len(n.Entries), len(n.Items)} {
		h.number(count, ' ')
	}
	h.text(n.Text)
	for _, e := range n.Entries {
		h.text(e.Head())
		h.node(e.Value)
	}
	for _, item := range n.Items {
		h.node(item)
	}
}

// text writes the length of a text, and the text.
func (h hasher) text(s string) {
	h.number(len(s), ':')
	h.WriteString(s)
}

func (h hasher) number(n int, end byte) {
	h.Write(append(strconv.AppendInt(h.AvailableBuffer(), int64(n), 10), end))
}
