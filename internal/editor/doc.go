// Package editor answers what an editor asks about rules while somebody writes them: what is
// wrong, what could stand here, what a name means, where it is declared and used, what a file holds.
//
// Begin with [New], tell the workspace which texts are open with [Workspace.Set], and ask. Places
// are spans of sources and byte offsets; the protocol of an editor, and its way of counting
// columns, stand in package lsp. Whatever is said comes from the checks that rulec lint makes: what
// could stand at a place is what the message about a wrong name there would offer.
//
// Spec: editor.md.
package editor
