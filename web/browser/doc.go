// Package browser holds the tests that open the page in a real browser. It holds no code, and its
// tests are compiled only where they are asked for.
//
//	go run ./web/build -static web/dist
//	go test -tags browser ./web/browser -rulec PATH
package browser
