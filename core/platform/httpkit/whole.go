package httpkit

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// whole gives an answer's lists that nobody made no members: the contract says a
// list, and null is none. What may be left out stays left out.
func whole(v reflect.Value) {
	if !holdsLists(v.Type()) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			whole(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !written(f) || mayLack(f) && v.Field(i).IsZero() {
				continue
			}
			whole(v.Field(i))
		}
	case reflect.Slice:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			whole(v.Index(i))
		}
	}
}

// written tells a field that is part of an answer, by itself or by its own fields.
func written(f reflect.StructField) bool {
	return f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct
}

// mayLack tells a field that an answer leaves out when there is nothing in it, or
// that is no part of it.
func mayLack(f reflect.StructField) bool {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name == "-" || strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
}

var (
	own     = reflect.TypeFor[json.Marshaler]()
	holding sync.Map // types by whether a list is somewhere in them
)

// holdsLists tells whether there is anything to look for in values of a type, so
// that rows of plain values are not walked.
func holdsLists(t reflect.Type) bool {
	if known, ok := holding.Load(t); ok {
		return known.(bool)
	}
	holding.Store(t, true) // a type that holds itself is asked within the answer
	found := false
	switch {
	case t.Kind() == reflect.Pointer:
		found = holdsLists(t.Elem())
	case t.Implements(own) || reflect.PointerTo(t).Implements(own): // it says itself how it is written
	case t.Kind() == reflect.Interface:
		found = true
	case t.Kind() == reflect.Slice:
		found = t.Elem().Kind() != reflect.Uint8
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); written(f) && holdsLists(f.Type) {
				found = true
			}
		}
	}
	holding.Store(t, found)
	return found
}
