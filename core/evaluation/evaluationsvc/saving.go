package evaluationsvc

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A Given line is what an award gives to one bid.
type Given struct {
	Submission, Supplier uuid.UUID
	Item                 *uuid.UUID // where a decision chooses item by item
	Amount               money.Decimal
}

// StoreSavings compares an award with its baselines and writes down what came of it, with
// the rows that each baseline came from. It is a part of the award's own act: what is
// awarded later changes nothing of it. What is not priced saves nothing.
func StoreSavings(ctx context.Context, tx pg.Tx, c sourcing.Case, award uuid.UUID, given []Given) error {
	if len(given) == 0 {
		return nil
	}
	in := evaluation.Awarding{Best: c.Policy().Best, Currency: c.Currency, Estimate: c.Estimate}
	for _, g := range given {
		in.Amount = in.Amount.Add(g.Amount)
	}
	items, err := q.PricedItems(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	in.Whole = given[0].Item == nil || len(given) == len(items)
	if in.Passed, err = passed(ctx, tx, c, given); err != nil {
		return err
	}
	if in.Paid, err = lastPaid(ctx, tx, c, given, len(items)); err != nil {
		return err
	}
	if in.Before, err = before(ctx, tx, c, given); err != nil {
		return err
	}
	for _, s := range evaluation.Savings(in) {
		if err := insertSaving(ctx, tx, c, award, in, s); err != nil {
			return err
		}
	}
	return nil
}

// passed are the amounts of the bids that passed, for each item where the decision chose
// item by item; an offer for which nobody sells passed for nothing.
func passed(ctx context.Context, tx pg.Tx, c sourcing.Case, given []Given) ([][]evaluation.BaselineSource, error) {
	if given[0].Item == nil {
		rows, err := q.PassedPrices(ctx, tx, c.ID, c.Buyer)
		list := make([]evaluation.BaselineSource, len(rows))
		for i, r := range rows {
			list[i] = evaluation.BaselineSource{Submission: &rows[i].SubmissionID, Supplier: &rows[i].SupplierID, Amount: r.Price}
		}
		return [][]evaluation.BaselineSource{list}, err
	}
	rows, err := q.LineResults(ctx, tx, c.ID, c.Buyer)
	out := make([][]evaluation.BaselineSource, len(given))
	for i, r := range rows {
		at := slices.IndexFunc(given, func(g Given) bool { return *g.Item == r.ItemID })
		if at < 0 || r.BelowReserve {
			continue
		}
		out[at] = append(out[at], evaluation.BaselineSource{
			Submission: &rows[i].SubmissionID,
			Supplier:   &rows[i].SupplierID,
			Item:       &rows[i].ItemID,
			Amount:     r.Amount,
		})
	}
	return out, err
}

// lastPaid is what each item that was given would have come to by its last price; nil
// where one has none.
func lastPaid(ctx context.Context, tx pg.Tx, c sourcing.Case, given []Given, items int) ([]evaluation.BaselineSource, error) {
	rows, err := q.LastPaid(ctx, tx, string(c.Currency), likewise(c.Policy().Best), c.ID, c.Buyer)
	if err != nil {
		return nil, err
	}
	var out []evaluation.BaselineSource
	for i, r := range rows {
		if given[0].Item != nil && !slices.ContainsFunc(given, func(g Given) bool { return *g.Item == r.ItemID }) {
			continue
		}
		row := &rows[i]
		out = append(out, evaluation.BaselineSource{
			Submission: &row.SubmissionID,
			Supplier:   &row.SupplierID,
			Item:       &row.ItemID,
			PaidItem:   &row.PaidItemID,
			PaidAward:  &row.AwardID,
			At:         &row.DecidedAt,
			Quantity:   &row.Quantity,
			UnitPrice:  &row.UnitPrice,
			Amount:     money.Line(r.UnitPrice, r.Quantity, c.Currency),
		})
	}
	if given[0].Item != nil {
		items = len(given)
	}
	if len(out) < items {
		return nil, nil
	}
	return out, nil
}

// likewise are the activities that price items, in which prices are good in the same
// direction: of what is live there is one price for all of them.
func likewise(best sourcing.Direction) []string {
	out := []string{}
	for _, p := range sourcing.Policies {
		if p.Best == best && p.Priced() {
			out = append(out, string(p.Activity))
		}
	}
	return out
}

// before is what was offered before a negotiation or in a room at first; nil where there
// was neither.
func before(ctx context.Context, tx pg.Tx, c sourcing.Case, given []Given) ([]evaluation.BaselineSource, error) {
	switch {
	case c.Policy().Has(sourcing.Live):
		r, err := q.FirstInRoom(ctx, tx, c.ID, c.Buyer)
		if pg.NoRows(err) {
			return nil, nil
		}
		return []evaluation.BaselineSource{{Supplier: &r.SupplierID, Seq: &r.Seq, At: &r.At, Amount: r.Amount}}, err
	case given[0].Item == nil && c.Policy().Has(sourcing.Negotiation):
		r, err := q.BeforeRounds(ctx, tx, given[0].Submission, c.Buyer)
		if pg.NoRows(err) {
			return nil, nil
		}
		return []evaluation.BaselineSource{{Submission: &r.SubmissionID, Supplier: &r.SupplierID, At: &r.OpenedAt, Amount: r.Price}}, err
	}
	return nil, nil
}

func insertSaving(ctx context.Context, tx pg.Tx, c sourcing.Case, award uuid.UUID, in evaluation.Awarding, s evaluation.Saving) error {
	err := q.InsertSaving(ctx, tx, evaluationdb.InsertSavingParams{
		AwardID:    award,
		Kind:       string(s.Kind),
		CategoryID: c.ID,
		BuyerID:    c.Buyer,
		Best:       string(in.Best),
		Currency:   string(in.Currency),
		Awarded:    in.Amount,
		Baseline:   s.Baseline,
		Saved:      s.Saved,
		Percent:    s.Percent,
		Missing:    pg.OrNil(string(s.Missing)),
	})
	if err != nil || len(s.Sources) == 0 {
		return err
	}
	rows := make([]savingSource, len(s.Sources))
	for i, b := range s.Sources {
		rows[i] = savingSource{
			Position:   i,
			Submission: b.Submission,
			Supplier:   b.Supplier,
			Item:       b.Item,
			PaidItem:   b.PaidItem,
			PaidAward:  b.PaidAward,
			Seq:        b.Seq,
			At:         b.At,
			Quantity:   b.Quantity,
			UnitPrice:  b.UnitPrice,
			Amount:     b.Amount,
		}
	}
	sources, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	return q.InsertSavingSources(ctx, tx, award, string(s.Kind), c.Buyer, sources)
}

// A savingSource is a row of what a baseline came from, as the statement reads it.
type savingSource struct {
	Position   int             `json:"position"`
	Submission *uuid.UUID      `json:"submission_id"`
	Supplier   *uuid.UUID      `json:"supplier_id"`
	Item       *uuid.UUID      `json:"item_id"`
	PaidItem   *uuid.UUID      `json:"paid_item_id"`
	PaidAward  *uuid.UUID      `json:"paid_award_id"`
	Seq        *int64          `json:"bid_seq"`
	At         *time.Time      `json:"at"`
	Quantity   *money.Quantity `json:"quantity"`
	UnitPrice  *money.Decimal  `json:"unit_price"`
	Amount     money.Decimal   `json:"amount"`
}
