package sourcingsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// An Invited is a supplier that was invited to a category.
type Invited struct {
	Supplier      uuid.UUID
	Name, Country string
	InvitedAt     time.Time
	ViewedAt      *time.Time
}

// InvitedFilter narrows the invitations of a category; the zero value narrows nothing.
type InvitedFilter struct {
	Search    string
	Countries []geo.Code
	Unseen    bool     // by those invited
	Invited   day.Span // in the zone of the job
}

// Invitations is one page of the suppliers invited to a category, newest first.
func (s *Service) Invitations(ctx context.Context, a access.Actor, owner, category uuid.UUID, f InvitedFilter, after string, limit int) (List[Invited], error) {
	var out List[Invited]
	if err := s.ownCategory(ctx, a, owner, category); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	counted := sourcingdb.CountInvitationsParams{
		CategoryID:  category,
		BuyerID:     owner,
		Search:      pg.Sought(f.Search),
		Countries:   closed.Values(f.Countries...),
		Unseen:      f.Unseen,
		InvitedFrom: f.Invited.First,
		InvitedTo:   f.Invited.Last,
	}
	rows, err := q.Invited(ctx, s.db, sourcingdb.InvitedParams{
		CategoryID:  category,
		BuyerID:     owner,
		AfterAt:     c.At,
		AfterID:     c.ID,
		Search:      counted.Search,
		Countries:   counted.Countries,
		Unseen:      counted.Unseen,
		InvitedFrom: counted.InvitedFrom,
		InvitedTo:   counted.InvitedTo,
		MaxRows:     int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	cut := page.Cut(rows, limit, func(r sourcingdb.InvitedRow) page.Cursor { return page.Cursor{At: r.InvitedAt, ID: r.SupplierID} })
	out.Next = cut.Next
	for _, r := range cut.Items {
		out.Items = append(out.Items, Invited{r.SupplierID, r.Name, r.Country, r.InvitedAt, r.ViewedAt})
	}
	n, err := q.CountInvitations(ctx, s.db, counted)
	return out.counted(n), err
}

// ownCategory checks that a category is there and the caller's.
func (s *Service) ownCategory(ctx context.Context, a access.Actor, owner, category uuid.UUID) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	_, err := readCategory(ctx, s.db, category, owner)
	return err
}

// SupplierFilter narrows the directory; the zero value narrows nothing.
type SupplierFilter struct {
	Search       string
	Countries    []geo.Code
	CategoryType *uuid.UUID
}

// An Invitable is a row of the directory with whether it was invited already.
type Invitable struct {
	ID            uuid.UUID
	Name, Country string
	Invited       bool
}

// Invitable is one page of the system's active suppliers.
func (s *Service) Invitable(ctx context.Context, a access.Actor, owner, category uuid.UUID, f SupplierFilter, after string, limit int) (page.Of[Invitable], error) {
	var out page.Of[Invitable]
	if err := s.ownCategory(ctx, a, owner, category); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.Invitable(ctx, s.db, sourcingdb.InvitableParams{
		CategoryID:   category,
		BuyerID:      owner,
		AfterAt:      c.At,
		AfterID:      c.ID,
		Search:       pg.Sought(f.Search),
		Countries:    closed.Values(f.Countries...),
		CategoryType: f.CategoryType,
		MaxRows:      int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	cut := page.Cut(rows, limit, func(r sourcingdb.InvitableRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} })
	out.Next = cut.Next
	for _, r := range cut.Items {
		out.Items = append(out.Items, Invitable{r.ID, r.Name, r.Country, r.Invited})
	}
	return out, nil
}

// MaxInvited bounds the suppliers of one call.
const MaxInvited = 500

// Invite invites suppliers to a category that is not closed yet and returns how
// many were not invited before. All of them must be active suppliers.
func (s *Service) Invite(ctx context.Context, a access.Actor, owner, category uuid.UUID, suppliers []uuid.UUID) (int, error) {
	if err := a.Serve(owner, ""); err != nil {
		return 0, err
	}
	slices.SortFunc(suppliers, func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) })
	suppliers = slices.Compact(suppliers)
	var f fault.Fields
	if len(suppliers) == 0 {
		f.Add("/supplier_ids", fault.Required)
	}
	f.AtMost("/supplier_ids", len(suppliers), MaxInvited)
	if err := f.Err(); err != nil {
		return 0, err
	}
	added := 0
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lockCategory(ctx, tx, category, owner)
		if err != nil {
			return err
		}
		if err := c.Policy().May(a, sourcing.ToInvite); err != nil {
			return err
		}
		if c.Parent != nil {
			return sourcing.IllegalMove.New("bidders of a round are chosen when it begins")
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		if err := s.invites(ctx, tx, c, now); err != nil {
			return err
		}
		known, err := q.CountSuppliers(ctx, tx, suppliers)
		if err != nil {
			return err
		}
		if int(known) != len(suppliers) {
			return fault.Invalid.New("not an active supplier").At("/supplier_ids", fault.Unknown)
		}
		if err := partysvc.NotBlacklisted(ctx, tx, owner, suppliers...); err != nil {
			return err
		}
		invited, err := q.Invite(ctx, tx, sourcingdb.InviteParams{CategoryID: category, BuyerID: owner, InvitedBy: a.User, InvitedAt: now, Suppliers: suppliers})
		added = len(invited)
		if err != nil || added == 0 {
			return err
		}
		_, err = tell(ctx, tx, a, SuppliersInvited, c, Invitees{c.Job, invited})
		return err
	})
	return added, err
}

// invites raises CategoryClosed where nobody can come any more. To what is live people
// come until its prices stand still.
func (s *Service) invites(ctx context.Context, tx pg.Tx, c sourcing.Category, now time.Time) error {
	if !c.Invites(now) {
		return sourcing.CategoryClosed.New("nobody is invited to what has closed")
	}
	if c.Policy().Has(sourcing.Live) && s.Live != nil && !c.Unpublished() {
		return s.Live.Invites(ctx, tx, c, now)
	}
	return nil
}
