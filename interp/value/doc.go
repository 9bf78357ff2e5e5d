// Package value is what a formula can give: numbers, and what they stand for. Every value
// of the language is a float64. References are numbers from 1, 0 is none; lists are numbers
// of [Lists], dice numbers of [Dice]; which it is says the type that lint has found out.
// [Names] shows a value of a type to people.
package value
