// Package editor answers an editor's questions about rules while they are written: what is wrong, how to complete a word, what a name
// means, where it is declared and used, what a file contains.
//
// Begin with [New], pass the open texts to the workspace with [Workspace.Set], and ask. Places are spans of sources and byte offsets; the
// protocol of an editor, and its way of counting columns, are in package lsp. All answers come from the checks of rulec lint: the
// completions at a place are those that the message about a wrong name there would offer.
//
// Spec: editor.md.
package editor
