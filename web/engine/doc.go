// Package engine answers the requests of rulec's page: it keeps the files that are edited there, reports what is wrong with them, plays
// fights by tactics or by hand, and simulates.
//
// Begin with New and Workspace.Answer, which takes a question as JSON and returns its answer as JSON: the page runs it in a worker,
// compiled to WebAssembly, and tests run it directly. The questions are listed in answers.go, one a row. The package renders nothing.
//
// Spec: page.md.
package engine
