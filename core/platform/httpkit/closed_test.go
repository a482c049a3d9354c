package httpkit

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"zabuni.org/core/kernel/access"
)

type colour string

func (colour) Values() []string { return []string{"red", "green"} }

// Painted is on the wire.
type Painted struct {
	Whole  colour            `json:"whole"`
	Maybe  *colour           `json:"maybe,omitempty"`
	Many   []colour          `json:"many"`
	ByName map[string]colour `json:"by_name"`
	Narrow colour            `json:"narrow" enum:"red"`
	Free   string            `json:"free"`
}

// A Wall has its own fields and those of what it embeds.
type Wall struct {
	Sided
	Within []Painted `json:"within"`
}

// Sided is embedded.
type Sided struct {
	Side colour `json:"side"`
}

type wallInput struct {
	Of   colour `query:"of"`
	Body struct {
		Wish colour `json:"wish"`
	}
}

// A type that knows its values lists them wherever it stands; a tag that lists fewer wins.
func TestClosedTypesListTheirValues(t *testing.T) {
	b := New(Config{App: "x"})
	Route(b, access.Anyone, Operation{ID: "paint", Method: http.MethodPost, Path: "/paint"},
		func(context.Context, *wallInput) (*Body[Wall], error) { return nil, nil })
	raw, err := b.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Schema struct{ Enum []string } }
		}
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct {
					Enum                 []string
					Items                struct{ Enum []string }
					AdditionalProperties any
				}
			}
		}
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	all := []string{"red", "green"}
	if got := doc.Paths["/paint"]["post"].Parameters[0].Schema.Enum; !slices.Equal(got, all) {
		t.Errorf("the query lists %v", got)
	}
	if got := doc.Components.Schemas["WallInputBody"].Properties["wish"].Enum; !slices.Equal(got, all) {
		t.Errorf("the body lists %v", got)
	}
	shape := doc.Components.Schemas["Painted"].Properties
	for name, want := range map[string][]string{"whole": all, "maybe": all, "narrow": {"red"}, "free": nil} {
		if got := shape[name].Enum; !slices.Equal(got, want) {
			t.Errorf("%s lists %v", name, got)
		}
	}
	if got := doc.Components.Schemas["Wall"].Properties["side"].Enum; !slices.Equal(got, all) {
		t.Errorf("what is embedded lists %v", got)
	}
	if got := shape["many"].Items.Enum; !slices.Equal(got, all) {
		t.Errorf("a list lists %v", got)
	}
	held, _ := json.Marshal(shape["by_name"].AdditionalProperties)
	if want := `{"enum":["red","green"],"type":"string"}`; string(held) != want {
		t.Errorf("a map holds %s", held)
	}
}
