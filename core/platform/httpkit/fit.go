package httpkit

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
)

// The years that a date may lie in: what is outside is a slip of the finger, and
// past 9999 it could not even be written down again.
const (
	firstYear = 1900
	lastYear  = 2200
)

var moment, oneDay = reflect.TypeFor[time.Time](), reflect.TypeFor[day.Day]()

// unfit names what of an input no use case and no column takes, whatever it means:
// text that holds a NUL or is no text, and dates that lie out of this world.
func unfit(in any, periods []period) fault.Fields {
	var f fault.Fields
	v := reflect.ValueOf(in).Elem()
	for i := range v.NumField() {
		parameter(v.Type().Field(i), v.Field(i), &f)
	}
	for _, p := range periods {
		if last := v.FieldByIndex(p.last).String(); last != "" && last < v.FieldByIndex(p.first).String() {
			f.Add("/query/"+p.name, fault.BadPeriod)
		}
	}
	return f
}

// A period is two parameters of an input, the days x_from and x_to.
type period struct {
	name        string // of the second
	first, last []int
}

func periodsOf(in reflect.Type) (out []period) {
	days := map[string][]int{}
	for _, field := range reflect.VisibleFields(in) {
		if name := field.Tag.Get("query"); name != "" && field.Type == oneDay {
			days[name] = field.Index
		}
	}
	for _, name := range slices.Sorted(maps.Keys(days)) {
		if stem, ok := strings.CutSuffix(name, "_to"); ok && days[stem+"_from"] != nil {
			out = append(out, period{name, days[stem+"_from"], days[name]})
		}
	}
	return out
}

// parameter reads one field of an input: its body, a parameter, or more of them.
func parameter(t reflect.StructField, v reflect.Value, f *fault.Fields) {
	if t.Name == "Body" {
		weigh(v, "", f)
		return
	}
	for _, place := range []string{"path", "query", "header"} {
		if name, _, _ := strings.Cut(t.Tag.Get(place), ","); name != "" {
			weigh(v, "/"+place+"/"+name, f)
			return
		}
	}
	if t.Anonymous && v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			parameter(t.Type.Field(i), v.Field(i), f)
		}
	}
}

func weigh(v reflect.Value, pointer string, f *fault.Fields) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == oneDay {
			within(f, pointer, day.Day(v.String()).Year())
		} else if s := v.String(); strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
			f.Add(pointer, fault.BadText)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			weigh(v.Elem(), pointer, f)
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return // bytes are whoever reads them's to judge
		}
		for i := range v.Len() {
			weigh(v.Index(i), pointer+"/"+strconv.Itoa(i), f)
		}
	case reflect.Map:
		for rows := v.MapRange(); rows.Next(); {
			name := rows.Key().String()
			if strings.IndexByte(name, 0) >= 0 {
				f.Add(pointer, fault.BadText)
				continue
			}
			weigh(rows.Value(), pointer+"/"+name, f)
		}
	case reflect.Struct:
		if v.Type() == moment {
			if when := v.Interface().(time.Time); !when.IsZero() {
				within(f, pointer, when.UTC().Year())
			}
			return
		}
		members(v, pointer, f)
	}
}

// within refuses a year out of this world; zero is that of no date.
func within(f *fault.Fields, pointer string, year int) {
	if year != 0 && (year < firstYear || year > lastYear) {
		f.Add(pointer, fault.BadDate, "min", strconv.Itoa(firstYear), "max", strconv.Itoa(lastYear))
	}
}

func members(v reflect.Value, pointer string, f *fault.Fields) {
	for i := range v.NumField() {
		t := v.Type().Field(i)
		name, _, _ := strings.Cut(t.Tag.Get("json"), ",")
		switch {
		case t.Anonymous && name == "":
			weigh(v.Field(i), pointer, f)
		case !t.IsExported() || name == "-":
		case name == "":
			weigh(v.Field(i), pointer+"/"+t.Name, f)
		default:
			weigh(v.Field(i), pointer+"/"+name, f)
		}
	}
}
