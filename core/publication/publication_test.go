package publication_test

import (
	"testing"

	"zabuni.org/core/contract"
	"zabuni.org/core/ocds"
	"zabuni.org/core/publication"
	"zabuni.org/core/sourcing"
)

// Nobody reads of a contract before everybody has signed it, and one that is over is over, however it ended.
func TestWhereAContractStandsInPublic(t *testing.T) {
	want := map[string]string{"active": ocds.Active, "expired": ocds.Terminated, "terminated": ocds.Terminated, "completed": ocds.Terminated, "archived": ocds.Terminated}
	for _, s := range contract.Status("").Values() {
		if word, public := publication.ContractState(contract.Status(s)); word != want[s] || public != (want[s] != "") {
			t.Errorf("%s is %q, %v", s, word, public)
		}
	}
}

// What is due is said in the standard's words; that its supplier has handed something in is nobody else's yet.
func TestWhereAMilestoneStandsInPublic(t *testing.T) {
	want := map[string]string{"scheduled": "scheduled", "submitted": "scheduled", "met": "met", "partiallyMet": "partiallyMet", "notMet": "notMet"}
	for _, s := range contract.DutyStatus("").Values() {
		if word := publication.DutyState(contract.DutyStatus(s)); word != want[s] {
			t.Errorf("%s is %q", s, word)
		}
	}
}

// A category goes on until it has been awarded, or has come to nothing.
func TestWhereALotStandsInPublic(t *testing.T) {
	want := map[string]string{"awarded": ocds.Complete, "complete": ocds.Complete, "unsuccessful": ocds.Unsuccessful, "cancelled": ocds.Cancelled, "withdrawn": ocds.Cancelled}
	for _, s := range sourcing.Status("").Values() {
		word := want[s]
		if word == "" {
			word = ocds.Active
		}
		if got := publication.StateOf(sourcing.Status(s)); got != word {
			t.Errorf("%s is %s", s, got)
		}
	}
}

// A tender goes on as long as one of its lots does; of those that are over, the best end is its own.
func TestATenderStandsWhereItsLotsDo(t *testing.T) {
	for _, x := range []struct {
		lots []string
		want string
	}{
		{[]string{ocds.Complete, ocds.Active, ocds.Cancelled}, ocds.Active},
		{[]string{ocds.Unsuccessful, ocds.Complete, ocds.Cancelled}, ocds.Complete},
		{[]string{ocds.Cancelled, ocds.Unsuccessful}, ocds.Unsuccessful},
		{[]string{ocds.Cancelled, ocds.Cancelled}, ocds.Cancelled},
	} {
		if got := publication.Whole(x.lots); got != x.want {
			t.Errorf("%v is %s, want %s", x.lots, got, x.want)
		}
	}
}

// What only the invited may bid for is public once somebody has won it, and what was public stays so.
func TestWhatIsPublic(t *testing.T) {
	for _, s := range sourcing.Status("").Values() {
		status := sourcing.Status(s)
		for _, x := range []struct{ invited, won, shown bool }{{}, {invited: true}, {won: true}, {invited: true, won: true}, {shown: true}, {true, true, true}} {
			var awarded, early bool
			switch status {
			case sourcing.Notified, sourcing.Awarded, sourcing.Complete, sourcing.Unsuccessful:
				awarded = true
			case sourcing.Draft, sourcing.Hidden, sourcing.NotApproved, sourcing.Approved, sourcing.Cancelled, sourcing.Withdrawn:
				early = true
			}
			want := x.shown || !early && (!x.invited || x.won && awarded)
			if got := (publication.Lot{Status: status, InvitedOnly: x.invited, Won: x.won, Shown: x.shown}).Public(); got != want {
				t.Errorf("%s, %+v: %v", s, x, got)
			}
		}
	}
}

// An award waits while somebody may still complain, and goes when a complaint is right.
func TestWhereAnAwardStandsInPublic(t *testing.T) {
	for s, want := range map[sourcing.Status]string{sourcing.Notified: ocds.Pending, sourcing.Awarded: ocds.Active, sourcing.Complete: ocds.Active} {
		if got := publication.AwardState(s, false, false); got != want {
			t.Errorf("%s is %s", s, got)
		}
		if got := publication.AwardState(s, true, false); got != ocds.Pending {
			t.Errorf("%s, frozen, is %s", s, got)
		}
		if got := publication.AwardState(s, true, true); got != ocds.Cancelled {
			t.Errorf("%s, set aside, is %s", s, got)
		}
	}
}
