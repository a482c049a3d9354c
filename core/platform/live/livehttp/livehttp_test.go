package livehttp

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
)

// Who asks for the platform's topic hears it as operator staff only, and nobody
// hears of another's notifications.
func TestTopicsByWhoAsks(t *testing.T) {
	for _, kind := range []access.UserType{access.Operator, access.Buyer, access.Supplier, access.Temp} {
		a := access.Actor{User: uuid.Must(uuid.NewV7()), Type: kind}
		want := []string{Inbox(a.User)}
		if kind == access.Operator {
			want = append(want, Platform)
		}
		asked := []string{"notifications." + uuid.NewString(), Platform, Platform + ".x", "nothing"}
		if got := allowed(t.Context(), a, asked, nil); !slices.Equal(got, want) {
			t.Errorf("%s hears %v, want %v", kind, got, want)
		}
	}
}
