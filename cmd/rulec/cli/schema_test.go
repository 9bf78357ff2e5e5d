package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/rulec/rulec/internal/schema"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// structural are the codes of mistakes in how keys are nested: what a schema can know. Whatever else is
// wrong with a file stands in its names, formulas and programs, or can't be read as YAML.
var structural = []diag.Code{tree.UnknownKey, tree.MissingKey, tree.WrongShape}

// declaredElsewhere are the mistakes of structure that only somebody sees who knows what the ruleset declares, with what has to be
// known: the schema is that of all rulesets.
var declaredElsewhere = map[string]string{
	"the section of a kind in the singular": "kinds",
	"a section in the singular":             "kinds",
	"a section misspelt":                    "kinds",
	"coordinates where the map has zones":   "the map",
	"a list where numbers lead to programs": "the fields of a kind",
	"range with a stroke":                   "the fields of a kind",
	"a mapping in square brackets":          "the fields of a kind",
	"a semicolon at the end":                "the fields of a kind",
	"a statistic misspelt":                  "the fields of a kind",
	"a statistic of another system":         "the fields of a kind",
	"an override of a key that isn't there": "the fields of a kind",
	"a step without its column":             "the columns of a scale",
	"a param of the ruleset without set":    "params",
}

// TestSchemaRefuses holds that the schema refuses nearly all mistakes of the collection that are of structure.
func TestSchemaRefuses(t *testing.T) {
	text, err := schema.Of("any")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("rulec.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("rulec.json")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("testdata/mistakes/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	refused, all := 0, 0
	for _, path := range paths {
		for _, m := range mistakesIn(t, path) {
			if !slices.Contains(structural, m.code()) || declaredElsewhere[m.title] != "" {
				continue
			}
			all++
			var value any
			if yaml.Unmarshal([]byte(m.text), &value) != nil || s.Validate(plainKeys(value)) != nil {
				refused++
			} else {
				t.Logf("taken: %s: %s\n%s", path, m.title, m.expect)
			}
		}
	}
	t.Logf("%d of %d mistakes of structure are refused", refused, all)
	if all < 18 || 100*refused < 95*all {
		t.Errorf("%d of %d mistakes of structure are refused, want 95 of 100 of at least 18", refused, all)
	}
}

// plainKeys turns the keys of YAML, which may be numbers, into those of JSON.
func plainKeys(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plainKeys(v[k])
		}
	case map[any]any:
		m := map[string]any{}
		for k, x := range v {
			m[fmt.Sprint(k)] = plainKeys(x)
		}
		return m
	case []any:
		for i := range v {
			v[i] = plainKeys(v[i])
		}
	case int:
		return float64(v)
	}
	return value
}
