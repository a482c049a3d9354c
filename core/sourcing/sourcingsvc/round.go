package sourcingsvc

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// rounds locks the negotiations of a held category.
func rounds(ctx context.Context, tx pg.Tx, c sourcing.Category) ([]sourcing.Category, error) {
	if !c.Policy().Has(sourcing.Negotiation) {
		return nil, nil
	}
	rows, err := q.LockRounds(ctx, tx, c.ID, c.Buyer)
	out := make([]sourcing.Category, len(rows))
	for i, r := range rows {
		out[i] = r.Domain()
	}
	return out, err
}

// A Round is a negotiation of a category, with how many it asked.
type Round struct {
	sourcing.Category
	Invited int
}

// Rounds are the negotiations of a category, for who was admitted to it before.
func Rounds(ctx context.Context, db pg.DB, owner, category uuid.UUID) ([]Round, error) {
	rows, err := q.Rounds(ctx, db, category, owner)
	out := make([]Round, len(rows))
	for i, r := range rows {
		out[i] = Round{Category: r.Category.Domain(), Invited: int(r.Invited)}
	}
	return out, err
}

// HoldToNegotiate is HoldAs for people of the buyer who begin a round: under the
// lock of the job as well, to which a round is added.
func HoldToNegotiate(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID) (sourcing.Case, error) {
	if a.Type != access.Buyer || a.Org != owner {
		return sourcing.Case{}, fault.Forbidden.New("not of this company")
	}
	if err := Admit(ctx, tx, a, id); err != nil {
		return sourcing.Case{}, err
	}
	job, c, err := lockBoth(ctx, tx, id, owner)
	if err == nil {
		err = c.Policy().May(a, sourcing.ToNegotiate)
	}
	return sourcing.Case{Category: c, Job: job}, err
}

// HoldAbove holds the category to which a round leads, before the round itself: so
// do all who hold both.
func HoldAbove(ctx context.Context, tx pg.Tx, owner, id uuid.UUID) (*sourcing.Case, error) {
	row, err := q.Category(ctx, tx, id, owner)
	if pg.NoRows(err) || err == nil && row.ParentID == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	above, err := HoldDue(ctx, tx, owner, *row.ParentID)
	return &above, err
}

// BeginRound begins a round of a category that was held to negotiate: open at once
// for the chosen bidders and nobody else, with the same items and with keys bound
// to its own end. It raises what Category.NewRound tells.
func (s *Service) BeginRound(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case,
	form sourcing.RoundForm, chosen []uuid.UUID,
) (uuid.UUID, error) {
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return uuid.Nil, err
	}
	had, err := rounds(ctx, tx, c.Category)
	if err != nil {
		return uuid.Nil, err
	}
	r, err := c.NewRound(form, had, now)
	if err != nil {
		return uuid.Nil, err
	}
	if err := partysvc.NotBlacklisted(ctx, tx, c.Buyer, chosen...); err != nil {
		return uuid.Nil, err
	}
	if r.ID, err = uuid.NewV7(); err != nil {
		return uuid.Nil, err
	}
	r.Number = fmt.Sprintf("%s-R%d", c.Number, r.Round)
	r.Reference = fmt.Sprintf("%s-R%d", c.Reference, r.Round)
	if err := insertRound(ctx, tx, a, c, r, chosen); err != nil {
		return uuid.Nil, err
	}
	return r.ID, s.openRound(ctx, tx, a, c, r, chosen)
}

// insertRound stores a round with the items of its category and its bidders.
func insertRound(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, r sourcing.Category, chosen []uuid.UUID) error {
	err := q.InsertCategory(ctx, tx, insertOf(r, tx.Now))
	if err != nil {
		return sourcingdb.Fault(err)
	}
	content, err := sourcingdb.Content(ctx, tx, q, c.Job, c.Category)
	if err != nil {
		return err
	}
	asked, err := fresh(sourcing.Content{Items: content.Items, Attachments: content.Attachments})
	if err != nil {
		return err
	}
	if err := insertContent(ctx, tx, a, r.ID, r.Buyer, asked); err != nil {
		return err
	}
	invited, err := q.Invite(ctx, tx, sourcingdb.InviteParams{
		CategoryID: r.ID,
		BuyerID:    r.Buyer,
		InvitedBy:  a.User,
		InvitedAt:  r.OpensAt,
		Source:     string(sourcing.ToRound),
		Suppliers:  chosen,
	})
	if err == nil && len(invited) != len(slices.Compact(slices.Clone(chosen))) {
		err = fault.Invalid.New("not an active supplier").At("/submission_ids", fault.Unknown)
	}
	return err
}

// openRound makes a round's keys and opens it for bids. Its job stays as it is: nothing
// new is published to anybody who was not there before.
func (s *Service) openRound(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, r sourcing.Category, chosen []uuid.UUID) error {
	content, err := sourcingdb.Content(ctx, tx, q, c.Job, r)
	if err != nil {
		return err
	}
	for _, m := range []sourcing.Move{sourcing.Publish, sourcing.Start} {
		if r.Status, err = r.Do(m, sourcing.Facts{Now: r.OpensAt}); err != nil {
			return err
		}
	}
	hash := content.Hash()
	sequence, err := tell(ctx, tx, a, RoundOpened, r, map[string]any{
		"job_id":         r.Job,
		"parent_id":      c.ID,
		"round":          r.Round,
		"best_and_final": r.BestAndFinal,
		"reference":      r.Reference,
		"closes_at":      r.ClosesAt,
		"criteria_hash":  hash,
		"suppliers":      chosen,
	})
	if err != nil {
		return err
	}
	if err := s.makeKeys(ctx, tx, r, sequence, r.OpensAt); err != nil {
		return err
	}
	return q.PublishCategory(ctx, tx, sourcingdb.PublishCategoryParams{
		ID:           r.ID,
		BuyerID:      r.Buyer,
		Status:       string(r.Status),
		CriteriaHash: hash,
		PublishedAt:  &r.OpensAt,
	})
}
