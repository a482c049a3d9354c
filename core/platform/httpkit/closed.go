package httpkit

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"zabuni.org/core/kernel/closed"
)

// close writes the values of closed types into the schemas of an operation that was
// just registered. A tag that lists fewer values wins: the field is narrower than its type.
func (b *BFF) close(method, path string, in, out reflect.Type) {
	item := b.api.OpenAPI().Paths[path]
	op := map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put,
		http.MethodPatch: item.Patch, http.MethodDelete: item.Delete, http.MethodHead: item.Head,
	}[method]
	b.closeParameters(op.Parameters, in)
	if op.RequestBody != nil {
		b.closeContent(op.RequestBody.Content, in)
	}
	for _, answer := range op.Responses {
		b.closeContent(answer.Content, out)
	}
	if out == reflect.TypeFor[Download]() {
		op.Responses["200"].Content = anyFile
	}
	op.Responses["default"] = &huma.Response{
		Description: "Refused for another reason: its status and its code say which",
		Content:     op.Responses["422"].Content,
	}
}

// anyFile is what an operation answers whose answer is a file: its Content-Type says of what kind.
var anyFile = map[string]*huma.MediaType{"*/*": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}

func (b *BFF) closeParameters(parameters []*huma.Param, in reflect.Type) {
	for _, f := range reflect.VisibleFields(in) {
		for _, place := range []string{"query", "path"} {
			name, _, _ := strings.Cut(f.Tag.Get(place), ",")
			for _, p := range parameters {
				if name != "" && p.In == place && p.Name == name {
					b.closeSchema(p.Schema, f.Type)
				}
			}
		}
	}
}

func (b *BFF) closeContent(content map[string]*huma.MediaType, of reflect.Type) {
	body, ok := of.FieldByName("Body")
	if json := content["application/json"]; ok && json != nil {
		b.closeSchema(json.Schema, body.Type)
	}
}

// closeSchema goes down a type and its schema side by side.
func (b *BFF) closeSchema(s *huma.Schema, t reflect.Type) {
	for s != nil && s.Ref != "" {
		s = b.api.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
	}
	if s == nil || b.closed[s] {
		return
	}
	b.closed[s] = true
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if set, ok := reflect.Zero(t).Interface().(closed.Set); ok {
		if len(s.Enum) == 0 {
			for _, v := range set.Values() {
				s.Enum = append(s.Enum, v)
			}
			s.PrecomputeMessages()
		}
		return
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		b.closeSchema(s.Items, t.Elem())
	case reflect.Map:
		if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
			b.closeSchema(values, t.Elem())
		}
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
				b.closeSchema(s.Properties[name], f.Type)
			}
		}
	}
}
