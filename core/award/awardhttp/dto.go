package awardhttp

import (
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// LetterTemplate is the words of a job's letters of one kind.
	LetterTemplate struct {
		Kind         award.Kind      `json:"kind"`
		Language     locale.Language `json:"language"`
		Subject      string          `json:"subject"`
		Body         string          `json:"body"`
		Footer       string          `json:"footer"`
		Signature    string          `json:"signature" doc:"Empty: the name of whoever decides"`
		Placeholders []string        `json:"placeholders" doc:"What the words may name"`
		SavedAt      *time.Time      `json:"saved_at,omitempty" doc:"Absent: the words that every job starts with"`
	}
	// LetterTemplates is every kind of a job.
	LetterTemplates struct {
		Items []LetterTemplate `json:"items"`
	}
	// LetterJob is a category whose letters are due or done.
	LetterJob struct {
		CategoryID     uuid.UUID         `json:"category_id" format:"uuid"`
		JobID          uuid.UUID         `json:"job_id" format:"uuid"`
		Activity       sourcing.Activity `json:"activity"`
		JobTitle       string            `json:"job_title"`
		JobReference   string            `json:"job_reference"`
		Name           string            `json:"name"`
		Reference      string            `json:"reference"`
		Status         sourcing.Status   `json:"status"`
		Letters        int64             `json:"letters"`
		Winner         string            `json:"winner" doc:"Names of who gets it; empty before a decision, and where all who passed are chosen"`
		DecidedAt      *time.Time        `json:"decided_at,omitempty"`
		StandstillEnds *time.Time        `json:"standstill_ends,omitempty"`
		Timezone       string            `json:"timezone"`
	}
	// LetterJobs is one page of them.
	LetterJobs struct {
		Items []LetterJob `json:"items"`
		Next  string      `json:"next,omitempty"`
	}
	// LetterRow is an issued letter in a list.
	LetterRow struct {
		ID           uuid.UUID  `json:"id" format:"uuid"`
		SupplierID   uuid.UUID  `json:"supplier_id" format:"uuid"`
		SupplierName string     `json:"supplier_name"`
		Kind         award.Kind `json:"kind"`
		Reference    string     `json:"reference"`
		Subject      string     `json:"subject"`
		IssuedAt     time.Time  `json:"issued_at"`
		ReadAt       *time.Time `json:"read_at,omitempty"`
		Timezone     string     `json:"timezone" doc:"IANA, of its moments"`
	}
	// LetterRows are the letters of a category.
	LetterRows struct {
		Items []LetterRow `json:"items"`
	}
	// LetterFigure is one line of a letter's table.
	LetterFigure struct {
		Label  string `json:"label" doc:"In the letter's language"`
		Value  string `json:"value"`
		Strong bool   `json:"strong"`
	}
	// LetterText is what a letter says.
	LetterText struct {
		Kind      award.Kind      `json:"kind"`
		Language  locale.Language `json:"language"`
		Subject   string          `json:"subject"`
		Body      string          `json:"body"`
		Facts     string          `json:"facts" doc:"Heading of the figures"`
		Figures   []LetterFigure  `json:"figures"`
		Closing   string          `json:"closing"`
		Footer    string          `json:"footer"`
		Signature string          `json:"signature"`
	}
	// IssuedLetter is a letter that went out.
	IssuedLetter struct {
		ID                uuid.UUID         `json:"id" format:"uuid"`
		JobID             uuid.UUID         `json:"job_id" format:"uuid"`
		CategoryID        uuid.UUID         `json:"category_id" format:"uuid"`
		Activity          sourcing.Activity `json:"activity"`
		BuyerName         string            `json:"buyer_name"`
		SupplierName      string            `json:"supplier_name"`
		JobTitle          string            `json:"job_title"`
		CategoryName      string            `json:"category_name"`
		CategoryReference string            `json:"category_reference"`
		Reference         string            `json:"reference"`
		Timezone          string            `json:"timezone"`
		IssuedAt          time.Time         `json:"issued_at"`
		ReadAt            *time.Time        `json:"read_at,omitempty"`
		SHA256            string            `json:"sha256" doc:"Of the document, hexadecimal; the public log holds it"`
		Text              LetterText        `json:"text"`
	}
	// LetterPreview is a letter as it would be issued now.
	LetterPreview struct {
		SupplierName      string     `json:"supplier_name"`
		BuyerName         string     `json:"buyer_name"`
		CategoryName      string     `json:"category_name"`
		CategoryReference string     `json:"category_reference"`
		IssuedID          *uuid.UUID `json:"issued_id,omitempty" format:"uuid" doc:"The letter that went out already"`
		Text              LetterText `json:"text"`
	}
	// AwardBid is an evaluated bid.
	AwardBid struct {
		SubmissionID  uuid.UUID       `json:"submission_id" format:"uuid"`
		SupplierID    uuid.UUID       `json:"supplier_id" format:"uuid"`
		SupplierName  string          `json:"supplier_name"`
		Technical     money.Quantity  `json:"technical"`
		TechnicalPass bool            `json:"technical_pass"`
		Price         *money.Decimal  `json:"price,omitempty"`
		Financial     *money.Quantity `json:"financial,omitempty"`
		Combined      *money.Quantity `json:"combined,omitempty"`
		Rank          *int            `json:"rank,omitempty"`
		Pass          bool            `json:"pass"`
		BelowReserve  bool            `json:"below_reserve,omitempty" doc:"Its price does not reach the room's reserve: it is chosen by nobody"`
	}
	// AwardLine is what a decision gives to one bid: an item, or without one all of it.
	AwardLine struct {
		SubmissionID uuid.UUID      `json:"submission_id" format:"uuid"`
		ItemID       *uuid.UUID     `json:"item_id,omitempty" format:"uuid"`
		SupplierName string         `json:"supplier_name,omitempty"`
		Amount       *money.Decimal `json:"amount,omitempty"`
	}
	// AwardChoice is a bid that is chosen, for an item or as a whole.
	AwardChoice struct {
		SubmissionID uuid.UUID  `json:"submission_id" format:"uuid"`
		ItemID       *uuid.UUID `json:"item_id,omitempty" format:"uuid"`
	}
	// AwardOffer is the place of a bid for one item.
	AwardOffer struct {
		ItemID       uuid.UUID     `json:"item_id" format:"uuid"`
		Number       string        `json:"number"`
		Description  string        `json:"description"`
		SubmissionID uuid.UUID     `json:"submission_id" format:"uuid"`
		SupplierName string        `json:"supplier_name"`
		Rank         int32         `json:"rank"`
		Amount       money.Decimal `json:"amount"`
		BelowReserve bool          `json:"below_reserve,omitempty" doc:"Its price is less than the item is sold for: it is chosen by nobody"`
	}
	// AwardRecommendation is what somebody proposed.
	AwardRecommendation struct {
		SubmissionID *uuid.UUID  `json:"submission_id,omitempty" format:"uuid" doc:"The bid that is chosen as a whole"`
		Lines        []AwardLine `json:"lines" doc:"None: the category ends without a result"`
		Reason       string      `json:"reason"`
		By           uuid.UUID   `json:"by" format:"uuid"`
		ByName       string      `json:"by_name"`
		At           time.Time   `json:"at"`
	}
	// AwardDecision is an award that was made.
	AwardDecision struct {
		ID             uuid.UUID      `json:"id" format:"uuid"`
		SubmissionID   *uuid.UUID     `json:"submission_id,omitempty" format:"uuid" doc:"The bid that was chosen as a whole"`
		Amount         *money.Decimal `json:"amount,omitempty" doc:"Of all lines"`
		Lines          []AwardLine    `json:"lines"`
		ByName         string         `json:"by_name"`
		At             time.Time      `json:"at"`
		StandstillEnds time.Time      `json:"standstill_ends"`
	}
	// AwardStanding is everything of a category's decision.
	AwardStanding struct {
		CategoryID     uuid.UUID                   `json:"category_id" format:"uuid"`
		JobID          uuid.UUID                   `json:"job_id" format:"uuid"`
		JobTitle       string                      `json:"job_title"`
		Activity       sourcing.Activity           `json:"activity"`
		Name           string                      `json:"name"`
		Reference      string                      `json:"reference"`
		Status         sourcing.Status             `json:"status"`
		Currency       string                      `json:"currency"`
		PassMark       money.Quantity              `json:"pass_mark"`
		Timezone       string                      `json:"timezone"`
		StandstillDays int                         `json:"standstill_days"`
		Policy         sourcinghttp.ActivityPolicy `json:"policy" doc:"What the category has: whom the decision chooses, letters, a list"`
		Offers         []AwardOffer                `json:"offers" doc:"Where bids are chosen item by item"`
		Bids           []AwardBid                  `json:"bids" doc:"In the order of the ranking"`
		Recommendation *AwardRecommendation        `json:"recommendation,omitempty"`
		Award          *AwardDecision              `json:"award,omitempty"`
		Issued         []LetterRow                 `json:"issued"`
	}
	// Awarded is what an award left.
	Awarded struct {
		AwardID        uuid.UUID `json:"award_id" format:"uuid"`
		StandstillEnds time.Time `json:"standstill_ends"`
		Letters        int       `json:"letters"`
	}
	// LettersSent counts letters that were issued beside the decision.
	LettersSent struct {
		Sent int `json:"sent"`
	}
)

func templateOf(t awardsvc.Template) LetterTemplate {
	return LetterTemplate{
		Kind:         award.Kind(t.Kind),
		Language:     locale.Language(t.Language),
		Subject:      t.Subject,
		Body:         t.Body,
		Footer:       t.Footer,
		Signature:    t.Signature,
		Placeholders: t.Allowed,
		SavedAt:      t.SavedAt,
	}
}

func rowsOf(letters []awardsvc.LetterRow) []LetterRow {
	out := make([]LetterRow, len(letters))
	for i, l := range letters {
		out[i] = LetterRow{
			ID:           l.ID,
			SupplierID:   l.SupplierID,
			SupplierName: l.SupplierName,
			Kind:         award.Kind(l.Kind),
			Reference:    l.Reference,
			Subject:      l.Subject,
			IssuedAt:     l.IssuedAt.UTC(),
			ReadAt:       l.ReadAt,
			Timezone:     l.Timezone,
		}
	}
	return out
}

func textOf(l award.Letter) LetterText {
	out := LetterText{Kind: award.Kind(l.Kind), Language: locale.Language(l.Language), Subject: l.Subject, Body: l.Body, Closing: l.Closing, Footer: l.Footer, Signature: l.Signature,
		Figures: make([]LetterFigure, len(l.Figures))}
	for i, f := range l.Figures {
		out.Figures[i] = LetterFigure{Label: award.Label(l.Language, f.Key), Value: f.Value, Strong: f.Strong}
	}
	if len(l.Figures) > 0 {
		out.Facts = award.FactsHeading(l.Language)
	}
	return out
}

// ToLetter shapes an issued letter.
func ToLetter(l awardsvc.Issued) IssuedLetter {
	out := IssuedLetter{ID: l.ID, JobID: l.JobID, CategoryID: l.CategoryID, Activity: sourcing.Activity(l.Activity), BuyerName: l.BuyerName, SupplierName: l.SupplierName,
		JobTitle: l.JobTitle, CategoryName: l.CategoryName, CategoryReference: l.CategoryReference, Reference: l.Reference, Timezone: l.Timezone,
		ReadAt: l.ReadAt, SHA256: hex.EncodeToString(l.Sha256)}
	if l.IssuedAt != nil {
		out.IssuedAt = l.IssuedAt.UTC()
	}
	out.Text = textOf(award.Letter{Kind: award.Kind(l.Kind), Language: l.Language, Subject: l.Subject, Body: l.Body, Closing: l.Closing, Footer: l.Footer,
		Signature: l.Signature, Figures: l.Figures})
	return out
}

func standingOf(s awardsvc.Standing) AwardStanding {
	policy := s.Policy()
	out := AwardStanding{
		CategoryID:     s.ID,
		JobID:          s.Job.ID,
		JobTitle:       s.Job.Title,
		Activity:       sourcing.Activity(s.Activity),
		Name:           s.Name,
		Reference:      s.Reference,
		Status:         sourcing.Status(s.Status),
		Currency:       string(s.Currency),
		PassMark:       s.PassMark,
		Timezone:       s.Job.Timezone,
		StandstillDays: s.Regime.StandstillDays,
		Policy:         sourcinghttp.ToPolicy(policy),
		Offers:         make([]AwardOffer, len(s.Offers)),
		Bids:           make([]AwardBid, len(s.Results)),
		Issued:         rowsOf(s.Letters),
	}
	for i, o := range s.Offers {
		out.Offers[i] = AwardOffer{
			ItemID:       o.ItemID,
			Number:       o.Number,
			Description:  o.Description,
			SubmissionID: o.SubmissionID,
			SupplierName: o.SupplierName,
			Rank:         o.Rank,
			Amount:       o.Amount,
			BelowReserve: o.BelowReserve,
		}
	}
	for i, r := range s.Results {
		out.Bids[i] = AwardBid{
			SubmissionID:  r.Submission,
			SupplierID:    r.Supplier,
			SupplierName:  r.SupplierName,
			Technical:     r.Technical,
			TechnicalPass: r.TechnicalPass,
			Price:         r.Price,
			Financial:     r.Financial,
			Combined:      r.Combined,
			Rank:          r.Rank,
			Pass:          r.Pass,
			BelowReserve:  r.BelowReserve,
		}
	}
	if r := s.Recommendation; r != nil {
		out.Recommendation = &AwardRecommendation{
			Lines:  make([]AwardLine, len(r.Lines)),
			Reason: r.Reason,
			By:     r.RecommendedBy,
			ByName: r.RecommendedByName,
			At:     r.RecommendedAt.UTC(),
		}
		for i, l := range r.Lines {
			out.Recommendation.Lines[i] = AwardLine{SubmissionID: l.SubmissionID, ItemID: l.ItemID, SupplierName: l.SupplierName}
			if policy.Selects == sourcing.OneBid {
				out.Recommendation.SubmissionID = &r.Lines[i].SubmissionID
			}
		}
	}
	if d := s.Award; d != nil {
		out.Award = &AwardDecision{
			ID:             d.ID,
			Lines:          make([]AwardLine, len(d.Lines)),
			ByName:         d.DecidedByName,
			At:             d.DecidedAt.UTC(),
			StandstillEnds: d.StandstillEnds.UTC(),
		}
		var sum money.Decimal
		for i, l := range d.Lines {
			out.Award.Lines[i] = AwardLine{SubmissionID: l.SubmissionID, ItemID: l.ItemID, SupplierName: l.SupplierName, Amount: l.Amount}
			if l.Amount != nil {
				sum = sum.Add(*l.Amount)
				out.Award.Amount = &sum
			}
			if policy.Selects == sourcing.OneBid {
				out.Award.SubmissionID = &d.Lines[i].SubmissionID
			}
		}
	}
	return out
}
