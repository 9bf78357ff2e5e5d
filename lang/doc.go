// Package lang is the front door of the language: it reads a ruleset, or an
// encounter with its ruleset, and gives either a [program.Program] that is ready
// to be played, or diagnostics.
//
// Begin with [Load] for a ruleset, [LoadEncounter] for a fight, and [LoadCases]
// for tests. Nothing here rolls a die or knows what a creature's state is: that
// is package interp, which takes what this one gives.
//
// Files go through stages. Package tree reads YAML into nodes with exact places
// and lays parts and overlays over each other; package syntax reads formulas,
// programs and scripts; package meaning finds what every name in them means and
// checks types; package check reads the sections of a ruleset, package encounter
// encounters and states. This package finds the files.
package lang
