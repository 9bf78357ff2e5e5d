package schema_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/rulec/rulec/internal/schema"
	"github.com/rulec/rulec/lang/format"
)

func compiled(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Of(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("rulec.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("rulec.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid reports whether a text of YAML is one by a schema.
func valid(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return s.Validate(plain(value))
}

// plain turns the keys of YAML, which may be numbers, into those of JSON.
func plain(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
	case map[any]any:
		m := map[string]any{}
		for k, x := range v {
			text, _ := yaml.Marshal(k)
			m[strings.TrimSpace(string(text))] = plain(x)
		}
		return m
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case int:
		return float64(v)
	}
	return value
}

// TestShipped holds that all files that come with the program are valid.
func TestShipped(t *testing.T) {
	s := compiled(t, "any")
	n := 0
	for _, folder := range []string{"rulesets", "examples", "stdlib", "spec/conformance"} {
		err := filepath.WalkDir("../../"+folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
				return err
			}
			n++
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if err := valid(t, s, string(text)); err != nil {
				t.Errorf("%s: %.900v", path, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 100 {
		t.Errorf("only %d files", n)
	}
}

// keywords are those that a schema has: all that draft 7 has a meaning for, and that editors know.
var keywords = []string{"$schema", "$ref", "definitions", "title", "description", "type", "properties", "additionalProperties", "required", "items", "anyOf", "allOf", "not", "if", "then"}

// TestEveryKeyIsExplained holds that each row of the table of the format is in the schema, and that an editor
// has something to say about it: draft 7 passes over whatever stands beside a reference.
func TestEveryKeyIsExplained(t *testing.T) {
	text, err := schema.Of("any")
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if doc["$schema"] != "http://json-schema.org/draft-07/schema#" {
		t.Error(doc["$schema"])
	}
	rows := 0
	definitions := doc["definitions"].(map[string]any)
	for _, m := range format.Mappings() {
		of, _ := definitions[strings.ReplaceAll(m.Of, " ", "-")].(map[string]any)
		for _, k := range m.Keys {
			if k.Name == "" {
				continue
			}
			rows++
			properties, _ := of["properties"].(map[string]any)
			row, _ := properties[k.Name].(map[string]any)
			if about, _ := row["description"].(string); !strings.HasPrefix(about, k.Holds) || row["$ref"] != nil {
				t.Errorf("nothing is said about %q of %s: %v", k.Name, m.Of, row)
			}
		}
	}
	if rows < 200 {
		t.Errorf("only %d rows", rows)
	}
	var walk func(at string, value any, names bool)
	walk = func(at string, value any, names bool) {
		switch v := value.(type) {
		case map[string]any:
			for key, x := range v {
				if !names && !slices.Contains(keywords, key) {
					t.Errorf("%s has %q", at, key)
				}
				walk(at+"/"+key, x, !names && (key == "properties" || key == "definitions"))
			}
		case []any:
			for _, x := range v {
				walk(at, x, false)
			}
		}
	}
	walk("", doc, false)
}

// TestRefused holds that keys that there aren't, and needed ones that are missing, are refused.
func TestRefused(t *testing.T) {
	for file, texts := range map[string][2]string{
		"ruleset":   {"conditions: {prone: {until: end of turn}}", "conditions: {prone: {untill: end of turn}}"},
		"encounter": {"ruleset: x\ncombatants: {ann: {side: one}}", "ruleset: x\nseed: 1"},
		"cases":     {"ruleset: x\ncases: {a: {script: over, combatants: {}}}", "ruleset: x\ncases: {a: {scrpt: over, combatants: {}}}"},
		"sequence":  {"sequence: x\nruleset: y\nsteps: []", "sequence: x\nruleset: y"},
		"any":       {"ruleset: x\ncombatants: {ann: {side: one}}", "ruleset: x\ncombatant: {ann: {side: one}}\nquantities: {q: {valu: 1}}"},
	} {
		s := compiled(t, file)
		if err := valid(t, s, texts[0]); err != nil {
			t.Errorf("%s: %s is refused: %v", file, texts[0], err)
		}
		if valid(t, s, texts[1]) == nil {
			t.Errorf("%s: %s is taken", file, texts[1])
		}
	}
	if _, err := schema.Of("poem"); err == nil {
		t.Error("poems have a schema")
	}
}
