package archive_test

import (
	"testing"
	"time"

	"zabuni.org/core/archive"
)

// The years are counted from the latest of what has ended, by the day that it was there.
func TestTerm(t *testing.T) {
	nairobi, err := time.LoadLocation("Africa/Nairobi")
	if err != nil {
		t.Fatal(err)
	}
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for name, c := range map[string]struct {
		ends      archive.Ends
		basis     archive.Basis
		on, until string
	}{
		"closing alone":            {archive.Ends{Closing: at("2026-03-02T09:00:00Z")}, archive.ByClosing, "2026-03-02", "2033-03-02"},
		"the day where the job is": {archive.Ends{Closing: at("2026-03-02T22:30:00Z")}, archive.ByClosing, "2026-03-03", "2033-03-03"},
		"award after closing":      {archive.Ends{Closing: at("2026-03-02T09:00:00Z"), Award: at("2026-05-02T09:00:00Z")}, archive.ByAward, "2026-05-02", "2033-05-02"},
		"end of contract": {archive.Ends{Closing: at("2026-03-02T09:00:00Z"), Award: at("2026-05-02T09:00:00Z"), Contract: at("2029-02-28T00:00:00Z")},
			archive.ByContract, "2029-02-28", "2036-02-28"},
		"a contract that ended before the award of another": {archive.Ends{Award: at("2026-05-02T09:00:00Z"), Contract: at("2026-04-30T00:00:00Z")}, archive.ByAward, "2026-05-02", "2033-05-02"},
		"cancelled before it closed":                        {archive.Ends{Cancelled: at("2026-03-02T09:00:00Z")}, archive.ByCancelled, "2026-03-02", "2033-03-02"},
		"leap day":                                          {archive.Ends{Closing: at("2028-02-29T09:00:00Z")}, archive.ByClosing, "2028-02-29", "2035-03-01"},
	} {
		basis, on, until, ok := c.ends.Term(nairobi)
		if !ok || basis != c.basis || on.Format(time.DateOnly) != c.on || until.Format(time.DateOnly) != c.until {
			t.Errorf("%s: %v %s from %s until %s", name, ok, basis, on.Format(time.DateOnly), until.Format(time.DateOnly))
		}
	}
	if _, _, _, ok := (archive.Ends{}).Term(nairobi); ok {
		t.Error("what never ended has a term")
	}
}

func TestWhatWaits(t *testing.T) {
	for name, e := range map[string]archive.Ends{"category": {Categories: 1}, "contract": {Contracts: 1}, "list": {Lists: 1}} {
		if e.Ready() == nil {
			t.Errorf("a %s that is not over holds nothing up", name)
		}
	}
	if err := (archive.Ends{}).Ready(); err != nil {
		t.Error(err)
	}
}
