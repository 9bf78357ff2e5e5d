package engine

import (
	"os"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestEveryGridIsDrawn: the page knows each sort of space by its name, and so does the page of the reference.
func TestEveryGridIsDrawn(t *testing.T) {
	for file, quote := range map[string]string{"../app/src/engine/protocol.ts": `"`, "../../spec/space.md": "`"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range program.GridNames() {
			if !strings.Contains(string(text), quote+name+quote) {
				t.Errorf("%s doesn't know grid: %s", file, name)
			}
		}
	}
}
