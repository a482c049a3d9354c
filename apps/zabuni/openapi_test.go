package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// A schema is what the matrix reads of the contract.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       any               `json:"type"`
	Format     string            `json:"format"`
	Enum       []any             `json:"enum"`
	Required   []string          `json:"required"`
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
	Additional any               `json:"additionalProperties"`
	MinLength  int               `json:"minLength"`
	MinItems   int               `json:"minItems"`
	Minimum    float64           `json:"minimum"`
	Pattern    string            `json:"pattern"`
}

type parameter struct {
	Name, In string
	Required bool
	Schema   schema
}

type contractOp struct {
	OperationID string `json:"operationId"`
	Parameters  []parameter
	RequestBody struct {
		Content map[string]struct{ Schema schema }
	}
	Responses map[string]struct {
		Content map[string]struct{ Schema schema }
	}
}

// An apiDoc is the contract of one BFF.
type apiDoc struct {
	Paths      map[string]map[string]contractOp
	Components struct{ Schemas map[string]schema }
}

// contracts reads the documents that the BFFs publish.
func (h *house) contracts() map[string]apiDoc {
	h.Helper()
	out := map[string]apiDoc{}
	for name, b := range h.bffs {
		raw, err := b.OpenAPI()
		h.must(err)
		var d apiDoc
		h.must(json.Unmarshal(raw, &d))
		out[name] = d
	}
	return out
}

func (d apiDoc) resolve(s schema) schema {
	for s.Ref != "" {
		s = d.Components.Schemas[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
	}
	return s
}

func kindOf(s schema) string {
	switch t := s.Type.(type) {
	case string:
		return t
	case []any:
		for _, x := range t {
			if x != "null" {
				return x.(string)
			}
		}
	}
	return "object"
}

// sample is a value that the contract admits; full has the optional properties too.
func (d apiDoc) sample(s schema, full bool, depth int) any {
	s = d.resolve(s)
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch kindOf(s) {
	case "string":
		return sampleText(s)
	case "integer", "number":
		return max(s.Minimum, 1)
	case "boolean":
		return true
	case "array":
		if s.Items == nil || depth > 4 || (!full && s.MinItems == 0) {
			return []any{}
		}
		return []any{d.sample(*s.Items, full, depth+1)}
	}
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if (full && depth < 5) || slices.Contains(s.Required, name) {
			out[name] = d.sample(s.Properties[name], full, depth+1)
		}
	}
	return out
}

func sampleText(s schema) string {
	switch s.Format {
	case "uuid":
		return uuid.NewString()
	case "date-time":
		return "2030-01-02T03:04:05Z"
	case "date":
		return "2030-01-02"
	case "email":
		return "someone@example.org"
	}
	if strings.HasPrefix(s.Pattern, "^-?[0-9]") {
		return "1"
	}
	return strings.Repeat("x", max(s.MinLength, 4))
}

// identifiers lists the places of a value that hold a uuid, as paths of keys; "0" is the first of a list.
func (d apiDoc) identifiers(s schema, at []string) [][]string {
	return d.places(s, at, func(s schema) bool { return s.Format == "uuid" })
}

// texts lists the places that hold text without a shape.
func (d apiDoc) texts(s schema, at []string) [][]string {
	return d.places(s, at, func(s schema) bool { return s.Format == "" })
}

func (d apiDoc) places(s schema, at []string, is func(schema) bool) [][]string {
	s = d.resolve(s)
	if len(at) > 5 {
		return nil
	}
	switch kindOf(s) {
	case "string":
		if is(s) {
			return [][]string{slices.Clone(at)}
		}
	case "array":
		if s.Items != nil {
			return d.places(*s.Items, append(slices.Clone(at), "0"), is)
		}
	case "object":
		var out [][]string
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			out = append(out, d.places(s.Properties[name], append(slices.Clone(at), name), is)...)
		}
		return out
	}
	return nil
}

// put writes a value at a path of keys.
func put(in any, at []string, v any) any {
	if len(at) == 0 {
		return v
	}
	if at[0] == "0" {
		list, _ := in.([]any)
		if len(list) == 0 {
			list = []any{nil}
		}
		list[0] = put(list[0], at[1:], v)
		return list
	}
	m, _ := in.(map[string]any)
	if m == nil {
		m = map[string]any{}
	}
	m[at[0]] = put(m[at[0]], at[1:], v)
	return m
}
