// Package lang is the entry point of the language: it reads a ruleset, or an
// encounter with its ruleset, and returns either a [program.Program] that is ready
// to play, or diagnostics.
//
// Start with [Load] for a ruleset, [LoadEncounter] for a fight, and [LoadCases]
// for tests. Nothing here rolls a die or knows the state of a creature: that
// is the job of package interp, which takes the results of this package.
//
// Files go through stages. Package tree reads YAML into nodes with exact places
// and applies parts and overlays; package syntax reads formulas,
// programs and scripts; package types resolves every name in them and
// checks types; package decls reads the sections of a ruleset, package encounter
// encounters and states. This package finds the files.
package lang
