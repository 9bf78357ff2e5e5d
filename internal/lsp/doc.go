// Package lsp implements the Language Server Protocol, so that editors show what is wrong with rules while they are written, complete,
// explain, find and rename names, and play cases.
//
// Begin with [New] and [Server.Run]. The answers come from package editor; this package has the protocol's messages, its file names and
// columns, and decides when to check.
//
// Spec: editor.md.
//
// The command for it is `rulec lsp`.
package lsp
