// Package browser holds the tests that open the page in a real browser. It holds no code.
//
//	go run ./web/build
//	go test ./web/browser -page ../dist
package browser
