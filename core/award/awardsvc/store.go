package awardsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// store writes the award with its lines.
func (s *Service) store(ctx context.Context, tx pg.Tx, a access.Actor, c Category, made Made, lines []award.Line) error {
	err := q.InsertAward(ctx, tx, awarddb.InsertAwardParams{
		ID:             made.Award,
		CategoryID:     c.ID,
		JobID:          c.Job.ID,
		BuyerID:        c.Buyer,
		Currency:       string(c.Currency),
		DecidedBy:      a.User,
		DecidedAt:      tx.Now,
		StandstillEnds: made.StandstillEnds,
	})
	if err != nil || len(lines) == 0 {
		return err
	}
	put := awarddb.InsertAwardLinesParams{AwardID: made.Award, CategoryID: c.ID, BuyerID: c.Buyer, Priced: c.Policy().Chooses()}
	for i, l := range lines {
		item, amount := uuid.Nil, money.Decimal{}
		if l.Item != nil {
			item = *l.Item
		}
		if l.Amount != nil {
			amount = *l.Amount
		}
		put.Positions = append(put.Positions, int32(i))
		put.Submissions = append(put.Submissions, l.Submission)
		put.Suppliers = append(put.Suppliers, l.Supplier)
		put.Items = append(put.Items, item)
		put.Amounts = append(put.Amounts, amount)
	}
	if err := q.InsertAwardLines(ctx, tx, put); err != nil {
		return err
	}
	return evaluationsvc.StoreSavings(ctx, tx, c.Case, made.Award, pricedLines(lines))
}

// pricedLines are the lines that have a price.
func pricedLines(lines []award.Line) []evaluationsvc.Given {
	var out []evaluationsvc.Given
	for _, l := range lines {
		if l.Amount != nil {
			out = append(out, evaluationsvc.Given{Submission: l.Submission, Supplier: l.Supplier, Item: l.Item, Amount: *l.Amount})
		}
	}
	return out
}

// list puts who was chosen onto the list that the category makes.
func list(ctx context.Context, tx pg.Tx, a access.Actor, c Category, lines []award.Line) error {
	if !c.Policy().Has(sourcing.List) || len(lines) == 0 {
		return nil
	}
	listed := make([]sourcingsvc.Listing, len(lines))
	for i, l := range lines {
		listed[i] = sourcingsvc.Listing{Supplier: l.Supplier, Submission: l.Submission}
	}
	return sourcingsvc.PutOnList(ctx, tx, a, c.Case, listed)
}
