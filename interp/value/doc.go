// Package value defines the values of formulas: numbers, and their meanings. Every value
// of the language is a float64. References are numbers from 1, 0 is none; lists are numbers
// of [Lists], dice numbers of [Dice]; the checked type of a formula says which.
// [Names] formats a value of a type for people.
package value
