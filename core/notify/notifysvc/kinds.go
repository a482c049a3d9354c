package notifysvc

import (
	"slices"

	"zabuni.org/core/party"
)

// Kinds are what the platform can tell a person in the app. The web has a sentence
// for each in every language (notifications: kind.<name, dots as underscores>);
// its test reads the list that this package's test keeps beside it.
var Kinds = []string{
	"payment.completed", "payment.free", "payment.failed", "payment.expired", "payment.review", "payment.rest", "payment.found", "payment.line_failed",
	"payment.refund", "payment.refund_ends", "payment.refunded", "payment.refund_failed",
	"payment.dispute", "payment.dispute_due", "payment.dispute_recovered", "payment.dispute_gone",
	"payment.disputed", "payment.dispute_won", "payment.dispute_lost", "payment.dispute_ends", "payment.dispute_restored", "payment.payout", "payment.totals_differ",
	"category.invited", "category.round", "category.final_round",
	"category.published", "category.renewal", "category.window", "category.extended", "category.cancelled", "category.cancelled_fee", "category.closing",
	"category.unsuccessful", "category.unsuccessful_fee",
	"addendum.issued", "addendum.confirm",
	"question.asked", "questions.wait", "question.answered", "question.refused",
	"bid.submitted", "bid.withdrawn", "bids.withdrawn", "bid.entered", "price.asked", "price.answered", "report.to_sign", "report.signed",
	"opening.wanted",
	"result.award", "result.success", "result.regret",
	"award.frozen", "award.unfrozen", "award.set_aside", "award.end_asked",
	"contract.drafted", "contract.submitted", "contract.sent", "contract.recalled", "contract.refused", "contract.approved", "contract.answered", "contract.commented",
	"contract.to_sign", "contract.in_force", "contract.unsigned", "contract.sign_expired", "contract.ending", "contract.notice",
	"contract.due", "contract.due_done", "contract.due_met", "contract.due_part", "contract.due_unmet", "contract.due_returned", "contract.due_withdrawn",
	"contract.due_near", "contract.due_late", "contract.taken_back", "contract.barred",
	"contract.renewed", "contract.noticed", "contract.completed", "contract.terminated",
	"contract.decided", "contract.declined", "contract.scan", "contract.scan_refused", "contract.lapsed", "risk.due",
	"plan.submitted", "plan.approved", "plan.returned", "plan.moved",
	"procurement.submitted", "procurement.approved", "procurement.returned",
	"meeting.called", "meeting.changed", "meeting.off", "meeting.without", "meeting.minutes",
	"job.disposed",
	"letter.award", "letter.success", "letter.regret", "letter.custom", "letter.dd",
	"task.completed", "task.failed",
	"case.noticed", "case.decided", "case.lifted",
	"document.expiring." + string(party.TaxCompliance), "document.expiring." + string(party.TradingLicence),
	"group.validated", "group.rejected", "group.expiring",
	"support.view",
}

// A Kind is one of Kinds on the wire.
type Kind string

// Values lists them.
func (Kind) Values() []string { return slices.Clone(Kinds) }
