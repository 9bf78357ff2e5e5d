// Package schema writes the table of the file format as JSON Schema, for editors that complete
// and check YAML by one.
//
// Begin with [Of]. A schema knows keys and how they are nested, what they hold in words, and
// which have to be there; it knows nothing of names, formulas and programs, which rulec lint checks.
package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/format"
)

// object is a JSON object; its keys are written in alphabetical order.
type object = map[string]any

// anObject is what JSON Schema calls a mapping.
var anObject = json.RawMessage(`"object"`)

// Files are the sorts of files that have a schema, by what the command line calls them.
var Files = []string{"any", "ruleset", "encounter", "cases", "sequence", "state"}

// Of returns the schema of a sort of files; of "any" that of all of them.
func Of(file string) ([]byte, error) {
	s := object{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions()}
	switch file {
	case "any":
		s["title"] = "a file of rulec"
		var all []any
		for _, f := range Files[1:] {
			all = append(all, object{"$ref": "#/$defs/file " + f})
		}
		s["anyOf"] = all
	case "ruleset", "encounter", "cases", "sequence", "state":
		s["$ref"] = "#/$defs/file " + file
	default:
		return nil, fmt.Errorf("there is no schema of %q; there are those of %s", file, strings.Join(Files, ", "))
	}
	return json.MarshalIndent(s, "", "  ")
}

// definitions are the schemas of all mappings, by what they are, and of files.
func definitions() object {
	defs := object{}
	for _, m := range format.Mappings() {
		defs[m.Of] = mapping(m)
	}
	// A ruleset, a part of one, or what is laid over another: none of its keys has to be there.
	ruleset, change := mapping(format.Ruleset), mapping(format.Change)
	properties := ruleset["properties"].(object)
	for key, holds := range change["properties"].(object) {
		properties[key] = holds
	}
	delete(ruleset, "required")
	ruleset["not"] = object{"anyOf": []any{needs("combatants"), needs("encounter"), needs("sequence"), needs("state")}}
	defs["file ruleset"] = ruleset
	// An encounter in a file of its own has what is needed; a case may have it in common with others.
	defs["file encounter"] = mapping(format.Encounter)
	delete(defs[format.Encounter.Of].(object), "required")
	defs["file cases"] = reference("a file of cases")
	defs["file sequence"] = reference("a sequence")
	defs["file state"] = reference("a state")
	return defs
}

func needs(key string) object { return object{"required": []any{key}} }

func reference(of string) object { return object{"$ref": "#/$defs/" + of} }

// mapping is the schema of a mapping: its keys, and whether others may be named by the user.
func mapping(m *format.Mapping) object {
	properties, own := object{}, false
	var required []any
	for _, k := range m.Keys {
		if k.Name == "" {
			own = true
			continue
		}
		s := holds(k.Holds)
		s["description"] = k.Holds + " (rulec docs " + m.Section + ")"
		properties[k.Name] = s
		if k.Needed {
			required = append(required, k.Name)
		}
	}
	s := object{"type": anObject, "title": m.Of, "properties": properties, "additionalProperties": own}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// holds is the schema of a value by what the table says of it. Wherever a mapping may stand, something
// shorter may stand, too, which the table doesn't know: that is for rulec lint to judge.
func holds(text string) object {
	shorter := object{"type": []any{"string", "number", "boolean", "null", "array"}}
	if of, ok := strings.CutPrefix(text, "NAME: "); ok {
		if i := slices.IndexFunc(format.Mappings(), func(m *format.Mapping) bool { return m.Of == of }); i >= 0 {
			return object{"type": []any{anObject, "array", "string", "null"}, "additionalProperties": object{"anyOf": []any{reference(of), shorter}}}
		}
	}
	if i := slices.IndexFunc(format.Mappings(), func(m *format.Mapping) bool { return m.Of == text || m.Of == strings.TrimPrefix(text, "the ") }); i >= 0 {
		return object{"anyOf": []any{reference(format.Mappings()[i].Of), shorter}}
	}
	if text == "true or false" {
		return object{"type": []any{"boolean", "string"}} // a switch may be a formula of params
	}
	return object{}
}
