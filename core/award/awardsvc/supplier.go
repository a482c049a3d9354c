package awardsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// LetterFilter narrows the letters to a company; the zero value narrows nothing.
type LetterFilter struct {
	Kinds  []award.Kind
	Issued day.Span // in the zone of each job
	Search string
}

// A ReceivedLetter is a row of the letters to a company.
type ReceivedLetter = awarddb.SupplierLettersRow

// MyLetters is one page of the letters to the actor's company, newest first, and
// how many nobody there has read.
func (s *Service) MyLetters(ctx context.Context, a access.Actor, f LetterFilter, after string, limit int) (page.Of[ReceivedLetter], int, error) {
	var out page.Of[ReceivedLetter]
	if err := a.Be(access.Supplier); err != nil {
		return out, 0, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, 0, err
	}
	rows, err := q.SupplierLetters(ctx, s.db, awarddb.SupplierLettersParams{
		SupplierID: a.Org,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Kinds:      closed.Values(f.Kinds...),
		IssuedFrom: f.Issued.First,
		IssuedTo:   f.Issued.Last,
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	if err != nil {
		return out, 0, err
	}
	unread, err := q.CountUnreadLetters(ctx, s.db, a.Org)
	return page.Cut(rows, limit, func(r ReceivedLetter) page.Cursor { return page.Cursor{At: *r.IssuedAt, ID: r.ID} }), int(unread), err
}

// MyLetter returns a letter to the actor's company; the first look is noted.
func (s *Service) MyLetter(ctx context.Context, a access.Actor, id uuid.UUID) (Issued, error) {
	if err := a.Be(access.Supplier); err != nil {
		return Issued{}, err
	}
	l, err := s.issued(ctx, s.db, func() (awarddb.BuyerLetterRow, error) {
		row, err := q.SupplierLetter(ctx, s.db, id, a.Org)
		return awarddb.BuyerLetterRow(row), err
	})
	if err != nil || l.ReadAt != nil {
		return l, err
	}
	return l, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.ReadLetter(ctx, tx, &tx.Now, id, a.Org)
		if err != nil || n == 0 {
			return err
		}
		l.ReadAt = &tx.Now
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "award.letter.read", Object: "letter", ObjectID: id, Owner: l.BuyerID,
			Detail: map[string]any{"supplier_id": a.Org, "category_id": l.CategoryID}})
		return err
	})
}

// MyLetterPDF returns the document of a letter to the actor's company.
func (s *Service) MyLetterPDF(ctx context.Context, a access.Actor, id uuid.UUID) (name string, data []byte, err error) {
	l, err := s.MyLetter(ctx, a, id)
	if err != nil {
		return "", nil, err
	}
	return s.paper(ctx, l)
}

// Result is how one of the actor's bids came out: its own figures, and the
// winner's name and price, or the items that it won itself where each is decided.
type Result struct {
	awarddb.OwnResultRow
	Items []awarddb.ItemsWonRow
}

// MyResult returns the result of a bid of the actor's company, once the letters
// are out.
func (s *Service) MyResult(ctx context.Context, a access.Actor, bid uuid.UUID) (Result, error) {
	if err := a.Be(access.Supplier); err != nil {
		return Result{}, err
	}
	row, err := q.OwnResult(ctx, s.db, bid, a.Org)
	if pg.NoRows(err) {
		err = award.NotNotified.New("")
	}
	if err != nil {
		return Result{}, err
	}
	policy := policyOf(row)
	if !policy.Points() {
		row.Technical = nil // nobody asked for what would be scored
	}
	out := Result{OwnResultRow: row}
	if policy.Selects == sourcing.EachLine && !row.SetAside {
		out.Items, err = q.ItemsWon(ctx, s.db, bid, a.Org)
	}
	return out, err
}

func policyOf(row awarddb.OwnResultRow) sourcing.Policy {
	without, _ := sourcing.StepsOf(row.Without) // as the constraint of the column has them
	return sourcing.Category{Activity: sourcing.Activity(row.Activity), Without: without, Parent: row.ParentID}.Policy()
}

// An Announcement is what must be told to a supplier's people about a letter.
type Announcement struct {
	awarddb.BuyerLetterRow
}

// Announcement returns an issued letter to whom mails it, inside the event's transaction.
func (s *Service) Announcement(ctx context.Context, db pg.DB, owner, id uuid.UUID) (Announcement, error) {
	row, err := q.BuyerLetter(ctx, db, id, owner)
	return Announcement{row}, err
}
