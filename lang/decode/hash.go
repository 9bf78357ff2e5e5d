package decode

import (
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
	h := hasher{Hash: sha256.New()}
	for _, e := range root.Entries {
		if e.Key.Text != "cases" { // tests aren't rules
			h.node(e.Key)
			h.node(e.Value)
		}
	}
	h.flush()
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
	h := hasher{Hash: sha256.New()}
	for _, e := range root.Entries {
		if e.Key.Text != "seed" { // another seed is another run of the same encounter
			h.node(e.Key)
			h.node(e.Value)
		}
	}
	return h.hex()
}

// hasher writes trees into a hash, each text with its length and each node with
// the number of its parts, so that different trees are written differently.
type hasher struct {
	hash.Hash
	room []byte // unwritten data: writing many texts at once is faster than one by one
}

// full is the size at which the buffer is written.
const full = 4096

func (h *hasher) hex() string {
	h.flush()
	return hex.EncodeToString(h.Sum(nil))
}

func (h *hasher) flush() {
	h.Write(h.room)
	h.room = h.room[:0]
}

func (h *hasher) node(n *tree.Node) {
	if n == nil {
		return
	}
	for _, count := range [...]int{int(n.Kind), len(n.Entries), len(n.Items)} {
		h.room = append(strconv.AppendInt(h.room, int64(count), 10), ' ')
	}
	h.text(n.Text)
	for _, e := range n.Entries {
		h.text(e.Key.Text)
		h.node(e.Value)
	}
	for _, item := range n.Items {
		h.node(item)
	}
}

// text writes the length of a text, and the text.
func (h *hasher) text(s string) {
	h.room = append(strconv.AppendInt(h.room, int64(len(s)), 10), ':')
	h.room = append(h.room, s...)
	if len(h.room) >= full {
		h.flush()
	}
}
