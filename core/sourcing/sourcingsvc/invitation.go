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
	Source        sourcing.InvitationSource
	List          string // name of the one it was invited from
	Reason        string // of who departed from the turn
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
		out.Items = append(out.Items, Invited{r.SupplierID, r.Name, r.Country, r.InvitedAt, r.ViewedAt, sourcing.InvitationSource(r.Source), r.ListName, r.Reason})
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

// A Sent is what became of an invitation of several suppliers.
type Sent struct {
	Added  int // who was not invited before
	Passed []sourcing.PassedOver
}

// An asking is whom somebody wants to invite, and how these were found.
type asking struct {
	suppliers []uuid.UUID
	source    sourcing.InvitationSource
	list      *uuid.UUID
	reason    string
	passed    []sourcing.PassedOver // who is known to be passed over
	turns     []uuid.UUID
}

// Invite invites suppliers to a category that is not closed yet. Of those that cannot be
// invited each has its reason, and keeps no other out; where nobody can be it raises why.
func (s *Service) Invite(ctx context.Context, a access.Actor, owner, category uuid.UUID, suppliers []uuid.UUID) (Sent, error) {
	var out Sent
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	suppliers = slices.Clone(suppliers)
	slices.SortFunc(suppliers, func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) })
	suppliers = slices.Compact(suppliers)
	var f fault.Fields
	if len(suppliers) == 0 {
		f.Add("/supplier_ids", fault.Required)
	}
	f.AtMost("/supplier_ids", len(suppliers), MaxInvited)
	if err := f.Err(); err != nil {
		return out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		c, now, err := s.inviting(ctx, tx, a, owner, category)
		if err == nil {
			out, err = s.invite(ctx, tx, a, c, now, asking{suppliers: suppliers, source: sourcing.FromDirectory})
		}
		return err
	})
	return out, err
}

// inviting locks a category to which the actor may invite now.
func (s *Service) inviting(ctx context.Context, tx pg.Tx, a access.Actor, owner, category uuid.UUID) (c sourcing.Category, now time.Time, err error) {
	if c, err = lockCategory(ctx, tx, category, owner); err != nil {
		return c, now, err
	}
	if err := c.Policy().May(a, sourcing.ToInvite); err != nil {
		return c, now, err
	}
	if c.Parent != nil {
		return c, now, sourcing.IllegalMove.New("bidders of a round are chosen when it begins")
	}
	if now, err = pg.ClockOf(ctx, tx); err != nil {
		return c, now, err
	}
	return c, now, s.invites(ctx, tx, c, now)
}

// invite stores who can be invited of those that are asked for, and says of each other why not.
func (s *Service) invite(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Category, now time.Time, in asking) (Sent, error) {
	out := Sent{Passed: in.passed}
	known, err := q.AskedSuppliers(ctx, tx, c.ID, c.Buyer, in.suppliers)
	if err != nil {
		return out, err
	}
	kept, err := partysvc.Blacklisted(ctx, tx, c.Buyer, in.suppliers)
	if err != nil {
		return out, err
	}
	var may []uuid.UUID
	for _, id := range in.suppliers {
		i := slices.IndexFunc(known, func(r sourcingdb.AskedSuppliersRow) bool { return r.ID == id })
		if i < 0 {
			out.Passed = append(out.Passed, sourcing.PassedOver{Supplier: id, Why: sourcing.WhyInactive})
			continue
		}
		passed := sourcing.PassedOver{Supplier: id, Name: known[i].Name}
		k := slices.IndexFunc(kept, func(r partysvc.KeptOut) bool { return r.ID == id })
		switch {
		case known[i].Invited:
			passed.Why = sourcing.WhyAlready
		case k >= 0 && kept[k].Everywhere:
			passed.Why = sourcing.WhyPlatform
		case k >= 0:
			passed.Why = sourcing.WhyBuyer
		default:
			may = append(may, id)
			continue
		}
		out.Passed = append(out.Passed, passed)
	}
	if len(may) == 0 {
		return out, s.nobody(ctx, tx, c, in, out)
	}
	invited, err := q.Invite(ctx, tx, sourcingdb.InviteParams{
		CategoryID: c.ID,
		BuyerID:    c.Buyer,
		InvitedBy:  a.User,
		InvitedAt:  now,
		Source:     string(in.source),
		ListID:     in.list,
		Reason:     in.reason,
		Suppliers:  may,
	})
	out.Added = len(invited)
	if err != nil || out.Added == 0 {
		return out, err
	}
	_, err = tell(ctx, tx, a, SuppliersInvited, c, Invitees{
		Job:       c.Job,
		Suppliers: invited,
		Source:    in.source,
		List:      in.list,
		Passed:    out.Passed,
		Reason:    in.reason,
		Turns:     in.turns,
	})
	return out, err
}

// nobody raises why nobody is invited of those that were asked for; that all of them are invited
// already is no fault.
func (s *Service) nobody(ctx context.Context, tx pg.Tx, c sourcing.Category, in asking, out Sent) error {
	has := func(why sourcing.NotInvitedWhy) bool {
		return slices.ContainsFunc(out.Passed, func(p sourcing.PassedOver) bool { return p.Why == why })
	}
	switch {
	case has(sourcing.WhyAlready):
		return nil
	case has(sourcing.WhyInactive):
		return fault.Invalid.New("not an active supplier").At("/supplier_ids", fault.Unknown)
	}
	return partysvc.NotBlacklisted(ctx, tx, c.Buyer, in.suppliers...)
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
