package notifysvc

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// A second vertical that waits for the same event takes nothing from the first,
// and what fails in one fails the event.
func TestAllThatReactToAnEventDo(t *testing.T) {
	s := New(nil, nil, nil, "")
	var done []string
	broken := errors.New("broken")
	react := func(name string, err error) Handler {
		return func(_ context.Context, _ pg.Tx, e journal.Event) error {
			done = append(done, name+" "+e.Action)
			return err
		}
	}
	for name, err := range map[string]error{"fails": broken, "works": nil} {
		s.On("a.b."+name, react("first", nil))
		s.On("a.b."+name, react("second", err))
	}
	handle := func(action string) error {
		payload, err := json.Marshal(journal.Event{Action: action})
		if err != nil {
			t.Fatal(err)
		}
		return s.Handle(t.Context(), pg.Tx{}, payload)
	}
	if err := handle("a.b.works"); err != nil {
		t.Fatal(err)
	}
	if err := handle("a.b.fails"); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	if err := handle("a.b.nobody_waits_for"); err != nil {
		t.Fatal(err)
	}
	if want := []string{"first a.b.works", "second a.b.works", "first a.b.fails", "second a.b.fails"}; !slices.Equal(done, want) {
		t.Fatalf("%q", done)
	}
	if events := s.Events(); !slices.Contains(events, "a.b.works") || !slices.IsSorted(events) {
		t.Fatalf("%q", events)
	}
}
