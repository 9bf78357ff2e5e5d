package session_test

import (
	"fmt"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/session"
	"github.com/rulec/rulec/stdlib"
)

// A program plays Mort, one side of the first fight; the other side acts by its tactics.
func Example() {
	e, list := lang.LoadEncounter("../examples/01-first-blood.yaml", lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
	if list.HasErrors() {
		fmt.Println(list)
		return
	}
	s, err := session.New(e, session.Options{Hands: []string{"mort"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()

	q, _ := s.Question()
	fmt.Println(q.Asks)
	for _, d := range s.Deeds() {
		fmt.Printf("  %s, allowed: %v, cost: %v %s\n", d.Title, d.Allowed, d.Costs[0].Amount, d.Costs[0].Pool.Title)
	}
	if err := s.Pass(); err != nil {
		fmt.Println(err)
	}
	q, _ = s.Question()
	fmt.Println(q.Title, "decides, turn:", q.Turn)

	s.Undo()
	q, _ = s.Question()
	fmt.Println("Taken back.", q.Title, "may answer:", q.Name)
	// Output:
	// Zora is about to hit Mort with a punch: what does Mort do about it?
	//   dodge, allowed: true, cost: 1 breath
	// Mort decides, turn: true
	// Taken back. Mort may answer: aimed
}

// Everybody is played by their tactics but where a bot knows better: it asks what there is, and takes
// the first target that an action may have.
func ExampleSession_Offers() {
	e, _ := lang.LoadEncounter("../examples/01-first-blood.yaml", lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
	s, _ := session.New(e, session.Options{Hands: []string{"zora"}})
	defer s.Close()
	for _, d := range s.Deeds() {
		if d.Name != "punch" {
			continue
		}
		w := session.Way{Action: d.Action}
		offers := s.Offers(w)
		w.Given = append(w.Given, offers[0].Value)
		fmt.Println(d.Title, "at", offers[0].Text, s.Do(w))
	}
	script, _ := s.Script()
	fmt.Print(script)
	// Output:
	// punch at Mort <nil>
	// others pass
	// zora: punch with target = mort { mort: dodge }
	// mort: punch with target = zora
}

// The first fight is watched as its script has it, and looked at as it stood before anything had happened and
// at its end: somebody lies on the floor, where he stood.
func ExampleWatch() {
	e, _ := lang.LoadEncounter("../examples/01-first-blood.yaml", lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
	s, err := session.Watch(e, session.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, events := range []int{0, s.Events()} {
		m, err := s.At(events)
		if err != nil {
			fmt.Println(err)
			return
		}
		g := session.GroundOf(m)
		fmt.Println(g.Width, "columns,", g.Height, "rows")
		for _, t := range session.TokensOf(m) {
			fmt.Printf("  %s at %d, %d\n", t.Title, t.X, t.Y)
		}
	}
	_, over, _ := s.Over()
	fmt.Println("over:", over)
	// Output:
	// 4 columns, 3 rows
	//   Zora at 1, 1
	//   Finn at 1, 2
	//   Mort at 2, 1
	// 4 columns, 3 rows
	//   Zora at 1, 1
	//   Finn at 1, 2
	//   Mort at 2, 1
	// over: true
}
