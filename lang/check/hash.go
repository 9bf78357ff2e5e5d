package check

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// hashOf identifies a resolved ruleset with the values of its params. Where a
// text stands, and its comments, don't count.
func hashOf(root *tree.Node, params []*program.Param) string {
	h := sha256.New()
	for _, e := range root.Entries {
		if e.Key.Text != "cases" { // tests are no rules
			hashNode(h, e.Key)
			hashNode(h, e.Value)
		}
	}
	for _, p := range params {
		fmt.Fprintf(h, "%s=%v\n", p.Name, p.Value)
		if p.Dice != nil {
			fmt.Fprintf(h, "%s\n", p.Dice.Span.Text())
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// encounterHash identifies an encounter as it is written, without its seed.
func encounterHash(root *tree.Node) string {
	h := sha256.New()
	for _, e := range root.Entries {
		if e.Key.Text != "seed" { // another seed is another run of the same
			hashNode(h, e.Key)
			hashNode(h, e.Value)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// hashNode writes a node with its lengths, so that no two trees are written
// alike.
func hashNode(h hash.Hash, n *tree.Node) {
	if n == nil {
		return
	}
	fmt.Fprintf(h, "%d %d %d %d:%s", n.Kind, len(n.Entries), len(n.Items), len(n.Text), n.Text)
	for _, e := range n.Entries {
		fmt.Fprintf(h, "%d:%s", len(e.Key.Text), e.Key.Text)
		hashNode(h, e.Value)
	}
	for _, item := range n.Items {
		hashNode(h, item)
	}
}
