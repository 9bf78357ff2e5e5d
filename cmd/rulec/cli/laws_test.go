package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLawsFile holds that the cases of laws name their ruleset so that they can be tested where they are written, and that a
// place where they couldn't is refused before anything is played.
func TestLawsFile(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for name, text := range map[string]string{
		"game/mine.yaml": "ruleset: mine\nextends: segments\nlaws:\n  nobody_acts: {during: all actions, holds: \"false\"}\n",
		"other/x.txt":    "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct{ from, rules, into, refused string }{
		{".", "game/mine.yaml", "game/cases.yaml", ""},
		{".", "game/mine.yaml", "other/cases.yaml", ""},
		{"other", "../game/mine.yaml", "../game/more.yaml", ""},
		{"other", "../game/mine.yaml", "cases.yaml", "give -o a file in ../game"},
	} {
		t.Chdir(filepath.Join(folder, x.from))
		var out, complaints bytes.Buffer
		code := run([]string{"laws", x.rules, "-n", "8", "-o", x.into}, nil, &out, &complaints)
		if x.refused != "" {
			if code != exitUsage || out.Len() > 0 || !strings.Contains(complaints.String(), x.refused) {
				t.Errorf("%v: code %d, %s", x, code, complaints.String())
			}
			continue
		}
		out.Reset()
		if code := run([]string{"test", x.into}, nil, &out, &complaints); code != exitProblems || !strings.Contains(out.String(), `law "nobody_acts" doesn't hold`) || !strings.Contains(out.String(), "0 passed, 1 failed") {
			t.Errorf("%v: code %d\n%s%s", x, code, out.String(), complaints.String())
		}
	}
}
