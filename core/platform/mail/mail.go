// Package mail renders what the platform writes to people: one text and one
// HTML part, in the reader's language. It sends nothing; a gateway does, when
// the ledger of notifications says so.
package mail

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	texttemplate "text/template"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/calendar"
)

// A Kind is one occasion to write.
type Kind string

// Kinds.
const (
	Activation    Kind = "activation"
	Reset         Kind = "reset"
	InvitedUser   Kind = "invited_user"
	TFACode       Kind = "tfa_code"
	BidReceipt    Kind = "bid_receipt"
	AwardLetter   Kind = "award_letter"
	SuccessLetter Kind = "success_letter" // of a decision whose result is a list
	RegretLetter  Kind = "regret_letter"
	Invitation    Kind = "invitation"
	Letter        Kind = "letter" // beside a decision

	SessionReused Kind = "session_reused"
	LoginBlocked  Kind = "login_blocked"
	SupportBegan  Kind = "support_view"
	Summary       Kind = "summary" // of messages that its reader wants together

	// A paper of the profile or a membership expires; the second of each names the open bids that this breaks.
	TaxExpiry         Kind = "tax_expiry"
	TaxExpiryBids     Kind = "tax_expiry_bids"
	LicenceExpiry     Kind = "licence_expiry"
	LicenceExpiryBids Kind = "licence_expiry_bids"
	GroupExpiry       Kind = "group_expiry"
	GroupExpiryBids   Kind = "group_expiry_bids"
	GroupValidated    Kind = "group_validated"
	GroupRejected     Kind = "group_rejected"

	// What happens to a category.
	Publication      Kind = "publication"       // to suppliers of its kind
	Renewal          Kind = "renewal"           // of an intake: a window in which one's time on its list ends
	Window           Kind = "window"            // of an intake, to who has not passed one before
	Round            Kind = "round"             // of negotiation
	FinalRound       Kind = "final_round"       // the same, of best and final offers
	Extension        Kind = "extension"         // its closing was moved
	Cancellation     Kind = "cancellation"      // it ends before its award
	CancellationFee  Kind = "cancellation_fee"  // the same to who has paid for it
	Unsuccessful     Kind = "unsuccessful"      // it ends without a result, to who took part without a bid that stands
	UnsuccessfulFee  Kind = "unsuccessful_fee"  // the same to who has paid for it
	ClosingSoon      Kind = "closing_soon"      // to who has not submitted
	BidWithdrawn     Kind = "bid_withdrawn"     // to its own people
	BidsWithdrawn    Kind = "bids_withdrawn"    // to the buyer, once it has closed
	OpenerWanted     Kind = "opener_wanted"     // somebody has confirmed an opening
	Addendum         Kind = "addendum"          // to a category, to all who take part
	AddendumConfirm  Kind = "addendum_confirm"  // the same to who has to confirm a bid
	QuestionAsked    Kind = "question_asked"    // about a category, to who answers
	QuestionsWait    Kind = "questions_wait"    // the same when it closes soon
	QuestionAnswered Kind = "question_answered" // to all who take part
	QuestionRefused  Kind = "question_refused"  // to its asker
	BidEntered       Kind = "bid_entered"       // in a room, for its bidder, from a paper
	PriceQuestion    Kind = "price_question"    // a price looks too low, to its bidder
	PriceAnswer      Kind = "price_answer"      // the bidder's answer has come, to who asked
	ResultAward      Kind = "result_award"      // where there are no letters
	ResultSuccess    Kind = "result_success"
	ResultRegret     Kind = "result_regret"
	AwardFrozen      Kind = "award_frozen"      // a complaint stops the award, to whose bid stands
	AwardUnfrozen    Kind = "award_unfrozen"    // it goes on
	AwardSetAside    Kind = "award_set_aside"   // it does not
	AwardEndAsked    Kind = "award_end_asked"   // to who may decide that
	ContractDraft    Kind = "contract_draft"    // follows an award
	ContractApproval Kind = "contract_approval" // one waits for it
	ContractSent     Kind = "contract_sent"     // to the other side
	ContractRecalled Kind = "contract_recalled" // the same, with a reason
	ContractReturned Kind = "contract_returned" // by those who approve, to who manages it
	ContractSigning  Kind = "contract_signing"  // somebody is asked to sign
	ContractSigned   Kind = "contract_signed"   // everybody has
	ContractUnsigned Kind = "contract_unsigned" // a request to sign has ended without, with a reason
	ContractAnswered Kind = "contract_answered" // the other side proposes changes
	ContractEnding   Kind = "contract_ending"   // its last day is near
	ContractNotice   Kind = "contract_notice"   // the last day of its notice is
	ContractRenewed  Kind = "contract_renewed"  // it goes on, to both sides
	ContractDecided  Kind = "contract_decided"  // some of the changes that the reader proposed were accepted
	ContractDeclined Kind = "contract_declined" // none was
	ContractScan     Kind = "contract_scan"     // a signed paper waits for its second person
	ContractScanBack Kind = "contract_scan_refused"
	ContractOnPaper  Kind = "contract_on_paper" // it is in force by one
	ContractRanOut   Kind = "contract_sign_expired"
	ContractLapsed   Kind = "contract_lapsed"     // an amendment, with what it amends
	ContractEnded    Kind = "contract_terminated" // before its time
	ContractDone     Kind = "contract_completed"
	ContractBarred   Kind = "contract_barred"        // its other side is blacklisted, to who manages it
	ContractWithdraw Kind = "contract_taken_back"    // a proposal, by who made it
	DutySet          Kind = "contract_due"           // what is due under one, from the other side
	DutyDone         Kind = "contract_due_done"      // whose it is says so
	DutyMet          Kind = "contract_due_met"       // the buyer says so
	DutyPart         Kind = "contract_due_part"      // in part
	DutyUnmet        Kind = "contract_due_unmet"     // not at all
	DutyReturned     Kind = "contract_due_returned"  // it is to be done again
	DutyWithdrawn    Kind = "contract_due_withdrawn" // it is due no more
	DutyNear         Kind = "contract_due_near"      // soon or today, to whose it is
	DutyLate         Kind = "contract_due_late"      // to both sides
	RiskReview       Kind = "risk_review"            // of the register, to its owner
	PlanSubmitted    Kind = "plan_submitted"         // a plan of a project waits for its buyer
	PlanApproved     Kind = "plan_approved"          // to who drew it
	PlanReturned     Kind = "plan_returned"          // the same, with a reason
	PlanMoved        Kind = "plan_moved"             // tasks have moved with the job, to their owner
	ProcurementSent  Kind = "procurement_submitted"  // a plan of procurement waits for another person of its buyer
	ProcurementGood  Kind = "procurement_approved"   // to who drew it and who sent it
	ProcurementBack  Kind = "procurement_returned"   // the same, with a reason
	MeetingCalled    Kind = "meeting_called"         // somebody is asked to a meeting
	MeetingChanged   Kind = "meeting_changed"        // and it is another
	MeetingOff       Kind = "meeting_off"            // and it is off
	MeetingWithout   Kind = "meeting_without"        // and it is without the reader
	MeetingMinutes   Kind = "meeting_minutes"        // what was said there

	// The same to an address without a desk: whom to answer and ask stands in them.
	MeetingAsked      Kind = "meeting_asked"
	MeetingAskedAgain Kind = "meeting_asked_again"
	MeetingMinutesOut Kind = "meeting_minutes_out"

	// What became of a payment.
	PaymentFailed  Kind = "payment_failed"
	PaymentExpired Kind = "payment_expired"     // nobody said anything in time
	PaymentReview  Kind = "payment_review"      // a person must look at it
	PaymentRest    Kind = "payment_rest"        // a part of it is missing
	PaymentFound   Kind = "payment_found"       // after it had failed or expired
	PaymentRefund  Kind = "payment_refund"      // it is given back
	PaymentEnds    Kind = "payment_refund_ends" // likewise, with what it had paid for
	PaymentBack    Kind = "payment_refunded"    // it is on its way

	// What a payer's bank asks back.
	Dispute      Kind = "payment_dispute"      // to the operator: it is to be answered
	DisputeDue   Kind = "payment_dispute_due"  // likewise, and nobody has
	PaymentTaken Kind = "payment_disputed"     // to who paid
	DisputeWon   Kind = "payment_dispute_won"  // the money has come again
	DisputeLost  Kind = "payment_dispute_lost" // it has not
	DisputeEnds  Kind = "payment_dispute_ends" // what it had paid for ends
)

// Kinds lists them all.
func Kinds() []Kind {
	return []Kind{
		Activation, Reset, InvitedUser, TFACode,
		Invitation, Publication, Renewal, Window, Round, FinalRound, Extension, Cancellation, CancellationFee, ClosingSoon,
		Addendum, AddendumConfirm, QuestionAsked, QuestionsWait, QuestionAnswered, QuestionRefused,
		Unsuccessful, UnsuccessfulFee, PaymentFailed, PaymentExpired, PaymentReview, PaymentRest, PaymentFound, PaymentRefund, PaymentEnds, PaymentBack,
		Dispute, DisputeDue, PaymentTaken, DisputeWon, DisputeLost, DisputeEnds,
		BidReceipt, BidWithdrawn, BidsWithdrawn, BidEntered, OpenerWanted, PriceQuestion, PriceAnswer,
		AwardLetter, SuccessLetter, RegretLetter, Letter, ResultAward, ResultSuccess, ResultRegret, AwardFrozen, AwardUnfrozen, AwardSetAside, AwardEndAsked, ContractDraft, ContractApproval, ContractSent, ContractRecalled, ContractReturned, ContractAnswered,
		ContractSigning, ContractSigned, ContractUnsigned, ContractEnding, ContractNotice, ContractRenewed,
		ContractDecided, ContractDeclined, ContractScan, ContractScanBack, ContractOnPaper, ContractRanOut, ContractLapsed, ContractEnded, ContractDone,
		ContractBarred, ContractWithdraw, DutySet, DutyDone, DutyMet, DutyPart, DutyUnmet, DutyReturned, DutyWithdrawn, DutyNear, DutyLate, RiskReview,
		PlanSubmitted, PlanApproved, PlanReturned, PlanMoved,
		ProcurementSent, ProcurementGood, ProcurementBack,
		MeetingCalled, MeetingChanged, MeetingOff, MeetingWithout, MeetingMinutes, MeetingAsked, MeetingAskedAgain, MeetingMinutesOut,
		TaxExpiry, TaxExpiryBids, LicenceExpiry, LicenceExpiryBids, GroupExpiry, GroupExpiryBids, GroupValidated, GroupRejected,
		SessionReused, LoginBlocked, SupportBegan, Summary,
	}
}

// Values lists them all.
func (Kind) Values() []string { return closed.Values(Kinds()...) }

// Languages lists those a mail can be written in; the first is the one for
// readers whose own is none of them.
func Languages() []string { return locale.Language("").Values() }

// An Address is a mailbox with its person's name.
type Address struct{ Name, Email string }

// An Attachment is a file of a message.
type Attachment struct {
	Name, Type string
	Bytes      []byte
}

// A Message is ready to be sent.
type Message struct {
	ID          string // stable over retries, so that a receiver recognises a second copy
	To          Address
	Language    string
	Subject     string
	Text, HTML  string
	Unsubscribe string // address; empty where the message cannot be stopped
	Attachments []Attachment
}

// Data is what the texts may name. A text that names something left empty is an
// error: nobody receives a letter with a hole in it.
type Data struct {
	Name      string // the reader's
	Company   string // the organisation that acts
	By        string // the person who acts
	Supplier  string // the organisation written to
	Title     string // of the job
	Reference string // of the job
	Category  string
	Receipt   string
	Version   string // of a submission
	Number    string // of an order or a contract
	Count     string
	Rejected  string // of changes that were proposed
	Amount    string // of a payment, in the reader's language
	Code      string
	Day       string        // of an expiry, as people write it
	Bids      string        // their references and names
	Tasks     string        // of a plan, with the days from and to which they have moved
	Reason    string        // of a decision
	Question  string        // about a category
	Answer    string        // to it
	Subject   string        // of an addendum
	Text      string        // of an addendum
	Link      string        // absolute
	Valid     time.Duration // of the link or code
	At        time.Time     // printed in its own zone
	Was       time.Time     // the moment before it was moved, the same
	Place     string        // of a meeting

	Invite *calendar.Event `json:",omitempty"` // attached, for its reader alone
	Items  []Item          `json:",omitempty"` // of a summary

	Unsubscribe string `json:"-"` // address; the foot names it when there is one
}

// An Item is a message that stands in a summary.
type Item struct {
	Subject string
	Link    string // absolute; empty where it led nowhere
}

// A Sender hands a message to the mail system. It wraps ErrRefused when trying
// again cannot help.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// ErrRefused says that the mail system will never take this message.
var ErrRefused = errors.New("the message is refused for good")

type words struct {
	Greeting       string         `json:"greeting"`
	ButtonFallback string         `json:"button_fallback"`
	Why            string         `json:"why"`
	Never          string         `json:"never"`
	Unsubscribe    string         `json:"unsubscribe"`
	Kinds          map[Kind]texts `json:"kinds"`
}

type texts struct {
	Subject   string   `json:"subject"`
	Preheader string   `json:"preheader"`
	Heading   string   `json:"heading"`
	Body      []string `json:"body"`
	Action    string   `json:"action"` // of the button; none when empty
}

//go:embed locales/*.json templates
var files embed.FS

var (
	catalogues = locale.MustLoad[words](files)
	htmlLayout = template.Must(template.ParseFS(files, "templates/layout.html.tmpl"))
	textLayout = texttemplate.Must(texttemplate.ParseFS(files, "templates/layout.txt.tmpl"))
	mark       = regexp.MustCompile(`\{\{(\w+)\}\}`)
)

// Render writes the message of a kind in lang, or in English: in the operator's
// own words, if there are any.
func Render(kind Kind, lang string, d Data, own *Wording) (Message, error) {
	if !slices.Contains(Languages(), lang) {
		lang = Languages()[0]
	}
	w := catalogues[lang]
	t, ok := w.Kinds[kind]
	if !ok {
		return Message{}, fmt.Errorf("mail: no text for %q", kind)
	}
	if own != nil {
		t.Subject, t.Body = own.Subject, own.Body
	}
	f := filler{values: d.values()}
	view := struct {
		Lang, Subject, Preheader, Greeting, Heading string
		Body                                        []string
		Action, Link, Fallback, Code, Why, Never    string
		Unsubscribe, UnsubscribeLink                string
		Items                                       []Item
	}{
		Lang: lang, Subject: f.fill(t.Subject), Preheader: f.fill(t.Preheader), Heading: f.fill(t.Heading),
		Greeting: f.fill(w.Greeting), Fallback: w.ButtonFallback, Why: w.Why, Never: w.Never,
		Items: d.Items,
	}
	if d.Unsubscribe != "" {
		view.Unsubscribe, view.UnsubscribeLink = w.Unsubscribe, d.Unsubscribe
	}
	for _, p := range t.Body {
		view.Body = append(view.Body, f.fill(p))
	}
	if t.Action != "" && (d.Link != "" || d.Invite == nil) { // who has no desk here gets no way there
		view.Action, view.Link = t.Action, f.fill("{{link}}")
		if u, err := url.Parse(d.Link); err != nil || !u.IsAbs() || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			f.errs = append(f.errs, fmt.Errorf("link is no address"))
		}
	}
	if kind == TFACode {
		view.Code = f.fill("{{code}}")
	}
	if err := errors.Join(f.errs...); err != nil {
		return Message{}, fmt.Errorf("mail %s in %s: %w", kind, lang, err)
	}
	var text, html bytes.Buffer
	if err := errors.Join(textLayout.Execute(&text, view), htmlLayout.Execute(&html, view)); err != nil {
		return Message{}, fmt.Errorf("mail %s in %s: %w", kind, lang, err)
	}
	return Message{Language: lang, Subject: view.Subject, Text: text.String(), HTML: html.String(), Unsubscribe: d.Unsubscribe}, nil
}

// values are by the names that texts use. Durations are given in every unit; a
// text names the one that is a whole number greater than one.
func (d Data) values() map[string]string {
	v := map[string]string{
		"name": d.Name, "company": d.Company, "supplier": d.Supplier, "title": d.Title, "reference": d.Reference,
		"category": d.Category, "receipt": d.Receipt, "code": d.Code, "link": d.Link,
		"day": d.Day, "place": d.Place, "bids": d.Bids, "tasks": d.Tasks, "reason": d.Reason, "question": d.Question, "answer": d.Answer, "subject": d.Subject, "text": d.Text,
		"by": d.By, "version": d.Version, "number": d.Number, "count": d.Count, "rejected": d.Rejected, "amount": d.Amount,
	}
	if d.Valid > 0 {
		v["minutes"] = strconv.Itoa(int(d.Valid.Minutes()))
		v["hours"] = strconv.Itoa(int(d.Valid.Hours()))
		v["days"] = strconv.Itoa(int(d.Valid.Hours()) / 24)
	}
	v["at"], v["was"] = moment(d.At), moment(d.Was)
	return v
}

// moment is read alike in every language; what does not fall on a minute, as the
// receipt of a bid, is told to the millisecond.
func moment(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case t.Equal(t.Truncate(time.Minute)):
		return t.Format("2006-01-02 15:04 (UTC-07:00)")
	}
	return t.Format("2006-01-02 15:04:05.000 (UTC-07:00)")
}

type filler struct {
	values map[string]string
	errs   []error
}

// fill puts values in and keeps them on one line: a name must not add a header or a paragraph.
func (f *filler) fill(text string) string {
	return mark.ReplaceAllStringFunc(text, func(m string) string {
		name := strings.Trim(m, "{}")
		v := strings.Join(strings.Fields(f.values[name]), " ")
		if v == "" {
			f.errs = append(f.errs, fmt.Errorf("%s is empty", name))
		}
		return v
	})
}
