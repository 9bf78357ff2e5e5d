// Package encounter checks encounters, with their maps, scripts and the states that they continue
// from, against a ruleset: from trees to [program.Encounter]. Start with [Read].
package encounter
