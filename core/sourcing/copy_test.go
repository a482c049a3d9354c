package sourcing_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// What is moved keeps its hour on the wall of the job's zone and its distance in days, though
// the clocks were put on or back meanwhile.
func TestTimesMoveTogetherByTheClockOnTheWall(t *testing.T) {
	at := func(text string) time.Time {
		parsed, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	for _, x := range []struct{ zone, first, to, at, want string }{
		{"Africa/Nairobi", "2026-03-02T06:00:00Z", "2027-03-01T06:00:00Z", "2026-03-30T14:00:00Z", "2027-03-29T14:00:00Z"},
		{"Africa/Nairobi", "2026-03-02T06:00:00Z", "2027-03-01T07:30:00Z", "2026-03-02T06:00:00Z", "2027-03-01T07:30:00Z"},
		{"Europe/Lisbon", "2026-03-02T09:00:00Z", "2026-06-01T08:00:00Z", "2026-04-02T16:00:00Z", "2026-07-02T16:00:00Z"}, // winter to summer, both
		{"Europe/Lisbon", "2026-03-20T09:00:00Z", "2026-01-09T09:00:00Z", "2026-04-10T16:00:00Z", "2026-01-30T17:00:00Z"}, // over the change, and not
	} {
		zone, err := time.LoadLocation(x.zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := sourcing.Again(zone, at(x.first), at(x.to), at(x.at)).Format(time.RFC3339); got != x.want {
			t.Errorf("%s: %s with %s moved to %s is %s, want %s", x.zone, x.at, x.first, x.to, got, x.want)
		}
	}
}

// A copy says what is its own, all of it at once.
func TestWhatACopySays(t *testing.T) {
	department := uuid.New()
	from := sourcing.Job{Activity: sourcing.Tender, Code: "T-1", Title: "Pumps", Description: "Of steel", Regime: "ke-ppada", DepartmentID: &department,
		PlanItemID: &department, Classification: "42122000"}
	_, err := sourcing.CopyForm{Code: " ", Title: ""}.Check(from)
	var at []string
	for _, f := range fault.As(err).Fields {
		at = append(at, f.Pointer+" "+f.Code)
	}
	if len(at) != 3 || at[0] != "/code "+fault.Required || at[1] != "/title "+fault.Required || at[2] != "/opens_at "+fault.Required {
		t.Errorf("%v", at)
	}
	form, err := sourcing.CopyForm{Code: "T-2", Title: "Pumps again", OpensAt: time.Unix(1, 0)}.Check(from)
	if err != nil || form.Code != "T-2" || form.Title != "Pumps again" || form.Description != "Of steel" || form.Regime != "ke-ppada" || *form.Department != department ||
		form.PlanItem != nil || form.Classification != "42122000" {
		t.Errorf("%+v, %v", form, err)
	}
}
