package check

import (
	"os"
	"regexp"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// DeclaredCodes returns the codes that codes.go declares.
func DeclaredCodes(t *testing.T) []diag.Code {
	text, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	var codes []diag.Code
	for _, m := range regexp.MustCompile(`diag\.Code = "([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
		codes = append(codes, diag.Code(m[1]))
	}
	if len(codes) == 0 {
		t.Fatal("no codes found")
	}
	return codes
}
