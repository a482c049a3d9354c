package httpkit

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/kernel/access"
)

type shelfInput struct {
	ID string `path:"id"`
}

type binderInput struct {
	Body struct {
		Name string `json:"name"`
	}
}

// The contract says of each operation what it answers: a file is no JSON, and every
// refusal is a problem document, whatever its status.
func TestTheContractTellsFilesAndRefusals(t *testing.T) {
	b := New(Config{App: "x"})
	Route(b, access.Anyone, Operation{ID: "file", Method: http.MethodGet, Path: "/shelf/{id}"},
		func(context.Context, *shelfInput) (*Download, error) { return nil, nil })
	Route(b, access.Anyone, Operation{ID: "bind", Method: http.MethodPost, Path: "/shelf"},
		func(context.Context, *binderInput) (*Body[Painted], error) { return nil, nil })
	raw, err := b.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	for where, want := range map[[2]string]string{
		{"/shelf/{id}", "get"}: "200 */*, 422 problem, 500 problem, default problem",
		{"/shelf", "post"}:     "200 json, 422 problem, 500 problem, default problem",
	} {
		var got []string
		answers := doc.Paths[where[0]][where[1]].Responses
		for _, status := range slices.Sorted(maps.Keys(answers)) {
			for media := range answers[status].Content {
				got = append(got, status+" "+strings.NewReplacer("application/", "", "+json", "").Replace(media))
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%v: %s", where, strings.Join(got, ", "))
		}
	}
}
