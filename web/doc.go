// Package web holds the page in which rules are written and fights are played.
package web

//go:generate go run ./build
