// Package encounter reads encounters, with their maps, scripts and the states that they go on
// from, against a ruleset: from trees to [program.Encounter]. Begin with [Read].
package encounter
