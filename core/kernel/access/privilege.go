package access

import (
	"maps"
	"slices"

	"zabuni.org/core/kernel/closed"
)

// A Privilege is a title; roles are sets of them. The same title for two user
// types is two rows of the table, told apart by the type.
type Privilege string

// Privileges of the specification. MANAGE_CRETERIA is spelled so on the wire.
const (
	UpdateCompanyInfo   Privilege = "UPDATE_COMPANY_INFO"
	MakePayments        Privilege = "MAKE_PAYMENTS"
	ManagePrequal       Privilege = "MANAGE_PREQUAL"
	ManageTender        Privilege = "MANAGE_TENDER"
	ManageAssetDisposal Privilege = "MANAGE_ASSET_DISPOSAL"
	ManageUser          Privilege = "MANAGE_USER"
	ManageRFQ           Privilege = "MANAGE_RFQ"
	ManageJob           Privilege = "MANAGE_JOB"
	ManageDocuments     Privilege = "MANAGE_DOCUMENTS"
	ManageCategory      Privilege = "MANAGE_CATEGORY"
	ManageCriteria      Privilege = "MANAGE_CRETERIA"
	ViewReport          Privilege = "VIEW_REPORT"
	SendParticipantList Privilege = "SEND_PARTICIPANT_LIST"
	AccessSupplierFiles Privilege = "ACCESS_SUPPLIER_FILES"
	BlacklistSuppliers  Privilege = "BLACKLIST_SUPPLIERS"
	EditCompanyProfile  Privilege = "EDIT_COMPANY_PROFILE"
)

// Privileges the specification leaves without a title: buyer work beyond the
// worded list, supplier bidding and contract management.
const (
	InviteSuppliers Privilege = "INVITE_SUPPLIERS"
	OpenBids        Privilege = "OPEN_BIDS"
	EvaluateBids    Privilege = "EVALUATE_BIDS"
	AwardJob        Privilege = "AWARD_JOB"
	ManageAuction   Privilege = "MANAGE_AUCTION"
	ManageContract  Privilege = "MANAGE_CONTRACT"
	ApproveContract Privilege = "APPROVE_CONTRACT"
	SubmitBid       Privilege = "SUBMIT_BID"
	ViewPayments    Privilege = "VIEW_PAYMENTS"
	ManagePayments  Privilege = "MANAGE_PAYMENTS" // every act that moves money
	ManageBuyer     Privilege = "MANAGE_BUYER"
	ManageSupplier  Privilege = "MANAGE_SUPPLIER"
)

// Values lists every title that somebody can hold.
func (Privilege) Values() []string {
	titles := slices.Collect(maps.Keys(GroupOf))
	slices.Sort(titles)
	return closed.Values(titles...)
}

// Titles lists, per user type, the privileges a role of that type may hold.
var Titles = map[UserType][]Privilege{
	Supplier: {
		UpdateCompanyInfo, MakePayments, ManagePrequal, ManageTender, ManageAssetDisposal, ManageUser, ManageRFQ,
		SubmitBid, ManageContract,
	},
	Buyer: {
		ManageUser, ManageJob, ManageCategory, ManageCriteria, InviteSuppliers, OpenBids, EvaluateBids, AwardJob,
		ViewReport, SendParticipantList, UpdateCompanyInfo, EditCompanyProfile, AccessSupplierFiles,
		BlacklistSuppliers, ManageDocuments, ManageAuction, ManageContract, ApproveContract,
	},
	Operator: {
		ManageJob, ManageUser, ManageDocuments, ManageCategory, ManageCriteria, InviteSuppliers, ViewReport,
		ManageBuyer, ManageSupplier, ViewPayments, ManagePayments, EvaluateBids, ManageAuction, ManageContract,
	},
	Temp: {ManageContract, ApproveContract, ManageDocuments, ViewReport},
}
