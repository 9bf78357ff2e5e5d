// Package schema writes the table of the file format as JSON Schema, for editors that use one to complete and check YAML.
//
// Begin with [Of]. A schema has the keys and their nesting, a description of their values, and the required keys; it has nothing on names,
// formulas and programs, which rulec lint checks.
//
// The command for it is `rulec schema`.
package schema

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/format"
)

// object is a JSON object; its keys are written in alphabetical order.
type object = map[string]any

// anObject is JSON Schema's name for a mapping.
var anObject = json.RawMessage(`"object"`)

// Files are the kinds of files with a schema, by their names on the command line.
var Files = []string{"any", "ruleset", "encounter", "cases", "sequence", "state"}

// draft is the version of JSON Schema, the one that every editor knows.
const draft = "http://json-schema.org/draft-07/schema#"

// Of returns the schema for a kind of file; "any" means one for all kinds.
func Of(file string) ([]byte, error) {
	s := object{"$schema": draft, "definitions": definitions()}
	switch file {
	case "any":
		s["title"] = "a file of rulec"
		var all []any
		for _, f := range Files[1:] {
			all = append(all, reference("file "+f))
		}
		s["anyOf"] = all
	case "ruleset", "encounter", "cases", "sequence", "state":
		s["allOf"] = []any{reference("file " + file)}
	default:
		return nil, fmt.Errorf("unknown type %q; there are schemas of %s", file, strings.Join(Files, ", "))
	}
	return json.MarshalIndent(s, "", "  ")
}

// definitions are the schemas of all mappings, by name, and of files.
func definitions() object {
	defs := object{}
	for _, m := range format.Mappings() {
		defs[keyOf(m.Of)] = mapping(m)
	}
	// A ruleset's single sections may be merged from several files.
	delete(defs[keyOf(format.Time.Of)].(object), "required")
	delete(defs[keyOf(format.Space.Of)].(object), "required")
	// A ruleset, a part of one, or an overlay: none of its keys is required, except that a ruleset without a base gives its version of the
	// language.
	ruleset, change := mapping(format.Ruleset), mapping(format.Change)
	properties := ruleset["properties"].(object)
	for key, holds := range change["properties"].(object) {
		properties[key] = holds
	}
	delete(ruleset, "required")
	ruleset["not"] = object{"anyOf": []any{needs("combatants"), needs("encounter"), needs("sequence"), needs("state")}}
	ruleset["if"] = object{"allOf": []any{needs("ruleset"), object{"not": needs("extends")}}}
	ruleset["then"] = needs("rulec")
	defs[keyOf("file ruleset")] = ruleset
	// An encounter in a separate file needs all required keys; a case may share them with others.
	alone := mapping(format.Encounter)
	alone["required"] = []any{"combatants", "ruleset"}
	sided := object{"allOf": []any{reference(format.Combatant.Of), needs("side")}}
	alone["properties"].(object)["combatants"].(object)["additionalProperties"] = sided
	defs[keyOf("file encounter")] = alone
	delete(defs[keyOf(format.Encounter.Of)].(object), "required")
	defs[keyOf("file cases")] = object{"allOf": []any{reference(format.Cases.Of)}}
	defs[keyOf("file sequence")] = object{"allOf": []any{reference(format.Sequence.Of)}}
	defs[keyOf("file state")] = object{"allOf": []any{reference(format.State.Of)}}
	return defs
}

func needs(key string) object { return object{"required": []any{key}} }

// listOf is the schema of a list.
type listOf struct {
	Type  string `json:"type"`
	Items any    `json:"items"`
}

func list(of any) listOf { return listOf{"array", of} }

// keyOf is the name of a mapping among the definitions: a reference can't have spaces.
func keyOf(of string) string { return strings.ReplaceAll(of, " ", "-") }

func reference(of string) object { return object{"$ref": "#/definitions/" + keyOf(of)} }

// mapping is the schema of a mapping: its keys, and whether others may be named by the user.
func mapping(m *format.Mapping) object {
	properties, own := object{}, any(false)
	var required []any
	for _, k := range m.Keys {
		if k.Name == "" {
			own = ownKeys(m)
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

// ownKeys returns the schema of the values under user-defined keys of a mapping.
func ownKeys(m *format.Mapping) any {
	switch m {
	case format.Ruleset: // the plural of a kind
		return object{"type": []any{anObject, "null"}, "additionalProperties": object{"type": []any{anObject, "null"}}}
	case format.Tactic:
		line := object{"type": anObject, "properties": object{}, "additionalProperties": false}
		for _, of := range []*format.Mapping{format.TacticLike, format.TacticLine, format.TacticAnswer, format.TacticBest} {
			for key, holds := range mapping(of)["properties"].(object) {
				line["properties"].(object)[key] = holds
			}
		}
		one := object{"anyOf": []any{line, object{"type": scalars}}}
		return object{"anyOf": []any{line, object{"type": scalars}, list(one)}}
	}
	return true
}

// scalars are the types of a single value.
var scalars = []any{"string", "number", "boolean", "null"}

// shorter are the types of short forms of a mapping.
var shorter = map[*format.Mapping][]any{
	format.Scale: {"array", "string"}, format.Table: {"string"}, format.Row: scalars, format.Step: append([]any{"array"}, scalars...), format.Field: scalars, format.Parameter: scalars,
	format.Ban: scalars, format.Given: scalars, format.SavedCondition: scalars, format.Own: scalars, format.ConditionTold: scalars,
	format.Quantity: append([]any{"array"}, scalars...), format.Proc: scalars,
	format.SequenceStep: nil, format.Zone: {"null"}, format.Event: {"null"}, format.Choice: {"null"}, format.Check: {"null"},
	format.Condition: {"null"}, format.Tactic: {"null"}, format.Fight: {"null"}, format.GivenDeck: {"null"}, format.Kind: {"null"},
}

// called are mappings that rows of the table call by another name than their own, and what they give up.
var called = map[string]*format.Mapping{
	"the clock": format.Time, "the space": format.Space, "what to count": format.Reports, "a map": format.Map,
	"type, a field or a pool": format.Field, "false, or sentences": format.ConditionTold, "what all encounters share": format.Encounter,
	"list of steps": format.SequenceStep, "list of contributions": format.Contribution, "list of restrictions": format.Ban,
	"list of given conditions": format.Given, "list of saved conditions": format.SavedCondition, "list of saved entries": format.SavedEntry,
	"list of given entries, instead of the ruleset's start": format.GivenEntry,
}

// named matches mappings with user-defined names: KEY: its value.
var named = regexp.MustCompile(`^[A-Z]+: (.*)$`)

// holds returns the schema of a value by its description in the table. The syntax of names, formulas and programs is left to rulec lint.
func holds(text string) object {
	if m := named.FindStringSubmatch(text); m != nil && !strings.HasSuffix(text, "or nothing") && !strings.HasSuffix(text, "or list of values") {
		return object{"type": []any{anObject, "null"}, "additionalProperties": holds(m[1])}
	}
	if strings.HasPrefix(text, "its value") {
		return object{"type": scalars}
	}
	m := called[text]
	if i := slices.IndexFunc(format.Mappings(), func(m *format.Mapping) bool { return m.Of == text }); i >= 0 {
		m = format.Mappings()[i]
	}
	switch {
	case m != nil && strings.HasPrefix(text, "list of "):
		one := orShorter(m)
		return object{"anyOf": append(one, list(object{"anyOf": one}))}
	case m != nil:
		return object{"anyOf": orShorter(m)}
	case text == "true or false":
		return object{"type": []any{"boolean", "string"}} // a switch may be a formula of params
	case strings.HasPrefix(text, "sections"), text == "formula: the reason, a sentence":
		return object{"type": []any{anObject, "null"}}
	}
	return object{}
}

// orShorter are the forms of a mapping.
func orShorter(m *format.Mapping) []any {
	ways := []any{reference(m.Of)}
	if less := shorter[m]; less != nil {
		ways = append(ways, object{"type": less})
	}
	return ways
}
