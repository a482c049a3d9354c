package access

import (
	"slices"

	"zabuni.org/core/kernel/closed"
)

// Effective is what somebody may do: everything that a role assigns and no role
// denies. A denial wins, whichever role says it, and a title of another user
// type counts for nothing.
func Effective(t UserType, assigned, denied []Privilege) []Privilege {
	out := []Privilege{}
	for _, p := range Titles[t] {
		if slices.Contains(assigned, p) && !slices.Contains(denied, p) {
			out = append(out, p)
		}
	}
	return out
}

// Beyond returns those of want that have lacks: what cannot be granted by who
// does not hold it.
func Beyond(have, want []Privilege) []Privilege {
	var out []Privilege
	for _, p := range want {
		if !slices.Contains(have, p) {
			out = append(out, p)
		}
	}
	return out
}

// A Group gathers privileges on the screens of roles.
type Group string

// Groups, in the order in which they are shown. The first seven are the
// specification's own.
const (
	GroupUsers     Group = "users"
	GroupTender    Group = "tender"
	GroupRFQ       Group = "rfq"
	GroupPrequal   Group = "prequal"
	GroupAsset     Group = "asset"
	GroupPayments  Group = "payments"
	GroupProfile   Group = "profile"
	GroupJobs      Group = "jobs"
	GroupDecisions Group = "decisions"
	GroupContracts Group = "contracts"
	GroupCompanies Group = "companies"
	GroupReports   Group = "reports"
)

// Values lists them in that order.
func (Group) Values() []string {
	return closed.Values(GroupUsers, GroupTender, GroupRFQ, GroupPrequal, GroupAsset, GroupPayments, GroupProfile,
		GroupJobs, GroupDecisions, GroupContracts, GroupCompanies, GroupReports)
}

// GroupOf says where a privilege is shown; every title has its row.
var GroupOf = map[Privilege]Group{
	ManageUser:   GroupUsers,
	ManageTender: GroupTender, SubmitBid: GroupTender,
	ManageRFQ: GroupRFQ, ManagePrequal: GroupPrequal, ManageAssetDisposal: GroupAsset,
	MakePayments: GroupPayments, ViewPayments: GroupPayments, ManagePayments: GroupPayments,
	UpdateCompanyInfo: GroupProfile, EditCompanyProfile: GroupProfile,
	ManageJob: GroupJobs, ManageCategory: GroupJobs, ManageCriteria: GroupJobs, InviteSuppliers: GroupJobs,
	SendParticipantList: GroupJobs, ManageAuction: GroupJobs,
	OpenBids: GroupDecisions, EvaluateBids: GroupDecisions, AwardJob: GroupDecisions,
	ManageContract: GroupContracts, ApproveContract: GroupContracts, ManageDocuments: GroupContracts,
	AccessSupplierFiles: GroupCompanies, BlacklistSuppliers: GroupCompanies, ManageBuyer: GroupCompanies, ManageSupplier: GroupCompanies,
	ViewReport: GroupReports,
}

// Apart lists the pairs of privileges that one person may hold but not use on
// the same job: who scored the bids does not decide on them.
var Apart = [][2]Privilege{{EvaluateBids, AwardJob}}

// KeptApart returns the privileges that p may not meet on one job.
func KeptApart(p Privilege) []Privilege {
	out := []Privilege{}
	for _, pair := range Apart {
		switch p {
		case pair[0]:
			out = append(out, pair[1])
		case pair[1]:
			out = append(out, pair[0])
		}
	}
	return out
}
