//go:build js && wasm

// Command wasm is the engine of the page: it answers the page's questions, in the worker that has loaded it.
package main

import (
	"syscall/js"

	"github.com/rulec/rulec/web/engine"
)

// version is the program's version; the build sets it.
var version = "from sources"

func main() {
	workspace := engine.New(version)
	workspace.Thought = func() { js.Global().Call("rulecThought") }
	js.Global().Set("rulecAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(workspace.Answer(args[0].String(), []byte(args[1].String())))
	}))
	js.Global().Call("rulecReady")
	select {}
}
