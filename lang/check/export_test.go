package check

import (
	"os"
	"regexp"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// DeclaredCodes returns the codes of this package and of what texts mean.
func DeclaredCodes(t *testing.T) []diag.Code {
	var text []byte
	for _, name := range []string{"codes.go", "../meaning/codes.go"} {
		part, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
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
