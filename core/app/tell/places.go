package tell

import (
	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/project"
)

// Where what is told leads to. These are the only screens that core names: they
// are in mails that were sent, so their addresses stay. What has another address
// for each activity is found by a screen that knows them all.
const (
	inbox         = "/notifications"
	openJobs      = "/supplier/landing"
	payments      = "/supplier/mypayments"
	ongoingBids   = "/supplier/ongoingbids"
	cart          = "/supplier/dashboard/cart"
	withdrawals   = "/supplier/bidwithdrawals"
	documentsPart = "/update-profile?part=documents"
	groupsPart    = "/update-profile?part=groups"
	notices       = "/profile/notices"
	bankLine      = "/zabuni/payment_reconciliation/reconcile/" // and its code
	refunds       = "/zabuni/payment_refunds"
	disputes      = "/zabuni/payment_disputes/view/" // and its id
	totals        = "/zabuni/payment_totals"
	fees          = "/buyer/payments"
)

// letterAt is a letter for its supplier.
func letterAt(id uuid.UUID) string { return "/supplier/dashbard/letters/" + id.String() }

// categoryAt is a category for a supplier: its bid there, or what it asks.
func categoryAt(id uuid.UUID) string { return "/supplier/category/" + id.String() }

// questionsAt is where questions about a category are answered.
func questionsAt(id uuid.UUID) string { return "/company/questions/" + id.String() }

// openingAt is the opening of a category's bids for its buyer.
func openingAt(id uuid.UUID) string { return "/company/opening/" + id.String() }

// contractAt is a contract for somebody who manages it, or to whom it was sent.
func contractAt(t access.UserType, id uuid.UUID) string {
	switch t {
	case access.Temp:
		return "/contract-management/edit/" + id.String() + "/view"
	case access.Buyer:
		return "/buyer/contracts/supplier/contract/" + id.String() + "/view"
	case access.Supplier:
		return "/supplier/contracts/" + id.String() + "/view"
	}
	return inbox
}

// planAt is a chart of a plan for a desk: as it was approved, as it goes, or to be drawn.
func planAt(t access.UserType, of project.Context, chart string, id uuid.UUID) string {
	base := "/company/"
	if t == access.Operator {
		base = "/zabuni/"
	}
	if of == project.OfRisk {
		base += "risk_management/"
	}
	return base + "project_management/" + chart + "_gantt_chart?plan=" + id.String()
}

// meetingsAt are the meetings of a desk.
func meetingsAt(t access.UserType, of project.Context) string {
	base := "/company/"
	switch {
	case t == access.Supplier:
		return "/supplier/meetings"
	case t == access.Operator:
		base = "/zabuni/"
	}
	if of == project.OfRisk {
		base += "risk_management/"
	}
	return base + "project_management/meetings"
}

// meetingAt is a meeting for a desk.
func meetingAt(t access.UserType, of project.Context, id uuid.UUID) string {
	return meetingsAt(t, of) + "?meeting=" + id.String()
}

// riskAt is a risk of a buyer's register.
func riskAt(id uuid.UUID) string { return "/company/risk_management/risks/" + id.String() }

// procurementAt is a plan of procurement for a desk.
func procurementAt(t access.UserType, id uuid.UUID) string {
	if t == access.Operator {
		return "/zabuni/procurement-plans/" + id.String()
	}
	return "/company/procurement-plans/" + id.String()
}
