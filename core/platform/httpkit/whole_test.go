package httpkit

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
)

// A list is a list on the wire, whatever made the answer and however deep it lies.
func TestNullIsNoList(t *testing.T) {
	t.Parallel()
	type row struct {
		ID    uuid.UUID     `json:"id"`
		Price money.Decimal `json:"price"`
		At    time.Time     `json:"at"`
		Tags  []string      `json:"tags"`
	}
	type nested struct {
		Rows []row `json:"rows"`
	}
	type tree struct {
		Name string  `json:"name"`
		Kids []*tree `json:"kids"`
	}
	type answer struct {
		nested
		Embedded nested           `json:"embedded"`
		Some     *nested          `json:"some"`
		None     *nested          `json:"none"`
		Maybe    []string         `json:"maybe,omitempty"`
		Zero     []string         `json:"zero,omitzero"`
		Hidden   []string         `json:"-"`
		Raw      json.RawMessage  `json:"raw"`
		Bytes    []byte           `json:"bytes"`
		Tree     tree             `json:"tree"`
		Any      any              `json:"any"`
		Lists    [][]string       `json:"lists"`
		Filled   []row            `json:"filled"`
		Map      map[string][]int `json:"map"`
	}
	for _, x := range []struct {
		in   any
		want string
	}{
		{&answer{}, `{"rows":[],"embedded":{"rows":[]},"some":null,"none":null,"raw":null,"bytes":null,"tree":{"name":"","kids":[]},"any":null,"lists":[],"filled":[],"map":null}`},
		{&answer{
			Some:   &nested{},
			Maybe:  []string{"a"},
			Tree:   tree{Kids: []*tree{{Name: "b"}, nil}},
			Any:    &nested{},
			Lists:  [][]string{nil, {"c"}},
			Filled: []row{{}},
		}, `{"rows":[],"embedded":{"rows":[]},"some":{"rows":[]},"none":null,"maybe":["a"],"raw":null,"bytes":null,` +
			`"tree":{"name":"","kids":[{"name":"b","kids":[]},null]},"any":{"rows":[]},"lists":[[],["c"]],` +
			`"filled":[{"id":"00000000-0000-0000-0000-000000000000","price":"0.0000","at":"0001-01-01T00:00:00Z","tags":[]}],"map":null}`},
		{&Body[[]row]{}, `{"Body":[]}`},
	} {
		whole(reflect.ValueOf(x.in))
		got, err := json.Marshal(x.in)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != x.want {
			t.Errorf("%s\nwant %s", got, x.want)
		}
	}
	plain := struct {
		A string
		B []byte
		C time.Time
		D *int
	}{}
	if holdsLists(reflect.TypeOf(plain)) {
		t.Error("rows of plain values are walked")
	}
}
