package sourcinghttp

import (
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// Category is a category's own fields.
	Category struct {
		ID              uuid.UUID            `json:"id" format:"uuid"`
		JobID           uuid.UUID            `json:"job_id" format:"uuid"`
		Activity        sourcing.Activity    `json:"activity"`
		Number          string               `json:"number"`
		Reference       string               `json:"reference"`
		Name            string               `json:"name"`
		Description     string               `json:"description"`
		Instructions    string               `json:"instructions"`
		CategoryTypeID  *uuid.UUID           `json:"category_type_id,omitempty" format:"uuid"`
		Group           string               `json:"group"`
		Currency        money.Currency       `json:"currency"`
		BidFee          money.Decimal        `json:"bid_fee"`
		Estimate        *money.Decimal       `json:"estimate,omitempty"`
		OpensAt         time.Time            `json:"opens_at"`
		ClosesAt        time.Time            `json:"closes_at"`
		PassMark        money.Quantity       `json:"pass_mark"`
		TechnicalWeight money.Quantity       `json:"technical_weight"`
		FinancialWeight money.Quantity       `json:"financial_weight"`
		PriceFormula    sourcing.FormulaName `json:"price_formula"`
		Openers         int                  `json:"openers"`
		InvitedOnly     bool                 `json:"invited_only"`
		ReservedFor     *uuid.UUID           `json:"reserved_for,omitempty" format:"uuid" doc:"A special group of the platform"`
		Without         []sourcing.StepName  `json:"without" doc:"Steps of its activity that it does without"`
		Policy          ActivityPolicy       `json:"policy" doc:"What it may have and do"`
		ParentID        *uuid.UUID           `json:"parent_id,omitempty" format:"uuid" doc:"Of a round of negotiation: what is negotiated"`
		Round           int                  `json:"round,omitempty" doc:"Of negotiation, from 1"`
		BestAndFinal    bool                 `json:"best_and_final,omitempty" doc:"No round follows it"`
		Status          sourcing.Status      `json:"status"`
		ClosedAt        *time.Time           `json:"closed_at,omitempty"`
		CancelReason    string               `json:"cancel_reason"`
		CriteriaHash    string               `json:"criteria_hash" doc:"SHA-256 of the criteria as published, hexadecimal"`
		Version         int                  `json:"version" doc:"Named by the next edit"`
	}
	// Section is a group of questions.
	Section struct {
		ID          uuid.UUID       `json:"id" format:"uuid"`
		ParentID    *uuid.UUID      `json:"parent_id,omitempty" format:"uuid"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Weight      *money.Quantity `json:"weight,omitempty"`
		Questions   []Question      `json:"questions"`
	}
	// Option is one choice.
	Option struct {
		ID    *uuid.UUID      `json:"id,omitempty" format:"uuid"`
		Label string          `json:"label"`
		Score *money.Quantity `json:"score,omitempty"`
	}
	// Band scores the numbers from lower (included) to upper (excluded).
	Band struct {
		Lower *money.Quantity `json:"lower,omitempty"`
		Upper *money.Quantity `json:"upper,omitempty"`
		Score money.Quantity  `json:"score"`
	}
	// Question is what a bidder answers.
	Question struct {
		ID           uuid.UUID             `json:"id" format:"uuid"`
		SectionID    uuid.UUID             `json:"section_id" format:"uuid"`
		Prompt       string                `json:"prompt"`
		Help         string                `json:"help"`
		ResponseType sourcing.ResponseType `json:"response_type"`
		MustAnswer   bool                  `json:"must_answer"`
		GoesQA       bool                  `json:"goes_qa"`
		GoesDD       bool                  `json:"goes_dd"`
		Scored       bool                  `json:"scored"`
		MaxScore     *money.Quantity       `json:"max_score,omitempty"`
		MinScore     *money.Quantity       `json:"min_score,omitempty"`
		Options      []Option              `json:"options"`
		Bands        []Band                `json:"bands"`
	}
	// Item is a line that is priced.
	Item struct {
		ID             uuid.UUID      `json:"id" format:"uuid"`
		Number         string         `json:"number"`
		Code           string         `json:"code"`
		Description    string         `json:"description"`
		Unit           string         `json:"unit"`
		Quantity       money.Quantity `json:"quantity"`
		Classification string         `json:"classification"`
		Asset          *Asset         `json:"asset,omitempty" doc:"What it is besides, where things are sold"`
	}
	// Finding is what the linter says.
	Finding struct {
		Code     string         `json:"code"`
		Params   map[string]any `json:"params,omitempty"`
		Pointer  string         `json:"pointer"`
		Blocking bool           `json:"blocking"`
	}
	// ClosingChange is one extension.
	ClosingChange struct {
		From   time.Time `json:"from"`
		To     time.Time `json:"to"`
		Reason string    `json:"reason"`
		At     time.Time `json:"at"`
	}
	// CategoryDetails is a category with all that is asked in it.
	CategoryDetails struct {
		Category
		JobTitle     string              `json:"job_title"`
		JobReference string              `json:"job_reference"`
		Timezone     string              `json:"timezone"`
		Regime       sourcing.RegimeCode `json:"regime"`
		CategoryType string              `json:"category_type"`
		Invited      int                 `json:"invited"`
		Sections     []Section           `json:"sections"`
		ItemRows     []Item              `json:"items"`
		Attachments  []Attachment        `json:"attachments" doc:"Files that belong to what is asked"`
		Findings     []Finding           `json:"findings"`
		Changes      []ClosingChange     `json:"closing_changes"`
	}
	// PreviewQuestion is a question as bidders see it.
	PreviewQuestion struct {
		ID           uuid.UUID             `json:"id" format:"uuid"`
		Prompt       string                `json:"prompt"`
		Help         string                `json:"help"`
		ResponseType sourcing.ResponseType `json:"response_type"`
		MustAnswer   bool                  `json:"must_answer"`
		MaxScore     *money.Quantity       `json:"max_score,omitempty" doc:"The most points that an answer earns, where it is scored"`
		Options      []PreviewOption       `json:"options"`
	}
	// PreviewOption is a choice as bidders see it.
	PreviewOption struct {
		ID    uuid.UUID `json:"id" format:"uuid"`
		Label string    `json:"label"`
	}
	// PreviewSection is a section as bidders see it.
	PreviewSection struct {
		ID          uuid.UUID         `json:"id" format:"uuid"`
		ParentID    *uuid.UUID        `json:"parent_id,omitempty" format:"uuid"`
		Name        string            `json:"name"`
		Description string            `json:"description"`
		Weight      *money.Quantity   `json:"weight,omitempty" doc:"Per cent of the technical score"`
		Questions   []PreviewQuestion `json:"questions"`
	}
	// Preview is a category as bidders see it.
	Preview struct {
		ID              uuid.UUID            `json:"id" format:"uuid"`
		JobID           uuid.UUID            `json:"job_id" format:"uuid"`
		BuyerID         uuid.UUID            `json:"buyer_id" format:"uuid"`
		BuyerName       string               `json:"buyer_name"`
		JobTitle        string               `json:"job_title"`
		JobReference    string               `json:"job_reference"`
		Timezone        string               `json:"timezone"`
		Activity        sourcing.Activity    `json:"activity"`
		Number          string               `json:"number"`
		Reference       string               `json:"reference"`
		Name            string               `json:"name"`
		Description     string               `json:"description"`
		Instructions    string               `json:"instructions"`
		CategoryType    string               `json:"category_type"`
		Currency        money.Currency       `json:"currency"`
		BidFee          money.Decimal        `json:"bid_fee"`
		OpensAt         time.Time            `json:"opens_at"`
		ClosesAt        time.Time            `json:"closes_at"`
		PassMark        money.Quantity       `json:"pass_mark"`
		TechnicalWeight money.Quantity       `json:"technical_weight"`
		FinancialWeight money.Quantity       `json:"financial_weight"`
		PriceFormula    sourcing.FormulaName `json:"price_formula"`
		Policy          ActivityPolicy       `json:"policy" doc:"Its activity's row, without the steps that it does without"`
		InvitedOnly     bool                 `json:"invited_only"`
		ReservedGroup   string               `json:"reserved_group" doc:"Name of the special group for which it is kept; empty: for nobody"`
		Invited         bool                 `json:"invited"`
		Round           int                  `json:"round,omitempty" doc:"Of negotiation, from 1: no price may be worse than the last"`
		BestAndFinal    bool                 `json:"best_and_final,omitempty" doc:"No round follows it"`
		Status          sourcing.Status      `json:"status"`
		CriteriaHash    string               `json:"criteria_hash"`
		Intake          *Rolling             `json:"intake,omitempty" doc:"It takes applications window after window"`
		Documents       []Document           `json:"documents" doc:"Of its job, as they were published"`
		Sections        []PreviewSection     `json:"sections"`
		Items           []Item               `json:"items"`
		Attachments     []Attachment         `json:"attachments" doc:"Files that belong to what is asked"`
		Changes         []ClosingChange      `json:"closing_changes"`
	}
)

func toCategory(c sourcing.Category) Category {
	return Category{ID: c.ID, JobID: c.Job, Activity: c.Activity, Number: c.Number, Reference: c.Reference, Name: c.Name,
		Description: c.Description, Instructions: c.Instructions, CategoryTypeID: c.Type, Group: c.Grouping, Currency: c.Currency,
		BidFee: c.BidFee, Estimate: c.Estimate, OpensAt: c.OpensAt, ClosesAt: c.ClosesAt, PassMark: c.PassMark,
		TechnicalWeight: c.TechnicalWeight, FinancialWeight: c.FinancialWeight, PriceFormula: sourcing.FormulaName(c.PriceFormula), Openers: c.Openers,
		InvitedOnly: c.InvitedOnly, ReservedFor: c.Reserved, Without: c.Without.Names(), Policy: ToPolicy(c.Policy()),
		ParentID: c.Parent, Round: c.Round, BestAndFinal: c.BestAndFinal, Status: sourcing.Status(c.Status), ClosedAt: c.ClosedAt, CancelReason: c.CancelReason,
		CriteriaHash: hex.EncodeToString(c.CriteriaHash), Version: c.Version}
}

// ToQuestion is a question on the wire.
func ToQuestion(q sourcing.Question) Question {
	return Question{ID: q.ID, SectionID: q.Section, Prompt: q.Prompt, Help: q.Help, ResponseType: q.Response, MustAnswer: q.MustAnswer,
		GoesQA: q.QA, GoesDD: q.DD, Scored: q.Scored, MaxScore: q.MaxScore, MinScore: q.MinScore,
		Options: httpkit.Each(q.Options, func(o sourcing.Option) Option { return Option{ID: &o.ID, Label: o.Label, Score: o.Score} }),
		Bands:   httpkit.Each(q.Bands, func(b sourcing.Band) Band { return Band{Lower: b.Lower, Upper: b.Upper, Score: b.Score} })}
}

func toItem(i sourcing.Item) Item {
	return Item{
		ID:             i.ID,
		Number:         i.Number,
		Code:           i.Code,
		Description:    i.Description,
		Unit:           i.Unit,
		Quantity:       i.Quantity,
		Classification: i.Classification,
		Asset:          toAsset(i.Asset),
	}
}

func toFinding(f sourcing.Finding) Finding {
	return Finding{
		Code:     f.Code,
		Params:   f.Params,
		Pointer:  f.Pointer,
		Blocking: f.Blocking,
	}
}

func toChange(c sourcingsvc.ClosingChange) ClosingChange {
	return ClosingChange{From: c.From, To: c.To, Reason: c.Reason, At: c.At}
}

// questionsOf are the questions of one section, in their order.
func questionsOf[T any](c sourcing.Content, section uuid.UUID, to func(sourcing.Question) T) []T {
	out := []T{}
	for _, q := range c.Questions {
		if q.Section == section {
			out = append(out, to(q))
		}
	}
	return out
}

func toDetails(d sourcingsvc.CategoryDetails) CategoryDetails {
	out := CategoryDetails{Category: toCategory(d.Category), JobTitle: d.Job.Title, JobReference: d.Job.Reference, Timezone: d.Job.Timezone,
		Regime: sourcing.RegimeCode(d.Job.Regime), CategoryType: d.TypeName, Invited: d.Invited, ItemRows: httpkit.Each(d.Items, toItem), Attachments: httpkit.Each(d.Attachments, toAttachment),
		Findings: httpkit.Each(d.Findings, toFinding), Changes: httpkit.Each(d.Changes, toChange)}
	out.Sections = httpkit.Each(d.Sections, func(s sourcing.Section) Section {
		return Section{
			ID:          s.ID,
			ParentID:    s.Parent,
			Name:        s.Name,
			Description: s.Description,
			Weight:      s.Weight,
			Questions:   questionsOf(d.Content, s.ID, ToQuestion),
		}
	})
	return out
}

func toDocument(d sourcingsvc.Document) Document {
	return Document{
		ID:      d.ID,
		Title:   d.Title,
		Kind:    d.Kind,
		URL:     d.URL,
		AddedAt: d.AddedAt,
	}
}

// ToPreview shapes a category as bidders see it.
func ToPreview(p sourcingsvc.Preview) Preview {
	c := p.Category
	out := Preview{ID: c.ID, JobID: c.Job, BuyerID: c.Buyer, BuyerName: p.BuyerName, JobTitle: p.Job.Title, JobReference: p.Job.Reference,
		Timezone: p.Timezone, Activity: c.Activity, Number: c.Number, Reference: c.Reference, Name: c.Name, Description: c.Description,
		Instructions: c.Instructions, CategoryType: p.TypeName, Currency: c.Currency, BidFee: c.BidFee, OpensAt: c.OpensAt, ClosesAt: c.ClosesAt,
		PassMark: c.PassMark, TechnicalWeight: c.TechnicalWeight, FinancialWeight: c.FinancialWeight, PriceFormula: sourcing.FormulaName(c.PriceFormula),
		Policy: ToPolicy(c.Policy()), InvitedOnly: c.InvitedOnly, ReservedGroup: p.GroupName, Invited: p.Invited, Round: c.Round, BestAndFinal: c.BestAndFinal, Status: sourcing.Status(c.Status), CriteriaHash: hex.EncodeToString(c.CriteriaHash),
		Intake: toRolling(p.Intake), Documents: httpkit.Each(p.Documents, toDocument), Items: httpkit.Each(p.Items, toItem), Attachments: httpkit.Each(p.Attachments, toAttachment), Changes: httpkit.Each(p.Changes, toChange)}
	out.Sections = httpkit.Each(p.Sections, func(s sourcing.Section) PreviewSection {
		return PreviewSection{
			ID:          s.ID,
			ParentID:    s.Parent,
			Name:        s.Name,
			Description: s.Description,
			Weight:      s.Weight,
			Questions: questionsOf(p.Content, s.ID, func(q sourcing.Question) PreviewQuestion {
				return PreviewQuestion{
					ID:           q.ID,
					Prompt:       q.Prompt,
					Help:         q.Help,
					ResponseType: q.Response,
					MustAnswer:   q.MustAnswer,
					MaxScore:     q.MaxScore,
					Options:      httpkit.Each(q.Options, func(o sourcing.Option) PreviewOption { return PreviewOption{ID: o.ID, Label: o.Label} }),
				}
			}),
		}
	})
	return out
}
