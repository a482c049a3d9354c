package mail

import (
	"slices"

	"zabuni.org/core/kernel/closed"
)

// An Area is what a person can choose about: kinds of messages that go together. What goes out whatever its reader has
// chosen is in none.
type Area string

// Areas.
const (
	Tenders    Area = "tenders"   // that are new to a supplier
	Bids       Area = "bids"      // of tenders that one takes part in or runs
	Agreements Area = "contracts" //
	Plans      Area = "plans"     // of projects and of procurement, risks, meetings
	OwnPapers  Area = "papers"    // of one's company
	Disputes   Area = "disputes"  // of payments, by a payer's bank
)

var inArea = map[Area][]Kind{
	Tenders: {Publication, Renewal, Window},
	Bids:    {ClosingSoon, QuestionAsked, QuestionsWait, BidsWithdrawn, OpenerWanted, PriceAnswer, AwardEndAsked},
	Agreements: {ContractDraft, ContractApproval, ContractSent, ContractRecalled, ContractReturned, ContractAnswered,
		ContractSigning, ContractSigned, ContractUnsigned, ContractEnding, ContractNotice, ContractRenewed,
		ContractDecided, ContractDeclined, ContractScan, ContractScanBack, ContractOnPaper, ContractRanOut, ContractLapsed, ContractEnded, ContractDone,
		ContractBarred, ContractWithdraw, DutySet, DutyDone, DutyMet, DutyPart, DutyUnmet, DutyReturned, DutyWithdrawn, DutyNear, DutyLate},
	Plans: {RiskReview, PlanSubmitted, PlanApproved, PlanReturned, PlanMoved, ProcurementSent, ProcurementGood, ProcurementBack,
		MeetingCalled, MeetingChanged, MeetingOff, MeetingWithout, MeetingMinutes, MeetingAsked, MeetingAskedAgain, MeetingMinutesOut},
	OwnPapers: {TaxExpiry, TaxExpiryBids, LicenceExpiry, LicenceExpiryBids, GroupExpiry, GroupExpiryBids, GroupValidated, GroupRejected},
	Disputes:  {Dispute, DisputeDue},
}

// Areas lists them all.
func Areas() []Area { return []Area{Tenders, Bids, Agreements, Plans, OwnPapers, Disputes} }

// Values lists them all.
func (Area) Values() []string { return closed.Values(Areas()...) }

// Kinds are those of an area.
func (a Area) Kinds() []Kind { return slices.Clone(inArea[a]) }

// Area is where a kind belongs; empty of one that is in none.
func (k Kind) Area() Area {
	for area, kinds := range inArea {
		if slices.Contains(kinds, k) {
			return area
		}
	}
	return ""
}

// atOnce are what its reader would read too late in the morning, and what holds an entry for a calendar.
var atOnce = []Kind{
	ClosingSoon, QuestionsWait, OpenerWanted, ContractNotice, DutyNear, DisputeDue,
	MeetingCalled, MeetingChanged, MeetingOff, MeetingWithout, MeetingAsked, MeetingAskedAgain,
}

// AtOnce reports whether a kind waits neither for a summary nor for the end of quiet hours.
func (k Kind) AtOnce() bool { return k.Statutory() || k == Summary || slices.Contains(atOnce, k) }
