package find_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/find"
)

func offers(guard access.Guard, err error, names ...string) find.Source {
	return find.Source{Guard: guard, Find: func(_ context.Context, _ access.Actor, words string, _ int) ([]find.Hit, error) {
		return find.Each(names, err, func(name string) find.Hit { return find.Hit{Name: words + " " + name} })
	}}
}

func names(hits []find.Hit) []string {
	out := []string{}
	for _, h := range hits {
		out = append(out, h.Name)
	}
	return out
}

// Only sources that admit the caller are asked, each gives no more than its share, and
// one that refuses in the end keeps nobody from what the others have.
func TestAllAsksWhatTheCallerMayRead(t *testing.T) {
	a := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Buyer, Privileges: []access.Privilege{access.ManageJob}}
	off := fault.Forbidden.New("off")
	sources := []find.Source{
		offers(access.Only(access.Buyer), nil, "a", "b", "c", "d", "e", "f"),
		offers(access.Only(access.Buyer, access.ManageUser), nil, "without the privilege"),
		offers(access.Only(access.Operator), nil, "of another desk"),
		offers(access.Only(access.Buyer), off, "refused"),
		offers(access.Only(access.Buyer, access.ManageJob), nil, "g"),
	}
	got, err := find.All(t.Context(), a, sources, "  solar \t system ")
	want := []string{"solar system a", "solar system b", "solar system c", "solar system d", "solar system e", "solar system g"}
	if err != nil || !slices.Equal(names(got), want) {
		t.Fatalf("%v, %v; want %v", names(got), err, want)
	}
	if got, err := find.All(t.Context(), a, sources, " "); err != nil || got == nil || len(got) > 0 {
		t.Fatalf("no words: %v, %v", got, err)
	}
	broken := errors.New("broken")
	if _, err := find.All(t.Context(), a, append(sources, offers(access.Only(access.Buyer), broken)), "x"); !errors.Is(err, broken) {
		t.Fatalf("a list that fails is told: %v", err)
	}
}
