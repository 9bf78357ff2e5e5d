package session_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/session"
)

// TestEmptyPool plays until somebody who is asked has no Energy left: they are told so.
func TestEmptyPool(t *testing.T) {
	s, err := session.New(load(t, "52-energy-ambush-tactics.yaml"), session.Options{Seed: 1, Seeded: true})
	must(t, err)
	defer s.Close()
	for q, more := s.Question(); more; q, more = s.Question() {
		for _, r := range s.States() {
			if !slices.ContainsFunc(r.Pools, func(p string) bool { return strings.HasPrefix(p, "energy ") }) {
				t.Fatalf("%s: %v, without energy", r.Name, r.Pools)
			}
			if r.Name == q.Title && slices.Contains(r.Pools, "energy 0") {
				return
			}
		}
		must(t, s.ByTactic())
	}
	t.Error("nobody was asked without energy")
}
