//go:build js && wasm

// The engine of the page: a stub, by which the building of the page can be tried.
package main

import (
	"context"
	"strings"
	"syscall/js"

	"github.com/rulec/rulec/examples"
	"github.com/rulec/rulec/internal/editor"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/session"
	"github.com/rulec/rulec/stdlib"
)

func options() lang.Options {
	return lang.Options{Files: examples.Files, Shipped: rulesets.Files, Library: stdlib.Files}
}

func ask(what, file string, n int) string {
	var out strings.Builder
	switch what {
	case "lint":
		w := editor.New(options())
		c := w.Check(file)
		for _, u := range w.Symbols(file) {
			out.WriteString(u.Name)
		}
		list, _, _ := w.Complete(file, 0)
		if len(list) > 0 && c != nil {
			out.WriteString("x")
		}
		w.Rename(file, 0, "x")
		w.Hover(file, 0)
		return out.String()
	case "load":
		e, list := lang.LoadEncounter(file, options())
		if e == nil {
			return list.Err().Error()
		}
		s, err := session.New(e, session.Options{Hands: []string{e.Things[0].Name}})
		if err != nil {
			return err.Error()
		}
		defer s.Close()
		q, _ := s.Question()
		_ = q
		log := s.Log(story.Options{})
		if err := log.Text(&out); err != nil {
			return err.Error()
		}
		return out.String()
	case "sim":
		e, list := lang.LoadEncounter(file, options())
		if e == nil {
			return list.Err().Error()
		}
		r, err := sim.Run(context.Background(), sim.Job{Points: []sim.Point{{Encounter: e, Setup: sim.NewSetup(e, nil)}}, Trials: uint64(n), To: uint64(n), Workers: 1})
		if err != nil {
			return err.Error()
		}
		if err := sim.NewReport(r, "page").Text(&out); err != nil {
			return err.Error()
		}
		return out.String()
	}
	return "?"
}

func main() {
	js.Global().Set("rulec", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return ask(args[0].String(), args[1].String(), args[2].Int())
	}))
	select {}
}
