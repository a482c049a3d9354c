package evaluation

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of the report that the people sign who judged.
var (
	NoReport     = fault.Declare(fault.KindNotFound, "evaluation.no_report", "Nobody has made a report of this evaluation to sign")
	ReportWaits  = fault.Declare(fault.KindConflict, "evaluation.report_waits", "A report of this evaluation waits for signatures already")
	ReportSigned = fault.Declare(fault.KindConflict, "evaluation.report_signed", "Everybody has signed the report on this result")
	NobodyJudged = fault.Declare(fault.KindPrecondition, "evaluation.nobody_judged", "There is nobody who could sign the report on this result")
	NotSigner    = fault.Declare(fault.KindForbidden, "evaluation.not_signer", "You are not among those who sign this report")
	SignedByYou  = fault.Declare(fault.KindConflict, "evaluation.signed_by_you", "You have signed this report already")
	PaperChanged = fault.Declare(fault.KindConflict, "evaluation.paper_changed", "The report has changed since you read it: read it again")
	ResultMoved  = fault.Declare(fault.KindConflict, "evaluation.result_moved", "The result has changed since this report was made: have it made anew")
	NoToken      = fault.Declare(fault.KindUnavailable, "evaluation.no_time", "The time service did not answer: nothing was signed, try again shortly")
)

// ReportOutcome is what became of a report.
type ReportOutcome string

// Outcomes of reports.
const (
	AllSigned ReportOutcome = "signed"
	Replaced  ReportOutcome = "replaced" // by one that says another result, in another language or without who is gone
)

// Values lists them.
func (ReportOutcome) Values() []string { return closed.Values(AllSigned, Replaced) }

// A ReportSigner is somebody who signs a report.
type ReportSigner struct {
	Account       uuid.UUID
	Name, Company string
	SignedAt      *time.Time
	StampedAt     *time.Time
	Sum           []byte // of the paper with their signature
	Entry         *int64 // of the log
	LeftOut       bool   // they could not sign when it was made: it does not wait for them
	Gone          bool   // they have not signed and cannot any more
}

// A SignedReport is a report of an evaluation with who has signed it.
type SignedReport struct {
	ID       uuid.UUID
	Number   int
	Language string
	Result   []byte // sum of the result that it says
	Paper    uuid.UUID
	Sum      []byte // of the paper
	BegunBy  string
	BegunAt  time.Time
	Outcome  ReportOutcome // empty: it waits
	EndedAt  *time.Time
	Signers  []ReportSigner
}

// Says reports whether a report says this result.
func (r SignedReport) Says(result []byte) bool { return slices.Equal(r.Result, result) }

// left is how many have not signed of those who are waited for.
func (r SignedReport) left() (n int) {
	for _, s := range r.Signers {
		if s.SignedAt == nil && !s.LeftOut {
			n++
		}
	}
	return n
}

// begun reports whether somebody has signed.
func (r SignedReport) begun() bool {
	return slices.ContainsFunc(r.Signers, func(s ReportSigner) bool { return s.SignedAt != nil })
}

// stuck reports whether it waits for somebody who cannot sign any more.
func (r SignedReport) stuck() bool {
	return slices.ContainsFunc(r.Signers, func(s ReportSigner) bool { return s.SignedAt == nil && !s.LeftOut && s.Gone })
}

// Again returns nil where a report may be made beside the latest, which is r: it says another
// result, nobody has signed it yet, or somebody whom it waits for cannot sign any more.
func (r SignedReport) Again(result []byte) error {
	switch {
	case !r.Says(result):
		return nil
	case r.Outcome == AllSigned:
		return ReportSigned.New("number %d", r.Number)
	case r.Outcome == "" && r.begun() && !r.stuck():
		return ReportWaits.New("number %d", r.Number)
	}
	return nil
}

// MaySign returns nil where somebody may sign the report now, having read the paper of this sum;
// last tells that they are the last.
func (r SignedReport) MaySign(account uuid.UUID, result, shown []byte) (last bool, err error) {
	i := slices.IndexFunc(r.Signers, func(s ReportSigner) bool { return s.Account == account })
	switch {
	case i < 0 || r.Signers[i].LeftOut:
		return false, NotSigner.New("")
	case r.Signers[i].SignedAt != nil:
		return false, SignedByYou.New("")
	case r.Outcome != "" || !r.Says(result):
		return false, ResultMoved.New("number %d is %s", r.Number, r.Outcome)
	case !slices.Equal(r.Sum, shown):
		return false, PaperChanged.New("")
	}
	return r.left() == 1, nil
}

// ResultSum is the sum of a result, bid by bid.
func ResultSum(bids map[uuid.UUID]string) []byte {
	var lines []string
	for id, sum := range bids {
		lines = append(lines, fmt.Sprintf("%s %s\n", id, sum))
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "")))
	return sum[:]
}
