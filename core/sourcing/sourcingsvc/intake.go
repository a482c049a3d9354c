package sourcingsvc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// A Window is one of an intake's; Position counts from 1.
type Window struct {
	ID                uuid.UUID
	Position          int
	Number, Reference string
	Status            sourcing.Status
	OpensAt, ClosesAt time.Time
	Bids              *int // once it has closed
}

// An Intake is how a category takes applications, with its windows; First is the
// category that it was set for.
type Intake struct {
	sourcing.Intake
	First   uuid.UUID
	Number  int        // of the window that was asked for
	Follows *time.Time // when the window closes that follows the latest; nil: none does
	Windows []Window
}

// Open is the window that takes applications, where that is another than the one that was asked for.
func (i Intake) Open() *Window {
	for _, w := range i.Windows {
		if w.Status == sourcing.Open && w.Position != i.Number {
			return &w
		}
	}
	return nil
}

// intakeOf reads the intake that a category is a window of; nil where it is of none.
func intakeOf(ctx context.Context, db pg.DB, category, owner uuid.UUID) (*Intake, error) {
	row, err := q.Intake(ctx, db, category, owner)
	if pg.NoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &Intake{Intake: row.Intake.Domain(), First: row.Intake.CategoryID, Number: int(row.Number)}, nil
}

// Intake returns the intake that a category is a window of; nil where it is of none.
func (s *Service) Intake(ctx context.Context, a access.Actor, owner, category uuid.UUID) (*Intake, error) {
	if err := a.Serve(owner, ""); err != nil {
		return nil, err
	}
	row, err := readCategory(ctx, s.db, category, owner)
	if err != nil {
		return nil, err
	}
	if err := Admit(ctx, s.db, a, category); err != nil {
		return nil, err
	}
	in, err := s.rolling(ctx, category, row.JobID, owner)
	if err != nil || in == nil || a.Type != access.Buyer {
		return in, err
	}
	shut, err := q.ClosedTo(ctx, s.db, row.JobID, owner, a.User)
	in.Windows = slices.DeleteFunc(in.Windows, func(w Window) bool { return slices.Contains(shut, w.ID) })
	return in, err
}

// rolling is the intake that a category is a window of, with all its windows; nil where it is of none.
func (s *Service) rolling(ctx context.Context, category, job, owner uuid.UUID) (*Intake, error) {
	in, err := intakeOf(ctx, s.db, category, owner)
	if err != nil || in == nil {
		return nil, err
	}
	row, err := q.Job(ctx, s.db, job, owner)
	if err != nil {
		return nil, err
	}
	return in, s.windows(ctx, owner, row.Job.Domain(), in)
}

// windows fills in an intake's windows, and what follows them.
func (s *Service) windows(ctx context.Context, owner uuid.UUID, job sourcing.Job, in *Intake) error {
	rows, err := q.Windows(ctx, s.db, in.First, owner)
	if err != nil {
		return err
	}
	for _, r := range rows {
		w := Window{
			ID:        r.ID,
			Position:  int(r.Position),
			Number:    r.Number,
			Reference: r.Reference,
			Status:    sourcing.Status(r.Status),
			OpensAt:   r.OpensAt.UTC(),
			ClosesAt:  r.ClosesAt.UTC(),
		}
		if r.ClosingCount != nil {
			n := int(*r.ClosingCount)
			w.Bids = &n
		}
		in.Windows = append(in.Windows, w)
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return err
	}
	first, last := in.Windows[0], in.Windows[len(in.Windows)-1]
	if last.Status != sourcing.Cancelled && last.Status != sourcing.Withdrawn {
		if closes, ok := in.Intake.Next(first.ClosesAt, last.ClosesAt, now, job); ok {
			in.Follows = &closes
		}
	}
	return nil
}

// SetIntake says of an unpublished category that it takes applications window after
// window: the first is its own, from its opening to its closing.
func (s *Service) SetIntake(ctx context.Context, a access.Actor, owner, category uuid.UUID, form sourcing.IntakeForm) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, _, err := editable(ctx, tx, a, category, owner, sourcing.ToAuthor)
		if err != nil {
			return err
		}
		job, err := readJob(ctx, tx, c.Job, owner)
		if err != nil {
			return err
		}
		if form, err = form.Check(c, job.Job.Domain()); err != nil {
			return err
		}
		err = q.SetIntake(ctx, tx, sourcingdb.SetIntakeParams{
			CategoryID: c.ID, BuyerID: owner, Unit: string(form.Unit), Until: form.Until, SetBy: a.User, SetAt: tx.Now,
		})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "intake.set", "category", c.ID, owner, map[string]any{"unit": form.Unit, "until": form.Until})
	})
}

// DropIntake takes the intake of an unpublished category back.
func (s *Service) DropIntake(ctx context.Context, a access.Actor, owner, category uuid.UUID) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, _, err := editable(ctx, tx, a, category, owner, sourcing.ToAuthor)
		if err != nil {
			return err
		}
		n, err := q.DropIntake(ctx, tx, c.ID, owner)
		if err := found(n, err, sourcing.NoIntake); err != nil {
			return err
		}
		return noted(ctx, tx, a, "intake.dropped", "category", c.ID, owner, nil)
	})
}

// EndIntake ends an intake before its time, with a reason: the window that is open goes
// on to its closing, and no other follows. It raises NoIntake and IntakeEnded.
func (s *Service) EndIntake(ctx context.Context, a access.Actor, owner, category uuid.UUID, reason string) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		asked, err := readCategory(ctx, tx, category, owner)
		if err != nil {
			return err
		}
		if err := asked.Domain().Policy().May(a, sourcing.ToAuthor); err != nil {
			return err
		}
		in, err := intakeOf(ctx, tx, category, owner)
		if err != nil {
			return err
		}
		if in == nil {
			return sourcing.NoIntake.New("")
		}
		c, err := lockCategory(ctx, tx, in.First, owner)
		if err != nil {
			return err
		}
		row, err := q.LockIntake(ctx, tx, c.ID, owner)
		if err != nil {
			return err
		}
		if c.Unpublished() {
			return sourcing.IllegalMove.New("the category is %s", c.Status).With("status", string(c.Status))
		}
		if row.EndedAt != nil || !tx.Now.Before(row.Until) {
			return sourcing.IntakeEnded.New("")
		}
		err = q.EndIntake(ctx, tx, sourcingdb.EndIntakeParams{EndedBy: &a.User, EndedAt: &tx.Now, EndReason: reason, CategoryID: c.ID, BuyerID: owner})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "intake.ended", "category", c.ID, owner, map[string]any{"reason": reason, "until": row.Until})
	})
}

// rolledAtOnce is how many intakes one round of the clock takes.
const rolledAtOnce = 100

// RollDue opens the next window of each intake whose latest has closed, and returns how
// many it opened. Several schedulers may run it at once.
func (s *Service) RollDue(ctx context.Context) (int, error) {
	due, err := q.DueToRoll(ctx, s.db, closed.Values(holding...), rolledAtOnce)
	if err != nil {
		return 0, err
	}
	opened := 0
	var failed []error
	for _, d := range due {
		did, err := s.roll(ctx, d.CategoryID, d.JobID, d.BuyerID)
		if did {
			opened++
		}
		failed = append(failed, err)
	}
	return opened, errors.Join(failed...)
}

// holding are the statuses of a latest window that no other follows: it has not closed, or
// somebody ended it.
var holding = []sourcing.Status{
	sourcing.Draft, sourcing.Hidden, sourcing.NotApproved, sourcing.Approved, sourcing.Open, sourcing.Cancelled, sourcing.Withdrawn,
}

func (s *Service) roll(ctx context.Context, id, jobID, owner uuid.UUID) (did bool, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		did = false
		job, err := dueJob(ctx, tx, jobID, owner)
		if err != nil {
			return err
		}
		first, err := dueCategory(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		row, err := q.LockIntake(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		windows, err := q.Windows(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		last := windows[len(windows)-1]
		for _, status := range holding {
			if last.Status == string(status) {
				return nil // another scheduler was first, or somebody ended it
			}
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		closes, ok := row.Domain().Next(first.ClosesAt, last.ClosesAt.UTC(), now, job)
		if !ok {
			return nil
		}
		did = true
		return s.openWindow(ctx, tx, job, first, row.SetBy, last.ID, len(windows)+1, last.ClosesAt.UTC(), closes, now)
	})
	return did && err == nil, err
}

// openWindow makes the window of number n from the one before, with keys bound to its own
// closing, and opens it. Its files are in the name of who set the intake.
func (s *Service) openWindow(ctx context.Context, tx pg.Tx, job sourcing.Job, first sourcing.Category, by, before uuid.UUID, n int, opens, closes, now time.Time) error {
	source, err := dueCategory(ctx, tx, before, first.Buyer) // addenda changed the latest, not the first
	if err != nil {
		return err
	}
	content, err := sourcingdb.Content(ctx, tx, q, job, source)
	if err != nil {
		return err
	}
	w := source.NextWindow(first, n, opens, closes)
	if err := unlikeOthers(ctx, tx, job, &w); err != nil {
		return err
	}
	if w.ID, err = uuid.NewV7(); err != nil {
		return err
	}
	if err := q.InsertCategory(ctx, tx, insertOf(w, tx.Now)); err != nil {
		return sourcingdb.Fault(err)
	}
	copied, err := fresh(content)
	if err != nil {
		return err
	}
	if err := insertContent(ctx, tx, access.Actor{User: by}, w.ID, w.Buyer, copied); err != nil {
		return err
	}
	if err := q.InsertWindow(ctx, tx, w.ID, first.ID, w.Buyer, int32(n)); err != nil {
		return err
	}
	if err := q.InviteAgain(ctx, tx, w.ID, now, before, w.Buyer); err != nil {
		return err
	}
	if err := q.OpenDoorsAgain(ctx, tx, w.ID, before, w.Buyer); err != nil {
		return err
	}
	if err := s.openAtOnce(ctx, tx, w, content.Job, n, now); err != nil {
		return err
	}
	return s.publishJob(ctx, tx, access.System, job)
}

// unlikeOthers gives a window a number that its job has not: an author may have called another
// category as windows are called, and the clock asks nobody.
func unlikeOthers(ctx context.Context, tx pg.Tx, job sourcing.Job, w *sourcing.Category) error {
	taken, err := numbers(ctx, tx, job)
	if err != nil {
		return err
	}
	suffix := ""
	for i := 2; taken[w.Number+suffix]; i++ {
		suffix = fmt.Sprint(".", i)
	}
	w.Number, w.Reference = w.Number+suffix, w.Reference+suffix
	return nil
}

// openAtOnce publishes and opens a window: what it asks was published with the first.
func (s *Service) openAtOnce(ctx context.Context, tx pg.Tx, w sourcing.Category, job sourcing.Job, n int, now time.Time) error {
	content, err := sourcingdb.Content(ctx, tx, q, job, w)
	if err != nil {
		return err
	}
	for _, m := range []sourcing.Move{sourcing.Publish, sourcing.Start} {
		if w.Status, err = w.Do(m, sourcing.Facts{Now: now}); err != nil {
			return err
		}
	}
	hash := content.Hash()
	sequence, err := record(ctx, tx, access.System, "category.published", "category", w.ID, w.Buyer, map[string]any{
		"job_id": w.Job, "reference": w.Reference, "closes_at": w.ClosesAt, "criteria_hash": hash, "window": n})
	if err != nil {
		return err
	}
	if err := s.makeKeys(ctx, tx, w, sequence, now); err != nil {
		return err
	}
	err = q.PublishCategory(ctx, tx, sourcingdb.PublishCategoryParams{ID: w.ID, BuyerID: w.Buyer, Status: string(w.Status), CriteriaHash: hash, PublishedAt: &now})
	if err != nil {
		return err
	}
	_, err = tell(ctx, tx, access.System, CategoryOpened, w, Deadline{w.Job, w.ClosesAt})
	return err
}

// overrun is found where the first window of an intake would outlast it, or its windows are too short.
func overrun(ctx context.Context, db pg.DB, c sourcing.Content) ([]sourcing.Finding, error) {
	in, err := intakeOf(ctx, db, c.Category.ID, c.Category.Buyer)
	if err != nil || in == nil {
		return nil, err
	}
	return in.Lint(c.Category, c.Job), nil
}

// Again is the window of an intake that takes applications now beside one that was decided, and which of some suppliers, after
// one, may apply in it and have not begun to; none where there is no such window.
func (s *Service) Again(ctx context.Context, tx pg.Tx, owner, decided uuid.UUID, suppliers []uuid.UUID, after uuid.UUID, limit int) (window uuid.UUID, may []uuid.UUID, err error) {
	window, err = q.OpenWindow(ctx, tx, owner, decided)
	if pg.NoRows(err) {
		return window, nil, nil
	}
	if err != nil {
		return window, nil, err
	}
	may, err = s.mayApply(ctx, tx, owner, window, suppliers, after, limit)
	return window, may, err
}

// Renewers are the next suppliers, after one, who stand on the list of an intake until a moment within one of its windows:
// they may apply in it, so as to stand there on.
func (s *Service) Renewers(ctx context.Context, tx pg.Tx, owner, window, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	standing, err := q.Renewing(ctx, tx, window, owner)
	if err != nil || len(standing) == 0 {
		return nil, err
	}
	return s.mayApply(ctx, tx, owner, window, standing, after, limit)
}

func (s *Service) mayApply(ctx context.Context, tx pg.Tx, owner, window uuid.UUID, suppliers []uuid.UUID, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	if on, err := s.seen(ctx, tx, owner, window); err != nil || !on {
		return nil, err
	}
	return q.MayApplyAgain(ctx, tx, sourcingdb.MayApplyAgainParams{
		Suppliers: suppliers, CategoryID: window, BuyerID: owner, After: after, Now: &tx.Now, MaxRows: int32(limit),
	})
}
