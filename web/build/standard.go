package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
)

// standard are packages of Go itself of which the engine gets less than there is.
var standard = []library{
	{
		// No pattern of rulec names a class of Unicode, and with them the tables of all scripts would be kept.
		path: "regexp/syntax",
		changes: []change{
			{"parse.go", `return unicode.Categories["LC"], unicode.FoldCategory["LC"], +1`, "return nil, nil, 0"},
			{"parse.go", "\tif t := unicode.Categories[name]; t != nil {\n\t\treturn t, unicode.FoldCategory[name], +1\n\t}\n", ""},
			{"parse.go", "\tif t := unicode.Scripts[name]; t != nil {\n\t\treturn t, unicode.FoldScript[name], +1\n\t}\n", ""},
			{"parse.go", "range unicode.CategoryAliases", "range map[string]string(nil)"},
			{"parse.go", "\t\tt := unicode.Categories[actual]\n\t\treturn t, unicode.FoldCategory[actual], +1\n", "\t\treturn nil, nil, 0\n"},
		},
	},
	{
		// Nobody prints the time of day, or reads one: what does so by an interface would be kept with it.
		path: "time",
		changes: []change{
			{"format.go", "\ts := t.Format(\"2006-01-02 15:04:05.999999999 -0700 MST\")\n", "\ts := \"some time\"\n"},
			{"format.go", "func (t Time) GoString() string {", "func (t Time) inGo() string {"},
			{"time.go", "func (t Time) MarshalJSON() ([]byte, error) {", "func (t Time) asJSON() ([]byte, error) {"},
			{"time.go", "func (t *Time) UnmarshalJSON(data []byte) error {", "func (t *Time) ofJSON(data []byte) error {"},
			{"time.go", "func (t Time) AppendText(b []byte) ([]byte, error) {", "func (t Time) inText(b []byte) ([]byte, error) {"},
			{"time.go", "func (t Time) MarshalText() ([]byte, error) {", "func (t Time) asText() ([]byte, error) {"},
			{"time.go", "func (t *Time) UnmarshalText(data []byte) error {", "func (t *Time) ofText(data []byte) error {"},
		},
	},
	{
		path:      "slices",
		rewritten: map[string]func(string) (string, error){"zsortanyfunc.go": sortedByNumber, "zsortordered.go": orderedByNumber},
	},
	{
		// It comes with all of cryptography that tests itself when a program begins; rulec takes sums of rules.
		path:      "crypto/sha256",
		rewritten: map[string]func(string) (string, error){"sha256.go": func(string) (string, error) { return plainSHA256, nil }},
	},
	{
		// Nobody sets GODEBUG in a page.
		path:      "internal/godebug",
		rewritten: map[string]func(string) (string, error){"godebug.go": func(string) (string, error) { return noSettings, nil }},
	},
	{
		// Files that stand in memory are needed, and not what tests those of others.
		path:      "testing/fstest",
		rewritten: map[string]func(string) (string, error){"testfs.go": nil},
	},
}

// plainSHA256 is the package that takes sums.
//
//go:embed sha256/sha256.go
var plainSHA256 string

// noSettings is a package of settings that nobody can change.
const noSettings = `package godebug

type Setting struct{ name string }

func New(name string) *Setting         { return &Setting{name} }
func (s *Setting) Name() string        { return s.name }
func (s *Setting) Undocumented() bool  { return true }
func (s *Setting) String() string      { return s.name + "=" }
func (s *Setting) IncNonDefault()      {}
func (s *Setting) Value() string       { return "" }
`

// overlayStandard adds to files, by where they stand as the go command sees it, those of Go itself that the engine gets
// otherwise; they are written to the folder work.
func overlayStandard(goroot, work string, files map[string]string) error {
	for _, l := range standard {
		folder := filepath.Join(goroot, "src", filepath.FromSlash(l.path))
		changed, err := l.files(folder)
		if err != nil {
			return err
		}
		for name, text := range changed {
			place := "" // none
			if text != "" {
				place = filepath.Join(work, fmt.Sprintf("%d.go", len(files)))
				if err := os.WriteFile(place, []byte(text), 0o644); err != nil {
					return err
				}
			}
			files[filepath.Join(folder, filepath.FromSlash(name))] = place
		}
	}
	return nil
}
