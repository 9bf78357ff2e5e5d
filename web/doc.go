// Package web holds the page in which rules are written and fights are played, if the program was
// built with it: go run ./web/build makes it, -tags page takes it in.
package web
