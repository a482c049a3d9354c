package mail

import (
	"fmt"
	"slices"
	"strings"

	"zabuni.org/core/kernel/fault"
)

// Codes of fields of a wording. Params carry the placeholder's name.
const (
	PlaceholderUnknown = "mail.placeholder_unknown"
	PlaceholderMissing = "mail.placeholder_missing"
	PlaceholderBroken  = "mail.placeholder_broken"
)

// A Wording is the subject and the paragraphs of a kind in one language.
type Wording struct {
	Subject string   `json:"subject"`
	Body    []string `json:"body"`
}

const (
	maxSubject    = 150
	maxParagraphs = 12
	maxParagraph  = 1500
)

// statutory kinds are sent to the unsubscribed as well: without them nobody can
// sign in, learns what happened to their account, their bid or their money, or of an invitation,
// a new closing time, a question about their price or a decision in time.
var statutory = []Kind{
	Activation, Reset, InvitedUser, TFACode, SessionReused, LoginBlocked, SupportBegan,
	Invitation, Round, FinalRound, Extension, Cancellation, CancellationFee, Unsuccessful, UnsuccessfulFee, BidReceipt, BidWithdrawn, BidEntered, PriceQuestion,
	AwardLetter, SuccessLetter, RegretLetter, Letter, ResultAward, ResultSuccess, ResultRegret, AwardFrozen, AwardUnfrozen, AwardSetAside,
	PaymentFailed, PaymentExpired, PaymentReview, PaymentRest, PaymentFound, PaymentRefund, PaymentEnds, PaymentBack,
	Addendum, AddendumConfirm, QuestionAnswered, QuestionRefused,
	PaymentTaken, DisputeWon, DisputeLost, DisputeEnds,
}

// Statutory reports whether a kind goes out whatever its reader has chosen.
func (k Kind) Statutory() bool { return slices.Contains(statutory, k) }

// Known reports whether there is such a kind.
func (k Kind) Known() bool { return slices.Contains(Kinds(), k) }

// BuiltIn is the wording that the platform brings.
func BuiltIn(kind Kind, lang string) Wording {
	t := catalogues[lang].Kinds[kind]
	return Wording{t.Subject, slices.Clone(t.Body)}
}

// Placeholders are the names that a wording of a kind may use: those of the
// built-in one, and the reader's.
func Placeholders(kind Kind) []string {
	out := marks(BuiltIn(kind, Languages()[0]))
	if !slices.Contains(out, "name") {
		out = append(out, "name")
	}
	slices.Sort(out)
	return out
}

func marks(w Wording) []string {
	var out []string
	for _, text := range append([]string{w.Subject}, w.Body...) {
		for _, m := range mark.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(out, m[1]) {
				out = append(out, m[1])
			}
		}
	}
	return out
}

// Check returns the wording trimmed, or what is wrong with it. A statutory text
// keeps every placeholder of the built-in one: what the law wants said is in them.
func Check(kind Kind, w Wording) (Wording, error) {
	var f fault.Fields
	w.Subject = f.Need("/subject", w.Subject, maxSubject)
	if strings.ContainsAny(w.Subject, "\r\n") {
		f.Add("/subject", fault.BadFormat)
	}
	allowed := Placeholders(kind)
	check := func(pointer, text string) {
		for _, m := range mark.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(allowed, m[1]) {
				f.Add(pointer, PlaceholderUnknown, "name", m[1])
			}
		}
		if rest := mark.ReplaceAllString(text, ""); strings.Contains(rest, "{{") || strings.Contains(rest, "}}") {
			f.Add(pointer, PlaceholderBroken)
		}
	}
	check("/subject", w.Subject)
	body := make([]string, 0, len(w.Body))
	for i, p := range w.Body {
		pointer := fmt.Sprintf("/body/%d", i)
		if p = f.May(pointer, p, maxParagraph); p == "" {
			continue
		}
		check(pointer, p)
		body = append(body, strings.Join(strings.Fields(p), " "))
	}
	w.Body = body
	f.AtMost("/body", len(body), maxParagraphs)
	if len(body) == 0 {
		f.Add("/body", fault.Required)
	} else if kind.Statutory() && len(f) == 0 { // a misspelt one would be told twice
		given := marks(w)
		missing := slices.DeleteFunc(marks(BuiltIn(kind, Languages()[0])), func(name string) bool { return slices.Contains(given, name) })
		if len(missing) > 0 {
			f.Add("/body", PlaceholderMissing, "name", strings.Join(missing, ", "))
		}
	}
	return w, f.Err()
}
