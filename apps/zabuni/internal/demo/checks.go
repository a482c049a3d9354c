//go:build demo

package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/assurance"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
)

// check has every bid checked twice: the first person finds every answer valid, and so
// does the second.
func (t tender) check(ctx context.Context, a *app.App, category uuid.UUID) error {
	if err := a.Assurance.SetSample(ctx, t.by.actor, t.by.actor.Org, category, 100, 0); err != nil {
		return err
	}
	d, err := a.Assurance.Desk(ctx, t.by.actor, t.by.actor.Org, category)
	if err != nil {
		return err
	}
	for _, p := range []*person{t.by, t.second} {
		if err := a.Assurance.Declare(ctx, p.actor, d.Buyer, category, opening.InterestNone, ""); err != nil {
			return err
		}
	}
	for _, b := range d.Bids {
		valid := assurance.Finding{Verdict: assurance.Valid, Note: "Seen at the issuer."}
		if err := found(ctx, a, d.Buyer, t.by.actor, assurance.Part{Submission: b.Submission, Turn: assurance.First}, valid); err != nil {
			return err
		}
		if err := found(ctx, a, d.Buyer, t.second.actor, assurance.Part{Submission: b.Submission, Turn: assurance.Second}, valid); err != nil {
			return err
		}
	}
	return nil
}

// found lets somebody make a whole check of a bid: the first answer is as they find it,
// every other one is valid.
func found(ctx context.Context, a *app.App, owner uuid.UUID, by access.Actor, p assurance.Part, f assurance.Finding) error {
	sheet, err := a.Assurance.Sheet(ctx, by, owner, p.Submission, p.Turn)
	if err != nil {
		return err
	}
	for _, c := range sheet.Cells {
		if _, err := a.Assurance.Check(ctx, by, owner, p, c.Question.ID, f, c.Version); err != nil {
			return err
		}
		f = assurance.Finding{Verdict: assurance.Valid}
	}
	return a.Assurance.Finish(ctx, by, owner, p)
}

// seedChecks has the railway's opened bids checked as people do in the middle of their
// work: of each category one bid twice, with two opinions, and the next one is given to
// somebody. The operator's staff have declared as well, whom the railway has bought.
func seedChecks(ctx context.Context, a *app.App) error {
	staff, rail, rail2 := people[0], people[3], people[11]
	owner := rail.actor.Org
	for _, code := range []string{"ARC/P/2026/04", "ARC/E/2026/04", "ARC/T/2026/12", "ARC/S/2026/02", "ARC/K/2026/02"} {
		var category uuid.UUID
		err := a.DB.QueryRow(ctx, "SELECT c.id FROM category c JOIN job j ON j.id = c.job_id WHERE j.code = $1", code).Scan(&category)
		if err != nil {
			return fmt.Errorf("%s: %w", code, err)
		}
		for _, p := range []*person{rail, rail2, staff} {
			if err := a.Assurance.Declare(ctx, p.actor, owner, category, opening.InterestNone, ""); err != nil {
				return fmt.Errorf("%s, %s: %w", code, p.email, err)
			}
		}
		if err := twoOpinions(ctx, a, rail.actor, rail2.actor, category); err != nil {
			return fmt.Errorf("%s: %w", code, err)
		}
	}
	return nil
}

func twoOpinions(ctx context.Context, a *app.App, one, other access.Actor, category uuid.UUID) error {
	d, err := a.Assurance.Desk(ctx, one, one.Org, category)
	if err != nil || !d.Open {
		return err
	}
	if err := a.Assurance.SetSample(ctx, one, one.Org, category, 50, 0); err != nil {
		return err
	}
	if d, err = a.Assurance.Desk(ctx, one, one.Org, category); err != nil {
		return err
	}
	for _, b := range d.Bids {
		first := assurance.Part{Submission: b.Submission, Turn: assurance.First}
		if !b.Drawn {
			if err := a.Assurance.Give(ctx, one, one.Org, first, other.User, 0); err != nil {
				return err
			}
			continue
		}
		unread := assurance.Finding{Verdict: assurance.Unreadable, Note: "The stamp cannot be read on the copy."}
		if err := found(ctx, a, one.Org, one, first, unread); err != nil {
			return err
		}
		seen := assurance.Finding{Verdict: assurance.Valid, Note: "The ministry confirmed the number by telephone."}
		if err := found(ctx, a, one.Org, other, assurance.Part{Submission: b.Submission, Turn: assurance.Second}, seen); err != nil {
			return err
		}
	}
	return nil
}
