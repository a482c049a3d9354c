package sourcingsvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// InviteFromList invites to a category who stands on a list; of each other who stands there
// it says why not. It raises why where nobody on the list can be invited.
func (s *Service) InviteFromList(ctx context.Context, a access.Actor, owner, category, list uuid.UUID) (Sent, error) {
	var out Sent
	entries, err := s.inviteOutOf(ctx, a, owner, category, list)
	if err != nil {
		return out, err
	}
	in := asking{source: sourcing.FromList, list: &list}
	for _, e := range entries {
		if why := e.keptOff(); why != "" {
			in.passed = append(in.passed, sourcing.PassedOver{Supplier: e.Supplier, Name: e.Name, Why: why})
			continue
		}
		in.suppliers = append(in.suppliers, e.Supplier)
	}
	clean, err := partysvc.WithoutBlacklisted(ctx, s.db, owner, in.suppliers)
	if err != nil {
		return out, err
	}
	if len(clean) == 0 {
		return out, fault.Invalid.New("nobody on the list can be invited").At("/list_id", sourcing.LintNobodyInvited)
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		c, now, err := s.inviting(ctx, tx, a, owner, category)
		if err == nil {
			out, err = s.invite(ctx, tx, a, c, now, in)
		}
		return err
	})
	return out, err
}

// inviteOutOf reads a list for who may invite to a category.
func (s *Service) inviteOutOf(ctx context.Context, a access.Actor, owner, category, list uuid.UUID) ([]Entry, error) {
	if err := a.Serve(owner, ""); err != nil {
		return nil, err
	}
	row, err := readCategory(ctx, s.db, category, owner)
	if err != nil {
		return nil, err
	}
	if err := row.Domain().Policy().May(a, sourcing.ToInvite); err != nil {
		return nil, err
	}
	return s.Listed(ctx, a, owner, list)
}

// keptOff is why somebody on a list is not invited out of it; nothing of who is.
func (e Entry) keptOff() sourcing.NotInvitedWhy {
	switch {
	case e.Status == sourcing.Suspended:
		return sourcing.WhySuspended
	case e.Status == sourcing.Removed:
		return sourcing.WhyRemoved
	case e.Expired:
		return sourcing.WhyListExpired
	}
	return ""
}

// turns are those of a list that may be invited to a category and are not yet, in their order.
func turns(ctx context.Context, db pg.DB, c sourcing.Category, list uuid.UUID) ([]sourcing.Turn, error) {
	rows, err := q.Turns(ctx, db, list, c.Buyer, c.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		ids[i] = r.SupplierID
	}
	clean, err := partysvc.WithoutBlacklisted(ctx, db, c.Buyer, ids)
	var out []sourcing.Turn
	for _, r := range rows {
		if slices.Contains(clean, r.SupplierID) {
			one := sourcing.Turn{Supplier: r.SupplierID, Name: r.Name, Country: r.Country, Times: int(r.Times)}
			if r.Times > 0 {
				one.Last = &r.Last
			}
			out = append(out, one)
		}
	}
	return sourcing.Turns(c.Job, out), err
}

// Turns lists who of a list may be invited to a category, those first whose turn it is.
func (s *Service) Turns(ctx context.Context, a access.Actor, owner, category, list uuid.UUID) ([]sourcing.Turn, error) {
	if _, err := s.inviteOutOf(ctx, a, owner, category, list); err != nil {
		return nil, err
	}
	row, err := readCategory(ctx, s.db, category, owner)
	if err != nil {
		return nil, err
	}
	return turns(ctx, s.db, row.Domain(), list)
}

// InviteByTurn invites out of a list whom a person chose among those whose turn it is, or with
// a reason others. The order as it stood and who was passed over are in the log.
func (s *Service) InviteByTurn(ctx context.Context, a access.Actor, owner, category uuid.UUID, form sourcing.TurnForm) (Sent, error) {
	var out Sent
	if _, err := s.inviteOutOf(ctx, a, owner, category, form.List); err != nil {
		return out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, now, err := s.inviting(ctx, tx, a, owner, category)
		if err != nil {
			return err
		}
		order, err := turns(ctx, tx, c, form.List)
		if err != nil {
			return err
		}
		form, passed, err := form.Check(order)
		if err != nil {
			return err
		}
		in := asking{suppliers: form.Chosen, source: sourcing.ByTurn, list: &form.List, reason: form.Reason, passed: passed}
		for _, t := range order {
			in.turns = append(in.turns, t.Supplier)
		}
		out, err = s.invite(ctx, tx, a, c, now, in)
		return err
	})
	return out, err
}
