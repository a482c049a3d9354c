package party_test

import (
	"errors"
	"testing"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
)

// What may happen to a case, as a table that a person reads: the period runs
// until noon, a decision holds until the evening.
func TestLifeOfACase(t *testing.T) {
	noon := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	before, evening := noon.Add(-time.Hour), noon.Add(8*time.Hour)
	for _, tc := range []struct {
		from     party.CaseStatus
		appealed bool
		move     party.CaseMove
		at       time.Time
		to       party.CaseStatus
		fault    *fault.Def
	}{
		{party.CaseNotified, false, party.Reply, before, party.CaseReplied, nil},
		{party.CaseNotified, false, party.Reply, noon, party.CaseNotified, party.ReplyOver},
		{party.CaseNotified, false, party.Blacklist, before, party.CaseNotified, party.ReplyRuns},
		{party.CaseNotified, false, party.Blacklist, noon, party.CaseBlacklisted, nil},
		{party.CaseNotified, false, party.Dismiss, before, party.CaseDismissed, nil},
		{party.CaseNotified, false, party.Whitelist, noon, party.CaseNotified, party.IllegalMove},
		{party.CaseReplied, false, party.Blacklist, before, party.CaseBlacklisted, nil},
		{party.CaseReplied, false, party.Dismiss, before, party.CaseDismissed, nil},
		{party.CaseReplied, false, party.Reply, before, party.CaseReplied, party.IllegalMove},
		{party.CaseBlacklisted, false, party.Appeal, noon, party.CaseBlacklisted, nil},
		{party.CaseBlacklisted, true, party.Appeal, noon, party.CaseBlacklisted, party.AppealedTwice},
		{party.CaseBlacklisted, false, party.Whitelist, noon, party.CaseLifted, nil},
		{party.CaseBlacklisted, false, party.Whitelist, evening, party.CaseBlacklisted, party.IllegalMove},
		{party.CaseBlacklisted, false, party.Dismiss, noon, party.CaseBlacklisted, party.IllegalMove},
		{party.CaseDismissed, false, party.Blacklist, noon, party.CaseDismissed, party.IllegalMove},
		{party.CaseLifted, false, party.Appeal, noon, party.CaseLifted, party.IllegalMove},
	} {
		to, err := party.Case{Status: tc.from, ReplyBy: noon, Expires: &evening, Appealed: tc.appealed}.Do(tc.move, tc.at)
		if to != tc.to || (tc.fault == nil) != (err == nil) || (tc.fault != nil && !errors.Is(err, tc.fault)) {
			t.Errorf("%s %s at %s: %s, %v", tc.from, tc.move, tc.at.Format("15:04"), to, err)
		}
	}
}

func TestADecisionHasItsEnd(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for days, ok := range map[int]bool{-1: false, 0: false, 1: true, 365 * 4: true, 365*5 + 30: false} {
		at := now.AddDate(0, 0, days)
		if _, err := (party.Decision{Blacklist: true, Reason: "r", Expires: &at}).Check(now); (err == nil) != ok {
			t.Errorf("%d days: %v", days, err)
		}
	}
	if _, err := (party.Decision{Blacklist: true, Reason: "r"}).Check(now); err == nil {
		t.Error("a decision without an end passes")
	}
}

// Nobody is kept out by a case that has no end, or by one of another state.
func TestWhatIsInForce(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	later := now.Add(time.Microsecond)
	for _, s := range party.CaseStatuses {
		for expires, want := range map[*time.Time]bool{nil: false, &now: false, &later: s == party.CaseBlacklisted} {
			if got := (party.Case{Status: s, Expires: expires}).InForce(now); got != want {
				t.Errorf("%s until %v: %v", s, expires, got)
			}
		}
	}
}
