package sourcingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// Publish makes a category public, and its job with it: what the linter blocks
// is refused with all reasons, the criteria are frozen under their hash, and
// each envelope gets its key. It opens at once when its opening time has come.
func (s *Service) Publish(ctx context.Context, a access.Actor, owner, id uuid.UUID) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		job, c, err := lockBoth(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if err := c.Policy().May(a, sourcing.ToAuthor); err != nil {
			return err
		}
		f, err := s.publish(ctx, tx, a, job, c, "")
		if err != nil {
			return err
		}
		if len(f) > 0 {
			return refused(f)
		}
		return s.publishJob(ctx, tx, a, job)
	})
}

// PublishJob publishes all unpublished categories of a job, or none of them.
func (s *Service) PublishJob(ctx context.Context, a access.Actor, owner, id uuid.UUID) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		job, err := lockJob(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if err := job.Policy().May(a, sourcing.ToConduct); err != nil {
			return err
		}
		rows, err := q.LockJobCategories(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		var all fault.Fields
		published := 0
		for _, row := range rows {
			c := row.Domain()
			if !c.Unpublished() || c.Status == sourcing.NotApproved {
				continue
			}
			f, err := s.publish(ctx, tx, a, job, c, "/categories/"+c.ID.String())
			if err != nil {
				return err
			}
			all = append(all, f...)
			published++
		}
		if published == 0 {
			all.Add("/categories", sourcing.LintNoCategories)
		}
		if len(all) > 0 {
			return refused(all)
		}
		return s.publishJob(ctx, tx, a, job)
	})
}

// refused tells all the reasons why something cannot be published.
func refused(f fault.Fields) error {
	err := sourcing.NotReady.New("%d findings", len(f))
	err.Fields = f
	return err
}

// publish publishes one category under its lock; what the linter blocks comes
// back as fields below prefix, and nothing was changed then.
func (s *Service) publish(ctx context.Context, tx pg.Tx, a access.Actor, job sourcing.Job, c sourcing.Category, prefix string) (fault.Fields, error) {
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return nil, err
	}
	content, err := sourcingdb.Content(ctx, tx, q, job, c)
	if err != nil {
		return nil, err
	}
	if err := job.Editable(); err != nil {
		return nil, err
	}
	if !c.Unpublished() {
		return nil, sourcing.Published.New("the category is %s", c.Status).With("status", string(c.Status))
	}
	var f fault.Fields
	findings, err := s.findings(ctx, tx, content, now)
	if err != nil {
		return nil, err
	}
	for _, finding := range findings {
		if finding.Blocking {
			f = append(f, fault.Field{Pointer: prefix + finding.Pointer, Code: finding.Code, Params: finding.Params})
		}
	}
	if len(f) > 0 {
		return f, nil
	}
	if c.Status, err = c.Do(sourcing.Publish, sourcing.Facts{Now: now}); err != nil {
		return nil, err
	}
	hash := content.Hash()
	sequence, err := record(ctx, tx, a, "category.published", "category", c.ID, c.Buyer, map[string]any{
		"job_id": c.Job, "reference": c.Reference, "closes_at": c.ClosesAt, "criteria_hash": hash})
	if err != nil {
		return nil, err
	}
	if err := s.makeKeys(ctx, tx, c, sequence, now); err != nil {
		return nil, err
	}
	if err := s.bindReserves(ctx, tx, c, sequence, now); err != nil {
		return nil, err
	}
	if c.Policy().Has(sourcing.Live) {
		if err := s.Live.Publish(ctx, tx, a, c, now); err != nil {
			return nil, err
		}
	}
	opens := !now.Before(c.OpensAt)
	if opens {
		if c.Status, err = c.Do(sourcing.Start, sourcing.Facts{Now: now}); err != nil {
			return nil, err
		}
	}
	err = q.PublishCategory(ctx, tx, sourcingdb.PublishCategoryParams{ID: c.ID, BuyerID: c.Buyer, Status: string(c.Status), CriteriaHash: hash, PublishedAt: &now})
	if err != nil || !opens {
		return nil, err
	}
	_, err = tell(ctx, tx, a, CategoryOpened, c, Deadline{c.Job, c.ClosesAt})
	return nil, err
}

// findings are what the linter says of a category, and of what goes on in it live.
func (s *Service) findings(ctx context.Context, db pg.DB, c sourcing.Content, now time.Time) ([]sourcing.Finding, error) {
	in := sourcing.Circumstances{Now: now, Payable: s.payable(), Fee: s.Fee}
	if err := procured(ctx, db, c, &in); err != nil {
		return nil, err
	}
	out := sourcing.Lint(c, in)
	over, err := overrun(ctx, db, c)
	if out = append(out, over...); err != nil || !c.Category.Policy().Has(sourcing.Live) {
		return out, err
	}
	if s.Live == nil {
		return nil, fault.Unavailable.New("this process has no auctions")
	}
	live, err := s.Live.Ready(ctx, db, c, now)
	return append(out, live...), err
}

// makeKeys makes the key of each envelope, bound to the closing time and to the
// audit entry that set it.
func (s *Service) makeKeys(ctx context.Context, tx pg.Tx, c sourcing.Category, sequence int64, now time.Time) error {
	for _, envelope := range c.Policy().EnvelopeNames() {
		if _, err := s.makeKey(ctx, tx, c, seal.Envelope(envelope), c.ClosesAt, sequence, now); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) makeKey(ctx context.Context, tx pg.Tx, c sourcing.Category, e seal.Envelope, closesAt time.Time, sequence int64, now time.Time) (seal.CategoryKey, error) {
	if s.Keys == nil {
		return seal.CategoryKey{}, fault.Unavailable.New("this process cannot make sealing keys")
	}
	k, announced, err := s.Keys.Mint(c.ID, e, closesAt, sequence, now)
	if err != nil {
		return k, err
	}
	return k, q.InsertKey(ctx, tx, sourcingdb.InsertKeyParams{ID: k.Key, CategoryID: c.ID, BuyerID: c.Buyer, Envelope: string(e),
		Recipient: k.Recipient, Announced: announced, Wrapped: k.Wrapped, ClosesAt: closesAt, Sequence: sequence})
}

// publishJob moves the job along with its first category, and back to published
// when a closed one gets another.
func (s *Service) publishJob(ctx context.Context, tx pg.Tx, a access.Actor, job sourcing.Job) error {
	if job.Status == sourcing.JobPublished {
		return nil
	}
	move := sourcing.PublishJob
	if job.Status == sourcing.JobClosed {
		move = sourcing.ReopenJob
	}
	status, err := job.Do(move)
	if err != nil {
		return err
	}
	p := sourcingdb.MoveJobParams{ID: job.ID, BuyerID: job.Buyer, Status: string(status)}
	if job.PublishedAt == nil {
		p.PublishedAt = &tx.Now
	}
	if err := q.MoveJob(ctx, tx, p); err != nil {
		return err
	}
	return noted(ctx, tx, a, "job.published", "job", job.ID, job.Buyer, map[string]any{"reference": job.Reference})
}

// SendForApproval holds an unpublished category as it is until somebody
// publishes or refuses it.
func (s *Service) SendForApproval(ctx context.Context, a access.Actor, owner, id uuid.UUID) error {
	return s.move(ctx, a, owner, id, sourcing.Hide, "category.hidden", "")
}

// RefuseApproval gives a hidden category back to its author, with a reason.
func (s *Service) RefuseApproval(ctx context.Context, a access.Actor, owner, id uuid.UUID, reason string) error {
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	return s.move(ctx, a, owner, id, sourcing.Refuse, "category.not_approved", reason)
}

func (s *Service) move(ctx context.Context, a access.Actor, owner, id uuid.UUID, m sourcing.Move, action, reason string) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lockCategory(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if err := c.Policy().May(a, sourcing.ToAuthor); err != nil {
			return err
		}
		status, err := c.Do(m, sourcing.Facts{Now: tx.Now})
		if err != nil {
			return err
		}
		if err := q.MoveCategory(ctx, tx, string(status), id, owner); err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "category", id, owner, map[string]any{"reason": reason})
	})
}

// A ClosingChange is one extension, as all who may bid read it.
type ClosingChange struct {
	From, To, At time.Time
	Reason       string
}

func (s *Service) closingChanges(ctx context.Context, category, owner uuid.UUID) ([]ClosingChange, error) {
	rows, err := q.ClosingChanges(ctx, s.db, category, owner)
	out := make([]ClosingChange, len(rows))
	for i, r := range rows {
		out[i] = ClosingChange{r.MovedFrom.UTC(), r.MovedTo.UTC(), r.MovedAt.UTC(), r.Reason}
	}
	return out, err
}

// boundKeys locks a category's keys. Bids are sealed for a closing date: where the
// category says another, nothing goes on until somebody has looked.
func boundKeys(ctx context.Context, tx pg.Tx, c sourcing.Category) ([]sourcingdb.LockKeysRow, error) {
	keys, err := q.LockKeys(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		if !k.ClosesAt.Equal(c.ClosesAt) {
			return nil, sourcing.ClosingDiffers.New("the %s key of %s is bound to %s, the row says %s", k.Envelope, c.ID, k.ClosesAt, c.ClosesAt)
		}
	}
	return keys, nil
}

// Extend moves the closing of a category to a later time, for all, with a
// reason; never once it has come. The keys are bound to the new time.
func (s *Service) Extend(ctx context.Context, a access.Actor, owner, id uuid.UUID, to time.Time, reason string) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	to = to.UTC().Truncate(time.Microsecond)
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lockCategory(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if err := c.Policy().May(a, sourcing.ToAuthor); err != nil {
			return err
		}
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx) // under the lock: a submit or the closer waits or came first
		if err != nil {
			return err
		}
		if reason, err = c.Extend(to, reason, now); err != nil {
			return err
		}
		return s.extend(ctx, tx, a, c, to, reason, now)
	})
}

// extend moves a closing that may be moved.
func (s *Service) extend(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Category, to time.Time, reason string, now time.Time) error {
	if c.Policy().Has(sourcing.Live) {
		if err := s.Live.Extend(ctx, tx, c, to); err != nil {
			return err
		}
	}
	keys, err := boundKeys(ctx, tx, c)
	if err != nil {
		return err
	}
	sequence, err := tell(ctx, tx, a, CategoryExtended, c, Extension{c.Job, c.ClosesAt, to, reason})
	if err != nil {
		return err
	}
	for _, k := range keys {
		if err := s.bind(ctx, tx, c, k, to, sequence, now); err != nil {
			return err
		}
	}
	if err := q.ExtendCategory(ctx, tx, to, c.ID, c.Buyer); err != nil {
		return err
	}
	return q.InsertClosingChange(ctx, tx, sourcingdb.InsertClosingChangeParams{CategoryID: c.ID, BuyerID: c.Buyer, Sequence: sequence,
		MovedFrom: c.ClosesAt, MovedTo: to, Reason: reason, MovedBy: a.User, MovedAt: now})
}

// bind ties a key to a closing time, and to the audit entry that set it.
func (s *Service) bind(ctx context.Context, tx pg.Tx, c sourcing.Category, k sourcingdb.LockKeysRow, to time.Time, sequence int64, now time.Time) error {
	if s.Keys == nil {
		return fault.Unavailable.New("this process cannot bind sealing keys")
	}
	bound := seal.CategoryKey{Recipient: k.Recipient, Wrapped: k.Wrapped, Binding: seal.Binding{
		Category: c.ID, Envelope: seal.Envelope(k.Envelope), Key: k.ID, ClosesAt: k.ClosesAt.UTC(), Sequence: k.Sequence}}
	moved, err := s.Keys.Rewrap(bound, to, sequence, now)
	if err != nil {
		return err
	}
	return q.RebindKey(ctx, tx, sourcingdb.RebindKeyParams{ID: k.ID, BuyerID: c.Buyer, Wrapped: moved.Wrapped, ClosesAt: to, Sequence: sequence})
}

// unfinished are the statuses in which something of a job is still to come.
func unfinished(p sourcing.Policy) []string {
	var out []string
	for _, s := range sourcing.Statuses {
		if !p.Over(s) {
			out = append(out, string(s))
		}
	}
	return out
}

// closeJob closes a published job whose last category is over.
func closeJob(ctx context.Context, tx pg.Tx, a access.Actor, job sourcing.Job) error {
	if job.Status != sourcing.JobPublished {
		return nil
	}
	n, err := q.CountUnfinished(ctx, tx, job.ID, job.Buyer, unfinished(job.Policy()))
	if err != nil || n > 0 {
		return err
	}
	status, err := job.Do(sourcing.CloseJob)
	if err != nil {
		return err
	}
	if err := q.MoveJob(ctx, tx, sourcingdb.MoveJobParams{ID: job.ID, BuyerID: job.Buyer, Status: string(status)}); err != nil {
		return err
	}
	return noted(ctx, tx, a, "job.closed", "job", job.ID, job.Buyer, nil)
}
