// Package engine is what the page of rulec asks for: it keeps the files that somebody edits there, says
// what is wrong with them, plays fights by tactics or by hand, and simulates.
//
// Begin with New and Workspace.Answer, which takes a question as JSON and returns its answer as JSON: the page
// runs it in a worker, compiled to WebAssembly, and tests run it as it is. What can be asked is listed in
// answers.go, a row a question. The package renders nothing.
//
// Spec: page.md.
package engine
