package pg_test

import (
	"testing"

	"zabuni.org/core/platform/pgtest"
)

// A period of days begins with the first midnight of its zone, on the day that
// clocks are put on too, and ends before the one after its last day.
func TestAPeriodOfDaysHasItsEdges(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	for _, x := range []struct {
		at, first, last, zone string
		in                    bool
	}{
		{"2026-11-21T21:00:00Z", "2026-11-22", "2026-11-22", "Africa/Nairobi", true},
		{"2026-11-21T20:59:59.999999Z", "2026-11-22", "2026-11-22", "Africa/Nairobi", false},
		{"2026-11-22T20:59:59.999999Z", "2026-11-22", "2026-11-22", "Africa/Nairobi", true},
		{"2026-11-22T21:00:00Z", "2026-11-22", "2026-11-22", "Africa/Nairobi", false},
		{"2026-11-22T21:00:00Z", "2026-11-22", "2026-11-22", "UTC", true},
		{"2026-03-29T21:59:59Z", "2026-03-29", "2026-03-29", "Europe/Berlin", true}, // a day of 23 hours
		{"2026-03-29T22:00:00Z", "2026-03-29", "2026-03-29", "Europe/Berlin", false},
		{"2030-01-01T00:00:00Z", "2026-11-22", "", "Africa/Nairobi", true},
		{"2020-01-01T00:00:00Z", "2026-11-22", "", "Africa/Nairobi", false},
		{"2020-01-01T00:00:00Z", "", "2026-11-22", "Africa/Nairobi", true},
		{"2030-01-01T00:00:00Z", "", "2026-11-22", "Africa/Nairobi", false},
		{"", "", "", "", true},
		{"", "", "2026-11-22", "UTC", false},
	} {
		var in bool
		err := db.QueryRow(t.Context(), `SELECT coalesce(zabuni.within(nullif($1, '')::timestamptz, nullif($2, '')::date, nullif($3, '')::date, $4), false)`,
			x.at, x.first, x.last, x.zone).Scan(&in)
		if err != nil || in != x.in {
			t.Errorf("%q from %q to %q in %s: %v, %v", x.at, x.first, x.last, x.zone, in, err)
		}
	}
	for day, want := range map[string]bool{"2026-11-21": false, "2026-11-22": true, "2026-11-24": true, "2026-11-25": false} {
		var in bool
		if err := db.QueryRow(t.Context(), `SELECT zabuni.within($1::text::date, '2026-11-22', '2026-11-24')`, day).Scan(&in); err != nil || in != want {
			t.Errorf("%s: %v, %v", day, in, err)
		}
	}
}
