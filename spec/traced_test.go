//go:build !race

package spec_test

import (
	"path/filepath"
	"testing"

	"github.com/rulec/rulec/internal/suite"
	"github.com/rulec/rulec/interp"
)

// With the race detector the cases are played once, by TestConformance.

// TestConformanceTraced plays the cases once more with a trace and the machine's own
// tests.
func TestConformanceTraced(t *testing.T) {
	files, err := suite.Files([]string{"conformance"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		t.Run(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			cases, _ := loadCases(name)
			var code *interp.Code
			for _, c := range cases {
				if code == nil || code.Program != c.Program {
					code = interp.Compile(c.Program)
				}
				if _, _, err := interp.Play(code, c.Encounter, interp.Options{Trace: true, Explain: true, Check: true}); err != nil {
					t.Error(suite.Result{Case: c.Encounter, Err: err}.Diagnostic().Snippet(false))
				}
			}
		})
	}
}
