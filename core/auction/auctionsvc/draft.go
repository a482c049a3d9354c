package auctionsvc

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/internal/auctiondb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A Form is what an author says of an auction: its job, its category and its rules. The
// technical window closes when the live one opens, where nothing is asked before it.
type Form struct {
	Job      sourcing.JobForm
	Category sourcing.CategoryForm
	Rules    auction.Rules
}

// check tells all that is wrong with the three parts at once.
func (f Form) check() (Form, error) {
	p := sourcing.Job{Activity: f.Job.Activity}.Policy()
	if !p.Has(sourcing.Live) {
		return f, fault.Invalid.New("").At("/activity", fault.NotAllowed)
	}
	var own fault.Fields
	asks, _ := sourcing.StepsOf(f.Category.Without)
	if asks&sourcing.Criteria != 0 {
		f.Category.ClosesAt = f.Rules.StartsAt
	}
	f.Category.Name = f.Job.Title
	job, errJob := f.Job.Check()
	category, errCategory := f.Category.Check(p)
	f.Rules = f.Rules.Check(&own, category.Currency)
	if f.Rules.StartsAt.Before(category.ClosesAt) && !f.Rules.StartsAt.IsZero() {
		own.Add("/starts_at", auction.BeforeClose)
	}
	all := append(fieldsOf(errJob), own...)
	for _, field := range fieldsOf(errCategory) {
		if field.Pointer != "/name" && (field.Pointer != "/closes_at" || asks&sourcing.Criteria == 0) {
			all = append(all, field)
		}
	}
	f.Job, f.Category = job, category
	if len(all) == 0 {
		return f, errors.Join(errJob, errCategory)
	}
	return f, all.InOrder().Err()
}

// fieldsOf are the fields that a form's error names.
func fieldsOf(err error) fault.Fields {
	if err == nil {
		return nil
	}
	return fault.As(err).Fields
}

// Create drafts an auction for a buyer company: a job with its one category and the
// rules of its live part, in one act.
func (s *Service) Create(ctx context.Context, a access.Actor, owner uuid.UUID, form Form) (uuid.UUID, error) {
	var id uuid.UUID
	if err := a.Serve(owner, ""); err != nil {
		return id, err
	}
	form, err := form.check()
	if err != nil {
		return id, err
	}
	if err := (sourcing.Job{Activity: form.Job.Activity}).Policy().May(a, sourcing.ToHost); err != nil {
		return id, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := s.Sourcing.Draft(ctx, tx, a, owner, form.Job, form.Category)
		if err != nil {
			return err
		}
		id = c.ID
		r := form.Rules
		return q.InsertAuction(ctx, tx, auctiondb.InsertAuctionParams{
			CategoryID:     c.ID,
			BuyerID:        owner,
			BestPrice:      string(c.Policy().Best),
			Currency:       string(c.Currency),
			Visibility:     string(r.Visibility),
			ShowBidders:    r.ShowBidders,
			StepAmount:     r.StepAmount,
			StepPercent:    r.StepPercent,
			Reference:      string(r.Reference),
			StartPrice:     r.Start,
			Reserve:        r.Reserve,
			ShowReserveMet: r.ShowMet,
			JumpPercent:    r.Jump,
			StartsAt:       r.StartsAt,
			EndsAt:         r.EndsAt,
			HardEnd:        r.HardEnd,
			WindowSeconds:  int32(r.Window / time.Second),
			ExtendSeconds:  int32(r.Extend / time.Second),
			ExtendFrom:     string(r.From),
			ExtendOn:       string(r.Trigger),
			TriggerRank:    int32(r.TriggerRank),
			MaxExtensions:  int32(r.MaxExtensions),
			Now:            tx.Now,
		})
	})
	return id, err
}

// Update says anew what an unpublished auction is, where nobody else changed it since
// version.
func (s *Service) Update(ctx context.Context, a access.Actor, owner, id uuid.UUID, version int, form Form) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		was, err := s.Sourcing.Announcement(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		if err := (sourcing.Job{Activity: was.Activity}).Policy().May(a, sourcing.ToHost); err != nil {
			return err
		}
		form.Job.Activity = was.Activity
		if form, err = form.check(); err != nil {
			return err
		}
		c, err := s.Sourcing.Redraft(ctx, tx, a, owner, id, version, form.Job, form.Category)
		if err != nil {
			return err
		}
		r := form.Rules
		n, err := q.UpdateRules(ctx, tx, auctiondb.UpdateRulesParams{
			CategoryID:     c.ID,
			BuyerID:        owner,
			Currency:       string(c.Currency),
			Visibility:     string(r.Visibility),
			ShowBidders:    r.ShowBidders,
			StepAmount:     r.StepAmount,
			StepPercent:    r.StepPercent,
			Reference:      string(r.Reference),
			StartPrice:     r.Start,
			Reserve:        r.Reserve,
			ShowReserveMet: r.ShowMet,
			JumpPercent:    r.Jump,
			StartsAt:       r.StartsAt,
			EndsAt:         r.EndsAt,
			HardEnd:        r.HardEnd,
			WindowSeconds:  int32(r.Window / time.Second),
			ExtendSeconds:  int32(r.Extend / time.Second),
			ExtendFrom:     string(r.From),
			ExtendOn:       string(r.Trigger),
			TriggerRank:    int32(r.TriggerRank),
			MaxExtensions:  int32(r.MaxExtensions),
		})
		if err == nil && n == 0 {
			err = auction.NotFound.New("")
		}
		return err
	})
}
