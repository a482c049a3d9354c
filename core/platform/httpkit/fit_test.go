package httpkit

import (
	"slices"
	"testing"
	"time"
)

// Whatever an input means: text that no column takes and dates out of this world are
// named by their place, and everything else is left to whoever asked for it.
func TestWhatNoUseCaseTakesIsNamed(t *testing.T) {
	type line struct {
		Name  string            `json:"name"`
		Until *time.Time        `json:"until,omitempty"`
		More  map[string]string `json:"more"`
	}
	type form struct {
		line
		Lines []line `json:"lines"`
		Raw   []byte `json:"raw"`
		Any   any    `json:"any"`
	}
	type Page struct {
		After string `query:"after"`
	}
	type input struct {
		Page
		ID      string `path:"id"`
		Search  string `query:"search"`
		Body    form
		RawBody []byte
	}
	at := func(text string) *time.Time {
		when, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return &when
	}
	fine := input{Search: "a%00b", RawBody: []byte{0}, Body: form{
		line:  line{Name: "Addis \u1270", Until: at("1900-01-01T00:00:00Z"), More: map[string]string{"a": "b"}},
		Lines: []line{{Until: at("2200-12-31T23:59:59Z")}, {Until: &time.Time{}}},
		Raw:   []byte{0, 255},
		Any:   map[string]any{"x": []any{1.5, nil, "text"}},
	}}
	if f := unfit(&fine, nil); len(f) > 0 {
		t.Errorf("nothing is wrong and yet: %+v", f)
	}
	bad := input{Page: Page{"\x00"}, ID: "x\x00", Search: "\xff", Body: form{
		line: line{Name: "a\x00b", Until: at("9999-12-31T23:59:59-14:00"), More: map[string]string{"k": "\x00"}},
		Lines: []line{
			{Name: "fine"},
			{Name: "\xf0\x28", Until: at("1899-12-31T23:59:59Z"), More: map[string]string{"\x00": "v"}},
		},
		Any: map[string]any{"x": []any{"fine", "\x00"}},
	}}
	var got []string
	for _, f := range unfit(&bad, nil) {
		got = append(got, f.Pointer+" "+f.Code)
	}
	slices.Sort(got)
	want := []string{
		"/any/x/1 field.text",
		"/lines/1/more field.text",
		"/lines/1/name field.text",
		"/lines/1/until field.date",
		"/more/k field.text",
		"/name field.text",
		"/path/id field.text",
		"/query/after field.text",
		"/query/search field.text",
		"/until field.date",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
