// Package lsp speaks the Language Server Protocol, so that editors show what is wrong with rules
// while they are written, complete, explain, find and rename names, and play cases.
//
// Begin with [New] and [Server.Run]. What is answered comes from package editor; here stand the
// protocol's messages, its way of naming files and of counting columns, and when to check.
//
// Spec: editor.md.
//
// The command over it is `rulec lsp`.
package lsp
