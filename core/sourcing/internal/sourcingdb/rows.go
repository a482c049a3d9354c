package sourcingdb

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Domain returns the row as the rules know it.
func (j Job) Domain() sourcing.Job {
	return sourcing.Job{ID: j.ID, Buyer: j.BuyerID, Activity: sourcing.Activity(j.Activity), Reference: j.Reference, Code: j.Code,
		Title: j.Title, Description: j.Description, Regime: j.Regime, Timezone: j.Timezone, Status: sourcing.JobStatus(j.Status),
		Owner: j.OwnerID, DepartmentID: j.DepartmentID, PlanItemID: j.PlanItemID, Classification: j.Classification, Private: j.Private, CreatedAt: j.CreatedAt, PublishedAt: j.PublishedAt, CancelledAt: j.CancelledAt, CancelReason: j.CancelReason,
		Version: int(j.Version)}
}

// Domain returns the row as the rules know it.
func (c Category) Domain() sourcing.Category {
	without, _ := sourcing.StepsOf(c.Without)
	return sourcing.Category{Without: without, ID: c.ID, Job: c.JobID, Buyer: c.BuyerID, Activity: sourcing.Activity(c.Activity), Parent: c.ParentID, Round: int(c.Round), BestAndFinal: c.BestAndFinal,
		Number: c.Number, Reference: c.Reference, Name: c.Name, Description: c.Description, Instructions: c.Instructions,
		Type: c.CategoryTypeID, Grouping: c.Grouping, Currency: money.Currency(c.Currency), BidFee: c.BidFee, Estimate: c.Estimate,
		OpensAt: c.OpensAt.UTC(), ClosesAt: c.ClosesAt.UTC(), PassMark: c.PassMark, TechnicalWeight: c.TechnicalWeight,
		FinancialWeight: c.FinancialWeight, PriceFormula: c.PriceFormula, Openers: int(c.Openers), InvitedOnly: c.InvitedOnly, Reserved: c.ReservedFor,
		Status: sourcing.Status(c.Status), ClosedAt: c.ClosedAt, ClosingRoot: c.ClosingRoot, ClosingCount: c.ClosingCount,
		ClosingNote: c.ClosingNote, CriteriaHash: c.CriteriaHash, CancelReason: c.CancelReason,
		CreatedAt: c.CreatedAt, Version: int(c.Version)}
}

// Domain returns the row as the rules know it.
func (i Intake) Domain() sourcing.Intake {
	return sourcing.Intake{Unit: sourcing.WindowUnit(i.Unit), Until: i.Until.UTC(), EndedAt: i.EndedAt, EndReason: i.EndReason}
}

// Content loads all that is asked in a category.
func Content(ctx context.Context, db pg.DB, q *Queries, job sourcing.Job, c sourcing.Category) (sourcing.Content, error) {
	out := sourcing.Content{Job: job, Category: c}
	sections, err := q.Sections(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return out, err
	}
	for _, s := range sections {
		out.Sections = append(out.Sections, sourcing.Section{ID: s.ID, Parent: s.ParentID, Name: s.Name, Description: s.Description,
			Weight: s.Weight, Position: int(s.Position)})
	}
	if out.Questions, err = LoadQuestions(ctx, db, q, c); err != nil {
		return out, err
	}
	items, err := q.Items(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return out, err
	}
	for _, i := range items {
		out.Items = append(out.Items, sourcing.Item{ID: i.ID, Number: i.Number, Code: i.Code, Description: i.Description, Unit: i.Unit,
			Quantity: i.Quantity, Classification: i.Classification, Position: int(i.Position)})
	}
	if c.Policy().Has(sourcing.Assets) {
		if err := loadAssets(ctx, db, q, c, out.Items); err != nil {
			return out, err
		}
	}
	attachments, err := q.Attachments(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return out, err
	}
	for _, p := range attachments {
		out.Attachments = append(out.Attachments, sourcing.Attachment{ID: p.ID, Document: p.DocumentID, Name: p.Name, Size: p.Size, SHA256: p.Sha256})
	}
	invited, err := q.CountInvited(ctx, db, c.ID, c.Buyer)
	out.Invited = int(invited)
	return out, err
}

// loadAssets loads what the items of a category are besides.
func loadAssets(ctx context.Context, db pg.DB, q *Queries, c sourcing.Category, items []sourcing.Item) error {
	rows, err := q.Assets(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	assets := map[uuid.UUID]*sourcing.Asset{}
	for _, r := range rows {
		asset := &sourcing.Asset{Condition: sourcing.Condition(r.Condition), Notes: r.Notes, Location: r.Location}
		if r.SetAt != nil {
			asset.Reserve = &sourcing.Reserve{
				Commitment: r.Commitment,
				Currency:   money.Currency(r.Currency),
				By:         r.SetBy,
				At:         r.SetAt.UTC(),
			}
		}
		if r.OpenedAt != nil {
			asset.Reserve.Opened = &sourcing.OpenedReserve{Amount: *r.Amount, Reason: *r.Reason, Salt: r.Salt, At: r.OpenedAt.UTC()}
		}
		assets[r.ItemID] = asset
	}
	photos, err := q.AssetPhotos(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	for _, p := range photos {
		asset := assets[p.ItemID]
		asset.Photos = append(asset.Photos, sourcing.AssetPhoto{ID: p.ID, Document: p.DocumentID, Name: p.Name, Size: p.Size})
	}
	for i := range items {
		items[i].Asset = assets[items[i].ID]
	}
	return nil
}

// LoadQuestions loads the questions of a category with their options and bands.
func LoadQuestions(ctx context.Context, db pg.DB, q *Queries, c sourcing.Category) ([]sourcing.Question, error) {
	rows, err := q.Questions(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return nil, err
	}
	options, err := q.Options(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return nil, err
	}
	bands, err := q.Bands(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return nil, err
	}
	at := map[uuid.UUID]int{}
	out := make([]sourcing.Question, len(rows))
	for i, r := range rows {
		at[r.ID] = i
		out[i] = sourcing.Question{ID: r.ID, Section: r.SectionID, Prompt: r.Prompt, Help: r.Help,
			Response: sourcing.ResponseType(r.ResponseType), MustAnswer: r.MustAnswer, QA: r.GoesQa, DD: r.GoesDd, Scored: r.Scored,
			MaxScore: r.MaxScore, MinScore: r.MinScore, Position: int(r.Position)}
	}
	for _, o := range options {
		question := &out[at[o.QuestionID]]
		question.Options = append(question.Options, sourcing.Option{ID: o.ID, Label: o.Label, Score: o.Score})
	}
	for _, b := range bands {
		question := &out[at[b.QuestionID]]
		question.Bands = append(question.Bands, sourcing.Band{Lower: b.Lower, Upper: b.Upper, Score: b.Score})
	}
	return out, nil
}

// Fault turns the violation of a constraint into what the author can do about it.
func Fault(err error) error {
	switch pg.Constraint(err) {
	case "job_buyer_id_code_key":
		return fault.Invalid.Wrap(err, "").At("/code", fault.Taken)
	case "category_job_id_number_key":
		return fault.Invalid.Wrap(err, "").At("/number", fault.Taken)
	case "category_category_type_id_fkey":
		return fault.Invalid.Wrap(err, "").At("/category_type_id", fault.Unknown)
	case "item_category_id_number_key":
		return fault.Invalid.Wrap(err, "").At("/number", fault.Taken)
	}
	return err
}
